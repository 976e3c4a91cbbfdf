//! Replacing matches.

use super::engine::Regexp;
use super::expand::Template;
use super::find::{Groups, groups_in_original, whole};
use super::haystack::{Haystack, Text};
use crate::limit::{MAX_OUTPUT, Output, TooLong};
use crate::utf8;

impl Regexp {
    /// The text with all matches replaced; the template names groups as `$1`, `$name` or `${name}`, and `$$` is a dollar.
    pub fn replace_all(&self, text: &str, template: &str) -> Result<String, TooLong> {
        self.replace_all_within(MAX_OUTPUT, text, template.as_bytes()).map(utf8::into_text)
    }

    /// [`Regexp::replace_all`] for text that need not be UTF-8, with a limit for the length of the result.
    pub fn replace_all_within<T: Text + ?Sized>(
        &self,
        limit: usize,
        text: &T,
        template: &[u8],
    ) -> Result<Vec<u8>, TooLong> {
        let template = Template::new(self, template);
        let search = if template.is_constant() { Self::whole_from } else { Self::groups_from };
        self.replace_each(limit, text, search, |groups, out| template.expand(text.as_bytes(), groups, out))
    }

    /// The text with all matches replaced by the same text.
    pub fn replace_all_literal(&self, text: &str, replacement: &str) -> Result<String, TooLong> {
        self.replace_all_literal_within(MAX_OUTPUT, text, replacement.as_bytes()).map(utf8::into_text)
    }

    /// [`Regexp::replace_all_literal`] for text that need not be UTF-8, with a limit for the length of the result.
    pub fn replace_all_literal_within<T: Text + ?Sized>(
        &self,
        limit: usize,
        text: &T,
        replacement: &[u8],
    ) -> Result<Vec<u8>, TooLong> {
        self.replace_each(limit, text, Self::whole_from, |_, out| out.push(replacement))
    }

    /// The text with each match replaced by what the function makes of it.
    pub fn replace_all_with(&self, text: &str, mut replace: impl FnMut(&str) -> String) -> Result<String, TooLong> {
        let replace = |groups: &Groups, out: &mut Output| {
            out.push(replace(&text[whole(groups)]));
        };
        self.replace_each(MAX_OUTPUT, text, Self::whole_from, replace).map(utf8::into_text)
    }

    /// The first match at or after a place, without its groups.
    fn whole_from(&self, haystack: &Haystack<'_>, at: usize) -> Option<Groups> {
        self.match_from(haystack, at).map(|found| vec![Some(found)])
    }

    fn replace_each<T: Text + ?Sized>(
        &self,
        limit: usize,
        text: &T,
        search: fn(&Self, &Haystack<'_>, usize) -> Option<Groups>,
        mut replace: impl FnMut(&Groups, &mut Output),
    ) -> Result<Vec<u8>, TooLong> {
        let (haystack, bytes) = (Haystack::new(text), text.as_bytes());
        let mut out = Output::new(limit);
        // Where the last match ended, and where to search next; the first in the original, the second in the haystack.
        let (mut last_end, mut at) = (0, 0);
        while at <= haystack.text.len() && !out.is_full() {
            let Some(found) = search(self, &haystack, at) else { break };
            let end = whole(&found).end;
            let groups = groups_in_original(&haystack, found);
            let place = whole(&groups);
            out.push(&bytes[last_end..place.start]);
            // An empty match right after another one is not replaced.
            if place.end > last_end || place.start == 0 {
                replace(&groups, &mut out);
            }
            last_end = place.end;
            at = end.max(haystack.after_char(at));
        }
        out.push(&bytes[last_end..]);
        out.finish()
    }
}
