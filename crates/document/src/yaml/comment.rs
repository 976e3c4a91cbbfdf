//! Comments that belong to an entry.

use std::borrow::Cow;

/// Where the comments of an entry stand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Comments {
    /// The lines directly above the key.
    pub(super) above: Option<(usize, usize)>,
    /// Behind the key, when the value begins on the next line.
    pub(super) behind_key: Option<(usize, usize)>,
    /// Behind the value.
    pub(super) behind: Option<(usize, usize)>,
}

impl Comments {
    /// The texts without `#`, one per line.
    pub(super) fn text<'a>(&self, source: &'a str) -> Option<Cow<'a, str>> {
        if self.above.is_none() && self.behind_key.is_none() && self.behind.is_none() {
            return None;
        }
        let mut all: Option<Cow<'a, str>> = None;
        for (start, end) in [self.above, self.behind_key, self.behind].into_iter().flatten() {
            for line in source[start..end].lines() {
                let line = line.trim();
                let line = line.strip_prefix('#').unwrap_or(line).trim();
                all = Some(match all {
                    None => Cow::Borrowed(line),
                    Some(before) => {
                        let mut joined = before.into_owned();
                        joined.push('\n');
                        joined.push_str(line);
                        Cow::Owned(joined)
                    }
                });
            }
        }
        all
    }
}
