//! Files that people name for a result: links are followed, devices and pipes get the text and stay what they are.

use crate::test::{Ended, Test};
use insta::assert_snapshot;
use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;

const SOLUTION: &str = "apiVersion: scafctl.io/v1\nkind: Solution\nmetadata:\n  name: one\n  version: 1.0.0\nspec:\n  \
                        workflow:\n    actions:\n      greet:\n        provider: static\n        inputs:\n          value: hi\n";

/// Everything that writes to a path that was named, and what is in there then.
const WRITERS: [(&[&str], &str); 4] = [
    (&["secrets", "export", "-o"], "value: one"),
    (&["run", "provider", "static", "value=1", "--metrics-file"], "scafctl_provider_execution_total"),
    (&["render", "solution", "-f", "solution.yaml", "--output-file"], "\"greet\""),
    (&["run", "provider", "debug", "destination=file", "value=hello"], "hello"),
];

fn test() -> Test {
    assert!(rustix::process::getuid().is_root(), "the tests run as root");
    let mut test = Test::new().file("solution.yaml", SOLUTION);
    test.again(&["secrets", "set", "a", "one"], 0);
    test
}

fn into(test: &mut Test, writer: &[&str], path: &str, code: i32) -> Ended {
    let file = format!("file={path}");
    let last = if writer.contains(&"debug") { file.as_str() } else { path };
    test.again(&[writer, &[last]].concat(), code)
}

/// A device that swallows everything, of our own.
fn device(test: &Test, name: &str) -> PathBuf {
    let path = test.path(name);
    mknodat(CWD, &path, FileType::CharacterDevice, Mode::from_raw_mode(0o644), makedev(1, 3)).unwrap();
    path
}

fn pipe(test: &Test, name: &str) -> PathBuf {
    let path = test.path(name);
    mknodat(CWD, &path, FileType::Fifo, Mode::from_raw_mode(0o644), 0).unwrap();
    path
}

#[test]
fn a_device_stays_a_device() {
    for (writer, _) in WRITERS {
        let mut test = test();
        let path = device(&test, "null");
        symlink("null", test.path("link")).unwrap();
        for name in ["null", "link"] {
            into(&mut test, writer, name, 0);
            assert!(path.symlink_metadata().unwrap().file_type().is_char_device(), "{writer:?}");
            assert_eq!(test.mode("null"), 0o644, "{writer:?}");
        }
        assert!(test.path("link").is_symlink(), "{writer:?}");
    }
}

#[test]
fn who_reads_a_pipe_gets_the_text() {
    for (writer, text) in WRITERS {
        let mut test = test();
        let path = pipe(&test, "pipe");
        let reader = thread::spawn({
            let path = path.clone();
            move || std::fs::read_to_string(path).unwrap()
        });
        into(&mut test, writer, "pipe", 0);
        let read = reader.join().unwrap();
        assert!(read.contains(text), "{writer:?}: {read}");
        assert!(path.symlink_metadata().unwrap().file_type().is_fifo(), "{writer:?}");
        assert_eq!(test.mode("pipe"), 0o644, "{writer:?}");
    }
}

/// A pipe takes so much at once and no more.
#[test]
fn a_pipe_gets_all_of_a_long_text() {
    let long = "x".repeat(300_000);
    let mut test = test().file("long", &long);
    test.again(&["secrets", "set", "b", "--file", "long"], 0);
    let path = pipe(&test, "pipe");
    let reader = thread::spawn(move || std::fs::read_to_string(path).unwrap());
    into(&mut test, WRITERS[0].0, "pipe", 0);
    assert!(reader.join().unwrap().contains(&long));
}

#[test]
fn a_link_is_followed_and_stays() {
    for (writer, text) in WRITERS {
        let mut test = test().directory("elsewhere").file("elsewhere/old.txt", "old\n");
        symlink("elsewhere/old.txt", test.path("link.txt")).unwrap();
        symlink("elsewhere/new.txt", test.path("dangling.txt")).unwrap();
        for (link, file) in [("link.txt", "elsewhere/old.txt"), ("dangling.txt", "elsewhere/new.txt")] {
            into(&mut test, writer, link, 0);
            assert!(test.path(link).is_symlink(), "{writer:?}");
            assert!(test.read(file).contains(text), "{writer:?}: {}", test.read(file));
        }
    }
}

#[test]
fn a_file_has_the_mode_of_its_kind() {
    for ((writer, _), mode) in WRITERS.into_iter().zip([0o600, 0o644, 0o600, 0o644]) {
        let mut test = test();
        into(&mut test, writer, "out.txt", 0);
        assert_eq!(test.mode("out.txt"), mode, "{writer:?}");
    }
}

#[test]
fn standard_output_has_many_names() {
    let mut test = test();
    symlink("/dev/stdout", test.path("link")).unwrap();
    for path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"] {
        let ended = into(&mut test, WRITERS[0].0, path, 0);
        assert!(
            ended.stdout().starts_with("version: ") && ended.stdout().ends_with("value: one\n"),
            "{}",
            ended.stdout()
        );
        assert!(ended.stderr().ends_with(&format!("Exported 1 secret, to {path}\n")), "{}", ended.stderr());
        // The same when it is a file, which is not replaced under whoever has it open.
        let file = std::fs::File::create(test.path("redirected")).unwrap();
        let mut command = test.args_of(&["secrets", "export", "-o", path]).command();
        assert!(command.stdout(file).stderr(Stdio::null()).status().unwrap().success());
        assert!(test.read("redirected").ends_with("value: one\n"), "{path}: {}", test.read("redirected"));
    }
}

#[test]
fn a_directory_is_refused() {
    let mut test = test().directory("directory.d");
    assert_snapshot!(into(&mut test, WRITERS[0].0, "directory.d", 1).stderr(), @"
    warning: the document is not encrypted; `--encrypt` does that
    error: cannot write `[ROOT]/directory.d`: it is a directory
    ");
    assert_snapshot!(into(&mut test, WRITERS[1].0, "directory.d", 0).stderr(), @"warning: cannot write `directory.d`: it is a directory");
    assert_snapshot!(into(&mut test, WRITERS[2].0, "directory.d", 1).stderr(), @"error: cannot write `[ROOT]/directory.d`: it is a directory");
    into(&mut test, WRITERS[3].0, "directory.d", 1);
    assert_eq!(std::fs::read_dir(test.path("directory.d")).unwrap().count(), 0);
}

/// Everything that looks into a store.
const LOOKS: [&[&str]; 9] = [
    &["list"],
    &["exists", "a"],
    &["get", "a"],
    &["set", "a", "one"],
    &["delete", "a", "--force"],
    &["rotate", "--force"],
    &["export", "-o", "out"],
    &["import", "document"],
    &["import", "document", "--dry-run"],
];

#[test]
fn a_store_that_is_no_directory_is_refused_and_stays() {
    let document = "version: scafctl-secrets-v1\nsecrets:\n  - {name: a, value: one}\n";
    let mut test = Test::new().file("store", "x\n").file("document", document);
    std::fs::set_permissions(test.path("store"), std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    device(&test, "null");
    pipe(&test, "pipe");
    for store in ["store", "null", "pipe", "store/below"] {
        let mut test = Shared(&mut test, store);
        for look in LOOKS {
            let error = test.says(&[&["secrets"], look].concat(), 7);
            let path = test.0.path(store);
            assert!(error.contains(&format!("`{}` is not a directory", path.display())), "{look:?}: {error}");
            assert!(error.contains("help: name a directory with SCAFCTL_SECRETS_DIR"), "{look:?}: {error}");
        }
        for operation in ["list", "get"] {
            let operation = format!("operation={operation}");
            let name: &[&str] = if operation.ends_with("list") { &[] } else { &["name=a"] };
            let error = test.says(&[&["run", "provider", "secret", &operation], name].concat(), 1);
            assert!(error.contains("is not a directory"), "{operation}: {error}");
        }
    }
    assert_eq!(test.read("store"), "x\n");
    assert_eq!(["store", "null", "pipe"].map(|name| test.mode(name)), [0o644; 3]);
    assert!(!test.exists("out"));
}

/// A test with another store.
struct Shared<'t>(&'t mut Test, &'t str);

impl Shared<'_> {
    fn says(&mut self, arguments: &[&str], code: i32) -> String {
        let store = self.0.path(self.1);
        let output = self.0.args_of(arguments).command().env("SCAFCTL_SECRETS_DIR", store).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        error
    }
}

#[test]
fn a_key_goes_into_a_file() {
    let key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    let mut test = Test::new().env("SCAFCTL_SECRET_KEY", key).directory("directory").file("file", "");
    test.again(&["secrets", "set", "a", "one"], 0);
    device(&test, "null");
    pipe(&test, "pipe");
    symlink("null", test.path("link")).unwrap();
    for file in ["null", "pipe", "link", "directory"] {
        let error = test.again(&["secrets", "rotate", "--force", "--key-file", file], 2).stderr();
        assert!(error.ends_with("exists already, and is not overwritten\n"), "{file}: {error}");
    }
    let error = test.again(&["secrets", "rotate", "--force", "--key-file", "file/new"], 1).stderr();
    assert!(error.contains("not a directory"), "{error}");
    assert_eq!(test.again(&["secrets", "get", "a"], 0).stdout(), "one\n");
    assert_eq!(["null", "pipe"].map(|name| test.mode(name)), [0o644; 2]);
    symlink("directory/key", test.path("dangling")).unwrap();
    test.again(&["secrets", "rotate", "--force", "--key-file", "dangling"], 0);
    assert!(test.path("dangling").is_symlink());
    assert_eq!((test.mode("directory/key"), test.read("directory/key").trim().len()), (0o600, 44));
}

/// A link to the key is somebody's wish to have it elsewhere; what is no file is no key, and stays as it is.
#[test]
fn the_file_of_the_master_key_stays_what_it_is() {
    let mut test = Test::new();
    test.again(&["secrets", "set", "a", "one"], 0);
    let path = test.path(".local/share/scafctl/master.key");
    std::fs::rename(&path, test.path("vault")).unwrap();
    symlink(test.path("vault"), &path).unwrap();
    let before = test.read("vault");
    test.again(&["secrets", "rotate", "--force"], 0);
    assert!(path.is_symlink() && test.read("vault") != before);
    assert_eq!(test.again(&["secrets", "get", "a"], 0).stdout(), "one\n");
    std::fs::remove_file(&path).unwrap();
    device(&test, ".local/share/scafctl/master.key");
    let error = test.again(&["secrets", "set", "b", "two"], 4).stderr();
    assert!(error.contains("master.key`: not a regular file but a device, pipe or socket"), "{error}");
    assert_eq!(test.mode(".local/share/scafctl/master.key"), 0o644);
}

#[test]
fn a_state_directory_that_is_none_is_told_of() {
    let site = "ccm:\n  resources:\n    - exec:\n        - \"true\": {}\n";
    let mut test = Test::new().file("site.yaml", site).file("state", "x\n");
    std::fs::set_permissions(test.path("state"), std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    let told = test.again(&["apply", "site.yaml", "--state-dir", "state", "--no-report"], 0).stderr();
    assert_snapshot!(told, @"warning: cannot use `state`: `state` is not a directory; nothing is kept for later runs, and others may run at the same time");
    assert_eq!((test.read("state").as_str(), test.mode("state")), ("x\n", 0o644));
}
