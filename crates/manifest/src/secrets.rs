//! Secrets in a text that is about to be quoted by an error message.

use diagnostics::{Redactor, SecretKind, secret_by_name};

/// Registers the values of `NAME=value` settings whose name says that they are secret. A document that cannot be decoded
/// has not told its secrets to anybody, and a message shows the line of the mistake.
pub(crate) fn register_settings(text: &str, redactor: &Redactor) {
    for (at, sign) in text.match_indices(['=', ':']) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = &text[text[..at].trim_end_matches(is_name).len()..at];
        // `NAME: value` is a setting only where the name looks like one; any map has a `key`.
        let is_shouted = !name.contains(|c: char| c.is_ascii_lowercase());
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ']' | '}');
        let value = text[at + 1..].trim_start_matches([' ', '"', '\'']).split(ends).next().unwrap_or_default();
        if (sign == "=" || is_shouted) && secret_by_name(name, value) {
            redactor.register(value.as_bytes(), SecretKind::ByName);
        }
    }
}

/// Registers what stands below `@secret` in a text that could not be read: the rest of the line of the key, and all
/// lines that are indented deeper.
pub fn register_annotated(text: &str, redactor: &Redactor) {
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let behind = line.find('#').map_or("", |at| &line[at..]);
        if !behind.contains("@secret") {
            continue;
        }
        let is_whole_line = line.trim_start().starts_with('#');
        let key = if is_whole_line {
            while lines.next_if(|line| line.trim_start().starts_with('#')).is_some() {}
            lines.next().unwrap_or_default()
        } else {
            &line[..line.len() - behind.len()]
        };
        register_value(key.split_once(':').map_or("", |(_, value)| value), redactor);
        while let Some(line) = lines.next_if(|line| indent(line) > indent(key)) {
            register_value(line, redactor);
            register_value(line.split_once(": ").map_or("", |(_, value)| value), redactor);
        }
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A value as it is written, and without what YAML puts around it.
fn register_value(written: &str, redactor: &Redactor) {
    let bare = written.trim().trim_matches(['"', '\'', '{', '}', '[', ']', ',', ' ', '-']);
    for value in [bare, &bare.replace("\\\"", "\"")] {
        redactor.register(value.as_bytes(), SecretKind::Declared);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_with_telling_names_are_masked_in_what_follows() {
        let redactor = Redactor::default();
        register_settings("environment: [APP_TOKEN=S3NTINEL-1, 'HOME=/home/app', 'üPASSWORD=S3NTINEL-2']\n", &redactor);
        assert_eq!(redactor.text("a S3NTINEL-1 b /home/app"), "a <secret> b /home/app");
        assert!(!redactor.text("ü=S3NTINEL-1 S3NTINEL-2").contains("S3NTINEL"));
    }

    #[test]
    fn values_below_an_annotation_are_masked_in_what_follows() {
        let redactor = Redactor::default();
        let text = "data:\n  # @secret\n  # more\n  a: {\"S3NTINEL-1\n  b:\n    c: harmless\n  d: S3NTINEL-2 # @secret\n  # @secret\n  e:\n    - S3NTINEL-3\n    f: 'S3NTINEL-4'\n  g: harmless\n";
        register_annotated(text, &redactor);
        let shown = redactor.text(text);
        assert!(!shown.contains("S3NTINEL") && shown.matches("harmless").count() == 2, "{shown}");
    }
}
