//! Secrets that are known by the name of a setting.

use diagnostics::{Redactor, SecretKind, secret_by_name};

/// A word with more settings than this in a row is no list of them: `A_KEY=A_KEY=A_KEY=…`.
const MOST_IN_A_WORD: usize = 8;

/// Registers the values of `NAME=value` settings whose name says that they are secret.
pub fn register_settings(text: &str, redactor: &Redactor) {
    let mut word = Word::default();
    for (at, sign) in text.match_indices(['=', ':']) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = text[..at].trim_end_matches(is_name);
        let name = &text[before.len()..at];
        // `NAME: value` is a setting only where the name looks like one; any map has a `key`. What has no name is not looked at:
        // the rest of a text of a million quoted keys would be gone through for each of them.
        if name.is_empty() || (sign == ":" && !is_shouted(name)) {
            continue;
        }
        let behind = text[at + 1..].trim_start_matches(' ');
        let is_quote = |c: &char| matches!(c, '"' | '\'');
        let around = before.chars().next_back().filter(is_quote);
        let quote = around.or_else(|| behind.chars().next().filter(is_quote));
        let value = behind.trim_start_matches(['"', '\'']);
        let quoted =
            quote.and_then(|quote| value.split([quote, '\n']).next()).map(|value| value.trim_end_matches('\r'));
        for value in word.of(text, text.len() - value.len()).into_iter().chain(quoted) {
            if secret_by_name(name, value) {
                redactor.register(value.as_bytes(), SecretKind::ByName);
            }
        }
    }
}

/// The word that was looked at last. One with many settings in it is gone through once.
#[derive(Default)]
struct Word {
    end: usize,
    settings: usize,
}

impl Word {
    /// The rest of the word that begins at a place; places come in order.
    fn of<'t>(&mut self, text: &'t str, begin: usize) -> Option<&'t str> {
        if begin > self.end {
            let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ']' | '}');
            let end = text[begin..].find(ends).map_or(text.len(), |length| begin + length);
            *self = Self { end, settings: 0 };
        }
        self.settings += 1;
        (self.settings <= MOST_IN_A_WORD).then(|| &text[begin..self.end])
    }
}

/// Whether a name has no small letters, as those of variables.
pub fn is_shouted(name: &str) -> bool {
    !name.contains(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::register_settings;
    use diagnostics::Redactor;

    fn shown(text: &str) -> String {
        let redactor = Redactor::new("<secret>");
        register_settings(text, &redactor);
        redactor.text(text).into_owned()
    }

    #[test]
    fn values_end_where_words_and_quotes_do() {
        for (text, kept) in [
            ("A_KEY=S3NTINEL-x, B=c", "A_KEY=<secret>, B=c"),
            ("'A_KEY=S3NT INEL-x' b", "'A_KEY=<secret>' b"),
            ("A_KEY: \"S3NT INEL-x\r\nB: c", "A_KEY: \"<secret>\r\nB: c"),
            ("A_KEY=B_TOKEN=S3NTINEL-x c", "A_KEY=<secret> c"),
            ("{A_KEY: S3NTINEL-x}", "{A_KEY: <secret>}"),
        ] {
            assert_eq!(shown(text), kept);
        }
        let redactor = Redactor::new("<secret>");
        register_settings("A_KEY=B_TOKEN=S3NTINEL-x", &redactor);
        assert_eq!(redactor.text("S3NTINEL-x"), "<secret>", "the setting in the setting counts too");
    }

    /// All on one line. Whoever goes on to the end of the line, of the word or of the text for each of them does not come back
    /// within minutes.
    #[test]
    fn very_many_settings_are_gone_through_once() {
        for (piece, count) in [("\"k\": ", 300_000), ("'A_KEY=v',", 300_000), ("A_KEY=", 100_000), ("K:", 300_000)] {
            register_settings(&piece.repeat(count), &Redactor::new("<secret>"));
        }
    }
}
