//! Packages with apt.

use crate::site::{apply, apply_with, done, expect_line, packages, rehearse, stopping, uses_of_demo, with_upright};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};
use testbed::{Host, Output, Package, Repository, Root};

fn host(offered: impl IntoIterator<Item = Package>) -> Host {
    let host = Host::chroot(&with_upright(Root::bookworm()));
    host.offer_apt(&Repository::of(offered));
    host
}

fn demos() -> [Package; 3] {
    ["1.0-1", "1.1-1", "2.0-1"]
        .map(|version| Package::new("demo", version).configuration("/etc/demo.conf", &format!("version={version}\n")))
}

fn version(host: &Host, name: &str) -> String {
    host.run(["dpkg-query", "-W", "-f=${Version} ${db:Status-Status}", name]).stdout
}

fn is_there(host: &Host, name: &str) -> bool {
    version(host, name).ends_with(" installed")
}

/// The commands of apt that changed something.
fn transactions(host: &Host) -> usize {
    if !host.exists("/var/log/apt/history.log") {
        return 0;
    }
    host.read("/var/log/apt/history.log").matches("Commandline:").count()
}

#[test]
fn a_package_is_installed_changed_and_removed() {
    let host = host(demos());
    for (ensure, step, after) in [
        ("absent", None, ""),
        ("1.0-1", Some("install 1.0-1"), "1.0-1 installed"),
        ("present", None, "1.0-1 installed"),
        ("1.1-1", Some("upgrade 1.0-1 -> 1.1-1"), "1.1-1 installed"),
        ("1.0-1", Some("downgrade 1.1-1 -> 1.0-1"), "1.0-1 installed"),
        ("latest", Some("upgrade 1.0-1 -> 2.0-1 (candidate of file:/srv/apt)"), "2.0-1 installed"),
        ("2.00-01", None, "2.0-1 installed"),
        ("absent", Some("remove 2.0-1"), "2.0-1 config-files"),
        ("absent", None, "2.0-1 config-files"),
        ("present", Some("install 2.0-1 (candidate of file:/srv/apt)"), "2.0-1 installed"),
    ] {
        let (before, wanted) = (version(&host, "demo"), packages(&[("demo", ensure)]));
        let rehearsed = rehearse(&host, &wanted);
        rehearsed.expect_success();
        assert_eq!(version(&host, "demo"), before, "a rehearsal changes nothing");
        let applied = apply(&host, &wanted);
        applied.expect_success();
        if let Some(step) = step {
            expect_line(&rehearsed, &format!("package#demo would {step}"));
            expect_line(&applied, &format!("package#demo {}", done(step)));
        } else {
            expect_line(&rehearsed, "package#demo stable");
            expect_line(&applied, "package#demo stable");
        }
        assert_eq!(version(&host, "demo"), after, "{ensure}");
        let again = apply(&host, &wanted);
        expect_line(again.expect_success(), "package#demo stable");
    }
}

#[test]
fn epochs_count() {
    let host = host([Package::new("demo", "2.0-1"), Package::new("demo", "1:1.0-1")]);
    expect_line(apply(&host, &packages(&[("demo", "2.0-1")])).expect_success(), "package#demo installed 2.0-1");
    let latest = apply(&host, &packages(&[("demo", "latest")]));
    expect_line(latest.expect_success(), "package#demo upgraded 2.0-1 -> 1:1.0-1");
    let back = apply(&host, &packages(&[("demo", "2.0-1")]));
    expect_line(back.expect_success(), "package#demo downgraded 1:1.0-1 -> 2.0-1");
}

#[test]
fn a_held_package_is_not_touched() {
    let host = host(demos());
    apply(&host, &packages(&[("demo", "1.0-1")])).expect_success();
    host.run(["apt-mark", "hold", "demo"]).expect_success();
    for ensure in ["latest", "2.0-1", "absent"] {
        for output in [rehearse(&host, &packages(&[("demo", ensure)])), apply(&host, &packages(&[("demo", ensure)]))] {
            let line = "package#demo failed package `demo` is held at 1.0-1; `apt-mark unhold demo` lets it change";
            expect_line(output.expect_code(1), line);
        }
    }
    expect_line(apply(&host, &packages(&[("demo", "present")])).expect_success(), "package#demo stable");
    assert_eq!(version(&host, "demo"), "1.0-1 installed");
    host.run(["apt-mark", "unhold", "demo"]).expect_success();
    apply(&host, &packages(&[("demo", "latest")])).expect_success();
}

#[test]
fn an_edited_configuration_file_is_kept_and_nobody_is_asked() {
    let host = host(demos());
    apply(&host, &packages(&[("demo", "1.0-1")])).expect_success();
    host.write("/etc/demo.conf", "mine\n");
    apply(&host, &packages(&[("demo", "2.0-1")])).expect_success();
    assert_eq!(host.read("/etc/demo.conf"), "mine\n");
    assert_eq!(host.read("/etc/demo.conf.dpkg-dist"), "version=2.0-1\n");
}

#[test]
fn what_was_left_halfway_is_repaired() {
    let broken = Package::new("demo", "1.0-1").script("postinst", "test -e /mended");
    let host = host([broken]);
    let failed = apply(&host, &packages(&[("demo", "present")]));
    let reason = "package#demo failed failed to install package `demo`, apt-get exited with 100: dpkg: error processing \
                  package demo (--configure): installed demo package post-installation script subprocess returned error \
                  exit status 1";
    expect_line(failed.expect_code(1), reason);
    assert_eq!(version(&host, "demo"), "1.0-1 half-configured");

    let rehearsed = rehearse(&host, &packages(&[("demo", "present")]));
    expect_line(rehearsed.expect_success(), "package#demo would repair 1.0-1, which is half-configured");
    let failed = apply(&host, &packages(&[("demo", "present")]));
    expect_line(failed.expect_code(1), "package#demo failed failed to repair package `demo`, apt-get exited with 100:");

    host.write("/mended", "");
    let repaired = apply(&host, &packages(&[("demo", "present")]));
    expect_line(repaired.expect_success(), "package#demo repaired 1.0-1, which is half-configured");
    assert_eq!(version(&host, "demo"), "1.0-1 installed");
    expect_line(apply(&host, &packages(&[("demo", "present")])).expect_success(), "package#demo stable");
}

#[test]
fn a_run_that_is_to_stop_waits_for_its_transaction() {
    for (sent, code, told) in [
        ("INT", 130, "SIGINT: the run ends when `apt-get` has come to its end; another Ctrl-C ends the run at once"),
        ("TERM", 143, "SIGTERM: the run ends when `apt-get` has come to its end"),
    ] {
        let host = host([slow(), Package::new("demo", "1.0-1")]);
        let wanted = format!("{}- exec: [{{touch /late: {{}}}}]\n", packages(&[("slow", "present")]));
        host.write("/srv/site.yaml", crate::site::manifest(&wanted));
        let mut command =
            host.command(["sh", "-c", "echo $$ > /run/pid; exec upright apply /srv/site.yaml --no-report"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
        wait_for(&host, "/at-work");
        host.shell(&format!("kill -{sent} $(cat /run/pid)")).expect_success();
        host.write("/go-on", "");
        let output: Output = child.wait_with_output().expect("its end").into();
        expect_line(output.expect_code(code), "package#slow installed 1.0-1");
        expect_line(&output, "1 resource was not looked at: the run was interrupted");
        assert!(output.stderr.contains(told), "{output}");
        assert!(!host.exists("/late"));
        assert_eq!(version(&host, "slow"), "1.0-1 installed");
        expect_line(apply(&host, &packages(&[("slow", "present")])).expect_success(), "package#slow stable");
    }
}

#[test]
fn what_somebody_killed_is_finished_before_anything_else() {
    let script = "test -e /go-on || { echo $PPID > /dpkg; touch /at-work; sleep 60; }";
    for (wanted, step) in
        [("slow", "repair 1.0-1, which is half-configured"), ("demo", "install 1.0-1 (candidate of file:/srv/apt)")]
    {
        let host = host([Package::new("slow", "1.0-1").script("postinst", script), Package::new("demo", "1.0-1")]);
        let mut holder = hold_the_lock(&host);
        host.shell("kill -KILL $(cat /dpkg)").expect_success();
        assert!(!holder.wait().expect("its end").success());
        host.write("/go-on", "");
        let wanted = (packages(&[(wanted, "present")]), format!("{step}, after `dpkg --configure -a`"), wanted);
        let rehearsed = rehearse(&host, &wanted.0);
        expect_line(rehearsed.expect_success(), &format!("package#{} would {}", wanted.2, wanted.1));
        let applied = apply(&host, &wanted.0);
        expect_line(applied.expect_success(), &format!("package#{} {}", wanted.2, done(&wanted.1)));
        assert_eq!(version(&host, "slow"), "1.0-1 installed");
        expect_line(apply(&host, &wanted.0).expect_success(), "Done: 1 stable");
    }
}

#[test]
fn what_has_to_be_unpacked_again_is() {
    let host = host(demos());
    apply(&host, &packages(&[("demo", "2.0-1")])).expect_success();
    let status =
        "sed -i '/^Package: demo$/,/^$/s/^Status: .*/Status: install reinstreq half-installed/' /var/lib/dpkg/status";
    host.shell(status).expect_success();
    let repaired = apply(&host, &packages(&[("demo", "present")]));
    expect_line(repaired.expect_success(), "package#demo repaired 2.0-1, which is half-installed");
    assert_eq!(version(&host, "demo"), "2.0-1 installed");
}

#[test]
fn neighbours_are_installed_in_one_go() {
    let host = host(["a", "b", "c"].map(|name| Package::new(name, "1.0-1")));
    let wanted = packages(&[("a", "present"), ("b", "1.0-1"), ("c", "latest")]);
    let applied = apply(&host, &wanted);
    for name in ["a", "b", "c"] {
        expect_line(applied.expect_success(), &format!("package#{name} installed 1.0-1"));
    }
    assert_eq!(transactions(&host), 1, "{}", host.read("/var/log/apt/history.log"));
    expect_line(apply(&host, &wanted).expect_success(), "Done: 3 stable");
}

/// Each one has its own line, also when the removal of one takes another with it, and one that cannot go keeps nobody.
#[test]
fn neighbours_are_removed_in_one_go() {
    let stays = Package::new("d", "1.0-1").script("prerm", "echo not me >&2; exit 3");
    let needs = Package::new("b", "1.0-1").field("Depends", "a");
    let host = host([Package::new("a", "1.0-1"), needs, Package::new("c", "1.0-1"), stays]);
    let all = |ensure| packages(&[("a", ensure), ("b", ensure), ("c", ensure)]);
    apply(&host, &all("present")).expect_success();
    let before = transactions(&host);
    let removed = apply(&host, &all("absent"));
    for name in ["a", "b", "c"] {
        expect_line(removed.expect_success(), &format!("package#{name} removed 1.0-1"));
    }
    assert_eq!(transactions(&host) - before, 1, "{}", host.read("/var/log/apt/history.log"));
    expect_line(apply(&host, &all("absent")).expect_success(), "Done: 3 stable");

    apply(&host, &packages(&[("c", "present"), ("d", "present")])).expect_success();
    let failed = apply(&host, &packages(&[("d", "absent"), ("c", "absent")]));
    expect_line(failed.expect_code(1), "package#d failed failed to remove package `d`");
    expect_line(&failed, "package#c removed 1.0-1");
    assert!(failed.stdout.contains("not me"), "{failed}");
    assert_eq!((version(&host, "c").as_str(), version(&host, "d").as_str()), ("", "1.0-1 installed"));
}

/// The command for all does nothing, and the run stops before the last one; later that one cannot be had any more.
#[test]
fn a_member_that_was_never_tried_owes_nothing() {
    let broken = Package::new("b", "1.0-1").field("Depends", "nosuch");
    let host = host([Package::new("a", "1.0-1"), broken, Package::new("c", "1.0-1")]);
    let run = |version: &str, fail_on_error: bool| {
        let wanted = packages(&[("a", "present"), ("b", "present"), ("c", version)]);
        let reload = "- exec: [{touch /reloaded: {refreshonly: true, subscribe: [package#c]}}]\n";
        let resources = crate::site::manifest(&format!("{wanted}{reload}"));
        host.write("/srv/stop.yaml", format!("{resources}  fail_on_error: {fail_on_error}\n"));
        host.upright(["apply", "/srv/stop.yaml", "--no-report"])
    };
    expect_line(run("present", true).expect_code(1), "package#a installed 1.0-1");
    assert!(host.read("/var/lib/upright/refresh.json").contains("package#c"), "it was noted");
    let failed = run("9", false);
    expect_line(failed.expect_code(1), "package#c failed no source offers version 9");
    expect_line(&failed, "exec#touch /reloaded stable");
    assert!(!host.read("/var/lib/upright/refresh.json").contains("package#c"), "{failed}");
}

#[test]
fn the_same_package_twice_among_neighbours_is_done_in_order() {
    let host = host(demos().into_iter().chain([Package::new("other", "1.0-1")]));
    let wanted = "- package:\n    - demo: {ensure: 1.0-1}\n    - other: {ensure: present}\n    \
                  - demo: {ensure: latest, alias: second}\n    - demo: {ensure: 1.1-1, alias: third}\n";
    let applied = apply(&host, wanted);
    expect_line(applied.expect_success(), "package#demo installed 1.0-1");
    expect_line(&applied, "package#other installed 1.0-1");
    expect_line(&applied, "package#second (alias) upgraded 1.0-1 -> 2.0-1");
    expect_line(&applied, "package#third (alias) downgraded 2.0-1 -> 1.1-1");
    assert_eq!(version(&host, "demo"), "1.1-1 installed");
}

#[test]
fn the_culprit_of_a_failed_batch_is_named_and_the_others_are_installed() {
    let broken = Package::new("b", "1.0-1").script("postinst", "echo it hurts >&2; exit 7");
    let host = host([Package::new("a", "1.0-1"), broken, Package::new("c", "1.0-1")]);
    let wanted = packages(&[("a", "present"), ("b", "present"), ("c", "present")]);
    let applied = apply(&host, &wanted);
    expect_line(applied.expect_code(1), "package#a installed 1.0-1");
    expect_line(&applied, "package#b failed failed to install package `b`, apt-get exited with 100:");
    expect_line(&applied, "package#c installed 1.0-1");
    assert!(applied.stdout.contains("it hurts"), "{applied}");
    for (name, state) in [("a", "1.0-1 installed"), ("b", "1.0-1 half-configured"), ("c", "1.0-1 installed")] {
        assert_eq!(version(&host, name), state, "{name}");
    }
}

/// Who stops at the culprit does not look at the others; what the command for all did to them is said all the same.
#[test]
fn a_run_that_stops_in_a_batch_tells_of_what_was_installed() {
    let broken = Package::new("b", "1.0-1").script("postinst", "exit 7");
    let half = Package::new("d", "1.0-1").script("postinst", "exit 8");
    let host = host([Package::new("a", "1.0-1"), broken, Package::new("c", "1.0-1"), half]);
    let wanted = packages(&[("a", "present"), ("b", "present"), ("c", "present"), ("d", "present")]);
    let manifest = format!(
        "{}  fail_on_error: true\n",
        crate::site::manifest(&format!("{wanted}- exec: [{{touch /late: {{}}}}]\n"))
    );
    host.write("/srv/stop.yaml", manifest);
    let stopped = host.upright(["apply", "/srv/stop.yaml", "--no-report"]);
    expect_line(stopped.expect_code(1), "package#a installed 1.0-1");
    expect_line(&stopped, "package#b failed failed to install package `b`");
    expect_line(&stopped, "package#c installed 1.0-1");
    expect_line(&stopped, "package#d failed repair 1.0-1, which is half-configured");
    expect_line(&stopped, "1 resource was not looked at: `fail_on_error` is set");
    expect_line(&stopped, "Stopped: 2 changed, 0 stable, 2 failed");
    assert!(!host.exists("/late"));
    assert_eq!(version(&host, "c"), "1.0-1 installed");
}

/// Somebody who stops at failures wants nothing done behind one that is foreseen.
#[test]
fn a_run_that_stops_does_nothing_behind_a_culprit_that_is_known() {
    let host = host(["a", "b", "c"].map(|name| Package::new(name, "1.0-1")));
    let expect = |wanted: &str, first: &str, reason: &str| {
        let would = stopping(&host, wanted, &["--noop"]);
        expect_line(would.expect_code(1), &format!("package#a would {first} 1.0-1"));
        let stopped = stopping(&host, wanted, &[]);
        expect_line(stopped.expect_code(1), &format!("package#a {}", done(&format!("{first} 1.0-1"))));
        expect_line(&stopped, "Stopped: 1 changed, 0 stable, 1 failed");
        for output in [&would, &stopped] {
            expect_line(output, &format!("package#b failed {reason}"));
            expect_line(output, "1 resource was not looked at: `fail_on_error` is set");
        }
    };
    expect(
        &packages(&[("a", "present"), ("b", "7"), ("c", "present")]),
        "install",
        "no source offers version 7 of `b`, only 1.0-1",
    );
    assert_eq!(version(&host, "c"), "");
    apply(&host, &packages(&[("b", "present"), ("c", "present")])).expect_success();
    host.run(["apt-mark", "hold", "b"]).expect_success();
    expect(&packages(&[("a", "absent"), ("b", "absent"), ("c", "absent")]), "remove", "package `b` is held at 1.0-1");
    assert_eq!((version(&host, "a").as_str(), version(&host, "c").as_str()), ("", "1.0-1 installed"));
    // Everybody else has the others done.
    let applied = apply(&host, &packages(&[("a", "present"), ("b", "absent"), ("c", "absent")]));
    expect_line(applied.expect_code(1), "package#a installed 1.0-1");
    expect_line(&applied, "package#c removed 1.0-1");
}

#[test]
fn a_command_that_ends_well_and_does_nothing_shows_what_it_said() {
    let host = host([Package::new("demo", "1.0-1")]);
    host.write_program("/opt/idle/apt-get", "#!/bin/sh\necho not today\n");
    let path = "PATH=/opt/idle:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin";
    let failed = host.run(["env", path, "upright", "ensure", "package", "demo"]);
    let reason = "package#demo failed failed to install package `demo`, apt-get exited with 0: not today";
    expect_line(failed.expect_code(1), reason);
}

#[test]
fn what_is_in_the_way_goes_unless_the_manifest_wants_it() {
    let mta = |name: &str| Package::new(name, "1.0-1").field("Provides", "mta").field("Conflicts", "mta");
    let host = host([mta("mta1"), mta("mta2")]);
    let both = packages(&[("mta1", "present"), ("mta2", "present")]);
    for first in ["installed 1.0-1", "stable"] {
        let applied = apply(&host, &both);
        expect_line(applied.expect_code(1), &format!("package#mta1 {first}"));
        let reason = "package#mta2 failed failed to install package `mta2`, apt-get exited with 100: it would remove mta1, \
                      and the manifest wants both";
        expect_line(&applied, reason);
        assert_eq!((version(&host, "mta1").as_str(), version(&host, "mta2").as_str()), ("1.0-1 installed", ""));
    }
    let reason =
        "package#mta2 failed failed to install package `mta2`: it would remove mta1, and the manifest wants both";
    expect_line(rehearse(&host, &both).expect_code(1), reason);
    let instead = packages(&[("mta1", "absent"), ("mta2", "present")]);
    let line = "package#mta2 would install 1.0-1 (candidate of file:/srv/apt)";
    let rehearsed = rehearse(&host, &instead);
    expect_line(rehearsed.expect_success(), line);
    assert!(!rehearsed.stdout.contains("too"), "what an earlier step removes is gone by then: {rehearsed}");
    expect_line(apply(&host, &instead).expect_success(), "package#mta2 installed 1.0-1");
    expect_line(apply(&host, &instead).expect_success(), "Done: 2 stable");
    // As in the original: a package takes the place of one that the manifest does not speak of.
    let other = packages(&[("mta1", "present")]);
    let would = "package#mta1 would install 1.0-1 (candidate of file:/srv/apt), removing mta2 too";
    expect_line(rehearse(&host, &other).expect_success(), would);
    let applied = apply(&host, &other);
    let told = "package#mta1 installed 1.0-1 (candidate of file:/srv/apt), removing mta2 too";
    expect_line(applied.expect_success(), told);
    assert_eq!(version(&host, "mta2"), "");
}

#[test]
fn what_the_manifest_wants_does_not_go_with_what_it_removes() {
    let needs = |name: &str, needed: &str| Package::new(name, "1.0-1").field("Depends", needed);
    let plain = |name: &str| Package::new(name, "1.0-1");
    let host = host([needs("rdep", "mid"), needs("mid", "ok2"), plain("ok2"), plain("other")]);
    apply(&host, &packages(&[("other", "present")])).expect_success();
    let both = packages(&[("rdep", "present"), ("other", "absent"), ("ok2", "absent")]);
    let reason = "package#ok2 failed failed to remove package `ok2`: it would remove rdep, and the manifest wants both";
    for (first, second) in [("installed 1.0-1", "removed 1.0-1"), ("stable", "stable")] {
        let applied = apply(&host, &both);
        expect_line(applied.expect_code(1), &format!("package#rdep {first}"));
        expect_line(&applied, &format!("package#other {second}"));
        expect_line(&applied, reason);
        assert_eq!(version(&host, "rdep") + &version(&host, "ok2"), "1.0-1 installed1.0-1 installed");
    }
    expect_line(rehearse(&host, &both).expect_code(1), reason);
    let alone = packages(&[("ok2", "absent")]);
    expect_line(rehearse(&host, &alone).expect_success(), "package#ok2 would remove 1.0-1, removing mid, rdep too");
    expect_line(apply(&host, &alone).expect_success(), "package#ok2 removed 1.0-1, removing mid, rdep too");
    // One that is left out by its control is not wanted.
    apply(&host, &packages(&[("rdep", "present")])).expect_success();
    let skipped = "- package:\n    - rdep: {ensure: present, control: {if: \"false\"}}\n    - ok2: {ensure: absent}\n";
    expect_line(rehearse(&host, skipped).expect_success(), "package#ok2 would remove 1.0-1, removing mid, rdep too");
    expect_line(apply(&host, skipped).expect_success(), "package#ok2 removed 1.0-1, removing mid, rdep too");
}

/// A package that is removed takes its files, another version has others.
#[test]
fn files_of_packages_that_go_or_change_are_not_sure() {
    let demo = |version: &str| {
        let demo = Package::new("demo", version).program("/usr/bin/demod", &format!("{version}\n"));
        demo.file("/usr/share/demo/data", "x\n")
    };
    let host = host([demo("1.0-1"), demo("2.0-1"), Package::new("other", "1.0-1").file("/usr/share/other", "x")]);
    apply(&host, &packages(&[("demo", "1.0-1"), ("other", "present")])).expect_success();
    let later = uses_of_demo("/usr/share/demo/new");
    let rehearsed = rehearse(&host, &(packages(&[("demo", "absent")]) + &later));
    expect_line(rehearsed.expect_success(), "exec#echo made may change unknown: depends on package#demo");
    expect_line(&rehearsed, "exec#echo other stable");
    expect_line(&rehearsed, "file#/srv/copy may change");
    expect_line(&rehearsed, "file#/usr/share/demo/new may change");
    let rehearsed = rehearse(&host, &(packages(&[("demo", "latest")]) + &later));
    expect_line(rehearsed.expect_success(), "exec#echo made stable");
    expect_line(&rehearsed, "file#/srv/copy may change");
    expect_line(&rehearsed, "file#/usr/share/demo/new would change");
}

/// Packages that bring others along: because they need them, or because they would like them.
fn bringers() -> [Package; 11] {
    let with = |name: &str, field: &str, other: &str| Package::new(name, "1.0-1").field(field, other);
    [
        Package::new("exim", "1.0-1"),
        with("mailx", "Recommends", "exim"),
        with("mutt", "Depends", "exim"),
        Package::new("demo", "1.0-1"),
        Package::new("demo", "2.0-1"),
        with("needs", "Depends", "demo (>= 1.1)"),
        with("likes", "Recommends", "demo (>= 1.1)"),
        with("any", "Depends", "demo"),
        Package::new("up", "1.0-1"),
        Package::new("up", "2.0-1").field("Depends", "demo (>= 2.0)"),
        Package::new("a", "1.0-1"),
    ]
}

#[test]
fn what_the_manifest_wants_absent_does_not_come_along() {
    let host = host(bringers());
    let liked = packages(&[("exim", "absent"), ("mailx", "present")]);
    let needed = packages(&[("exim", "absent"), ("mutt", "present")]);
    let reason = "package#mutt failed failed to install package `mutt`: it would install exim, and the manifest wants that \
                  absent; leave one out";
    for before in ["stable", "removed 1.0-1"] {
        let would = if before == "stable" { "stable" } else { "would remove 1.0-1" };
        let rehearsed = rehearse(&host, &liked);
        expect_line(rehearsed.expect_success(), &format!("package#exim {would}"));
        expect_line(&rehearsed, "package#mailx would install 1.0-1");
        let rehearsed = rehearse(&host, &needed);
        expect_line(rehearsed.expect_code(1), &format!("package#exim {would}"));
        expect_line(&rehearsed, reason);
        let applied = apply(&host, &needed);
        expect_line(applied.expect_code(1), &format!("package#exim {before}"));
        expect_line(&applied, reason);
        expect_line(apply(&host, &liked).expect_success(), "package#mailx installed 1.0-1");
        assert!(!is_there(&host, "exim") && !is_there(&host, "mutt"));
        expect_line(apply(&host, &liked).expect_success(), "Done: 2 stable");
        host.run(["apt-get", "remove", "--yes", "mailx"]).expect_success();
        host.run(["apt-get", "install", "--yes", "exim"]).expect_success();
    }
    // What stands between others counts for those behind it.
    let between = packages(&[("any", "present"), ("exim", "absent"), ("mutt", "present")]);
    for output in [rehearse(&host, &between), apply(&host, &between)] {
        expect_line(output.expect_code(1), reason);
    }
    host.run(["apt-get", "install", "--yes", "exim"]).expect_success();
    // One that is left out by its control says nothing.
    let skipped =
        "- package:\n    - exim: {ensure: absent, control: {if: \"false\"}}\n    - mailx: {ensure: present}\n";
    host.run(["apt-get", "remove", "--yes", "exim"]).expect_success();
    expect_line(apply(&host, skipped).expect_success(), "package#mailx installed 1.0-1");
    assert_eq!(version(&host, "exim"), "1.0-1 installed");
}

/// Neighbours are still done in one go, and a child knows what the manifest around it wants.
#[test]
fn what_is_kept_out_is_kept_out_of_neighbours_and_children() {
    let host = host(bringers());
    let wanted = packages(&[("exim", "absent"), ("mailx", "present"), ("any", "present")]);
    expect_line(apply(&host, &wanted).expect_success(), "Done: 2 changed, 1 stable");
    assert_eq!(transactions(&host), 1);
    assert!(!is_there(&host, "exim"));
    host.write("/srv/child.yaml", crate::site::manifest(&packages(&[("mutt", "present")])));
    let around = format!("{}- apply: [{{child.yaml: {{}}}}]\n", packages(&[("exim", "absent")]));
    for output in [rehearse(&host, &around), apply(&host, &around)] {
        expect_line(
            output.expect_code(1),
            "package#mutt failed failed to install package `mutt`: it would install exim",
        );
    }
    assert!(!is_there(&host, "mutt"));
}

#[test]
fn what_stands_between_neighbours_is_kept_as_it_is() {
    let host = host(bringers());
    let needed = packages(&[("a", "present"), ("exim", "absent"), ("mutt", "present"), ("any", "present")]);
    let reason = "package#mutt failed failed to install package `mutt`: it would install exim, and the manifest wants that \
                  absent; leave one out";
    expect_line(rehearse(&host, &needed).expect_code(1), reason);
    let stopped = stopping(&host, &needed, &[]);
    expect_line(stopped.expect_code(1), "package#a installed 1.0-1");
    expect_line(&stopped, reason);
    assert!(!is_there(&host, "mutt") && !is_there(&host, "exim") && !is_there(&host, "any"));
    let liked = packages(&[("any", "present"), ("exim", "absent"), ("mailx", "present")]);
    let applied = apply(&host, &liked);
    expect_line(applied.expect_success(), "package#exim stable");
    expect_line(&applied, "package#mailx installed 1.0-1");
    assert!(!is_there(&host, "exim"));
    apply(&host, &packages(&[("a", "absent"), ("demo", "1.0-1"), ("up", "1.0-1")])).expect_success();
    let upgraded = packages(&[("a", "present"), ("demo", "1.0-1"), ("up", "latest")]);
    let reason = "package#up failed failed to upgrade package `up`: it would change demo from 1.0-1 to 2.0-1";
    for output in [rehearse(&host, &upgraded), apply(&host, &upgraded)] {
        expect_line(output.expect_code(1), "package#demo stable");
        expect_line(&output, reason);
    }
    assert_eq!(
        (version(&host, "demo").as_str(), version(&host, "up").as_str()),
        ("1.0-1 installed", "1.0-1 installed")
    );
    host.run(["apt-get", "remove", "--yes", "a", "any"]).expect_success();
    let before = transactions(&host);
    let harmless = packages(&[("a", "present"), ("exim", "absent"), ("any", "present")]);
    expect_line(apply(&host, &harmless).expect_success(), "Done: 2 changed, 1 stable");
    assert_eq!(transactions(&host), before + 1);
}

/// Trials say nothing.
fn apply_without_trials(host: &Host, resources: &str) -> Output {
    host.write_program("/opt/mute/apt-get", "#!/bin/sh\n[ \"$1\" = -s ] && exit 0\nexec /usr/bin/apt-get \"$@\"\n");
    host.write("/srv/site.yaml", crate::site::manifest(resources));
    let path = "PATH=/opt/mute:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin";
    host.run(["env", path, "upright", "apply", "/srv/site.yaml", "--no-report"])
}

#[test]
fn what_a_trial_did_not_say_is_an_error_all_the_same() {
    let host = host(bringers());
    let failed = apply_without_trials(&host, &packages(&[("exim", "absent"), ("mailx", "present")]));
    let line = "package#mailx failed failed to install package `mailx` as the manifest wants it: it installed exim, and the \
                manifest wants that absent; leave one out";
    expect_line(failed.expect_code(1), line);
}

#[test]
fn what_went_with_an_earlier_package_is_stable() {
    let conflicts = Package::new("postfix", "1.0-1").field("Conflicts", "exim");
    let host = host([Package::new("exim", "1.0-1"), conflicts]);
    let wanted = format!(
        "{}- exec: [{{\"touch /refreshed\": {{refreshonly: true, subscribe: [\"package#exim\"]}}}}]\n",
        packages(&[("postfix", "present"), ("exim", "absent")])
    );
    apply(&host, &packages(&[("exim", "present")])).expect_success();
    for output in [rehearse(&host, &wanted), apply(&host, &wanted)] {
        assert!(output.expect_success().stdout.contains("removing exim too"), "{output}");
        expect_line(&output, "package#exim stable");
    }
    assert!(!is_there(&host, "exim") && !host.exists("/refreshed"));
    apply(&host, &wanted).expect_success();
    assert!(!host.exists("/refreshed"));
}

#[test]
fn what_another_transaction_undid_is_done_again() {
    let host = host(bringers());
    let wanted = packages(&[("a", "present"), ("exim", "absent"), ("mutt", "present")]);
    let applied = apply_without_trials(&host, &wanted);
    let lost = "it removed mutt, and the manifest wants both";
    expect_line(applied.expect_code(1), "package#exim failed failed to remove package `exim`");
    assert!(applied.stdout.contains(lost), "{applied}");
    expect_line(&applied, "package#mutt installed 1.0-1");
    assert!(is_there(&host, "mutt"), "{applied}");
}

#[test]
fn what_comes_along_and_goes_again_is_foreseen() {
    let host = host(bringers());
    let liked = packages(&[("mailx", "present"), ("exim", "absent")]);
    expect_line(rehearse(&host, &liked).expect_success(), "package#exim would remove 1.0-1");
    expect_line(apply(&host, &liked).expect_success(), "package#exim removed 1.0-1");
    expect_line(apply(&host, &liked).expect_success(), "Done: 2 stable");
    let needed = packages(&[("mutt", "present"), ("exim", "absent")]);
    let reason =
        "package#exim failed failed to remove package `exim`: it would remove mutt, and the manifest wants both";
    expect_line(rehearse(&host, &needed).expect_code(1), reason);
    expect_line(apply(&host, &needed).expect_code(1), reason);
    expect_line(rehearse(&host, &needed).expect_code(1), reason);
}

#[test]
fn a_version_that_the_manifest_names_is_not_changed_by_what_comes_later() {
    let host = host(bringers());
    let needed = packages(&[("demo", "1.0-1"), ("needs", "present")]);
    let apart = format!(
        "{}- file: [{{/srv/none: {{ensure: absent}}}}]\n{}",
        packages(&[("demo", "1.0-1")]),
        packages(&[("needs", "present"), ("any", "present")])
    );
    let reason = "package#needs failed failed to install package `needs`: it would change demo from 1.0-1 to 2.0-1, and the \
                  manifest wants that version to stay; leave one out";
    for before in ["installed 1.0-1", "stable"] {
        for wanted in [&needed, &apart] {
            expect_line(rehearse(&host, wanted).expect_code(1), reason);
        }
        let applied = apply(&host, &needed);
        expect_line(applied.expect_code(1), &format!("package#demo {before}"));
        expect_line(&applied, reason);
        assert_eq!((version(&host, "demo").as_str(), version(&host, "needs").as_str()), ("1.0-1 installed", ""));
    }
    let applied = apply(&host, &apart);
    expect_line(applied.expect_code(1), reason);
    expect_line(&applied, "package#any installed 1.0-1");
    let liked = packages(&[("demo", "1.0-1"), ("likes", "present")]);
    expect_line(rehearse(&host, &liked).expect_success(), "package#likes would install 1.0-1");
    expect_line(apply(&host, &liked).expect_success(), "package#likes installed 1.0-1");
    assert_eq!(version(&host, "demo"), "1.0-1 installed");
}

#[test]
fn a_version_that_does_not_go_with_what_came_before_fails_in_a_rehearsal_too() {
    let host = host(bringers());
    let wanted = packages(&[("needs", "present"), ("demo", "1.0-1")]);
    for step in ["would install", "installed"] {
        let output = if step == "installed" { apply(&host, &wanted) } else { rehearse(&host, &wanted) };
        expect_line(output.expect_code(1), &format!("package#needs {step} 1.0-1"));
        expect_line(&output, "package#demo failed failed to ");
        assert!(output.stdout.contains("it would remove needs, and the manifest wants both"), "{output}");
    }
    let together = packages(&[("any", "present"), ("demo", "1.0-1")]);
    let host = self::host(bringers());
    expect_line(rehearse(&host, &together).expect_success(), "package#demo would install 1.0-1");
    expect_line(apply(&host, &together).expect_success(), "package#demo installed 1.0-1");
}

#[test]
fn a_rehearsal_fails_for_what_a_package_needs_and_nobody_offers() {
    let bad = Package::new("bad", "1.0-1").field("Depends", "nosuch");
    let host = host([bad, Package::new("good", "1.0-1")]);
    let wanted = packages(&[("good", "present"), ("bad", "present")]);
    for (output, first) in [(rehearse(&host, &wanted), "would install"), (apply(&host, &wanted), "installed")] {
        expect_line(output.expect_code(1), &format!("package#good {first} 1.0-1"));
        expect_line(&output, "package#bad failed failed to install package `bad`");
        assert!(output.stdout.contains("Depends: nosuch but it is not installable"), "{output}");
    }
}

/// Two packages that only go together.
fn pairs() -> [Package; 4] {
    let one = |version: &str| Package::new("one", version).field("Depends", &format!("one-data (= {version})"));
    let data = |version: &str| Package::new("one-data", version);
    [one("1.0-1"), one("2.0-1"), data("1.0-1"), data("2.0-1")]
}

#[test]
fn what_a_run_does_apart_is_tried_apart() {
    let host = host(pairs());
    apply(&host, &packages(&[("one", "2.0-1"), ("one-data", "2.0-1")])).expect_success();
    let required =
        "- package:\n    - one-data: {ensure: 1.0-1}\n    - one: {ensure: 1.0-1, require: [\"package#one-data\"]}\n";
    let apart = format!(
        "{}- file: [{{/srv/none: {{ensure: absent}}}}]\n{}",
        packages(&[("one-data", "1.0-1")]),
        packages(&[("one", "1.0-1")])
    );
    for wanted in [required, &apart] {
        for output in [rehearse(&host, wanted), apply(&host, wanted)] {
            expect_line(output.expect_code(1), "package#one-data failed failed to downgrade package `one-data`");
            assert!(output.stdout.contains("it would remove one, and the manifest wants both"), "{output}");
        }
    }
    let together = packages(&[("one-data", "1.0-1"), ("one", "1.0-1")]);
    expect_line(rehearse(&host, &together).expect_success(), "package#one-data would downgrade 2.0-1 -> 1.0-1");
    expect_line(apply(&host, &together).expect_success(), "package#one-data downgraded 2.0-1 -> 1.0-1");
}

#[test]
fn many_installations_are_tried_in_one_process() {
    let names: Vec<String> = (0..20).map(|number| format!("one{number}")).collect();
    let host = host(names.iter().map(|name| Package::new(name, "1.0-1")));
    let list: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "present")).collect();
    host.write("/srv/site.yaml", crate::site::manifest(&packages(&list)));
    let traced = ["strace", "-f", "-qq", "-e", "trace=execve", "-e", "signal=none", "-o", "/trace"];
    let program = ["upright", "apply", "/srv/site.yaml", "--no-report", "--noop"];
    expect_line(host.run(traced.iter().chain(&program)).expect_success(), "package#one7 would install 1.0-1");
    let trace = host.read("/trace");
    let trials = trace.lines().filter(|line| line.ends_with("= 0") && line.contains("\"-s\"")).count();
    assert_eq!(trials, 1, "{trace}");
}

#[test]
fn what_does_not_go_together_is_explained() {
    let host = host([Package::new("demo", "1.0-1").field("Depends", "nosuch (>= 2)")]);
    let failed = apply(&host, &packages(&[("demo", "present")]));
    assert!(
        failed.expect_code(1).stdout.contains("demo : Depends: nosuch (>= 2) but it is not installable"),
        "{failed}"
    );
    let line = failed.stdout.lines().find(|line| line.starts_with("package#demo")).unwrap_or_default();
    assert!(line.contains("held broken packages: demo : Depends: nosuch (>= 2)"), "{line}");
}

#[test]
fn a_package_that_cannot_be_unpacked_does_not_stop_its_neighbours() {
    let broken = Package::new("b", "1.0-1").script("preinst", "exit 1");
    let host = host([Package::new("a", "1.0-1"), broken, Package::new("c", "1.0-1")]);
    let applied = apply(&host, &packages(&[("a", "present"), ("b", "present"), ("c", "present")]));
    expect_line(applied.expect_code(1), "package#a installed");
    expect_line(&applied, "package#b failed failed to install package `b`");
    expect_line(&applied, "package#c installed");
    assert_eq!((version(&host, "a").as_str(), version(&host, "c").as_str()), ("1.0-1 installed", "1.0-1 installed"));
}

#[test]
fn what_nobody_offers_fails_with_the_age_of_the_lists() {
    let host = host([Package::new("demo", "1.0-1"), Package::new("real", "1.0-1").field("Provides", "imagined")]);
    for (name, ensure, reason) in [
        ("nosuch", "present", "no source offers a package `nosuch`; the package lists are "),
        ("nosuch", "latest", "no source offers a package `nosuch`; the package lists are "),
        ("demo", "9", "no source offers version 9 of `demo`, only 1.0-1; the package lists are "),
        ("demo-", "present", "no source offers a package `demo-`; the package lists are "),
        (
            "imagined",
            "present",
            "`imagined` is only provided by other packages; name one of them; the package lists are ",
        ),
        ("demo", "a b", "`a b` is not a version of apt packages"),
    ] {
        for output in [rehearse(&host, &packages(&[(name, ensure)])), apply(&host, &packages(&[(name, ensure)]))] {
            expect_line(output.expect_code(1), &format!("package#{name} failed {reason}"));
        }
    }
    assert_eq!(transactions(&host), 0);
}

#[test]
fn a_question_that_fails_says_why() {
    let host = host(demos());
    host.write("/etc/apt/sources.list.d/bad.list", "deb nonsense\n");
    let failed = rehearse(&host, &packages(&[("demo", "latest")]));
    let line = "package#demo failed `apt-cache policy` exited with 100: E: Malformed entry 1 in list file \
                /etc/apt/sources.list.d/bad.list";
    expect_line(failed.expect_code(1), line);
    assert!(failed.stdout.contains("E: The list of sources could not be read."), "{failed}");
}

#[test]
fn a_candidate_that_is_pinned_away_is_explained() {
    let host = host([Package::new("demo", "1.0-1")]);
    host.write("/etc/apt/preferences.d/no", "Package: demo\nPin: version *\nPin-Priority: -1\n");
    let failed = apply(&host, &packages(&[("demo", "present")]));
    let reason = "package#demo failed no version of `demo` may be installed (candidate is none);";
    expect_line(failed.expect_code(1), reason);
}

#[test]
fn without_lists_a_rehearsal_does_not_know() {
    let host = Host::chroot(&with_upright(Root::bookworm()));
    host.place_apt(&Repository::of([Package::new("demo", "1.0-1")]));
    host.shell("rm -rf /var/lib/apt/lists/*").expect_success();
    let wanted = packages(&[("demo", "present")]);
    let rehearsed = rehearse(&host, &wanted);
    let reason = "no source offers a package `demo`; there are no package lists, `apt-get update` fetches them";
    expect_line(rehearsed.expect_success(), &format!("package#demo may install unknown: {reason}"));
    expect_line(apply(&host, &wanted).expect_code(1), &format!("package#demo failed {reason}"));
}

#[test]
fn an_earlier_step_may_bring_a_source() {
    let host = host([Package::new("demo", "1.0-1")]);
    let update = format!("- exec:\n    - apt-get update: {{}}\n{}", packages(&[("nosuch", "present")]));
    let rehearsed = rehearse(&host, &update);
    expect_line(rehearsed.expect_success(), "package#nosuch may install unknown: no source offers");
    assert!(rehearsed.stdout.contains("depends on exec#apt-get update"), "{rehearsed}");

    let source = "- file:\n    - /etc/apt/sources.list.d/new.list: {ensure: present, content: \"\", owner: root, group: root, mode: \"0644\"}\n";
    let rehearsed = rehearse(&host, &format!("{source}{}", packages(&[("nosuch", "present")])));
    expect_line(rehearsed.expect_success(), "package#nosuch may install unknown: no source offers");
    assert!(rehearsed.stdout.contains("`/etc/apt/sources.list.d/new.list`, which is written first"), "{rehearsed}");

    // What was asked before the source was written says nothing of it.
    apply(&host, &packages(&[("demo", "present")])).expect_success();
    let between = packages(&[("demo", "latest")]) + source + &packages(&[("nosuch", "present")]);
    let rehearsed = rehearse(&host, &between);
    expect_line(rehearsed.expect_success(), "package#nosuch may install unknown: no source offers");
    host.run(["apt-get", "remove", "--yes", "demo"]).expect_success();

    for ensure in ["present", "1.0-1"] {
        let rehearsed =
            rehearse(&host, &format!("- exec: [{{apt-get update: {{}}}}]\n{}", packages(&[("demo", ensure)])));
        expect_line(rehearsed.expect_success(), "package#demo would install 1.0-1");
        assert!(rehearsed.stdout.contains("as the machine is now"), "{rehearsed}");
        let alone = rehearse(&host, &packages(&[("demo", ensure)]));
        assert!(!alone.stdout.contains("as the machine is now"), "{alone}");
    }

    let installs = packages(&[("demo", "present"), ("nosuch", "present")]);
    let rehearsed = rehearse(&host, &installs);
    expect_line(rehearsed.expect_code(1), "package#demo would install 1.0-1");
    expect_line(&rehearsed, "package#nosuch failed no source offers a package `nosuch`");
}

#[test]
fn a_rehearsal_sees_what_would_be_installed() {
    let host = host(demos());
    let wanted = "- package:\n    - demo: {ensure: 1.0-1}\n    - demo: {ensure: present, alias: second}\n    \
                  - demo: {ensure: latest, alias: third}\n    - demo: {ensure: absent, alias: fourth}\n    \
                  - demo: {ensure: absent, alias: fifth}\n";
    let would = |step: &str| format!("would {step}");
    let words: [&dyn Fn(&str) -> String; 2] = [&would, &done];
    for (output, word) in [rehearse(&host, wanted), apply(&host, wanted)].into_iter().zip(words) {
        expect_line(output.expect_success(), &format!("package#demo {}", word("install 1.0-1")));
        expect_line(&output, "package#second (alias) stable");
        expect_line(&output, &format!("package#third (alias) {}", word("upgrade 1.0-1 -> 2.0-1")));
        expect_line(&output, &format!("package#fourth (alias) {}", word("remove 2.0-1")));
        expect_line(&output, "package#fifth (alias) stable");
    }
}

#[test]
fn packages_of_other_architectures_have_their_own_names() {
    let own =
        |architecture: &str| Package::new("libdemo", "1.0-1").architecture(architecture).field("Multi-Arch", "same");
    let host = Host::chroot(&with_upright(Root::bookworm()));
    host.run(["dpkg", "--add-architecture", "i386"]).expect_success();
    host.offer_apt(&Repository::of([own("amd64"), own("i386")]));
    let applied = apply(&host, &packages(&[("libdemo", "present"), ("libdemo:i386", "latest")]));
    expect_line(applied.expect_success(), "package#libdemo installed 1.0-1");
    expect_line(&applied, "package#libdemo:i386 installed 1.0-1");
    let both = packages(&[("libdemo", "latest"), ("libdemo:amd64", "1.0-1"), ("libdemo:i386", "present")]);
    expect_line(apply(&host, &both).expect_success(), "Done: 3 stable");
    let removed = apply(&host, &packages(&[("libdemo:i386", "absent"), ("libdemo", "present")]));
    expect_line(removed.expect_success(), "package#libdemo:i386 removed 1.0-1");
    expect_line(&removed, "package#libdemo stable");
    let unknown = apply(&host, &packages(&[("libdemo:arm64", "present")]));
    expect_line(unknown.expect_code(1), "package#libdemo:arm64 failed no source offers");
}

/// Starts an installation that holds the lock until a file is there.
fn hold_the_lock(host: &Host) -> std::process::Child {
    let child = host.command(["apt-get", "install", "--yes", "slow"]).stdout(Stdio::null()).spawn().expect("a process");
    wait_for(host, "/at-work");
    child
}

fn wait_for(host: &Host, path: &str) {
    let until = Instant::now() + Duration::from_secs(30);
    while !host.exists(path) {
        assert!(Instant::now() < until, "{path} does not come");
        sleep(Duration::from_millis(20));
    }
}

fn slow() -> Package {
    Package::new("slow", "1.0-1").script("postinst", "touch /at-work; while ! test -e /go-on; do sleep 0.1; done")
}

#[test]
fn what_a_package_may_bring_is_said_to_be_as_the_machine_is_now() {
    let host = host([Package::new("demo", "1.0-1").file("/etc/demo.conf", "a").file("/etc/demo.d/default", "b")]);
    let rest = "- file:\n    - /etc/demo.conf: {ensure: present, content: c, owner: root, group: root, mode: \"0644\"}\n    \
        - /etc/demo.d/default: {ensure: absent}\n    - /etc/hostname: {ensure: present, owner: root, group: root, mode: \"0644\"}\n\
        - exec:\n    - \"true\": {creates: /etc/demo.conf}\n";
    let wanted = packages(&[("demo", "present")]) + rest;
    let rehearsed = rehearse(&host, &wanted.replace("{creates: /etc/demo.conf", "{creates: /etc/demo.d"));
    for line in [
        "file#/etc/demo.conf would change new file, content +1 -0, owner root, group root, mode 0644, as the machine is now",
        "file#/etc/demo.d/default stable as the machine is now",
        "exec#true would change run, as the machine is now",
    ] {
        expect_line(rehearsed.expect_success(), line);
    }
    assert_eq!(rehearsed.stdout.matches("as the machine is now").count(), 3, "{rehearsed}");
    let applied = apply(&host, &wanted);
    expect_line(applied.expect_success(), "file#/etc/demo.conf changed content");
    expect_line(&applied, "file#/etc/demo.d/default changed remove the file");
    for output in [rehearse(&host, &wanted), apply(&host, &wanted)] {
        expect_line(output.expect_success(), "file#/etc/demo.d/default stable");
        assert!(!output.stdout.contains("as the machine is now"), "{output}");
    }
}

#[test]
fn a_lock_is_waited_for_and_somebody_is_told() {
    let host = host([Package::new("demo", "1.0-1"), slow()]);
    let mut holder = hold_the_lock(&host);
    host.write("/release", "#!/bin/sh\nsleep 2; touch /go-on\n");
    let mut release = host.command(["sh", "/release"]).spawn().expect("a process");
    let applied = apply(&host, &packages(&[("demo", "present")]));
    expect_line(applied.expect_success(), "package#demo installed 1.0-1");
    let told = "waiting up to 120s for the lock of the package manager: Could not get lock /var/lib/dpkg/lock-frontend";
    assert!(applied.stderr.contains(told), "{applied}");
    assert!(holder.wait().expect("its end").success() && release.wait().expect("its end").success());
}

#[test]
fn a_lock_that_is_never_free_is_an_error_that_names_the_holder() {
    let host = host([Package::new("a", "1.0-1"), Package::new("b", "1.0-1"), slow()]);
    let mut holder = hold_the_lock(&host);
    host.write("/srv/site.yaml", crate::site::manifest(&packages(&[("a", "present"), ("b", "present")])));
    let begin = Instant::now();
    let failed = host.run(["env", "UPRIGHT_PACKAGE_WAIT=2s", "upright", "apply", "/srv/site.yaml", "--no-report"]);
    for name in ["a", "b"] {
        expect_line(failed.expect_code(1), &format!("package#{name} failed waited "));
    }
    assert!(failed.stdout.contains("s for the lock of the package manager: Could not get lock"), "{failed}");
    assert!(failed.stdout.contains("It is held by process"), "{failed}");
    assert!(begin.elapsed() < Duration::from_secs(20), "the second package has waited again");
    host.write("/go-on", "");
    assert!(holder.wait().expect("its end").success());
}

#[test]
fn one_package_from_the_command_line() {
    let host = host(demos());
    let ensured = host.upright(["ensure", "package", "demo", "1.0-1"]);
    expect_line(ensured.expect_success(), "package#demo installed 1.0-1");
    let status = host.upright(["status", "package", "demo"]);
    assert!(status.expect_success().stdout.contains("1.0-1"), "{status}");
    expect_line(host.upright(["ensure", "package", "demo"]).expect_success(), "package#demo stable");
    host.upright(["ensure", "package", "demo", "absent"]).expect_success();
    assert_eq!(version(&host, "demo"), "1.0-1 config-files");
}

#[test]
fn two_hundred_packages_cost_one_process() {
    let names: Vec<String> = (0..200).map(|number| format!("demo{number}")).collect();
    let host = host(names.iter().map(|name| Package::new(name, "1.0-1")));
    let list: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "present")).collect();
    apply(&host, &packages(&list)).expect_success();
    assert_eq!(transactions(&host), 1);
    let traced = ["strace", "-f", "-qq", "-e", "trace=execve", "-e", "signal=none", "-o", "/trace"];
    let program = ["upright", "apply", "/srv/site.yaml", "--no-report"];
    let again = host.run(traced.iter().chain(&program));
    expect_line(again.expect_success(), "Done: 200 stable");
    let trace = host.read("/trace");
    let started: Vec<&str> = trace.lines().filter(|line| line.ends_with("= 0")).collect();
    assert_eq!(started.len(), 2, "the program itself and one query: {started:#?}");
}

#[test]
fn what_an_act_may_have_changed_is_asked_again() {
    let host = host([Package::new("a", "1.0-1"), Package::new("b", "1.0-1")]);
    let wanted = format!(
        "{}- exec:\n    - apt-get install -y b: {{creates: /never}}\n{}",
        packages(&[("a", "present")]),
        packages(&[("b", "present")]),
    );
    let applied = apply_with(&host, &wanted, &[]);
    expect_line(applied.expect_success(), "package#a installed 1.0-1");
    expect_line(&applied, "package#b stable");
}

#[test]
fn a_rehearsal_does_not_know_the_latest_of_lists_that_may_change() {
    let host = Host::chroot(&with_upright(Root::bookworm()));
    host.offer_apt(&Repository::of([Package::new("demo", "1.0-1")]));
    apply(&host, &packages(&[("demo", "1.0-1")])).expect_success();
    let latest = packages(&[("demo", "latest")]);
    expect_line(rehearse(&host, &latest).expect_success(), "package#demo stable");
    let after_command = format!("- exec: [{{apt-get update: {{}}}}]\n{latest}");
    let line = "package#demo may change unknown: whether there is a later version, depends on exec#apt-get update";
    expect_line(rehearse(&host, &after_command).expect_success(), line);
    let source =
        "/etc/apt/sources.list.d/more.list: {ensure: present, owner: root, group: root, mode: \"0644\", content: \"\"}";
    let after_file = format!("- file: [{{{source}}}]\n{latest}");
    let line = "package#demo may change unknown: whether there is a later version: `/etc/apt/sources.list.d/more.list`";
    expect_line(rehearse(&host, &after_file).expect_success(), line);
    host.shell("rm -rf /var/lib/apt/lists/*").expect_success();
    let line = "package#demo may change unknown: whether there is a later version: there are no package lists";
    expect_line(rehearse(&host, &latest).expect_success(), line);
    expect_line(apply(&host, &latest).expect_success(), "package#demo stable");
}
