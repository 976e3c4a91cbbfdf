//! The type `scaffold` as the rest of the program sees it.

use super::change::Change;
use super::desired::{CODES, Desired};
use super::failure::ScaffoldFailure;
use super::properties::{Ensure, ScaffoldProperties};
use super::provider::{self, Reads, Verbs};
use super::state::{Presence, State};
use super::{diff, plan};
use document::decode::Decoder;
use engine::{
    Ahead, Argument, Common, Context, DiffOf, EnsureCommand, Example, Flag, FlagKind, Obstacle, Plan, ProviderDef,
    ResourceType, Trigger, TypeDef,
};
use scaffold::{Applied, Plan as Tree, Uncertain, Verdict};
use std::path::{Path, PathBuf};
use system::Disturbance;
use value::Unknown;

/// A tree of templates.
pub const TYPE: TypeDef = TypeDef::of::<Scaffold>(
    "Renders a tree of templates into a directory. Every file of the source is a template, but for those in directories \
     named `_partials`, which others render. Files that are right already are left alone; the others are written, each in \
     one step.",
    CODES,
    EnsureCommand {
        arguments: &[
            Argument {
                name: "name",
                property: "name",
                default: None,
                help: "The directory to render into, an absolute path",
            },
            Argument { name: "source", property: "source", default: None, help: "The directory with the templates" },
            Argument { name: "ensure", property: "ensure", default: Some("present"), help: "present or absent" },
        ],
        flags: &[
            Flag { long: "engine", short: None, kind: FlagKind::Text("engine"), help: "jet or go; jet when left out" },
            Flag {
                long: "left-delimiter",
                short: None,
                kind: FlagKind::Text("left_delimiter"),
                help: "What begins an action in a template",
            },
            Flag {
                long: "right-delimiter",
                short: None,
                kind: FlagKind::Text("right_delimiter"),
                help: "What ends an action in a template",
            },
            Flag {
                long: "skip-empty",
                short: None,
                kind: FlagKind::Switch("skip_empty"),
                help: "Leave files out that are blank",
            },
            Flag {
                long: "purge",
                short: None,
                kind: FlagKind::Switch("purge"),
                help: "Remove files that no template makes",
            },
            Flag {
                long: "preserve-modes",
                short: None,
                kind: FlagKind::Switch("preserve_modes"),
                help: "Give files the permissions of their templates, not 0644",
            },
            Flag {
                long: "copy-only",
                short: None,
                kind: FlagKind::Texts("copy_only"),
                help: "A pattern for files that are copied as they are; may be repeated",
            },
            Flag {
                long: "post",
                short: None,
                kind: FlagKind::Pairs("post", '='),
                help: "PATTERN=COMMAND that finishes files whose name fits; may be repeated",
            },
        ],
    },
    &[
        Example {
            title: "A directory of configuration files",
            body: "name: @ROOT@/etc\nensure: present\nsource: @ROOT@/templates\ndata:\n  port: 8080\n",
            before: &[("templates", None), ("templates/app.conf", Some("port=[[ data.port ]]\n"))],
        },
        Example {
            title: "Go templates, and nothing beside them",
            body: "name: @ROOT@/etc\nensure: present\nsource: @ROOT@/templates\nengine: go\npurge: true\ndata: {name: web}\n",
            before: &[
                ("templates", None),
                ("templates/name", Some("{{ .data.name | upper }}\n")),
                ("etc", None),
                ("etc/old.conf", Some("old\n")),
            ],
        },
        Example {
            title: "The files of the tree go, those of others stay",
            body: "name: @ROOT@/etc\nensure: absent\nsource: @ROOT@/templates\n",
            before: &[
                ("templates", None),
                ("templates/app.conf", Some("text\n")),
                ("etc", None),
                ("etc/app.conf", Some("edited\n")),
                ("etc/other.conf", Some("text\n")),
            ],
        },
    ],
);

/// The type itself.
pub(super) struct Scaffold;

impl ResourceType for Scaffold {
    const NAME: &'static str = "scaffold";
    const MAY_WAIT: bool = true;
    const DIFF: Option<DiffOf<Self>> = Some(diff::diff);
    type Properties = ScaffoldProperties;
    type Desired = Desired;
    type State = State;
    /// What was written or removed.
    type Seen = Option<Applied>;
    type Change = Change;
    type Reads = dyn Reads;
    type Verbs = dyn Verbs;
    type Error = ScaffoldFailure;

    fn providers() -> &'static [ProviderDef<Self>] {
        &[ProviderDef { name: "choria", suits: |_, _| Ok(Some(1)), reads: provider::reads, verbs: provider::verbs }]
    }

    fn desired(properties: ScaffoldProperties, context: &Context<'_>, decoder: &mut Decoder<'_>) -> Option<Desired> {
        Desired::new(properties, context, decoder)
    }

    fn properties(desired: &Desired) -> &ScaffoldProperties {
        &desired.properties
    }

    fn common(properties: &ScaffoldProperties) -> &Common {
        &properties.common
    }

    fn ensure(desired: &Desired) -> &str {
        desired.ensure.as_str()
    }

    /// Commands of `post` work on copies, but nobody keeps them from anything else.
    fn disturbs(desired: &Desired) -> Disturbance<'_> {
        if desired.options.post.is_empty() { Disturbance::Path(&desired.target) } else { Disturbance::Anything }
    }

    fn rests_on(desired: &Desired, state: &State, _trigger: &Trigger) -> Vec<PathBuf> {
        let files = state.tree.files().iter().map(|file| desired.target.join(&file.path));
        files.chain([desired.source.clone()]).collect()
    }

    fn observe(desired: &Desired, on: &dyn Reads) -> Result<State, ScaffoldFailure> {
        look(desired, on)
    }

    /// What was written is looked at, not rendered again: a template may give another text each time.
    fn observe_again(
        desired: &Desired,
        on: &dyn Reads,
        before: State,
        seen: Option<Applied>,
    ) -> Result<State, ScaffoldFailure> {
        match seen.filter(|_| desired.ensure == Ensure::Present) {
            None => look(desired, on),
            Some(applied) => {
                let undone = Some(on.undone(&applied, &desired.target)?);
                let written = Some(applied.changed);
                Ok(State { undone, written, presence: on.presence(&desired.target)?, ..before })
            }
        }
    }

    fn plan(desired: &Desired, state: &State, _trigger: &Trigger) -> Plan<Change> {
        plan::plan(desired, state)
    }

    /// A tree of which nothing is sure to change may be right by then.
    fn look_ahead(
        plan: &mut Plan<Change>,
        desired: &Desired,
        state: &State,
        on: &dyn Reads,
    ) -> Result<(), ScaffoldFailure> {
        plan.obstacles.extend(plan.changes.iter().flat_map(|change| plan::doubts(change, state)));
        if plan.obstacles.is_empty() && plan.changes.iter().any(Change::is_sure) {
            plan.obstacles.extend(on.closed(&desired.target)?);
        }
        Ok(())
    }

    fn in_doubt(desired: &Desired, state: &State) -> Option<Obstacle> {
        plan::in_doubt(desired, state)
    }

    fn act(change: &Change, desired: &Desired, on: &dyn Verbs) -> Result<Option<Applied>, ScaffoldFailure> {
        match change {
            Change::Render { .. } => on.write(desired).map(Some),
            Change::Withdraw { .. } => on.withdraw(desired).map(Some),
        }
    }

    fn came_to_nothing(seen: &Option<Applied>) -> bool {
        seen.as_ref().is_some_and(Applied::is_empty)
    }

    fn account(changes: &mut [Change], after: &State) {
        plan::account(changes, after);
    }

    fn foresee(change: &Change, desired: &Desired, ahead: &Ahead<'_>) {
        let files = ahead.files();
        let foreseen = match change {
            Change::Render { .. } => provider::foresee(desired, ahead.read(), files),
            Change::Withdraw { .. } => provider::foresee_withdrawal(desired, ahead.read(), files),
        };
        // What stands in the way now may be gone by then; what comes of it cannot be known.
        if foreseen.is_err() {
            drop(files.put_unknown(&desired.target, ahead.doubt()));
        }
        if !desired.options.post.is_empty() {
            ahead.anything_may_follow();
        }
    }

    fn would_have(changes: &[Change]) -> String {
        let sentence = |verb: &str, change: &Change| format!("Would have {verb} {} scaffold files", change.affected());
        match changes.first() {
            Some(change @ Change::Render { .. }) => sentence("changed", change),
            Some(change @ Change::Withdraw { .. }) => sentence("removed", change),
            None => String::new(),
        }
    }

    fn writes_in(_desired: &Desired) -> Option<&Path> {
        // The library sweeps the whole tree itself.
        None
    }
}

fn look(desired: &Desired, on: &dyn Reads) -> Result<State, ScaffoldFailure> {
    let tree = on.look(desired)?;
    let (ensure, engine, target) = (desired.ensure, desired.engine, desired.target.clone());
    let presence = if tree.target_exists() { Presence::There } else { on.presence(&target)? };
    let unsure = if ensure == Ensure::Absent { unsure(&tree, &target, on)? } else { Vec::new() };
    Ok(State { ensure, engine, target, presence, tree, unsure, undone: None, written: None })
}

/// The files of which nobody knows whether they are there. That what is in them is not known does not matter to those.
fn unsure(tree: &Tree, target: &Path, on: &dyn Reads) -> Result<Vec<(PathBuf, Unknown)>, ScaffoldFailure> {
    let uncertain =
        tree.files().iter().filter(|file| matches!(file.verdict, Verdict::MayChange(Uncertain::Unknown(_))));
    let mut unsure = Vec::new();
    for file in uncertain {
        if let Presence::Unknown(reason) = on.presence(&target.join(&file.path))? {
            unsure.push((file.path.clone(), reason));
        }
    }
    Ok(unsure)
}
