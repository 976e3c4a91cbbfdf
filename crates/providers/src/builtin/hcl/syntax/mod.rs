//! The language of HCL: scanning, parsing with all problems at once, and the canonical layout. Written here, because the
//! layout needs every token, and the places of problems have to be those of the original library.

mod body;
mod cursor;
mod expression;
mod for_expression;
mod format;
mod place;
mod problem;
mod scan;
mod spacing;
mod steps;
mod strings;
mod template;
mod token;
mod tree;

pub(super) use format::format;
pub(super) use place::Lines;
pub(super) use problem::Problem;
pub(super) use scan::is_identifier;
pub(super) use tree::{Block, Body, Expression, For, Key, Node, Operator, Part, Step};

use cursor::Cursor;
use token::Kind;

/// What a source says, and all that is wrong with it.
pub(super) fn parse(source: &str) -> (Body, Vec<Problem>) {
    let tokens = scan::scan(source);
    let mut cursor = Cursor::new(source, &tokens);
    let body = cursor.body(Kind::End);
    let mut problems = problem::of_tokens(&tokens, source);
    problems.append(&mut cursor.problems);
    (body, problems)
}

/// The expression that a text is, when it is one and nothing else.
pub(super) fn parse_expression(source: &str) -> Option<Expression> {
    let tokens = scan::scan(source);
    let mut cursor = Cursor::new(source, &tokens);
    cursor.see_newlines(false);
    let expression = cursor.expression();
    let is_whole = cursor.problems.is_empty() && cursor.peek_kind() == Kind::End;
    (is_whole && problem::of_tokens(&tokens, source).is_empty()).then_some(expression)
}
