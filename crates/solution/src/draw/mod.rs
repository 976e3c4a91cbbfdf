//! Graphs of resolvers and of actions: for people, for Graphviz, for Mermaid, and as data. Everything is sorted, so that
//! two drawings of one solution are the same.

mod actions;
mod resolvers;

pub use actions::draw_actions;
pub use resolvers::draw_resolvers;

use value::{List, Map, Value};

/// What a graph is drawn as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphForm {
    /// Lines for people.
    Ascii,
    /// Graphviz.
    Dot,
    /// Mermaid.
    Mermaid,
    /// Data.
    Json,
}

impl GraphForm {
    /// All names, in the order of help texts.
    pub const NAMES: [&'static str; 4] = ["ascii", "dot", "mermaid", "json"];

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ascii" => Self::Ascii,
            "dot" => Self::Dot,
            "mermaid" => Self::Mermaid,
            "json" => Self::Json,
            _ => return None,
        })
    }
}

/// A drawing: text, or data that is printed as JSON.
pub enum Drawing {
    /// Text.
    Text(String),
    /// Data.
    Data(Value),
}

fn count(number: usize) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

fn average(sum: usize, of: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "an average of small numbers")]
    if of == 0 { 0.0 } else { sum as f64 / of as f64 }
}

fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> List {
    texts.into_iter().map(Value::string).collect()
}

fn edge(from: &str, to: &str) -> Map {
    [("from", from), ("to", to)].into_iter().collect()
}
