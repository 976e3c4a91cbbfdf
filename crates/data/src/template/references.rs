//! What texts refer to, without working them out.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use expr::exprlang::{self, CallSite, CompileError, Problem, Step};
use value::{List, Value};

use super::error::TextError;
use super::literal;
use super::path;
use super::scope::Scope;

/// A value of facts, data or environment variables that an expression asks for. What is below the variables of loops and
/// of `let` is not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Where it begins.
    pub root: Root,
    /// The steps from there, as far as they are written down; none stands for everything.
    pub path: Vec<Step>,
    /// Where, as bytes of the text.
    pub at: Range<usize>,
    /// Whether it may be missing: it is asked for with `?.`, `??`, `get`, `in`, a comparison with nil, or a default.
    pub guarded: bool,
    /// Whether it is asked for only when something else in the expression says so.
    pub conditional: bool,
}

/// Where a reference begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Root {
    /// `Facts`, and `facts` in `lookup`.
    Facts,
    /// `Data`, and `data` in `lookup`.
    Data,
    /// `Environ`, and `environ` in `lookup`.
    Environ,
    /// The key of a `lookup` begins with none of them.
    Nowhere,
}

/// What the expression in `code` of a text refers to; nothing when it does not compile.
pub(super) fn of(source: &str, code: &Range<usize>, scope: &Scope) -> Vec<Reference> {
    let Ok(found) = exprlang::scan(&source[code.clone()], scope.names()) else { return Vec::new() };
    let place = |place: exprlang::Place| code.start + place.range().start..code.start + place.range().end;
    let named = found.references.into_iter().filter_map(|reference| {
        let mut path = reference.path.into_iter();
        let Some(Step::Name(root)) = path.next() else { return None };
        let (root, path) = (Root::named(&root)?, path.collect());
        let exprlang::Reference { guarded, conditional, place: at, .. } = reference;
        Some(Reference { root, path, at: place(at), guarded, conditional })
    });
    let looked_up = found.calls.iter().filter_map(|call| looked_up(call, scope, place(call.place)));
    let nested = found.calls.iter().flat_map(|call| literal::references(source, code, call, scope));
    let mut all: Vec<_> = named.chain(looked_up).chain(nested).collect();
    all.sort_by_key(|reference| reference.at.start);
    all
}

/// Whether an expression calls one of these functions.
pub(super) fn calls_any(source: &str, scope: &Scope, names: &[&str]) -> bool {
    exprlang::scan(source, scope.names()).is_ok_and(|found| found.calls.iter().any(|call| names.contains(&&*call.name)))
}

/// What a call of `lookup` with a key that is written down asks for, as far as the key consists of plain names.
fn looked_up(call: &CallSite, scope: &Scope, at: Range<usize>) -> Option<Reference> {
    let key = call.arguments.first().filter(|_| &*call.name == "lookup")?.literal.as_ref()?.as_str()?;
    let steps = path::steps(key);
    let (root, names) = steps.names.split_first()?;
    let root = match Root::of_lookup(root) {
        Some(root) => root,
        None if steps.complete => Root::Nowhere,
        None => return None,
    };
    let names = if root == Root::Nowhere { &steps.names } else { names };
    let default = call.arguments.get(1);
    let has_default = default.is_some_and(|default| default.literal != Some(Value::Null));
    let guarded = has_default || scope.reach() == super::Reach::Facts;
    let path = names.iter().map(|name| step(name)).collect();
    Some(Reference { root, path, at, guarded, conditional: call.conditional })
}

fn step(name: &str) -> Step {
    match name.parse::<u32>() {
        Ok(index) => Step::Index(index.into()),
        Err(_) => Step::Name(Arc::from(name)),
    }
}

/// How many arguments the functions of manifests take: at least, at most, in words. They say so themselves when they are
/// called; a mistake in a text is found before that.
const ARITY: &[(&str, usize, usize, &str)] = &[
    ("lookup", 1, 2, "1 or 2 arguments"),
    ("readFile", 1, usize::MAX, "1 argument"),
    ("file", 1, usize::MAX, "1 argument"),
    ("template", 1, usize::MAX, "1 argument"),
    ("jet", 1, 3, "1 or 3 arguments"),
    ("registrations", 4, 4, "4 arguments"),
    ("kvGet", 2, 2, "2 arguments"),
];

/// Everything that is wrong with the expression in `code` of a text that does not compile because of `error`. Some of it
/// is found only when the rest is right.
pub(super) fn mistakes(source: &str, code: &Range<usize>, scope: &Scope, error: CompileError) -> Vec<TextError> {
    let (_, mut all) = exprlang::examine(&source[code.clone()], scope.names());
    if all.is_empty() {
        all.push(error);
    }
    all.into_iter().map(|error| TextError::compile(source, code, error)).collect()
}

/// Calls of such functions with too few or too many arguments, or with a template that is written down there and is wrong,
/// in the expression in `code` of a text.
pub(super) fn miscalls(source: &str, code: &Range<usize>, scope: &Scope) -> Vec<TextError> {
    let text = &source[code.clone()];
    if !ARITY.iter().any(|(name, ..)| text.contains(name)) {
        return Vec::new();
    }
    let (found, _) = exprlang::examine(text, scope.names());
    let counts = |call| wrong(call).map(|error| TextError::compile(source, code, error));
    let calls = found.calls.iter();
    calls.flat_map(|call| counts(call).into_iter().chain(literal::mistakes(source, code, call, scope))).collect()
}

fn wrong(call: &CallSite) -> Option<CompileError> {
    let (name, least, most, expected) = ARITY.iter().find(|(name, ..)| **name == *call.name)?;
    let given = call.arguments.len();
    let is_right = (*least..=*most).contains(&given) && (*name != "jet" || given != 2);
    let (name, expected) = ((*name).to_owned(), (*expected).to_owned());
    let problem = Problem::ArgumentCount { name, expected, given };
    (!is_right).then_some(CompileError { problem, place: call.place })
}

impl Root {
    /// By its name in expressions.
    fn named(name: &str) -> Option<Self> {
        match name {
            "Facts" => Some(Self::Facts),
            "Data" => Some(Self::Data),
            "Environ" => Some(Self::Environ),
            _ => None,
        }
    }

    /// By its name in keys of `lookup`.
    fn of_lookup(name: &str) -> Option<Self> {
        match name {
            "facts" => Some(Self::Facts),
            "data" => Some(Self::Data),
            "environ" => Some(Self::Environ),
            _ => None,
        }
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Facts => "Facts",
            Self::Data => "Data",
            Self::Environ => "Environ",
            Self::Nowhere => "",
        })
    }
}

/// `Facts.disks[0].size`.
impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root.fmt(f)?;
        self.path.iter().try_for_each(|step| match step {
            Step::Name(name) => write!(f, ".{name}"),
            Step::Index(index) => write!(f, "[{index}]"),
        })
    }
}

impl Reference {
    /// Whether a value has what is asked for. A list has every index: how long it is depends on the machine.
    pub fn is_in(&self, root: &Value) -> bool {
        self.leads(root, |_, _| Found::Anything)
    }

    /// The same where lists are as long as they are.
    pub fn is_exactly_in(&self, root: &Value) -> bool {
        self.leads(root, |list, step| match step {
            Step::Index(index) => {
                let from_end = index.checked_add_unsigned(list.len() as u64).filter(|_| *index < 0);
                let index = usize::try_from(from_end.unwrap_or(*index)).ok();
                index.and_then(|index| list.get(index)).map_or(Found::Nothing, Found::Value)
            }
            Step::Name(_) => Found::Anything,
        })
    }

    fn leads<'v>(&self, root: &'v Value, in_list: impl Fn(&'v List, &Step) -> Found<'v>) -> bool {
        let mut value = root;
        for step in &self.path {
            let next = match (value, step) {
                (Value::Map(map), Step::Name(name)) => map.field(name),
                (Value::Map(map), Step::Index(index)) => map.get(*index).or_else(|| map.get(&index.to_string())),
                (Value::List(list), step) => match in_list(list, step) {
                    Found::Anything => return true,
                    Found::Value(item) => Some(item),
                    Found::Nothing => None,
                },
                (Value::Unknown(_) | Value::Opaque(_), _) => return true,
                _ => None,
            };
            let Some(next) = next else { return false };
            value = next;
        }
        true
    }
}

/// What a list has at a step.
enum Found<'v> {
    Anything,
    Value(&'v Value),
    Nothing,
}
