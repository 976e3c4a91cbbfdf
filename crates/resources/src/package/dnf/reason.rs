//! Why dnf failed, out of what it said, and who is in its way.

use crate::package::locks;
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
    let from = |start: &str| stderr.lines().position(|line| line.starts_with(start));
    let begin = from("Error").or_else(|| from("Failed")).or_else(|| from("Transaction failed")).unwrap_or(0);
    let lines: Vec<&str> = stderr.lines().skip(begin).filter(|line| !is_noise(line)).map(str::trim).collect();
    match lines.as_slice() {
        [] => crate::package::answer::last_line(finished),
        lines => lines.join("; ").trim_start_matches("Error: ").to_owned(),
    }
}

/// What a trial lists, as labels of rpm. The table has a name, an architecture and a version in every row, and breaks rows
/// where names are long, so that any three words that stand like this are taken for one.
pub(super) fn tried(finished: &Finished) -> Vec<String> {
    let text = finished.stdout.text();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(3).map(|row| format!("{}-{}.{}", row[0], row[2], row[1])).collect()
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
        let tried = tried(&Finished::new(1, said, "Operation aborted.\n"));
        for label in ["ok2-1.0-1.noarch", "a-name-that-is-very-long-1:1.0-1.noarch"] {
            assert!(tried.iter().any(|known| known == label), "{label}: {tried:?}");
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
