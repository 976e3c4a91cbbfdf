//! What is known about rights before anything is done: who may do what, in a world that exists in memory only. A
//! rehearsal and a run say the same.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]

use diagnostics::{Redactor, Sources};
use document::decode::Decoder;
use document::{Options, parse};
use engine::{Context, Converged, Resource, Trigger, Verdict, World};
use insta::assert_snapshot;
use std::fmt::Write;
use system::files::{Access, Attributes, FakeFiles};
use system::process::Finished;
use system::{Capability, FakeWorld, Rights};

const APP: u32 = 1000;
const WEB: u32 = 33;

/// A machine with an application that owns `/srv/app` and may write in some other places.
fn machine(rights: Rights) -> FakeWorld {
    let world = FakeWorld::new();
    for (name, id) in [("app", APP), ("web", WEB)] {
        world.users.add_user(name, id);
        world.users.add_group(name, id);
    }
    world.users.add_group("staff", 50);
    let files = &world.files;
    files.add_file("/etc/theirs", "old");
    files.add_directory("/srv/app/closed", Attributes::new(APP, APP, 0o555));
    files.add_directory("/srv/app", Attributes::new(APP, APP, 0o755));
    files.add_directory("/tmp", Attributes::new(0, 0, 0o1777));
    files.add_directory("/share", Attributes::new(0, WEB, 0o2777));
    files.add_directory("/mnt", Attributes::new(APP, APP, 0o755));
    for (path, uid) in [("/srv/app/own", APP), ("/srv/app/theirs", 0), ("/tmp/own", APP), ("/tmp/theirs", WEB)] {
        files.add_file_with(path, "old", Attributes::new(uid, uid, 0o644));
    }
    files.add_file_with("/mnt/own", "old", Attributes::new(APP, APP, 0o644));
    files.add_file_with("/srv/app/tree/inside", "old", Attributes::new(APP, APP, 0o644));
    if !rights.has(Capability::DacOverride) {
        close(files, &["/etc", "/"], 0);
        close(files, &["/srv/app/closed", "/srv/app/tree"], APP);
    }
    files.close("/mnt", Access::ReadOnly);
    world.users.become_one_with(rights);
    world
}

fn close(files: &FakeFiles, directories: &[&str], owner: u32) {
    for directory in directories {
        files.close(*directory, Access::Denied { owner });
    }
}

fn app() -> Rights {
    Rights { groups: vec![50], ..Rights::usual(APP, APP) }
}

fn app_with(capabilities: &[Capability]) -> Rights {
    Rights { capabilities: capabilities.to_vec(), ..app() }
}

fn decode(kind: &str, body: &str) -> Box<dyn Resource> {
    let mut sources = Sources::new();
    let file = sources.add("site.yaml", body);
    let text = sources.text(file);
    let node = parse(&text, file, &Options::manifest()).unwrap();
    let redactor = Redactor::new("<secret>");
    let context = Context::new("/".into(), &sources, &redactor);
    let mut decoder = Decoder::new(&sources);
    let resource = (resources::find(kind).unwrap().decode)(&node, &mut decoder, &context);
    assert!(decoder.finish().is_empty(), "{body}");
    resource.unwrap()
}

/// A file: path and then properties; owner, group and mode are ours unless something else is said.
fn file(words: &str) -> Box<dyn Resource> {
    let (path, properties) = words.split_once(' ').unwrap();
    let usual = [("owner", "app"), ("group", "app"), ("mode", "\"0644\"")];
    let is_absent = properties.contains("absent");
    let usual = usual.iter().filter(|(key, _)| !is_absent && !properties.contains(&format!("{key}:")));
    let usual: String = usual.fold(String::new(), |mut all, (key, value)| {
        write!(all, ", {key}: {value}").unwrap();
        all
    });
    decode("file", &format!("{{name: {path}, {properties}{usual}}}"))
}

/// Why it fails, or that it does not.
fn said(converged: &Converged) -> String {
    match &converged.verdict {
        Verdict::Failed { error, .. } => error.clone(),
        Verdict::WouldChange { .. } if !converged.unknown.is_empty() => format!("unknown: {}", converged.unknown[0]),
        Verdict::WouldChange { .. } | Verdict::Changed { .. } => "can be done".to_owned(),
        Verdict::Stable => "stable".to_owned(),
    }
}

/// Rehearses and applies each of them on a machine of its own, and gives what both say.
fn judge(rights: &Rights, cases: &[&str]) -> String {
    let mut lines = String::new();
    for case in cases {
        let resource = file(case);
        let (rehearsed, applied) = (machine(rights.clone()), machine(rights.clone()));
        let would = said(&resource.converge(&World::rehearsal(&rehearsed.read()), &Trigger::None));
        let did = said(&resource.converge(&World::Apply(applied.write()), &Trigger::None));
        assert_eq!(would, did, "{case}");
        let is_untouched = applied.files.mutations().is_empty();
        assert_eq!(is_untouched, did != "can be done", "{case}: what cannot be done is not tried");
        writeln!(lines, "{case}\n    {did}").unwrap();
    }
    lines
}

#[test]
fn directories_that_are_closed() {
    let cases = [
        "/etc/new ensure: present",
        "/etc/theirs ensure: present, content: new",
        "/etc/theirs ensure: absent",
        "/etc/new ensure: directory",
        "/etc/new/below ensure: directory",
        "/opt/new/below ensure: directory",
        "/etc/new/below ensure: present",
        "/srv/app/closed/new ensure: present",
        "/srv/app/tree ensure: absent, force: true",
        "/srv/app/deep/new ensure: directory, mode: \"0555\"",
        "/srv/app/deep ensure: directory, mode: \"0555\"",
        "/mnt/new ensure: present",
        "/mnt/own ensure: absent",
        "/mnt/own ensure: present, mode: \"0600\"",
    ];
    assert_snapshot!(judge(&app(), &cases), @r#"
    /etc/new ensure: present
        cannot write in /etc: permission denied for user `app`; run as root or as the owner of the directory
    /etc/theirs ensure: present, content: new
        cannot write in /etc: permission denied for user `app`; run as root or as the owner of the directory
    /etc/theirs ensure: absent
        cannot write in /etc: permission denied for user `app`; run as root or as the owner of the directory
    /etc/new ensure: directory
        cannot write in /etc: permission denied for user `app`; run as root or as the owner of the directory
    /etc/new/below ensure: directory
        cannot write in /etc: permission denied for user `app`; run as root or as the owner of the directory
    /opt/new/below ensure: directory
        cannot write in /: permission denied for user `app`; run as root or as the owner of the directory
    /etc/new/below ensure: present
        "/etc/new" is not a directory, because nothing is there; make it first with `ensure: directory`
    /srv/app/closed/new ensure: present
        cannot write in /srv/app/closed: permission denied for user `app`; give its owner the right to write, with a mode such as 0755
    /srv/app/tree ensure: absent, force: true
        cannot write in /srv/app/tree: permission denied for user `app`; give its owner the right to write, with a mode such as 0755
    /srv/app/deep/new ensure: directory, mode: "0555"
        cannot make /srv/app/deep/new: the missing directories above it would get mode 0555 too, and user `app` could make nothing in them; make them first, with a mode of their own
    /srv/app/deep ensure: directory, mode: "0555"
        can be done
    /mnt/new ensure: present
        cannot write in /mnt: the file system is read-only; mount it for writing first
    /mnt/own ensure: absent
        cannot write in /mnt: the file system is read-only; mount it for writing first
    /mnt/own ensure: present, mode: "0600"
        cannot change /mnt/own: the file system is read-only; mount it for writing first
    "#);
}

#[test]
fn owners_groups_and_modes() {
    let cases = [
        "/srv/app/new ensure: present",
        "/srv/app/new ensure: present, owner: web",
        "/srv/app/new ensure: present, group: staff",
        "/srv/app/new ensure: present, group: web",
        "/srv/app/new ensure: present, owner: root, group: root",
        "/srv/app/new ensure: directory, owner: web",
        "/share/new ensure: present, group: web",
        "/share/new ensure: present, group: root",
        "/srv/app/own ensure: present, mode: \"0600\"",
        "/srv/app/own ensure: present, group: staff",
        "/srv/app/own ensure: present, group: web",
        "/srv/app/own ensure: present, owner: web",
        "/srv/app/theirs ensure: present, owner: root, group: root, mode: \"0600\"",
        "/srv/app/theirs ensure: present, owner: root, group: app",
        "/srv/app/theirs ensure: present",
        "/srv/app/theirs ensure: present, content: new",
        "/srv/app/theirs ensure: present, content: new, owner: root",
        "/srv/app/closed ensure: directory, mode: \"0755\"",
        "/etc ensure: directory, owner: root, group: root, mode: \"0700\"",
        "/srv/app/new ensure: present, owner: no-such-user, group: web",
    ];
    assert_snapshot!(judge(&app(), &cases), @r#"
    /srv/app/new ensure: present
        can be done
    /srv/app/new ensure: present, owner: web
        cannot give /srv/app/new to user `web`: user `app` may not give things away; run as root or set `owner: app`
    /srv/app/new ensure: present, group: staff
        can be done
    /srv/app/new ensure: present, group: web
        cannot give /srv/app/new to group `web`: user `app` is not in it; run as root or add the user to the group
    /srv/app/new ensure: present, owner: root, group: root
        cannot give /srv/app/new to user `root`: user `app` may not give things away; run as root or set `owner: app`; cannot give /srv/app/new to group `root`: user `app` is not in it; run as root or add the user to the group
    /srv/app/new ensure: directory, owner: web
        cannot give /srv/app/new to user `web`: user `app` may not give things away; run as root or set `owner: app`
    /share/new ensure: present, group: web
        can be done
    /share/new ensure: present, group: root
        cannot give /share/new to group `root`: user `app` is not in it; run as root or add the user to the group
    /srv/app/own ensure: present, mode: "0600"
        can be done
    /srv/app/own ensure: present, group: staff
        can be done
    /srv/app/own ensure: present, group: web
        cannot give /srv/app/own to group `web`: user `app` is not in it; run as root or add the user to the group
    /srv/app/own ensure: present, owner: web
        cannot change the owner of /srv/app/own: user `app` may not do that; run as root
    /srv/app/theirs ensure: present, owner: root, group: root, mode: "0600"
        cannot change the mode of /srv/app/theirs: it belongs to user `root`, not to user `app`; run as root or as the owner
    /srv/app/theirs ensure: present, owner: root, group: app
        cannot change the group of /srv/app/theirs: it belongs to user `root`, not to user `app`; run as root or as the owner
    /srv/app/theirs ensure: present
        cannot change the owner of /srv/app/theirs: user `app` may not do that; run as root; cannot change the group of /srv/app/theirs: it belongs to user `root`, not to user `app`; run as root or as the owner
    /srv/app/theirs ensure: present, content: new
        can be done
    /srv/app/theirs ensure: present, content: new, owner: root
        cannot give /srv/app/theirs to user `root`: user `app` may not give things away; run as root or set `owner: app`
    /srv/app/closed ensure: directory, mode: "0755"
        can be done
    /etc ensure: directory, owner: root, group: root, mode: "0700"
        cannot change the mode of /etc: it belongs to user `root`, not to user `app`; run as root or as the owner
    /srv/app/new ensure: present, owner: no-such-user, group: web
        there is no user `no-such-user` on this machine; cannot give /srv/app/new to group `web`: user `app` is not in it; run as root or add the user to the group
    "#);
}

#[test]
fn sticky_directories() {
    let cases = [
        "/tmp/new ensure: present",
        "/tmp/own ensure: absent",
        "/tmp/own ensure: present, content: new",
        "/tmp/theirs ensure: absent",
        "/tmp/theirs ensure: present, content: new",
        "/tmp/new ensure: present, group: root",
    ];
    assert_snapshot!(judge(&app(), &cases), @"
    /tmp/new ensure: present
        can be done
    /tmp/own ensure: absent
        can be done
    /tmp/own ensure: present, content: new
        can be done
    /tmp/theirs ensure: absent
        cannot remove /tmp/theirs: it belongs to user `web`, and /tmp is sticky, so that user `app` may only remove its own there; run as root or as the owner
    /tmp/theirs ensure: present, content: new
        cannot replace /tmp/theirs: it belongs to user `web`, and /tmp is sticky, so that user `app` may only replace its own there; run as root or as the owner
    /tmp/new ensure: present, group: root
        cannot give /tmp/new to group `root`: user `app` is not in it; run as root or add the user to the group
    ");
}

/// Rights count, not names.
#[test]
fn capabilities() {
    let cases = [
        "/etc/new ensure: present",
        "/srv/app/new ensure: present, owner: web, group: web",
        "/srv/app/own ensure: present, owner: web, mode: \"0600\"",
        "/srv/app/theirs ensure: present, owner: root, group: root, mode: \"0600\"",
        "/tmp/theirs ensure: absent",
        "/tmp/new ensure: present, owner: web",
        "/srv/app/deep/new ensure: directory, mode: \"0555\"",
    ];
    let table: [(&[Capability], usize); 4] = [
        (&[Capability::Chown], 2),
        (&[Capability::Fowner], 2),
        (&[Capability::DacOverride], 2),
        (&Capability::ALL, cases.len()),
    ];
    for (capabilities, wanted) in table {
        let lines = judge(&app_with(capabilities), &cases);
        let can = lines.lines().filter(|line| line.ends_with("can be done")).count();
        assert_eq!(can, wanted, "{capabilities:?}\n{lines}");
    }
    assert_snapshot!(judge(&app_with(&[Capability::Chown]), &["/tmp/new ensure: present, owner: web"]), @"
    /tmp/new ensure: present, owner: web
        cannot give /tmp/new to user `web`: /tmp is sticky, so that user `app` may only put its own things there; run as root
    ");
    let root = Rights { capabilities: Vec::new(), ..Rights::usual(0, 0) };
    assert_snapshot!(judge(&root, &[
        "/srv/app/closed/new ensure: present",
        "/share/new ensure: present, group: web",
        "/srv/app/own ensure: present, mode: \"0600\"",
        "/tmp/theirs ensure: present, content: new, owner: root, group: root",
    ]), @r#"
    /srv/app/closed/new ensure: present
        cannot write in /srv/app/closed: permission denied for user `root`; run with CAP_DAC_OVERRIDE or as the owner of the directory
    /share/new ensure: present, group: web
        cannot give /share/new to user `app`: user `root` may not give things away; run with CAP_CHOWN or set `owner: root`
    /srv/app/own ensure: present, mode: "0600"
        cannot change the mode of /srv/app/own: it belongs to user `app`, not to user `root`; run with CAP_FOWNER or as the owner
    /tmp/theirs ensure: present, content: new, owner: root, group: root
        can be done
    "#);
}

/// Where the customs are not known, the run finds out.
#[test]
fn foreign_file_systems() {
    let world = machine(app());
    for directory in ["/srv", "/tmp"] {
        world.files.make_foreign(directory);
    }
    for case in [
        "/srv/app/new ensure: present, owner: web, group: web",
        "/srv/app/theirs ensure: present, owner: root, group: root, mode: \"0600\"",
        "/tmp/theirs ensure: absent",
    ] {
        let converged = file(case).converge(&World::rehearsal(&world.read()), &Trigger::None);
        assert_eq!(said(&converged), "can be done", "{case}");
    }
}

/// What an earlier step makes, or gives other rights, is judged as it will be.
#[test]
fn earlier_steps() {
    let table: [(&[&str], &str, &str); 6] = [
        (&["/srv/app/new ensure: directory, mode: \"0755\""], "/srv/app/new/file ensure: present", "can be done"),
        (
            &["/srv/app/new ensure: directory, mode: \"0555\""],
            "/srv/app/new/file ensure: present",
            "cannot write in /srv/app/new: permission denied for user `app`; give its owner the right to write, with a \
             mode such as 0755",
        ),
        (&["/srv/app/closed ensure: directory, mode: \"0755\""], "/srv/app/closed/file ensure: present", "can be done"),
        (
            &["/srv/app/new ensure: present, mode: \"0200\""],
            "/srv/app/copy ensure: present, source: /srv/app/new",
            "cannot read `/srv/app/new`: permission denied",
        ),
        (
            &["/srv/app/new ensure: directory, mode: \"0600\"", "/srv/app/new ensure: directory, mode: \"0077\""],
            "/srv/app/new/file ensure: present",
            "cannot look at `/srv/app/new/file`: permission denied",
        ),
        (&["/tmp/theirs ensure: absent"], "/tmp/theirs ensure: present, owner: web, group: web", "stable"),
    ];
    for (earlier, later, wanted) in table {
        let fake = machine(app());
        let world = World::rehearsal(&fake.read());
        for step in earlier {
            file(step).converge(&world, &Trigger::None);
        }
        assert_eq!(said(&file(later).converge(&world, &Trigger::None)), wanted, "{earlier:?}, then {later}");
    }
}

/// A command may bring any right, so that what is missing before it is not known after it.
#[test]
fn an_earlier_command() {
    let fake = machine(app());
    fake.processes.answer_when(|_| true, |_| Ok(Finished::new(0, "", "")));
    fake.files.add_file_with("/bin/chmod", "", Attributes::mode(0o755));
    let world = World::rehearsal(&fake.read());
    decode("exec", "{name: chmod 777 /etc}").converge(&world, &Trigger::None);
    for case in ["/etc/new ensure: present", "/srv/app/new ensure: present, owner: web", "/mnt/own ensure: absent"] {
        let said = said(&file(case).converge(&world, &Trigger::None));
        assert!(said.starts_with("unknown: cannot ") && said.ends_with(", depends on exec#chmod 777 /etc"), "{said}");
    }
}

/// What other types would make is as forbidden.
#[test]
fn archives_and_scaffolds() {
    let archive = |path: &str, more: &str| {
        let url = "url: \"http://127.0.0.1:9/a.tar.gz\"";
        ("archive", format!("{{name: {path}, ensure: present, {url}, group: app, {more}}}"))
    };
    let tree = |target: &str| ("scaffold", format!("{{name: {target}, ensure: present, source: /srv/app/source}}"));
    let mut lines = String::new();
    for (kind, body) in [
        archive("/srv/app/a.tar.gz", "owner: app"),
        archive("/srv/app/a.tar.gz", "owner: root"),
        archive("/mnt/a.tar.gz", "owner: app"),
        archive("/etc/a.tar.gz", "owner: app"),
        archive("/srv/app/a.tar.gz", "owner: app, extract_parent: /etc/new/deep"),
        tree("/srv/app/new/deep"),
        tree("/etc/new"),
        tree("/mnt"),
    ] {
        let fake = machine(app());
        fake.files.add_file_with("/srv/app/source/a", "x", Attributes::new(APP, APP, 0o644));
        let converged = decode(kind, &body).converge(&World::rehearsal(&fake.read()), &Trigger::None);
        writeln!(lines, "{body}\n    {}", said(&converged)).unwrap();
    }
    assert_snapshot!(lines, @r#"
    {name: /srv/app/a.tar.gz, ensure: present, url: "http://127.0.0.1:9/a.tar.gz", group: app, owner: app}
        can be done
    {name: /srv/app/a.tar.gz, ensure: present, url: "http://127.0.0.1:9/a.tar.gz", group: app, owner: root}
        cannot give /srv/app/a.tar.gz to user `root`: user `app` may not give things away; run as root or set `owner: app`
    {name: /mnt/a.tar.gz, ensure: present, url: "http://127.0.0.1:9/a.tar.gz", group: app, owner: app}
        cannot write in /mnt: the file system is read-only; mount it for writing first
    {name: /etc/a.tar.gz, ensure: present, url: "http://127.0.0.1:9/a.tar.gz", group: app, owner: app}
        cannot write in /etc: permission denied for user `app`; run as root or as the owner of the directory
    {name: /srv/app/a.tar.gz, ensure: present, url: "http://127.0.0.1:9/a.tar.gz", group: app, owner: app, extract_parent: /etc/new/deep}
        cannot write in /etc: permission denied for user `app`; run as root or as the owner of the directory
    {name: /srv/app/new/deep, ensure: present, source: /srv/app/source}
        can be done
    {name: /etc/new, ensure: present, source: /srv/app/source}
        cannot write in /etc: permission denied for user `app`; run as root or as the owner of the directory
    {name: /mnt, ensure: present, source: /srv/app/source}
        cannot write in /mnt: the file system is read-only; mount it for writing first
    "#);
}
