//! The type `file` as the rest of the program sees it.

use super::change::{Change, Removed};
use super::desired::{CODES, Content, Desired, Want};
use super::observe::look;
use super::properties::FileProperties;
use super::provider::{Reads, Verbs};
use super::state::{State, Target};
use super::{diff, plan, posix};
use document::decode::Decoder;
use engine::{
    Ahead, Argument, Common, Context, DiffOf, EnsureCommand, Example, Failure, Flag, FlagKind, Plan, ProviderDef,
    ResourceType, Trigger, TypeDef,
};
use std::path::{Path, PathBuf};
use system::Disturbance;
use system::files::{Content as Bytes, FileError, Foreseen, Placed};

/// A file, a directory, or their absence.
pub const TYPE: TypeDef = TypeDef::of::<File>(
    "Manages one path: a file with its content, a directory, or nothing. Content, owner, group and mode arrive in one \
     step; at every moment there is the old file or the new one.",
    CODES,
    EnsureCommand {
        arguments: &[
            Argument { name: "name", property: "name", default: None, help: "The absolute path" },
            Argument {
                name: "ensure",
                property: "ensure",
                default: Some("present"),
                help: "present, absent or directory",
            },
        ],
        flags: &[
            Flag {
                long: "owner",
                short: None,
                kind: FlagKind::UserAndGroup("owner", "group"),
                help: "Owner and group, such as root:root; yours when left out",
            },
            Flag {
                long: "mode",
                short: None,
                kind: FlagKind::TextOr("mode", "0644"),
                help: "Permission bits in octal",
            },
            Flag { long: "content", short: None, kind: FlagKind::Text("content"), help: "The whole content" },
            Flag {
                long: "content-file",
                short: None,
                kind: FlagKind::FileInto("content"),
                help: "A file whose text becomes the content",
            },
            Flag { long: "source", short: None, kind: FlagKind::Text("source"), help: "A file that is copied" },
            Flag {
                long: "force",
                short: None,
                kind: FlagKind::Switch("force"),
                help: "With absent: remove a directory with all that is in it",
            },
        ],
    },
    &[
        Example {
            title: "A file with its content",
            body: "name: @ROOT@/motd\nensure: present\ncontent: |\n  Welcome.\nowner: root\ngroup: root\nmode: \"0644\"\n",
            before: &[],
        },
        Example {
            title: "Drift of content and mode is repaired",
            body: "name: @ROOT@/app.conf\nensure: present\ncontent: \"port=80\\n\"\nowner: root\ngroup: root\nmode: \"0600\"\n",
            before: &[("app.conf", Some("port=8080\n"))],
        },
        Example {
            title: "Only owner and mode of a file that others write",
            body: "name: @ROOT@/app.log\nensure: present\nowner: root\ngroup: root\nmode: \"0640\"\n",
            before: &[("app.log", Some("line\n"))],
        },
        Example {
            title: "A copy of another file",
            body: "name: @ROOT@/copy\nensure: present\nsource: @ROOT@/original\nowner: root\ngroup: root\nmode: \"0644\"\n",
            before: &[("original", Some("text\n"))],
        },
        Example {
            title: "A directory and its parents",
            body: "name: @ROOT@/srv/www\nensure: directory\nowner: root\ngroup: root\nmode: \"0755\"\n",
            before: &[],
        },
        Example {
            title: "A tree that must not be there",
            body: "name: @ROOT@/old\nensure: absent\nforce: true\n",
            before: &[("old", None), ("old/file", Some("text\n"))],
        },
    ],
);

/// The type itself.
pub(super) struct File;

impl ResourceType for File {
    const NAME: &'static str = "file";
    const MAY_WAIT: bool = false;
    const ALL_OR_NOTHING: bool = true;
    const DIFF: Option<DiffOf<Self>> = Some(diff::diff);
    type Properties = FileProperties;
    type Desired = Desired;
    type State = State;
    /// The file as it was put in place.
    type Seen = Option<Placed>;
    type Change = Change;
    type Reads = dyn Reads;
    type Verbs = dyn Verbs;
    type Error = FileFailure;

    fn providers() -> &'static [ProviderDef<Self>] {
        &[ProviderDef { name: "posix", suits: |_, _| Ok(Some(1)), reads: posix::reads, verbs: posix::verbs }]
    }

    fn desired(properties: FileProperties, context: &Context<'_>, decoder: &mut Decoder<'_>) -> Option<Desired> {
        Desired::new(properties, context, decoder)
    }

    fn properties(desired: &Desired) -> &FileProperties {
        &desired.properties
    }

    fn common(properties: &FileProperties) -> &Common {
        &properties.common
    }

    fn ensure(desired: &Desired) -> &str {
        desired.ensure.as_str()
    }

    fn writes_in(desired: &Desired) -> Option<&Path> {
        let is_made = matches!(desired.want, Want::File(..) | Want::Directory(_));
        is_made.then(|| desired.path.parent()).flatten()
    }

    fn disturbs(desired: &Desired) -> Disturbance<'_> {
        Disturbance::Path(&desired.path)
    }

    fn observe(desired: &Desired, on: &dyn Reads) -> Result<State, FileFailure> {
        look(desired, None, on)
    }

    fn look(name: &str, on: &dyn Reads) -> Option<Result<State, FileFailure>> {
        Some(super::observe::look_at(Path::new(name), on))
    }

    /// A file that is still the very one that was written has the content that was written; any other is read.
    fn observe_again(
        desired: &Desired,
        on: &dyn Reads,
        _before: State,
        seen: Option<Placed>,
    ) -> Result<State, FileFailure> {
        look(desired, seen.as_ref(), on)
    }

    fn rests_on(desired: &Desired, _state: &State, _trigger: &Trigger) -> Vec<PathBuf> {
        let source = match &desired.want {
            Want::File(_, Content::Source(source)) => Some(source.clone()),
            _ => None,
        };
        [desired.path.clone()].into_iter().chain(source).collect()
    }

    fn could_come_with_a_package(state: &State) -> bool {
        matches!(state.target, Target::Absent { .. })
    }

    fn plan(desired: &Desired, state: &State, _trigger: &Trigger) -> Plan<Change> {
        plan::plan(desired, state)
    }

    fn act(change: &Change, desired: &Desired, on: &dyn Verbs) -> Result<Option<Placed>, FileFailure> {
        let path = &desired.path;
        match change {
            Change::Write { attributes, created: true, over_link: false, .. } => {
                return Ok(Some(on.create(path, bytes(desired), *attributes)?));
            }
            Change::Write { attributes, .. } => return Ok(Some(on.store(path, bytes(desired), *attributes)?)),
            Change::Attributes { attributes, .. } => on.set_attributes(path, *attributes)?,
            Change::Directory { attributes, .. } => on.make_directory(path, *attributes)?,
            Change::Remove { removed, .. } => on.remove(path, removed.removal())?,
        }
        Ok(None)
    }

    fn foresee(change: &Change, desired: &Desired, ahead: &Ahead<'_>) {
        let (files, path) = (ahead.files(), &desired.path);
        let foreseen = match change {
            Change::Write { attributes, .. } => files.put_file(path, *attributes, foreseen(desired)),
            Change::Attributes { attributes, .. } => files.set_attributes(path, *attributes),
            Change::Directory { attributes, .. } => files.put_directory(path, *attributes),
            Change::Remove { .. } => files.remove(path),
        };
        // What stands in the way now may be gone by then; what comes of it cannot be known.
        if foreseen.is_err() {
            drop(files.put_unknown(path, ahead.doubt()));
        }
        // A file that is there by then keeps its content.
        if matches!(change, Change::Write { unmanaged: true, .. }) {
            files.unsettle(path);
        }
    }

    fn foresee_nothing(desired: &Desired, ahead: &Ahead<'_>) {
        let (files, path) = (ahead.files(), &desired.path);
        let foreseen = match desired.want {
            Want::Absent { .. } => files.remove(path),
            // A directory that is there keeps what is in it.
            Want::Directory(_) if matches!(ahead.read().files.exists(path), Ok(true)) => Ok(()),
            Want::Directory(_) | Want::File(..) => files.put_something(path, ahead.unknown()),
        };
        if foreseen.is_err() {
            drop(files.put_unknown(path, ahead.doubt()));
        }
    }

    fn would_have(changes: &[Change]) -> String {
        match changes.first() {
            Some(Change::Write { unmanaged: true, .. }) => "Would have created an empty file with requested attributes",
            Some(Change::Write { .. }) => "Would have created the file",
            Some(Change::Attributes { .. }) => "Would have updated attributes",
            Some(Change::Directory { .. }) => "Would have created directory",
            Some(Change::Remove { removed: Removed::File, .. }) => "Would have removed the file",
            Some(Change::Remove { removed: Removed::Directory, .. }) => "Would have removed the directory",
            Some(Change::Remove { removed: Removed::LinkToDirectory | Removed::Tree, .. }) => {
                "Would have recursively removed the directory"
            }
            None => "",
        }
        .to_owned()
    }
}

/// What the file will hold.
fn bytes(desired: &Desired) -> Bytes<'_> {
    match &desired.want {
        Want::File(_, Content::Source(source)) => Bytes::CopyOf(source),
        _ => Bytes::Bytes(desired.inline().as_bytes()),
    }
}

/// The same, for the time after this step.
fn foreseen(desired: &Desired) -> Foreseen {
    match bytes(desired) {
        Bytes::Bytes(bytes) => Foreseen::Known(bytes.to_vec()),
        Bytes::CopyOf(path) => Foreseen::CopyOf(path.to_owned()),
    }
}

/// What goes wrong with files.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(super) struct FileFailure(#[from] FileError);

impl Failure for FileFailure {
    fn unknown(&self) -> Option<&value::Unknown> {
        self.0.unknown()
    }

    fn could_be_brought(&self) -> bool {
        self.0.could_be_cleared()
    }

    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}
