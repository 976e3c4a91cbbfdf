//! From text to a program.

use super::check::check;
use super::code::{Program, generate};
use super::environment::Environment;
use super::error::{CompileError, Problem};
use super::parse::parse;
use super::rewrite::rewrite;
use super::types::Nature;

/// Compiles an expression.
pub fn compile(text: &str, environment: &Environment) -> Result<Program, CompileError> {
    build(text, environment, false)
}

/// Compiles an expression whose result has to be a bool, such as a condition. Nil counts as false.
pub fn compile_bool(text: &str, environment: &Environment) -> Result<Program, CompileError> {
    build(text, environment, true)
}

fn build(text: &str, environment: &Environment, to_bool: bool) -> Result<Program, CompileError> {
    let mut tree = parse(text, environment)?;
    let checked = check(&tree, environment)?;
    let result = checked.natures[tree.root as usize];
    if to_bool && result != Nature::Bool && !result.is_unknown() {
        let problem = Problem::NotBool { given: result.to_string() };
        return Err(CompileError { problem, place: tree.place(tree.root) });
    }
    rewrite(&mut tree, checked.natures)?;
    generate(&tree, environment, checked.patterns, to_bool)
}
