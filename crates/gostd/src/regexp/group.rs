//! What can follow `(?`: names, flags, or nothing but grouping.

use super::charset::Fold;
use super::error::{Problem, RegexpError};
use super::parse::{Parsed, Parser};

impl Parser<'_> {
    /// Reads a group with a name, with flags, or flags alone; `(?` is next.
    pub(super) fn perl_group(&mut self) -> Parsed<()> {
        let rest = self.rest();
        // Too short to have a name, it is taken for flags that do not exist.
        if (rest.starts_with("(?P<") && rest.len() > 4) || (rest.starts_with("(?<") && rest.len() > 3) {
            self.named_group(if rest.as_bytes()[2] == b'P' { 4 } else { 3 })
        } else {
            self.flags_or_group()
        }
    }

    fn named_group(&mut self, name_start: usize) -> Parsed<()> {
        let rest = self.rest();
        let Some(end) = rest.find('>') else { return Err(RegexpError::new(Problem::InvalidNamedCapture, rest)) };
        let name = &rest[name_start..end];
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(RegexpError::new(Problem::InvalidNamedCapture, &rest[..=end]));
        }
        self.at += end + 1;
        self.open_capture(name)
    }

    fn flags_or_group(&mut self) -> Parsed<()> {
        let start = self.at;
        self.at += 2;
        let mut flags = self.flags;
        // Whether flags are set, and whether one was seen since the last sign.
        let (mut set, mut seen) = (true, false);
        loop {
            let flag = self.next();
            match flag {
                Some('i') => flags.fold = if set { Fold::Case } else { Fold::None },
                Some('m') => flags.multi_line = set,
                Some('s') => flags.dot_all = set,
                Some('U') => flags.swap_greed = set,
                Some('-') if set => {
                    (set, seen) = (false, false);
                    continue;
                }
                Some(':') if set || seen => {
                    self.open_group();
                    self.flags = flags;
                    return Ok(());
                }
                Some(')') if set || seen => {
                    self.flags = flags;
                    return Ok(());
                }
                _ => return Err(RegexpError::new(Problem::InvalidPerlOp, &self.pattern[start..self.at])),
            }
            seen = true;
        }
    }
}
