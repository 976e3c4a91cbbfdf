//! What is wrong with a source.

use super::place::Lines;
use super::token::{Kind, Token};
use std::ops::Range;
use value::{Map, Value};

/// A problem: a short name that the original library has for it, what to do, and the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) summary: String,
    pub(crate) detail: String,
    pub(crate) place: Range<usize>,
}

impl Problem {
    pub(super) fn new(summary: impl Into<String>, detail: impl Into<String>, place: Range<usize>) -> Self {
        Self { summary: summary.into(), detail: detail.into(), place }
    }

    /// As one line: `input.tf:1,5-6: Invalid expression; …`.
    pub(crate) fn line(&self, file: &str, lines: &Lines<'_>) -> String {
        format!("{file}:{}: {}; {}", lines.shown(&self.place), self.summary, self.detail)
    }

    pub(crate) fn to_map(&self, file: &str, lines: &Lines<'_>) -> Map {
        let range: Map = [
            ("filename", Value::string(file)),
            ("start", lines.position(self.place.start).to_map().into()),
            ("end", lines.position(self.place.end).to_map().into()),
        ]
        .into_iter()
        .collect();
        [
            ("severity", Value::string("error")),
            ("summary", Value::string(self.summary.as_str())),
            ("detail", Value::string(self.detail.as_str())),
            ("range", range.into()),
        ]
        .into_iter()
        .collect()
    }
}

/// Tokens that have no place anywhere. Most kinds are told of once or a few times: more would not help.
pub(super) fn of_tokens(tokens: &[Token], source: &str) -> Vec<Problem> {
    let mut told = Told::default();
    tokens.iter().filter_map(|token| told.problem(*token, source)).collect()
}

#[derive(Default)]
struct Told {
    bitwise: usize,
    backticks: usize,
    apostrophes: usize,
    semicolons: usize,
}

impl Told {
    fn problem(&mut self, token: Token, source: &str) -> Option<Problem> {
        let (summary, detail) = match token.kind {
            Kind::BitAnd | Kind::BitOr | Kind::BitXor | Kind::BitNot => {
                self.bitwise += 1;
                (self.bitwise <= 4).then(|| ("Unsupported operator", bitwise(token.kind)))?
            }
            Kind::Backtick => {
                let first = in_pairs(&mut self.backticks);
                first.then_some((
                    "Invalid character",
                    "Backquotes mark no text; text of several lines is a heredoc, `<<EOT`.",
                ))?
            }
            Kind::Apostrophe => {
                let first = in_pairs(&mut self.apostrophes);
                first.then_some(("Invalid character", "Text stands between double quotes, not single ones."))?
            }
            Kind::Semicolon => {
                self.semicolons += 1;
                let detail =
                    "Arguments and blocks end with the line, items of lists with a comma; there is no semicolon.";
                (self.semicolons == 1).then_some(("Invalid character", detail))?
            }
            Kind::QuotedNewline => (
                "Invalid multi-line string",
                "Text between quotes ends on its line; a line break in it is `\\n`, and longer text is a heredoc.",
            ),
            Kind::Invalid if matches!(token.text(source), "“" | "”") => {
                ("Invalid character", "These are typographic quotes; text stands between straight ones.")
            }
            Kind::Invalid => ("Invalid character", "The language has no such character."),
            _ => return None,
        };
        Some(Problem::new(summary, detail, token.place()))
    }
}

/// What comes in pairs is told of once for each pair, until it is clear that something else is wrong.
fn in_pairs(count: &mut usize) -> bool {
    let is_first = count.is_multiple_of(2);
    *count = (*count + 1).min(3);
    is_first
}

fn bitwise(kind: Kind) -> &'static str {
    match kind {
        Kind::BitAnd => "There are no operators on bits; a logical and is `&&`.",
        Kind::BitOr => "There are no operators on bits; a logical or is `||`.",
        Kind::BitNot => "There are no operators on bits; a logical not is `!`.",
        _ => "There are no operators on bits.",
    }
}
