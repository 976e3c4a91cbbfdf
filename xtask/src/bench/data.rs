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

/// What stands under each key, in every layer.
#[derive(Debug, Clone, Copy)]
pub(super) enum Keys {
    /// A text.
    Texts,
    /// A text, a list, a map, or a map with a list, in turn.
    Mixed,
}

impl Keys {
    /// The entry of a key of data, in a layer.
    fn entry(self, indent: &str, key: usize, layer: usize) -> String {
        let text = format!("value {key} of layer {layer}");
        match self.turn(key) {
            0 => format!("{indent}key{key}: {text}"),
            1 => format!("{indent}key{key}:\n{indent}  - {text}\n{indent}  - {layer}"),
            2 => format!("{indent}key{key}:\n{indent}  name: {text}\n{indent}  size: {layer}"),
            _ => format!("{indent}key{key}:\n{indent}  name: {text}\n{indent}  list: [{key}, {layer}]"),
        }
    }

    /// What gives the text of a key.
    fn text(self, key: usize) -> String {
        match self.turn(key) {
            0 => format!("Data.key{key}"),
            1 => format!("Data.key{key}[0]"),
            _ => format!("Data.key{key}.name"),
        }
    }

    fn turn(self, key: usize) -> usize {
        match self {
            Self::Texts => 0,
            Self::Mixed => key % 4,
        }
    }
}

/// Files that are right already, with data of 20 layers that all match, and a rehearsal that finds nothing to do.
pub(super) fn programs(keys: Keys, files: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let folder = scratch.path().join(format!("data-{keys:?}-{files}"));
    fs::create_dir_all(&folder).at(&folder)?;
    let manifest = folder.join("manifest.yaml");
    let id = |flag: &str| command::output(Command::new("id").arg(flag));
    let (owner, group) = (id("-u")?, id("-g")?);
    fs::write(&manifest, text(keys, files, &folder, owner.trim(), group.trim())).at(&manifest)?;
    // A rehearsal that finds something to do would end with another exit code.
    command::output(Command::new(binary).arg("apply").arg(&manifest))?;
    let words = vec![binary.into(), "apply".into(), manifest.into(), "--noop".into(), "--exit-code".into()];
    let python = vec!["/usr/bin/python3".into(), "-c".into(), "pass".into()];
    Ok(vec![
        Program { name: "upright", words, folder: folder.clone(), tree: None },
        Program { name: "python3", words: python, folder, tree: None },
    ])
}

fn text(keys: Keys, files: usize, folder: &Path, owner: &str, group: &str) -> String {
    let mut text = String::from("hierarchy:\n  merge: deep\n  order:\n");
    let mut put = |line: String| text.push_str(&(line + "\n"));
    (0..LAYERS).for_each(|layer| put(format!("    - layer{layer}")));
    put("data:".to_owned());
    (0..KEYS).for_each(|key| put(keys.entry("  ", key, LAYERS)));
    put("overrides:".to_owned());
    for layer in 0..LAYERS {
        put(format!("  layer{layer}:"));
        (0..KEYS).for_each(|key| put(keys.entry("    ", key, layer)));
    }
    put("ccm:\n  resources:\n    - file:".to_owned());
    for file in 0..files {
        let key = file % KEYS;
        put(format!("        - \"{}/{{{{ lower({}) }}}}-{file}\":", folder.display(), keys.text(key)));
        put("            ensure: present\n            content: |".to_owned());
        for line in 0..LINES {
            let other = (key + line * 7) % KEYS;
            put(format!("              line{line} = {{{{ {} }}}}", keys.text(other)));
        }
        put(format!("            owner: \"{owner}\"\n            group: \"{group}\"\n            mode: \"0644\""));
    }
    text
}
