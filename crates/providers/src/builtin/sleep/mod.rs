//! `sleep`: lets time pass.

use crate::{Capability, Context, Descriptor, Example, Fault, Inputs, Output, Provider, Schema};
use std::time::Duration;
use value::{Map, Value};

/// Waits as long as it is told.
pub(super) struct Sleep;

/// How long, and as it was written.
pub(super) struct Pause {
    written: String,
    length: Duration,
}

impl Provider for Sleep {
    type Decoded = Pause;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: Schema::object("")
                .with(
                    "duration",
                    Schema::text("How long to wait, such as 500ms, 2s or 1m30s")
                        .at_most(50)
                        .pattern(r"^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$")
                        .example("500ms"),
                )
                .require(&["duration"]),
            output_schemas: Capability::ALL.iter().map(|mode| (*mode, output(*mode))).collect(),
            capabilities: &Capability::ALL,
            waits: true,
            category: "utility",
            tags: &["sleep", "delay", "wait"],
            examples: &[Example {
                name: "A pause",
                description: "Gives a service time to come up",
                yaml: "provider: sleep\ninputs:\n  duration: 10ms\n",
            }],
            ..Descriptor::new("sleep", "Sleep", "1.0.0", "Waits for a given time, and ends early when the run does")
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Pause, Fault> {
        let written = inputs.required_text("duration")?.to_owned();
        let length = value::Duration::parse_go(&written).map_err(|error| {
            Fault::new(format!("invalid duration format: {error} (expected format like '1s', '500ms', '2m')"))
        })?;
        let nanos = u64::try_from(length.as_nanos())
            .map_err(|_| Fault::new(format!("duration must be non-negative, got {written}")))?;
        Ok(Pause { length: Duration::from_nanos(nanos), written })
    }

    fn execute(&self, pause: Pause, context: &Context<'_>) -> Result<Output, Fault> {
        if context.dry_run {
            return Ok(Output::of(result(&pause, Duration::ZERO)));
        }
        let clock = &context.world.read().clock;
        let start = clock.monotonic();
        context.sleep(pause.length).map_err(|fault| fault.within("sleep interrupted: "))?;
        Ok(Output::of(result(&pause, clock.monotonic().saturating_sub(start))))
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn looks(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn may_fail(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        inputs.filled("duration").map(|duration| format!("Would sleep for {duration}"))
    }
}

fn result(pause: &Pause, elapsed: Duration) -> Map {
    let elapsed = value::Duration::from_nanos(i64::try_from(elapsed.as_nanos()).unwrap_or(i64::MAX));
    [
        ("success", Value::from(true)),
        ("duration", pause.written.as_str().into()),
        ("elapsed", elapsed.to_string().into()),
    ]
    .into_iter()
    .collect()
}

fn output(mode: Capability) -> Schema {
    let common = Schema::object("")
        .with("success", Schema::flag("Always true"))
        .with("duration", Schema::text("How long it was to wait, as it was given"))
        .with("elapsed", Schema::text("How long it waited"));
    match mode {
        Capability::Validation => common
            .with("valid", Schema::flag("Not given: nothing is validated"))
            .with("errors", Schema::list("Not given: nothing is validated")),
        Capability::Authentication => common
            .with("authenticated", Schema::flag("Not given: nobody is authenticated"))
            .with("token", Schema::text("Not given: nobody is authenticated")),
        _ => common,
    }
}
