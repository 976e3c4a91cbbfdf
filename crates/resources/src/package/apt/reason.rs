//! Why apt-get failed, out of what it said.

use crate::package::packages::{Condition, Package};
use crate::package::tried::{Arrival, Tried};
use system::process::Finished;

/// Who holds a lock that apt-get could not get.
pub(super) fn held_by(finished: &Finished) -> Option<String> {
    if finished.is_success() {
        return None;
    }
    let text = finished.stderr.text();
    let is_about_lock = |line: &&str| {
        let is_error = line.starts_with("E: ") || line.starts_with("dpkg: error: ");
        is_error && (line.contains("Could not get lock") || line.contains("locked by another process"))
    };
    let words = |line: &str| line.trim_start_matches("E: ").trim_end_matches('.').to_owned();
    text.lines().find(is_about_lock).map(words)
}

/// Whether nothing can be done before a command of dpkg that was killed is finished.
pub(super) fn is_unfinished(finished: &Finished) -> bool {
    !finished.is_success() && finished.stderr.text().contains("E: dpkg was interrupted")
}

/// What stands before the lines that say which packages do not go together.
const UNMET: &str = "The following packages have unmet dependencies:";

/// An error with those lines, when it is about them: by itself it names no package.
fn with_unmet(error: &str, unmet: &mut Vec<String>) -> String {
    let is_about_them = error.contains("held broken packages") || error.contains("nmet dependencies");
    if unmet.is_empty() || !is_about_them {
        return error.to_owned();
    }
    format!("{}: {}", error.trim_end_matches('.'), std::mem::take(unmet).join("; "))
}

fn in_one_blank(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands before the names of packages that would have to go.
const REMOVED: &str = "The following packages will be REMOVED:";
const REFUSED: &str = "Packages need to be removed but remove is disabled.";

/// An error with the names of what it is about.
fn refusal(removed: &[String]) -> String {
    let names = removed.join(" ");
    format!("it would remove {names}, and the manifest wants both; leave one out, or give it `ensure: absent`")
}

/// The packages that were in the way of a command that may not remove any.
pub(super) fn spared(finished: &Finished) -> Vec<String> {
    if finished.is_success() || !finished.stderr.text().contains(REFUSED) {
        return Vec::new();
    }
    let stdout = finished.stdout.text();
    let names = stdout.lines().skip_while(|line| *line != REMOVED).skip(1).take_while(|line| line.starts_with(' '));
    names.flat_map(str::split_whitespace).map(|name| name.trim_end_matches('*').to_owned()).collect()
}

/// What a simulation removes and installs.
pub(super) fn tried(finished: &Finished) -> Option<Tried> {
    let name = |line: &str| Some(line.strip_prefix("Remv ")?.split_whitespace().next()?.to_owned());
    finished.is_success().then(|| {
        let text = finished.stdout.text();
        Tried { removed: text.lines().filter_map(name).collect(), arrivals: text.lines().filter_map(arrival).collect() }
    })
}

/// `Inst demo [1.0-1] (2.0-1 Debian:12/stable [all])`; an architecture of others stands behind the name as well.
fn arrival(line: &str) -> Option<Arrival> {
    let (head, rest) = line.strip_prefix("Inst ")?.split_once(" (")?;
    let name = head.split([' ', ':']).next()?;
    let words: Vec<&str> = rest.split(')').next()?.split_whitespace().collect();
    let package = Package {
        name: name.to_owned(),
        architecture: words.last()?.trim_matches(['[', ']']).to_owned(),
        version: (*words.first()?).to_owned(),
        condition: Condition::Installed,
        is_held: false,
    };
    Some(Arrival { package, is_beside: false })
}

/// Whether a simulation fails because of what packages need.
pub(super) fn does_not_resolve(finished: &Finished) -> bool {
    !finished.is_success()
        && finished.stdout.text().lines().chain(finished.stderr.text().lines()).any(|line| line == UNMET)
}

/// The errors of apt, and of dpkg with the line that explains them.
pub(super) fn reason(finished: &Finished) -> String {
    // What dpkg says goes through a terminal of apt and comes out on the other stream.
    let (stdout, stderr) = (finished.stdout.text(), finished.stderr.text());
    let (mut reasons, mut unmet, mut removed): (Vec<String>, Vec<String>, Vec<String>) = Default::default();
    let mut lines = stdout.lines().chain(stderr.lines()).map(str::trim_end).peekable();
    while let Some(line) = lines.next() {
        if line == REMOVED {
            removed.extend(std::iter::from_fn(|| lines.next_if(|line| line.starts_with(' '))).map(in_one_blank));
        } else if line.strip_prefix("E: ") == Some(REFUSED) {
            reasons.push(refusal(&removed));
        } else if let Some(error) = line.strip_prefix("E: ") {
            reasons.push(with_unmet(error, &mut unmet));
        } else if line == UNMET {
            unmet.extend(std::iter::from_fn(|| lines.next_if(|line| line.starts_with(' '))).map(in_one_blank));
        } else if line.starts_with("dpkg: error") {
            let more = lines.next_if(|line| line.starts_with(' ')).unwrap_or_default();
            reasons.push(format!("{line}{more}"));
        }
    }
    // That dpkg failed is said by dpkg itself already.
    if reasons.len() > 1 {
        reasons.retain(|reason| !reason.starts_with("Sub-process "));
    }
    match reasons.as_slice() {
        [] => crate::package::answer::last_line(finished),
        _ => reasons.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_recognised() {
        let said = "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12 (apt-get)\nN: Be aware\n\
                    E: Unable to acquire the dpkg frontend lock\n";
        let holder = "Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12 (apt-get)";
        assert_eq!(held_by(&Finished::new(100, "", said)).as_deref(), Some(holder));
        assert_eq!(held_by(&Finished::new(100, "", "E: Unable to locate package x\n")), None);
        assert_eq!(held_by(&Finished::new(0, "", said)), None);
        let dpkg = "dpkg: error: dpkg frontend lock was locked by another process with pid 12\nNote: no\n";
        assert_eq!(held_by(&Finished::new(2, "", dpkg)).as_deref(), dpkg.lines().next());
    }

    #[test]
    fn a_killed_command_is_recognised() {
        let said = "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem. \n";
        assert!(is_unfinished(&Finished::new(100, "", said)) && !is_unfinished(&Finished::new(0, "", said)));
        assert!(!is_unfinished(&Finished::new(100, "", "E: Unable to locate package x\n")));
    }

    #[test]
    fn a_simulation_names_what_is_removed_and_what_comes() {
        let said = "Reading package lists...\nThe following packages will be REMOVED:\n  ok2 rdep\nRemv rdep [1.0-1]\n\
                    Remv libc6:i386 [2.36-9] [x:i386 ]\nInst demo [1.0-1] (2.0-1 localhost [all])\n\
                    Inst libc6:i386 (1:2.36-9 Debian:12/stable, Debian-Security:12 [i386]) []\nConf demo (2.0-1 localhost [all])\n";
        let tried = tried(&Finished::new(0, said, "")).unwrap();
        assert_eq!(tried.removed, ["rdep", "libc6:i386"]);
        let words = |arrival: &Arrival| {
            format!("{} {} {}", arrival.package.name, arrival.package.version, arrival.package.architecture)
        };
        let arrivals: Vec<String> = tried.arrivals.iter().map(words).collect();
        assert_eq!(arrivals, ["demo 2.0-1 all", "libc6 1:2.36-9 i386"]);
    }

    #[test]
    fn the_reason_is_taken_out_of_what_was_said() {
        let said = "dpkg: error processing package b (--configure):\n installed b package post-installation script \
                    subprocess returned error exit status 1\nErrors were encountered while processing:\n b\n\
                    E: Sub-process /usr/bin/dpkg returned an error code (1)\n";
        let reason_of = |said: &str| reason(&Finished::new(100, "Reading package lists...\nlast\n", said));
        assert_eq!(
            reason_of(said),
            "dpkg: error processing package b (--configure): installed b package post-installation script subprocess \
             returned error exit status 1"
        );
        let (dpkg, apt) = said.split_at(said.find("E: ").unwrap());
        assert_eq!(reason(&Finished::new(100, dpkg.replace('\n', "\r\n"), apt)), reason_of(said));
        assert_eq!(reason_of("W: odd\nE: Unable to locate package x\n"), "Unable to locate package x");
        let unmet = "The following packages have unmet dependencies:\n demo : Depends: nosuch but it is not installable\n    \
                     \u{20}   Depends: b (>= 2) but 1.0-1 is to be installed\n";
        let held = "E: Unable to correct problems, you have held broken packages.\n";
        assert_eq!(
            reason(&Finished::new(100, unmet, held)),
            "Unable to correct problems, you have held broken packages: demo : Depends: nosuch but it is not \
             installable; Depends: b (>= 2) but 1.0-1 is to be installed"
        );
        let removed = "The following packages will be REMOVED:\n  mta1 other\nThe following NEW packages will be installed:\n  mta2\n";
        assert_eq!(
            reason(&Finished::new(100, removed, "E: Packages need to be removed but remove is disabled.\n")),
            "it would remove mta1 other, and the manifest wants both; leave one out, or give it `ensure: absent`"
        );
        let refused = Finished::new(100, removed, "E: Packages need to be removed but remove is disabled.\n");
        assert_eq!(spared(&refused), ["mta1", "other"]);
        assert!(spared(&Finished::new(100, removed, "E: something else\n")).is_empty());
        assert_eq!(reason_of(held), "Unable to correct problems, you have held broken packages.");
        assert_eq!(reason_of("something\n"), "something");
        assert_eq!(reason_of(""), "last");
    }
}
