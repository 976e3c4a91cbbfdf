//! Trees of templates as resources: what is seen ahead, what is remembered, what is proven, on the disk of this machine.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![expect(clippy::disallowed_methods, reason = "the tests look at the machine from outside the program")]

use data::template::{Environment, Reach, Scope};
use diagnostics::{Redactor, Sources};
use document::decode::Decoder;
use document::{Options, parse};
use engine::{Context, Converged, Resource, Trigger, Verdict, World};
use std::path::PathBuf;
use std::sync::Arc;
use system::{Interrupt, WriteWorld};
use tempfile::TempDir;
use value::Map;

/// Directories for templates, the target and what is remembered.
struct Room(TempDir);

impl Room {
    fn new(templates: &[(&str, &str)]) -> Self {
        let room = Self(tempfile::tempdir().unwrap());
        for (name, content) in templates {
            let path = room.path("templates").join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn world(&self) -> WriteWorld {
        let mut world = WriteWorld::real(Interrupt::never(), Vec::new());
        world.read.state_directory = Some(self.path("state"));
        world
    }

    fn rehearsal(&self) -> World {
        World::rehearsal(&self.world().read)
    }

    fn decode(&self, kind: &str, body: &str) -> Box<dyn Resource> {
        let mut sources = Sources::new();
        let file = sources.add("site.yaml", body.replace("@ROOT@", self.0.path().to_str().unwrap()));
        let text = sources.text(file);
        let node = parse(&text, file, &Options::manifest()).unwrap();
        let redactor = Redactor::new("<secret>");
        let environment = Environment::new(Scope::new(Reach::All), Arc::new(Map::new()))
            .with_data(Map::from_iter([("port", 80)]))
            .with_files(self.world().read.files, self.0.path());
        let context = Context::new(self.0.path().to_owned(), &sources, &redactor).with_environment(&environment);
        let mut decoder = Decoder::new(&sources);
        let resource = (resources::find(kind).unwrap().decode)(&node, &mut decoder, &context);
        let problems = decoder.finish();
        assert!(problems.is_empty(), "{body}\n{problems:?}");
        resource.unwrap()
    }

    fn tree(&self, more: &str) -> Box<dyn Resource> {
        self.decode("scaffold", &format!("name: @ROOT@/out\nensure: present\nsource: templates\n{more}"))
    }

    fn apply(&self, resource: &dyn Resource) -> Converged {
        resource.converge(&World::Apply(self.world()), &Trigger::None)
    }
}

fn changed(converged: &Converged) {
    assert_eq!(converged.verdict, Verdict::Changed { refreshed: false });
}

fn words(converged: &Converged) -> Vec<String> {
    converged.plan.iter().map(|change| change.text(converged.diff.as_ref())).collect()
}

#[test]
fn templates_see_data_and_files_that_earlier_steps_would_write() {
    let room = Room::new(&[("conf", "[[ data.port ]] [[ readFile(\"made\") ]]")]);
    let world = room.rehearsal();
    let (uid, gid) = room.world().read.users.current();
    let made = format!(
        "name: @ROOT@/made\nensure: present\ncontent: early\nowner: \"{uid}\"\ngroup: \"{gid}\"\nmode: \"0644\"\n"
    );
    room.decode("file", &made).converge(&world, &Trigger::None);
    let converged = room.tree("").converge(&world, &Trigger::None);
    assert!(converged.diff.as_ref().unwrap().text.contains("+80 early"), "{:?}", converged.diff);
    assert_eq!(words(&converged), ["conf new, +1 -0"]);
    let later =
        room.decode("exec", "name: x\ncommand: touch y\ncreates: @ROOT@/out/conf\n").converge(&world, &Trigger::None);
    assert_eq!(later.verdict, Verdict::Stable);
    assert!(!room.path("out").exists());
}

#[test]
fn what_is_missing_after_a_command_is_unknown_and_else_a_failure() {
    let room = Room::new(&[]);
    let fails = room.tree("").converge(&room.rehearsal(), &Trigger::None);
    assert!(matches!(fails.verdict, Verdict::Failed { .. }), "{:?}", fails.verdict);
    let world = room.rehearsal();
    room.decode("exec", "name: make the templates\ncommand: mkdir x\n").converge(&world, &Trigger::None);
    let unknown = room.tree("").converge(&world, &Trigger::None);
    assert!(unknown.unknown[0].ends_with("depends on exec#make the templates"), "{:?}", unknown.unknown);
}

/// Another text in each run is no reason to fail: what was written is what is there.
#[test]
fn templates_that_never_give_the_same_text_are_changed_in_every_run() {
    let room = Room::new(&[("id", "{{ uuidv4 }}")]);
    let tree = room.tree("engine: go\n");
    changed(&room.apply(&*tree));
    let first = room.read("out/id");
    changed(&room.apply(&*tree));
    assert_ne!(room.read("out/id"), first);
}

#[test]
fn what_commands_made_is_remembered() {
    let room = Room::new(&[("a.txt", "low"), ("b", "low")]);
    let tree = room.tree("post:\n  - \"*.txt\": sed -i s/low/high/\n");
    changed(&room.apply(&*tree));
    assert_eq!((room.read("out/a.txt"), room.read("out/b")), ("high".into(), "low".into()));
    assert_eq!(tree.converge(&room.rehearsal(), &Trigger::None).verdict, Verdict::Stable);
    // Whoever has forgotten runs the command again, finds that nothing differs, and knows it from then on.
    std::fs::remove_dir_all(room.path("state")).unwrap();
    let converged = tree.converge(&room.rehearsal(), &Trigger::None);
    assert_eq!(words(&converged), ["a.txt may change, finished by sed -i s/low/high/, +1 -1"]);
    assert_eq!(room.apply(&*tree).verdict, Verdict::Stable);
    assert_eq!(tree.converge(&room.rehearsal(), &Trigger::None).verdict, Verdict::Stable);
    std::fs::write(room.path("out/a.txt"), "edited").unwrap();
    changed(&room.apply(&*tree));
    assert_eq!(room.read("out/a.txt"), "high");
}

#[test]
fn a_command_that_fails_shows_what_it_said() {
    let room = Room::new(&[("a", "x")]);
    let failed = room.apply(&*room.tree("post:\n  - \"*\": sh -c \"echo no room >&2; exit 3\"\n"));
    let Verdict::Failed { error, output, changed, .. } = failed.verdict else { panic!("it fails") };
    assert!(error.starts_with("failed to post process ") && error.ends_with("ended with 3"), "{error}");
    assert_eq!((output.as_deref(), changed), (Some("no room\n"), false));
    assert!(!room.path("out").exists());
}

#[test]
fn modes_and_copies() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new(&[("run.sh", "echo [[ data.port ]]"), ("raw.bin", "[[ not a template")]);
    std::fs::set_permissions(room.path("templates/run.sh"), std::fs::Permissions::from_mode(0o750)).unwrap();
    changed(&room.apply(&*room.tree("preserve_modes: true\ncopy_only: [\"*.bin\"]\n")));
    let mode = std::fs::metadata(room.path("out/run.sh")).unwrap().permissions().mode() & 0o777;
    assert_eq!((room.read("out/run.sh").as_str(), mode), ("echo 80", 0o750));
    assert_eq!(room.read("out/raw.bin"), "[[ not a template");
}

#[test]
fn own_data_takes_the_place_of_all_other() {
    let room = Room::new(&[("a", "[[ data.name ]] [[ isset(data.port) ]]")]);
    changed(&room.apply(&*room.tree("data: {name: web}\n")));
    assert_eq!(room.read("out/a"), "web false");
}
