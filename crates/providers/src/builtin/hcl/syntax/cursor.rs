//! A way through the tokens, and ways out after a mistake.

use super::problem::Problem;
use super::token::{Kind, Token};
use std::ops::Range;

/// How deep expressions and blocks may be nested.
const DEEPEST: usize = 100;

/// How many problems are told of; nobody reads more.
const MOST: usize = 1000;

/// Where the parser is.
pub(super) struct Cursor<'s> {
    pub(super) source: &'s str,
    tokens: &'s [Token],
    next: usize,
    /// Whether line breaks are seen, for each bracket that is open.
    newlines: Vec<bool>,
    /// After a mistake the way back is a guess: what only follows from a wrong one is not told of.
    pub(super) is_lost: bool,
    pub(super) problems: Vec<Problem>,
    depth: usize,
}

impl<'s> Cursor<'s> {
    /// The last token is the end of the source.
    pub(super) fn new(source: &'s str, tokens: &'s [Token]) -> Self {
        Self { source, tokens, next: 0, newlines: vec![true], is_lost: false, problems: Vec::new(), depth: 0 }
    }

    fn following(&self) -> (Token, usize) {
        let sees_newlines = self.newlines.last().copied().unwrap_or(true);
        for (at, token) in self.tokens.iter().enumerate().skip(self.next) {
            match token.kind {
                // A remark to the end of its line ends the line.
                Kind::Comment if sees_newlines && token.text(self.source).ends_with('\n') => {
                    return (Token::new(Kind::Newline, token.place()), at + 1);
                }
                Kind::Comment => {}
                Kind::Newline if !sees_newlines => {}
                _ => return (*token, at + 1),
            }
        }
        let end = self.tokens.last().copied();
        (end.unwrap_or_else(|| Token::new(Kind::End, 0..0)), self.tokens.len())
    }

    pub(super) fn peek(&self) -> Token {
        self.following().0
    }

    pub(super) fn peek_kind(&self) -> Kind {
        self.peek().kind
    }

    pub(super) fn read(&mut self) -> Token {
        let (token, next) = self.following();
        self.next = next;
        token
    }

    /// The place of the token before, remarks and line breaks included.
    pub(super) fn previous(&self) -> Range<usize> {
        match self.next.checked_sub(1) {
            Some(at) => self.tokens[at].place(),
            None => self.peek().place(),
        }
    }

    pub(super) fn is_word(&self, token: Token, word: &str) -> bool {
        token.kind == Kind::Identifier && token.text(self.source) == word
    }

    pub(super) fn text(&self, token: Token) -> String {
        token.text(self.source).to_owned()
    }

    /// Line breaks are seen, or not, until [`Self::restore_newlines`].
    pub(super) fn see_newlines(&mut self, see: bool) {
        self.newlines.push(see);
    }

    pub(super) fn restore_newlines(&mut self) {
        self.newlines.pop();
    }

    pub(super) fn tell(&mut self, summary: impl Into<String>, detail: impl Into<String>, place: Range<usize>) {
        self.problems.push(Problem::new(summary, detail, place));
        if self.problems.len() >= MOST {
            self.next = self.tokens.len();
        }
    }

    /// Tells of something, unless it may only follow from an earlier mistake.
    pub(super) fn tell_unless_lost(&mut self, summary: impl Into<String>, detail: &str, place: Range<usize>) {
        if !self.is_lost {
            self.tell(summary, detail, place);
        }
    }

    /// Whether something was told since there were so many problems.
    pub(super) fn told_since(&self, count: usize) -> bool {
        self.problems.len() > count
    }

    /// Whether the way was lost over something that was told since then.
    pub(super) fn lost_since(&self, count: usize) -> bool {
        self.is_lost && self.told_since(count)
    }

    /// Goes one level down, or to the end of the source when it is too deep.
    pub(super) fn descend(&mut self) -> bool {
        self.depth += 1;
        if self.depth <= DEEPEST {
            return true;
        }
        let place = self.peek().place();
        self.tell_unless_lost("Nested too deep", &format!("At most {DEEPEST} levels are read."), place);
        self.is_lost = true;
        self.next = self.tokens.len();
        false
    }

    pub(super) fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Goes on behind the bracket that closes the one that is open here.
    pub(super) fn recover(&mut self, end: Kind) -> Token {
        self.is_lost = true;
        let start = end.opposite();
        let mut nested = 0;
        loop {
            let token = self.read();
            let kind = match token.kind {
                Kind::Directive if end == Kind::SequenceEnd => Kind::Interpolation,
                kind => kind,
            };
            if kind == Kind::End || kind == end && nested == 0 {
                return token;
            }
            if kind == end {
                nested -= 1;
            } else if Some(kind) == start {
                nested += 1;
            }
        }
    }

    /// Goes on behind the next brackets of a kind.
    pub(super) fn recover_over(&mut self, start: Kind) {
        while ![Kind::End, start].contains(&self.read().kind) {}
        if let Some(end) = start.opposite() {
            self.recover(end);
        }
    }

    /// Goes on behind the line that an argument or block ends with.
    pub(super) fn recover_after_item(&mut self) {
        self.is_lost = true;
        let mut open: Vec<Kind> = Vec::new();
        loop {
            let kind = self.read().kind;
            match kind {
                Kind::End => return,
                Kind::Newline if open.is_empty() => return,
                Kind::OpenBrace
                | Kind::OpenBracket
                | Kind::OpenParen
                | Kind::OpenQuote
                | Kind::OpenHeredoc
                | Kind::Interpolation
                | Kind::Directive => open.push(kind),
                _ => close_in(&mut open, kind),
            }
        }
    }
}

/// Takes back what is open up to what this closes; everything when it closes nothing that is open.
fn close_in(open: &mut Vec<Kind>, kind: Kind) {
    let closes = |opened: Kind| match kind {
        Kind::SequenceEnd => matches!(opened, Kind::Interpolation | Kind::Directive),
        _ => kind.opposite() == Some(opened),
    };
    if kind.opposite().is_none() {
        return;
    }
    let at = open.iter().rposition(|opened| closes(*opened)).unwrap_or(0);
    open.truncate(at);
}
