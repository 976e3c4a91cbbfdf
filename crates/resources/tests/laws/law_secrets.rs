//! Law 4: no secret is printed or stored.

use crate::sample::{Sample, examples};
use document::decode::Shape;
use engine::{Converged, Event, Ksuids, Standing, Trigger, TypeDef};
use system::{Interrupt, ReadWorld};

const LONG: &str = "S3NTINEL-of-many-bytes";
/// Too short to be masked wherever it turns up, so it must be masked in its own field.
const SHORT: &str = "S3N";

#[test]
fn no_secret_is_in_a_change_or_an_event() {
    let mut tried = 0;
    for (definition, example) in examples() {
        let Some(secrets) = properties_with_secrets(definition) else { continue };
        for trigger in [Trigger::None, Trigger::Refreshed(engine::Reference::new("file", "/etc/subscribed"))] {
            let sample = Sample::with(definition, example, &secrets);
            for converged in [sample.rehearse(&trigger), sample.apply(&trigger)] {
                tried += 1;
                assert_no_secret(&changes(&converged), &sample.title);
                let event = event(&sample, converged);
                assert_no_secret(&event, &sample.title);
            }
        }
    }
    assert!(tried > 0, "no type has a property that can hold a secret");
}

/// What the log of a run would hold although nobody masked it.
#[test]
fn a_secret_is_registered_while_decoding() {
    for (definition, example) in examples() {
        let Some(secrets) = properties_with_secrets(definition) else { continue };
        let sample = Sample::with(definition, example, &secrets);
        assert_eq!(sample.redactor.text(&format!("it is {LONG}.")), "it is <secret>.", "{}", sample.title);
    }
}

fn assert_no_secret(text: &str, title: &str) {
    for secret in [LONG, SHORT] {
        assert!(!text.contains(secret), "{title}: {text}");
    }
}

/// Text and data of every change, before anything is masked on its way out.
fn changes(converged: &Converged) -> String {
    let text = |c: &dyn engine::AnyChange| format!("{} {}", c.text(converged.diff.as_ref()), c.data());
    let changes: Vec<String> = converged.plan.iter().map(|change| text(&**change)).collect();
    format!("{} {} {:?}", changes.join("\n"), converged.noop_message, converged.unknown)
}

fn event(sample: &Sample, converged: Converged) -> String {
    let world = ReadWorld::real(Interrupt::never(), Vec::new());
    let event = Event {
        id: Ksuids::default().next(&*world.clock, &*world.random),
        started: world.clock.now(),
        duration: std::time::Duration::ZERO,
        resource: &*sample.resource,
        standing: Standing::from(converged),
        rehearsal: false,
        monitoring: false,
        health: Vec::new(),
        within: &[],
        redactor: &sample.redactor,
    };
    serde_json::to_string(&event).unwrap()
}

/// A canary for every property that can hold a secret: one that is declared secret, and an environment.
fn properties_with_secrets(definition: &TypeDef) -> Option<String> {
    let Shape::Record(record) = (definition.shape)() else { return None };
    let lines: Vec<String> = record.all_fields().filter_map(canary).collect();
    (!lines.is_empty()).then(|| lines.concat())
}

fn canary(field: &document::decode::Field) -> Option<String> {
    match field.key {
        "environment" => Some(format!("environment: [\"APP_TOKEN={LONG}\", \"DB_PASS={SHORT}\"]\n")),
        key if field.is_secret() => Some(format!("{key}: {LONG}\n")),
        _ => None,
    }
}
