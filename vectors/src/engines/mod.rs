//! The engines that are built, each with the way a case becomes an answer in the recorded shape. A new engine is one file
//! and one line here.

mod cel;
mod duration;
mod expr;
mod gjson;
mod goss;
mod gotmpl;
mod hiera;
mod jet;
mod property;
mod scaffold;
mod shellquote;
mod versions;
mod yaml;

use serde_json::Value as Json;

use crate::case::{Case, Input};

/// How cases of one engine are answered and compared.
pub(crate) struct Engine {
    /// The first part of the ids.
    pub(crate) name: &'static str,
    /// The page with its exceptions, below the root of the project; none for an engine without exceptions.
    pub(crate) compatibility: Option<&'static str>,
    /// Later parts of the program that are there, so that cases that name them can run.
    pub(crate) stages: &'static [&'static str],
    /// The answer in the recorded shape of `out`; an error is a case that cannot be understood.
    pub(crate) answer: fn(&Input<'_>) -> Result<Json, String>,
    /// Whether an answer (second) is the recorded one (first); the causes of errors are compared elsewhere.
    pub(crate) agrees: fn(&Json, &Json) -> bool,
}

impl Engine {
    /// Whether all that the case needs is there.
    pub(crate) fn runs(&self, case: &Case) -> bool {
        // Jet's cases of the areas `ccm-…` run in the environment that manifests give to templates.
        let stage = case.stage.as_deref().or_else(|| case.id.starts_with("jet/ccm-").then_some("manifests"));
        stage.is_none_or(|stage| self.stages.contains(&stage))
    }
}

/// All engines.
pub(crate) const ALL: &[Engine] = &[
    cel::ENGINE,
    duration::ENGINE,
    expr::ENGINE,
    gjson::ENGINE,
    goss::ENGINE,
    gotmpl::ENGINE,
    hiera::ENGINE,
    jet::ENGINE,
    property::ENGINE,
    scaffold::ENGINE,
    shellquote::ENGINE,
    versions::ENGINE,
    yaml::ENGINE,
];

/// A message with the line and column of its place, as the originals write it.
fn placed(message: &impl std::fmt::Display, text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("{message} ({line}:{column})")
}

/// The engine with this name.
pub(crate) fn find(name: &str) -> Option<&'static Engine> {
    ALL.iter().find(|engine| engine.name == name)
}
