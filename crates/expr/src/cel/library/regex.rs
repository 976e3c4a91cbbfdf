//! Regular expressions as Go has them.

use std::sync::Arc;

use gostd::regexp::{Regexp, RegexpError};
use value::Value;

use super::function::{Native, function};
use super::strings::text;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{Bool, List, String};

const GROUP: &str = "regex";

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "regex.match",
        group: GROUP,
        help: "whether a pattern matches anywhere in a text; the pattern comes first",
        example: "regex.match(\"^Hel\", \"Hello\")",
        result: "true",
        overloads: &[function("regex_match", &[String, String], Bool, |budget, arguments| {
            let regexp = pattern(budget, "regex.match", text(arguments, 0))?;
            is_match(budget, &regexp, text(arguments, 1)).map(Value::Bool)
        })],
    },
    Native {
        name: "regex.replace",
        group: GROUP,
        help: "a text with all matches of a pattern replaced; `$1` and `${name}` stand for groups; the text comes first",
        example: "regex.replace(\"key=value\", \"(\\\\w+)=(\\\\w+)\", \"$2=$1\")",
        result: "\"value=key\"",
        overloads: &[function("regex_replace", &[String, String, String], String, replace)],
    },
    Native {
        name: "regex.findAll",
        group: GROUP,
        help: "all matches of a pattern in a text; the pattern comes first",
        example: "regex.findAll(\"[0-9]+\", \"a1b22\")",
        result: "[\"1\", \"22\"]",
        overloads: &[function("regex_findAll", &[String, String], List(&String), find_all)],
    },
    Native {
        name: "regex.split",
        group: GROUP,
        help: "the parts of a text between matches of a pattern; the pattern comes first",
        example: "regex.split(\"[,;]+\", \"a,b;;c\")",
        result: "[\"a\", \"b\", \"c\"]",
        overloads: &[function("regex_split", &[String, String], List(&String), split)],
    },
];

/// The regular expression of a pattern.
pub(crate) fn compile(pattern: &str) -> Result<Regexp, RegexpError> {
    Regexp::compile(pattern)
}

/// Regular expressions that are compiled: those that a plan has found in its text, and the last ones that it needed
/// beside them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Patterns {
    planned: Arc<Vec<(Box<str>, Arc<Regexp>)>>,
    recent: Vec<(Box<str>, Arc<Regexp>)>,
}

/// How many regular expressions are kept that were not planned.
const RECENT: usize = 8;

/// What compiling a pattern takes, in steps for each of its bytes.
const STEPS: usize = 100;

impl Patterns {
    /// Compiles a pattern ahead. One that is wrong is left for the run.
    pub(crate) fn plan(&mut self, pattern: &str) {
        if self.find(pattern).is_none()
            && let Ok(regexp) = compile(pattern)
        {
            Arc::make_mut(&mut self.planned).push((pattern.into(), Arc::new(regexp)));
        }
    }

    fn find(&self, pattern: &str) -> Option<&Arc<Regexp>> {
        let mut all = self.planned.iter().chain(&self.recent);
        all.find(|(known, _)| **known == *pattern).map(|(_, regexp)| regexp)
    }

    fn keep(&mut self, pattern: &str, regexp: &Arc<Regexp>) {
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push((pattern.into(), Arc::clone(regexp)));
    }
}

/// The regular expression of a pattern, compiled once as far as possible.
pub(super) fn compiled(budget: &mut Budget, pattern: &str) -> Result<Result<Arc<Regexp>, RegexpError>, Failure> {
    if let Some(regexp) = budget.patterns().find(pattern) {
        return Ok(Ok(Arc::clone(regexp)));
    }
    budget.step(pattern.len().saturating_mul(STEPS))?;
    Ok(compile(pattern).map(|regexp| {
        let regexp = Arc::new(regexp);
        budget.patterns().keep(pattern, &regexp);
        regexp
    }))
}

/// Which argument of a function is a pattern, when the receiver counts as the first one.
pub(crate) fn pattern_argument(function: &str) -> Option<usize> {
    match function {
        "regex.match" | "regex.findAll" | "regex.split" => Some(0),
        "matches" | "regex.replace" => Some(1),
        _ => None,
    }
}

fn pattern(budget: &mut Budget, function: &str, pattern: &str) -> Result<Arc<Regexp>, Failure> {
    compiled(budget, pattern)?
        .map_err(|error| Failure::new(format!("{function}: invalid regex pattern {}: {error}", value::quote(pattern))))
}

/// Whether a pattern matches anywhere in a text.
pub(super) fn is_match(budget: &mut Budget, regexp: &Regexp, text: &str) -> Result<bool, Failure> {
    search(budget, text)?;
    Ok(regexp.is_match(text))
}

/// How many bytes of text a regular expression goes over in a step.
const BYTES_PER_STEP: usize = 8;

/// Takes the steps of a search through all of a text.
fn search(budget: &mut Budget, text: &str) -> Result<(), Failure> {
    budget.step(text.len() / BYTES_PER_STEP)
}

fn replace(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let regexp = pattern(budget, "regex.replace", text(arguments, 1))?;
    search(budget, text(arguments, 0))?;
    let left = budget.memory_left();
    let Ok(replaced) = regexp.replace_all_within(left, text(arguments, 0), text(arguments, 2).as_bytes()) else {
        budget.allocate(left.saturating_add(1))?;
        return Err(Failure::new("regex.replace: the text would be too long"));
    };
    let replaced = std::string::String::from_utf8_lossy(&replaced);
    budget.allocate(replaced.len())?;
    Ok(Value::string(replaced.into_owned()))
}

fn find_all(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let input = text(arguments, 1);
    let regexp = pattern(budget, "regex.findAll", text(arguments, 0))?;
    search(budget, input)?;
    let found = regexp.find_all(input, Some(budget.items_left().saturating_add(1)));
    budget.allocate_items(found.len())?;
    budget.allocate(found.iter().map(ExactSizeIterator::len).sum())?;
    Ok(found.into_iter().map(|range| Value::from(&input[range])).collect())
}

fn split(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let input = text(arguments, 1);
    let regexp = pattern(budget, "regex.split", text(arguments, 0))?;
    search(budget, input)?;
    let parts = regexp.split(input, Some(budget.items_left().saturating_add(1)));
    budget.allocate_items(parts.len())?;
    budget.allocate(input.len())?;
    Ok(parts.into_iter().map(Value::from).collect())
}
