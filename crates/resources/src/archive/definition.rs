//! The type `archive` as the rest of the program sees it.

use super::change::Change;
use super::desired::{CODES, Desired};
use super::failure::ArchiveFailure;
use super::observe::{ahead, look};
use super::plan;
use super::properties::{ArchiveProperties, Ensure};
use super::provider::{self, Begun, Reads, Verbs};
use super::state::State;
use document::decode::Decoder;
use engine::{
    Ahead, Argument, Common, Context, EnsureCommand, Example, Flag, FlagKind, Plan, ProviderDef, ResourceType, Trigger,
    TypeDef,
};
use std::path::{Path, PathBuf};
use system::files::{Attributes, FileError, Foreseen, Overlay};
use system::{Disturbance, ReadWorld};
use value::Unknown;

/// An archive from a server.
pub const TYPE: TypeDef = TypeDef::of::<Archive>(
    "Downloads an archive over HTTP or HTTPS, checks it, and extracts it. A download that is cut off goes on where it \
     ended; an extraction that is cut off is repeated by the next run.",
    CODES,
    EnsureCommand {
        arguments: &[
            Argument {
                name: "file",
                property: "name",
                default: None,
                help: "Where to store the archive, an absolute path",
            },
            Argument { name: "url", property: "url", default: None, help: "Where to download it from" },
            Argument { name: "ensure", property: "ensure", default: Some("present"), help: "present or absent" },
        ],
        flags: &[
            Flag {
                long: "header",
                short: Some('H'),
                kind: FlagKind::Map("headers", ':'),
                help: "NAME:VALUE for the request; may be repeated",
            },
            Flag {
                long: "username",
                short: None,
                kind: FlagKind::Text("username"),
                help: "The user for basic authentication",
            },
            Flag {
                long: "password",
                short: None,
                kind: FlagKind::TextFrom("password", "HTTP_PASSWORD"),
                help: "The password for basic authentication; HTTP_PASSWORD when left out",
            },
            Flag {
                long: "checksum",
                short: None,
                kind: FlagKind::Text("checksum"),
                help: "SHA-256 or SHA-512 of the archive",
            },
            Flag {
                long: "extract",
                short: None,
                kind: FlagKind::Text("extract_parent"),
                help: "The directory to extract into",
            },
            Flag {
                long: "creates",
                short: None,
                kind: FlagKind::Text("creates"),
                help: "Extract nothing when this path exists",
            },
            Flag {
                long: "cleanup",
                short: None,
                kind: FlagKind::Switch("cleanup"),
                help: "Remove the archive once it is extracted",
            },
            Flag {
                long: "owner",
                short: None,
                kind: FlagKind::UserAndGroup("owner", "group"),
                help: "Owner and group of the archive, such as root:root; yours when left out",
            },
            Flag {
                long: "mode",
                short: None,
                kind: FlagKind::Text("mode"),
                help: "Permission bits of the archive in octal",
            },
            Flag {
                long: "extract-owner",
                short: None,
                kind: FlagKind::Text("extract_owner"),
                help: "The owner of what is extracted",
            },
            Flag {
                long: "extract-group",
                short: None,
                kind: FlagKind::Text("extract_group"),
                help: "The group of what is extracted",
            },
        ],
    },
    &[
        Example {
            title: "Downloaded and extracted",
            body: "name: @ROOT@/app.tar.gz\nensure: present\nurl: @HTTP@/app-1.0.tar.gz\nextract_parent: @ROOT@/opt\ncreates: @ROOT@/opt/app/README\nowner: root\ngroup: root\n",
            before: &[],
        },
        Example {
            title: "Extracted, and the archive removed again",
            body: "name: @ROOT@/app.tar.gz\nensure: present\nurl: @HTTP@/app-1.0.tar.gz\nextract_parent: @ROOT@/opt\ncreates: @ROOT@/opt/app/README\ncleanup: true\nowner: root\ngroup: root\n",
            before: &[],
        },
        Example {
            title: "Only the file",
            body: "name: @ROOT@/app.tgz\nensure: present\nurl: @HTTP@/app-1.0.tar.gz\nowner: root\ngroup: root\nmode: \"0600\"\n",
            before: &[],
        },
        Example {
            title: "No archive any more",
            body: "name: @ROOT@/app.tar.gz\nensure: absent\nurl: @HTTP@/app-1.0.tar.gz\nowner: root\ngroup: root\n",
            before: &[("app.tar.gz", Some("old"))],
        },
    ],
);

/// The type itself.
pub(super) struct Archive;

impl ResourceType for Archive {
    const NAME: &'static str = "archive";
    const MAY_WAIT: bool = true;
    type Properties = ArchiveProperties;
    type Desired = Desired;
    type State = State;
    type Seen = ();
    type Change = Change;
    type Reads = dyn Reads;
    type Verbs = dyn Verbs;
    type Error = ArchiveFailure;

    fn providers() -> &'static [ProviderDef<Self>] {
        &[ProviderDef { name: "http", suits: |_, _| Ok(Some(1)), reads: provider::reads, verbs: provider::verbs }]
    }

    fn desired(properties: ArchiveProperties, context: &Context<'_>, decoder: &mut Decoder<'_>) -> Option<Desired> {
        Desired::new(properties, context, decoder)
    }

    fn properties(desired: &Desired) -> &ArchiveProperties {
        &desired.properties
    }

    fn common(properties: &ArchiveProperties) -> &Common {
        &properties.common
    }

    fn ensure(desired: &Desired) -> &str {
        desired.ensure.as_str()
    }

    fn writes_in(desired: &Desired) -> Option<&Path> {
        let is_made = desired.ensure == Ensure::Present;
        is_made.then(|| desired.path.parent()).flatten()
    }

    /// What is extracted may be anything, unit files included.
    fn disturbs(desired: &Desired) -> Disturbance<'_> {
        match &desired.extraction {
            Some(extraction) => Disturbance::Path(&extraction.parent),
            None => Disturbance::Path(&desired.path),
        }
    }

    fn rests_on(desired: &Desired, _state: &State, _trigger: &Trigger) -> Vec<PathBuf> {
        [desired.path.clone()].into_iter().chain(desired.creates.clone()).collect()
    }

    fn observe(desired: &Desired, on: &dyn Reads) -> Result<State, ArchiveFailure> {
        look(desired, false, on)
    }

    fn observe_again(desired: &Desired, on: &dyn Reads, _before: State, _seen: ()) -> Result<State, ArchiveFailure> {
        look(desired, true, on)
    }

    fn plan(desired: &Desired, state: &State, _trigger: &Trigger) -> Plan<Change> {
        plan::plan(desired, state)
    }

    fn look_ahead(
        plan: &mut Plan<Change>,
        desired: &Desired,
        state: &State,
        on: &dyn Reads,
    ) -> Result<(), ArchiveFailure> {
        for change in &plan.changes {
            plan.obstacles.extend(ahead(desired, change, state, on)?);
        }
        Ok(())
    }

    fn act(change: &Change, desired: &Desired, on: &dyn Verbs) -> Result<(), ArchiveFailure> {
        let Change::Bring { download, attributes, extract, cleanup } = change else {
            on.remove(desired)?;
            return on.finished(desired);
        };
        // From the moment that the new archive is there, the tree of an older one is out of date.
        let extraction = desired.extraction.as_ref().filter(|_| extract.is_some());
        let begun = extraction.map(|extraction| on.begin(desired, extraction)).transpose();
        let begun = begun.map_err(ArchiveFailure::before_changes)?;
        if download.is_some() {
            let downloaded = on.download(desired);
            if downloaded.is_err() && begun == Some(Begun::Now) {
                on.finished(desired)?;
            }
            // An archive comes whole or not at all.
            downloaded.map_err(ArchiveFailure::before_changes)?;
        }
        if !attributes.is_empty() {
            on.set_attributes(desired)?;
        }
        if let (Some(begun), Some(extraction)) = (begun, extraction) {
            on.extract(desired, extraction, begun)?;
        }
        if *cleanup {
            on.remove(desired)?;
        }
        if extract.is_some() { on.finished(desired) } else { Ok(()) }
    }

    fn foresee(change: &Change, desired: &Desired, ahead: &Ahead<'_>) {
        // What stands in the way now may be gone by then; what comes of it cannot be known.
        if foresee(change, desired, ahead.read(), ahead.files(), &ahead.unknown()).is_err() {
            drop(ahead.files().put_unknown(&desired.path, ahead.doubt()));
        }
    }

    fn foresee_nothing(desired: &Desired, ahead: &Ahead<'_>) {
        let files = ahead.files();
        drop(files.put_unknown(&desired.path, ahead.unknown()));
        if let Some(extraction) = &desired.extraction {
            drop(files.put_more_below(&extraction.parent, Attributes::mode(0o755), &ahead.unknown()));
        }
    }

    fn would_have(changes: &[Change]) -> String {
        changes.iter().map(Change::would_have).collect::<Vec<_>>().join(". ")
    }
}

fn foresee(
    change: &Change,
    desired: &Desired,
    world: &ReadWorld,
    files: &Overlay,
    unknown: &Unknown,
) -> Result<(), FileError> {
    let Change::Bring { download, attributes, extract, cleanup } = change else { return files.remove(&desired.path) };
    let wanted = provider::wanted(desired, &*world.users);
    if download.is_some() {
        let wanted = Attributes { mode: Some(desired.mode.unwrap_or(provider::MODE)), ..wanted };
        files.put_file(&desired.path, wanted, Foreseen::Unknown(unknown.clone()))?;
    }
    if !attributes.is_empty() {
        files.set_attributes(&desired.path, wanted)?;
    }
    if let (Some(_), Some(extraction)) = (extract, &desired.extraction) {
        files.put_more_below(&extraction.parent, Attributes::mode(0o755), unknown)?;
        if let Some(creates) = &desired.creates {
            files.put_something(creates, unknown.clone())?;
        }
    }
    if *cleanup { files.remove(&desired.path) } else { Ok(()) }
}
