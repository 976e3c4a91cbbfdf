//! What was observed around a command.

use engine::{Obstacle, Status};
use serde_json::{Map, Value as Json};

/// The answers of its guards, and how it ended when it ran.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct State {
    /// Whether `creates` exists.
    pub(super) creates: Option<bool>,
    /// Whether `onlyif` said yes.
    pub(super) onlyif: Option<bool>,
    /// Whether `unless` said yes.
    pub(super) unless: Option<bool>,
    /// What would keep it from starting.
    pub(super) obstacles: Vec<Obstacle>,
    /// How it ended.
    pub(super) exit: Option<i32>,
    /// What it printed, when somebody should see it.
    pub(super) output: Option<String>,
}

impl Status for State {
    fn ensure(&self) -> &'static str {
        "present"
    }

    fn fields(&self, _name: &str) -> Map<String, Json> {
        let mut fields = Map::new();
        if let Some(code) = self.exit {
            fields.insert("exitcode".into(), code.into());
        }
        let yes =
            [("creates_satisfied", self.creates), ("onlyif_satisfied", self.onlyif), ("unless_satisfied", self.unless)];
        for (key, _) in yes.into_iter().filter(|(_, answer)| *answer == Some(true)) {
            fields.insert(key.into(), true.into());
        }
        fields
    }

    fn is_stable_after_change(&self) -> bool {
        false
    }

    fn output(&self) -> Option<&str> {
        self.output.as_deref()
    }
}
