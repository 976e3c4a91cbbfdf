//! Rehearsals: on what is there, and on what earlier steps would leave there.

use crate::room::{Room, lists, tree};
use std::path::Path;
use std::sync::Arc;
use system::FakeWorld;
use system::files::{Attributes, Foreseen, Links, ReadFiles};
use value::Unknown;

#[test]
fn what_earlier_steps_would_write_is_compared() {
    let room = Room::with(&[("a", "<<name>>"), ("d/b", "<<port>>"), ("c", "x")]);
    room.put_all(&[("target/a", "old"), ("target/c", "x")]);
    let (world, overlay) = room.world.read.rehearsal();
    let target = room.path("target");
    overlay.put_file(&target.join("a"), Attributes::default(), Foreseen::Known(b"app".into())).unwrap();
    overlay
        .put_file(&target.join("c"), Attributes::default(), Foreseen::Unknown(Unknown::new("after exec#c")))
        .unwrap();
    overlay.put_file(&target.join("own"), Attributes::default(), Foreseen::Known(b"".into())).unwrap();
    let rehearsal = room.scaffold().rehearse(&world).unwrap();
    assert_eq!(lists(rehearsal.plan()), "c d/b | a | own");
    assert_eq!(rehearsal.plan().files()[1].verdict.to_string(), "may change, after exec#c");
    rehearsal.foresee(&overlay).unwrap();
    let again = room.scaffold().rehearse(&world).unwrap();
    assert_eq!(lists(again.plan()), " | a c d/b | own");
    assert_eq!(overlay.read(&target.join("d/b"), 100).unwrap(), b"8080");
    assert_eq!(room.tree("target"), tree(&[("a", "0644 old"), ("c", "0644 x")]));
}

#[test]
fn a_source_that_an_earlier_step_would_write() {
    let room = Room::new();
    let (world, overlay) = room.world.read.rehearsal();
    overlay.put_directory(&room.path("source/d"), Attributes::mode(0o755)).unwrap();
    overlay.put_file(&room.path("source/d/a"), Attributes::default(), Foreseen::Known(b"<<name>>".into())).unwrap();
    let unknown = Foreseen::Unknown(Unknown::new("after exec#make"));
    overlay.put_file(&room.path("source/d/b"), Attributes::default(), unknown).unwrap();
    let rehearsal = room.scaffold().rehearse(&world).unwrap();
    assert_eq!(rehearsal.content(Path::new("d/a")).as_deref(), Some(&b"app"[..]));
    assert_eq!(rehearsal.plan().files()[1].verdict.to_string(), "may change, after exec#make");
    rehearsal.foresee(&overlay).unwrap();
    assert!(overlay.read(&room.path("target/d/b"), 10).unwrap_err().unknown().is_some());
    overlay.put_unknown(&room.path("source"), Unknown::new("after archive#x")).unwrap();
    let Err(problems) = room.scaffold().rehearse(&world) else { panic!("nobody can know") };
    assert_eq!(problems.unknown().unwrap().reason(), "after archive#x");
}

#[test]
fn a_target_of_which_nothing_is_known() {
    let room = Room::with(&[("a", "1"), ("d/b", "2")]);
    let (world, overlay) = room.world.read.rehearsal();
    overlay.put_unknown(&room.path("target"), Unknown::new("after exec#make")).unwrap();
    let rehearsal = room.scaffold().rehearse(&world).unwrap();
    assert_eq!(lists(rehearsal.plan()), "a d/b |  | ");
    assert_eq!(rehearsal.plan().files()[0].verdict.to_string(), "may change, after exec#make");
}

#[test]
fn a_template_that_needs_something_unknown() {
    let room = Room::with(&[("a", "<<unknown later>>"), ("b", "<<render _partials/p>>"), ("c", "x")]);
    room.put("source/_partials/p", "<<unknown then>>");
    let plan = room.plan(&room.scaffold()).unwrap();
    let verdicts: Vec<_> = plan.files().iter().map(|file| file.verdict.to_string()).collect();
    assert_eq!(verdicts, ["may change, later", "may change, then", "new"]);
    assert_eq!(room.apply(&room.scaffold()).unwrap_err(), "@/target/a: later\n@/target/b: then");
}

#[test]
fn purging_and_commands_are_foreseen() {
    let room = Room::with(&[("a", "foo"), ("raw", "<<")]);
    room.put("target/old", "");
    let mut scaffold = room.scaffold();
    scaffold.options.purge = true;
    scaffold.options.copy_only = vec!["raw".to_owned()];
    scaffold.options.post = vec![scaffold::Post::new("a", "sed -i s/foo/bar/")];
    let (world, overlay) = room.world.read.rehearsal();
    scaffold.rehearse(&world).unwrap().foresee(&overlay).unwrap();
    assert_eq!(overlay.stat(&room.path("target/old"), Links::Keep).unwrap(), None);
    assert_eq!(overlay.read(&room.path("target/raw"), 10).unwrap(), b"<<");
    let error = overlay.read(&room.path("target/a"), 10).unwrap_err();
    assert_eq!(error.unknown().unwrap().reason(), "finished by sed -i s/foo/bar/");
}

#[test]
fn the_fake_world_works_as_well() {
    let fake = FakeWorld::new();
    fake.files.add_file("/s/d/a", "<<name>>");
    fake.files.add_file("/t/old", "");
    let room = Room::new();
    let mut scaffold = room.scaffold();
    (scaffold.source, scaffold.target) = ("/s".into(), "/t".into());
    scaffold.options.purge = true;
    let files = Arc::clone(&fake.files);
    fake.processes.answer_when(
        |command| command.words[0] == "finish",
        move |command| {
            files.add_file(&command.words[1], "finished");
            Ok(system::process::Finished::new(0, "", ""))
        },
    );
    scaffold.options.post = vec![scaffold::Post::new("*", "finish")];
    scaffold.rehearse(&fake.read()).unwrap();
    assert_eq!(fake.files.mutations(), []);
    assert!(fake.processes.runs().is_empty() && fake.processes.probes().is_empty());
    scaffold.prepare(&fake.write()).unwrap().apply(&fake.write()).unwrap();
    assert_eq!(fake.files.read(Path::new("/t/d/a"), 100).unwrap(), b"finished");
    assert_eq!(fake.files.list(Path::new("/t")).unwrap(), ["d"]);
    assert_eq!(fake.processes.runs().len(), 1);
}
