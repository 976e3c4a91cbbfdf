//! `upright secrets rotate` is killed again and again, somewhere between its first secret and its last.

use crate::test::Test;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

const COUNT: usize = 300;
/// So many kills have to hit it between two secrets; those that come too early or too late are looked at as well.
const KILLS: usize = 12;
const SECRETS: &str = ".local/share/scafctl/secrets";
const KEY_FILE: &str = ".local/share/scafctl/master.key";
const VARIABLE: &str = "SCAFCTL_SECRET_KEY";

/// A store with many secrets, whose key is in a variable or in a file.
struct Victim {
    test: Test,
    /// The key, when it is in a variable.
    key: Option<String>,
    /// How many rotations were begun: each has a file for its key, where it needs one.
    rotations: usize,
}

impl Victim {
    fn new(key: Option<&str>) -> Self {
        let entries: String = (0..COUNT).map(|at| format!("  - {{name: s{at}, value: value-{at}}}\n")).collect();
        let document = format!("version: scafctl-secrets-v1\nsecrets:\n{entries}");
        let mut victim =
            Self { test: Test::new().file("all.yaml", document), key: key.map(str::to_owned), rotations: 0 };
        victim.call(&["secrets", "import", "all.yaml"]);
        victim
    }

    /// Runs a command with the key of now.
    fn call(&mut self, arguments: &[&str]) -> String {
        let mut command = self.test.args_of(arguments).command();
        let output = command.envs(self.key.iter().map(|key| (VARIABLE, key))).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
        said
    }

    fn new_key(&self) -> String {
        format!("key-{}", self.rotations)
    }

    fn rotation(&self) -> Vec<String> {
        let into = self.key.as_ref().map(|_| ["--key-file".to_owned(), self.new_key()]);
        ["secrets", "rotate", "-f"].into_iter().map(str::to_owned).chain(into.into_iter().flatten()).collect()
    }

    /// Runs a rotation to its end, and uses its key from then on.
    fn rotate(&mut self) {
        let arguments = self.rotation();
        self.call(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        self.key = self.key.as_ref().map(|_| self.test.read(&self.new_key()));
        self.rotations += 1;
        assert!(!self.test.exists(&format!("{SECRETS}/.rotation")), "it is not over");
        self.assert_open("rotated");
    }

    /// Runs a rotation for so long.
    fn kill_after(&mut self, moment: Duration) {
        let arguments = self.rotation();
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = self.test.args_of(&words).command();
        command.envs(self.key.iter().map(|key| (VARIABLE, key)));
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(moment);
        child.kill().unwrap();
        child.wait().unwrap();
    }

    fn assert_open(&mut self, why: &str) {
        let all = self.call(&["secrets", "export", "-o", "-", "--format", "json"]);
        let all: serde_json::Value = serde_json::from_str(&all).unwrap();
        let secrets = all["secrets"].as_array().unwrap();
        assert_eq!(secrets.len(), COUNT, "{why}");
        for secret in secrets {
            let number = secret["name"].as_str().unwrap().trim_start_matches('s');
            assert_eq!(secret["value"], format!("value-{number}"), "{why}");
        }
    }

    /// With the key of before, and with the one that is to come when that is known.
    fn assert_either_key_opens(&mut self, why: &str) {
        let name = self.new_key();
        let new = (self.key.is_some() && self.test.exists(&name)).then(|| self.test.read(&name));
        // One that was over already has left its new key only.
        if new.is_none() || self.test.exists(&format!("{SECRETS}/.rotation")) {
            self.assert_open(&format!("{why}, the old key"));
        }
        if new.is_some() {
            let old = std::mem::replace(&mut self.key, new);
            self.assert_open(&format!("{why}, the new key"));
            self.key = old;
        }
    }

    /// The files of all secrets.
    fn sealed(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = std::fs::read_dir(self.test.path(SECRETS)).unwrap().map(|entry| entry.unwrap().path());
        let secrets = entries.filter(|path| path.extension().is_some_and(|extension| extension == "enc"));
        secrets.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
    }
}

/// How many secrets were sealed anew.
fn changed(before: &BTreeMap<PathBuf, Vec<u8>>, now: &BTreeMap<PathBuf, Vec<u8>>) -> usize {
    assert_eq!(before.len(), now.len());
    before.iter().filter(|(name, sealed)| now[*name] != **sealed).count()
}

fn kill_many_times(mut victim: Victim) {
    let start = Instant::now();
    victim.rotate();
    let mut whole = start.elapsed();
    let mut hits = 0;
    for round in 0_u32.. {
        assert!(round < 40 * u32::try_from(KILLS).unwrap(), "{hits} of {round} kills hit it");
        let before = victim.sealed();
        // Multiples of the golden ratio are spread over all moments, and no two are the same.
        let part = (f64::from(round) * 0.618).fract();
        victim.kill_after(whole.mul_f64(part));
        let done = changed(&before, &victim.sealed());
        victim.assert_either_key_opens(&format!("round {round}, {done} done"));
        if done == COUNT {
            whole = whole.mul_f64(0.9);
        }
        let half = (1..COUNT).contains(&done);
        hits += usize::from(half);
        if half && round % 2 == 0 {
            // The one that should finish it dies as well.
            victim.kill_after(whole.mul_f64(part / 2.0));
            victim.assert_either_key_opens(&format!("round {round}, killed twice"));
        }
        let is_over = victim.key.is_some()
            && victim.test.exists(&victim.new_key())
            && !victim.test.exists(&format!("{SECRETS}/.rotation"));
        if is_over {
            victim.key = Some(victim.test.read(&victim.new_key()));
            victim.rotations += 1;
        } else {
            victim.rotate();
        }
        if hits >= KILLS {
            return;
        }
    }
}

#[test]
fn a_store_with_a_key_of_the_environment_survives_killed_rotations() {
    kill_many_times(Victim::new(Some("MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")));
}

#[test]
fn a_store_with_a_key_file_survives_killed_rotations() {
    let victim = Victim::new(None);
    assert!(victim.test.exists(KEY_FILE));
    kill_many_times(victim);
}
