//! The inputs of `directory`, understood.

use super::filter::Filter;
use crate::{Fault, Inputs};
use value::{Value, quote};

pub(super) const OPERATIONS: [&str; 5] = ["list", "mkdir", "rmdir", "copy", "move"];
/// How many levels a listing goes down when nothing is said.
pub(super) const DEPTH: i64 = 10;
/// The largest file whose content is listed when nothing is said.
pub(super) const FILE_SIZE: i64 = 1 << 20;

/// One of the operations.
pub(in crate::builtin) enum Request {
    List(Box<Listing>),
    Make { path: String, parents: bool },
    Remove { path: String, force: bool },
    Copy { path: String, destination: String },
    Move { path: String, destination: String },
}

/// What is listed, and how.
pub(in crate::builtin) struct Listing {
    pub(super) path: String,
    /// How many levels it goes down; 0 stays in the directory.
    pub(super) depth: usize,
    pub(super) content: Option<Contents>,
    pub(super) filter: Filter,
    pub(super) hidden: bool,
    pub(super) files_only: bool,
}

/// Which contents are listed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contents {
    pub(super) largest: u64,
    pub(super) checksum: Option<Checksum>,
}

/// A sum over content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Checksum {
    Sha256,
    Sha512,
}

impl Checksum {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sha256 => "sha256",
            Self::Sha512 => "sha512",
        }
    }
}

impl Request {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        let operation = inputs.required_text("operation")?;
        if !OPERATIONS.contains(&operation) {
            return Err(Fault::new(format!("unsupported operation: {operation}"))
                .help(format!("operations are {}", OPERATIONS.join(", "))));
        }
        let path = inputs.required_text("path")?.to_owned();
        let destination = || {
            let missing = || Fault::new(format!("destination is required for {operation} operation"));
            inputs.filled("destination").map(ToOwned::to_owned).ok_or_else(missing)
        };
        Ok(match operation {
            "mkdir" => Self::Make { path, parents: inputs.flag("createDirs") },
            "rmdir" => Self::Remove { path, force: inputs.flag("force") },
            "copy" => Self::Copy { path, destination: destination()? },
            "move" => Self::Move { path, destination: destination()? },
            _ => Self::List(Box::new(Listing::decode(inputs, path)?)),
        })
    }
}

impl Listing {
    fn decode(inputs: &Inputs, path: String) -> Result<Self, Fault> {
        let depth = depth(inputs)?;
        Ok(Self {
            path,
            depth: if inputs.flag("recursive") { depth } else { 0 },
            content: contents(inputs)?,
            filter: Filter::decode(inputs)?,
            hidden: !inputs.flag("excludeHidden"),
            files_only: inputs.flag("filesOnly"),
        })
    }
}

fn depth(inputs: &Inputs) -> Result<usize, Fault> {
    let given = inputs.get("maxDepth").cloned().unwrap_or(Value::Int(DEPTH));
    let depth = inputs.integer("maxDepth").or(given.as_int()).and_then(|depth| usize::try_from(depth).ok());
    depth
        .filter(|depth| (1..=50).contains(depth))
        .ok_or_else(|| Fault::new(format!("maxDepth must be between 1 and 50, got {given}")))
}

fn contents(inputs: &Inputs) -> Result<Option<Contents>, Fault> {
    let checksum = match inputs.get("checksum").map(ToString::to_string).as_deref() {
        None | Some("") => None,
        Some("sha256") => Some(Checksum::Sha256),
        Some("sha512") => Some(Checksum::Sha512),
        Some(other) => {
            return Err(Fault::new(format!("unsupported checksum algorithm {} (valid: sha256, sha512)", quote(other))));
        }
    };
    let largest = match inputs.get("maxFileSize") {
        None => FILE_SIZE.unsigned_abs(),
        Some(given) => inputs
            .integer("maxFileSize")
            .and_then(|size| u64::try_from(size).ok())
            .ok_or_else(|| Fault::new(format!("maxFileSize must be a number of bytes, got {given}")))?,
    };
    Ok(inputs.flag("includeContent").then_some(Contents { largest, checksum }))
}
