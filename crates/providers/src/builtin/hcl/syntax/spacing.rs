//! Blanks between two tokens of a line.

use super::token::Kind;

/// Whether a blank stands between a token and the next; the first rule that fits decides. `is_in` tells that it is the
/// word of a loop, behind a name.
pub(super) fn has_space(before: Option<Kind>, here: Kind, next: Kind, is_in: bool) -> bool {
    if is_glued(here, next) {
        return false;
    }
    if here == Kind::Comma {
        return true;
    }
    if is_text(here, next) {
        return false;
    }
    if is_in {
        return true;
    }
    if next == Kind::OpenBracket && (matches!(here, Kind::Identifier | Kind::Number) || here.nesting() < 0) {
        return false;
    }
    match here {
        Kind::Not => false,
        Kind::Minus => before.is_some_and(ends_operand),
        _ => beside_brackets(here, next),
    }
}

fn is_glued(here: Kind, next: Kind) -> bool {
    matches!(next, Kind::Newline | Kind::Dot | Kind::Comma | Kind::Ellipsis)
        || here == Kind::Dot
        || here == Kind::Identifier && matches!(next, Kind::OpenParen | Kind::DoubleColon)
        || here == Kind::DoubleColon && next == Kind::Identifier
}

/// Nothing is added to texts.
fn is_text(here: Kind, next: Kind) -> bool {
    matches!(here, Kind::QuotedText | Kind::HeredocText | Kind::OpenQuote | Kind::OpenHeredoc)
        || matches!(next, Kind::QuotedText | Kind::HeredocText | Kind::CloseQuote | Kind::CloseHeredoc)
}

/// Braces have blanks inside, other brackets have not; an object in a sequence is set apart.
fn beside_brackets(here: Kind, next: Kind) -> bool {
    let sequence = |kind| matches!(kind, Kind::Interpolation | Kind::Directive);
    if here == Kind::OpenBrace || next == Kind::CloseBrace {
        return !(here == Kind::OpenBrace && next == Kind::CloseBrace);
    }
    if sequence(here) && next == Kind::OpenBrace || here == Kind::CloseBrace && next == Kind::SequenceEnd {
        return true;
    }
    if here == Kind::SequenceEnd && sequence(next) {
        return false;
    }
    here.nesting() <= 0 && next.nesting() >= 0
}

/// Whether a minus behind it subtracts.
fn ends_operand(kind: Kind) -> bool {
    use Kind::{
        And, Colon, Comma, Equal, EqualEqual, Greater, GreaterEqual, Less, LessEqual, Minus, Not, NotEqual, OpenBrace,
        OpenBracket, OpenParen, Or, Percent, Plus, Question, Slash, Star,
    };
    let opens = matches!(kind, OpenParen | OpenBrace | OpenBracket | Equal | Colon | Comma | Question);
    let calculates = matches!(kind, Plus | Star | Slash | Percent | Minus);
    let compares = matches!(kind, EqualEqual | NotEqual | Greater | GreaterEqual | Less | LessEqual | And | Or | Not);
    !(opens || calculates || compares)
}
