//! What rpm's database knows, asked in one question.

use crate::package::answer::{QUERY_CAPTURE, answer};
use crate::package::failure::PackageFailure;
use crate::package::packages::{Condition, Package, Packages};
use crate::package::version::Scheme;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use system::ReadWorld;
use system::process::{Command, Stop};

const FORMAT: &str = "%{NAME}\t%|EPOCH?{%{EPOCH}}:{0}|:%{VERSION}-%{RELEASE}\t%{ARCH}\n";

/// All packages.
pub(super) fn packages(world: &ReadWorld) -> Result<Packages, PackageFailure> {
    let question = Command::of(["rpm", "-qa", "--queryformat", FORMAT]);
    let command = Command { capture: QUERY_CAPTURE, stop: Stop::Finish, ..question };
    let text = answer(&command, world)?;
    let packages: Result<Vec<Package>, _> = text.lines().filter(|line| !line.is_empty()).map(package).collect();
    Ok(Packages::new(Scheme::Rpm, packages?))
}

const FILES: &str = "[%{=NAME}\t%{FILENAMES}\n]";

/// The files of packages by their names.
pub(super) fn files(packages: &[Package], world: &ReadWorld) -> Result<HashMap<String, Vec<PathBuf>>, PackageFailure> {
    let names: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let words = ["rpm", "-q", "--queryformat", FILES].into_iter().chain(names);
    let command = Command { capture: QUERY_CAPTURE, stop: Stop::Finish, ..Command::of(words) };
    let mut files: HashMap<String, Vec<PathBuf>> = HashMap::new();
    for (name, path) in answer(&command, world)?.lines().filter_map(|line| line.split_once('\t')) {
        files.entry(name.to_owned()).or_default().push(PathBuf::from(path));
    }
    Ok(files)
}

/// The packages that are there and say that they take the place of one. An rpm that cannot be asked knows of none.
pub(super) fn obsoleting(name: &str, world: &ReadWorld) -> Vec<String> {
    let question = Command::of(["rpm", "-q", "--queryformat", "%{NAME}\n", "--whatobsoletes", name]);
    let command = Command { stop: Stop::Finish, ..question };
    let text = answer(&command, world).unwrap_or_default();
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn package(line: &str) -> Result<Package, PackageFailure> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [name, version, architecture] = fields[..] else {
        return Err(PackageFailure::Answer { question: "rpm -qa".to_owned(), line: line.to_owned() });
    };
    Ok(Package {
        name: name.to_owned(),
        architecture: architecture.to_owned(),
        version: version.to_owned(),
        condition: Condition::Installed,
        is_held: false,
    })
}

#[cfg(test)]
mod tests {
    use super::package;

    #[test]
    fn lines_of_rpm_are_understood() {
        let bash = package("bash\t0:5.1.8-9.el9\tx86_64").unwrap();
        assert_eq!((bash.name.as_str(), bash.version.as_str()), ("bash", "0:5.1.8-9.el9"));
        assert_eq!(bash.architecture, "x86_64");
        assert!(package("bash 5.1").is_err());
    }
}
