//! What is wanted of a path, checked and complete.

use super::account::{ACCOUNT, Account};
use super::mode::{self, Mode, NOT_OCTAL, TOO_LARGE, UNQUOTED};
use super::properties::{Ensure, FileProperties};
use crate::path;
use diagnostics::{Code, Diagnostic, Span, Spanned};
use document::decode::{Decoder, Lenient};
use engine::Context;
use std::path::PathBuf;
use system::files::Digest;

/// A path and what should be there.
pub(super) struct Desired {
    pub(super) properties: FileProperties,
    pub(super) ensure: Ensure,
    pub(super) path: PathBuf,
    pub(super) want: Want,
}

/// What should be at the path.
pub(super) enum Want {
    Absent { tree: bool },
    Directory(Ownership),
    File(Ownership, Content),
}

/// Owner, group and mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ownership {
    pub(super) owner: Account,
    pub(super) group: Account,
    pub(super) mode: u32,
}

/// Where the content comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// It is whatever is there.
    Unmanaged,
    /// It is in the properties; this is its digest.
    Inline(Digest),
    /// It is that of another file.
    Source(PathBuf),
}

pub(super) static PATH: Code = Code::new(
    "file::path",
    "The name of a `file` is its path: absolute, and written the one way that has no double slashes, no `.` or `..` parts \
     and no slash at the end.",
);

pub(super) static TWO_CONTENTS: Code = Code::new(
    "file::content-and-source",
    "The content of a file comes either from `content`, as text in the manifest, or from `source`, another file on the \
     machine. Keep one of them.",
);

pub(super) static NEEDED: Code = Code::new(
    "file::attribute-missing",
    "A file or directory that should be there needs an `owner`, a `group` and a `mode`, so that it never ends up with \
     those of whoever ran the command. Only `ensure: absent` does without.",
);

pub(super) static FORCE: Code = Code::new(
    "file::force",
    "`force: true` removes a directory with everything in it. It belongs to `ensure: absent` and never to the root of \
     the file system.",
);

/// The problems that this type finds.
pub(super) const CODES: &[&Code] =
    &[&PATH, &TWO_CONTENTS, &NEEDED, &FORCE, &ACCOUNT, &UNQUOTED, &NOT_OCTAL, &TOO_LARGE];

impl Desired {
    /// The content that the manifest gives; empty when it gives none.
    pub(super) fn inline(&self) -> &str {
        self.properties.content.as_ref().map_or("", |content| &content.value)
    }

    /// Checks every property, so that all problems are reported at once.
    pub(super) fn new(properties: FileProperties, context: &Context<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let ensure = properties.ensure.get().map(|ensure| ensure.value);
        let path = path::absolute(&properties.common.name, "file path", &PATH, decoder);
        let force = force(&properties, ensure, decoder);
        let from = content(&properties, context, decoder);
        let ownership = ownership(&properties, ensure, decoder);
        let ensure = ensure?;
        let want = match ensure {
            Ensure::Absent => Want::Absent { tree: force? },
            Ensure::Directory => {
                let ownership = ownership?;
                Want::Directory(Ownership { mode: mode::of_directory(ownership.mode), ..ownership })
            }
            Ensure::Present => Want::File(ownership?, from?),
        };
        force?;
        Some(Self { path: path?, want, ensure, properties })
    }
}

/// Whether a tree is removed.
fn force(properties: &FileProperties, ensure: Option<Ensure>, decoder: &mut Decoder<'_>) -> Option<bool> {
    let Some(force) = &properties.force else { return Some(false) };
    let Spanned { value: true, span } = *force.get()? else { return Some(false) };
    let refuse = |decoder: &mut Decoder<'_>, message: String| {
        decoder.refuse(Diagnostic::error(&FORCE, message).at(span, "given here"))
    };
    match ensure? {
        Ensure::Absent if properties.common.name.value == "/" => {
            refuse(decoder, "`force: true` cannot be used with the filesystem root".to_owned())
        }
        Ensure::Absent => Some(true),
        other => {
            refuse(decoder, format!("`force: true` is only valid with `ensure: absent`, not with `ensure: {other}`"))
        }
    }
}

/// The content comes from the manifest, from another file, or is left to others.
fn content(properties: &FileProperties, context: &Context<'_>, decoder: &mut Decoder<'_>) -> Option<Content> {
    let source = properties.source.as_ref().filter(|source| !source.value.is_empty());
    let Some(source) = source else {
        let digest = properties.content.as_ref().map(|text| Digest::of(text.value.as_bytes()));
        return Some(digest.map_or(Content::Unmanaged, Content::Inline));
    };
    if let Some(content) = &properties.content {
        let message = "`content` and `source` are mutually exclusive";
        let problem = Diagnostic::error(&TWO_CONTENTS, message).at(source.span, "and another file here");
        let problem = problem.at(content.span, "the content is given here");
        return decoder.refuse(problem.help("keep one of them".to_owned()));
    }
    Some(Content::Source(context.directory.join(&source.value)))
}

/// Owner, group and mode. All of them are needed, unless nothing should be there. When it is not known what should be
/// there, a resource that says anything about a file is taken for one.
fn ownership(properties: &FileProperties, ensure: Option<Ensure>, decoder: &mut Decoder<'_>) -> Option<Ownership> {
    let FileProperties { common, owner, group, mode, content, source, .. } = properties;
    let says_something = owner.is_some() || group.is_some() || mode.is_some() || content.is_some() || source.is_some();
    let is_wanted = ensure.map_or(says_something, |ensure| ensure != Ensure::Absent);
    let mut needed = Needed { name: common.name.span, is_wanted, decoder };
    let owner = needed.one("owner", "root", owner.as_ref(), Account::is_empty);
    let group = needed.one("group", "root", group.as_ref(), Account::is_empty);
    let mode = needed.one("mode", "\"0644\"", mode.as_ref(), Mode::is_empty);
    Some(Ownership { owner: owner?.clone(), group: group?.clone(), mode: mode?.bits })
}

struct Needed<'d, 's> {
    name: Span,
    is_wanted: bool,
    decoder: &'d mut Decoder<'s>,
}

impl Needed<'_, '_> {
    /// A property that was left out, or left empty, is reported; one that was refused has been.
    fn one<'v, T>(
        &mut self,
        what: &str,
        example: &str,
        given: Option<&'v Lenient<Spanned<T>>>,
        is_empty: fn(&T) -> bool,
    ) -> Option<&'v T> {
        let given = match given {
            Some(given) => Some(given.get()?),
            None => None,
        };
        if let Some(given) = given.filter(|given| !is_empty(&given.value)) {
            return Some(&given.value);
        }
        if self.is_wanted {
            let at = given.map_or(self.name, |given| given.span);
            let problem =
                Diagnostic::error(&NEEDED, format!("{what} cannot be empty")).at(at, format!("has no `{what}`"));
            self.decoder.report(problem.help(format!("add `{what}: {example}`, or what fits here")));
        }
        None
    }
}
