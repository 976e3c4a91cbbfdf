//! What has to be done with an output: the one place where a rendered file and the target are compared.

use crate::memory::Memory;
use crate::plan::{Uncertain, Verdict};
use crate::post::{Finish, PostList, made_from};
use crate::problem::ProblemKind;
use crate::store::{Held, Store};
use crate::survey::{Directory, Survey};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::files::{Digest, FileError, FileErrorKind, FileKind, Links, ReadFiles};

/// Compares outputs with the target.
pub(crate) struct Judge {
    pub(crate) files: Arc<dyn ReadFiles>,
    pub(crate) target: PathBuf,
    pub(crate) survey: Survey,
    pub(crate) posts: PostList,
    pub(crate) memory: Arc<dyn Memory>,
    pub(crate) store: Store,
}

/// A file that is to be in the target.
pub(crate) struct Output {
    pub(crate) content: Content,
    pub(crate) mode: u32,
    /// Whether it has to have that mode even when the content is right.
    pub(crate) mode_counts: bool,
}

pub(crate) enum Content {
    Rendered(Vec<u8>),
    /// Of a file of the source with this size.
    CopyOf(PathBuf, u64),
}

/// An output that was compared. What is not needed any more is gone.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) size: u64,
    pub(crate) mode: u32,
    pub(crate) verdict: Verdict,
    pub(crate) held: Option<Held>,
    /// What finishes it.
    pub(crate) commands: Vec<Finish>,
    /// Stands for the output and the commands that finish it.
    pub(crate) made_from: Option<Digest>,
}

/// All that a verdict depends on.
#[derive(Debug, Clone, Default)]
struct Facts {
    found: Found,
    /// The permissions that are there, when they count.
    mode: Option<u32>,
    wanted_mode: u32,
    /// The commands that would finish it.
    commands: Vec<String>,
    /// Whether the target is what those commands made of this output before, when that is known.
    as_remembered: Option<bool>,
}

/// What the target has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Found {
    #[default]
    Nothing,
    Same,
    Other,
}

fn decide(facts: Facts) -> Verdict {
    let mode = facts.mode.filter(|mode| *mode != facts.wanted_mode).map(|mode| (mode, facts.wanted_mode));
    match (facts.found, facts.as_remembered) {
        (Found::Nothing, _) => Verdict::Add,
        (Found::Same, _) if mode.is_some() => Verdict::Update { mode, content: false },
        // scaffold: what commands would make of a text that is there as it was rendered counts only when it is known.
        (_, Some(true)) | (Found::Same, None) => Verdict::Stable,
        (_, Some(false)) => Verdict::Update { mode: None, content: true },
        (Found::Other, None) if facts.commands.is_empty() => Verdict::Update { mode, content: true },
        (Found::Other, None) => Verdict::MayChange(Uncertain::Finished(facts.commands)),
    }
}

impl Judge {
    /// Compares an output with what is at `path` below the target.
    pub(crate) fn judge(&self, path: &Path, output: Output) -> Result<Judged, ProblemKind> {
        let commands = self.posts.of(path.file_name().unwrap_or_default())?;
        let there = self.target.join(path);
        let found = match self.survey.parent(path) {
            Directory::Missing | Directory::Blocked => Ok(Found::Nothing),
            Directory::Present(_) | Directory::Linked(_) => self.look(&there, &output.content),
            Directory::Unknown(reason) => return self.uncertain(output, commands, Uncertain::Unknown(reason.clone())),
        };
        let found = match found {
            Ok(found) => found,
            Err(error) => match error.unknown() {
                Some(reason) => return self.uncertain(output, commands, Uncertain::Unknown(reason.clone())),
                None => return Err(in_the_way(error)),
            },
        };
        let key = self.key(&output.content, &commands)?;
        let facts = Facts {
            found,
            mode: if output.mode_counts && commands.is_empty() { self.mode(found, &there)? } else { None },
            wanted_mode: output.mode,
            commands: commands.iter().map(|finish| finish.command.clone()).collect(),
            as_remembered: self.as_remembered(found, &there, key.as_ref())?,
        };
        self.keep(output, commands, key, decide(facts))
    }

    fn uncertain(&self, output: Output, commands: Vec<Finish>, why: Uncertain) -> Result<Judged, ProblemKind> {
        let key = self.key(&output.content, &commands)?;
        self.keep(output, commands, key, Verdict::MayChange(why))
    }

    /// Drops an output that is there already.
    fn keep(
        &self,
        output: Output,
        commands: Vec<Finish>,
        made_from: Option<Digest>,
        verdict: Verdict,
    ) -> Result<Judged, ProblemKind> {
        let size = output.content.size();
        let held = match output.content {
            _ if !verdict.is_change() => None,
            Content::Rendered(bytes) => Some(self.store.keep(bytes)?),
            Content::CopyOf(from, _) => Some(Held::Copy(from)),
        };
        Ok(Judged { size, mode: output.mode, verdict, held, commands, made_from })
    }

    /// What is there; links are followed, a dangling one is nothing.
    fn look(&self, there: &Path, content: &Content) -> Result<Found, FileError> {
        let same = match content {
            Content::Rendered(bytes) => match self.files.read(there, bytes.len() as u64) {
                Ok(old) => old == *bytes,
                Err(error) if matches!(error.kind, FileErrorKind::TooLarge { .. }) => false,
                Err(error) if error.is_not_found() => return Ok(Found::Nothing),
                Err(error) => return Err(error),
            },
            Content::CopyOf(from, size) => match self.files.stat(there, Links::Follow)? {
                None => return Ok(Found::Nothing),
                Some(stat) if stat.kind == FileKind::File && stat.size != *size => false,
                Some(_) => self.files.digest(there)? == self.files.digest(from)?,
            },
        };
        Ok(if same { Found::Same } else { Found::Other })
    }

    fn mode(&self, found: Found, there: &Path) -> Result<Option<u32>, FileError> {
        if found == Found::Nothing {
            return Ok(None);
        }
        Ok(self.files.stat(there, Links::Follow)?.map(|stat| stat.mode & 0o777))
    }

    /// Stands for the output and its commands, when there are some.
    fn key(&self, content: &Content, commands: &[Finish]) -> Result<Option<Digest>, FileError> {
        if commands.is_empty() {
            return Ok(None);
        }
        let digest = match content {
            Content::Rendered(bytes) => Digest::of(bytes),
            Content::CopyOf(from, _) => self.files.digest(from)?,
        };
        Ok(Some(made_from(&digest, commands)))
    }

    fn as_remembered(&self, found: Found, there: &Path, key: Option<&Digest>) -> Result<Option<bool>, FileError> {
        let recalled = match (found, key) {
            (Found::Same | Found::Other, Some(key)) => self.memory.recall(there, key),
            _ => None,
        };
        let Some(recalled) = recalled else { return Ok(None) };
        let mode = self.mode(found, there)?;
        Ok(Some(mode == Some(recalled.mode) && self.files.digest(there)? == recalled.digest))
    }
}

impl Content {
    fn size(&self) -> u64 {
        match self {
            Self::Rendered(bytes) => bytes.len() as u64,
            Self::CopyOf(_, size) => *size,
        }
    }
}

/// Something that is no file where one has to be.
fn in_the_way(error: FileError) -> ProblemKind {
    match error.kind {
        FileErrorKind::NotAFile { kind } => ProblemKind::InTheWay { found: kind, wanted: FileKind::File },
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: Verdict = Verdict::Update { mode: None, content: true };

    #[test]
    fn what_is_there_decides() {
        let facts = |found| Facts { found, wanted_mode: 0o644, ..Facts::default() };
        assert_eq!(decide(facts(Found::Nothing)), Verdict::Add);
        assert_eq!(decide(facts(Found::Same)), Verdict::Stable);
        assert_eq!(decide(facts(Found::Other)), WRITTEN);
    }

    #[test]
    fn modes_decide_when_they_count() {
        let facts = |found, mode| Facts { found, mode, wanted_mode: 0o755, ..Facts::default() };
        let differs = Some((0o644, 0o755));
        assert_eq!(decide(facts(Found::Same, Some(0o755))), Verdict::Stable);
        assert_eq!(decide(facts(Found::Same, Some(0o644))), Verdict::Update { mode: differs, content: false });
        assert_eq!(decide(facts(Found::Other, Some(0o755))), WRITTEN);
        assert_eq!(decide(facts(Found::Other, Some(0o644))), Verdict::Update { mode: differs, content: true });
        assert_eq!(decide(facts(Found::Nothing, None)), Verdict::Add);
    }

    #[test]
    fn commands_leave_it_open_unless_somebody_remembers() {
        let facts = |found, as_remembered| Facts {
            found,
            commands: vec!["gofmt -w".to_owned()],
            as_remembered,
            ..Facts::default()
        };
        let open = Verdict::MayChange(Uncertain::Finished(vec!["gofmt -w".to_owned()]));
        assert_eq!(decide(facts(Found::Nothing, None)), Verdict::Add);
        assert_eq!(decide(facts(Found::Same, None)), Verdict::Stable);
        assert_eq!(decide(facts(Found::Same, Some(true))), Verdict::Stable);
        assert_eq!(decide(facts(Found::Same, Some(false))), WRITTEN);
        assert_eq!(decide(facts(Found::Other, None)), open);
        assert_eq!(decide(facts(Found::Other, Some(true))), Verdict::Stable);
        assert_eq!(decide(facts(Found::Other, Some(false))), WRITTEN);
    }
}
