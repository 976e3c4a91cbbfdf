//! Texts with interpolations and directives.

use super::cursor::Cursor;
use super::token::{Kind, Token};
use super::tree::{Expression, Node, Part};
use std::ops::Range;

/// A part of a template before directives are put together.
enum Piece {
    Text(String),
    Value(Expression),
    If(Expression, Range<usize>),
    For { key_name: Option<String>, value_name: String, collection: Expression, place: Range<usize> },
    Else(Range<usize>),
    EndIf(Range<usize>),
    EndFor(Range<usize>),
}

impl Cursor<'_> {
    /// A text between quotes, or a heredoc.
    pub(super) fn template(&mut self) -> Expression {
        let open = self.read();
        let end = open.kind.opposite().unwrap_or(Kind::CloseQuote);
        let mut reader =
            Reader { pieces: Vec::new(), trims_next: false, follows_text: false, start: self.peek().place() };
        let end_place = reader.read(self, end);
        let mut pieces = reader.pieces;
        if open.text(self.source).starts_with("<<-") {
            flush(&mut pieces);
        }
        let close = self.previous();
        let is_wrap = matches!(pieces.as_slice(), [Piece::Value(_)]);
        let parts = Assembly { pieces: pieces.into_iter().peekable(), end: end_place, cursor: self }.root();
        Expression::new(Node::Template { parts, is_wrap }, open.place().start..close.end)
    }
}

/// Reads the pieces of a template.
struct Reader {
    pieces: Vec<Piece>,
    /// Whether `~}` was before.
    trims_next: bool,
    /// Whether a text was just before.
    follows_text: bool,
    start: Range<usize>,
}

impl Reader {
    /// The place of what ends the template.
    fn read(&mut self, cursor: &mut Cursor<'_>, end: Kind) -> Range<usize> {
        loop {
            let token = cursor.read();
            if token.kind == end {
                return token.place();
            }
            let trims = std::mem::take(&mut self.trims_next);
            let follows_text = std::mem::take(&mut self.follows_text);
            match token.kind {
                Kind::HeredocText | Kind::QuotedText => {
                    let text = cursor.unescaped(token);
                    self.pieces.push(Piece::Text(if trims { text.trim_start().to_owned() } else { text }));
                    self.follows_text = true;
                }
                Kind::Interpolation | Kind::Directive => {
                    if follows_text && token.text(cursor.source).ends_with('~') {
                        self.trim_last();
                    }
                    cursor.see_newlines(false);
                    if token.kind == Kind::Interpolation {
                        self.interpolation(cursor, end);
                    } else {
                        self.directive(cursor, token);
                    }
                    cursor.restore_newlines();
                }
                _ => {
                    let detail = "There is nothing that ends this text.";
                    cursor.tell_unless_lost("Unterminated template string", detail, token.place());
                    return cursor.recover(end).place();
                }
            }
        }
    }

    fn trim_last(&mut self) {
        if let Some(Piece::Text(text)) = self.pieces.last_mut() {
            text.truncate(text.trim_end().len());
        }
    }

    fn interpolation(&mut self, cursor: &mut Cursor<'_>, end: Kind) {
        let value = cursor.expression();
        let close = cursor.peek();
        if close.kind == Kind::SequenceEnd {
            self.close(cursor);
        } else {
            let (summary, detail, place) = self.no_end(close, end);
            cursor.tell_unless_lost(summary, detail, place);
            cursor.recover(Kind::SequenceEnd);
        }
        self.pieces.push(Piece::Value(value));
    }

    fn close(&mut self, cursor: &mut Cursor<'_>) {
        let close = cursor.read();
        self.trims_next = close.text(cursor.source).starts_with('~');
    }

    /// What is wrong with what stands behind an interpolation.
    fn no_end(&self, close: Token, end: Kind) -> (&'static str, &'static str, Range<usize>) {
        const UNCLOSED: &str = "Unclosed template interpolation sequence";
        const EXTRA: &str = "Extra characters after interpolation expression";
        let quote = matches!(close.kind, Kind::CloseQuote | Kind::OpenQuote) && end == Kind::CloseQuote;
        match close.kind {
            Kind::End => (UNCLOSED, "The source ends before the brace is closed.", self.start.clone()),
            Kind::Colon => {
                (EXTRA, "No colon stands here; `${` that is meant as it is is written `$${`.", close.place())
            }
            _ if quote => (UNCLOSED, "The text ends before the brace is closed.", self.start.clone()),
            _ => (
                EXTRA,
                "Here stands a closing brace; `${` that belongs to another language is written `$${`.",
                close.place(),
            ),
        }
    }

    fn directive(&mut self, cursor: &mut Cursor<'_>, open: Token) {
        let word = cursor.peek();
        if word.kind != Kind::Identifier {
            let detail = "Behind `%{` stands if, for, else, endif or endfor.";
            cursor.tell_unless_lost("Invalid template directive", detail, word.place());
            cursor.recover(Kind::SequenceEnd);
            return;
        }
        cursor.read();
        let Some(piece) = directive_of(cursor, word, open) else {
            cursor.recover(Kind::SequenceEnd);
            return;
        };
        self.pieces.push(piece);
        let close = cursor.peek();
        if close.kind == Kind::SequenceEnd {
            return self.close(cursor);
        }
        let summary = format!("Extra characters in {} marker", word.text(cursor.source));
        cursor.tell_unless_lost(summary, "Here stands a closing brace.", close.place());
        cursor.recover(Kind::SequenceEnd);
    }
}

fn directive_of(cursor: &mut Cursor<'_>, word: Token, open: Token) -> Option<Piece> {
    let up_to_here = |cursor: &Cursor<'_>| open.place().start..cursor.peek().place().end;
    match word.text(cursor.source) {
        "if" => {
            let condition = cursor.expression();
            Some(Piece::If(condition, up_to_here(cursor)))
        }
        "for" => loop_of(cursor, open),
        "else" => Some(Piece::Else(up_to_here(cursor))),
        "endif" => Some(Piece::EndIf(up_to_here(cursor))),
        "endfor" => Some(Piece::EndFor(up_to_here(cursor))),
        other => {
            let detail = format!("There is no directive {other:?}; there are if, for, else, endif and endfor.");
            cursor.tell_unless_lost("Invalid template control keyword", &detail, word.place());
            None
        }
    }
}

fn loop_of(cursor: &mut Cursor<'_>, open: Token) -> Option<Piece> {
    const SUMMARY: &str = "Invalid 'for' directive";
    let mut value_name = name_of(cursor, SUMMARY, "Behind 'for' stands a name.")?;
    let mut key_name = None;
    if cursor.peek_kind() == Kind::Comma {
        cursor.read();
        key_name = Some(value_name);
        value_name = name_of(cursor, SUMMARY, "Behind the comma stands a name for the value.")?;
    }
    let word = cursor.peek();
    if !cursor.is_word(word, "in") {
        cursor.tell_unless_lost(SUMMARY, "Behind the names stands 'in'.", word.place());
        return None;
    }
    cursor.read();
    let collection = cursor.expression();
    let place = open.place().start..cursor.peek().place().end;
    Some(Piece::For { key_name, value_name, collection, place })
}

fn name_of(cursor: &mut Cursor<'_>, summary: &str, detail: &str) -> Option<String> {
    let token = cursor.peek();
    if token.kind != Kind::Identifier {
        cursor.tell_unless_lost(summary, detail, token.place());
        return None;
    }
    cursor.read();
    Some(cursor.text(token))
}

/// A heredoc with a dash loses the blanks that all of its lines begin with. Only what was written counts, not what is put in.
fn flush(pieces: &mut [Piece]) {
    let mut starts_line = true;
    let (mut least, mut firsts) = (usize::MAX, Vec::new());
    for (at, piece) in pieces.iter().enumerate() {
        let was_start = std::mem::replace(&mut starts_line, false);
        match piece {
            Piece::Text(text) => {
                starts_line = text.ends_with('\n');
                let blanks = text.chars().take_while(|c| c.is_whitespace()).count();
                if was_start && !(starts_line && text.trim().is_empty()) {
                    least = least.min(blanks);
                    firsts.push(at);
                }
            }
            _ if was_start => least = 0,
            _ => {}
        }
    }
    for at in firsts {
        if let Piece::Text(text) = &mut pieces[at] {
            *text = text.chars().skip(least).collect();
        }
    }
}

/// Puts directives together with what is between them.
struct Assembly<'c, 's> {
    pieces: std::iter::Peekable<std::vec::IntoIter<Piece>>,
    end: Range<usize>,
    cursor: &'c mut Cursor<'s>,
}

impl Assembly<'_, '_> {
    fn root(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        while let Some(piece) = self.pieces.next() {
            self.part(piece, &mut parts);
        }
        parts
    }

    fn part(&mut self, piece: Piece, parts: &mut Vec<Part>) {
        match piece {
            Piece::Text(text) => push_text(text, parts),
            Piece::Value(value) => parts.push(Part::Value(value)),
            Piece::If(condition, place) => self.nested(|this| this.condition(condition, place), parts),
            Piece::For { key_name, value_name, collection, place } => {
                self.nested(
                    |this| {
                        let parts = this.repeated(&place)?;
                        Some(Part::For { key_name, value_name, collection, parts })
                    },
                    parts,
                );
            }
            Piece::Else(place) => self.unexpected("else", UNBALANCED, place),
            Piece::EndIf(place) => self.unexpected("endif", UNBALANCED, place),
            Piece::EndFor(place) => self.unexpected("endfor", UNBALANCED, place),
        }
    }

    fn nested(&mut self, make: impl FnOnce(&mut Self) -> Option<Part>, parts: &mut Vec<Part>) {
        let part = if self.cursor.descend() { make(self) } else { None };
        self.cursor.ascend();
        parts.push(part.unwrap_or_else(|| Part::Value(Expression::broken(self.end.clone()))));
    }

    fn unexpected(&mut self, name: &str, detail: &str, place: Range<usize>) {
        self.cursor.tell(format!("Unexpected {name} directive"), detail, place);
    }

    fn condition(&mut self, condition: Expression, place: Range<usize>) -> Option<Part> {
        let (mut then, mut otherwise, mut in_else) = (Vec::new(), Vec::new(), false);
        loop {
            match self.pieces.next() {
                Some(Piece::EndIf(_)) => return Some(Part::If { condition, then, otherwise }),
                Some(Piece::Else(_)) if !in_else => in_else = true,
                Some(Piece::Else(second)) => {
                    self.unexpected("else", "This if has an else already.", second);
                    return None;
                }
                Some(Piece::EndFor(other)) => {
                    self.unexpected("endfor", "What began with if ends with endif.", other);
                    return None;
                }
                Some(piece) => self.part(piece, if in_else { &mut otherwise } else { &mut then }),
                None => return self.unended("if", place),
            }
        }
    }

    fn repeated(&mut self, place: &Range<usize>) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        loop {
            match self.pieces.next() {
                Some(Piece::EndFor(_)) => return Some(parts),
                Some(Piece::Else(other)) => {
                    self.unexpected("else", "A for has no else.", other);
                    return None;
                }
                Some(Piece::EndIf(other)) => {
                    self.unexpected("endif", "What began with for ends with endfor.", other);
                    return None;
                }
                Some(piece) => self.part(piece, &mut parts),
                None => {
                    self.unended("for", place.clone());
                    return None;
                }
            }
        }
    }

    fn unended(&mut self, name: &str, begun: Range<usize>) -> Option<Part> {
        let line = self.cursor.source[..begun.start].matches('\n').count() + 1;
        let detail = format!("The {name} on line {line} has no end{name}.");
        let end = self.end.clone();
        self.cursor.tell("Unexpected end of template", detail, end);
        None
    }
}

const UNBALANCED: &str = "There is nothing here that it belongs to.";

/// Texts next to each other are one.
fn push_text(text: String, parts: &mut Vec<Part>) {
    match parts.last_mut() {
        Some(Part::Text(before)) => before.push_str(&text),
        _ => parts.push(Part::Text(text)),
    }
}
