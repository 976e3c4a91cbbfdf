//! What is wrong with a text, and where in it.

use std::ops::Range;

use super::output::MAX_OUTPUT;
use super::values::MAX_DEPTH;
use diagnostics::Code;
use expr::exprlang::{CompileError, Place, Problem, RunError};
use value::TooLarge;

/// Something is wrong with an expression in a text. All ranges are bytes of the text and on boundaries of characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{cause}")]
pub struct TextError {
    /// Where, as close as it is known.
    pub at: Range<usize>,
    /// The whole expression, without its marks.
    pub expression: Range<usize>,
    /// What.
    pub cause: Cause,
}

/// What can be wrong with an expression in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// It does not compile.
    #[error("{0}")]
    Compile(CompileError),
    /// It fails when it runs.
    #[error("{0}")]
    Run(RunError),
    /// Lists and maps around it are nested too deep.
    #[error("lists and maps are nested more than {MAX_DEPTH} levels deep")]
    Depth,
    /// The value is larger than any that can be used.
    #[error("{0}")]
    Size(TooLarge),
    /// What comes out is too long.
    #[error("text becomes longer than {MAX_OUTPUT} bytes")]
    Length,
    /// The search for the ends of expressions was given up.
    #[error("text has too many `{{{{` and `${{` without an end")]
    Openers,
}

impl TextError {
    pub(super) fn compile(source: &str, code: &Range<usize>, error: CompileError) -> Self {
        let at = within(source, code, error.place);
        Self { at, expression: code.clone(), cause: Cause::Compile(error) }
    }

    pub(super) fn run(source: &str, code: &Range<usize>, error: RunError) -> Self {
        let at = within(source, code, error.place);
        Self { at, expression: code.clone(), cause: Cause::Run(error) }
    }

    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<String> {
        match &self.cause {
            Cause::Compile(error) => lower_case_root(error).or_else(|| error.help()),
            Cause::Run(error) => error.help(),
            Cause::Depth | Cause::Size(_) | Cause::Length | Cause::Openers => None,
        }
    }

    /// The code of the problem.
    pub fn code(&self) -> &'static Code {
        match &self.cause {
            Cause::Compile(_) | Cause::Openers => &expr::EXPR_COMPILE,
            Cause::Run(_) | Cause::Depth | Cause::Size(_) | Cause::Length => &expr::EXPR_RUN,
        }
    }
}

/// Roots are written with capitals here, and with small letters in `lookup` and in Jet.
fn lower_case_root(error: &CompileError) -> Option<String> {
    let Problem::UnknownName { name, .. } = &error.problem else { return None };
    let root = ["Facts", "Data", "Environ"].into_iter().find(|root| root.eq_ignore_ascii_case(name))?;
    Some(format!("write `{root}`; small letters are for `lookup('{name}.…')`"))
}

/// A place in an expression as a range of the text around it. An empty one, such as the end of the expression, becomes
/// the character before it, so that there is something to point at.
fn within(source: &str, code: &Range<usize>, place: Place) -> Range<usize> {
    let start = (code.start + place.range().start).min(code.end);
    let end = (code.start + place.range().end).clamp(start, code.end);
    if start == end && start > code.start {
        let last = source[code.start..start].chars().next_back().map_or(0, char::len_utf8);
        return start - last..start;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_inside_of_the_text() {
        let text = "x {{ aé + }}";
        let code = 5..10;
        assert_eq!(&text[code.clone()], "aé +");
        assert_eq!(within(text, &code, Place::new(0, 3)), 5..8);
        assert_eq!(within(text, &code, Place::new(5, 5)), 9..10);
        assert_eq!(within(text, &code, Place::new(900, 901)), 9..10);
        assert_eq!(within(text, &(5..5), Place::new(0, 0)), 5..5);
    }
}
