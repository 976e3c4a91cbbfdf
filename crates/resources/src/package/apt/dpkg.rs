//! What dpkg's database knows, asked in one question.

use super::command::ENVIRONMENT;
use crate::package::answer::{QUERY_CAPTURE, answer};
use crate::package::failure::PackageFailure;
use crate::package::locks;
use crate::package::packages::{Condition, Package, Packages};
use crate::package::version::Scheme;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use system::ReadWorld;
use system::process::{Command, Stop};

const FORMAT: &str =
    "${Package}\t${Architecture}\t${Version}\t${db:Status-Want}\t${db:Status-Status}\t${db:Status-Eflag}\n";

/// All packages.
pub(super) fn packages(world: &ReadWorld) -> Result<Packages, PackageFailure> {
    let mut command = Command {
        capture: QUERY_CAPTURE,
        stop: Stop::Finish,
        ..Command::of(["dpkg-query", "-W", &format!("-f={FORMAT}")])
    };
    command.environment = ENVIRONMENT.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let text = answer(&command, world)?;
    let packages: Result<Vec<Package>, _> = text.lines().map(package).collect();
    Ok(Packages::new(Scheme::Debian, packages?).left_by(is_interrupted(world).then_some(FINISH)))
}

/// Where dpkg keeps the list of the files of each package.
const INFO: &str = "/var/lib/dpkg/info";
/// The longest such list.
const LONGEST: u64 = 256 * 1024 * 1024;

/// The files of packages by their names. Only a package that may be there for several architectures has its own in the name
/// of its list.
pub(super) fn files(packages: &[Package], world: &ReadWorld) -> Result<HashMap<String, Vec<PathBuf>>, PackageFailure> {
    let mut files: HashMap<String, Vec<PathBuf>> = HashMap::new();
    for Package { name, architecture, .. } in packages {
        let of_package = files.entry(name.clone()).or_default();
        for list in [format!("{name}.list"), format!("{name}:{architecture}.list")] {
            match world.files.read(&Path::new(INFO).join(list), LONGEST) {
                Ok(bytes) => of_package.extend(paths(&bytes)),
                Err(error) if error.is_nothing() => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(files)
}

fn paths(list: &[u8]) -> impl Iterator<Item = PathBuf> {
    let is_path = |line: &&[u8]| line.starts_with(b"/") && line.len() > 2;
    list.split(|byte| *byte == b'\n').filter(is_path).map(|line| PathBuf::from(OsStr::from_bytes(line)))
}

/// What finishes a command of dpkg that was killed.
pub(super) const FINISH: &str = "dpkg --configure -a";
/// What dpkg has done and not put into its database yet.
const JOURNAL: &str = "/var/lib/dpkg/updates";
const LOCKS: &[&str] = &["/var/lib/dpkg/lock-frontend", "/var/lib/dpkg/lock"];

/// Whether a command of dpkg was killed, as apt finds it out. One that is still at work has left nothing.
fn is_interrupted(world: &ReadWorld) -> bool {
    let names = world.files.list(Path::new(JOURNAL)).unwrap_or_default();
    let is_number = |name: &std::ffi::OsString| name.as_encoded_bytes().iter().all(u8::is_ascii_digit);
    names.iter().any(is_number) && locks::holder(LOCKS, world).is_none()
}

fn package(line: &str) -> Result<Package, PackageFailure> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [name, architecture, version, want, status, flag] = fields[..] else {
        return Err(PackageFailure::Answer { question: "dpkg-query".to_owned(), line: line.to_owned() });
    };
    Ok(Package {
        name: name.to_owned(),
        architecture: architecture.to_owned(),
        version: version.to_owned(),
        condition: condition(status, flag),
        is_held: want == "hold",
    })
}

fn condition(status: &str, flag: &str) -> Condition {
    match (status, flag) {
        // Triggers run with the next command of dpkg; the package works.
        ("installed" | "triggers-awaited" | "triggers-pending", "ok") => Condition::Installed,
        ("not-installed" | "config-files", "ok") => Condition::Gone { status: status.to_owned() },
        _ => {
            let needs_unpacking = flag != "ok" || status == "half-installed";
            Condition::Broken { status: status.to_owned(), needs_unpacking }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_dpkg_are_understood() {
        let read = |line: &str| package(line).unwrap();
        let installed = read("bash\tamd64\t5.2.15-2+b7\tinstall\tinstalled\tok");
        assert_eq!((installed.name.as_str(), installed.version.as_str()), ("bash", "5.2.15-2+b7"));
        assert_eq!((installed.condition, installed.is_held), (Condition::Installed, false));
        assert!(read("a\tall\t1\thold\tinstalled\tok").is_held);
        for (line, needs) in [
            ("a\tall\t1\tinstall\thalf-configured\tok", false),
            ("a\tall\t1\tinstall\tunpacked\tok", false),
            ("a\tall\t1\tinstall\thalf-installed\tok", true),
            ("a\tall\t1\tinstall\tinstalled\treinstreq", true),
        ] {
            let condition = read(line).condition;
            assert!(
                matches!(condition, Condition::Broken { needs_unpacking, .. } if needs_unpacking == needs),
                "{line}: {condition:?}"
            );
        }
        for status in ["config-files", "not-installed"] {
            let line = format!("a\tall\t\tdeinstall\t{status}\tok");
            assert_eq!(read(&line).condition, Condition::Gone { status: status.to_owned() });
        }
        assert!(package("a\tb\tc").is_err());
    }
}
