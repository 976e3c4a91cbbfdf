//! Trees of templates as resources: what is seen ahead, what is remembered, what is proven, on the disk of this machine.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![expect(clippy::disallowed_methods, reason = "the tests look at the machine from outside the program")]

use data::template::{Environment, Facts, Reach, Scope};
use diagnostics::{Redactor, Sources};
use document::decode::Decoder;
use document::{Options, parse};
use engine::{Context, Converged, Resource, Trigger, Verdict, World};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use system::{Interrupt, Notices, WriteWorld};
use tempfile::TempDir;
use value::{Map, Value};

/// Directories for templates, the target and what is remembered.
struct Room {
    directory: TempDir,
    facts: Arc<Asked>,
    notices: Arc<Mutex<Vec<String>>>,
}

/// Facts that remember what was asked of them.
#[derive(Default)]
struct Asked(Mutex<Vec<String>>);

impl Facts for Asked {
    fn group(&self, name: &str) -> Option<Value> {
        self.0.lock().unwrap().push(name.to_owned());
        Some(Map::from_iter([("name", name)]).into())
    }

    fn all(&self) -> Map {
        ["host", "network"].into_iter().filter_map(|name| Some((name, self.group(name)?))).collect()
    }
}

impl Room {
    fn new(templates: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let room = Self { directory, facts: Arc::default(), notices: Arc::default() };
        for (name, content) in templates {
            let path = room.path("templates").join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn world(&self) -> WriteWorld {
        let mut world = WriteWorld::real(Interrupt::never(), Vec::new());
        world.read.state_directory = Some(self.path("state"));
        let notices = Arc::clone(&self.notices);
        world.read.notices = Notices::to(move |line| notices.lock().unwrap().push(line.to_owned()));
        world
    }

    fn rehearsal(&self) -> World {
        World::rehearsal(&self.world().read)
    }

    fn decode(&self, kind: &str, body: &str) -> Box<dyn Resource> {
        let mut sources = Sources::new();
        let file = sources.add("site.yaml", body.replace("@ROOT@", self.directory.path().to_str().unwrap()));
        let text = sources.text(file);
        let node = parse(&text, file, &Options::manifest()).unwrap();
        let redactor = Redactor::new("<secret>");
        let environment = Environment::new(Scope::new(Reach::All), Arc::clone(&self.facts) as _)
            .with_data(Map::from_iter([("port", 80)]))
            .with_files(self.world().read.files, self.directory.path());
        let context =
            Context::new(self.directory.path().to_owned(), &sources, &redactor).with_environment(&environment);
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
    assert_eq!(words(&converged), ["a.txt may change, +1 -1"]);
    assert_eq!(converged.unknown, ["finished by sed -i s/low/high/"]);
    assert_eq!(room.apply(&*tree).verdict, Verdict::Stable);
    assert_eq!(tree.converge(&room.rehearsal(), &Trigger::None).verdict, Verdict::Stable);
    std::fs::write(room.path("out/a.txt"), "edited").unwrap();
    let converged = tree.converge(&room.rehearsal(), &Trigger::None);
    assert_eq!(words(&converged), ["a.txt content, finished by sed -i s/low/high/, +1 -1"]);
    let diff = converged.diff.unwrap().text;
    let caveat = "/out/a.txt: as rendered, before it is finished by sed -i s/low/high/\n";
    assert!(diff.lines().next().is_some_and(|line| line.ends_with(caveat.trim_end())), "{diff}");
    let converged = room.apply(&*tree);
    assert_eq!(words(&converged), ["a.txt content, finished by sed -i s/low/high/"]);
    assert_eq!(room.read("out/a.txt"), "high");
}

#[test]
fn after_a_run_nothing_may_change() {
    let room = Room::new(&[("a.txt", "low"), ("b.txt", "low"), ("c.txt", "low")]);
    let tree = room.tree("post:\n  - \"*.txt\": sed -i s/low/high/\n");
    std::fs::create_dir(room.path("out")).unwrap();
    std::fs::write(room.path("out/a.txt"), "high").unwrap();
    std::fs::write(room.path("out/b.txt"), "edited").unwrap();
    let rehearsed = tree.converge(&room.rehearsal(), &Trigger::None);
    assert_eq!(words(&rehearsed), ["1 file new, 2 files may change, +3 -2"]);
    let caveats = rehearsed.diff.unwrap().text.matches(": as rendered, before it is finished by sed").count();
    assert_eq!(caveats, 3);
    assert_eq!(words(&room.apply(&*tree)), ["1 file new, 1 file changed"]);
    std::fs::remove_dir_all(room.path("state")).unwrap();
    std::fs::write(room.path("out/b.txt"), "edited").unwrap();
    assert_eq!(words(&room.apply(&*tree)), ["b.txt content, finished by sed -i s/low/high/"]);
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

/// Facts cost time, so only those are gathered that a template can see.
#[test]
fn facts_are_gathered_when_a_template_asks_for_them() {
    for (engine, template, text, asked) in [
        ("jet", "plain", "plain", &[][..]),
        ("jet", "[[ facts.host.name ]] [[ Facts.host.name ]]", "host host", &["host"]),
        ("jet", "[[ lookup(\"facts.network.name\") ]]", "network", &["network"]),
        ("jet", "[[ range k, v := facts ]][[ k ]],[[ end ]]", "host,network,", &["host", "network"]),
        ("jet", "[[ render(\"_partials/p\", .) ]]", "host", &["host", "network"]),
        ("go", "{{ .facts.host.name }} {{ $.Facts.host.name }}", "host host", &["host"]),
        ("go", "{{ .data.port }}", "80", &[]),
        ("go", "{{ range .facts }}{{ .name }},{{ end }}", "host,network,", &["host", "network"]),
        ("go", "{{ with . }}{{ .facts.host.name }}{{ end }}", "host", &["host", "network"]),
    ] {
        let room = Room::new(&[("a", template), ("_partials/p", "[[ facts.host.name ]]")]);
        changed(&room.apply(&*room.tree(&format!("engine: {engine}\n"))));
        assert_eq!(room.read("out/a"), text, "{template}");
        assert_eq!(*room.facts.0.lock().unwrap(), asked, "{template}");
    }
}

#[test]
fn a_damaged_memory_is_told_of_once_and_kept() {
    for (text, reason) in [("{", "EOF while parsing"), ("{\"version\": 9}", "version 9 is of a newer program")] {
        let room = Room::new(&[("a.txt", "low"), ("b.txt", "low")]);
        let tree = room.tree("post:\n  - \"*.txt\": sed -i s/low/high/\n");
        changed(&room.apply(&*tree));
        let kept = std::fs::read_dir(room.path("state/scaffold")).unwrap().next().unwrap().unwrap().path();
        std::fs::write(&kept, text).unwrap();
        room.apply(&*tree);
        let told = std::mem::take(&mut *room.notices.lock().unwrap());
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with(&format!("{} cannot be read: {reason}", kept.display())), "{told:?}");
        assert!(told[0].ends_with("; commands of `post` run again"), "{told:?}");
        let aside = format!("{}.damaged", kept.display());
        assert_eq!(told[1], format!("{} is kept as {aside}", kept.display()));
        assert_eq!(std::fs::read_to_string(&aside).unwrap(), text);
        assert_eq!(room.apply(&*tree).verdict, Verdict::Stable);
        assert!(room.notices.lock().unwrap().is_empty(), "it is remembered again");
    }
}

#[test]
fn a_damaged_memory_of_a_tree_that_goes_is_kept() {
    let post = "post:\n  - \"*.txt\": sed -i s/low/high/\n";
    let room = Room::new(&[("a.txt", "low")]);
    let kept = || std::fs::read_dir(room.path("state/scaffold")).unwrap().map(|entry| entry.unwrap().path());
    let gone = room.decode("scaffold", &format!("name: @ROOT@/out\nensure: absent\nsource: templates\n{post}"));
    for aside in ["damaged", "damaged.2"] {
        changed(&room.apply(&*room.tree(post)));
        let memory = kept().find(|path| path.extension().is_some_and(|end| end == "json")).unwrap();
        std::fs::write(&memory, aside).unwrap();
        changed(&room.apply(&*gone));
        assert!(!memory.exists() && !room.path("out").exists());
        assert_eq!(std::fs::read_to_string(format!("{}.{aside}", memory.display())).unwrap(), aside);
        let told = std::mem::take(&mut *room.notices.lock().unwrap());
        assert!(told.last().unwrap().ends_with(&format!("is kept as {}.{aside}", memory.display())), "{told:?}");
    }
    changed(&room.apply(&*room.tree(post)));
    changed(&room.apply(&*gone));
    assert_eq!(kept().count(), 2, "what can be read is forgotten");
}

#[test]
fn what_cannot_be_remembered_is_said() {
    let room = Room::new(&[("a.txt", "low")]);
    std::fs::write(room.path("state"), "no directory").unwrap();
    changed(&room.apply(&*room.tree("post:\n  - \"*.txt\": sed -i s/low/high/\n")));
    let told = room.notices.lock().unwrap().clone();
    assert!(told.last().unwrap().starts_with("what commands made is not remembered: "), "{told:?}");
}

/// What is said of a file of ours, in a world.
fn file(room: &Room, world: &World, name: &str, more: &str) -> Converged {
    let (uid, gid) = room.world().read.users.current();
    let body = format!("name: @ROOT@/{name}\nowner: \"{uid}\"\ngroup: \"{gid}\"\n{more}");
    room.decode("file", &body).converge(world, &Trigger::None)
}

const WOULD: Verdict = Verdict::WouldChange { refreshed: false };

/// The files go, then the directories that are empty, the target among them; what has other files in it stays.
#[test]
fn a_tree_that_would_be_withdrawn_is_gone_for_later_steps() {
    for (other, is_left) in [(None, false), (Some("out/own"), true), (Some("out/deep/er/own"), true)] {
        let room = Room::new(&[("main.conf", "x"), ("deep/er/conf", "x")]);
        changed(&room.apply(&*room.tree("")));
        if let Some(other) = other {
            std::fs::write(room.path(other), "own").unwrap();
        }
        let gone = room.decode("scaffold", "name: @ROOT@/out\nensure: absent\nsource: templates\n");
        for world in [room.rehearsal(), World::Apply(room.world())] {
            let withdrawn = gone.converge(&world, &Trigger::None);
            assert_eq!(words(&withdrawn), ["remove 2 files"]);
            assert_eq!(world.read().files.exists(&room.path("out")).unwrap(), is_left, "{other:?}");
            let inner = world.read().files.exists(&room.path("out/deep/er")).unwrap();
            assert_eq!(inner, other.is_some_and(|other| other.contains("deep")), "{other:?}");
            let again = file(&room, &world, "out/main.conf", "ensure: present\ncontent: y\nmode: \"0644\"\n");
            assert_eq!(matches!(again.verdict, Verdict::Failed { .. }), !is_left, "{:?}", again.verdict);
        }
    }
}

#[test]
fn the_place_of_a_tree_that_would_be_withdrawn_is_free() {
    let room = Room::new(&[("main.conf", "x")]);
    changed(&room.apply(&*room.tree("")));
    let gone = room.decode("scaffold", "name: @ROOT@/out\nensure: absent\nsource: templates\n");
    let after = |more: &str| {
        let world = room.rehearsal();
        assert_eq!(gone.converge(&world, &Trigger::None).verdict, WOULD);
        file(&room, &world, "out", more)
    };
    let present = after("ensure: present\ncontent: x\nmode: \"0644\"\n");
    assert_eq!((present.verdict, present.unknown), (WOULD, Vec::new()));
    assert_eq!(after("ensure: absent\n").verdict, Verdict::Stable);
}

/// Where an archive would put something, nobody knows what is in a directory.
#[test]
fn a_tree_below_an_archive_may_change_and_may_be_withdrawn() {
    let archive =
        "name: @ROOT@/a.tar.gz\nensure: present\nurl: http://127.0.0.1:1/a.tar.gz\nowner: root\ngroup: root\n";
    let room = Room::new(&[("a", "x"), ("b", "x")]);
    let gone = room.decode("scaffold", "name: @ROOT@/srv/out\nensure: absent\nsource: templates\n");
    let tree = |more: &str| {
        room.decode("scaffold", &format!("name: @ROOT@/srv/out\nensure: present\nsource: templates\n{more}"))
    };
    let reason = format!("depends on archive#{}", room.path("a.tar.gz").display());
    let after = |into: &str, tree: &dyn Resource| {
        let world = room.rehearsal();
        let body = format!("{archive}extract_parent: @ROOT@{into}\n");
        assert_eq!(room.decode("archive", &body).converge(&world, &Trigger::None).verdict, WOULD);
        (tree.converge(&world, &Trigger::None), world)
    };
    let (absent, world) = after("/srv/out", &*gone);
    assert_eq!((words(&absent), &absent.unknown), (vec!["2 files may be removed".to_owned()], &vec![reason.clone()]));
    assert!(world.read().files.exists(&room.path("srv/out")).unwrap_err().unknown().is_some());
    changed(&room.apply(&*tree("")));
    for into in ["/srv", "/srv/out"] {
        let (present, _) = after(into, &*tree(""));
        assert_eq!((words(&present), &present.unknown), (vec!["2 files may change".to_owned()], &vec![reason.clone()]));
        assert!(!present.plan[0].data()["created"].as_bool().unwrap(), "{into}");
        let (absent, world) = after(into, &*gone);
        assert_eq!(
            (words(&absent), absent.unknown.len()),
            (vec!["remove 2 files".to_owned()], 0),
            "they are there now"
        );
        assert!(world.read().files.exists(&room.path("srv/out")).unwrap_err().unknown().is_some());
    }
    std::fs::remove_file(room.path("srv/out/a")).unwrap();
    let (present, _) = after("/srv/out", &*tree(""));
    assert_eq!((words(&present), present.unknown), (vec!["2 files may change".to_owned()], vec![reason.clone()]));
    let (absent, _) = after("/srv/out", &*gone);
    assert_eq!((words(&absent), absent.unknown.len()), (vec!["remove 1 file, 1 file may be removed".to_owned()], 0));
    changed(&room.apply(&*tree("")));
    std::fs::create_dir(room.path("srv/out/sub")).unwrap();
    let (purged, _) = after("/srv/out/sub", &*tree("purge: true\n"));
    assert_eq!((purged.verdict, purged.unknown), (WOULD, vec![format!("what is beside the tree, {reason}")]));
    assert_eq!(after("/srv/out/sub", &*tree("")).0.verdict, Verdict::Stable);
}

/// A command may leave any mode, and something else than a file.
#[test]
fn what_commands_leave_of_a_file_is_not_known() {
    let room = Room::new(&[("run", "x")]);
    let world = room.rehearsal();
    let tree = room.tree("post:\n  - run: chmod 0755\n").converge(&world, &Trigger::None);
    assert_eq!(words(&tree), ["run new, finished by chmod 0755, +1 -0"]);
    let run = file(&room, &world, "out/run", "ensure: present\nmode: \"0755\"\n");
    assert_eq!((run.verdict, run.unknown), (WOULD, vec!["finished by chmod 0755".to_owned()]));
}
