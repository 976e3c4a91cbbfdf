//! Secrets that nobody declared.

/// Parts of a name that make its value a secret.
const PARTS: [&str; 10] =
    ["PASS", "PASSWD", "PASSWORD", "PASSPHRASE", "SECRET", "TOKEN", "KEY", "APIKEY", "CRED", "CREDENTIALS"];

/// Whether an environment variable is a secret by its name: one of the parts between `_` says so, and the value is
/// neither an absolute path nor a number nor a boolean, which are settings.
pub fn secret_by_name(name: &str, value: &str) -> bool {
    let telling = |part: &str| PARTS.iter().any(|known| known.eq_ignore_ascii_case(part));
    name.split('_').any(telling) && !is_setting(value.trim())
}

fn is_setting(value: &str) -> bool {
    value.starts_with('/')
        || value.parse::<f64>().is_ok_and(f64::is_finite)
        || ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values() {
        let cases = [
            ("DB_PASSWORD", "hunter22", true),
            ("db_password", "hunter22", true),
            ("API_TOKEN_2", "abc", true),
            ("KEY", "abc", true),
            ("APIKEY", "abc", true),
            ("KEYBOARD", "abc", false),
            ("MONKEY_NAME", "abc", false),
            ("TOKENS", "abc", false),
            ("SSH_KEY", "/etc/ssh/key", false),
            ("KEY_COUNT", "12", false),
            ("KEY_RATE", "-1.5e3", false),
            ("USE_TOKEN", "True", false),
            ("USE_TOKEN", "yes", true),
            ("KEY", "infinity", true),
            ("PATH", "secret", false),
        ];
        for (name, value, expected) in cases {
            assert_eq!(secret_by_name(name, value), expected, "{name}={value}");
        }
    }
}
