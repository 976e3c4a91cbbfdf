//! The inputs of `file`, understood.

use super::decide::Strategy;
use crate::{Fault, Inputs};
use value::{List, Map, Unknown, Value, quote};

pub(super) const OPERATIONS: [&str; 5] = ["read", "write", "exists", "delete", "write-tree"];

/// One of the operations.
pub(in crate::builtin) enum Request {
    Read(String),
    Exists(String),
    Delete(String),
    Write(Write),
    Tree(Tree),
}

/// How files are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner {
    /// What the inputs say; else the command line, else it is an error.
    pub(super) strategy: Option<Strategy>,
    pub(super) backup: Option<bool>,
    pub(super) dedupe: bool,
    pub(super) mode: Option<u32>,
}

/// One file to write.
pub(in crate::builtin) struct Write {
    pub(super) path: String,
    /// Text or bytes.
    pub(super) content: Value,
    pub(super) create_directories: bool,
    pub(super) manner: Manner,
}

/// Many files to write.
pub(in crate::builtin) struct Tree {
    pub(super) base: String,
    pub(super) entries: Vec<Entry>,
    /// What is told of those that have nothing to write.
    pub(super) empty: Vec<String>,
    pub(super) output_path: Option<String>,
    pub(super) strip_suffix: String,
    pub(super) fail_fast: bool,
    pub(super) manner: Manner,
}

/// One of many.
pub(super) struct Entry {
    /// Which one it is, as users count: entries without content count too.
    pub(super) index: usize,
    pub(super) path: String,
    pub(super) content: Value,
    /// Why the content is not known yet.
    pub(super) unknown: Option<Unknown>,
    pub(super) strategy: Option<Strategy>,
    pub(super) backup: Option<bool>,
    pub(super) dedupe: Option<bool>,
}

impl Request {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        let operation = inputs.required_text("operation")?;
        let path = || inputs.required_text("path").map(ToOwned::to_owned);
        Ok(match operation {
            "read" => Self::Read(path()?),
            "exists" => Self::Exists(path()?),
            "delete" => Self::Delete(path()?),
            "write" => Self::Write(Write::decode(inputs, path()?)?),
            "write-tree" => Self::Tree(Tree::decode(inputs)?),
            other => return Err(Fault::new(format!("unsupported operation: {other}")).help(operations())),
        })
    }
}

/// A request of which some inputs are not known yet.
pub(in crate::builtin) enum Decoded {
    Known(Request),
    /// Only the content of the file is missing.
    Blind(Write, Unknown),
    /// Only contents of files are missing.
    BlindTree(Tree, Unknown),
    Unknown(Unknown),
}

impl Decoded {
    pub(super) fn of(inputs: &Inputs) -> Result<Self, Fault> {
        let Some(unknown) = inputs.unknown() else { return Request::decode(inputs).map(Self::Known) };
        let others = without_contents(inputs);
        if others.unknown().is_some() {
            return Ok(Self::Unknown(unknown));
        }
        Ok(match Request::decode(&others)? {
            Request::Write(write) => Self::Blind(write, unknown),
            Request::Tree(_) => Self::BlindTree(Tree::decode(inputs)?, unknown),
            request => Self::Known(request),
        })
    }
}

/// The inputs with nothing in the place of contents that are not known.
fn without_contents(inputs: &Inputs) -> Inputs {
    let mut others = without_content(inputs.as_map());
    if let Some(entries) = inputs.list("entries") {
        let known = |entry: &Value| entry.as_map().map_or_else(|| entry.clone(), |map| without_content(map).into());
        others.insert("entries", entries.iter().map(known).collect::<List>());
    }
    Inputs::new(others)
}

fn without_content(map: &Map) -> Map {
    let mut map = map.clone();
    if matches!(map.get("content"), Some(Value::Unknown(_))) {
        map.insert("content", "");
    }
    map
}

fn operations() -> String {
    format!("operations are {}", OPERATIONS.join(", "))
}

impl Manner {
    fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        let strategy = match inputs.get("onConflict") {
            None => None,
            Some(given) if given.as_str() == Some("") => None,
            Some(given) => Some(Strategy::of(given, "onConflict")?),
        };
        Ok(Self {
            strategy,
            backup: flag(inputs.as_map(), "backup"),
            dedupe: inputs.flag("dedupe"),
            mode: mode(inputs)?,
        })
    }
}

/// The bits of `"0644"`.
fn mode(inputs: &Inputs) -> Result<Option<u32>, Fault> {
    let Some(given) = inputs.get("permissions") else { return Ok(None) };
    let text = given.as_str().unwrap_or_default();
    let bits = if text.len() == 4 && text.starts_with('0') { u32::from_str_radix(text, 8).ok() } else { None };
    let wrong = || {
        Fault::new(format!("invalid permissions {}: expected 0 and three octal digits", quote(&given.to_string())))
            .help("quote it: `permissions: \"0644\"`".to_owned())
    };
    if text.is_empty() && given.as_str().is_some() { Ok(None) } else { bits.map(Some).ok_or_else(wrong) }
}

fn flag(map: &Map, name: &str) -> Option<bool> {
    map.get(name).and_then(Value::as_bool)
}

/// The bytes of text, or of what is not text.
pub(super) fn bytes(content: &Value) -> Option<&[u8]> {
    content.as_text_bytes().or_else(|| content.as_bytes())
}

impl Write {
    fn decode(inputs: &Inputs, path: String) -> Result<Self, Fault> {
        let content = inputs.get("content").filter(|content| bytes(content).is_some());
        let content = content.ok_or_else(|| Fault::new("content is required and must be a string"))?.clone();
        Ok(Self { path, content, create_directories: inputs.flag("createDirs"), manner: Manner::decode(inputs)? })
    }
}

impl Tree {
    fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        let base = inputs.required_text("basePath")?.to_owned();
        let entries = inputs.list("entries").ok_or_else(|| Fault::new("entries is required and must be an array"))?;
        let empty = empty(entries);
        let entries = entries.iter().enumerate().map(|(index, entry)| Entry::decode(index, entry));
        Ok(Self {
            base,
            empty,
            entries: entries.filter_map(Result::transpose).collect::<Result<_, _>>()?,
            output_path: inputs.filled("outputPath").map(ToOwned::to_owned),
            strip_suffix: inputs.text("stripSuffix").unwrap_or_default().to_owned(),
            fail_fast: inputs.flag("failFast"),
            manner: Manner::decode(inputs)?,
        })
    }
}

/// Entries without content that do not say that they are directories, as those of a listing do.
fn empty(entries: &List) -> Vec<String> {
    let is_odd = |map: &Map| map.get("content").is_none_or(Value::is_null) && flag(map, "isDir") != Some(true);
    let numbered = entries.iter().enumerate().filter_map(|(index, entry)| Some((index, entry.as_map()?)));
    let odd = numbered.filter(|(_, map)| is_odd(map)).map(|(index, map)| {
        let path = map.get("path").map(|path| quote(&path.to_string())).unwrap_or_default();
        format!("entries[{index}] {path} has no content, and is not written")
    });
    odd.take(TOLD).collect()
}

/// So many entries without content are told.
const TOLD: usize = 10;

impl Entry {
    /// One without content, as directories in a listing are, is none.
    fn decode(index: usize, entry: &Value) -> Result<Option<Self>, Fault> {
        let name = format!("entries[{index}]");
        let map =
            entry.as_map().ok_or_else(|| Fault::new(format!("{name} must be a map, got {}", entry.type_name())))?;
        let path = map.get("path").and_then(Value::as_str).filter(|path| !path.is_empty());
        let path = path.ok_or_else(|| Fault::new(format!("{name}.path is required and must be a string")))?.to_owned();
        let Some(content) = map.get("content").filter(|content| !content.is_null()).cloned() else { return Ok(None) };
        let (content, unknown) = match content {
            Value::Unknown(unknown) => (Value::string(""), Some(unknown)),
            content => (decoded(content, map).map_err(|why| Fault::new(format!("{name}.content {why}")))?, None),
        };
        let strategy = map.get("onConflict").filter(|given| !given.is_null() && given.as_str() != Some(""));
        let strategy = strategy.map(|given| Strategy::of(given, &format!("{name}.onConflict"))).transpose()?;
        let (backup, dedupe) = (flag(map, "backup"), flag(map, "dedupe"));
        Ok(Some(Self { index, path, content, unknown, strategy, backup, dedupe }))
    }
}

/// The content of an entry; a listing has that of binary files in base64, and says so.
fn decoded(content: Value, entry: &Map) -> Result<Value, String> {
    let Some(given) = bytes(&content) else { return Err(format!("must be a string, got {}", content.type_name())) };
    if entry.get("contentEncoding").and_then(Value::as_str) != Some("base64") {
        return Ok(content);
    }
    let plain = value::base64::decode(given).map_err(|_| "must be base64, as `contentEncoding` says")?;
    Ok(Value::bytes(plain))
}
