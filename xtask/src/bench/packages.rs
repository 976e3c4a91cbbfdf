//! Packages that are there already, beside the one question that has to be asked for that.

use super::cases::Program;
use crate::Failure;
use crate::command;
use crate::failure::At;
use crate::scratch::Scratch;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A rehearsal that finds every package of this machine where it should be; one that does not ends with another exit code.
pub(super) fn programs(count: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let folder = scratch.path().to_owned();
    let manifest = folder.join(format!("packages-{count}.yaml"));
    fs::write(&manifest, text(&installed(count)?)).at(&manifest)?;
    let words = vec![binary.into(), "apply".into(), manifest.into(), "--noop".into(), "--exit-code".into()];
    let query = vec!["dpkg-query".into(), "-W".into()];
    Ok(vec![
        Program { name: "upright", words, folder: folder.clone(), tree: None },
        Program { name: "dpkg-query", words: query, folder, tree: None },
    ])
}

fn installed(count: usize) -> Result<Vec<String>, Failure> {
    let list = command::output(Command::new("dpkg-query").args(["-W", "-f", "${db:Status-Status} ${Package}\n"]))?;
    let mut names: Vec<String> =
        list.lines().filter_map(|line| line.strip_prefix("installed ")).map(str::to_owned).collect();
    names.dedup();
    names.truncate(count);
    if names.len() == count {
        Ok(names)
    } else {
        Err(Failure::new(format!("this machine has {} packages", names.len())))
    }
}

fn text(names: &[String]) -> String {
    let head = "ccm:\n  resources:\n    - package:\n";
    let lines = names.iter().flat_map(|name| ["        - ", name, ": {ensure: present}\n"]);
    std::iter::once(head).chain(lines).collect()
}
