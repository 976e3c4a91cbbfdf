//! Why dnf failed, out of what it said, and who is in its way.

use super::command::ARCHITECTURES;
use crate::package::locks;
use crate::package::packages::{Condition, Package};
use crate::package::tried::{Arrival, Tried};
use system::ReadWorld;
use system::process::Finished;

/// The exit code of dnf 4 when it was told not to wait for a lock.
const LOCKED: i32 = 200;

/// Locks that dnf 5 waits for without an end, or does not speak of.
const LOCKS: &[&str] = &[
    "/var/lib/dnf/system-repo.lock",
    "/run/dnf/rpmtransaction.lock",
    "/var/lib/rpm/.rpm.lock",
    "/usr/lib/sysimage/rpm/.rpm.lock",
];

/// Who holds a lock that dnf would need.
pub(super) fn busy(world: &ReadWorld) -> Option<String> {
    locks::holder(LOCKS, world)
}

/// Who holds a lock that a command could not get.
pub(super) fn held_by(finished: &Finished) -> Option<String> {
    if finished.is_success() {
        return None;
    }
    let (stderr, stdout) = (finished.stderr.text(), finished.stdout.text());
    let is_about_lock = |line: &&str| {
        line.contains("already locked by")
            || line.contains("transaction lock on")
            || line.contains("Failed to obtain rpm transaction lock")
    };
    let said = stderr.lines().chain(stdout.lines()).find(is_about_lock);
    match said {
        Some(line) => Some(line.trim_start_matches("RPM: error: ").trim().to_owned()),
        None => (finished.code == LOCKED).then(|| "it is locked by another process".to_owned()),
    }
}

/// What dnf calls an error, or what follows when it says that something failed.
pub(super) fn reason(finished: &Finished) -> String {
    let stderr = finished.stderr.text();
    let is_noise = |line: &&str| {
        line.is_empty()
            || line.starts_with("Updating and loading")
            || line.starts_with("Repositories loaded")
            || line.starts_with("Warning: skipped OpenPGP")
            || line.starts_with("You can try to add")
            || line.starts_with("  --skip-")
            || line.contains("% |")
    };
    let from = |start: &str| stderr.lines().position(|line| line.trim_start().starts_with(start));
    let said = from("Error").or_else(|| from("Failed")).or_else(|| from("Transaction failed"));
    let begin = [said, from("Problem")].into_iter().flatten().min().unwrap_or(0);
    let lines: Vec<&str> = stderr.lines().skip(begin).filter(|line| !is_noise(line)).map(str::trim).collect();
    match lines.as_slice() {
        [] => crate::package::answer::last_line(finished),
        lines => lines.join("; ").trim_start_matches("Error: ").to_owned(),
    }
}

/// What a trial would remove or replace, as labels of rpm, and what would come; nothing when it did not come to its question. The table has a
/// name, an architecture and a version in every row, and breaks rows where names are long, so that any three words that
/// stand like this are taken for one.
pub(super) fn tried(finished: &Finished) -> Option<Tried> {
    let is_answered = finished.is_success() || finished.stderr.text().contains("Operation aborted");
    is_answered.then(|| {
        let text = finished.stdout.text();
        let mut table = Table::default();
        for section in sections(&text) {
            table.section(&section);
        }
        table.removed.retain(|(name, _)| !table.arrivals.iter().any(|arrival| arrival.package.name == *name));
        Tried { removed: table.removed.into_iter().map(|(_, label)| label).collect(), arrivals: table.arrivals }
    })
}

/// The heading of a part of the table and the words below it.
struct Section<'a> {
    heading: &'a str,
    words: Vec<&'a str>,
}

/// What a transaction does, with the names as they are written.
#[derive(Default)]
struct Table<'a> {
    /// What goes, with its label.
    removed: Vec<(&'a str, String)>,
    /// What comes, or stays in another version.
    arrivals: Vec<Arrival>,
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { heading: "", words: Vec::new() }];
    for line in text.lines().take_while(|line| !line.starts_with("Transaction Summary")) {
        match (line.strip_suffix(':').filter(|heading| !heading.starts_with(' ')), sections.last_mut()) {
            (None, Some(section)) => section.words.extend(line.split_whitespace()),
            (heading, _) => sections.push(Section { heading: heading.unwrap_or_default(), words: Vec::new() }),
        }
    }
    sections
}

impl<'a> Table<'a> {
    /// dnf 4 says `replacing name.architecture version`, dnf 5 has a row behind that word; it says so of what is upgraded
    /// as well.
    fn section(&mut self, section: &Section<'a>) {
        let is_removal = section.heading.starts_with("Removing");
        let befores = std::iter::once("").chain(section.words.iter().copied());
        for (before, row) in befores.zip(section.words.windows(3)) {
            let [name, architecture, version] = [row[0], row[1], row[2]];
            if let Some((replaced, architecture)) = architecture.rsplit_once('.').filter(|_| name == REPLACING) {
                self.removed.push((replaced, format!("{replaced}-{version}.{architecture}")));
            } else if is_removal || before == REPLACING {
                self.removed.push((name, format!("{name}-{version}.{architecture}")));
            } else if ARCHITECTURES.contains(&architecture) && !section.is_left_out() {
                let is_beside = section.heading.starts_with("Installing");
                self.arrivals.push(Arrival { package: package(name, architecture, version), is_beside });
            }
        }
    }
}

impl Section<'_> {
    /// What could not be had is listed as well; dnf 4 says in a heading of its own how to get it.
    fn is_left_out(&self) -> bool {
        self.heading.trim_start().starts_with("Skipping") || self.heading.starts_with('(')
    }
}

/// dnf 4 leaves out an epoch that is none.
fn package(name: &str, architecture: &str, version: &str) -> Package {
    let epoch = if version.contains(':') { "" } else { "0:" };
    Package {
        name: name.to_owned(),
        architecture: architecture.to_owned(),
        version: format!("{epoch}{version}"),
        condition: Condition::Installed,
        is_held: false,
    }
}

const REPLACING: &str = "replacing";

/// Whether a trial fails because of what packages need. Orders of several kinds end well all the same.
pub(super) fn does_not_resolve(finished: &Finished) -> bool {
    finished.stderr.text().lines().any(|line| line.trim_start().starts_with("Problem"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_recognised() {
        for (code, said, holder) in [
            (
                200,
                "RPMDB already locked by 12\n  The application with PID 12 is: sleep\n",
                "RPMDB already locked by 12",
            ),
            (
                1,
                "RPM: error: can't create transaction lock on /var/lib/rpm/.rpm.lock (Resource temporarily unavailable)\n",
                "can't create transaction lock on /var/lib/rpm/.rpm.lock (Resource temporarily unavailable)",
            ),
            (200, "", "it is locked by another process"),
        ] {
            assert_eq!(held_by(&Finished::new(code, "", said)).as_deref(), Some(holder));
        }
        assert_eq!(held_by(&Finished::new(1, "", "Error: Unable to find a match: x\n")), None);
        assert_eq!(held_by(&Finished::new(0, "", "already locked by")), None);
    }

    #[test]
    fn a_trial_names_what_is_removed() {
        let said = "=====\n Package  Arch  Version  Repository  Size\n=====\nRemoving:\n ok2  noarch  1.0-1  @local  0 \n\
                    Removing dependent packages:\n a-name-that-is-very-long\n   noarch  1:1.0-1  @local  0 \n";
        let tried = tried(&Finished::new(1, said, "Operation aborted.\n")).unwrap().removed;
        for label in ["ok2-1.0-1.noarch", "a-name-that-is-very-long-1:1.0-1.noarch"] {
            assert!(tried.iter().any(|known| known == label), "{label}: {tried:?}");
        }
    }

    #[test]
    fn a_trial_names_what_is_replaced_and_not_what_is_upgraded() {
        let table = "Package  Architecture  Version  Repository  Size\n";
        let four = "Installing:\n obs  noarch  1.0-1  local  5.5 k\n     replacing  ok2.noarch 1.0-1\n\
                    Upgrading:\n demo  noarch  2.0-1  local  5.4 k\n\nTransaction Summary\n=====\nInstall  1 Package\n";
        let five = "Upgrading:\n demo  noarch 0:2.0-1 local  0.0   B\n   replacing demo noarch 0:1.0-1 <unknown>  0.0   B\n\
                    Installing:\n obs  noarch 0:1.0-1 local  0.0   B\n   replacing ok2 noarch 0:1.0-1 <unknown>  0.0   B\n\n\
                    Transaction Summary:\n Installing:  1 package\n Replacing:  2 packages\n";
        for (said, abort, replaced) in [
            (four, "Operation aborted.\n", "ok2-1.0-1.noarch"),
            (five, "Operation aborted by the user.\n", "ok2-0:1.0-1.noarch"),
        ] {
            let Tried { removed, arrivals } = tried(&Finished::new(1, format!("{table}{said}"), abort)).unwrap();
            assert!(removed.iter().any(|label| label == replaced), "{removed:?}");
            assert!(!removed.iter().any(|label| label.starts_with("demo") || label.starts_with("obs")), "{removed:?}");
            let words = |arrival: &Arrival| {
                let Arrival { package: Package { name, version, .. }, is_beside } = arrival;
                format!("{name} {version}{}", if *is_beside { " beside others" } else { "" })
            };
            let mut arrivals: Vec<String> = arrivals.iter().map(words).collect();
            arrivals.sort();
            assert_eq!(arrivals, ["demo 0:2.0-1", "obs 0:1.0-1 beside others"]);
        }
    }

    #[test]
    fn what_is_left_out_does_not_come() {
        let left_out = " demo  noarch  2.0-1  local  5.4 k\n";
        for heading in [
            "Skipping packages with broken dependencies:\n",
            "Skipping packages with conflicts:\n(add '--best --allowerasing' to command line to force their upgrade):\n",
        ] {
            let said =
                format!("Installing:\n a  noarch  1:1.0-1  local  5.5 k\n{heading}{left_out}\nTransaction Summary\n");
            let arrivals = tried(&Finished::new(1, said, "Operation aborted.\n")).unwrap().arrivals;
            let names: Vec<&str> = arrivals.iter().map(|arrival| arrival.package.name.as_str()).collect();
            assert_eq!(names, ["a"], "{heading}");
        }
    }

    #[test]
    fn a_trial_that_does_not_come_to_its_question_knows_nothing() {
        let broken =
            "Error: \n Problem: conflicting requests\n  - nothing provides nosuch needed by bad-1.0-1.noarch\n";
        let unknown = "Error: Cache-only enabled but no cache for 'local'\nError: Unable to find a match: obs\n";
        for (said, does_not_resolve) in [(broken, true), (unknown, false)] {
            let finished = Finished::new(1, "", said);
            assert_eq!(tried(&finished), None);
            assert_eq!(super::does_not_resolve(&finished), does_not_resolve, "{said}");
        }
    }

    #[test]
    fn the_reason_is_taken_out_of_what_was_said() {
        for (said, expected) in [
            ("Error: Unable to find a match: x\n", "Unable to find a match: x"),
            (
                "Updating and loading repositories:\nRepositories loaded.\nFailed to resolve the transaction:\n\
                 No match for argument: x\nYou can try to add to command line:\n  --skip-unavailable to skip\n",
                "Failed to resolve the transaction:; No match for argument: x",
            ),
            ("Error: \n Problem: nothing provides y\n", "Error:; Problem: nothing provides y"),
        ] {
            assert_eq!(reason(&Finished::new(1, "out\n", said)), expected);
        }
        assert_eq!(reason(&Finished::new(1, "a\nb\n", "")), "b");
    }
}
