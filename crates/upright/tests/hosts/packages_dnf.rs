//! Packages with dnf 4 and dnf 5.

use crate::site::{apply, done, expect_line, packages, rehearse, stopping, uses_of_demo, with_upright};
use std::process::Stdio;
use std::time::{Duration, Instant};
use testbed::{Host, Output, Package, Repository, Root};

fn host(root: Root, offered: impl IntoIterator<Item = Package>) -> Host {
    let host = Host::chroot(&with_upright(root));
    host.offer_dnf(&Repository::of(offered));
    host
}

fn version(host: &Host, name: &str) -> String {
    host.run(["rpm", "-q", "--queryformat", "%{EVR}", name]).stdout
}

/// What dnf is called there.
fn dnf(host: &Host) -> String {
    host.shell("command -v dnf >/dev/null && echo dnf || echo dnf5").stdout.trim().to_owned()
}

fn make_cache(host: &Host) {
    host.run([dnf(host).as_str(), "-q", "makecache"]).expect_success();
}

/// Runs a test on both generations.
macro_rules! on_both {
    ($($name:ident)*) => {
        mod dnf4 {
            $(#[test] fn $name() { super::$name(testbed::Root::dnf4()); })*
        }
        mod dnf5 {
            $(#[test] fn $name() { super::$name(testbed::Root::dnf5()); })*
        }
    };
}

on_both! {
    a_package_is_installed_changed_and_removed
    versions_are_asked_for_in_three_ways
    epochs_count
    neighbours_are_installed_in_one_go
    the_culprit_of_a_failed_batch_is_named_and_the_others_are_installed
    what_nobody_offers_fails
    what_nobody_offers_may_come_with_a_package
    without_metadata_a_rehearsal_does_not_know_and_does_not_fetch
    an_edited_configuration_file_is_kept
    a_lock_is_waited_for_and_then_an_error
    the_lock_of_rpm_is_waited_for_and_then_an_error
    two_hundred_packages_cost_one_process
    what_the_manifest_wants_does_not_go_with_what_it_removes
    what_is_obsolete_is_named_with_what_took_its_place
    what_the_manifest_wants_is_not_replaced_by_what_it_installs
    a_rehearsal_fails_for_what_a_package_needs_and_nobody_offers
    a_run_that_stops_does_nothing_behind_a_culprit_that_is_known
    what_the_manifest_wants_absent_does_not_come_along
    what_comes_along_and_goes_again_is_foreseen
    a_version_that_the_manifest_names_is_not_changed_by_what_comes_later
    what_stands_in_for_another_is_not_installed_in_its_place
    what_came_for_another_stays_when_the_manifest_wants_it
    what_stands_between_neighbours_is_kept_as_it_is
    what_is_the_latest_is_not_taken_back_by_what_comes_later
    what_comes_along_is_there_when_its_turn_comes
    what_goes_along_is_told_of_the_same_in_rehearsal_and_run
    a_source_that_is_written_after_a_question_counts
    files_of_packages_that_go_or_change_are_not_sure
    what_takes_the_place_of_another_comes_when_nothing_needs_that_any_more
}

/// What was asked before says nothing of it, neither in a rehearsal nor in a run.
fn a_source_that_is_written_after_a_question_counts(root: Root) {
    let host = host(root, ["here", "extra"].map(|name| Package::new(name, "1.0-1")));
    host.shell("mkdir /srv/more; mv /srv/rpm/noarch/extra-* /srv/more; createrepo_c --quiet /srv/rpm; createrepo_c --quiet /srv/more")
        .expect_success();
    make_cache(&host);
    apply(&host, &packages(&[("here", "present")])).expect_success();
    let source = "- file: [{/etc/yum.repos.d/more.repo: {ensure: present, owner: root, group: root, mode: \"0644\", \
                  content: \"[more]\\nname=more\\nbaseurl=file:///srv/more\\nenabled=1\\ngpgcheck=0\\n\"}}]\n";
    let wanted = packages(&[("here", "latest")]) + source + &packages(&[("extra", "present")]);
    let rehearsed = rehearse(&host, &wanted);
    expect_line(rehearsed.expect_success(), "package#here stable");
    expect_line(&rehearsed, "package#extra may install unknown: no source offers a package `extra`");
    let applied = apply(&host, &wanted);
    expect_line(applied.expect_success(), "package#extra installed 0:1.0-1 (candidate of more)");
    expect_line(&rehearse(&host, &wanted), "Rehearsal: 3 stable");
}

fn what_takes_the_place_of_another_comes_when_nothing_needs_that_any_more(root: Root) {
    let user = Package::new("user", "1.0-1").field("Requires", "one = 1.0-1");
    let before = [Package::new("one", "1.0-1"), user];
    let host = host(root, before.clone());
    make_cache(&host);
    apply(&host, &packages(&[("one", "present")])).expect_success();
    apply(&host, &packages(&[("user", "present")])).expect_success();
    let next = Package::new("next", "1.0-1").field("Obsoletes", "one < 2");
    host.offer_dnf(&Repository::of(before.into_iter().chain([next])));
    make_cache(&host);
    let wanted = packages(&[("user", "absent"), ("next", "present")]);
    let step = "install 0:1.0-1 (candidate of local), removing one too";
    expect_line(rehearse(&host, &wanted).expect_success(), &format!("package#next would {step}"));
    expect_line(apply(&host, &wanted).expect_success(), &format!("package#next {}", done(step)));
}

/// A package that is removed takes its files, another version has others.
fn files_of_packages_that_go_or_change_are_not_sure(root: Root) {
    let demo = |version: &str| {
        let demo = Package::new("demo", version).program("/usr/bin/demod", &format!("{version}\n"));
        demo.configuration("/etc/demo/demo.conf", "x\n")
    };
    let host = host(root, [demo("1.0-1"), demo("2.0-1"), Package::new("other", "1.0-1").file("/usr/share/other", "x")]);
    make_cache(&host);
    apply(&host, &packages(&[("demo", "1.0"), ("other", "present")])).expect_success();
    let later = uses_of_demo("/etc/demo/new.conf");
    let rehearsed = rehearse(&host, &(packages(&[("demo", "absent")]) + &later));
    expect_line(rehearsed.expect_success(), "exec#echo made may change unknown: depends on package#demo");
    expect_line(&rehearsed, "exec#echo other stable");
    expect_line(&rehearsed, "file#/srv/copy may change");
    // The directory belongs to nobody.
    expect_line(&rehearsed, "file#/etc/demo/new.conf would change");
    let rehearsed = rehearse(&host, &(packages(&[("demo", "latest")]) + &later));
    expect_line(rehearsed.expect_success(), "exec#echo made stable");
    expect_line(&rehearsed, "file#/srv/copy may change");
    expect_line(&rehearsed, "file#/etc/demo/new.conf would change");
}

/// Packages that bring others along: because they need them, or because they would like them.
fn bringers() -> [Package; 11] {
    let with = |name: &str, field: &str, other: &str| Package::new(name, "1.0-1").field(field, other);
    [
        Package::new("exim", "1.0-1"),
        with("mailx", "Recommends", "exim"),
        with("mutt", "Requires", "exim"),
        Package::new("demo", "1.0-1"),
        Package::new("demo", "2.0-1"),
        with("needs", "Requires", "demo >= 1.1"),
        with("likes", "Recommends", "demo >= 1.1"),
        with("any", "Requires", "demo"),
        Package::new("up", "1.0-1"),
        Package::new("up", "2.0-1").field("Requires", "demo >= 2.0"),
        Package::new("a", "1.0-1"),
    ]
}

fn is_there(host: &Host, name: &str) -> bool {
    host.run(["rpm", "-q", name]).code == Some(0)
}

fn what_the_manifest_wants_absent_does_not_come_along(root: Root) {
    let host = host(root, bringers());
    make_cache(&host);
    let liked = packages(&[("exim", "absent"), ("mailx", "present")]);
    let needed = packages(&[("exim", "absent"), ("mutt", "present")]);
    let reason = "package#mutt failed failed to install package `mutt`: it would install exim, and the manifest wants that \
                  absent; leave one out";
    expect_line(rehearse(&host, &liked).expect_success(), "package#mailx would install 0:1.0-1");
    for output in [rehearse(&host, &needed), apply(&host, &needed)] {
        expect_line(output.expect_code(1), "package#exim stable");
        expect_line(&output, reason);
    }
    expect_line(apply(&host, &liked).expect_success(), "package#mailx installed 0:1.0-1");
    assert!(!is_there(&host, "exim") && !is_there(&host, "mutt"));
    expect_line(apply(&host, &liked).expect_success(), "Done: 2 stable");
    apply(&host, &packages(&[("mailx", "absent"), ("exim", "present")])).expect_success();
    let applied = apply(&host, &liked);
    expect_line(applied.expect_success(), "package#exim removed 0:1.0-1");
    expect_line(&applied, "package#mailx installed 0:1.0-1");
    assert!(!is_there(&host, "exim"));
}

fn what_comes_along_and_goes_again_is_foreseen(root: Root) {
    let host = host(root, bringers());
    make_cache(&host);
    let liked = packages(&[("mailx", "present"), ("exim", "absent")]);
    expect_line(rehearse(&host, &liked).expect_success(), "package#exim would remove 0:1.0-1");
    expect_line(apply(&host, &liked).expect_success(), "package#exim removed 0:1.0-1");
    expect_line(apply(&host, &liked).expect_success(), "Done: 2 stable");
    let needed = packages(&[("mutt", "present"), ("exim", "absent")]);
    let reason =
        "package#exim failed failed to remove package `exim`: it would remove mutt, and the manifest wants both";
    expect_line(rehearse(&host, &needed).expect_code(1), reason);
    expect_line(apply(&host, &needed).expect_code(1), reason);
}

fn a_version_that_the_manifest_names_is_not_changed_by_what_comes_later(root: Root) {
    let host = host(root, bringers());
    make_cache(&host);
    let needed = packages(&[("demo", "1.0"), ("needs", "present")]);
    let reason = "package#needs failed failed to install package `needs`: it would change demo from 0:1.0-1 to 0:2.0-1, and \
                  the manifest wants that version to stay; leave one out";
    for before in ["installed 0:1.0-1", "stable"] {
        expect_line(rehearse(&host, &needed).expect_code(1), reason);
        let applied = apply(&host, &needed);
        expect_line(applied.expect_code(1), &format!("package#demo {before}"));
        expect_line(&applied, reason);
        assert!(version(&host, "demo") == "1.0-1" && !is_there(&host, "needs"));
    }
    let liked = packages(&[("demo", "1.0"), ("likes", "present"), ("any", "present")]);
    expect_line(rehearse(&host, &liked).expect_success(), "package#likes would install 0:1.0-1");
    expect_line(apply(&host, &liked).expect_success(), "package#likes installed 0:1.0-1");
    assert_eq!(version(&host, "demo"), "1.0-1");
}

fn what_stands_between_neighbours_is_kept_as_it_is(root: Root) {
    let host = host(root, bringers());
    make_cache(&host);
    let needed = packages(&[("a", "present"), ("exim", "absent"), ("mutt", "present"), ("any", "present")]);
    let reason = "package#mutt failed failed to install package `mutt`: it would install exim, and the manifest wants that \
                  absent; leave one out";
    expect_line(rehearse(&host, &needed).expect_code(1), reason);
    let stopped = stopping(&host, &needed, &[]);
    expect_line(stopped.expect_code(1), "package#a installed 0:1.0-1");
    expect_line(&stopped, reason);
    assert!(!is_there(&host, "mutt") && !is_there(&host, "exim") && !is_there(&host, "any"));
    let liked = packages(&[("any", "present"), ("exim", "absent"), ("mailx", "present")]);
    let applied = apply(&host, &liked);
    expect_line(applied.expect_success(), "package#exim stable");
    expect_line(&applied, "package#mailx installed 0:1.0-1");
    assert!(!is_there(&host, "exim"));
    apply(&host, &packages(&[("a", "absent"), ("demo", "1.0"), ("up", "1.0")])).expect_success();
    let upgraded = packages(&[("a", "present"), ("demo", "1.0"), ("up", "latest")]);
    let reason = "package#up failed failed to upgrade package `up`: it would change demo from 0:1.0-1 to 0:2.0-1";
    for output in [rehearse(&host, &upgraded), apply(&host, &upgraded)] {
        expect_line(output.expect_code(1), "package#demo stable");
        expect_line(&output, reason);
    }
    assert_eq!((version(&host, "demo").as_str(), version(&host, "up").as_str()), ("1.0-1", "1.0-1"));
}

/// A package that needs another one in its own version.
fn pair() -> [Package; 4] {
    let one = |version: &str| Package::new("one", version).field("Requires", &format!("one-data = {version}"));
    [one("1.0-1"), one("2.0-1"), Package::new("one-data", "1.0-1"), Package::new("one-data", "2.0-1")]
}

/// Something that is done when a package changes.
fn subscribed(resources: &str, name: &str) -> String {
    format!("{resources}- exec: [{{\"touch /refreshed\": {{refreshonly: true, subscribe: [\"package#{name}\"]}}}}]\n")
}

fn what_is_the_latest_is_not_taken_back_by_what_comes_later(root: Root) {
    let host = host(root, pair());
    make_cache(&host);
    apply(&host, &packages(&[("one-data", "1.0"), ("one", "1.0")])).expect_success();
    let wanted = packages(&[("one", "latest"), ("one-data", "1.0")]);
    for (would, done) in [("would upgrade 0:1.0-1 -> 0:2.0-1", "upgraded 0:1.0-1 -> 0:2.0-1"), ("stable", "stable")] {
        for (output, first) in [(rehearse(&host, &wanted), would), (apply(&host, &wanted), done)] {
            expect_line(output.expect_code(1), &format!("package#one {first}"));
            expect_line(&output, "package#one-data failed failed to downgrade package `one-data`: ");
        }
        assert_eq!((version(&host, "one").as_str(), version(&host, "one-data").as_str()), ("2.0-1", "2.0-1"));
    }
}

fn what_comes_along_is_there_when_its_turn_comes(root: Root) {
    let host = host(root, pair().into_iter().chain(bringers()));
    make_cache(&host);
    apply(&host, &packages(&[("one-data", "1.0"), ("one", "1.0")])).expect_success();
    let list =
        "- package: [{one-data: {ensure: \"2.0\"}}, {one: {ensure: \"2.0\", require: [\"package#one-data\"]}}]\n";
    let upgraded = subscribed(list, "one");
    // The second one comes with the first one of another group.
    let installed = subscribed(&packages(&[("any", "present"), ("exim", "absent"), ("demo", "present")]), "demo");
    apply(&host, &packages(&[("exim", "present")])).expect_success();
    for (wanted, name) in [(upgraded, "one"), (installed, "demo")] {
        for output in [rehearse(&host, &wanted), apply(&host, &wanted)] {
            expect_line(output.expect_success(), &format!("package#{name} stable"));
            expect_line(&output, "exec#touch /refreshed stable");
        }
        assert!(is_there(&host, name) && !host.exists("/refreshed"));
    }
    // What is brought in another version changes at its own turn.
    apply(&host, &packages(&[("any", "absent"), ("demo", "absent")])).expect_success();
    let another = subscribed(&packages(&[("any", "present"), ("exim", "absent"), ("demo", "1.0")]), "demo");
    apply(&host, &packages(&[("exim", "present")])).expect_success();
    let step = "downgrade 0:2.0-1 -> 0:1.0-1";
    expect_line(rehearse(&host, &another).expect_success(), &format!("package#demo would {step}"));
    expect_line(apply(&host, &another).expect_success(), &format!("package#demo {}", done(step)));
    assert!(host.exists("/refreshed") && version(&host, "demo") == "1.0-1");
}

fn what_goes_along_is_told_of_the_same_in_rehearsal_and_run(root: Root) {
    let needs = |name: &str, needed: &str| Package::new(name, "1.0-1").field("Requires", needed);
    let all =
        [Package::new("base", "1.0-1"), needs("mid", "base"), needs("other", "base"), Package::new("free", "1.0-1")];
    let host = host(root, all);
    make_cache(&host);
    let present = packages(&["mid", "other", "free"].map(|name| (name, "present")));
    for (list, lines) in [
        // In one go.
        (
            vec![("base", "absent"), ("mid", "absent"), ("free", "absent")],
            vec![
                "base would remove 0:1.0-1, removing other too",
                "mid would remove 0:1.0-1",
                "free would remove 0:1.0-1",
            ],
        ),
        // One by one, because together they would take along what stays.
        (
            vec![("other", "present"), ("free", "absent"), ("mid", "absent"), ("base", "absent")],
            vec!["free would remove 0:1.0-1", "mid would remove 0:1.0-1", "base failed"],
        ),
    ] {
        apply(&host, &present).expect_success();
        let wanted = packages(&list);
        let (rehearsed, applied) = (rehearse(&host, &wanted), apply(&host, &wanted));
        for line in lines {
            expect_line(&rehearsed, &format!("package#{line}"));
            expect_line(&applied, &format!("package#{}", line.replace("would remove", "removed")));
        }
        expect_line(&rehearse(&host, &wanted), "Rehearsal: 3 stable");
    }
}

fn what_came_for_another_stays_when_the_manifest_wants_it(root: Root) {
    let host = host(root, bringers());
    make_cache(&host);
    apply(&host, &packages(&[("any", "present"), ("mutt", "present")])).expect_success();
    let wanted = packages(&[("demo", "present"), ("any", "absent"), ("mutt", "absent")]);
    // One that nobody wants goes all the same.
    let steps = [("any", "remove 0:1.0-1"), ("mutt", "remove 0:1.0-1, removing exim too")];
    let rehearsed = rehearse(&host, &wanted);
    let applied = apply(&host, &wanted);
    for (name, step) in steps {
        expect_line(rehearsed.expect_success(), &format!("package#{name} would {step}"));
        expect_line(applied.expect_success(), &format!("package#{name} {}", done(step)));
    }
    assert!(is_there(&host, "demo") && !is_there(&host, "any") && !is_there(&host, "exim"));
    expect_line(apply(&host, &wanted).expect_success(), "Done: 3 stable");
    apply(&host, &packages(&[("mutt", "present")])).expect_success();
    let needed = packages(&[("mutt", "present"), ("exim", "absent")]);
    let reason =
        "package#exim failed failed to remove package `exim`: it would remove mutt, and the manifest wants both";
    for output in [rehearse(&host, &needed), apply(&host, &needed)] {
        expect_line(output.expect_code(1), reason);
    }
}

fn what_stands_in_for_another_is_not_installed_in_its_place(root: Root) {
    let newn = Package::new("newn", "1.0-1").field("Obsoletes", "oldn < 2");
    let host = host(root, [Package::new("oldn", "1.0-1"), newn, Package::new("a", "1.0-1")]);
    make_cache(&host);
    let wanted = packages(&[("a", "present"), ("oldn", "present")]);
    let reason = "package#oldn failed failed to install package `oldn`: it is obsoleted by newn; name that instead";
    for (would, done) in [("would install 0:1.0-1", "installed 0:1.0-1"), ("stable", "stable")] {
        for (output, first) in [(rehearse(&host, &wanted), would), (apply(&host, &wanted), done)] {
            expect_line(output.expect_code(1), &format!("package#a {first}"));
            expect_line(&output, reason);
            assert!(!is_there(&host, "newn"), "nobody asked for it: {output}");
        }
    }
    apply(&host, &packages(&[("newn", "present")])).expect_success();
    for arguments in [&["--noop"][..], &[]] {
        let output = host.upright(["ensure", "package", "oldn"].iter().chain(arguments));
        expect_line(output.expect_code(1), reason);
    }
}

fn a_run_that_stops_does_nothing_behind_a_culprit_that_is_known(root: Root) {
    let host = host(root, ["a", "b", "c"].map(|name| Package::new(name, "1.0-1")));
    make_cache(&host);
    let wanted = packages(&[("a", "present"), ("b", "7"), ("c", "present")]);
    let reason = "no source offers version 7 of `b`, only 0:1.0-1";
    // What the first one brings may be a source.
    let would = stopping(&host, &wanted, &["--noop"]);
    expect_line(would.expect_success(), &format!("package#b may install unknown: {reason}"));
    let stopped = stopping(&host, &wanted, &[]);
    expect_line(stopped.expect_code(1), "package#a installed 0:1.0-1");
    expect_line(&stopped, "Stopped: 1 changed, 0 stable, 1 failed");
    assert_eq!(version(&host, "c"), "package c is not installed\n");
    for output in [stopping(&host, &wanted, &["--noop"]), stopping(&host, &wanted, &[])] {
        expect_line(output.expect_code(1), "package#a stable");
        expect_line(&output, &format!("package#b failed {reason}"));
        expect_line(&output, "1 resource was not looked at: `fail_on_error` is set");
    }
    apply(&host, &wanted).expect_code(1);
    assert_eq!(version(&host, "c"), "1.0-1");
}

fn what_the_manifest_wants_is_not_replaced_by_what_it_installs(root: Root) {
    let host = host(root, [Package::new("ok2", "1.0-1"), Package::new("demo", "1.0-1"), Package::new("demo", "2.0-1")]);
    apply(&host, &packages(&[("ok2", "present"), ("demo", "1.0")])).expect_success();
    let obsoletes = Package::new("obs", "1.0-1").field("Obsoletes", "ok2").field("Requires", "demo >= 2.0");
    host.offer_dnf(&Repository::of([obsoletes, Package::new("demo", "2.0-1")]));
    host.run([dnf(&host).as_str(), "-q", "makecache", "--refresh"]).expect_success();
    let both = packages(&[("ok2", "present"), ("obs", "present")]);
    let reason = "package#obs failed failed to install package `obs`: it would remove ok2, and the manifest wants both";
    for output in [rehearse(&host, &both), apply(&host, &both)] {
        expect_line(output.expect_code(1), reason);
        assert_eq!(version(&host, "ok2"), "1.0-1");
    }
    // What only changes its version is not lost.
    let alone = packages(&[("demo", "present"), ("obs", "present")]);
    let step = "install 0:1.0-1 (candidate of local), removing ok2 too";
    expect_line(rehearse(&host, &alone).expect_success(), &format!("package#obs would {step}"));
    expect_line(apply(&host, &alone).expect_success(), &format!("package#obs {}", done(step)));
    assert_eq!(version(&host, "demo"), "2.0-1");
}

fn a_rehearsal_fails_for_what_a_package_needs_and_nobody_offers(root: Root) {
    let host = host(root, [Package::new("bad", "1.0-1").field("Requires", "nosuch")]);
    make_cache(&host);
    let rehearsed = rehearse(&host, &packages(&[("bad", "present")]));
    expect_line(rehearsed.expect_code(1), "package#bad failed failed to install package `bad`: ");
    assert!(rehearsed.stdout.contains("nothing provides nosuch needed by bad-1.0-1.noarch"), "{rehearsed}");
}

fn what_the_manifest_wants_does_not_go_with_what_it_removes(root: Root) {
    let needs = |name: &str, needed: &str| Package::new(name, "1.0-1").field("Requires", needed);
    let long = "mid-with-a-name-that-is-so-long-that-it-does-not-fit-into-a-line-of-a-table-with-eighty-columns";
    let host = host(root, [needs("rdep", long), needs(long, "ok2"), Package::new("ok2", "1.0-1")]);
    let both = packages(&[("rdep", "present"), (long, "present"), ("ok2", "absent")]);
    let reason = format!(
        "package#ok2 failed failed to remove package `ok2`: it would remove {long}, rdep, and the manifest wants both"
    );
    for first in ["installed 0:1.0-1", "stable"] {
        let applied = apply(&host, &both);
        expect_line(applied.expect_code(1), &format!("package#rdep {first}"));
        expect_line(&applied, &reason);
        assert_eq!(version(&host, "rdep") + &version(&host, "ok2"), "1.0-11.0-1");
    }
    expect_line(rehearse(&host, &both).expect_code(1), &reason);
    let alone = packages(&[("ok2", "absent")]);
    let would = format!("package#ok2 would remove 0:1.0-1, removing {long}, rdep too");
    expect_line(rehearse(&host, &alone).expect_success(), &would);
    let removed = format!("package#ok2 removed 0:1.0-1, removing {long}, rdep too");
    expect_line(apply(&host, &alone).expect_success(), &removed);
}

fn what_is_obsolete_is_named_with_what_took_its_place(root: Root) {
    let host = host(root, [Package::new("ok2", "1.0-1"), Package::new("obs", "1.0-1").field("Obsoletes", "ok2")]);
    let failed = apply(&host, &packages(&[("ok2", "present")]));
    let reason = "package#ok2 failed failed to install package `ok2`: it is obsoleted by obs; name that instead";
    expect_line(failed.expect_code(1), reason);
}

fn a_package_is_installed_changed_and_removed(root: Root) {
    let host = host(root, ["1.0-1", "1.1-1", "2.0-1"].map(|version| Package::new("demo", version)));
    make_cache(&host);
    for (ensure, step, after) in [
        ("absent", None, "package demo is not installed\n"),
        ("1.0", Some("install 0:1.0-1"), "1.0-1"),
        ("present", None, "1.0-1"),
        ("1.1", Some("upgrade 0:1.0-1 -> 0:1.1-1"), "1.1-1"),
        ("1.0-1", Some("downgrade 0:1.1-1 -> 0:1.0-1"), "1.0-1"),
        ("latest", Some("upgrade 0:1.0-1 -> 0:2.0-1 (candidate of local)"), "2.0-1"),
        ("absent", Some("remove 0:2.0-1"), "package demo is not installed\n"),
        ("present", Some("install 0:2.0-1 (candidate of local)"), "2.0-1"),
    ] {
        let (before, wanted) = (version(&host, "demo"), packages(&[("demo", ensure)]));
        let rehearsed = rehearse(&host, &wanted);
        assert_eq!(version(&host, "demo"), before, "a rehearsal changes nothing");
        let applied = apply(&host, &wanted);
        if let Some(step) = step {
            expect_line(rehearsed.expect_success(), &format!("package#demo would {step}"));
            expect_line(applied.expect_success(), &format!("package#demo {}", done(step)));
        } else {
            expect_line(rehearsed.expect_success(), "package#demo stable");
            expect_line(applied.expect_success(), "package#demo stable");
        }
        assert_eq!(version(&host, "demo"), after, "{ensure}");
        expect_line(apply(&host, &wanted).expect_success(), "package#demo stable");
    }
}

fn versions_are_asked_for_in_three_ways(root: Root) {
    let host = host(root, ["1:5.8-9.el9", "1:5.8-10.el9"].map(|version| Package::new("demo", version)));
    let first = apply(&host, &packages(&[("demo", "5.8-9.el9")]));
    expect_line(first.expect_success(), "package#demo installed 1:5.8-9.el9");
    let status = host.upright(["status", "package", "demo"]);
    assert!(status.expect_success().stdout.contains("5.8-9.el9"), "{status}");
    for ensure in ["5.8", "5.8-9.el9", "1:5.8-9.el9"] {
        expect_line(apply(&host, &packages(&[("demo", ensure)])).expect_success(), "package#demo stable");
    }
    let second = apply(&host, &packages(&[("demo", "1:5.8-10.el9")]));
    expect_line(second.expect_success(), "package#demo upgraded 1:5.8-9.el9 -> 1:5.8-10.el9");
    let back = apply(&host, &packages(&[("demo", "5.8-9.el9")]));
    expect_line(back.expect_success(), "package#demo downgraded 1:5.8-10.el9 -> 1:5.8-9.el9");
}

fn epochs_count(root: Root) {
    let host = host(root, ["2.0-1", "1:1.0-1"].map(|version| Package::new("demo", version)));
    apply(&host, &packages(&[("demo", "2.0")])).expect_success();
    let latest = apply(&host, &packages(&[("demo", "latest")]));
    expect_line(latest.expect_success(), "package#demo upgraded 0:2.0-1 -> 1:1.0-1");
    expect_line(apply(&host, &packages(&[("demo", "latest")])).expect_success(), "package#demo stable");
    let back = packages(&[("demo", "2.0")]);
    expect_line(rehearse(&host, &back).expect_success(), "package#demo would downgrade 1:1.0-1 -> 0:2.0-1");
    expect_line(apply(&host, &back).expect_success(), "package#demo downgraded 1:1.0-1 -> 0:2.0-1");
}

fn neighbours_are_installed_in_one_go(root: Root) {
    let host = host(root, ["a", "b", "c"].map(|name| Package::new(name, "1.0-1")));
    let wanted = packages(&[("a", "present"), ("b", "1.0"), ("c", "latest")]);
    let applied = apply(&host, &wanted);
    for name in ["a", "b", "c"] {
        expect_line(applied.expect_success(), &format!("package#{name} installed 0:1.0-1"));
    }
    let times = host.run(["rpm", "-q", "--queryformat", "%{INSTALLTID}\n", "a", "b", "c"]).stdout;
    let mut transactions: Vec<&str> = times.lines().collect();
    transactions.dedup();
    assert_eq!(transactions.len(), 1, "{times}");
    expect_line(apply(&host, &wanted).expect_success(), "Done: 3 stable");
    let gone = packages(&[("a", "absent"), ("b", "absent"), ("c", "absent")]);
    let removed = apply(&host, &gone);
    for name in ["a", "b", "c"] {
        expect_line(removed.expect_success(), &format!("package#{name} removed 0:1.0-1"));
    }
    expect_line(apply(&host, &gone).expect_success(), "Done: 3 stable");
}

fn the_culprit_of_a_failed_batch_is_named_and_the_others_are_installed(root: Root) {
    let broken = Package::new("b", "1.0-1").script("pre", "echo it hurts >&2; exit 7");
    let host = host(root, [Package::new("a", "1.0-1"), broken, Package::new("c", "1.0-1")]);
    let applied = apply(&host, &packages(&[("a", "present"), ("b", "present"), ("c", "present")]));
    expect_line(applied.expect_code(1), "package#a installed 0:1.0-1");
    expect_line(&applied, "package#b failed failed to install package `b`, dnf");
    expect_line(&applied, "package#c installed 0:1.0-1");
    assert_eq!((version(&host, "a").as_str(), version(&host, "c").as_str()), ("1.0-1", "1.0-1"));
}

fn what_nobody_offers_fails(root: Root) {
    let host = host(root, [Package::new("demo", "1.0-1")]);
    make_cache(&host);
    for (name, ensure, reason) in [
        ("nosuch", "present", "no source offers a package `nosuch`; the package lists are "),
        ("demo", "9", "no source offers version 9 of `demo`, only 0:1.0-1; the package lists are "),
    ] {
        for output in [rehearse(&host, &packages(&[(name, ensure)])), apply(&host, &packages(&[(name, ensure)]))] {
            expect_line(output.expect_code(1), &format!("package#{name} failed {reason}"));
        }
    }
}

/// A package may bring a source, and dnf asks that one by itself.
fn what_nobody_offers_may_come_with_a_package(root: Root) {
    let host = host(root, [Package::new("extra-release", "1.0-1")]);
    make_cache(&host);
    let rehearsed = rehearse(&host, &packages(&[("extra-release", "present"), ("nosuch", "present")]));
    expect_line(rehearsed.expect_success(), "package#nosuch may install unknown: no source offers a package `nosuch`");
}

fn without_metadata_a_rehearsal_does_not_know_and_does_not_fetch(root: Root) {
    let host = host(root, [Package::new("demo", "1.0-1")]);
    let wanted = packages(&[("demo", "present")]);
    let fetch = format!("`{} makecache` fetches them", dnf(&host));
    for _ in 0..2 {
        let rehearsed = rehearse(&host, &wanted);
        let reason = format!("no source offers a package `demo`; there are no package lists, {fetch}");
        expect_line(rehearsed.expect_success(), &format!("package#demo may install unknown: {reason}"));
    }
    expect_line(apply(&host, &wanted).expect_success(), "package#demo installed 0:1.0-1");
}

fn an_edited_configuration_file_is_kept(root: Root) {
    let demo = |version: &str| Package::new("demo", version).configuration("/etc/demo.conf", &format!("{version}\n"));
    let host = host(root, [demo("1.0-1"), demo("2.0-1")]);
    apply(&host, &packages(&[("demo", "1.0")])).expect_success();
    host.write("/etc/demo.conf", "mine\n");
    apply(&host, &packages(&[("demo", "latest")])).expect_success();
    assert_eq!(host.read("/etc/demo.conf"), "mine\n");
}

fn a_lock_is_waited_for_and_then_an_error(root: Root) {
    let install = "if command -v dnf >/dev/null; then dnf -y install slow; else dnf5 -y install slow; fi";
    wait_in_vain(root, install);
}

/// rpm has a lock of its own, which dnf 5 neither waits for nor speaks of.
fn the_lock_of_rpm_is_waited_for_and_then_an_error(root: Root) {
    let failed = wait_in_vain(root, "rpm -i --nodeps $(find /srv -name 'slow-1.0-1*.rpm' | head -n 1)");
    assert!(failed.stdout.contains("/.rpm.lock is held by process ") && failed.stdout.contains(" (rpm)"), "{failed}");
}

/// Gives up while a command installs a package that takes long, and has its turn afterwards. Tells what was said meanwhile.
fn wait_in_vain(root: Root, install: &str) -> Output {
    let slow =
        Package::new("slow", "1.0-1").script("post", "touch /at-work; while ! test -e /go-on; do sleep 0.1; done");
    let host = host(root, [Package::new("demo", "1.0-1"), slow]);
    make_cache(&host);
    let mut holder =
        host.command(["sh", "-c", install]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a process");
    let until = Instant::now() + Duration::from_mins(1);
    while !host.exists("/at-work") {
        assert!(Instant::now() < until, "the package is not installed");
        std::thread::sleep(Duration::from_millis(20));
    }
    host.write("/srv/site.yaml", crate::site::manifest(&packages(&[("demo", "present")])));
    let failed = host.run(["env", "UPRIGHT_PACKAGE_WAIT=2s", "upright", "apply", "/srv/site.yaml", "--no-report"]);
    expect_line(failed.expect_code(1), "package#demo failed waited ");
    assert!(failed.stdout.contains("s for the lock of the package manager: "), "{failed}");
    assert!(failed.stderr.contains("waiting up to 2s for the lock"), "{failed}");
    host.write("/go-on", "");
    assert!(holder.wait().expect("its end").success());
    expect_line(apply(&host, &packages(&[("demo", "present")])).expect_success(), "package#demo installed");
    failed
}

/// dnf 4 passes by a repository that it cannot read.
#[test]
fn a_question_that_fails_says_why() {
    let host = host(Root::dnf5(), [Package::new("demo", "1.0-1")]);
    host.write("/etc/yum.repos.d/bad.repo", "[bad\nname=bad\n");
    let failed = rehearse(&host, &packages(&[("demo", "latest")]));
    expect_line(failed.expect_code(1), "package#demo failed `dnf5 -q` exited with 1: ");
    assert!(failed.stdout.contains("/etc/yum.repos.d/bad.repo") && failed.stdout.contains("Missing ']'"), "{failed}");
}

fn two_hundred_packages_cost_one_process(root: Root) {
    let host = host(root, [Package::new("demo", "1.0-1")]);
    apply(&host, &packages(&[("demo", "present")])).expect_success();
    let list: Vec<(String, &str)> = (0..200).map(|number| (format!("nosuch{number}"), "absent")).collect();
    let mut list: Vec<(&str, &str)> = list.iter().map(|(name, ensure)| (name.as_str(), *ensure)).collect();
    list.push(("demo", "1.0"));
    host.write("/srv/site.yaml", crate::site::manifest(&packages(&list)));
    let traced = ["strace", "-f", "-qq", "-e", "trace=execve", "-e", "signal=none", "-o", "/trace"];
    let program = ["upright", "apply", "/srv/site.yaml", "--no-report"];
    let again = host.run(traced.iter().chain(&program));
    expect_line(again.expect_success(), "Done: 201 stable");
    let trace = host.read("/trace");
    let started: Vec<&str> = trace.lines().filter(|line| line.ends_with("= 0")).collect();
    assert_eq!(started.len(), 2, "the program itself and one query: {started:#?}");
}
