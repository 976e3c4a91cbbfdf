//! The type `exec` as the rest of the program sees it.

use super::change::Change;
use super::command::command;
use super::construct::hint;
use super::desired::{CODES, Desired};
use super::failure::ExecFailure;
use super::guard::Guard;
use super::obstacles::obstacles;
use super::properties::ExecProperties;
use super::provider::{self, Reads, Verbs};
use super::state::State;
use diagnostics::Spanned;
use document::decode::Decoder;
use engine::{
    Ahead, Argument, Common, Context, EnsureCommand, Example, Flag, FlagKind, Plan, ProviderDef, Reference,
    ResourceType, Trigger, TypeDef,
};
use std::path::{Path, PathBuf};
use system::files::FileError;
use system::process::Finished;

/// A command.
pub const TYPE: TypeDef = TypeDef::of::<Exec>(
    "Runs a command: when its guards allow it, when something it subscribes to has changed, or in every run when it has \
     neither. Guards run in a rehearsal too; the command itself does not.",
    CODES,
    EnsureCommand {
        arguments: &[Argument { name: "command", property: "name", default: None, help: "The command line" }],
        flags: &[
            Flag {
                long: "creates",
                short: None,
                kind: FlagKind::Text("creates"),
                help: "Do not run when this path exists",
            },
            Flag {
                long: "returns",
                short: None,
                kind: FlagKind::Numbers("returns"),
                help: "An exit code that counts as success; may be repeated",
            },
            Flag {
                long: "timeout",
                short: None,
                kind: FlagKind::TextOr("timeout", "1m"),
                help: "Kill the command after this long",
            },
            Flag { long: "cwd", short: None, kind: FlagKind::Text("cwd"), help: "Where to run" },
            Flag {
                long: "environment",
                short: Some('e'),
                kind: FlagKind::Texts("environment"),
                help: "NAME=value; may be repeated",
            },
            Flag { long: "path", short: None, kind: FlagKind::Text("path"), help: "Where programs are searched" },
            Flag {
                long: "refresh-only",
                short: None,
                kind: FlagKind::Switch("refreshonly"),
                help: "Run only when a subscription has changed",
            },
            Flag {
                long: "subscribe",
                short: Some('S'),
                kind: FlagKind::Texts("subscribe"),
                help: "type#name whose change runs the command; may be repeated",
            },
            Flag {
                long: "logoutput",
                short: None,
                kind: FlagKind::Switch("logoutput"),
                help: "Show what the command prints",
            },
            Flag {
                long: "exec-if",
                short: None,
                kind: FlagKind::Text("onlyif"),
                help: "Run only when this command succeeds",
            },
            Flag {
                long: "exec-unless",
                short: None,
                kind: FlagKind::Text("unless"),
                help: "Do not run when this command succeeds",
            },
        ],
    },
    &[
        Example {
            title: "Once, until its file exists",
            body: "name: touch @ROOT@/done\ncreates: @ROOT@/done\n",
            before: &[],
        },
        Example {
            title: "Never, because a guard is content",
            body: "name: reindex\ncommand: touch @ROOT@/index\nunless: test -e @ROOT@/fresh\n",
            before: &[("fresh", Some(""))],
        },
        Example {
            title: "In every run, through the shell",
            body: "name: count\ncommand: date | wc -l > @ROOT@/lines\nprovider: shell\n",
            before: &[],
        },
        Example {
            title: "Only after a change",
            body: "name: reload\ncommand: touch @ROOT@/reloaded\nrefreshonly: true\n",
            before: &[],
        },
    ],
);

/// The type itself.
pub(super) struct Exec;

/// What running showed.
#[derive(Default)]
pub(super) struct Seen {
    exit: Option<i32>,
    output: Option<String>,
}

impl ResourceType for Exec {
    const NAME: &'static str = "exec";
    const MAY_WAIT: bool = true;
    type Properties = ExecProperties;
    type Desired = Desired;
    type State = State;
    type Seen = Seen;
    type Change = Change;
    type Reads = dyn Reads;
    type Verbs = dyn Verbs;
    type Error = ExecFailure;

    fn providers() -> &'static [ProviderDef<Self>] {
        const POSIX: ProviderDef<Exec> =
            ProviderDef { name: "posix", suits: |_, _| Ok(Some(1)), reads: provider::reads, verbs: provider::verbs };
        const SHELL: ProviderDef<Exec> = ProviderDef {
            name: "shell",
            suits: |world, _| Ok(provider::has_shell(world)?.then_some(99)),
            reads: provider::reads,
            verbs: provider::verbs,
        };
        &[POSIX, SHELL]
    }

    fn desired(properties: ExecProperties, context: &Context<'_>, decoder: &mut Decoder<'_>) -> Option<Desired> {
        Desired::new(properties, context, decoder)
    }

    fn properties(desired: &Desired) -> &ExecProperties {
        &desired.properties
    }

    fn common(properties: &ExecProperties) -> &Common {
        &properties.common
    }

    fn ensure(desired: &Desired) -> &str {
        desired.properties.ensure.as_str()
    }

    fn subscriptions(desired: &Desired) -> &[Spanned<Reference>] {
        &desired.properties.subscribe
    }

    fn asks_the_machine(desired: &Desired) -> bool {
        desired.properties.onlyif.is_some() || desired.properties.unless.is_some()
    }

    /// A command that a refresh runs, or that only a refresh runs, does not care whether anything is there.
    fn rests_on(desired: &Desired, _state: &State, trigger: &Trigger) -> Vec<PathBuf> {
        let cares = *trigger == Trigger::None && !desired.properties.refreshonly;
        let creates = desired.properties.creates.as_deref().filter(|path| cares && !path.is_empty());
        creates.map(PathBuf::from).into_iter().collect()
    }

    fn could_come_with_a_package(state: &State) -> bool {
        state.creates == Some(false)
    }

    /// Both guards are asked even when `creates` is there, in rehearsals too.
    fn observe(desired: &Desired, on: &dyn Reads) -> Result<State, ExecFailure> {
        let properties = &desired.properties;
        let command = command(desired.line(), desired)?;
        let ask = |name: &'static str, guard: &Option<Spanned<String>>| {
            let guard = guard.as_ref().map(|line| line.value.as_str()).filter(|line| !line.is_empty());
            guard.map(|line| Guard { name, line }.asks(desired, on)).transpose()
        };
        Ok(State {
            creates: creates(desired, on)?,
            onlyif: ask("onlyif", &properties.onlyif)?,
            unless: ask("unless", &properties.unless)?,
            obstacles: obstacles(&command, &hint(desired.line(), desired), on)?,
            exit: None,
            output: None,
        })
    }

    /// The guards are not asked again: what counts now is how the command ended.
    fn observe_again(desired: &Desired, on: &dyn Reads, before: State, seen: Seen) -> Result<State, ExecFailure> {
        Ok(State { creates: creates(desired, on)?, exit: seen.exit, output: seen.output, ..before })
    }

    fn plan(desired: &Desired, state: &State, trigger: &Trigger) -> Plan<Change> {
        super::plan::plan(desired, state, trigger)
    }

    fn act(_change: &Change, desired: &Desired, on: &dyn Verbs) -> Result<Seen, ExecFailure> {
        let line = desired.line();
        let finished = on.run(&command(line, desired)?).map_err(|error| ExecFailure::process(error, line, desired))?;
        Ok(Seen { exit: Some(finished.code), output: shown(&finished, desired) })
    }

    fn foresee(_change: &Change, _desired: &Desired, ahead: &Ahead<'_>) {
        ahead.anything_may_follow();
    }

    fn would_have(changes: &[Change]) -> String {
        match changes.first() {
            Some(Change { subscribed_to: Some(_) }) => "Would have executed via subscribe".to_owned(),
            Some(_) => "Would have executed".to_owned(),
            None => String::new(),
        }
    }
}

fn creates(desired: &Desired, on: &dyn Reads) -> Result<Option<bool>, FileError> {
    let path = desired.properties.creates.as_deref().filter(|path| !path.is_empty());
    path.map(|path| on.exists(Path::new(path))).transpose()
}

/// What the author asked to see, or what explains a bad exit code.
fn shown(finished: &Finished, desired: &Desired) -> Option<String> {
    let properties = &desired.properties;
    let text = if properties.logoutput && finished.is_success() {
        finished.stdout.text()
    } else if finished.is_success() {
        String::new()
    } else {
        finished.stdout.text() + &finished.stderr.text()
    };
    (!text.is_empty()).then_some(text)
}
