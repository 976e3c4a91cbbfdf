//! Which characters a plain text can begin with.

use super::parser::{Parsed, Parser};
use super::problem;

impl Parser<'_, '_> {
    /// Refuses what cannot begin a plain text.
    pub(super) fn check_plain_start(&self, flow: bool) -> Parsed<()> {
        let blank = self.blank_at(self.pos + 1);
        let fine = match self.peek() {
            None | Some(b'@' | b'`' | b'|' | b'>') => false,
            Some(b'-') => !blank,
            Some(b'%') => self.goccy() && self.line_indented(),
            Some(b']') => return Err(problem::unexpected_bracket(self)),
            Some(b'}') if !self.goccy() || flow && self.flow_maps > 0 => return Err(problem::unexpected_bracket(self)),
            Some(b',') => self.goccy() && !flow,
            Some(b'?' | b':') => self.goccy() || !flow && !blank,
            Some(_) => true,
        };
        if fine { Ok(()) } else { Err(problem::reserved(self)) }
    }

    /// goccy takes a `%` for a directive only on lines without indentation.
    fn line_indented(&self) -> bool {
        self.at(self.line) == Some(b' ')
    }
}
