//! Where data goes that is shown.

use crate::files::settled;
use crate::{Context, Fault, Inputs};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use system::WriteWorld;
use system::files::{Attributes, Content, Destination as Way, FileError, FileErrorKind};

/// A file that others append to at the same time loses nothing of what we write.
static APPENDING: Mutex<()> = Mutex::new(());

/// A file that grows without end is not one for this.
const MOST: u64 = 1 << 30;

/// Where it goes.
pub(super) enum Destination {
    Stdout,
    Stderr,
    /// Behind what is in the file.
    File(String),
}

impl Destination {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        match inputs.filled("destination").unwrap_or("stdout") {
            "stdout" => Ok(Self::Stdout),
            "stderr" => Ok(Self::Stderr),
            "file" => match inputs.filled("file") {
                Some(file) => Ok(Self::File(file.to_owned())),
                None => Err(Fault::new("file path is required when destination is 'file'")),
            },
            other => Err(Fault::new(format!("unsupported destination: {other}"))),
        }
    }

    /// The value of the input.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Stdout => "stdout",
            Self::Stderr => "stderr",
            Self::File(_) => "file",
        }
    }

    /// What the result says.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::File(path) => path,
            stream => stream.kind(),
        }
    }

    /// Prints a text with a line break behind it, and says whether the user has seen it; nothing when a file is not written
    /// because this is a rehearsal.
    pub(super) fn print(&self, text: &str, context: &Context<'_>) -> Result<Option<bool>, Fault> {
        let line = format!("{text}\n");
        match (self, context.terminal) {
            (Self::File(path), _) => {
                let Some(world) = context.world.act() else { return Ok(None) };
                return append(path, line.as_bytes(), world, context).map(|()| Some(false));
            }
            (Self::Stdout, Some(terminal)) => terminal.out(line.as_bytes()),
            (Self::Stderr, Some(terminal)) => terminal.err(line.as_bytes()),
            (_, None) => {}
        }
        Ok(Some(context.terminal.is_some()))
    }
}

fn append(path: &str, line: &[u8], world: &WriteWorld, context: &Context<'_>) -> Result<(), Fault> {
    let _one_at_a_time = APPENDING.lock().unwrap_or_else(PoisonError::into_inner);
    let result = match context.confined() {
        Some(root) => append_beneath(root, &context.path(path), line, world),
        None => append_to(&gostd::path::clean(&context.directories.process.join(path)), line, world),
    };
    result.map_err(|error| refused(path, &error))
}

fn append_to(path: &Path, line: &[u8], world: &WriteWorld) -> Result<(), FileError> {
    match Way::of(&*world.read.files, path)? {
        Way::Stream(at) => world.files.pour(&at, line),
        Way::File(at) => {
            let (content, is_new) = before(world.read.files.read(&at, MOST))?;
            world.files.replace(&at, Content::Bytes(&[&content, line].concat()), attributes(is_new)).map(drop)
        }
    }
}

fn append_beneath(root: &Path, path: &Path, line: &[u8], world: &WriteWorld) -> Result<(), FileError> {
    let files = world.files.write_beneath(root)?;
    // What does not begin with the root is refused by whoever opens it.
    let path = path.strip_prefix(root).map_or_else(|_| path.to_owned(), PathBuf::from);
    let path = settled(&*files, &path, root)?;
    let (content, is_new) = before(files.read(&path, MOST))?;
    files.replace(&path, Content::Bytes(&[&content, line].concat()), attributes(is_new))
}

/// What the file has already, and whether there is none yet.
fn before(read: Result<Vec<u8>, FileError>) -> Result<(Vec<u8>, bool), FileError> {
    match read {
        Ok(content) => Ok((content, false)),
        Err(error) if error.is_not_found() => Ok((Vec::new(), true)),
        Err(error) => Err(error),
    }
}

fn attributes(is_new: bool) -> Attributes {
    if is_new { Attributes::mode(0o644) } else { Attributes::default() }
}

fn refused(path: &str, error: &FileError) -> Fault {
    match &error.kind {
        FileErrorKind::Escapes { root } => {
            Fault::new(format!("path {path:?} resolves outside output directory {:?}", root.display().to_string()))
        }
        _ => Fault::new(format!("failed to write to file: {error}")),
    }
}
