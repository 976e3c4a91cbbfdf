//! Hierarchical data and expressions: a rehearsal over many layers, beside the start of an interpreter.

use super::cases::Program;
use crate::Failure;
use crate::command;
use crate::failure::At;
use crate::scratch::Scratch;
use std::fs;
use std::path::Path;
use std::process::Command;

const KEYS: usize = 500;
const LAYERS: usize = 20;
/// Expressions of each file: one in its name, four in its content.
const LINES: usize = 4;

/// Files that are right already, with data of 20 layers that all match, and a rehearsal that finds nothing to do.
pub(super) fn programs(files: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let folder = scratch.path().join(format!("data-{files}"));
    fs::create_dir_all(&folder).at(&folder)?;
    let manifest = folder.join("manifest.yaml");
    let id = |flag: &str| command::output(Command::new("id").arg(flag));
    let (owner, group) = (id("-u")?, id("-g")?);
    fs::write(&manifest, text(files, &folder, owner.trim(), group.trim())).at(&manifest)?;
    // A rehearsal that finds something to do would end with another exit code.
    command::output(Command::new(binary).arg("apply").arg(&manifest))?;
    let words = vec![binary.into(), "apply".into(), manifest.into(), "--noop".into(), "--exit-code".into()];
    let python = vec!["/usr/bin/python3".into(), "-c".into(), "pass".into()];
    Ok(vec![
        Program { name: "upright", words, folder: folder.clone(), tree: None },
        Program { name: "python3", words: python, folder, tree: None },
    ])
}

fn text(files: usize, folder: &Path, owner: &str, group: &str) -> String {
    let mut text = String::from("hierarchy:\n  merge: deep\n  order:\n");
    let mut put = |line: String| text.push_str(&(line + "\n"));
    (0..LAYERS).for_each(|layer| put(format!("    - layer{layer}")));
    put("data:".to_owned());
    (0..KEYS).for_each(|key| put(format!("  key{key}: base value {key}")));
    put("overrides:".to_owned());
    for layer in 0..LAYERS {
        put(format!("  layer{layer}:"));
        (0..KEYS).for_each(|key| put(format!("    key{key}: value {key} of layer {layer}")));
    }
    put("ccm:\n  resources:\n    - file:".to_owned());
    for file in 0..files {
        let key = file % KEYS;
        put(format!("        - \"{}/{{{{ lower(Data.key{key}) }}}}-{file}\":", folder.display()));
        put("            ensure: present\n            content: |".to_owned());
        for line in 0..LINES {
            let other = (key + line * 7) % KEYS;
            put(format!("              line{line} = {{{{ Data.key{other} }}}}"));
        }
        put(format!("            owner: \"{owner}\"\n            group: \"{group}\"\n            mode: \"0644\""));
    }
    text
}
