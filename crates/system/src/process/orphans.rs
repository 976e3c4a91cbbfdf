//! Commands of a run that was killed before it could note them: each leads a group of its own in the session of that run, and
//! was told its name. What it left in the background leads no group, or has a session of its own.

use super::Outliving;
use crate::identity::Life;
use crate::world::RUN;
use std::fs;

/// Those that are at work.
pub(super) fn of(run: &str) -> Vec<Outliving> {
    let told = format!("{RUN}={run}");
    let leads = |pid: i32, life: &Life| !life.ended && life.group == pid && life.session != pid;
    let candidates = Life::all().into_iter().filter(|(pid, life)| leads(*pid, life)).map(|(pid, _)| pid);
    let mut found: Vec<_> = candidates.filter(|pid| is_told(*pid, &told)).map(outliving).collect();
    found.sort_by_key(|process| process.pid);
    found
}

fn is_told(pid: i32, told: &str) -> bool {
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.split(|byte| *byte == 0).any(|variable| variable == told.as_bytes())
}

fn outliving(pid: i32) -> Outliving {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    Outliving { pid, program: name.trim_end().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    #[test]
    fn a_command_is_found_and_nothing_else() {
        let run = format!("orphan-{}", std::process::id());
        let mut command = Command::new("/bin/sleep");
        let mut child = command.arg("60").env(RUN, &run).process_group(0).spawn().unwrap();
        let mut beside = Command::new("/bin/sleep").arg("60").env(RUN, &run).spawn().unwrap();
        let pid = i32::try_from(child.id()).unwrap();
        let found = of(&run);
        for child in [&mut child, &mut beside] {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert_eq!(found, [Outliving { pid, program: "sleep".into() }]);
        assert!(of(&run).is_empty() && of("another").is_empty());
    }
}
