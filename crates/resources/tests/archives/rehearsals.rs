//! What later steps of a rehearsal see of an archive that would come.

use crate::room::Room;
use crate::server::Server;
use engine::{Converged, Trigger, Verdict, World};

fn never_asked() -> Server {
    Server::start(|_, _| panic!("a rehearsal downloads nothing"))
}

fn unknown(converged: &Converged) -> &str {
    assert!(matches!(converged.verdict, Verdict::WouldChange { .. }), "{:?}", converged.verdict);
    converged.unknown.first().map_or("", String::as_str)
}

#[test]
fn what_it_would_bring_is_there_for_later_steps() {
    let (room, server) = (Room::new(), never_asked());
    let world = World::rehearsal(&room.world().read);
    let more = "extract_parent: @ROOT@/opt\ncreates: @ROOT@/opt/app\n";
    let archive = room.archive(&server.url("/a.tar.gz"), more).converge(&world, &Trigger::None);
    assert_eq!(archive.noop_message, "Would have downloaded. Would have extracted");
    let later = |kind: &str, body: &str| room.decode(kind, body).converge(&world, &Trigger::None);
    let exec = later("exec", "name: make\ncommand: touch x\ncreates: @ROOT@/opt/app\n");
    assert_eq!(exec.verdict, Verdict::Stable, "{:?}", exec.unknown);
    for (cwd, more) in
        [("opt/app", ""), ("opt/app/deep", ""), ("opt/app", "onlyif: test -e x\n"), ("opt/app", "unless: ./no\n")]
    {
        let exec = later("exec", &format!("name: make\ncommand: ./install.sh\ncwd: @ROOT@/{cwd}\n{more}"));
        assert!(unknown(&exec).contains("depends on archive#"), "{cwd} {more}: {:?}", exec.unknown);
    }
    let (uid, gid) = room.world().read.users.current();
    let attributes = format!("owner: \"{uid}\"\ngroup: \"{gid}\"\nmode: \"0644\"\n");
    let inside = later("file", &format!("name: @ROOT@/opt/app/conf\nensure: present\ncontent: x\n{attributes}"));
    assert!(unknown(&inside).contains("depends on archive#"), "{:?}", inside.unknown);
    let same = later("file", &format!("name: @ROOT@/opt/app\nensure: directory\n{attributes}"));
    assert!(unknown(&same).contains("depends on archive#"), "{:?}", same.unknown);
    let into = later(
        "archive",
        &format!(
            "name: @ROOT@/b.tgz\nensure: present\nurl: {}\nextract_parent: @ROOT@/opt/app\nowner: root\ngroup: root\n",
            server.url("/b.tgz")
        ),
    );
    assert!(matches!(into.verdict, Verdict::WouldChange { .. }), "{:?}", into.verdict);
    let beside = later("file", &format!("name: @ROOT@/beside\nensure: present\ncontent: x\n{attributes}"));
    assert_eq!(unknown(&beside), "");
    assert_eq!(room.names(), Vec::<String>::new());
}

#[test]
fn what_a_run_would_find_out_late_is_said() {
    let (room, server) = (Room::new(), never_asked());
    let address = server.url("/a.tar.gz");
    let rehearse = |body: &str| {
        let body = format!("ensure: present\nurl: {address}\n{body}");
        room.decode("archive", &body).converge(&World::rehearsal(&room.world().read), &Trigger::None)
    };
    let nobody = rehearse("name: @ROOT@/a.tar.gz\nowner: no-such-user-x\ngroup: root\n");
    let Verdict::Failed { error, .. } = nobody.verdict else { panic!("nobody has that name") };
    assert_eq!(error, "there is no user `no-such-user-x` on this machine");
    let nowhere = rehearse("name: @ROOT@/no/a.tar.gz\nowner: root\ngroup: root\n");
    let Verdict::Failed { error, .. } = nowhere.verdict else { panic!("there is no such directory") };
    assert!(error.starts_with("no such file or directory: "), "{error}");
}

#[test]
fn it_would_have_the_owner_that_is_asked_for() {
    let (room, server) = (Room::new(), never_asked());
    let rights = "owner: \"1\"\ngroup: \"2\"\nmode: \"0640\"\n";
    let body = format!("name: @ROOT@/a.tar.gz\nensure: present\nurl: {}\n{rights}", server.url("/a.tar.gz"));
    for is_there in [false, true] {
        if is_there {
            std::fs::write(room.path("a.tar.gz"), "old").unwrap();
        }
        let world = World::rehearsal(&room.world().read);
        assert_eq!(unknown(&room.decode("archive", &body).converge(&world, &Trigger::None)), "");
        let file = room.decode("file", &format!("name: @ROOT@/a.tar.gz\nensure: present\n{rights}"));
        assert_eq!(file.converge(&world, &Trigger::None).verdict, Verdict::Stable, "{is_there}");
    }
}

/// Only its mode is to be changed: nothing is downloaded.
#[test]
fn it_would_have_the_mode_that_is_asked_for() {
    let (room, server) = (Room::new(), never_asked());
    std::fs::write(room.path("a.tar.gz"), "old").unwrap();
    let world = World::rehearsal(&room.world().read);
    let archive = room.archive(&server.url("/a.tar.gz"), "mode: \"0600\"\n").converge(&world, &Trigger::None);
    assert!(archive.plan[0].text(None).contains("mode"), "{}", archive.plan[0].text(None));
    let (uid, gid) = room.world().read.users.current();
    let same = format!("name: @ROOT@/a.tar.gz\nensure: present\nowner: \"{uid}\"\ngroup: \"{gid}\"\nmode: \"0600\"\n");
    assert_eq!(room.decode("file", &same).converge(&world, &Trigger::None).verdict, Verdict::Stable);
}
