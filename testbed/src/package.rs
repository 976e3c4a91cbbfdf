//! Packages that are made on the spot, for apt and for dnf alike.

/// A package to be made.
#[derive(Debug, Clone)]
pub struct Package {
    pub(crate) name: String,
    /// `[epoch:]version[-release]`.
    pub(crate) version: String,
    pub(crate) architecture: Option<String>,
    pub(crate) files: Vec<File>,
    pub(crate) scripts: Vec<(String, String)>,
    pub(crate) fields: Vec<(String, String)>,
}

/// A file of a package.
#[derive(Debug, Clone)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) content: String,
    pub(crate) mode: u32,
    pub(crate) is_configuration: bool,
}

impl Package {
    /// A package for every architecture with nothing in it. The version is `[epoch:]version[-release]`.
    pub fn new(name: &str, version: &str) -> Self {
        Self {
            name: name.to_owned(),
            version: version.to_owned(),
            architecture: None,
            files: Vec::new(),
            scripts: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// For one architecture, in the words of the package manager (`amd64`, `i386`, `x86_64`).
    #[must_use]
    pub fn architecture(mut self, name: &str) -> Self {
        self.architecture = Some(name.to_owned());
        self
    }

    /// With a file at an absolute path.
    #[must_use]
    pub fn file(self, path: &str, content: &str) -> Self {
        self.add(path, content, 0o644, false)
    }

    /// With a program at an absolute path.
    #[must_use]
    pub fn program(self, path: &str, content: &str) -> Self {
        self.add(path, content, 0o755, false)
    }

    /// With a configuration file, which the package manager does not overwrite once it was edited.
    #[must_use]
    pub fn configuration(self, path: &str, content: &str) -> Self {
        self.add(path, content, 0o644, true)
    }

    /// With a maintainer script: `postinst` and its like for apt, `post` and its like for dnf. The shell is written for it.
    #[must_use]
    pub fn script(mut self, name: &str, body: &str) -> Self {
        self.scripts.push((name.to_owned(), body.to_owned()));
        self
    }

    /// With another field, such as `Depends` (apt) or `Requires` (dnf).
    #[must_use]
    pub fn field(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    fn add(mut self, path: &str, content: &str, mode: u32, is_configuration: bool) -> Self {
        assert!(path.starts_with('/'), "{path}: the path of a packaged file is absolute");
        self.files.push(File { path: path.to_owned(), content: content.to_owned(), mode, is_configuration });
        self
    }
}

/// Packages that a host can be offered.
#[derive(Debug, Clone, Default)]
pub struct Repository {
    pub(crate) packages: Vec<Package>,
}

impl Repository {
    /// A repository of these packages; several versions of one name are fine.
    pub fn of(packages: impl IntoIterator<Item = Package>) -> Self {
        Self { packages: packages.into_iter().collect() }
    }
}
