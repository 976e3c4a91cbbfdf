//! Which proxy the environment names for a URL, as Go's `httpproxy` decides it.

use super::Url;
use super::no_proxy::NoProxy;
use super::settings::Settings;
use super::url::parse_any;

/// The proxies of an environment.
#[derive(Debug)]
pub(super) struct Proxies {
    http: Setting,
    https: Setting,
    exempt: NoProxy,
    /// We answer a web server's request, so `HTTP_PROXY` may be a header that a stranger sent.
    cgi: bool,
}

/// What a variable says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Absent,
    Use(Url),
    /// Not a URL, and Go goes on without a proxy; an error of the direct connection then tells it.
    Ignored,
    /// Not a URL, and Go takes its scheme for the proxy's host, which never works.
    Broken,
}

impl Proxies {
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            http: Setting::parse(&settings.http_proxy),
            https: Setting::parse(&settings.https_proxy),
            exempt: NoProxy::parse(&settings.no_proxy),
            cgi: settings.cgi,
        }
    }

    /// The proxy for this URL; an error when there is one that cannot be used.
    pub(super) fn for_url(&self, url: &Url) -> Result<Option<&Url>, &'static str> {
        let (setting, cgi) = if url.scheme() == "https" { (&self.https, false) } else { (&self.http, self.cgi) };
        match setting {
            Setting::Absent | Setting::Ignored => Ok(None),
            _ if cgi => Err("`HTTP_PROXY` is not used when `REQUEST_METHOD` is set, because a web client can set it"),
            _ if self.exempt.covers(url) => Ok(None),
            Setting::Use(proxy) => Ok(Some(proxy)),
            Setting::Broken => Err("the proxy in the environment is not a URL; a password may need `%` escapes"),
        }
    }

    /// Whether there is a proxy that was passed over because it is not a URL.
    pub(super) fn ignores(&self) -> bool {
        [&self.http, &self.https].contains(&&Setting::Ignored)
    }
}

impl Setting {
    /// What has no scheme is taken for `http`.
    pub(super) fn parse(text: &str) -> Self {
        let completed = || parse_any(&format!("http://{text}"));
        match parse_any(text).or_else(|_| completed()) {
            _ if text.is_empty() => Self::Absent,
            Err(_) => Self::Ignored,
            Ok(_) if text.contains("://") && parse_any(text).is_err() => Self::Broken,
            Ok(url) => Self::Use(url),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(row: &[&str]) -> String {
        let settings = Settings {
            http_proxy: row[0].into(),
            https_proxy: row[1].into(),
            no_proxy: row[2].into(),
            cgi: row[3] == "cgi",
            ..Settings::default()
        };
        match Proxies::of(&settings).for_url(&Url::parse(row[4]).unwrap()) {
            Ok(None) => "direct".into(),
            Ok(Some(proxy)) => format!("{}://{}", proxy.scheme(), proxy.address()),
            Err(_) => "error".into(),
        }
    }

    /// The table was written by Go's `golang.org/x/net/http/httpproxy`.
    #[test]
    fn decisions_are_those_of_go() {
        let table = include_str!("../../tests/http_proxies.tsv");
        let rows = table.lines().filter(|line| !line.starts_with('#'));
        let rows: Vec<Vec<&str>> = rows.map(|line| line.split('\t').collect()).collect();
        assert!(rows.len() > 1000);
        let wrong: Vec<_> = rows.iter().filter(|row| decide(row) != row[5]).collect();
        assert!(wrong.is_empty(), "{} wrong, first {:?} -> {}", wrong.len(), wrong[0], decide(wrong[0]));
    }

    #[test]
    fn what_is_no_url_never_shows_its_password() {
        assert_eq!(Setting::parse("http://u:p%zz@proxy"), Setting::Ignored);
        assert_eq!(Setting::parse("http://u:S3 NTINEL@proxy"), Setting::Broken);
        assert!(matches!(Setting::parse("u:p@proxy"), Setting::Use(_)));
    }
}
