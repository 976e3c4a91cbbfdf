//! The layers of roots, each made once: a Debian release by debootstrap, and what its own apt adds to one.

use crate::namespace::{Namespace, Network, Plan};
use crate::{cache, mirror};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a layer is made. What changes here makes a new layer; the old one stays for those who use it.
#[derive(Debug, Hash)]
pub(crate) struct Layer {
    /// Its name.
    pub(crate) name: &'static str,
    /// The Debian release that the packages come from.
    pub(crate) release: &'static str,
    /// The layer below; none for a release made by debootstrap.
    pub(crate) below: Option<&'static Layer>,
    /// Packages that it adds.
    pub(crate) packages: &'static [&'static str],
    /// What a shell does in it at the end.
    pub(crate) finish: &'static str,
}

/// Adds packages of the release, and leaves apt without sources: what tests install is made by them.
const ADD: &str = r#"
release=$1 mirror=$2 finish=$3; shift 3
echo "deb $mirror $release main" > /etc/apt/sources.list
apt-get -o Acquire::Check-Valid-Until=false -o Acquire::Retries=3 update
apt-get install --yes --no-install-recommends "$@"
: > /etc/apt/sources.list
apt-get clean
rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/log/apt /var/log/dpkg.log
eval "$finish"
"#;

impl Layer {
    /// The directories of this layer and of those below, the uppermost first; made when they are not there.
    pub(crate) fn directories(&self) -> Vec<PathBuf> {
        let mut all = self.below.map(Self::directories).unwrap_or_default();
        let made = cache::kept(&self.key(), |folder| match self.below {
            None => self.bootstrap(folder),
            Some(_) => self.add(&all, folder),
        });
        all.insert(0, made.join("root"));
        all
    }

    /// The name with a mark of everything that decides what is in it.
    fn key(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (self, ADD).hash(&mut hasher);
        format!("{}-{:016x}", self.name, hasher.finish())
    }

    /// In namespaces of its own, so that what debootstrap mounts is gone whatever becomes of it.
    fn bootstrap(&self, folder: &Path) {
        let mut command = Command::new("unshare");
        command.args(["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"]);
        command.args(["debootstrap", "--variant=minbase", self.release]).arg(folder.join("root"));
        command.arg(mirror::address()).args(self.script());
        self.run(&mut command, folder);
    }

    /// A release that debootstrap has not heard of is made like the newest.
    fn script(&self) -> Option<PathBuf> {
        let scripts = Path::new("/usr/share/debootstrap/scripts");
        (!scripts.join(self.release).exists()).then(|| scripts.join("sid"))
    }

    fn add(&self, below: &[PathBuf], folder: &Path) {
        let upper = folder.join("root");
        for directory in [&upper, &folder.join("root.work")] {
            fs::create_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
        }
        let files = ["/etc/resolv.conf", "/etc/hosts"].map(|file| (PathBuf::from(file), file.to_owned()));
        let machine = Namespace::start(&Plan {
            layers: below,
            upper: Some(&upper),
            files: &files,
            network: Network::Shared,
            init: &["sleep", "infinity"],
        });
        let mut command = machine.command();
        command.args(["sh", "-euxc", ADD, "sh", self.release, &mirror::address(), self.finish]).args(self.packages);
        self.run(&mut command, folder);
    }

    /// Runs one step; what it prints is kept in a file, and shown when it fails.
    fn run(&self, command: &mut Command, folder: &Path) {
        let path = folder.join("log");
        let log = File::create(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let other = log.try_clone().expect("a file can be shared");
        let status = command.stdout(log).stderr(other).status();
        let status = status.unwrap_or_else(|error| panic!("{}: {error}", command.get_program().display()));
        if !status.success() {
            let said = fs::read_to_string(&path).unwrap_or_default();
            panic!("cannot make the root `{}` ({status}):\n{}", self.name, last_lines(&said, 40));
        }
    }
}

fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}
