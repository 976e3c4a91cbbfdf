//! `upright secrets`: what people type, and what happens when it is cut off.

use crate::test::{Ended, Test};
use insta::assert_snapshot;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

const KEY: &str = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
const DATA: &str = ".local/share/scafctl";

fn with_key() -> Test {
    Test::new().env("SCAFCTL_SECRET_KEY", KEY)
}

/// Runs a command and feeds it.
fn fed(test: &mut Test, arguments: &[&str], input: impl AsRef<[u8]>, code: i32) -> Ended {
    let mut command = test.args_of(arguments).command();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // One that is refused before it reads closes its end.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let ended = test.ended(child.wait_with_output().unwrap());
    assert_eq!(ended.code, Some(code), "{arguments:?}: {}", ended.raw());
    ended
}

/// What was recorded of the original.
#[test]
fn a_secret_from_the_first_day_to_the_last() {
    let mut test = with_key();
    let said = |test: &mut Test, arguments: &[&str], code: i32| test.again(arguments, code).stdout();
    assert_eq!(said(&mut test, &["secrets", "set", "db-pass", "--value", "s3"], 0), "Created secret \"db-pass\"\n");
    assert_eq!(fed(&mut test, &["secrets", "set", "api-key"], "k9\n", 0).stdout(), "Created secret \"api-key\"\n");
    let refused = test.again(&["secrets", "set", "db-pass", "--value", "other"], 3);
    assert_eq!(refused.stderr(), "error: secret \"db-pass\" already exists\nhelp: `--overwrite` replaces it\n");
    let updated = said(&mut test, &["secrets", "set", "db-pass", "newer", "--overwrite"], 0);
    assert_eq!(updated, "Updated secret \"db-pass\"\n");
    let listed = test.again(&["secrets", "list", "-o", "json"], 0).json();
    assert_eq!(listed, serde_json::json!([{"name": "api-key", "type": "user"}, {"name": "db-pass", "type": "user"}]));
    assert_eq!(said(&mut test, &["secrets", "get", "db-pass"], 0), "newer\n");
    assert_eq!(said(&mut test, &["secrets", "get", "db-pass", "--no-newline"], 0), "newer");
    assert_eq!(said(&mut test, &["secrets", "get", "api-key"], 0), "k9\n\n", "the value has a line break of its own");
    assert_eq!(said(&mut test, &["secrets", "exists", "db-pass"], 0), "true\n");
    assert_eq!(said(&mut test, &["secrets", "exists", "nothing"], 1), "false\n");
    assert_eq!(test.again(&["secrets", "get", "nothing"], 4).stderr(), "error: secret \"nothing\" not found\n");
    assert_eq!(said(&mut test, &["secrets", "delete", "api-key", "-f"], 0), "Deleted secret \"api-key\"\n");
    test.again(&["secrets", "delete", "api-key", "-f"], 4);
    test.again(&["secrets", "set", "bad name", "--value", "x"], 3);
    assert_eq!(test.mode(&format!("{DATA}/secrets")), 0o700);
    assert_eq!(test.mode(&format!("{DATA}/secrets/db-pass.enc")), 0o600);
    assert!(!test.exists(&format!("{DATA}/master.key")), "the key is in the environment");
}

#[test]
fn a_provider_reads_what_was_set() {
    let mut test = Test::new();
    test.again(&["secrets", "set", "db-pass", "s3cret-value"], 0);
    let get = ["run", "provider", "secret", "operation=get", "name=db-pass"];
    assert_eq!(test.again(&get, 0).json(), serde_json::json!({"data": "s3cret-value"}));
    let shown = test.again(&[&get[..], &["-o", "text"]].concat(), 0).raw();
    assert!(!shown.contains("s3cret-value"), "{shown}");
    let logged = test.again(&[&get[..], &["--log-level", "trace", "--redact"]].concat(), 0);
    assert!(logged.stderr().contains("secret read") && logged.stderr().contains("db-pass"), "{}", logged.stderr());
    assert!(!logged.raw().contains("s3cret-value"), "{}", logged.raw());
}

#[test]
fn a_wrong_key_and_a_damaged_file_remove_nothing() {
    let mut test = Test::new().env("SCAFCTL_SECRETS_DIR", "@ROOT@/store");
    test.again(&["secrets", "set", "one", "first"], 0);
    let (key, sealed) = (test.read(&format!("{DATA}/master.key")), std::fs::read(test.path("store/one.enc")).unwrap());
    std::fs::remove_file(test.path(&format!("{DATA}/master.key"))).unwrap();
    assert_snapshot!(test.again(&["secrets", "get", "one"], 4).stderr(), @"
    error: no master key was found for the secrets in `[ROOT]/store`
    help: set SCAFCTL_SECRET_KEY, or bring the file with the master key back; the keychain was not looked into: cannot access keyring: this program was built without the feature `keychain`
    ");
    let mut other = test.env("SCAFCTL_SECRET_KEY", KEY);
    assert_snapshot!(other.again(&["secrets", "get", "one"], 4).stderr(), @r#"
    error: secret "one" is corrupted (decryption failed)
    help: the file was damaged, or written with another key than SCAFCTL_SECRET_KEY
    "#);
    assert_snapshot!(other.again(&["secrets", "set", "two", "second"], 3).stderr(), @"
    error: no master key opens any of the secrets in `[ROOT]/store`, so nothing is written beside them
    help: give the key that the secrets were written with, or another SCAFCTL_SECRETS_DIR
    ");
    other.again(&["secrets", "rotate", "--force"], 3);
    assert_eq!(std::fs::read(other.path("store/one.enc")).unwrap(), sealed);
    let mut again = other.file(&format!("{DATA}/master.key"), key);
    assert_snapshot!(again.again(&["secrets", "get", "one"], 0).raw(), @"
    first
    warning: the master key from SCAFCTL_SECRET_KEY opens no stored secret; it is skipped
    ");
}

#[test]
fn secrets_of_programs_are_hidden() {
    let mut test = Test::new();
    let name = "scafctl.token";
    assert_snapshot!(test.again(&["secrets", "set", name, "x"], 3).stderr(), @r#"
    error: invalid secret name "scafctl.token": names that begin with "scafctl." are kept for the program
    help: `--all` includes them
    "#);
    test.again(&["secrets", "set", name, "x", "--all"], 0);
    test.again(&["secrets", "get", name], 4);
    test.again(&["secrets", "exists", name], 1);
    test.again(&["secrets", "delete", name, "-f"], 4);
    assert_eq!(test.again(&["secrets", "list"], 0).stdout(), "No secrets\n");
    assert_eq!(test.again(&["secrets", "list", "--all"], 0).stdout(), "NAME           TYPE\nscafctl.token  internal\n");
    assert_eq!(test.again(&["secrets", "get", name, "--all"], 0).stdout(), "x\n");
    let provider = ["run", "provider", "secret", "operation=get", "name=scafctl.token"];
    test.again(&provider, 1);
}

#[test]
fn secrets_move_by_a_document() {
    let mut test = Test::new().file("password", "correct horse\n");
    for (name, value) in [("a", "one"), ("b", "two\n"), ("c", "")] {
        test.again(&["secrets", "set", name, value], 0);
    }
    let plain = test.again(&["secrets", "export", "--output", "plain.json", "--format", "json"], 0);
    assert!(plain.stderr().contains("not encrypted"), "{}", plain.stderr());
    assert_eq!(test.mode("plain.json"), 0o600);
    test.again(&["secrets", "export", "-o", "sealed", "--encrypt", "--password-file", "password"], 0);
    let sealed = String::from_utf8_lossy(&std::fs::read(test.path("sealed")).unwrap()).into_owned();
    assert!(sealed.starts_with("SCAFCTL-ENC-V1\n") && !sealed.contains("secrets"), "{sealed}");
    for name in ["a", "b"] {
        test.again(&["secrets", "delete", name, "-f"], 0);
    }
    assert_snapshot!(test.again(&["secrets", "import", "plain.json", "--dry-run"], 0).stdout(), @r#"
    Would create secret "a"
    Would create secret "b"
    Would skip secret "c"
    Would import 2 secrets, 1 skipped
    "#);
    assert_eq!(test.again(&["secrets", "exists", "a"], 1).stdout(), "false\n");
    let imported = fed(&mut test, &["secrets", "import", "sealed", "--overwrite"], "correct horse", 0);
    assert!(imported.stdout().ends_with("Imported 3 secrets, 0 skipped\n"), "{}", imported.stdout());
    assert_eq!(test.again(&["secrets", "get", "b", "--no-newline"], 0).stdout(), "two\n");
    let wrong = fed(&mut test, &["secrets", "import", "sealed"], "wrong", 3);
    assert_eq!(wrong.stderr(), "error: cannot import `sealed`: the password is wrong, or the document is damaged\n");
    let sealed = std::fs::read(test.path("sealed")).unwrap();
    let both = fed(&mut test, &["secrets", "import", "-"], sealed, 2);
    assert!(both.stderr().contains("--password-file"), "{}", both.stderr());
    fed(&mut test, &["secrets", "export", "-o", "x", "--encrypt"], "", 3);
    assert!(!test.exists("x"));
}

#[test]
fn a_key_of_the_environment_is_rotated_into_a_file() {
    let mut test = with_key();
    test.again(&["secrets", "set", "a", "one"], 0);
    assert_snapshot!(test.again(&["secrets", "rotate", "--force"], 2).stderr(), @"
    error: the master key comes from SCAFCTL_SECRET_KEY, which cannot be changed from here
    help: `--key-file F` writes the new key to a file
    ");
    assert_snapshot!(test.again(&["secrets", "rotate", "--force", "--key-file", "new.key"], 0).stdout(), @"Rotated 1 secret; the master key is in `[ROOT]/new.key`: set SCAFCTL_SECRET_KEY to its content");
    assert_eq!(test.mode("new.key"), 0o600);
    test.again(&["secrets", "get", "a"], 4);
    let key = test.read("new.key");
    let mut test = test.env("SCAFCTL_SECRET_KEY", &key);
    assert_eq!(test.again(&["secrets", "get", "a"], 0).stdout(), "one\n");
}

/// Types a line into a program that asks for it, on a terminal that `script` of util-linux makes.
fn typed(test: &Test, arguments: &str, answers: &[(&str, &str)]) -> (Option<i32>, String) {
    let mut command = Command::new("script");
    // Whoever starts the tests may have told them to ignore signals.
    let line = format!("exec env --default-signal=INT,TERM,HUP {} {arguments}", env!("CARGO_BIN_EXE_upright"));
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    command.current_dir(test.path("")).env_clear().env("PATH", "/usr/bin:/bin").env("TERM", "xterm");
    command.env("HOME", test.path(""));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut shown = Vec::new();
    for (question, answer) in answers {
        let seen = shown.len();
        while !String::from_utf8_lossy(&shown[seen..]).contains(question) {
            let mut byte = [0];
            assert_eq!(output.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&shown));
            shown.push(byte[0]);
        }
        input.write_all(answer.as_bytes()).unwrap();
    }
    output.read_to_end(&mut shown).unwrap();
    (child.wait().unwrap().code(), String::from_utf8_lossy(&shown).into_owned())
}

#[test]
fn what_is_typed_is_not_shown() {
    let mut test = Test::new();
    let (code, shown) = typed(&test, "secrets set typed", &[("Value of secret \"typed\": ", "S3NTINEL-typed\n")]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(!shown.contains("S3NTINEL") && shown.contains("Created secret"), "{shown}");
    assert_eq!(test.again(&["secrets", "get", "typed"], 0).stdout(), "S3NTINEL-typed\n");
    let twice = [("Password: ", "S3NTINEL-p\n"), ("The same again: ", "S3NTINEL-p\n")];
    let (code, shown) = typed(&test, "secrets export -o sealed --encrypt", &twice);
    assert_eq!((code, shown.contains("S3NTINEL")), (Some(0), false), "{shown}");
    let other = [("Password: ", "S3NTINEL-p\n"), ("The same again: ", "S3NTINEL-q\n")];
    let (code, shown) = typed(&test, "secrets export -o other --encrypt", &other);
    assert_eq!((code, shown.contains("not the same")), (Some(3), true), "{shown}");
    let (code, _) = typed(&test, "secrets delete typed", &[("[y/N] ", "n\n")]);
    assert_eq!(code, Some(1));
    test.again(&["secrets", "delete", "typed"], 2);
    let (code, _) = typed(&test, "secrets set other", &[("other\": ", "half\x03")]);
    assert_eq!(code, Some(130), "Ctrl-C ends it");
    let (code, _) = typed(&test, "secrets delete typed", &[("[y/N] ", "y\n")]);
    assert_eq!((code, test.again(&["secrets", "exists", "typed"], 1).code), (Some(0), Some(1)));
}

/// Somebody else has the store for a while, so it takes long enough to be told.
#[test]
fn a_terminal_shows_what_takes_so_long() {
    let mut test = Test::new();
    test.again(&["secrets", "set", "a", "one"], 0);
    let held = |test: &Test| {
        let mut flock = Command::new("flock");
        flock.arg(test.path(&format!("{DATA}/secrets/.lock"))).args(["sh", "-c", "echo held; sleep 2"]);
        let mut holder = flock.stdout(Stdio::piped()).spawn().unwrap();
        holder.stdout.as_mut().unwrap().read_exact(&mut [0; 5]).unwrap();
        holder
    };
    let mut holder = held(&test);
    let (code, shown) = typed(&test, "secrets rotate --force", &[]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("[1/1] rotate 1 s"), "{shown:?}");
    assert!(shown.contains("\r\x1b[2KRotated 1 secret"), "the line is gone at the end: {shown:?}");
    holder.wait().unwrap();
    let mut holder = held(&test);
    let (code, shown) = typed(&test, "secrets rotate --force --quiet", &[]);
    assert_eq!((code, shown.contains("[1/1]")), (Some(0), false), "{shown:?}");
    holder.wait().unwrap();
}

/// The value goes through every command, and comes out of none that was not asked for it.
#[test]
fn no_command_shows_a_value() {
    let value = "S3NTINEL \"quoted\" 7";
    let broken = format!("version: scafctl-secrets-v1\nsecrets:\n  - {{name: a, value: \"{}\n", "S3NTINEL");
    let mut test = Test::new().file("value", value).file("broken.yaml", broken).file("password", "S3NTINEL-password");
    let commands: &[(&[&str], i32)] = &[
        (&["set", "a", "--file", "value"], 0),
        (&["set", "a", "--file", "value"], 3),
        (&["set", "a", "--value", "S3NTINEL-other", "--overwrite"], 0),
        (&["set", "bad name", "--value", "S3NTINEL"], 3),
        (&["set", "a", "--file", "missing"], 3),
        (&["set", "b", "--file", "missing"], 4),
        (&["list"], 0),
        (&["list", "-o", "yaml"], 0),
        (&["exists", "a"], 0),
        (&["export", "-o", "plain.yaml"], 0),
        (&["export", "-o", "sealed", "--encrypt", "--password-file", "password"], 0),
        (&["import", "plain.yaml"], 0),
        (&["import", "plain.yaml", "--overwrite", "--dry-run"], 0),
        (&["import", "sealed", "--password-file", "password"], 0),
        (&["import", "sealed", "--password-file", "value"], 3),
        (&["import", "broken.yaml"], 3),
        (&["import", "value"], 3),
        (&["rotate", "-f"], 0),
        (&["rotate", "-f", "--key-file", "x"], 2),
        (&["delete", "a", "-f"], 0),
        (&["get", "a"], 4),
    ];
    for (words, code) in commands {
        let arguments = [&["secrets"], *words, &["--log-level", "trace"]].concat();
        let ended = test.again(&arguments, *code);
        assert!(!ended.raw().contains("S3NTINEL"), "{words:?}: {}", ended.raw());
    }
}

#[test]
fn a_damaged_secret_keeps_no_other_back() {
    let mut test = Test::new().env("XDG_DATA_HOME", "@ROOT@/data");
    for (name, value) in [("one", "first"), ("two", "second")] {
        test.again(&["secrets", "set", name, "--value", value], 0);
    }
    std::fs::write(test.path("data/scafctl/secrets/bad.enc"), [1; 60]).unwrap();
    let said = test.again(&["secrets", "export", "-o", "all.yaml"], 1);
    assert_eq!(said.stdout(), "Exported 2 secrets, to all.yaml\n");
    assert!(said.stderr().contains("error: secret \"bad\" is corrupted"), "{}", said.stderr());
    assert!(test.read("all.yaml").contains("second") && !test.read("all.yaml").contains("bad"));
    let said = test.again(&["secrets", "rotate", "--force"], 1);
    assert!(said.stdout().starts_with("Rotated 2 secrets"), "{}", said.stdout());
    assert!(said.stderr().contains("\"bad\" is corrupted"), "{}", said.stderr());
    assert_eq!(test.again(&["secrets", "get", "two"], 0).stdout(), "second\n");
    assert!(said.stderr().contains("the old key is kept beside the new one"), "{}", said.stderr());
    // A copy from before the rotation opens, until a rotation has nothing damaged before it.
    let (path, whole) = (test.path("data/scafctl/secrets/two.enc"), test.path("two.enc"));
    std::fs::copy(&path, &whole).unwrap();
    test.again(&["secrets", "delete", "bad", "--force"], 0);
    std::fs::write(&path, [1; 60]).unwrap();
    test.again(&["secrets", "rotate", "--force"], 1);
    std::fs::copy(&whole, &path).unwrap();
    assert_eq!(test.again(&["secrets", "get", "two"], 0).stdout(), "second\n");
    test.again(&["secrets", "rotate", "--force"], 0);
    assert!(!test.exists("data/scafctl/secrets/.rotation"));
    assert_eq!(test.again(&["secrets", "get", "two"], 0).stdout(), "second\n");
    let again = test.again(&["secrets", "export", "-o", "all.yaml"], 0).stdout();
    assert_eq!(again, "Exported 2 secrets, over what was there, to all.yaml\n");
}
