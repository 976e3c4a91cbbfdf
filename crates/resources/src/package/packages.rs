//! The packages of a machine, as its database lists them.

use super::dnf::ARCHITECTURES;
use super::tried::Arrival;
use super::version::Scheme;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A package that the database knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) architecture: String,
    /// The whole version, with epoch and release.
    pub(super) version: String,
    pub(super) condition: Condition,
    /// Whether somebody asked that it stays as it is.
    pub(super) is_held: bool,
}

/// How much of a package is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    /// All of it.
    Installed,
    /// Something went wrong halfway; the word of the database for it.
    Broken {
        status: String,
        /// Whether its files have to be unpacked again.
        needs_unpacking: bool,
    },
    /// Nothing but its configuration, or not even that; the word of the database for it.
    Gone { status: String },
}

impl Package {
    pub(super) fn is_there(&self) -> bool {
        !matches!(self.condition, Condition::Gone { .. })
    }

    /// Whether a label is one of those that `rpm -q` takes: `name`, `name.arch`, and both with a version, or a version
    /// and a release.
    pub(super) fn is_called(&self, label: &str) -> bool {
        let Some(rest) = label.strip_prefix(self.name.as_str()) else { return false };
        let bare = rest.strip_suffix(self.architecture.as_str()).and_then(|rest| rest.strip_suffix('.'));
        let is_version = |rest: &str| {
            let (whole, bare) = (Scheme::Rpm.without_epoch(&self.version), Scheme::Rpm.short(&self.version));
            rest.is_empty() || rest.strip_prefix('-').is_some_and(|v| v == whole || v == bare || v == self.version)
        };
        is_version(rest) || bare.is_some_and(is_version)
    }
}

/// All packages of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Packages {
    scheme: Scheme,
    by_name: HashMap<String, Vec<Package>>,
    /// The command that has to finish what was interrupted before anything else can be done.
    unfinished: Option<&'static str>,
    /// The machine as it is now, when steps of a rehearsal would leave these.
    now: Option<Arc<Packages>>,
    /// Whether a step of a rehearsal leaves what no trial has told.
    is_guessed: bool,
}

impl Packages {
    pub(super) fn new(scheme: Scheme, all: impl IntoIterator<Item = Package>) -> Self {
        let mut by_name: HashMap<String, Vec<Package>> = HashMap::new();
        for package in all {
            by_name.entry(package.name.clone()).or_default().push(package);
        }
        Self { scheme, by_name, unfinished: None, now: None, is_guessed: false }
    }

    /// As a command left them that was interrupted, and what finishes it.
    pub(super) fn left_by(self, unfinished: Option<&'static str>) -> Self {
        Self { unfinished, ..self }
    }

    /// The command that has to finish what was interrupted before anything else can be done.
    pub(super) fn unfinished(&self) -> Option<&'static str> {
        self.unfinished
    }

    pub(super) fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// What goes by a name as manifests write it; several when a package is there more than once.
    pub(super) fn find(&self, name: &str) -> Vec<Package> {
        match self.scheme {
            Scheme::Debian => self.find_debian(name).into_iter().cloned().collect(),
            Scheme::Rpm => self.find_rpm(name).cloned().collect(),
        }
    }

    /// The names of all that are there.
    pub(super) fn names(&self) -> BTreeSet<&str> {
        let is_there = |packages: &[Package]| packages.iter().any(Package::is_there);
        self.by_name.iter().filter(|(_, packages)| is_there(packages)).map(|(name, _)| name.as_str()).collect()
    }

    /// The packages of exactly this name that are there.
    pub(super) fn called(&self, name: &str) -> Vec<&Package> {
        self.by_name.get(name).into_iter().flatten().filter(|package| package.is_there()).collect()
    }

    /// The names of packages that are there and not the same in others.
    pub(super) fn changed_in(&self, others: &Self) -> Vec<String> {
        let versions = |packages: &Self, name: &str| -> BTreeSet<(String, String)> {
            let called = packages.called(name).into_iter();
            called.map(|package| (package.architecture.clone(), package.version.clone())).collect()
        };
        let is_other = |name: &&str| versions(self, name) != versions(others, name);
        self.names().into_iter().filter(is_other).map(str::to_owned).collect()
    }

    /// The machine as it is now, whatever steps of a rehearsal would leave.
    pub(super) fn now(&self) -> &Self {
        self.now.as_deref().unwrap_or(self)
    }

    /// Whether steps of a rehearsal would leave other packages than there are now.
    pub(super) fn is_foreseen(&self) -> bool {
        self.now.is_some()
    }

    /// Whether some of that is not sure.
    pub(super) fn is_guessed(&self) -> bool {
        self.is_guessed
    }

    /// What the package manager calls a package.
    pub(super) fn label(&self, package: &Package) -> String {
        let Package { name, architecture, .. } = package;
        match self.scheme {
            Scheme::Debian if architecture == "all" || self.own_architecture() == Some(architecture) => name.clone(),
            Scheme::Debian => format!("{name}:{architecture}"),
            Scheme::Rpm if architecture.is_empty() => name.clone(),
            Scheme::Rpm => format!("{name}.{architecture}"),
        }
    }

    /// A package goes.
    pub(super) fn forget(&mut self, package: &Package) {
        if let Some(known) = self.by_name.get_mut(&package.name) {
            known.retain(|known| known != package);
        }
    }

    /// A package comes, in the place of the one that was there unless it comes beside it.
    pub(super) fn receive(&mut self, Arrival { package, is_beside }: &Arrival) {
        let known = self.by_name.entry(package.name.clone()).or_default();
        let is_replaced = |other: &Package| other.architecture == package.architecture;
        if !*is_beside && !known.iter().any(is_replaced) {
            known.clear();
        }
        known.retain(|other| *is_beside || !is_replaced(other));
        known.push(package.clone());
    }

    /// The same, but for what goes by these names: that is as it is in others.
    pub(super) fn adopting<'a>(mut self, names: impl IntoIterator<Item = &'a str>, others: &Self) -> Self {
        names.into_iter().for_each(|name| self.adopt(name, others));
        self
    }

    fn adopt(&mut self, name: &str, others: &Self) {
        self.find(name).iter().for_each(|package| self.forget(package));
        for package in others.find(name) {
            self.by_name.entry(package.name.clone()).or_default().push(package);
        }
    }

    /// From here on, in a rehearsal, these are there.
    pub(super) fn foresee(&mut self, left: &Self) {
        self.begin();
        self.by_name.clone_from(&left.by_name);
    }

    /// From here on, in a rehearsal, what goes by a name is as it is in others.
    pub(super) fn foresee_own(&mut self, name: &str, left: &Self) {
        self.begin();
        self.adopt(name, left);
    }

    /// From here on, in a rehearsal, a package is there in this version, or is gone, as far as anybody can tell.
    pub(super) fn guess(&mut self, name: &str, version: Option<&str>) {
        self.doubt();
        let known = self.find(name);
        for package in &known {
            self.forget(package);
        }
        let Some(version) = version else { return };
        let known = known.into_iter().next().map(|package| (package.name, package.architecture));
        let (name, architecture) = known.unwrap_or_else(|| {
            let (bare, architecture) = self.parts(name);
            (bare.to_owned(), architecture.to_owned())
        });
        let condition = Condition::Installed;
        let package = Package { architecture, version: version.to_owned(), condition, is_held: false, name };
        self.by_name.entry(package.name.clone()).or_default().push(package);
    }

    /// From here on, in a rehearsal, nobody knows for sure what is there.
    pub(super) fn doubt(&mut self) {
        self.begin();
        self.is_guessed = true;
    }

    fn begin(&mut self) {
        if self.now.is_none() {
            self.now = Some(Arc::new(self.clone()));
        }
    }

    /// A name as manifests write it, without the architecture, and that.
    fn parts<'a>(&'a self, name: &'a str) -> (&'a str, &'a str) {
        let own = self.own_architecture().unwrap_or_default();
        match self.scheme {
            Scheme::Debian => match name.split_once(':') {
                Some((bare, "any" | "native")) => (bare, own),
                Some(parts) => parts,
                None => (name, own),
            },
            Scheme::Rpm => match name.rsplit_once('.') {
                Some((bare, architecture)) if ARCHITECTURES.contains(&architecture) => (bare, architecture),
                _ => (name, ""),
            },
        }
    }

    /// `name` or `name:architecture`. A name alone is the package of this machine's own architecture, or else the one of
    /// another architecture that is there.
    fn find_debian(&self, name: &str) -> Option<&Package> {
        let (name, architecture) = name.split_once(':').map_or((name, None), |(name, a)| (name, Some(a)));
        let known = self.by_name.get(name)?;
        let own = self.own_architecture();
        let is_own = |package: &&Package| package.architecture == "all" || Some(&*package.architecture) == own;
        match architecture {
            None | Some("any") => {
                let own = known.iter().find(is_own);
                own.filter(|p| p.is_there()).or_else(|| known.iter().find(|p| p.is_there())).or(own)
            }
            Some("native") => known.iter().find(is_own),
            Some(other) if Some(other) == own => known.iter().find(is_own),
            Some(other) => known.iter().find(|package| package.architecture == other),
        }
    }

    /// dpkg itself always has the architecture of the machine.
    pub(super) fn own_architecture(&self) -> Option<&str> {
        Some(&self.by_name.get("dpkg")?.first()?.architecture)
    }

    /// A name, or else a label.
    fn find_rpm<'a>(&'a self, name: &'a str) -> Box<dyn Iterator<Item = &'a Package> + 'a> {
        match self.by_name.get(name) {
            Some(known) => Box::new(known.iter()),
            None => Box::new(self.by_name.values().flatten().filter(move |package| package.is_called(name))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, architecture: &str, version: &str, is_there: bool) -> Package {
        let gone = Condition::Gone { status: "config-files".to_owned() };
        let condition = if is_there { Condition::Installed } else { gone };
        Package {
            name: name.to_owned(),
            architecture: architecture.to_owned(),
            version: version.to_owned(),
            condition,
            is_held: false,
        }
    }

    fn architectures(packages: &Packages, name: &str) -> Vec<String> {
        packages.find(name).into_iter().map(|package| package.architecture).collect()
    }

    #[test]
    fn names_of_several_architectures_are_told_apart() {
        let packages = Packages::new(
            Scheme::Debian,
            [
                package("dpkg", "amd64", "1.21", true),
                package("libc6", "i386", "2.36", true),
                package("libc6", "amd64", "2.36", true),
                package("wine32", "i386", "8.0", true),
                package("tzdata", "all", "2024a", true),
                package("libfoo", "amd64", "1", false),
                package("libfoo", "i386", "1", true),
            ],
        );
        for (name, found) in [
            ("libc6", Some("amd64")),
            ("libc6:i386", Some("i386")),
            ("libc6:amd64", Some("amd64")),
            ("libc6:native", Some("amd64")),
            ("libc6:arm64", None),
            ("wine32", Some("i386")),
            ("wine32:amd64", None),
            ("tzdata", Some("all")),
            ("tzdata:amd64", Some("all")),
            ("libfoo", Some("i386")),
            ("libfoo:amd64", Some("amd64")),
            ("nothing", None),
        ] {
            assert_eq!(architectures(&packages, name), found.into_iter().collect::<Vec<_>>(), "{name}");
        }
    }

    #[test]
    fn rpms_go_by_several_labels() {
        let packages = Packages::new(
            Scheme::Rpm,
            [
                package("bash", "x86_64", "0:5.1.8-9.el9", true),
                package("python3.11", "x86_64", "0:3.11-1", true),
                package("kernel", "x86_64", "0:5.14-1", true),
                package("kernel", "x86_64", "0:5.14-2", true),
            ],
        );
        for (name, count) in [
            ("bash", 1),
            ("bash.x86_64", 1),
            ("bash.i686", 0),
            ("bash-5.1.8", 1),
            ("bash-5.1.8-9.el9", 1),
            ("bash-5.1.8-9.el9.x86_64", 1),
            ("bash-5.1", 0),
            ("bas", 0),
            ("python3.11", 1),
            ("kernel", 2),
            ("kernel-5.14-2", 1),
        ] {
            assert_eq!(packages.find(name).len(), count, "{name}");
        }
    }

    #[test]
    fn what_comes_takes_the_place_of_what_was_there_or_stands_beside_it() {
        let arrives = |next: &Package, is_beside| {
            let mut packages = Packages::new(Scheme::Rpm, [package("kernel", "x86_64", "0:1-1", true)]);
            packages.receive(&Arrival { package: next.clone(), is_beside });
            packages.find("kernel").into_iter().map(|package| package.version).collect::<Vec<_>>()
        };
        let next = package("kernel", "x86_64", "0:2-1", true);
        assert_eq!(arrives(&next, false), ["0:2-1"]);
        assert_eq!(arrives(&next, true), ["0:1-1", "0:2-1"]);
        assert_eq!(arrives(&package("kernel", "noarch", "0:2-1", true), false), ["0:2-1"]);
    }

    #[test]
    fn what_is_foreseen_is_found() {
        let now = Packages::new(Scheme::Debian, [package("nginx", "amd64", "1.0", true)]);
        let mut packages = now.clone();
        packages.foresee(&Packages::new(Scheme::Debian, []));
        assert!(packages.find("nginx").is_empty() && packages.is_foreseen());
        packages.foresee(&now);
        assert_eq!(packages.find("nginx"), now.find("nginx"));
        assert!(*packages.now() == now && !packages.is_guessed());
    }

    #[test]
    fn what_is_foreseen_is_found_under_the_name_that_was_asked_for() {
        for (scheme, name, bare, architecture) in [
            (Scheme::Debian, "libc6:i386", "libc6", "i386"),
            (Scheme::Debian, "nginx", "nginx", "amd64"),
            (Scheme::Rpm, "bash.x86_64", "bash", "x86_64"),
            (Scheme::Rpm, "python3.11", "python3.11", ""),
        ] {
            let mut packages = Packages::new(scheme, [package("dpkg", "amd64", "1", true)]);
            packages.guess(name, Some("2.0"));
            assert_eq!(packages.find(name), [package(bare, architecture, "2.0", true)], "{name}");
            packages.guess(name, None);
            assert!(packages.find(name).is_empty() && packages.is_guessed(), "{name}");
        }
    }
}
