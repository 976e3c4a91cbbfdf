//! What an ordinary user may not do, and a service with some of root's rights: a rehearsal says it as the run does.

use crate::rehearsal::both;
use crate::test::Test;
use insta::assert_snapshot;
use std::os::unix::fs::{PermissionsExt, chown, lchown, symlink};
use std::process::Command;

/// An ordinary user, in no group but its own.
const NOBODY: [&str; 4] = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
const ID: u32 = 65534;

/// The directory of a test belongs to the ordinary user. In it are directories of that user and of root, and things of
/// both in them. Only root can give files away.
fn ground() -> Test {
    assert!(rustix::process::getuid().is_root(), "the tests run as root");
    let test = Test::new();
    for (name, owner, mode) in [
        ("", (ID, ID), 0o755),
        ("closed", (0, 0), 0o755),
        ("open", (0, 0), 0o777),
        ("sticky", (0, 0), 0o1777),
        ("shared", (0, 1), 0o2777),
        ("mine", (ID, ID), 0o755),
        ("mine/shut", (ID, ID), 0o555),
        ("mine/tree", (ID, ID), 0o755),
        ("mine/sealed", (ID, ID), 0o000),
    ] {
        std::fs::create_dir_all(test.path(name)).unwrap();
        give(&test, name, owner, mode);
    }
    for directory in ["closed", "open", "sticky", "mine", "mine/tree"] {
        for (name, id) in [("own", ID), ("theirs", 0)] {
            let name = format!("{directory}/{name}");
            std::fs::write(test.path(&name), "old").unwrap();
            give(&test, &name, (id, id), 0o644);
        }
    }
    give(&test, "mine/tree", (ID, ID), 0o555);
    for (link, target, id) in [("sticky/link", "own", 0), ("sticky/loose", "nowhere", ID), ("mine/link", "shut", ID)] {
        symlink(target, test.path(link)).unwrap();
        lchown(test.path(link), Some(id), Some(id)).unwrap();
    }
    test
}

fn give(test: &Test, name: &str, (uid, gid): (u32, u32), mode: u32) {
    chown(test.path(name), Some(uid), Some(gid)).unwrap();
    std::fs::set_permissions(test.path(name), PermissionsExt::from_mode(mode)).unwrap();
}

/// A site with these items; `OWN` stands for an owner and a group that are ours, `FILE` for a mode as well.
fn site(who: &[&str], items: &str) -> Test {
    let items = items.replace("FILE", "OWN, mode: \"0644\"").replace("OWN", "owner: \"@UID@\", group: \"@GID@\"");
    ground().file("site.yaml", format!("ccm:\n  resources:\n{items}")).behind(who)
}

/// Each item rehearsed and applied by itself; both agree, and this is what they say.
fn each(who: &[&str], items: &[&str]) -> String {
    let mut lines = Vec::new();
    for item in items {
        let line = both(site(who, &format!("    - file: {{{item}}}\n")));
        lines.push(line.replace(" (site.yaml:3)", ""));
    }
    lines.join("\n")
}

/// The shell that could not be started there is not to blame.
#[test]
fn a_working_directory_that_is_shut_is_named() {
    let test = ground();
    let words = ["run", "provider", "exec", "command=true", "workingDir=@ROOT@/mine/sealed"];
    let said = test.behind(&NOBODY).again(&words, 1).stderr();
    assert!(said.ends_with("shellexec: cannot run in `[ROOT]/mine/sealed`: permission denied\n"), "{said}");
    let mut test = site(&NOBODY, "    - exec: {name: /bin/true, cwd: @ROOT@/mine/sealed}\n");
    let said = test.again(&["apply", "site.yaml"], 1).stdout();
    assert!(said.contains("cannot run in `[ROOT]/mine/sealed`: permission denied"), "{said}");
}

#[test]
fn directories() {
    let said = each(
        &NOBODY,
        &[
            "name: @ROOT@/closed/new, ensure: present, FILE",
            "name: @ROOT@/closed/own, ensure: present, content: new, FILE",
            "name: @ROOT@/closed/own, ensure: present, OWN, mode: \"0600\"",
            "name: @ROOT@/closed/own, ensure: absent",
            "name: @ROOT@/closed/new, ensure: directory, FILE",
            "name: @ROOT@/closed/new/below, ensure: directory, FILE",
            "name: @ROOT@/closed, ensure: absent, force: true",
            "name: @ROOT@/open/new, ensure: present, FILE",
            "name: @ROOT@/open/theirs, ensure: present, content: new, FILE",
            "name: @ROOT@/open/theirs, ensure: absent",
            "name: @ROOT@/mine/shut/new, ensure: present, FILE",
            "name: @ROOT@/mine/link/new, ensure: present, FILE",
            "name: @ROOT@/mine/shut, ensure: absent",
            "name: @ROOT@/mine/shut, ensure: absent, force: true",
            "name: @ROOT@/mine/sealed, ensure: absent, force: true",
            "name: @ROOT@/mine/sealed/new, ensure: present, FILE",
            "name: @ROOT@/mine/tree, ensure: absent, force: true",
            "name: @ROOT@/mine/a/b, ensure: directory, OWN, mode: \"0555\"",
            "name: @ROOT@/mine/a/b, ensure: directory, OWN, mode: \"0755\"",
        ],
    );
    assert_snapshot!(said, @"
    file#[ROOT]/closed/new  failed  cannot write in [ROOT]/closed: permission denied for user `nobody`; run as root or as the owner of the directory
    file#[ROOT]/closed/own  failed  cannot write in [ROOT]/closed: permission denied for user `nobody`; run as root or as the owner of the directory
    file#[ROOT]/closed/own  would change  mode 0644 -> 0600
    file#[ROOT]/closed/own  failed  cannot write in [ROOT]/closed: permission denied for user `nobody`; run as root or as the owner of the directory
    file#[ROOT]/closed/new  failed  cannot write in [ROOT]/closed: permission denied for user `nobody`; run as root or as the owner of the directory
    file#[ROOT]/closed/new/below  failed  cannot write in [ROOT]/closed: permission denied for user `nobody`; run as root or as the owner of the directory
    file#[ROOT]/closed  failed  cannot write in [ROOT]/closed: permission denied for user `nobody`; run as root or as the owner of the directory
    file#[ROOT]/open/new  would change  new file, owner [UID], group [GID], mode 0644
    file#[ROOT]/open/theirs  would change  content +1 -1, owner root -> 65534, group root -> 65534
    file#[ROOT]/open/theirs  would change  remove the file
    file#[ROOT]/mine/shut/new  failed  cannot write in [ROOT]/mine/shut: permission denied for user `nobody`; give its owner the right to write, with a mode such as 0755
    file#[ROOT]/mine/link/new  failed  cannot write in [ROOT]/mine/link: permission denied for user `nobody`; give its owner the right to write, with a mode such as 0755
    file#[ROOT]/mine/shut  would change  remove the directory
    file#[ROOT]/mine/shut  would change  remove the directory and all that is in it
    file#[ROOT]/mine/sealed  would change  remove the directory and all that is in it
    file#[ROOT]/mine/sealed/new  failed  cannot look at `[ROOT]/mine/sealed/new`: permission denied
    file#[ROOT]/mine/tree  failed  cannot write in [ROOT]/mine/tree: permission denied for user `nobody`; give its owner the right to write, with a mode such as 0755
    file#[ROOT]/mine/a/b  failed  cannot make [ROOT]/mine/a/b: the missing directories above it would get mode 0555 too, and user `nobody` could make nothing in them; make them first, with a mode of their own
    file#[ROOT]/mine/a/b  would change  new directory, owner [UID], group [GID], mode 0755
    ");
}

#[test]
fn owners_and_modes() {
    let said = each(
        &NOBODY,
        &[
            "name: @ROOT@/mine/new, ensure: present, owner: root, group: root, mode: \"0644\"",
            "name: @ROOT@/mine/new, ensure: present, owner: \"@UID@\", group: daemon, mode: \"0644\"",
            "name: @ROOT@/mine/new, ensure: directory, owner: daemon, group: \"@GID@\", mode: \"0755\"",
            "name: @ROOT@/shared/new, ensure: present, owner: \"@UID@\", group: daemon, mode: \"0644\"",
            "name: @ROOT@/shared/new, ensure: present, FILE",
            "name: @ROOT@/mine/own, ensure: present, OWN, mode: \"0600\"",
            "name: @ROOT@/mine/own, ensure: present, owner: daemon, group: \"@GID@\", mode: \"0644\"",
            "name: @ROOT@/mine/own, ensure: present, owner: \"@UID@\", group: daemon, mode: \"0644\"",
            "name: @ROOT@/mine/theirs, ensure: present, owner: root, group: root, mode: \"0644\"",
            "name: @ROOT@/mine/theirs, ensure: present, owner: root, group: root, mode: \"0600\"",
            "name: @ROOT@/mine/theirs, ensure: present, owner: root, group: \"@GID@\", mode: \"0644\"",
            "name: @ROOT@/mine/theirs, ensure: present, content: new, owner: root, group: root, mode: \"0644\"",
            "name: @ROOT@/mine/theirs, ensure: present, content: new, FILE",
            "name: @ROOT@/closed, ensure: directory, owner: root, group: root, mode: \"0700\"",
            "name: @ROOT@/mine/shut, ensure: directory, OWN, mode: \"0755\"",
        ],
    );
    assert_snapshot!(said, @"
    file#[ROOT]/mine/new  failed  cannot give [ROOT]/mine/new to user `root`: user `nobody` may not give things away; run as root or set `owner: nobody`; cannot give [ROOT]/mine/new to group `root`: user `nobody` is not in it; run as root or add the user to the group
    file#[ROOT]/mine/new  failed  cannot give [ROOT]/mine/new to group `daemon`: user `nobody` is not in it; run as root or add the user to the group
    file#[ROOT]/mine/new  failed  cannot give [ROOT]/mine/new to user `daemon`: user `nobody` may not give things away; run as root or set `owner: nobody`
    file#[ROOT]/shared/new  would change  new file, owner [UID], group daemon, mode 0644
    file#[ROOT]/shared/new  would change  new file, owner [UID], group [GID], mode 0644
    file#[ROOT]/mine/own  would change  mode 0644 -> 0600
    file#[ROOT]/mine/own  failed  cannot change the owner of [ROOT]/mine/own: user `nobody` may not do that; run as root
    file#[ROOT]/mine/own  failed  cannot give [ROOT]/mine/own to group `daemon`: user `nobody` is not in it; run as root or add the user to the group
    file#[ROOT]/mine/theirs  stable
    file#[ROOT]/mine/theirs  failed  cannot change the mode of [ROOT]/mine/theirs: it belongs to user `root`, not to user `nobody`; run as root or as the owner
    file#[ROOT]/mine/theirs  failed  cannot change the group of [ROOT]/mine/theirs: it belongs to user `root`, not to user `nobody`; run as root or as the owner
    file#[ROOT]/mine/theirs  failed  cannot give [ROOT]/mine/theirs to user `root`: user `nobody` may not give things away; run as root or set `owner: nobody`; cannot give [ROOT]/mine/theirs to group `root`: user `nobody` is not in it; run as root or add the user to the group
    file#[ROOT]/mine/theirs  would change  content +1 -1, owner root -> 65534, group root -> 65534
    file#[ROOT]/closed  failed  cannot change the mode of [ROOT]/closed: it belongs to user `root`, not to user `nobody`; run as root or as the owner
    file#[ROOT]/mine/shut  would change  mode 0555 -> 0755
    ");
}

#[test]
fn sticky_directories() {
    let said = each(
        &NOBODY,
        &[
            "name: @ROOT@/sticky/new, ensure: present, FILE",
            "name: @ROOT@/sticky/own, ensure: present, content: new, FILE",
            "name: @ROOT@/sticky/own, ensure: absent",
            "name: @ROOT@/sticky/theirs, ensure: present, content: new, FILE",
            "name: @ROOT@/sticky/theirs, ensure: absent",
            "name: @ROOT@/sticky/link, ensure: absent",
            "name: @ROOT@/sticky/link, ensure: present, content: new, FILE",
            "name: @ROOT@/sticky/loose, ensure: present, content: new, FILE",
            "name: @ROOT@/sticky/new, ensure: directory, FILE",
        ],
    );
    assert_snapshot!(said, @"
    file#[ROOT]/sticky/new  would change  new file, owner [UID], group [GID], mode 0644
    file#[ROOT]/sticky/own  would change  content +1 -1
    file#[ROOT]/sticky/own  would change  remove the file
    file#[ROOT]/sticky/theirs  failed  cannot replace [ROOT]/sticky/theirs: it belongs to user `root`, and [ROOT]/sticky is sticky, so that user `nobody` may only replace its own there; run as root or as the owner
    file#[ROOT]/sticky/theirs  failed  cannot remove [ROOT]/sticky/theirs: it belongs to user `root`, and [ROOT]/sticky is sticky, so that user `nobody` may only remove its own there; run as root or as the owner
    file#[ROOT]/sticky/link  failed  cannot remove [ROOT]/sticky/link: it belongs to user `root`, and [ROOT]/sticky is sticky, so that user `nobody` may only remove its own there; run as root or as the owner
    file#[ROOT]/sticky/link  failed  cannot replace [ROOT]/sticky/link: it belongs to user `root`, and [ROOT]/sticky is sticky, so that user `nobody` may only replace its own there; run as root or as the owner
    file#[ROOT]/sticky/loose  would change  replace the link, content +1 -0, owner [UID], group [GID], mode 0644
    file#[ROOT]/sticky/new  would change  new directory, owner [UID], group [GID], mode 0755
    ");
}

/// A group of ours may be given, whichever it is.
#[test]
fn members_of_a_group() {
    let who = ["setpriv", "--reuid=65534", "--regid=65534", "--groups=1"];
    let said = each(
        &who,
        &[
            "name: @ROOT@/mine/new, ensure: present, owner: \"@UID@\", group: daemon, mode: \"0640\"",
            "name: @ROOT@/mine/own, ensure: present, owner: \"@UID@\", group: daemon, mode: \"0640\"",
            "name: @ROOT@/mine/theirs, ensure: present, owner: root, group: daemon, mode: \"0644\"",
        ],
    );
    assert_snapshot!(said, @"
    file#[ROOT]/mine/new  would change  new file, owner [UID], group daemon, mode 0640
    file#[ROOT]/mine/own  would change  group nogroup -> daemon, mode 0644 -> 0640
    file#[ROOT]/mine/theirs  failed  cannot change the group of [ROOT]/mine/theirs: it belongs to user `root`, not to user `nobody`; run as root or as the owner
    ");
}

/// Changes that take different rights.
const CHANGES: [&str; 9] = [
    "name: @ROOT@/closed/new, ensure: present, FILE",
    "name: @ROOT@/mine/new, ensure: present, owner: root, group: root, mode: \"0640\"",
    "name: @ROOT@/mine/new, ensure: directory, owner: root, group: root, mode: \"0750\"",
    "name: @ROOT@/mine/own, ensure: present, owner: root, group: root, mode: \"0600\"",
    "name: @ROOT@/mine/theirs, ensure: present, owner: root, group: root, mode: \"0600\"",
    "name: @ROOT@/mine/theirs, ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0600\"",
    "name: @ROOT@/sticky/new, ensure: present, owner: root, group: root, mode: \"0644\"",
    "name: @ROOT@/sticky/theirs, ensure: absent",
    "name: @ROOT@/mine/a/b, ensure: directory, OWN, mode: \"0555\"",
];

#[test]
fn services_with_some_rights() {
    for (capabilities, can) in [
        ("chown", vec![1, 2, 3, 5]),
        ("fowner", vec![4, 7]),
        ("dac_override", vec![0, 8]),
        ("chown,+fowner", vec![1, 2, 3, 4, 5, 6, 7]),
        ("chown,+fowner,+dac_override", (0..CHANGES.len()).collect()),
    ] {
        let sets = [format!("--inh-caps=+{capabilities}"), format!("--ambient-caps=+{capabilities}")];
        let who = [&NOBODY[..], &sets.each_ref().map(String::as_str)].concat();
        let said = each(&who, &CHANGES);
        let done: Vec<usize> =
            said.lines().enumerate().filter(|(_, line)| line.contains("would change")).map(|(at, _)| at).collect();
        assert_eq!(done, can, "{capabilities}:\n{said}");
    }
}

#[test]
fn root_without_rights() {
    let who = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"];
    let said = each(
        &who,
        &[
            "name: @ROOT@/mine/new, ensure: present, FILE",
            "name: @ROOT@/open/new, ensure: present, FILE",
            "name: @ROOT@/mine/own, ensure: present, OWN, mode: \"0600\"",
            "name: @ROOT@/closed/new, ensure: present, owner: root, group: root, mode: \"0644\"",
            "name: @ROOT@/sticky/own, ensure: absent",
        ],
    );
    assert_snapshot!(said, @"
    file#[ROOT]/mine/new  failed  cannot write in [ROOT]/mine: permission denied for user `root`; run with CAP_DAC_OVERRIDE or as the owner of the directory
    file#[ROOT]/open/new  failed  cannot give [ROOT]/open/new to user `65534`: user `root` may not give things away; run with CAP_CHOWN or set `owner: root`; cannot give [ROOT]/open/new to group `65534`: user `root` is not in it; run with CAP_CHOWN or add the user to the group
    file#[ROOT]/mine/own  failed  cannot change the mode of [ROOT]/mine/own: it belongs to user `nobody`, not to user `root`; run with CAP_FOWNER or as the owner
    file#[ROOT]/closed/new  would change  new file, owner root, group root, mode 0644
    file#[ROOT]/sticky/own  would change  remove the file
    ");
}

/// What an earlier step makes, opens or closes is judged as it will be.
#[test]
fn earlier_steps() {
    let test = site(
        &NOBODY,
        "    - file: {name: @ROOT@/mine/new, ensure: directory, OWN, mode: \"0755\"}
    - file: {name: @ROOT@/mine/new/file, ensure: present, FILE}
    - file: {name: @ROOT@/mine/shut, ensure: directory, OWN, mode: \"0755\"}
    - file: {name: @ROOT@/mine/shut/file, ensure: present, FILE}
    - file: {name: @ROOT@/mine/new, ensure: directory, OWN, mode: \"0555\"}
    - file: {name: @ROOT@/mine/new/other, ensure: present, FILE}
    - file: {name: @ROOT@/mine/new/file, ensure: absent}
    - file: {name: @ROOT@/mine/new, ensure: directory, OWN, mode: \"0000\"}
    - file: {name: @ROOT@/mine/new/other, ensure: present, FILE}
    - file: {name: @ROOT@/mine/secret, ensure: present, content: text, OWN, mode: \"0200\"}
    - file: {name: @ROOT@/mine/copy, ensure: present, source: @ROOT@/mine/secret, FILE}
    - file: {name: @ROOT@/mine/sealed, ensure: directory, OWN, mode: \"0755\"}
    - file: {name: @ROOT@/mine/sealed/new, ensure: present, FILE}
",
    );
    assert_snapshot!(both(test), @"
    file#[ROOT]/mine/new  would change  new directory, owner [UID], group [GID], mode 0755
    file#[ROOT]/mine/new/file  would change  new file, owner [UID], group [GID], mode 0644
    file#[ROOT]/mine/shut  would change  mode 0555 -> 0755
    file#[ROOT]/mine/shut/file  would change  new file, owner [UID], group [GID], mode 0644
    file#[ROOT]/mine/new  would change  mode 0755 -> 0555
    file#[ROOT]/mine/new/other  failed  cannot write in [ROOT]/mine/new: permission denied for user `nobody`; give its owner the right to write, with a mode such as 0755 (site.yaml:8)
    file#[ROOT]/mine/new/file  failed  cannot write in [ROOT]/mine/new: permission denied for user `nobody`; give its owner the right to write, with a mode such as 0755 (site.yaml:9)
    file#[ROOT]/mine/new  would change  mode 0555 -> 0000
    file#[ROOT]/mine/new/other  failed  cannot look at `[ROOT]/mine/new/other`: permission denied (site.yaml:11)
    file#[ROOT]/mine/secret  would change  new file, content +1 -0, owner [UID], group [GID], mode 0200
    file#[ROOT]/mine/copy  failed  cannot read `[ROOT]/mine/secret`: permission denied (site.yaml:13)
    file#[ROOT]/mine/sealed  would change  mode 0000 -> 0755
    file#[ROOT]/mine/sealed/new  may change  unknown: cannot look at `[ROOT]/mine/sealed/new`: permission denied, but an earlier step would change the rights
    ");
}

#[test]
fn an_earlier_command() {
    let test = site(
        &NOBODY,
        "    - exec: {name: chmod u+w @ROOT@/mine/shut}
    - file: {name: @ROOT@/mine/shut/new, ensure: present, FILE}
    - file: {name: @ROOT@/closed/new, ensure: present, FILE}
    - file: {name: @ROOT@/mine/sealed/new, ensure: present, FILE}
",
    );
    assert_snapshot!(both(test), @"
    exec#chmod u+w [ROOT]/mine/shut  would change  run
    file#[ROOT]/mine/shut/new  may change  new file, owner [UID], group [GID], mode 0644, unknown: cannot write in [ROOT]/mine/shut: permission denied for user `nobody`, depends on exec#chmod u+w [ROOT]/mine/shut
    file#[ROOT]/closed/new  may change  new file, owner [UID], group [GID], mode 0644, unknown: cannot write in [ROOT]/closed: permission denied for user `nobody`, depends on exec#chmod u+w [ROOT]/mine/shut
    file#[ROOT]/mine/sealed/new  may change  unknown: cannot look at `[ROOT]/mine/sealed/new`: permission denied, depends on exec#chmod u+w [ROOT]/mine/shut
    ");
}

/// What was refused once is asked again: the command in between has changed it.
#[test]
fn a_command_in_between() {
    let mut test = site(
        &NOBODY,
        "    - file: {name: @ROOT@/mine/shut/first, ensure: present, FILE}
    - exec: {name: chmod u+w @ROOT@/mine/shut}
    - file: {name: @ROOT@/mine/shut/second, ensure: present, FILE}
    - exec: {name: chmod u-w @ROOT@/mine/shut}
    - file: {name: @ROOT@/mine/shut/third, ensure: present, FILE}
",
    );
    let ended = test.again(&["apply", "site.yaml", "--output", "jsonl"], 1);
    let failed: Vec<bool> = ended.lines().iter().filter_map(|line| line["failed"].as_bool()).collect();
    assert_eq!(failed, [true, false, false, false, true], "{}", ended.raw());
    assert!(test.exists("mine/shut/second"));
}

/// A directory with a file in it, on a file system that cannot be written.
struct ReadOnly(tempfile::TempDir);

impl ReadOnly {
    fn new() -> Self {
        let here = tempfile::tempdir().unwrap();
        let mount = |words: &[&str]| Command::new("mount").args(words).arg(here.path()).status().unwrap().success();
        assert!(mount(&["-t", "tmpfs", "none"]), "the tests may mount");
        std::fs::write(here.path().join("file"), "old").unwrap();
        assert!(mount(&["-o", "remount,ro"]));
        Self(here)
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        Command::new("umount").arg(self.0.path()).status().unwrap();
    }
}

/// Also for those who may do everything else.
#[test]
fn read_only_file_systems() {
    let place = ReadOnly::new();
    let path = place.0.path().to_str().unwrap();
    let items = "    - file: {name: PLACE/new, ensure: present, FILE}
    - file: {name: PLACE/new/below, ensure: directory, FILE}
    - file: {name: PLACE/file, ensure: absent}
    - file: {name: PLACE/file, ensure: present, FILE}
    - file: {name: PLACE, ensure: directory, FILE}
    - file: {name: PLACE/file, ensure: present, content: old, owner: root, group: root, mode: \"0644\"}
";
    let items = items.replace("PLACE", path).replace("FILE", "owner: \"@UID@\", group: \"@GID@\", mode: \"0600\"");
    let said = both(Test::new().file("site.yaml", format!("ccm:\n  resources:\n{items}")));
    assert_snapshot!(said.replace(path, "[PLACE]"), @"
    file#[PLACE]/new  failed  cannot write in [PLACE]: the file system is read-only; mount it for writing first (site.yaml:3)
    file#[PLACE]/new/below  failed  cannot write in [PLACE]: the file system is read-only; mount it for writing first (site.yaml:4)
    file#[PLACE]/file  failed  cannot write in [PLACE]: the file system is read-only; mount it for writing first (site.yaml:5)
    file#[PLACE]/file  failed  cannot change [PLACE]/file: the file system is read-only; mount it for writing first (site.yaml:6)
    file#[PLACE]  failed  cannot change [PLACE]: the file system is read-only; mount it for writing first (site.yaml:7)
    file#[PLACE]/file  stable
    ");
}

/// A directory with files in it, of which some are made to stay as they are.
struct Kept(tempfile::TempDir);

impl Kept {
    fn new() -> Self {
        // A file system in memory may have no marks.
        let here = Self(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
        for name in ["source", "mounted", "immutable", "append-only", "free"] {
            std::fs::write(here.path(name), "old").unwrap();
        }
        for name in ["directory", "sealed"] {
            std::fs::create_dir(here.path(name)).unwrap();
        }
        here
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn mount(&self) -> bool {
        let mount =
            |words: &[&str], at: &str| Command::new("mount").args(words).arg(self.path(at)).status().unwrap().success();
        mount(&["--bind", self.path("source").to_str().unwrap()], "mounted")
            && mount(&["-t", "tmpfs", "none"], "directory")
    }

    fn mark(&self) -> bool {
        self.chattr("+i", "immutable") && self.chattr("+i", "sealed") && self.chattr("+a", "append-only")
    }

    fn chattr(&self, flag: &str, name: &str) -> bool {
        Command::new("chattr").arg(flag).arg(self.path(name)).output().is_ok_and(|output| output.status.success())
    }

    fn judge(&self, items: &str) -> String {
        let path = self.0.path().to_str().unwrap();
        let items =
            items.replace("PLACE", path).replace("FILE", "ensure: present, owner: root, group: root, mode: \"0644\"");
        let said = both(Test::new().file("site.yaml", format!("ccm:\n  resources:\n{items}")));
        said.replace(path, "[PLACE]")
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        for name in ["mounted", "directory"] {
            Command::new("umount").arg(self.path(name)).output().unwrap();
        }
        for (flag, name) in [("-i", "immutable"), ("-i", "sealed"), ("-a", "append-only")] {
            self.chattr(flag, name);
        }
    }
}

#[test]
fn mount_points() {
    let place = Kept::new();
    assert!(place.mount(), "the tests may mount");
    assert_snapshot!(place.judge("    - file: {name: PLACE/free, content: new, FILE}
    - file: {name: PLACE/mounted, content: old, FILE}
    - file: {name: PLACE/mounted, content: new, FILE}
    - file: {name: PLACE/mounted, ensure: absent}
    - file: {name: PLACE/mounted, ensure: present, owner: root, group: root, mode: \"0600\"}
    - file: {name: PLACE/directory, ensure: absent}
    - file: {name: PLACE/directory, ensure: absent, force: true}
    - file: {name: PLACE/directory, ensure: directory, owner: root, group: root, mode: \"0700\"}
"), @"
    file#[PLACE]/free  would change  content +1 -1
    file#[PLACE]/mounted  stable
    file#[PLACE]/mounted  failed  cannot replace [PLACE]/mounted: it is a mount point; unmount it first, or manage what is mounted there (site.yaml:5)
    file#[PLACE]/mounted  failed  cannot remove [PLACE]/mounted: it is a mount point; unmount it first, or manage what is mounted there (site.yaml:6)
    file#[PLACE]/mounted  would change  mode 0644 -> 0600
    file#[PLACE]/directory  failed  cannot remove [PLACE]/directory: it is a mount point; unmount it first, or manage what is mounted there (site.yaml:8)
    file#[PLACE]/directory  failed  cannot remove [PLACE]/directory: it is a mount point; unmount it first, or manage what is mounted there (site.yaml:9)
    file#[PLACE]/directory  would change  mode 1777 -> 0700
    ");
    assert_snapshot!(place.judge("    - exec: {name: umount PLACE/mounted}
    - file: {name: PLACE/mounted, content: new, FILE}
"), @"
    exec#umount [PLACE]/mounted  would change  run
    file#[PLACE]/mounted  may change  content +1 -1, mode 0600 -> 0644, unknown: cannot replace [PLACE]/mounted: it is a mount point, depends on exec#umount [PLACE]/mounted
    ");
}

#[test]
fn marked_files() {
    let place = Kept::new();
    assert!(place.mark(), "the file system of the build directory has marks");
    assert_snapshot!(place.judge("    - file: {name: PLACE/free, content: new, FILE}
    - file: {name: PLACE/immutable, content: old, FILE}
    - file: {name: PLACE/immutable, content: new, FILE}
    - file: {name: PLACE/immutable, ensure: absent}
    - file: {name: PLACE/immutable, ensure: present, owner: root, group: root, mode: \"0600\"}
    - file: {name: PLACE/append-only, content: new, FILE}
    - file: {name: PLACE/sealed, ensure: absent}
    - file: {name: PLACE/sealed, ensure: directory, owner: root, group: root, mode: \"0700\"}
"), @"
    file#[PLACE]/free  would change  content +1 -1
    file#[PLACE]/immutable  stable
    file#[PLACE]/immutable  failed  cannot replace [PLACE]/immutable: it is immutable; run `chattr -i [PLACE]/immutable` first (site.yaml:5)
    file#[PLACE]/immutable  failed  cannot remove [PLACE]/immutable: it is immutable; run `chattr -i [PLACE]/immutable` first (site.yaml:6)
    file#[PLACE]/immutable  failed  cannot change [PLACE]/immutable: it is immutable; run `chattr -i [PLACE]/immutable` first (site.yaml:7)
    file#[PLACE]/append-only  failed  cannot replace [PLACE]/append-only: it is append-only; run `chattr -a [PLACE]/append-only` first (site.yaml:8)
    file#[PLACE]/sealed  failed  cannot remove [PLACE]/sealed: it is immutable; run `chattr -i [PLACE]/sealed` first (site.yaml:9)
    file#[PLACE]/sealed  failed  cannot change [PLACE]/sealed: it is immutable; run `chattr -i [PLACE]/sealed` first (site.yaml:10)
    ");
}

/// As a shell searches: what cannot be looked into is passed by.
#[test]
fn a_directory_of_the_path_that_is_closed_hides_no_program() {
    let test = ground();
    give(&test, "closed", (0, 0), 0o700);
    let path = format!("{}:/usr/bin:/bin", test.path("closed").display());
    let mut test = test.env("PATH", &path).behind(&NOBODY);
    let ended = test.again(&["ensure", "exec", "echo hi", "--logoutput"], 0);
    assert!(ended.stdout().contains("hi"), "{}", ended.stdout());
    let package = test.again(&["ensure", "package", "bash", "--noop"], 0);
    assert!(!package.raw().contains("no suitable provider"), "{}", package.raw());
}
