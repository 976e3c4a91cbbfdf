//! Compiled expressions.

use std::fmt;
use std::sync::Arc;

use regex_automata::meta;

use super::error::{Problem, RegexpError};
use super::parse::parse;

/// How many bytes the automaton of an expression may take. A class such as `\pL` takes some ten thousand.
const MAX_AUTOMATON: usize = 16 << 20;
/// How many bytes a search may take to remember the places of groups for each state of the automaton.
const MAX_SEARCH: usize = 128 << 20;
/// No state of an automaton is smaller.
const BYTES_PER_STATE: usize = 24;
/// Two tables with the beginning and the end of each group.
const BYTES_PER_GROUP: usize = 2 * 2 * 8;

/// A regular expression. Clones share it.
#[derive(Clone)]
pub struct Regexp(Arc<Body>);

struct Body {
    pattern: String,
    names: Vec<String>,
    engine: meta::Regex,
}

impl Regexp {
    /// Compiles an expression in Go's syntax.
    pub fn compile(pattern: &str) -> Result<Self, RegexpError> {
        let expression = parse(pattern)?;
        let config = meta::Config::new().nfa_size_limit(Some(MAX_AUTOMATON));
        let engine = meta::Builder::new()
            .configure(config)
            .build_from_hir(&expression.hir)
            .map_err(|_| RegexpError::new(Problem::Large, pattern))?;
        let states = engine.memory_usage() / BYTES_PER_STATE;
        if states.saturating_mul(expression.names.len() * BYTES_PER_GROUP) > MAX_SEARCH {
            return Err(RegexpError::new(Problem::Large, pattern));
        }
        Ok(Self(Arc::new(Body { pattern: pattern.to_string(), names: expression.names, engine })))
    }

    /// The expression as it was written.
    pub fn as_str(&self) -> &str {
        &self.0.pattern
    }

    /// How many groups capture, the whole match not counted.
    pub fn group_count(&self) -> usize {
        self.0.names.len() - 1
    }

    /// The names of all groups that capture, in order and empty where there is none. The first is that of the whole match.
    pub fn group_names(&self) -> &[String] {
        &self.0.names
    }

    /// The number of the first group with this name.
    pub fn group_index(&self, name: &str) -> Option<usize> {
        self.0.names.iter().position(|known| !name.is_empty() && known == name)
    }

    pub(super) fn engine(&self) -> &meta::Regex {
        &self.0.engine
    }
}

impl fmt::Debug for Regexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Regexp({:?})", self.as_str())
    }
}

/// The text as an expression that matches only it.
pub fn quote_meta(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if r"\.+*?()|[]{}^$".contains(c) {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted
}
