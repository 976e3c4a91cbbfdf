//! A refresh is not lost: runs that are killed at any moment of "write the configuration, restart the service".

use crate::site::{manifest, with_upright};
use rustix::process::{Pid, Signal, kill_process};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use testbed::{Host, Root};

const MANIFEST: &str = "/etc/site.yaml";
/// Every start leaves a line with the configuration that it found.
const UNIT: &str = "[Unit]
StartLimitIntervalSec=0
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c 'cat /etc/demo.conf >> /var/log/starts'
";

fn site(round: u32) -> String {
    manifest(&format!(
        "- file:
    - /etc/demo.conf: {{ensure: present, owner: root, group: root, mode: \"0644\", content: \"round {round}\\n\"}}
- service:
    - demo: {{ensure: running, subscribe: [file#/etc/demo.conf]}}"
    ))
}

/// The service reads what a command makes of the file.
fn chain(round: u32) -> String {
    manifest(&format!(
        "- file:
    - /etc/demo.src: {{ensure: present, owner: root, group: root, mode: \"0644\", content: \"round {round}\\n\"}}
- exec:
    - compile: {{command: cp /etc/demo.src /etc/demo.conf, refreshonly: true, subscribe: [file#/etc/demo.src]}}
- service:
    - demo: {{ensure: running, subscribe: [exec#compile]}}"
    ))
}

fn apply(host: &Host) {
    host.upright(["apply", MANIFEST, "--no-report"]).expect_success();
}

/// Begins a command that nobody listens to.
fn start(host: &Host, words: &[&str]) -> Child {
    let mut command = host.command(words);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("what leads into a host is there")
}

fn kill(child: &mut Child) -> bool {
    send(child, Signal::KILL)
}

/// Ends the program itself, not those that lead into the host, and says whether it was still there.
fn send(child: &mut Child, signal: Signal) -> bool {
    let program = program_in(child.id()).and_then(|pid| Pid::from_raw(pid.try_into().ok()?));
    let was_there = program.is_some_and(|pid| kill_process(pid, signal).is_ok());
    child.wait().expect("it was started");
    was_there
}

/// The program that a process has started, or one that it has started.
fn program_in(pid: u32) -> Option<u32> {
    let read = |file: String| std::fs::read_to_string(file).ok();
    let first = read(format!("/proc/{pid}/task/{pid}/children"))?.split_whitespace().next()?.parse().ok()?;
    let is_program = read(format!("/proc/{first}/comm"))?.trim_end() == "upright";
    if is_program { Some(first) } else { program_in(first) }
}

/// Waits until the program is there, or is over already.
fn wait_for_program(child: &mut Child) {
    while program_in(child.id()).is_none() && child.try_wait().expect("it was started").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// How long a run takes that changes the file and restarts the service.
fn whole(host: &Host, site: fn(u32) -> String) -> Duration {
    let runs = (1..=3).map(|round| {
        host.write(MANIFEST, site(round));
        let start = Instant::now();
        apply(host);
        start.elapsed()
    });
    runs.max().expect("there are three")
}

#[test]
fn a_service_is_restarted_exactly_once_for_each_change() {
    kill_runs(site, 200);
}

#[test]
fn a_service_behind_a_command_is_restarted_exactly_once_for_each_change() {
    kill_runs(chain, 100);
}

/// Kills so many runs, each of which changes the file. After the next one the service was started with it once, and last.
fn kill_runs(site: fn(u32) -> String, most: u32) {
    let host = Host::boot(&with_upright(Root::bookworm()));
    host.write("/etc/systemd/system/demo.service", UNIT);
    let mut span = whole(&host, site);
    let (mut rounds, mut kills, mut died) = (0, 0, 0);
    while kills < most {
        rounds += 1;
        assert!(rounds <= 10 * most, "{kills} of {rounds} runs were killed: the others were over");
        let round = 100 + rounds;
        host.write(MANIFEST, site(round));
        let mut child = start(&host, &["upright", "apply", MANIFEST]);
        wait_for_program(&mut child);
        // Steps of the golden section meet every part of the run.
        let moment = span.mul_f64(f64::from(rounds) * 0.618_034 % 1.0);
        std::thread::sleep(moment);
        let is_killed = kill(&mut child);
        // How long a run takes changes with what else the machine does.
        span = span.mul_f64(if is_killed { 1.01 } else { 0.97 });
        let starts = || host.read("/var/log/starts");
        kills += u32::from(is_killed);
        died += u32::from(is_killed && !starts().contains(&format!("round {round}\n")));
        apply(&host);
        let of_this_round = starts().lines().filter(|line| *line == format!("round {round}")).count();
        assert_eq!(of_this_round, 1, "round {round}, {moment:?}:\n{}", starts());
        assert!(starts().ends_with(&format!("round {round}\n")), "round {round}, {moment:?}");
    }
    assert!(
        (most / 10..most).contains(&died),
        "{died} of {most} runs died before the restart: not all moments are met"
    );
    assert!(!host.read("/var/lib/upright/refresh.json").contains("demo"), "nothing is owed at the end");
}

/// Another service stands between the file and the one that leaves a line with each start.
fn behind(service: &str, round: u32) -> String {
    manifest(&format!(
        "- file:
    - /etc/demo.conf: {{ensure: present, owner: root, group: root, mode: \"0644\", content: \"round {round}\\n\"}}
- service:
    - {service}: {{ensure: running, subscribe: [file#/etc/demo.conf]}}
    - demo: {{ensure: running, subscribe: [service#{service}]}}"
    ))
}

/// Waits until a file is there.
fn wait_for(host: &Host, path: &str) {
    let start = Instant::now();
    while !host.exists(path) {
        assert!(start.elapsed() < Duration::from_mins(1), "{path} never came");
    }
}

/// systemd goes on with a restart that nobody waits for any more: who subscribes to it is refreshed by the next run, however
/// often somebody loses patience.
#[test]
fn a_restart_that_somebody_interrupts_refreshes_its_subscribers() {
    let host = Host::boot(&with_upright(Root::bookworm()));
    let slow = "cat /etc/demo.conf >> /var/log/slow; touch /run/begun; sleep 2";
    host.write(
        "/etc/systemd/system/slow.service",
        format!("[Service]\nExecStartPre=/bin/sh -c '{slow}'\nExecStart=/bin/sleep infinity\n"),
    );
    host.write("/etc/systemd/system/demo.service", UNIT);
    host.write(MANIFEST, behind("slow", 1));
    apply(&host);
    for (round, signal) in [(2, Signal::INT), (3, Signal::TERM)] {
        host.write(MANIFEST, behind("slow", round));
        host.run(["rm", "/run/begun"]).expect_success();
        for patience in [0, 300] {
            let mut child = start(&host, &["env", "--default-signal", "upright", "apply", MANIFEST]);
            wait_for(&host, "/run/begun");
            wait_for_program(&mut child);
            std::thread::sleep(Duration::from_millis(patience));
            assert!(send(&mut child, signal), "it is over before it is interrupted");
        }
        let line = format!("round {round}\n");
        assert!(!host.read("/var/log/starts").contains(&line), "it was interrupted before");
        apply(&host);
        assert!(host.read("/var/log/starts").ends_with(&line), "{signal:?}");
        apply(&host);
        for log in ["/var/log/starts", "/var/log/slow"] {
            assert_eq!(host.read(log).matches(&line).count(), 1, "{log}: once is enough");
        }
    }
    assert!(!host.read("/var/lib/upright/refresh.json").contains("demo"), "nothing is owed at the end");
}

/// One that falls over is no reason to refresh anybody; one that systemd gets up again is.
#[test]
fn a_service_that_comes_up_by_itself_after_a_failed_restart_refreshes_its_subscribers() {
    let host = Host::boot(&with_upright(Root::bookworm()));
    let shy = "if test -e /run/fails; then rm /run/fails; exit 1; fi; touch /run/stays; exec sleep infinity";
    host.write(
        "/etc/systemd/system/shy.service",
        format!("[Service]\nRestart=on-failure\nRestartSec=2\nExecStart=/bin/sh -c '{shy}'\n"),
    );
    host.write("/etc/systemd/system/demo.service", UNIT);
    host.write(MANIFEST, behind("shy", 1));
    apply(&host);
    host.write(MANIFEST, behind("shy", 2));
    host.shell("rm /run/stays; touch /run/fails").expect_success();
    host.upright(["apply", MANIFEST]).expect_code(1);
    assert_eq!(host.read("/var/log/starts"), "round 1\n", "its cause has failed");
    wait_for(&host, "/run/stays");
    apply(&host);
    apply(&host);
    assert_eq!(host.read("/var/log/starts"), "round 1\nround 2\n");
}

/// Takes its time before it asks systemd, and says when it begins.
const SLOW: &str = "#!/bin/sh
case \"$*\" in *restart*) touch /run/begun; sleep 1;; esac
exec /usr/bin/systemctl \"$@\"
";

/// The command that restarts goes on when its run is killed: the next run waits for it, and owes nothing then.
#[test]
fn a_restart_that_outlives_its_run_is_not_made_again() {
    let host = Host::boot(&with_upright(Root::bookworm()));
    host.write("/etc/systemd/system/demo.service", UNIT);
    host.write(MANIFEST, site(1));
    apply(&host);
    host.write_program("/opt/slow/systemctl", SLOW);
    host.write(MANIFEST, site(2));
    let path = "PATH=/opt/slow:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin";
    let mut child = start(&host, &["env", path, "upright", "apply", MANIFEST]);
    wait_for(&host, "/run/begun");
    kill(&mut child);
    assert!(!host.read("/var/log/starts").contains("round 2"), "it was killed before the restart");
    apply(&host);
    assert_eq!(host.read("/var/log/starts"), "round 1\nround 2\n");
    assert!(!host.read("/var/lib/upright/refresh.json").contains("demo"), "nothing is owed at the end");
}
