//! Texts that messages show the skeleton of only: nobody knows where secrets begin and end in a document that is none.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

/// What must not be shown of a text, wherever it is quoted.
#[derive(Debug, Default)]
pub struct Veil {
    /// What is hidden of the text, in order and without overlaps.
    hidden: Vec<Range<usize>>,
    /// What messages may quote. They have everything else from the text, or cannot tell.
    harmless: HashSet<String>,
}

impl Veil {
    /// Hides these ranges of a text. Of what messages about it put into backticks, only `harmless` words, signs and single
    /// characters are shown.
    pub fn new(hidden: Vec<Range<usize>>, harmless: HashSet<String>) -> Self {
        Self { hidden, harmless }
    }

    pub(crate) fn hidden(&self) -> &[Range<usize>] {
        &self.hidden
    }

    /// A message about the text, without what it quotes of it. Quoted texts may have backticks themselves, so all between the
    /// first and the last one counts when they do not come in pairs.
    pub(crate) fn told<'m>(&self, message: &'m str, mask: &str) -> Cow<'m, str> {
        let pieces: Vec<&str> = message.split('`').collect();
        let is_paired = pieces.len() % 2 == 1;
        let is_shown = |piece: &str| self.is_harmless(piece);
        let (Some((first, rest)), true) = (pieces.split_first(), pieces.len() > 1) else {
            return Cow::Borrowed(message);
        };
        if !is_paired {
            return Cow::Owned(format!("{first}`{mask}`{}", rest.last().copied().unwrap_or_default()));
        }
        if rest.iter().step_by(2).all(|piece| is_shown(piece)) {
            return Cow::Borrowed(message);
        }
        let mut told = (*first).to_owned();
        for pair in rest.chunks(2) {
            let (quoted, after) = (pair[0], pair.get(1).copied().unwrap_or_default());
            told.extend(["`", if is_shown(quoted) { quoted } else { mask }, "`", after]);
        }
        Cow::Owned(told)
    }

    fn is_harmless(&self, quoted: &str) -> bool {
        !quoted.contains(char::is_alphanumeric)
            || quoted.trim_start_matches('\\').chars().count() <= 1
            || self.harmless.contains(quoted.trim_end_matches(':'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_show_signs_and_harmless_words_of_what_they_quote() {
        let veil = Veil::new(Vec::new(), HashSet::from(["provider".to_owned()]));
        for (message, told) in [
            ("a tab is used", "a tab is used"),
            ("expected `,` or `]`, found `x`", "expected `,` or `]`, found `x`"),
            ("there is no escape `\\q`", "there is no escape `\\q`"),
            ("the key `provider` is given twice", "the key `provider` is given twice"),
            ("`provider:` is indented, `hunter22` is not", "`provider:` is indented, `<secret>` is not"),
            ("found `hun`ter22` after", "found `<secret>` after"),
            ("found `hunter22`", "found `<secret>`"),
        ] {
            assert_eq!(veil.told(message, "<secret>"), told);
        }
    }
}
