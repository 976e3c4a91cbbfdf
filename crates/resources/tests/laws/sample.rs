//! An example of a type as a resource in a directory of its own.

use crate::served::with_server;
use diagnostics::{Redactor, Sources};
use document::decode::Decoder;
use document::{Options, parse};
use engine::{Context, Converged, Example, Reference, Resource, Trigger, TypeDef, Verdict, World};
use serde_json::Value as Json;
use std::path::Path;
use system::{Interrupt, ReadWorld, WriteWorld};
use tempfile::TempDir;

/// A resource, and the directory that its example speaks of.
pub(crate) struct Sample {
    pub(crate) title: String,
    pub(crate) root: TempDir,
    pub(crate) redactor: Redactor,
    pub(crate) resource: Box<dyn Resource>,
}

/// Types whose examples speak of a machine with a package manager or a service manager of its own. The laws of these are
/// tested there, by the binary.
const ON_HOSTS: [&str; 2] = ["package", "service"];

/// Every example of every type that can be tried on any machine.
pub(crate) fn examples() -> impl Iterator<Item = (&'static TypeDef, &'static Example)> {
    let types = resources::ALL.iter().filter(|definition| !ON_HOSTS.contains(&definition.name));
    types.flat_map(|definition| definition.examples.iter().map(move |example| (*definition, example)))
}

/// Every example of every type, as it is and as something that was refreshed.
pub(crate) fn situations() -> impl Iterator<Item = (Sample, Trigger)> {
    let refreshed = || Trigger::Refreshed(Reference::new("file", "/etc/subscribed"));
    examples().flat_map(move |(definition, example)| {
        [Trigger::None, refreshed()].map(|trigger| (Sample::of(definition, example), trigger))
    })
}

impl Sample {
    pub(crate) fn of(definition: &TypeDef, example: &Example) -> Self {
        Self::with(definition, example, "")
    }

    /// The example with further properties.
    pub(crate) fn with(definition: &TypeDef, example: &Example, more: &str) -> Self {
        let root = tempfile::tempdir().unwrap();
        prepare(example, root.path());
        let body = format!("{}{more}", with_server(example.body)).replace("@ROOT@", root.path().to_str().unwrap());
        let redactor = Redactor::new("<secret>");
        let resource = decode(definition, &as_whoever_runs_this(&body), &redactor);
        Self { title: format!("{}: {}", definition.name, example.title), root, redactor, resource }
    }

    pub(crate) fn rehearse(&self, trigger: &Trigger) -> Converged {
        self.resource.converge(&World::rehearsal(&ReadWorld::real(Interrupt::never(), Vec::new())), trigger)
    }

    pub(crate) fn apply(&self, trigger: &Trigger) -> Converged {
        self.resource.converge(&World::Apply(WriteWorld::real(Interrupt::never(), Vec::new())), trigger)
    }
}

fn prepare(example: &Example, root: &Path) {
    for (path, content) in example.before {
        match content {
            Some(content) => std::fs::write(root.join(path), content).unwrap(),
            None => std::fs::create_dir(root.join(path)).unwrap(),
        }
    }
}

/// Examples speak of root; the laws hold for everybody.
fn as_whoever_runs_this(body: &str) -> String {
    let (uid, gid) = ReadWorld::real(Interrupt::never(), Vec::new()).users.current();
    body.replace("owner: root\n", &format!("owner: \"{uid}\"\n"))
        .replace("group: root\n", &format!("group: \"{gid}\"\n"))
}

/// The resource of a body; anything that is found in it is a flaw of the example.
pub(crate) fn decode(definition: &TypeDef, body: &str, redactor: &Redactor) -> Box<dyn Resource> {
    let mut sources = Sources::new();
    let file = sources.add("example.yaml", body);
    let text = sources.text(file);
    let node = parse(&text, file, &Options::manifest()).unwrap_or_else(|problems| panic!("{body}\n{problems:?}"));
    let context = Context::new("/".into(), &sources, redactor);
    let mut decoder = Decoder::new(&sources);
    let resource = (definition.decode)(&node, &mut decoder, &context);
    let problems = decoder.finish();
    assert!(problems.is_empty(), "{body}\n{problems:?}");
    resource.expect("a body without problems is a resource")
}

/// The changes of a plan as programs see them.
pub(crate) fn plan(converged: &Converged) -> Vec<Json> {
    converged.plan.iter().map(|change| change.data()).collect()
}

pub(crate) fn would_change(converged: &Converged) -> bool {
    matches!(converged.verdict, Verdict::WouldChange { .. })
}
