//! The hosts themselves: they start, they are apart from this machine, and they end.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use testbed::{Host, Package, Repository, Root};

#[test]
fn a_booted_host_runs_services_and_ends_with_its_value() {
    let host = Host::boot(&Root::bookworm());
    host.write("/etc/systemd/system/demo.service", "[Service]\nExecStart=/bin/sleep infinity\n");
    host.run(["systemctl", "start", "demo"]).expect_success();
    assert_eq!(host.run(["systemctl", "is-active", "demo"]).stdout, "active\n");
    assert_eq!(host.run(["hostname"]).stdout, "bed\n");
    let init = format!("/proc/{}", host.init());
    assert!(Path::new(&init).exists());
    drop(host);
    assert!(!Path::new(&init).exists() || is_zombie(&init));
}

#[test]
fn a_host_ends_when_its_test_panics() {
    let path = std::sync::Mutex::new(String::new());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let host = Host::chroot(&Root::bookworm());
        *path.lock().unwrap() = format!("/proc/{}", host.init());
        panic!("on purpose");
    }));
    assert!(panicked.is_err());
    let path = path.into_inner().unwrap();
    assert!(!Path::new(&path).exists() || is_zombie(&path));
}

/// What a killed test cannot do itself: the host ends all the same, and the next one who starts a host removes its group.
#[test]
fn a_host_ends_when_its_test_is_killed() {
    let helper = std::env::current_exe().unwrap();
    let words = ["--exact", "waits_to_be_killed", "--nocapture"];
    let mut test = Command::new(helper).args(words).env("TESTBED_WAITS", "1").stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(test.stdout.take().unwrap()).lines();
    let init = lines.map(Result::unwrap).find_map(|line| line.split_once("host ").map(|(_, init)| init.to_owned()));
    let init = format!("/proc/{}", init.expect("a host was started"));
    let prefix = format!("upright-testbed-{}-", test.id());
    test.kill().unwrap();
    test.wait().unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while Path::new(&init).exists() && !is_zombie(&init) {
        assert!(Instant::now() < until, "the host goes on");
        sleep(Duration::from_millis(20));
    }
    // Groups are swept once by a process, so another process has to look.
    let words = ["--exact", "a_host_ends_when_its_test_panics"];
    assert!(Command::new(std::env::current_exe().unwrap()).args(words).output().unwrap().status.success());
    let groups =
        ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"].into_iter().filter_map(|tree| std::fs::read_dir(tree).ok());
    let left = groups.flatten().flatten().any(|group| group.file_name().to_string_lossy().starts_with(&prefix));
    assert!(!left, "its control group is still there");
}

/// The test above starts this one in a process of its own; alone it does nothing.
#[test]
fn waits_to_be_killed() {
    if std::env::var_os("TESTBED_WAITS").is_some() {
        let host = Host::chroot(&Root::bookworm());
        println!("host {}", host.init());
        sleep(Duration::from_mins(10));
    }
}

#[test]
fn what_is_done_on_a_host_is_not_done_to_this_machine() {
    let host = Host::chroot(&Root::bookworm());
    for path in ["/upright-testbed-was-here", "/etc/upright-testbed-was-here", "/usr/upright-testbed-was-here"] {
        host.write(path, "");
        assert!(host.exists(path) && !Path::new(path).exists(), "{path}");
    }
    for kind in ["mnt", "pid", "net", "uts", "ipc", "cgroup"] {
        let theirs = host.run(["readlink", &format!("/proc/self/ns/{kind}")]).stdout;
        let ours = std::fs::read_link(format!("/proc/self/ns/{kind}")).unwrap();
        assert_ne!(theirs.trim(), ours.to_str().unwrap(), "{kind}");
    }
}

#[test]
fn a_command_for_a_host_that_has_ended_does_nothing() {
    let host = Host::chroot(&Root::bookworm());
    let mut late = host.command(["touch", "/tmp/upright-testbed-was-here"]);
    // As if the number of the first process belonged to somebody else: this process, which is not in the host.
    let words: Vec<_> = late.get_args().map(|word| word.to_str().unwrap().to_owned()).collect();
    let init = host.init().to_string();
    let own = std::process::id().to_string();
    let words = words.iter().map(|word| if *word == init { own.clone() } else { word.clone() });
    let output = Command::new(late.get_program()).args(words).output().unwrap();
    assert_eq!(output.status.code(), Some(125));
    drop(host);
    assert_ne!(late.output().unwrap().status.code(), Some(0));
    assert!(!Path::new("/tmp/upright-testbed-was-here").exists());
}

fn is_zombie(process: &str) -> bool {
    std::fs::read_to_string(format!("{process}/stat")).is_ok_and(|stat| stat.contains(") Z"))
}

fn demo(version: &str) -> Package {
    Package::new("demo", version)
        .program("/usr/bin/demo", &format!("#!/bin/sh\necho {version} 100%\n"))
        .configuration("/etc/demo.conf", "setting=1\n")
}

#[test]
fn apt_installs_from_a_repository() {
    let host = Host::chroot(&Root::bookworm());
    host.offer_apt(&Repository::of([
        demo("1.0-1").script("postinst", "touch /postinst"),
        demo("2.0-1"),
        Package::new("other", "1:3").field("Depends", "demo"),
    ]));
    host.run(["apt-get", "install", "--yes", "demo=1.0-1"]).expect_success();
    assert_eq!(host.run(["demo"]).stdout, "1.0-1 100%\n");
    assert!(host.exists("/postinst"));
    host.run(["apt-get", "install", "--yes", "other"]).expect_success();
    host.run(["apt-get", "dist-upgrade", "--yes"]).expect_success();
    assert_eq!(host.run(["demo"]).stdout, "2.0-1 100%\n");
}

#[test]
fn dnf_4_installs_from_a_repository() {
    dnf_installs(&Host::chroot(&Root::dnf4()), "dnf");
}

#[test]
fn dnf_5_installs_from_a_repository() {
    dnf_installs(&Host::chroot(&Root::dnf5()), "dnf5");
}

fn dnf_installs(host: &Host, dnf: &str) {
    host.offer_dnf(&Repository::of([demo("1.0-1").script("post", "touch /post"), demo("1:2.0-1.el9")]));
    host.run([dnf, "install", "-y", "demo-1.0"]).expect_success();
    assert_eq!(host.run(["demo"]).stdout, "1.0-1 100%\n");
    assert!(host.exists("/post"));
    host.run([dnf, "upgrade", "-y", "demo"]).expect_success();
    assert_eq!(host.run(["rpm", "-q", "demo"]).stdout, "demo-2.0-1.el9.noarch\n");
    assert_ne!(host.run([dnf, "install", "-y", "no-such-thing"]).code, Some(0));
}
