//! Archives that are extracted by runs that are killed.

use crate::test::Test;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Duration;

const FILES: usize = 600;
/// Later and later, from before the first file to behind the last one.
const KILLS: u32 = 24;

/// A server that sends one body to everybody.
pub(crate) fn serve(body: Vec<u8>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut socket in listener.incoming().map_while(Result::ok) {
            let _ = socket.read(&mut [0; 4096]);
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = socket.write_all(head.as_bytes()).and_then(|()| socket.write_all(&body));
        }
    });
    port
}

/// An archive whose first member is what `creates` names.
fn archive() -> Vec<u8> {
    let files = (0..FILES).map(|at| (format!("file-{at:04}"), format!("content of {at}\n").repeat(200)));
    let files: Vec<_> = [("a-first".to_owned(), "first".to_owned())].into_iter().chain(files).collect();
    packed(&files.iter().map(|(name, content)| (name.as_str(), content.as_str())).collect::<Vec<_>>())
}

/// An archive of a directory `app` with these files.
fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let tree = directory.path().join("app");
    std::fs::create_dir(&tree).unwrap();
    for (name, content) in files {
        std::fs::write(tree.join(name), content).unwrap();
    }
    let status =
        Command::new("tar").args(["--sort=name", "-czf", "a.tar.gz", "app"]).current_dir(directory.path()).status();
    assert!(status.unwrap().success());
    std::fs::read(directory.path().join("a.tar.gz")).unwrap()
}

fn manifest(port: u16) -> String {
    let mut text = String::new();
    write!(
        text,
        "ccm:\n  resources:\n    - archive:\n        - @ROOT@/a.tar.gz:\n            ensure: present\n            \
         url: http://127.0.0.1:{port}/a.tar.gz\n            extract_parent: @ROOT@/opt\n            \
         creates: @ROOT@/opt/app/a-first\n            owner: \"{}\"\n            group: \"{}\"\n",
        rustix::process::getuid().as_raw(),
        rustix::process::getgid().as_raw()
    )
    .unwrap();
    text
}

#[test]
fn a_run_that_is_killed_while_it_extracts_is_made_good_by_the_next_one() {
    let port = serve(archive());
    let mut halves = 0;
    for kill in 0..KILLS {
        let test = Test::new().file("site.yaml", manifest(port)).args(["apply", "site.yaml", "--no-report"]);
        let mut child =
            test.command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The first ones are killed at once after the first file is there, so that some hit the middle on any machine.
        if kill % 2 == 0 {
            crate::signals::until("the first file", || test.exists("opt/app/a-first") || child_is_over(&child));
        }
        std::thread::sleep(Duration::from_millis(u64::from(kill)));
        let _ = child.kill();
        let _ = child.wait();
        let there = count(&test);
        halves += usize::from(there > 0 && there <= FILES);
        let ended = test.run();
        assert_eq!(ended.code, Some(0), "{}{}", ended.stdout(), ended.stderr());
        assert_eq!(count(&test), FILES + 1, "kill {kill}");
        let last = format!("opt/app/file-{:04}", FILES - 1);
        assert_eq!(test.read(&last), format!("content of {}\n", FILES - 1).repeat(200));
        let stable = test.run();
        assert!(stable.stdout().contains("1 stable"), "{}", stable.stdout());
    }
    assert!(halves > 0, "no kill hit an extraction");
}

#[test]
fn an_extraction_that_is_interrupted_is_repeated_by_the_next_run() {
    let large = "0123456789".repeat(1 << 20);
    let port = serve(packed(&[("a-first", "first"), ("b-large", &large)]));
    let test = Test::new().file("site.yaml", manifest(port)).args(["apply", "site.yaml", "--no-report"]);
    let child = test.command().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    crate::signals::until("the first file", || test.exists("opt/app/a-first") || child_is_over(&child));
    rustix::process::kill_process(crate::signals::pid(&child), rustix::process::Signal::INT).unwrap();
    let ended = test.ended(child.wait_with_output().unwrap());
    assert_eq!(ended.code, Some(130), "{}{}", ended.stdout(), ended.stderr());
    assert!(ended.stdout().contains("extraction failed: interrupted by SIGINT"), "{}", ended.stdout());
    assert_eq!(count(&test), 1, "nothing half-written stays");
    let again = test.run();
    assert_eq!(again.code, Some(0), "{}{}", again.stdout(), again.stderr());
    assert_eq!(test.read("opt/app/b-large").len(), large.len());
    assert!(test.run().stdout().contains("1 stable"));
}

fn child_is_over(child: &std::process::Child) -> bool {
    !crate::signals::is_alive(&child.id().to_string())
}

/// Everything below `opt/app`, unfinished files included.
fn count(test: &Test) -> usize {
    test.tree().into_keys().filter(|path| path.starts_with("opt/app") && path.components().count() > 2).count()
}

/// A newer archive over an older one whose tree is there: whatever fails in between, the old tree is not taken for the
/// new one.
#[test]
fn an_upgrade_that_fails_is_not_stable_afterwards() {
    let (old, new) = (small("old"), small("new"));
    let sum = |bytes: &[u8]| system::files::Digest::of(bytes).to_string();
    let (old_sum, new_sum) = (sum(&old), sum(&new));
    let (old_port, new_port) = (serve(old), serve(new));
    let mut test = Test::new().file("site.yaml", manifest(old_port) + &format!("            checksum: {old_sum}\n"));
    test.again(&["apply", "site.yaml"], 0);
    let upgraded = manifest(new_port) + &format!("            checksum: {new_sum}\n");
    test = test.file("site.yaml", format!("{upgraded}            extract_owner: nobody-has-this-name\n"));
    test.again(&["apply", "site.yaml"], 1);
    assert_eq!(test.read("opt/app/a-first"), "old");
    test = test.file("site.yaml", upgraded);
    test.again(&["apply", "site.yaml"], 0);
    assert_eq!(test.read("opt/app/a-first"), "new");
}

/// Nothing was made, so nobody is owed a refresh, whether the archive is there already or has to be downloaded.
#[test]
fn an_archive_that_fails_before_anything_is_made_owes_no_refresh() {
    for is_there in [true, false] {
        let archive = manifest(serve(small("one")));
        let mut test = Test::new().file("site.yaml", archive.clone());
        if is_there {
            test.again(&["apply", "site.yaml"], 0);
            std::fs::remove_file(test.path("opt/app/a-first")).unwrap();
        }
        let subscribed =
            "exec: [{reload: {command: 'true', refreshonly: true, subscribe: ['archive#@ROOT@/a.tar.gz']}}]";
        let wanted = format!("{archive}            extract_owner: nobody-has-this-name\n    - {subscribed}\n");
        test = test.file("site.yaml", wanted);
        let said = test.again(&["apply", "site.yaml"], 1).raw();
        assert!(said.contains("there is no `nobody-has-this-name` on this machine"), "{said}");
        let notes = std::fs::read_to_string(test.state().join("refresh.json")).unwrap_or_default();
        assert!(!notes.contains("exec#reload"), "{notes}");
    }
}

fn small(content: &str) -> Vec<u8> {
    packed(&[("a-first", content)])
}

#[test]
fn a_directory_that_is_missing_is_told_with_what_helps_by_a_run_as_by_a_rehearsal() {
    let wanted = manifest(serve(small("one"))).replace("@ROOT@/a.tar.gz", "@ROOT@/none/a.tar.gz");
    let mut test = Test::new().file("site.yaml", wanted);
    for arguments in [&["apply", "site.yaml", "--noop"][..], &["apply", "site.yaml"]] {
        let said = test.again(arguments, 1);
        let words = "/none; make it first with a `file`";
        assert!(said.raw().contains("no such file or directory: ") && said.raw().contains(words), "{}", said.raw());
    }
}
