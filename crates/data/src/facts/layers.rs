//! What is laid over the built-in facts.

use std::path::PathBuf;
use system::Environment;
use value::Map;

/// Where the administrators of a machine put facts.
const SYSTEM: &str = "/etc/choria/ccm";

/// What is laid over the built-in facts, later ones over earlier ones: first the files of the directories, then the maps.
#[derive(Default)]
pub struct Layers {
    pub(super) directories: Vec<PathBuf>,
    pub(super) maps: Vec<Layer>,
}

/// A map that is laid over.
pub(super) enum Layer {
    /// Merged at every depth.
    Merge(Map),
    /// Its top-level entries replace those below.
    Replace(Map),
}

impl Layers {
    /// The directories of custom facts that every run has: that of the machine, and that of the user.
    pub fn standard(environment: &dyn Environment) -> Self {
        let set = |name| environment.var(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let user = set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")));
        let user = user.map(|config| config.join("choria/ccm"));
        Self { directories: [PathBuf::from(SYSTEM)].into_iter().chain(user).collect(), maps: Vec::new() }
    }

    /// Only these directories of custom facts.
    #[must_use]
    pub fn with_directories(mut self, directories: impl IntoIterator<Item = PathBuf>) -> Self {
        self.directories = directories.into_iter().collect();
        self
    }

    /// Lays a map over everything so far: maps are merged at every depth, lists are concatenated. `--facts` comes before
    /// `--fact`, so that the command line wins.
    #[must_use]
    pub fn merge(mut self, facts: Map) -> Self {
        self.maps.push(Layer::Merge(facts));
        self
    }

    /// Lays a map over everything so far: its top-level entries replace those below.
    #[must_use]
    pub fn replace(mut self, facts: Map) -> Self {
        self.maps.push(Layer::Replace(facts));
        self
    }
}
