//! What the tests need beside Rust: Debian packages, installed by name and only when they are missing.

use crate::{Failure, command};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Need {
    /// A program that the tests call.
    program: &'static str,
    /// The Debian package that brings it.
    package: &'static str,
}

const NEEDS: &[Need] = &[
    Need { program: "mount", package: "mount" },
    // The roots of the test bed, their namespaces and their packages.
    Need { program: "debootstrap", package: "debootstrap" },
    Need { program: "dpkg-deb", package: "dpkg" },
    Need { program: "ip", package: "iproute2" },
    Need { program: "nsenter", package: "util-linux" },
    Need { program: "tar", package: "tar" },
    Need { program: "unshare", package: "util-linux" },
];

/// Installs what is missing, as root or with sudo; fails with the names where neither is there.
pub(crate) fn install() -> Result<(), Failure> {
    let missing = missing(NEEDS, &search_path());
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    let prefix = privilege().ok_or_else(|| {
        Failure::new(format!(
            "the tests need these packages: {names}; install them (this is neither root nor has sudo)"
        ))
    })?;
    println!("# installing what the tests need: {names}");
    command::run(&mut apt_get(&prefix, &["update"]))?;
    let mut words = vec!["install", "--yes", "--no-install-recommends"];
    words.extend(missing);
    command::run(&mut apt_get(&prefix, &words))
}

fn missing(needs: &[Need], path: &[PathBuf]) -> Vec<&'static str> {
    let there = |program| path.iter().any(|folder| folder.join(program).is_file());
    needs.iter().filter(|need| !there(need.program)).map(|need| need.package).collect()
}

fn search_path() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    folders.extend(["/usr/sbin", "/sbin"].map(PathBuf::from));
    folders
}

/// The words before a command that needs root: none as root, else sudo, which must not ask where nobody can answer.
fn privilege() -> Option<Vec<&'static str>> {
    if !Path::new("/usr/bin/apt-get").is_file() {
        return None;
    }
    if nix::unistd::geteuid().is_root() {
        return Some(Vec::new());
    }
    let sudo = search_path().iter().any(|folder| folder.join("sudo").is_file());
    let quiet = if std::io::stdin().is_terminal() { vec!["sudo"] } else { vec!["sudo", "-n"] };
    sudo.then_some(quiet)
}

fn apt_get(prefix: &[&str], words: &[&str]) -> Command {
    let mut all = prefix.to_vec();
    all.extend(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]);
    all.extend(words);
    let mut command = Command::new(all[0]);
    command.args(&all[1..]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_missing_is_named() {
        let needs = [Need { program: "sh", package: "dash" }, Need { program: "no-such-program", package: "nothing" }];
        assert_eq!(missing(&needs, &["/bin".into()]), ["nothing"]);
    }

    #[test]
    fn sudo_stands_before_the_command() {
        let command = apt_get(&["sudo", "-n"], &["update"]);
        assert_eq!(command.get_program(), "sudo");
        let words: Vec<_> = command.get_args().collect();
        assert_eq!(words, ["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", "update"]);
    }
}
