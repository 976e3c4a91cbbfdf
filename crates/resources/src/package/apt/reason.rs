//! Why apt-get failed, out of what it said.

use system::process::Finished;

/// Who holds a lock that apt-get could not get.
pub(super) fn held_by(finished: &Finished) -> Option<String> {
    if finished.is_success() {
        return None;
    }
    let text = finished.stderr.text();
    let is_about_lock = |line: &&str| {
        line.starts_with("E: ")
            && (line.contains("Could not get lock") || line.contains("is locked by another process"))
    };
    text.lines().find(is_about_lock).map(|line| line.trim_start_matches("E: ").trim_end_matches('.').to_owned())
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

/// The errors of apt, and of dpkg with the line that explains them.
pub(super) fn reason(finished: &Finished) -> String {
    // What dpkg says goes through a terminal of apt and comes out on the other stream.
    let (stdout, stderr) = (finished.stdout.text(), finished.stderr.text());
    let (mut reasons, mut unmet): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut lines = stdout.lines().chain(stderr.lines()).map(str::trim_end).peekable();
    while let Some(line) = lines.next() {
        if let Some(error) = line.strip_prefix("E: ") {
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
        assert_eq!(reason_of(held), "Unable to correct problems, you have held broken packages.");
        assert_eq!(reason_of("something\n"), "something");
        assert_eq!(reason_of(""), "last");
    }
}
