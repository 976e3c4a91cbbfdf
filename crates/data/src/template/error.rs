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
    /// A Jet template that is written down in it is wrong.
    #[error("{}", .0.message)]
    Jet(Flaw),
    /// A template that is written down in it is wrong, and its text differs from what is written.
    #[error("line {line}, column {column} of the template: {cause}")]
    Within {
        /// The line in the template, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What is wrong.
        cause: Box<Self>,
    },
    /// The search for the ends of expressions was given up.
    #[error("text has too many `{{{{` and `${{` without an end")]
    Openers,
}

/// What is wrong with a Jet template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// What is wrong.
    pub message: String,
    /// What to do about it, where that is known.
    pub help: Option<String>,
}

impl Cause {
    fn help(&self) -> Option<String> {
        match self {
            Self::Compile(error) => lower_case_root(error).or_else(|| error.help()),
            Self::Run(error) => error.help(),
            Self::Jet(flaw) => flaw.help.clone(),
            Self::Within { cause, .. } => cause.help(),
            Self::Depth | Self::Size(_) | Self::Length | Self::Openers => None,
        }
    }

    fn code(&self) -> &'static Code {
        match self {
            Self::Compile(_) | Self::Openers => &expr::EXPR_COMPILE,
            Self::Jet(_) => &jet::JET_PARSE,
            Self::Within { cause, .. } => cause.code(),
            Self::Run(_) | Self::Depth | Self::Size(_) | Self::Length => &expr::EXPR_RUN,
        }
    }
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
        self.cause.help()
    }

    /// The code of the problem.
    pub fn code(&self) -> &'static Code {
        self.cause.code()
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
