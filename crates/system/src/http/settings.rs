//! The variables that the client listens to, taken from a snapshot of the environment.

use std::ffi::OsString;

/// What the environment says about proxies and certificates. An empty variable is one that is not set.
#[derive(Debug, Clone, Default)]
pub(super) struct Settings {
    pub(super) http_proxy: String,
    pub(super) https_proxy: String,
    pub(super) no_proxy: String,
    pub(super) cgi: bool,
    pub(super) cert_file: Option<OsString>,
    pub(super) cert_dirs: Option<OsString>,
}

impl Settings {
    /// Reads a snapshot. Upper case wins over lower case, as in Go.
    pub(super) fn of(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let variables: Vec<_> = variables.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        let find = |name: &str| variables.iter().find(|(given, _)| given == name).map(|(_, value)| value.clone());
        let either = |upper: &str| {
            let value = find(upper).or_else(|| find(&upper.to_lowercase()));
            value.map(|value| value.to_string_lossy().into_owned()).unwrap_or_default()
        };
        Self {
            http_proxy: either("HTTP_PROXY"),
            https_proxy: either("HTTPS_PROXY"),
            no_proxy: either("NO_PROXY"),
            cgi: find("REQUEST_METHOD").is_some(),
            cert_file: find("SSL_CERT_FILE"),
            cert_dirs: find("SSL_CERT_DIR"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> Settings {
        Settings::of(variables.iter().map(|(name, value)| ((*name).into(), (*value).into())))
    }

    #[test]
    fn upper_case_wins_unless_it_is_empty() {
        assert_eq!(settings(&[("http_proxy", "l"), ("HTTP_PROXY", "u")]).http_proxy, "u");
        assert_eq!(settings(&[("http_proxy", "l"), ("HTTP_PROXY", "")]).http_proxy, "l");
        assert_eq!(settings(&[("no_proxy", "x")]).no_proxy, "x");
        assert!(settings(&[("REQUEST_METHOD", "GET")]).cgi);
        assert!(!settings(&[("REQUEST_METHOD", "")]).cgi);
    }
}
