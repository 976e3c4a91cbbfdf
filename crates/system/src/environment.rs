//! The environment of our own process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// Where programs are searched when nothing else is said.
pub(crate) const PATH: &str = "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/usr/local/sbin";

/// What our process was started with.
pub trait Environment: Send + Sync {
    /// One variable.
    fn var(&self, name: &str) -> Option<OsString>;
    /// All variables, sorted by name.
    fn vars(&self) -> Vec<(OsString, OsString)>;
    /// The working directory.
    fn directory(&self) -> std::io::Result<PathBuf>;

    /// Where programs are searched: the absolute directories of `PATH`. A relative one would let the place where somebody
    /// stands decide what runs. Without a `PATH`, the usual directories.
    fn search_path(&self) -> Vec<PathBuf> {
        let path = self.var("PATH").filter(|path| !path.is_empty()).unwrap_or_else(|| PATH.into());
        std::env::split_paths(&path).filter(|directory| directory.is_absolute()).collect()
    }
}

/// The environment that this process has.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealEnvironment;

impl Environment for RealEnvironment {
    fn var(&self, name: &str) -> Option<OsString> {
        std::env::var_os(name)
    }

    fn vars(&self) -> Vec<(OsString, OsString)> {
        let mut vars: Vec<_> = std::env::vars_os().collect();
        vars.sort();
        vars
    }

    fn directory(&self) -> std::io::Result<PathBuf> {
        std::env::current_dir()
    }
}

/// An environment made up.
#[derive(Debug, Clone, Default)]
pub struct FakeEnvironment {
    vars: BTreeMap<OsString, OsString>,
    directory: PathBuf,
}

impl FakeEnvironment {
    /// No variables, in this directory.
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self { vars: BTreeMap::new(), directory: directory.into() }
    }

    /// With one variable more.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.vars.insert(name.into(), value.into());
        self
    }
}

impl Environment for FakeEnvironment {
    fn var(&self, name: &str) -> Option<OsString> {
        self.vars.get(std::ffi::OsStr::new(name)).cloned()
    }

    fn vars(&self) -> Vec<(OsString, OsString)> {
        self.vars.clone().into_iter().collect()
    }

    fn directory(&self) -> std::io::Result<PathBuf> {
        Ok(self.directory.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_environment_is_ours() {
        let real = RealEnvironment;
        assert_eq!(real.var("PATH"), std::env::var_os("PATH"));
        assert!(real.vars().is_sorted());
        assert!(real.directory().unwrap().is_absolute());
        assert_eq!(real.var("UPRIGHT_TEST_NOT_SET"), None);
    }

    #[test]
    fn a_made_up_environment_has_what_it_was_given() {
        let fake = FakeEnvironment::in_directory("/srv").with("B", "2").with("A", "1");
        assert_eq!(fake.var("B"), Some("2".into()));
        assert_eq!(fake.var("C"), None);
        assert_eq!(fake.vars(), [("A".into(), "1".into()), ("B".into(), "2".into())]);
        assert_eq!(fake.directory().unwrap(), PathBuf::from("/srv"));
    }

    #[test]
    fn programs_are_searched_in_the_absolute_directories_of_the_path() {
        let searched = |environment: FakeEnvironment| environment.search_path();
        let usual: Vec<PathBuf> = PATH.split(':').map(PathBuf::from).collect();
        assert_eq!(searched(FakeEnvironment::default()), usual);
        assert_eq!(searched(FakeEnvironment::default().with("PATH", "")), usual);
        let own = FakeEnvironment::default().with("PATH", "/opt/bin:.::bin:/bin");
        assert_eq!(searched(own), [PathBuf::from("/opt/bin"), PathBuf::from("/bin")]);
    }
}
