//! Names that tell of a secret where nobody declared one.

use diagnostics::secret_by_name;

/// Header fields that say who somebody is without a word that tells so.
const FIELDS: [&str; 4] = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

/// Whether a name tells that its value is secret: `apiKey`, `X-Auth-Token`, `DB_PASSWORD`. Any map has a `key`.
pub fn is_telling(name: &str) -> bool {
    let mut parts = String::new();
    let mut is_small = false;
    for c in name.chars() {
        if is_small && c.is_ascii_uppercase() {
            parts.push('_');
        }
        is_small = c.is_ascii_lowercase();
        parts.push(if c == '-' { '_' } else { c });
    }
    let is_field = FIELDS.iter().any(|field| field.eq_ignore_ascii_case(name));
    is_field || (name != "key" && secret_by_name(&parts, ""))
}

#[cfg(test)]
mod tests {
    use super::is_telling;

    #[test]
    fn names_that_tell_and_names_that_do_not() {
        for name in
            ["password", "apiKey", "X-Auth-Token", "DB_PASSWORD", "Authorization", "cookie", "clientSecret", "KEY"]
        {
            assert!(is_telling(name), "{name}");
        }
        for name in ["key", "keys", "monkey", "path", "url", "tokenizer", "Accept", ""] {
            assert!(!is_telling(name), "{name}");
        }
    }
}
