//! Which of the four forms a text is written in.

use super::emit::{Fidelity, is_break};
use super::scalar::Scalar;

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    Single,
    Double,
    Literal,
}

/// Several lines are a literal block, what would be read as another type is double-quoted, and what would be read as
/// syntax is single-quoted; whatever a form cannot express is double-quoted.
pub(super) fn form_of(scalar: &Scalar<'_>, fidelity: Fidelity) -> Form {
    let text = scalar.text.as_ref();
    let traits = Traits::of(text);
    if fidelity >= Fidelity::Texts && (traits.reads_back_wrong || text == "<<") {
        return Form::Double;
    }
    if text.contains('\n') {
        return if traits.allows_literal() { Form::Literal } else { Form::Double };
    }
    if scalar.reads_as_other || !traits.allows_single() {
        return Form::Double;
    }
    if traits.allows_plain() { Form::Plain } else { Form::Single }
}

/// What a text has in it that some forms cannot express.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent fact about a text")]
struct Traits {
    /// Something that would be taken for syntax outside of quotes.
    indicator: bool,
    line_break: bool,
    /// A character that must be escaped.
    special: bool,
    tab: bool,
    /// A space or a line break at either end.
    blank_edge: bool,
    space_at_end: bool,
    space_before_break: bool,
    space_after_break: bool,
    /// yaml.v3 writes it in a way that reads back as something else.
    reads_back_wrong: bool,
}

impl Traits {
    fn of(text: &str) -> Self {
        let mut traits = Self { indicator: text.starts_with("---") || text.starts_with("..."), ..Self::default() };
        let mut previous = None;
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            traits.note(previous, char, chars.peek().copied());
            previous = Some(char);
        }
        let is_blank = |char: char| char == ' ' || is_break(char);
        traits.blank_edge = text.starts_with(is_blank) || text.ends_with(is_blank);
        traits.space_at_end = text.ends_with(' ');
        traits.reads_back_wrong |= text.contains('\n') && (text.starts_with(is_blank) || text.starts_with('\t'));
        traits
    }

    fn note(&mut self, previous: Option<char>, char: char, next: Option<char>) {
        self.indicator |= is_indicator(previous, char, next);
        self.tab |= char == '\t';
        self.special |= char != '\t' && !is_printable(char);
        self.line_break |= is_break(char);
        self.space_before_break |= is_break(char) && previous == Some(' ');
        self.space_after_break |= char == ' ' && previous.is_some_and(is_break);
        self.reads_back_wrong |= is_break(char) && char != '\n';
    }

    fn allows_literal(&self) -> bool {
        !(self.space_at_end || self.space_before_break || self.special)
    }

    fn allows_single(&self) -> bool {
        !(self.space_after_break || self.space_before_break || self.tab || self.special)
    }

    fn allows_plain(&self) -> bool {
        self.allows_single() && !(self.blank_edge || self.line_break || self.indicator)
    }
}

/// Whether a character would be taken for syntax in a plain text of a block.
fn is_indicator(previous: Option<char>, char: char, next: Option<char>) -> bool {
    let before_blank = next.is_none_or(|next| matches!(next, ' ' | '\t'));
    match (previous, char) {
        (_, ':') | (None, '?' | '-') => before_blank,
        (None, ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' | '#') => true,
        (Some(previous), '#') => matches!(previous, ' ' | '\t' | '\0') || is_break(previous),
        _ => false,
    }
}

/// Whether yaml.v3 writes a character as it is. It escapes everything beyond the basic plane.
pub(super) fn is_printable(char: char) -> bool {
    matches!(char, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}') && char != '\u{feff}'
}
