//! From text to tokens. Nothing is an error here: what has no place in the language is a token as well.

use super::token::{Kind, Token};

const BOM: &str = "\u{feff}";

/// All tokens of a source, the end included. Blanks are between them.
pub(crate) fn scan(source: &str) -> Vec<Token> {
    let start = if source.starts_with(BOM) { BOM.len() } else { 0 };
    let mut scanner =
        Scanner { source, at: start, modes: Vec::new(), braces: 0, returns: Vec::new(), tokens: Vec::new() };
    while scanner.at < source.len() {
        scanner.step();
    }
    scanner.tokens.push(Token::new(Kind::End, source.len()..source.len()));
    scanner.tokens
}

/// What the scanner is inside of; nothing is the language itself.
enum Mode<'s> {
    /// The language, between `${` or `%{` and its end.
    Sequence,
    Quoted,
    Heredoc {
        marker: &'s str,
        starts_line: bool,
    },
}

struct Scanner<'s> {
    source: &'s str,
    at: usize,
    modes: Vec<Mode<'s>>,
    braces: i64,
    /// The depths of braces that end a sequence.
    returns: Vec<i64>,
    tokens: Vec<Token>,
}

impl<'s> Scanner<'s> {
    fn step(&mut self) {
        match self.modes.last() {
            None | Some(Mode::Sequence) => self.language(),
            Some(Mode::Quoted) => self.quoted(),
            Some(Mode::Heredoc { .. }) => self.heredoc(),
        }
    }

    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    fn emit(&mut self, kind: Kind, length: usize) {
        self.tokens.push(Token::new(kind, self.at..self.at + length));
        self.at += length;
    }

    fn language(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        match first {
            ' ' | '\t' => self.at += 1,
            '0'..='9' => self.emit(Kind::Number, number_length(rest)),
            '"' => {
                self.emit(Kind::OpenQuote, 1);
                self.modes.push(Mode::Quoted);
            }
            '{' => {
                self.emit(Kind::OpenBrace, 1);
                self.braces += 1;
            }
            '}' => self.close(1),
            '~' if rest.starts_with("~}") => self.close(2),
            _ if is_identifier_start(first) => {
                let end = rest.find(|c| !is_identifier_part(c)).unwrap_or(rest.len());
                self.emit(Kind::Identifier, end);
            }
            _ => self.sign(first),
        }
    }

    fn sign(&mut self, first: char) {
        let rest = self.rest();
        if let Some(length) = comment_length(rest) {
            self.emit(Kind::Comment, length);
        } else if let Some((length, marker)) = heredoc_opening(rest) {
            self.emit(Kind::OpenHeredoc, length);
            self.modes.push(Mode::Heredoc { marker, starts_line: true });
        } else {
            let (kind, length) = operator(rest).unwrap_or((Kind::Invalid, first.len_utf8()));
            self.emit(kind, length);
        }
    }

    /// A closing brace, or the end of a sequence when it is at its depth; `~}` is always one.
    fn close(&mut self, length: usize) {
        let ends = self.returns.last() == Some(&self.braces);
        self.emit(if ends || length == 2 { Kind::SequenceEnd } else { Kind::CloseBrace }, length);
        self.braces -= 1;
        if ends {
            self.returns.pop();
            self.modes.pop();
        }
    }

    fn open_sequence(&mut self, kind: Kind) {
        let length = if self.rest()[2..].starts_with('~') { 3 } else { 2 };
        self.emit(kind, length);
        self.braces += 1;
        self.returns.push(self.braces);
        self.modes.push(Mode::Sequence);
    }

    fn quoted(&mut self) {
        let rest = self.rest();
        match sequence(rest) {
            Some(Sequence::Opens(kind)) => return self.open_sequence(kind),
            Some(Sequence::Escape(length)) => return self.emit(Kind::QuotedText, length),
            Some(Sequence::Sign) if rest.len() == 1 => return self.emit(Kind::Invalid, 1),
            Some(Sequence::Sign) => return self.emit(Kind::QuotedText, 1),
            None => {}
        }
        if rest.starts_with('"') {
            self.emit(Kind::CloseQuote, 1);
            self.modes.pop();
        } else if rest.starts_with(['\r', '\n']) {
            let end = rest.find(|c| c != '\r' && c != '\n').unwrap_or(rest.len());
            self.emit(Kind::QuotedNewline, end);
        } else {
            match quoted_length(rest) {
                0 => self.emit(Kind::Invalid, 1),
                length => self.emit(Kind::QuotedText, length),
            }
        }
    }

    fn heredoc(&mut self) {
        let rest = self.rest();
        let end = rest.find(['$', '%', '\n']).unwrap_or(rest.len());
        let line_ends = rest[end..].starts_with('\n');
        if line_ends && self.ends_heredoc(&rest[..end]) {
            return self.close_heredoc(&rest[..end]);
        }
        if line_ends {
            self.heredoc_text(end + 1, true);
        } else if end > 0 {
            self.heredoc_text(end, false);
        } else {
            self.heredoc_sequence();
        }
    }

    fn ends_heredoc(&self, line: &str) -> bool {
        matches!(self.modes.last(), Some(Mode::Heredoc { marker, starts_line: true }) if line.trim() == *marker)
    }

    /// The line break behind the mark is a token of its own: it ends the argument.
    fn close_heredoc(&mut self, line: &str) {
        let mark = line.strip_suffix('\r').unwrap_or(line);
        self.emit(Kind::CloseHeredoc, mark.len());
        self.emit(Kind::Newline, line.len() - mark.len() + 1);
        self.modes.pop();
    }

    fn heredoc_text(&mut self, length: usize, line_ends: bool) {
        self.emit(Kind::HeredocText, length);
        self.starts_line(line_ends);
    }

    fn heredoc_sequence(&mut self) {
        match sequence(self.rest()) {
            Some(Sequence::Opens(kind)) => {
                self.starts_line(false);
                self.open_sequence(kind);
            }
            Some(Sequence::Escape(length)) => self.heredoc_text(length, false),
            Some(Sequence::Sign) | None if self.rest().len() == 1 => self.emit(Kind::Invalid, 1),
            Some(Sequence::Sign) | None => self.heredoc_text(1, false),
        }
    }

    fn starts_line(&mut self, is: bool) {
        if let Some(Mode::Heredoc { starts_line, .. }) = self.modes.last_mut() {
            *starts_line = is;
        }
    }
}

/// What a `$` or `%` in a text is.
enum Sequence {
    /// It begins a sequence.
    Opens(Kind),
    /// It is doubled before a brace, so many bytes long.
    Escape(usize),
    /// It is just a sign.
    Sign,
}

fn sequence(rest: &str) -> Option<Sequence> {
    let kind = match rest.as_bytes().first()? {
        b'$' => Kind::Interpolation,
        b'%' => Kind::Directive,
        _ => return None,
    };
    if rest[1..].starts_with('{') {
        return Some(Sequence::Opens(kind));
    }
    if rest[1..].starts_with(&rest[..1]) && rest[2..].starts_with('{') {
        return Some(Sequence::Escape(if rest[3..].starts_with('~') { 4 } else { 3 }));
    }
    Some(Sequence::Sign)
}

/// How much of a quoted text has no sequence, quote or line break in it. A backslash goes with what follows.
fn quoted_length(rest: &str) -> usize {
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '$' | '%' | '"' | '\r' | '\n' => return at,
            '\\' if !chars.next().is_some_and(|(_, next)| next != '\r' && next != '\n') => return at,
            _ => {}
        }
    }
    rest.len()
}

/// Digits, dots and exponents; a dot at the end is not part of it.
fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let (mut at, mut end) = (1, 1);
    loop {
        match bytes.get(at) {
            Some(b'0'..=b'9') => {
                at += 1;
                end = at;
            }
            Some(b'.') => at += 1,
            Some(b'e' | b'E') => {
                let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
                if !bytes.get(at + 1 + sign).is_some_and(u8::is_ascii_digit) {
                    return end;
                }
                at += 2 + sign;
                end = at;
            }
            _ => return end,
        }
    }
}

fn comment_length(rest: &str) -> Option<usize> {
    if rest.starts_with('#') || rest.starts_with("//") {
        return Some(rest.find('\n').map_or(rest.len(), |end| end + 1));
    }
    rest.strip_prefix("/*")?.find("*/").map(|end| end + 4)
}

/// `<<` or `<<-`, a name, and the end of the line.
fn heredoc_opening(rest: &str) -> Option<(usize, &str)> {
    let after = rest.strip_prefix("<<")?;
    let name = after.strip_prefix('-').unwrap_or(after);
    let end = name.find(|c| !is_identifier_part(c))?;
    let newline = if name[end..].starts_with("\r\n") { 2 } else { usize::from(name[end..].starts_with('\n')) };
    let good = name.starts_with(is_identifier_start) && newline > 0;
    good.then(|| (rest.len() - name.len() + end + newline, &name[..end]))
}

const OPERATORS: &[(&str, Kind)] = &[
    ("...", Kind::Ellipsis),
    ("==", Kind::EqualEqual),
    ("=>", Kind::FatArrow),
    ("!=", Kind::NotEqual),
    (">=", Kind::GreaterEqual),
    ("<=", Kind::LessEqual),
    ("&&", Kind::And),
    ("||", Kind::Or),
    ("::", Kind::DoubleColon),
    ("\r\n", Kind::Newline),
    ("\n", Kind::Newline),
    ("[", Kind::OpenBracket),
    ("]", Kind::CloseBracket),
    ("(", Kind::OpenParen),
    (")", Kind::CloseParen),
    (".", Kind::Dot),
    (",", Kind::Comma),
    ("*", Kind::Star),
    ("/", Kind::Slash),
    ("%", Kind::Percent),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("=", Kind::Equal),
    ("<", Kind::Less),
    (">", Kind::Greater),
    ("!", Kind::Not),
    ("?", Kind::Question),
    (":", Kind::Colon),
    ("&", Kind::BitAnd),
    ("|", Kind::BitOr),
    ("~", Kind::BitNot),
    ("^", Kind::BitXor),
    (";", Kind::Semicolon),
    ("`", Kind::Backtick),
    ("'", Kind::Apostrophe),
];

fn operator(rest: &str) -> Option<(Kind, usize)> {
    OPERATORS.iter().find(|(text, _)| rest.starts_with(text)).map(|(text, kind)| (*kind, text.len()))
}

fn is_identifier_start(c: char) -> bool {
    c == '_' || unicode_ident::is_xid_start(c)
}

fn is_identifier_part(c: char) -> bool {
    c == '-' || unicode_ident::is_xid_continue(c)
}

/// Whether a text is a name of the language.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.starts_with(is_identifier_start) && text.chars().all(is_identifier_part)
}
