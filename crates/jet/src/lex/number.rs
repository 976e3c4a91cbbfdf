//! How far a number goes.

use super::chars::is_alphanumeric;
use super::scanner::Scanner;

impl Scanner<'_> {
    /// Goes over a number, the sign included. Whether it is one is for the parser to say; here only what follows is
    /// checked.
    pub(super) fn pass_number(&mut self) -> bool {
        self.pass_one(b"+-");
        let hexadecimal = self.pass_one(b"0") && self.pass_one(b"xX");
        let digits: &[u8] = if hexadecimal { b"0123456789abcdefABCDEF" } else { b"0123456789" };
        self.pass_all(digits);
        if self.pass_one(b".") {
            self.pass_all(digits);
        }
        if self.pass_one(b"eE") {
            self.pass_one(b"+-");
            self.pass_all(b"0123456789");
        }
        self.pass_one(b"i");
        let followed = self.peek().filter(|c| is_alphanumeric(*c));
        self.pos += followed.map_or(0, |_| self.width());
        followed.is_none()
    }

    fn pass_one(&mut self, set: &[u8]) -> bool {
        let found = self.text.get(self.pos).is_some_and(|byte| set.contains(byte));
        self.pos += usize::from(found);
        found
    }

    fn pass_all(&mut self, set: &[u8]) {
        while self.pass_one(set) {}
    }
}
