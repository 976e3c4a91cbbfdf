//! The directory in which a case happens.

use serde_json::{Map, Value as Json, json};
use std::fs;
use std::io::{Error, Result};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use value::Value;

use crate::case::Input;

/// Stands for the room in recorded paths.
const MARK: &str = "@ROOT@";

/// A directory of its own, and another one beside it; both are gone with the case.
pub(super) struct Room(PathBuf);

impl Room {
    /// Lays out what the case has.
    pub(super) fn new(input: &Input<'_>) -> Result<Self> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let room = Self(std::env::temp_dir().join(format!("upright-vectors-{}-{number}", std::process::id())));
        fs::create_dir_all(&room.0)?;
        for (field, directory) in [("source", "source"), ("target", "target"), ("outside", "outside"), ("files", "")] {
            if let Some(tree) = input.field(field).and_then(Json::as_object) {
                fs::create_dir_all(room.0.join(directory))?;
                tree.iter().try_for_each(|(path, entry)| room.put(&room.0.join(directory).join(path), entry))?;
            }
        }
        Ok(room)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// A file that the case does not see.
    pub(super) fn aside(&self, name: &str, content: &str) -> PathBuf {
        let path = self.beside().join(name);
        let written = fs::create_dir_all(self.beside()).and_then(|()| fs::write(&path, content));
        written.expect("a temporary directory can be written to");
        path
    }

    fn beside(&self) -> PathBuf {
        self.0.with_extension("beside")
    }

    /// A recorded text with the path of this room.
    pub(super) fn show(&self, text: &str) -> String {
        text.replace(MARK, &self.0.display().to_string())
    }

    /// An answer without the path of this room.
    pub(super) fn hide(&self, out: &Json) -> Json {
        let text = out.to_string().replace(&*self.0.display().to_string(), MARK);
        serde_json::from_str(&text).unwrap_or(Json::Null)
    }

    fn put(&self, path: &Path, entry: &Json) -> Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        if let Some(to) = entry["symlink"].as_str() {
            return symlink(self.show(to), path);
        }
        if entry["dir"] == true {
            fs::create_dir_all(path)?;
            return set_mode(path, entry, 0o755);
        }
        let content = match (entry["content_b64"].as_str(), entry.as_str().or(entry["content"].as_str())) {
            (Some(encoded), _) => decode(encoded).ok_or_else(|| Error::other("`content_b64` is not base64"))?,
            (None, text) => text.unwrap_or_default().as_bytes().to_vec(),
        };
        fs::write(path, content)?;
        set_mode(path, entry, 0o644)
    }

    /// Adds the tree that is there now to an answer.
    pub(super) fn look(&self, target: &Path, input: &Input<'_>, out: &mut Json) -> Result<()> {
        let found = Tree::of(target)?;
        out["files"] = Json::Object(found.files);
        out["dirs"] = json!(found.directories);
        out["target_exists"] = json!(fs::metadata(target).is_ok());
        if !found.links.is_empty() {
            out["links"] = Json::Object(found.links);
        }
        if !found.modes.is_empty() {
            out["dir_modes"] = Json::Object(found.modes);
        }
        if input.field("outside").is_some() {
            out["outside"] = Json::Object(Tree::of(&self.0.join("outside"))?.files);
        }
        Ok(())
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // What cannot be removed is somebody else's by now.
        let _ = fs::remove_dir_all(&self.0);
        let _ = fs::remove_dir_all(self.beside());
    }
}

fn set_mode(path: &Path, entry: &Json, usual: u32) -> Result<()> {
    let given = entry["mode"].as_str().and_then(|mode| u32::from_str_radix(mode, 8).ok());
    fs::set_permissions(path, fs::Permissions::from_mode(given.unwrap_or(usual)))
}

/// A tree in the recorded shape.
#[derive(Default)]
struct Tree {
    files: Map<String, Json>,
    directories: Vec<String>,
    links: Map<String, Json>,
    modes: Map<String, Json>,
}

impl Tree {
    fn of(root: &Path) -> Result<Self> {
        let mut tree = Self::default();
        match fs::metadata(root) {
            Ok(meta) if meta.is_dir() => tree.walk(root, "")?,
            Ok(_) => drop(tree.files.insert(".".to_owned(), json!({ "type": "----------" }))),
            Err(_) => {}
        }
        Ok(tree)
    }

    fn walk(&mut self, directory: &Path, above: &str) -> Result<()> {
        let mut entries: Vec<_> = fs::read_dir(directory)?.collect::<Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, name) = (entry.path(), format!("{above}{}", entry.file_name().display()));
            let meta = fs::symlink_metadata(&path)?;
            let mode = format!("{:04o}", meta.permissions().mode() & 0o7777);
            if meta.is_dir() {
                self.directories.push(name.clone());
                if mode != "0755" {
                    self.modes.insert(name.clone(), json!(mode));
                }
                self.walk(&path, &format!("{name}/"))?;
            } else if meta.is_symlink() {
                self.links.insert(name, json!(fs::read_link(&path)?.display().to_string()));
            } else {
                self.files.insert(name, file(fs::read(&path)?, &mode));
            }
        }
        Ok(())
    }
}

fn file(content: Vec<u8>, mode: &str) -> Json {
    match String::from_utf8(content) {
        Ok(text) => json!({ "content": text, "mode": mode }),
        Err(error) => json!({ "content_b64": encode(error.as_bytes()), "mode": mode }),
    }
}

/// Base64 is what bytes are in JSON.
fn encode(bytes: &[u8]) -> String {
    let json = Value::bytes(bytes).to_json(value::Escape::Plain, value::KeyOrder::Keep).unwrap_or_default();
    json.trim_matches('"').to_owned()
}

fn decode(encoded: &str) -> Option<Vec<u8>> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in encoded.trim_end_matches('=').bytes() {
        let six = ALPHABET.iter().position(|known| *known == letter)?;
        bits = bits << 6 | u32::try_from(six).ok()?;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).ok()?);
        }
    }
    Some(bytes)
}
