//! What repositories offer, asked in one question for many names.

use super::command::name;
use crate::package::answer::{QUERY_CAPTURE, answer};
use crate::package::failure::PackageFailure;
use crate::package::offer::{Available, Offer};
use crate::package::packages::{Condition, Package};
use crate::package::version::Scheme;
use std::collections::HashMap;
use system::ReadWorld;
use system::process::Command;

/// dnf 4 ends lines by itself, dnf 5 does not.
const FORMAT: &str = "%{name}\t%{epoch}:%{version}-%{release}\t%{arch}\t%{repoid}\n";

/// What repositories offer of these names. Without the network, old metadata has to do.
pub(super) fn offers(names: &[String], world: &ReadWorld) -> Result<HashMap<String, Offer>, PackageFailure> {
    let text = ask(&["--qf", FORMAT], names, world)?;
    let lines: Vec<(Package, &str)> = text.lines().filter_map(package).collect();
    Ok(names.iter().map(|name| (name.clone(), offer(name, &lines))).collect())
}

/// The packages of repositories that say that they take the place of one. A question without an answer knows of none.
pub(super) fn obsoleting(name: &str, world: &ReadWorld) -> Vec<String> {
    let text = ask(&["--qf", FORMAT, "--whatobsoletes"], &[name.to_owned()], world).unwrap_or_default();
    text.lines().filter_map(package).map(|(package, _)| package.name).collect()
}

fn ask(question: &[&str], names: &[String], world: &ReadWorld) -> Result<String, PackageFailure> {
    let options = [name(world), "-q"].into_iter().chain(world.offline.then_some("-C"));
    let question = ["repoquery", "--available"].into_iter().chain(question.iter().copied());
    let words = options.chain(question).chain(names.iter().map(String::as_str));
    answer(&Command { capture: QUERY_CAPTURE, ..Command::of(words) }, world)
}

/// Other lines are remarks of plugins.
fn package(line: &str) -> Option<(Package, &str)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [name, version, architecture, repository] = fields[..] else { return None };
    let package = Package {
        name: name.to_owned(),
        architecture: architecture.to_owned(),
        version: version.to_owned(),
        condition: Condition::Installed,
        is_held: false,
    };
    Some((package, repository))
}

fn offer(name: &str, lines: &[(Package, &str)]) -> Offer {
    let mut versions: Vec<Available> = Vec::new();
    for (package, repository) in lines.iter().filter(|(package, _)| package.is_called(name)) {
        let origin = Some((*repository).to_owned());
        match versions.iter_mut().find(|known| known.version == package.version) {
            // Plugins have repositories of their own, which nobody knows.
            Some(known) if known.origin.as_ref().is_some_and(|origin| origin.starts_with('_')) => known.origin = origin,
            Some(_) => {}
            None => versions.push(Available { version: package.version.clone(), origin }),
        }
    }
    versions.sort_by(|a, b| Scheme::Rpm.order(&b.version, &a.version));
    Offer { candidate: versions.first().cloned(), versions, is_virtual: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_version_is_the_candidate() {
        let text = "demo\t0:1.0-1\tnoarch\tlocal\n\ndemo\t0:1.10-1\tnoarch\t_plugin\ndemo\t0:1.10-1\tnoarch\tlocal\ndemo\t0:1.9-1\tnoarch\tlocal\n\
                    demo\t0:1.10-1\tnoarch\tother\nepo\t1:3.0-1\tnoarch\tlocal\nepo\t2:1.0-1\tnoarch\tlocal\na remark\n";
        let lines: Vec<_> = text.lines().filter_map(package).collect();
        let versions = |name: &str| -> Vec<String> {
            offer(name, &lines).versions.into_iter().map(|available| available.version).collect()
        };
        assert_eq!(versions("demo"), ["0:1.10-1", "0:1.9-1", "0:1.0-1"]);
        assert_eq!(versions("demo.noarch").len(), 3);
        assert_eq!(versions("epo"), ["2:1.0-1", "1:3.0-1"]);
        assert_eq!(offer("demo", &lines).candidate.unwrap().origin.as_deref(), Some("local"));
        assert_eq!(offer("nosuch", &lines), Offer::default());
    }
}
