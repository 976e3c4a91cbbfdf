//! Services with systemd.

use crate::site::{apply, done, expect_line, rehearse, with_upright};
use std::fmt::Write;
use std::time::{Duration, Instant};
use testbed::{Host, Output, Root};

fn host() -> Host {
    Host::boot(&with_upright(Root::bookworm()))
}

/// Writes a unit file and lets systemd know of it.
fn add(host: &Host, name: &str, body: &str) {
    host.write(&format!("/etc/systemd/system/{name}"), body);
    host.run(["systemctl", "daemon-reload"]).expect_success();
}

const WEB: &str = "[Service]\nType=exec\nExecStart=/bin/sleep infinity\nExecReload=/bin/sh -c 'echo reloaded >> /run/reloads'\n\
    [Install]\nWantedBy=multi-user.target\n";

fn host_with_web() -> Host {
    let host = host();
    add(&host, "web.service", WEB);
    host
}

fn show(host: &Host, unit: &str, property: &str) -> String {
    host.run(["systemctl", "show", "--value", "--property", property, unit]).expect_success().stdout.trim().to_owned()
}

/// What runs and what is enabled, and which start of it this is.
fn state(host: &Host, unit: &str) -> (String, String, String) {
    let enabled = host.run(["systemctl", "is-enabled", unit]).stdout.trim().to_owned();
    (show(host, unit, "ActiveState"), enabled, show(host, unit, "InvocationID"))
}

/// The words for `start, enable` in a rehearsal.
fn would(step: &str) -> String {
    if step.starts_with("read ") {
        format!("would change {step}")
    } else {
        format!("would {}", step.replace(", ", " and "))
    }
}

/// The words for `start, enable` in a run.
fn did(step: &str) -> String {
    let done = step.split(", ").map(done).collect::<Vec<_>>().join(" and ");
    if step.starts_with("read ") { format!("changed {step}") } else { done }
}

/// Rehearses, which changes nothing; applies, which does what the rehearsal said; applies again, which does nothing.
#[track_caller]
fn changes(host: &Host, name: &str, resources: &str, step: &str) -> Output {
    let before = state(host, name);
    expect_line(rehearse(host, resources).expect_success(), &format!("service#{name} {}", would(step)));
    assert_eq!(state(host, name), before, "a rehearsal changes nothing");
    let applied = apply(host, resources);
    expect_line(applied.expect_success(), &format!("service#{name} {}", did(step)));
    stays(host, name, resources);
    applied
}

/// Nothing is to be done, and nothing is done.
#[track_caller]
fn stays(host: &Host, name: &str, resources: &str) {
    let before = state(host, name);
    expect_line(rehearse(host, resources).expect_success(), &format!("service#{name} stable"));
    expect_line(apply(host, resources).expect_success(), &format!("service#{name} stable"));
    assert_eq!(state(host, name), before);
}

#[test]
fn running_and_enabled_are_two_axes() {
    let host = host_with_web();
    for (properties, step, active, enabled) in [
        ("ensure: running", "start", "active", "disabled"),
        ("enable: true", "enable", "active", "enabled"),
        ("ensure: stopped", "stop", "inactive", "enabled"),
        ("ensure: stopped, enable: false", "disable", "inactive", "disabled"),
        ("ensure: running, enable: true", "start, enable", "active", "enabled"),
        ("ensure: stopped, enable: false", "stop, disable", "inactive", "disabled"),
        ("ensure: stopped, enable: true", "enable", "inactive", "enabled"),
        ("ensure: running, enable: false", "start, disable", "active", "disabled"),
    ] {
        changes(&host, "web", &format!("- service:\n    - web: {{{properties}}}\n"), step);
        let (is_active, is_enabled, _) = state(&host, "web.service");
        assert_eq!((is_active.as_str(), is_enabled.as_str()), (active, enabled), "{properties}");
    }
}

#[test]
fn an_alias_of_a_masked_unit_is_masked() {
    let host = host();
    host.write("/usr/lib/systemd/system/mariadb.service", WEB);
    let script =
        "ln -s mariadb.service /usr/lib/systemd/system/mysql.service; systemctl daemon-reload; systemctl mask mariadb";
    host.shell(script).expect_success();
    let line = "service#mysql failed the unit is masked: `systemctl unmask mariadb.service` lets it be started";
    expect_line(apply(&host, "- service:\n    - mysql: {ensure: running}\n").expect_code(1), line);
    host.run(["systemctl", "unmask", "mariadb.service"]).expect_success();
    expect_line(apply(&host, "- service:\n    - mysql: {ensure: running}\n").expect_success(), "service#mysql");
    // This one cannot be read under its other name, however often that is tried.
    let login = "dbus-org.freedesktop.login1";
    assert_eq!(show(&host, login, "LoadState"), "error");
    stays(&host, login, &format!("- service:\n    - {login}: {{ensure: stopped}}\n"));
}

#[test]
fn what_runs_without_its_file_is_stopped() {
    let host = host_with_web();
    let stopped = "- service:\n    - web: {ensure: stopped, enable: false}\n";
    host.shell("systemctl start web; rm /etc/systemd/system/web.service; systemctl daemon-reload").expect_success();
    assert_eq!(
        (show(&host, "web", "LoadState"), show(&host, "web", "ActiveState")),
        ("not-found".into(), "active".into())
    );
    expect_line(rehearse(&host, stopped).expect_success(), "service#web would stop");
    expect_line(apply(&host, stopped).expect_success(), "service#web stopped");
    assert_eq!(show(&host, "web", "ActiveState"), "inactive");
    let line = "service#web stable there is no such unit";
    expect_line(rehearse(&host, stopped).expect_success(), line);
    expect_line(apply(&host, stopped).expect_success(), line);
    let wanted = stopped.replace("false", "true");
    expect_line(apply(&host, &wanted).expect_code(1), "service#web failed there is no unit `web.service`");
}

/// systemd goes on with what it has read until it reads again.
#[test]
fn what_lost_its_file_and_is_not_read_again_is_judged_by_the_disk() {
    let host = host_with_web();
    host.shell("systemctl start web; rm /etc/systemd/system/web.service").expect_success();
    assert_eq!(show(&host, "web", "LoadState"), "loaded");
    let wanted = "- service:\n    - web: {ensure: running}\n";
    let line = "service#web failed there is no unit `web.service`";
    expect_line(rehearse(&host, wanted).expect_code(1), line);
    expect_line(apply(&host, wanted).expect_code(1), line);
    // The vendor's own is read in its place.
    host.write("/usr/lib/systemd/system/web.service", WEB);
    let line = "read unit files again";
    expect_line(rehearse(&host, wanted).expect_success(), &format!("service#web would change {line}"));
    expect_line(apply(&host, wanted).expect_success(), &format!("service#web changed {line}"));
    expect_line(apply(&host, wanted).expect_success(), "service#web stable");
    host.run(["rm", "/usr/lib/systemd/system/web.service"]).expect_success();
    let stopped = "- service:\n    - web: {ensure: stopped}\n";
    expect_line(rehearse(&host, stopped).expect_success(), "service#web would stop");
    expect_line(apply(&host, stopped).expect_success(), "service#web stopped");
}

/// What is stopped and taken away stays so, whoever takes it away.
#[test]
fn what_was_stopped_and_removed_is_stable() {
    let host = host_with_web();
    host.offer_apt(&testbed::Repository::of([
        testbed::Package::new("db", "1.0-1").file("/lib/systemd/system/db.service", WEB)
    ]));
    host.shell("apt-get install -y db; systemctl enable --now web db").expect_success();
    let wanted = "- service:\n    - web: {ensure: stopped, enable: false}\n    - db: {ensure: stopped, enable: false}\n\
        - package:\n    - db: {ensure: absent}\n- file:\n    - /etc/systemd/system/web.service: {ensure: absent}\n";
    expect_line(rehearse(&host, wanted).expect_success(), "Rehearsal: 4 would change");
    expect_line(apply(&host, wanted).expect_success(), "Done: 4 changed");
    for output in [rehearse(&host, wanted), apply(&host, wanted)] {
        for name in ["web", "db"] {
            expect_line(output.expect_success(), &format!("service#{name} stable there is no such unit"));
        }
    }
    // What an earlier step may bring, and start, is not known to be stopped.
    let brought = "- package:\n    - db: {ensure: present}\n- service:\n    - db: {ensure: stopped}\n";
    let line = "service#db may change unknown: there is no unit `db.service`, after package#db is installed";
    expect_line(rehearse(&host, brought).expect_success(), line);
    apply(&host, brought).expect_success();
    expect_line(apply(&host, brought).expect_success(), "Done: 2 stable");
}

#[test]
fn a_rehearsal_sees_that_a_unit_file_would_be_removed() {
    let host = host_with_web();
    host.shell("systemctl enable --now web").expect_success();
    let removed = |wanted: &str| {
        format!(
            "- file:\n    - /etc/systemd/system/web.service: {{ensure: absent}}\n- service:\n    - web: {{{wanted}}}\n"
        )
    };
    let line = "service#web failed there is no unit `web.service`";
    expect_line(rehearse(&host, &removed("ensure: running, enable: true")).expect_code(1), line);
    expect_line(rehearse(&host, &removed("ensure: stopped")).expect_success(), "service#web would stop");
    assert_eq!(state(&host, "web").0, "active");
    apply(&host, &removed("ensure: running, enable: true")).expect_code(1);
    expect_line(apply(&host, &removed("ensure: stopped, enable: false")).expect_success(), "service#web stopped");
    // One that the vendor brings comes forth again.
    add(&host, "web.service", WEB);
    host.write("/usr/lib/systemd/system/web.service", WEB);
    host.run(["systemctl", "daemon-reload"]).expect_success();
    let rehearsed = rehearse(&host, &removed("ensure: running"));
    expect_line(rehearsed.expect_success(), "service#web would");
}

#[test]
fn units_are_found_by_their_kind_and_by_their_template() {
    let host = host_with_web();
    add(&host, "worker@.service", "[Service]\nExecStart=/bin/sleep 10%i\n[Install]\nWantedBy=multi-user.target\n");
    add(&host, "tick.timer", "[Timer]\nOnActiveSec=1h\nUnit=web.service\n[Install]\nWantedBy=timers.target\n");
    changes(&host, "web.service", "- service:\n    - web.service: {enable: true}\n", "start, enable");
    changes(&host, "worker@1", "- service:\n    - worker@1: {enable: true}\n", "start, enable");
    assert_eq!(state(&host, "worker@2.service").0, "inactive");
    changes(&host, "tick.timer", "- service:\n    - tick.timer: {enable: true}\n", "start, enable");
    changes(&host, "worker@1", "- service:\n    - worker@1: {ensure: stopped, enable: false}\n", "stop, disable");
}

#[test]
fn a_change_restarts_once() {
    let host = host_with_web();
    let wanted = |content: &str| {
        format!(
            "- file:\n    - /etc/web.conf: {{ensure: present, content: {content}, owner: root, group: root, mode: \"0644\"}}\n\
             - service:\n    - web: {{subscribe: [\"file#/etc/web.conf\"]}}\n"
        )
    };
    // One that starts anyway is not restarted.
    expect_line(apply(&host, &wanted("one")).expect_success(), "service#web started");
    let (_, _, first) = state(&host, "web.service");
    stays(&host, "web", &wanted("one"));
    let step = "restart, subscribed to file#/etc/web.conf";
    expect_line(rehearse(&host, &wanted("two")).expect_success(), &format!("service#web would refresh {step}"));
    assert_eq!(state(&host, "web.service").2, first);
    expect_line(apply(&host, &wanted("two")).expect_success(), &format!("service#web refreshed {step}"));
    let (_, _, second) = state(&host, "web.service");
    assert_ne!(second, first);
    stays(&host, "web", &wanted("two"));
    assert_eq!(restarts(&host, "web.service"), 2, "one start and one restart");
    // One that should not run is not restarted either.
    let stopped = wanted("three").replace("{subscribe", "{ensure: stopped, subscribe");
    expect_line(apply(&host, &stopped).expect_success(), "service#web stopped");
}

/// How often a unit was started.
fn restarts(host: &Host, unit: &str) -> usize {
    let journal =
        host.run(["journalctl", "--no-pager", "--output=cat", "--unit", unit]).expect_success().stdout.clone();
    journal.lines().filter(|line| line.starts_with("Started ")).count()
}

#[test]
fn a_refresh_can_be_a_reload() {
    let host = host_with_web();
    add(&host, "stubborn.service", "[Service]\nType=exec\nExecStart=/bin/sleep infinity\n");
    let wanted = |name: &str, refresh: &str, content: &str| {
        format!(
            "- exec:\n    - {content}: {{command: \"true\"}}\n\
             - service:\n    - {name}: {{refresh: {refresh}, subscribe: [\"exec#{content}\"]}}\n"
        )
    };
    host.run(["systemctl", "start", "web", "stubborn"]).expect_success();
    let (_, _, first) = state(&host, "web.service");
    for (refresh, words, reloads) in [("reload", "reload", 1), ("reload-or-restart", "reload or restart", 2)] {
        let applied = apply(&host, &wanted("web", refresh, "a"));
        expect_line(applied.expect_success(), &format!("service#web refreshed {words}, subscribed to exec#a"));
        assert_eq!(host.read("/run/reloads").lines().count(), reloads);
        assert_eq!(state(&host, "web.service").2, first, "it was not restarted");
    }
    let (_, _, first) = state(&host, "stubborn.service");
    for output in
        [rehearse(&host, &wanted("stubborn", "reload", "b")), apply(&host, &wanted("stubborn", "reload", "b"))]
    {
        expect_line(
            output.expect_code(1),
            "service#stubborn failed `stubborn.service` cannot reload its configuration: set `refresh: restart` or",
        );
    }
    assert_eq!(state(&host, "stubborn.service").2, first);
    apply(&host, &wanted("stubborn", "reload-or-restart", "c")).expect_success();
    assert_ne!(state(&host, "stubborn.service").2, first, "it cannot reload, so it was restarted");
}

#[test]
fn a_failed_start_says_why() {
    let host = host();
    let complains = "/bin/sh -c 'echo cannot open the thing >&2; sleep 0.1; exit 3'";
    add(&host, "once.service", &format!("[Service]\nType=oneshot\nExecStart={complains}\n"));
    add(&host, "plain.service", &format!("[Service]\nExecStart={complains}\n"));
    add(&host, "again.service", "[Service]\nRestart=always\nExecStart=/bin/sh -c 'sleep 0.05; exit 4'\n");
    let endless =
        "[Unit]\nStartLimitIntervalSec=0\n[Service]\nRestart=always\nExecStart=/bin/sh -c 'sleep 0.05; exit 4'\n";
    add(&host, "endless.service", endless);
    add(&host, "killed.service", "[Service]\nType=oneshot\nExecStart=/bin/sh -c 'kill -9 $$$$'\n");
    add(&host, "slow.service", "[Service]\nType=notify\nTimeoutStartSec=1\nExecStart=/bin/sleep infinity\n");
    add(&host, "done.service", "[Service]\nType=oneshot\nExecStart=/bin/true\n");
    add(&host, "garbage.service", "[Service]\nNonsense\nExecStart\n");
    for (name, error, journal) in [
        (
            "once",
            "cannot start `once.service`: its process ended with exit code 3 (`systemctl start` ended with exit code 1)",
            Some("| cannot open the thing"),
        ),
        (
            "plain",
            "`plain.service` does not stay up: its process ended with exit code 3",
            Some("| cannot open the thing"),
        ),
        ("again", "`again.service` does not stay up", None),
        ("endless", "`endless.service` does not stay up", None),
        ("done", "`done.service` does not stay up: it ended by itself", None),
        ("killed", "cannot start `killed.service`: its process was ended by signal 9", None),
        ("slow", "cannot start `slow.service`: it took longer than 1s", None),
        ("garbage", "the unit cannot be used: Unit garbage.service has a bad unit file setting", None),
        ("missing", "there is no unit `missing.service`", None),
    ] {
        let output = apply(&host, &format!("- service:\n    - {name}: {{}}\n"));
        expect_line(output.expect_code(1), &format!("service#{name} failed {error}"));
        if let Some(journal) = journal {
            expect_line(&output, journal);
        }
    }
}

/// What a unit wrote first is not why it failed, and what an earlier start of it wrote is not what this one wrote.
#[test]
fn the_last_lines_of_a_failed_start_are_shown() {
    let host = host();
    let complains = "/bin/sh -c 'seq -f \"line %%g\" 15; cat /try; sleep 0.2; exit 3'";
    let few = "/bin/sh -c 'cat /try; sleep 0.2; exit 3'";
    for (name, body, command) in [
        ("long", "Type=oneshot\n", complains),
        ("plain", "", complains),
        ("short", "Type=oneshot\n", few),
        ("brief", "", few),
    ] {
        add(&host, &format!("{name}.service"), &format!("[Service]\n{body}ExecStart={command}\n"));
        for (attempt, other) in [("FATAL: first", "second"), ("FATAL: second", "first"), ("FATAL: third", "second")] {
            host.write("/try", format!("{attempt}\n"));
            let output = apply(&host, &format!("- service:\n    - {name}: {{}}\n"));
            output.expect_code(1);
            let shown: Vec<&str> = output.stdout.lines().filter_map(|line| line.trim().strip_prefix("| ")).collect();
            assert!(shown.len() <= 10, "{shown:?}");
            let at = |text: &str| shown.iter().position(|line| line.contains(text));
            // The manager may write down the end of the start before only now.
            let ended = shown.iter().rposition(|line| line.contains("Main process exited, code=exited, status=3"));
            let said = at(attempt);
            assert!(said.is_some() && said < ended, "what came last comes last: {shown:?}");
            assert!(at(other).is_none() && !shown.contains(&"line 1"), "{shown:?}");
        }
    }
}

/// A start that systemd did not try has nothing of the one before.
#[test]
fn a_start_that_was_not_tried_shows_no_lines_of_the_one_before() {
    let host = host();
    add(
        &host,
        "needy.service",
        "[Unit]\nRequires=base.service\nAfter=base.service\n[Service]\nType=exec\nExecStart=/bin/sh -c 'echo was up; exec sleep infinity'\n",
    );
    add(&host, "base.service", "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/test ! -e /broken\n");
    host.run(["systemctl", "start", "needy"]).expect_success();
    host.write("/broken", "");
    host.run(["systemctl", "stop", "needy", "base"]).expect_success();
    let output = apply(&host, "- service:\n    - needy: {}\n");
    output.expect_code(1);
    expect_line(&output, "| Dependency failed for needy.service");
    assert!(!output.stdout.contains("was up"), "{}", output.stdout);
}

#[test]
fn a_failed_restart_says_why() {
    let host = host();
    let unit = "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/sh -c 'test ! -e /broken || { echo it is broken; sleep 0.3; exit 4; }'\n";
    add(&host, "fragile.service", unit);
    let wanted =
        "- exec:\n    - make: {command: \"touch /broken\"}\n- service:\n    - fragile: {subscribe: [\"exec#make\"]}\n";
    host.run(["systemctl", "start", "fragile"]).expect_success();
    let output = apply(&host, wanted);
    let error = "service#fragile failed cannot restart `fragile.service`: its process ended with exit code 4";
    expect_line(output.expect_code(1), error);
    expect_line(&output, "| it is broken");
}

/// The unit stays up, so that nothing of it tells that something is wrong.
#[test]
fn a_failed_reload_says_why() {
    let host = host();
    let unit = "[Service]\nType=exec\nExecStart=/bin/sleep infinity\n\
        ExecReload=/bin/sh -c 'echo config error in line 3; sleep 0.1; exit 9'\n";
    add(&host, "reloads.service", unit);
    host.run(["systemctl", "start", "reloads"]).expect_success();
    for (refresh, verb) in [("reload", "reload"), ("reload-or-restart", "reload-or-restart")] {
        let wanted = format!(
            "- exec:\n    - make: {{command: \"true\"}}\n\
             - service:\n    - reloads: {{refresh: {refresh}, subscribe: [\"exec#make\"]}}\n"
        );
        let output = apply(&host, &wanted);
        let error = format!(
            "service#reloads failed cannot {verb} `reloads.service`: its `ExecReload` ended with exit code 9 \
             (`systemctl {verb}` ended with exit code 1)"
        );
        expect_line(output.expect_code(1), &error);
        expect_line(&output, "| config error in line 3");
    }
}

#[test]
fn a_unit_that_is_on_its_way_is_waited_for() {
    let host = host();
    add(
        &host,
        "late.service",
        "[Service]\nType=notify\nNotifyAccess=all\nExecStart=/bin/sh -c 'sleep 1.5; systemd-notify --ready; sleep infinity'\n",
    );
    add(
        &host,
        "stays.service",
        "[Service]\nExecStart=/bin/sh -c 'trap \"sleep 1.5; exit 0\" TERM; while :; do sleep 0.1; done'\n",
    );
    host.run(["systemctl", "start", "--no-block", "late"]).expect_success();
    let began = Instant::now();
    expect_line(apply(&host, "- service:\n    - late: {}\n").expect_success(), "service#late stable");
    assert!(began.elapsed() > Duration::from_millis(500), "it was waited for");
    host.run(["systemctl", "start", "stays"]).expect_success();
    host.run(["systemctl", "stop", "--no-block", "stays"]).expect_success();
    expect_line(apply(&host, "- service:\n    - stays: {ensure: stopped}\n").expect_success(), "service#stays stable");
    // One that never gets there is judged when its own time is over.
    add(&host, "never.service", "[Service]\nType=notify\nTimeoutStartSec=1\nExecStart=/bin/sleep infinity\n");
    host.run(["systemctl", "start", "--no-block", "never"]).expect_success();
    expect_line(rehearse(&host, "- service:\n    - never: {}\n").expect_success(), "service#never would start");
}

#[test]
fn one_that_falls_over_again_and_again_can_be_stopped() {
    let host = host();
    add(&host, "loop.service", "[Service]\nRestart=always\nRestartSec=30\nExecStart=/bin/false\n");
    host.run(["systemctl", "start", "loop"]).expect_success();
    let wanted = "- service:\n    - loop: {ensure: stopped}\n";
    changes(&host, "loop", wanted, "stop");
    let began = Instant::now();
    expect_line(
        apply(&host, "- service:\n    - loop: {}\n").expect_code(1),
        "service#loop failed `loop.service` does not stay up",
    );
    assert!(began.elapsed() < Duration::from_secs(20), "nobody waits for the next try");
}

#[test]
fn what_is_masked_static_or_linked() {
    let host = host_with_web();
    host.run(["ln", "-s", "/dev/null", "/etc/systemd/system/masked.service"]).expect_success();
    add(&host, "static.service", "[Service]\nType=exec\nExecStart=/bin/sleep infinity\n");
    host.write("/opt/linked.service", WEB);
    host.run(["systemctl", "link", "/opt/linked.service"]).expect_success();
    let masked = "failed the unit is masked: `systemctl unmask masked.service` lets it be started and enabled";
    for properties in ["{}", "{ensure: stopped, enable: true}"] {
        let wanted = format!("- service:\n    - masked: {properties}\n");
        expect_line(rehearse(&host, &wanted).expect_code(1), &format!("service#masked {masked}"));
        expect_line(apply(&host, &wanted).expect_code(1), &format!("service#masked {masked}"));
    }
    stays(&host, "masked", "- service:\n    - masked: {ensure: stopped, enable: false}\n");
    changes(&host, "static", "- service:\n    - static: {enable: true}\n", "start");
    let left_alone = "- service:\n    - static: {enable: false}\n";
    expect_line(rehearse(&host, left_alone).expect_success(), "service#static stable a static unit cannot be disabled");
    expect_line(apply(&host, left_alone).expect_success(), "service#static stable a static unit cannot be disabled");
    changes(&host, "linked", "- service:\n    - linked: {enable: true}\n", "start, enable");
    host.run(["systemctl", "enable", "--runtime", "web"]).expect_success();
    changes(&host, "web", "- service:\n    - web: {ensure: stopped, enable: false}\n", "disable");
    // An earlier command may well unmask it: that cannot be known in a rehearsal.
    let unmasks =
        "- exec:\n    - rm /etc/systemd/system/masked.service: {}\n- service:\n    - masked: {enable: true}\n";
    expect_line(
        rehearse(&host, unmasks).expect_success(),
        "service#masked may start and enable, unknown: the unit is masked",
    );
}

#[test]
fn unit_files_are_read_again_only_when_they_have_changed() {
    let host = host_with_web();
    let unit = |description: &str| {
        let content = format!("[Unit]\\nDescription={description}\\n{}", WEB.replace('\n', "\\n"));
        format!(
            "- file:\n    - /etc/systemd/system/new.service: {{ensure: present, content: \"{content}\", owner: root, group: root, mode: \"0644\"}}\n\
             - service:\n    - new: {{enable: true, subscribe: [\"file#/etc/systemd/system/new.service\"]}}\n"
        )
    };
    let reloads = |host: &Host| {
        let journal = host.run(["journalctl", "--no-pager", "--output=cat", "_PID=1"]).expect_success().stdout.clone();
        journal.lines().filter(|line| line.starts_with("Reloading")).count()
    };
    // In a rehearsal the unit is there because its file would be.
    let rehearsed = rehearse(&host, &unit("one"));
    expect_line(rehearsed.expect_success(), "service#new would start and enable");
    expect_line(apply(&host, &unit("one")).expect_success(), "service#new started and enabled");
    let quiet = reloads(&host);
    stays(&host, "new", &unit("one"));
    assert_eq!(reloads(&host), quiet);
    let step = "read unit files again, restart, subscribed to file#/etc/systemd/system/new.service";
    expect_line(rehearse(&host, &unit("two")).expect_success(), &format!("service#new would refresh {step}"));
    expect_line(apply(&host, &unit("two")).expect_success(), &format!("service#new refreshed {step}"));
    assert_eq!(show(&host, "new.service", "Description"), "two");
    stays(&host, "new", &unit("two"));
    // Somebody else's doing is found too.
    host.write("/etc/systemd/system/web.service.d/nice.conf", "[Service]\nNice=5\n");
    host.run(["systemctl", "start", "web"]).expect_success();
    host.write("/etc/systemd/system/web.service.d/nice.conf", "[Service]\nNice=6\n");
    changes(&host, "web", "- service:\n    - web: {}\n", "read unit files again");
}

#[test]
fn events_say_what_is_asked_for() {
    let host = host();
    host.write("/etc/systemd/system/web.service", WEB);
    for (asked, is_said) in [("enable: false", true), ("ensure: stopped", false)] {
        host.write("/srv/asked.yaml", crate::site::manifest(&format!("- service:\n    - web: {{{asked}}}")));
        let line = host.upright(["apply", "/srv/asked.yaml", "--noop", "-o", "jsonl"]).expect_success().stdout.clone();
        assert_eq!(line.contains(r#""enable":false"#), is_said, "{line}");
    }
}

/// systemd does not look into directories that were not there when it read its files last, and says that all is well.
#[test]
fn unit_files_that_systemd_does_not_know_of_are_read() {
    let host = host();
    let vendor = |name: &str, body: &str| host.write(&format!("/usr/lib/systemd/system/{name}"), body);
    vendor("extended.service", WEB);
    vendor("replaced.service", WEB);
    vendor("web-app.service", WEB);
    vendor("made@.service", WEB);
    vendor("masked.service", WEB);
    host.run(["systemctl", "daemon-reload"]).expect_success();
    host.run(["systemctl", "start", "extended", "replaced", "made@1", "web-app"]).expect_success();
    let longer = WEB.replace('\n', "\\n").replace("infinity", "1000000");
    for (name, unit, file, content, property, expected) in [
        ("extended", "extended.service", "extended.service.d/o.conf", "[Service]\\nNice=7\\n", "Nice", "7"),
        ("extended", "extended.service", "extended.service.d/o.conf", "[Service]\\nNice=8\\n", "Nice", "8"),
        ("extended", "extended.service", "extended.service.d/p.conf", "[Service]\\nNice=9\\n", "Nice", "9"),
        ("made@1", "made@1.service", "made@.service.d/o.conf", "[Service]\\nNice=7\\n", "Nice", "7"),
        ("web-app", "web-app.service", "web-.service.d/o.conf", "[Service]\\nNice=7\\n", "Nice", "7"),
        ("web-app", "web-app.service", "service.d/all.conf", "[Service]\\nNice=8\\n", "Nice", "7"),
        ("replaced", "replaced.service", "service.d/every.conf", "[Service]\\nNice=4\\n", "Nice", "4"),
        ("replaced", "replaced.service", "replaced.service", &longer, "ExecStart", "1000000"),
    ] {
        let path = format!("/etc/systemd/system/{file}");
        let directory = path.rsplit_once('/').unwrap().0;
        let attributes = "owner: root, group: root";
        let wanted = format!(
            "- file:\n    - {directory}: {{ensure: directory, {attributes}, mode: \"0755\"}}\n    \
             - {path}: {{ensure: present, content: \"{content}\", {attributes}, mode: \"0644\"}}\n\
             - service:\n    - {name}: {{subscribe: [\"file#{path}\"]}}\n"
        );
        let before = restarts(&host, unit);
        let step = format!("read unit files again, restart, subscribed to file#{path}");
        expect_line(rehearse(&host, &wanted).expect_success(), &format!("service#{name} would refresh {step}"));
        expect_line(apply(&host, &wanted).expect_success(), &format!("service#{name} refreshed {step}"));
        let value = show(&host, unit, property);
        assert!(value.contains(expected), "{file}: {value}");
        stays(&host, name, &wanted);
        assert_eq!(restarts(&host, unit), before + 1, "{file}");
    }
    // Somebody else's doing is found too, and what systemd makes nothing of is left alone.
    host.write("/run/systemd/system/replaced.service.d/r.conf", "[Service]\nNice=3\n");
    changes(&host, "replaced", "- service:\n    - replaced: {}\n", "read unit files again");
    host.write("/run/systemd/system/extended.service.d/o.conf", "");
    host.write("/run/systemd/system/extended.service.d/empty.conf", "");
    host.write("/run/systemd/system/extended.service.d/no thing.conf", "[Service]\n");
    host.write("/run/systemd/system/made@1.service.d/not.config", "[Service]\n");
    host.shell("ln -s /nowhere /run/systemd/system/made@1.service.d/dangling.conf").expect_success();
    stays(&host, "extended", "- service:\n    - extended: {}\n");
    stays(&host, "made@1", "- service:\n    - made@1: {}\n");
    host.shell("ln -s /dev/null /etc/systemd/system/masked.service").expect_success();
    stays(&host, "masked", "- service:\n    - masked: {ensure: stopped}\n");
    // A name that stands for another unit, of which there is a file in a place that comes first.
    host.shell(
        "ln -s /usr/lib/systemd/system/replaced.service /etc/systemd/system/alias.service; systemctl daemon-reload",
    )
    .expect_success();
    stays(&host, "alias", "- service:\n    - alias: {}\n");
}

/// The first service of a manifest makes all units known, whatever becomes of their files later.
#[test]
fn unit_files_behind_links_are_read_before_a_restart() {
    let host = host_with_web();
    host.shell("ln -s systemd/system /etc/mine; mkdir /opt/units").expect_success();
    host.write("/opt/units/linked.service", WEB);
    host.write("/etc/systemd/system/other.service", WEB);
    host.run(["systemctl", "link", "/opt/units/linked.service"]).expect_success();
    host.run(["systemctl", "daemon-reload"]).expect_success();
    host.run(["systemctl", "start", "web", "linked", "other"]).expect_success();
    for (name, file) in [("linked", "/opt/units/linked.service"), ("other", "/etc/mine/other.service")] {
        let longer = WEB.replace('\n', "\\n").replace("infinity", "1000000");
        let wanted = format!(
            "- service:\n    - web: {{ensure: running}}\n\
             - file:\n    - {file}: {{ensure: present, content: \"{longer}\", owner: root, group: root, mode: \"0644\"}}\n\
             - service:\n    - {name}: {{ensure: running, subscribe: [\"file#{file}\"]}}\n"
        );
        let before = restarts(&host, name);
        let step = format!("read unit files again, restart, subscribed to file#{file}");
        expect_line(rehearse(&host, &wanted).expect_success(), &format!("service#{name} would refresh {step}"));
        expect_line(apply(&host, &wanted).expect_success(), &format!("service#{name} refreshed {step}"));
        assert!(show(&host, name, "ExecStart").contains("1000000"), "{name}");
        let runs = host.shell(&format!("tr '\\0' ' ' < /proc/$(systemctl show --value -p MainPID {name})/cmdline"));
        assert_eq!(runs.expect_success().stdout.trim(), "/bin/sleep 1000000");
        stays(&host, name, &wanted);
        assert_eq!(restarts(&host, name), before + 1, "{name}");
    }
}

#[test]
fn what_a_command_did_to_a_service_is_seen() {
    let host = host_with_web();
    host.run(["systemctl", "start", "web"]).expect_success();
    let wanted = "- service:\n    - web: {ensure: running}\n- exec:\n    - systemctl stop web: {}\n\
                  - service:\n    - web.service: {ensure: running}\n";
    let applied = apply(&host, wanted);
    // Nothing but the command is done in between.
    expect_line(applied.expect_success(), "service#web stable");
    expect_line(&applied, "service#web.service started");
    assert_eq!(show(&host, "web", "ActiveState"), "active");
}

/// As when a package is removed and installed again while its service runs.
#[test]
fn a_unit_file_that_came_back_is_read_again() {
    let host = host_with_web();
    host.run(["systemctl", "start", "web"]).expect_success();
    let file = "/etc/systemd/system/web.service";
    host.run(["rm", file]).expect_success();
    host.run(["systemctl", "daemon-reload"]).expect_success();
    host.write(file, WEB);
    assert_eq!(show(&host, "web", "LoadState"), "error");
    assert_eq!(show(&host, "web", "NeedDaemonReload"), "no");
    changes(&host, "web", "- service: [{web: {ensure: running}}]", "read unit files again");
    assert_eq!(show(&host, "web", "LoadState"), "loaded");
}

/// The archive is never fetched: nobody knows what is in it.
#[test]
fn what_an_archive_may_bring_hides_no_program() {
    let host = host_with_web();
    host.run(["systemctl", "start", "web"]).expect_success();
    for parent in ["/usr/local", "/usr/local/bin", "/usr", "/"] {
        let resources = format!(
            "- archive:\n    - /srv/app.tar.gz: {{ensure: present, url: \"http://127.0.0.1:9/app.tar.gz\", owner: root, \
             group: root, extract_parent: {parent}, creates: {parent}/app/README}}\n\
             - package:\n    - bash: {{ensure: present}}\n- service:\n    - web: {{ensure: running}}\n\
             - package:\n    - rpm-bash: {{ensure: present, provider: dnf}}\n\
             - exec:\n    - systemctl status web: {{}}\n    - there-is-none --version: {{}}\n"
        )
        .replace("//", "/")
        .replace("http:/", "http://");
        for path in ["/usr/local/bin:/usr/bin:/bin", "/usr/bin:/usr/local/bin:/bin"] {
            host.write("/srv/site.yaml", crate::site::manifest(&resources));
            let said = host.shell(&format!("PATH={path} upright apply /srv/site.yaml --no-report --noop"));
            let said = said.expect_success();
            expect_line(said, "package#bash stable");
            expect_line(
                said,
                "package#rpm-bash may change unknown: provider `dnf` cannot be used on this machine, depends on",
            );
            expect_line(said, "exec#systemctl status web would change run");
            expect_line(said, "exec#there-is-none --version may change unknown");
            // A unit file that is there may be replaced.
            let is_reached = matches!(parent, "/" | "/usr");
            expect_line(said, if is_reached { "service#web may change unknown" } else { "service#web stable" });
        }
    }
}

#[test]
fn a_package_brings_its_unit() {
    let host = host();
    let wanted = "- package:\n    - web: {ensure: present}\n- service:\n    - web: {enable: true}\n";
    host.offer_apt(&testbed::Repository::of([
        testbed::Package::new("web", "1.0-1").file("/lib/systemd/system/web.service", WEB)
    ]));
    let rehearsed = rehearse(&host, wanted);
    expect_line(rehearsed.expect_success(), "service#web would start and enable, after package#web is installed");
    expect_line(apply(&host, wanted).expect_success(), "service#web started and enabled");
    let (active, enabled, _) = state(&host, "web.service");
    assert_eq!((active.as_str(), enabled.as_str()), ("active", "enabled"));
    stays(&host, "web", wanted);
    // The next version may bring another unit, and scripts that stop it; so may its removal.
    host.offer_apt(&testbed::Repository::of([
        testbed::Package::new("web", "2.0-1").file("/lib/systemd/system/web.service", WEB)
    ]));
    for ensure in ["latest", "absent"] {
        let rehearsed = rehearse(&host, &wanted.replace("present", ensure));
        expect_line(rehearsed.expect_success(), "service#web stable as the machine is now");
        let stopped = wanted.replace("present", ensure).replace("{enable: true}", "{ensure: stopped}");
        expect_line(rehearse(&host, &stopped).expect_success(), "service#web would stop as the machine is now");
        let subscribed = wanted.replace("present", ensure).replace("{enable", "{subscribe: [package#web], enable");
        let line = "service#web would refresh restart, subscribed to package#web, as the machine is now";
        expect_line(rehearse(&host, &subscribed).expect_success(), line);
    }
}

#[test]
fn a_hundred_services_without_a_change_are_two_processes() {
    let host = host();
    let mut script = String::new();
    let mut wanted = String::from("- service:\n");
    for number in 0..100 {
        writeln!(script, "printf '[Service]\\nType=oneshot\\nRemainAfterExit=yes\\nExecStart=/bin/true\\n[Install]\\nWantedBy=multi-user.target\\n' > /etc/systemd/system/s{number}.service").unwrap();
        writeln!(wanted, "    - s{number}: {{enable: true}}").unwrap();
    }
    host.shell(&format!(
        "{script}\nsystemctl daemon-reload; systemctl enable --now $(seq -f 's%g' 0 99) >/dev/null 2>&1"
    ))
    .expect_success();
    expect_line(apply(&host, &wanted).expect_success(), "Done: 100 stable");
    let traced = ["strace", "-f", "-qq", "-e", "trace=execve", "-e", "signal=none", "-o", "/trace"];
    let program = ["upright", "apply", "/srv/site.yaml", "--no-report"];
    let again = host.run(traced.iter().chain(&program));
    expect_line(again.expect_success(), "Done: 100 stable");
    let trace = host.read("/trace");
    let started: Vec<&str> = trace.lines().filter(|line| line.ends_with("= 0")).collect();
    assert!(started.len() <= 3, "the program itself and two questions: {started:#?}");
    let rehearsed = host.run(["upright", "apply", "/srv/site.yaml", "--no-report", "--noop"]);
    expect_line(rehearsed.expect_success(), "Rehearsal: 100 stable");
}

#[test]
fn the_command_line_speaks_of_services() {
    let host = host_with_web();
    expect_line(host.upright(["ensure", "svc", "web", "--enable"]).expect_success(), "service#web started and enabled");
    let status = host.upright(["status", "service", "web"]);
    assert!(status.expect_success().stdout.contains("running: true"), "{status}");
    expect_line(
        host.upright(["ensure", "service", "web", "stopped", "--disable"]).expect_success(),
        "service#web stopped and disabled",
    );
    let both = host.upright(["ensure", "service", "web", "--enable", "--disable"]);
    assert!(both.expect_code(2).stderr.contains("keep one of them"), "{both}");
    let missing = host.upright(["status", "service", "missing"]);
    assert!(missing.code != Some(0) && missing.stderr.contains("there is no unit `missing.service`"), "{missing}");
}

#[test]
fn without_a_running_systemd_nothing_is_guessed() {
    let host = Host::chroot(&with_upright(Root::bookworm()));
    let output = apply(&host, "- service:\n    - web: {}\n");
    expect_line(
        output.expect_code(1),
        "service#web failed cannot ask systemd about `web.service`: System has not been booted",
    );
}
