//! `secret`.

use crate::kit::{Kit, json};
use crate::store::{KEY, OTHER_KEY, name, quiet};
use providers::store::{Existing, Places, Store};
use providers::{Capability, Manners, Output, what_if};
use std::sync::Arc;
use std::time::Duration;
use system::{FakeEnvironment, ReadWorld, Signal, WriteWorld};
use value::Value;

const SECRETS: [(&str, &[u8]); 5] = [
    ("api-key", b"k9\n"),
    ("binary", &[0xff, 0x00]),
    ("db-pass", b"S3NTINEL-newer"),
    ("proxy-api", b"p"),
    ("scafctl.auth.entra", b"S3NTINEL-token"),
];

/// A kit with a store on disk; the key comes from the environment.
pub(crate) fn kit() -> Kit {
    with_key(KEY)
}

fn with_key(key: &str) -> Kit {
    let mut kit = Kit::new();
    fill(&kit, &store(&kit, KEY));
    kit.run.secrets = Arc::new(store(&kit, key));
    kit.manners = Manners::Lenient;
    kit
}

fn store(kit: &Kit, key: &str) -> Store {
    let directory = kit.root().join("store");
    let environment = FakeEnvironment::in_directory("/").with("SCAFCTL_SECRET_KEY", key);
    let world = ReadWorld { environment: Arc::new(environment), ..kit.world.read.clone() };
    Store::at(Places { directory, key_file: None, keychain_only: false }, &world)
}

fn fill(kit: &Kit, store: &Store) {
    let world: &WriteWorld = &kit.world;
    let writer = store.writer(world, &quiet).unwrap();
    for (secret, value) in SECRETS {
        writer.set(&name(secret), value, Existing::Refuse).unwrap();
    }
}

fn from(kit: &Kit, inputs: &str) -> Value {
    kit.data("secret", Capability::From, inputs)
}

fn fails(kit: &Kit, inputs: &str) -> String {
    kit.error("secret", Capability::From, inputs)
}

/// The results of a recorded run.
#[test]
fn one_secret_by_name_or_pattern() {
    let kit = kit();
    assert_eq!(from(&kit, r#"{"operation": "get", "name": "db-pass"}"#), "S3NTINEL-newer".into());
    assert_eq!(from(&kit, r#"{"operation": "get", "pattern": "^api"}"#), "k9\n".into());
    assert_eq!(from(&kit, r#"{"operation": "get", "pattern": "api"}"#), "k9\n".into(), "the first that matches");
    assert_eq!(from(&kit, r#"{"operation": "get", "name": "db-pass", "pattern": "^api"}"#), "S3NTINEL-newer".into());
    assert_eq!(from(&kit, r#"{"operation": "get", "name": "binary"}"#), Value::text([0xff, 0x00]));
}

#[test]
fn names_are_listed_and_those_of_programs_are_not() {
    let kit = kit();
    let listed = |inputs: &str| json(&from(&kit, inputs));
    assert_eq!(listed(r#"{"operation": "list"}"#), r#"["api-key","binary","db-pass","proxy-api"]"#);
    assert_eq!(listed(r#"{"operation": "list", "pattern": "api"}"#), r#"["api-key","proxy-api"]"#);
    assert_eq!(listed(r#"{"operation": "list", "pattern": "auth"}"#), "[]");
}

#[test]
fn a_secret_that_is_not_there_is_an_error_unless_it_need_not_be() {
    let kit = kit();
    let get = |rest: &str| format!(r#"{{"operation": "get", {rest}}}"#);
    assert!(fails(&kit, &get(r#""name": "nothing""#)).ends_with("failed: secret \"nothing\" not found"));
    let pattern = fails(&kit, &get(r#""pattern": "^no""#));
    assert!(pattern.ends_with("failed: no secret found matching pattern \"^no\""), "{pattern}");
    let hidden = fails(&kit, &get(r#""name": "scafctl.auth.entra""#));
    assert!(hidden.ends_with("failed: secret \"scafctl.auth.entra\" not found"), "{hidden}");
    assert!(fails(&kit, &get(r#""pattern": "auth""#)).contains("no secret found"));
    assert_eq!(from(&kit, &get(r#""name": "nothing", "required": false, "fallback": "fb""#)), "fb".into());
    assert_eq!(from(&kit, &get(r#""name": "nothing", "required": false"#)), "".into());
    assert_eq!(from(&kit, &get(r#""name": "nothing", "required": "false", "fallback": 7"#)), "7".into());
}

#[test]
fn inputs_that_make_no_sense_are_refused() {
    let kit = kit();
    for (inputs, text) in [
        (r#"{"operation": "get"}"#, "either 'name' or 'pattern' field is required for get operation"),
        (r#"{"operation": "put", "name": "x"}"#, "unsupported operation: put"),
        (r#"{"name": "x"}"#, "operation is required and must be a string"),
        (
            r#"{"operation": "get", "pattern": "("}"#,
            "invalid pattern \"(\": error parsing regexp: missing closing ): `(`",
        ),
        (
            r#"{"operation": "list", "pattern": "["}"#,
            "invalid pattern \"[\": error parsing regexp: missing closing ]: `[`",
        ),
        (r#"{"operation": "get", "name": "../x"}"#, "invalid secret name \"../x\": only letters, digits, dots, dashes"),
        (r#"{"operation": "get", "name": {"a": 1}}"#, "invalid secret name"),
    ] {
        let error = fails(&kit, inputs);
        assert!(error.contains(text), "{inputs}: {error}");
    }
    let strict = Kit { manners: Manners::Strict, ..kit };
    let error = fails(&strict, r#"{"operation": "put"}"#);
    assert!(error.starts_with("input validation failed: inputs: operation"), "{error}");
}

#[test]
fn a_wrong_key_is_an_error_even_when_nothing_is_required() {
    let kit = with_key(OTHER_KEY);
    for inputs in [
        r#"{"operation": "get", "name": "db-pass"}"#,
        r#"{"operation": "get", "name": "db-pass", "required": false, "fallback": "x"}"#,
    ] {
        assert!(fails(&kit, inputs).ends_with("secret \"db-pass\" is corrupted (decryption failed)"));
    }
}

#[test]
fn a_key_that_is_skipped_is_a_warning_of_the_result() {
    let mut kit = kit();
    let key_file = kit.write("master.key", KEY);
    let environment = FakeEnvironment::in_directory("/").with("SCAFCTL_SECRET_KEY", OTHER_KEY);
    let world = ReadWorld { environment: Arc::new(environment), ..kit.world.read.clone() };
    let places = Places { directory: kit.root().join("store"), key_file: Some(key_file), keychain_only: false };
    kit.run.secrets = Arc::new(Store::at(places, &world));
    let get = || kit.call("secret", Capability::From, r#"{"operation": "get", "name": "api-key"}"#).unwrap();
    let warning = "the master key from SCAFCTL_SECRET_KEY opens no stored secret; it is skipped";
    assert_eq!(get(), Output { warnings: vec![warning.to_owned()], ..Output::of("k9\n").secret() });
    assert_eq!(get(), Output::of("k9\n").secret(), "it is said once");
}

#[test]
fn reads_are_logged_by_name_and_values_are_masked_from_then_on() {
    let kit = kit();
    from(&kit, r#"{"operation": "get", "name": "db-pass"}"#);
    let heard = kit.heard.lock().unwrap().join("\n");
    assert!(heard.contains(r#"Info secret read [("name", "db-pass")]"#), "{heard}");
    assert!(!heard.contains("S3NTINEL"), "{heard}");
    assert_eq!(kit.run.redactor.text("x S3NTINEL-newer y"), "x [REDACTED] y");
}

#[test]
fn a_dry_run_reads_nothing() {
    let mut kit = with_key(OTHER_KEY);
    kit.dry_run = true;
    let inputs = r#"{"operation": "get", "name": "db-pass"}"#;
    assert_eq!(kit.call("secret", Capability::From, inputs).unwrap().to_map().len(), 2);
    assert_eq!(from(&kit, inputs), "[DRY-RUN] Secret not retrieved".into());
    assert_eq!(json(&from(&kit, r#"{"operation": "list"}"#)), "[]");
    assert!(!kit.heard.lock().unwrap().join("\n").contains("secret read"));
}

#[test]
fn a_rehearsal_reads_and_changes_nothing() {
    let mut kit = kit();
    kit.rehearsal = true;
    assert_eq!(from(&kit, r#"{"operation": "get", "name": "api-key"}"#), "k9\n".into());
}

#[test]
fn it_ends_when_it_has_to() {
    let mut kit = kit();
    kit.time = Some(Duration::ZERO);
    let inputs = r#"{"operation": "list"}"#;
    assert!(fails(&kit, inputs).contains("context deadline exceeded"));
    kit.time = None;
    kit.interrupt.raise(Signal::Interrupt);
    assert!(fails(&kit, inputs).contains("ended by SIGINT"));
}

#[test]
fn it_says_what_it_would_do() {
    let kit = kit();
    let registered = kit.registry.get("secret").unwrap();
    let text = |inputs: &str| {
        let inputs = Value::from_json(inputs).unwrap();
        what_if(registered, &providers::Inputs::new(inputs.as_map().unwrap().clone()))
    };
    assert_eq!(text(r#"{"operation": "get", "name": "n"}"#), "Would retrieve secret \"n\"");
    assert_eq!(text(r#"{"operation": "get", "pattern": "^p"}"#), "Would retrieve secret matching pattern \"^p\"");
    assert_eq!(text(r#"{"operation": "list"}"#), "Would list available secrets");
    assert_eq!(text("{}"), "Would execute secret provider");
}

#[test]
fn without_a_store_there_is_nothing() {
    let mut kit = Kit::new();
    let places = Places { directory: kit.root().join("none"), key_file: None, keychain_only: false };
    kit.run.secrets = Arc::new(Store::at(places, &kit.world.read));
    assert_eq!(json(&from(&kit, r#"{"operation": "list"}"#)), "[]");
    assert!(fails(&kit, r#"{"operation": "get", "name": "a"}"#).ends_with("secret \"a\" not found"));
    assert!(!kit.root().join("none").exists());
}

#[test]
fn its_examples_run() {
    let kit = kit();
    let results = [0, 1, 2].map(|index| json(&kit.example("secret", Capability::From, index).data));
    assert_eq!(results, [r#""k9\n""#, r#""none""#, r#"["api-key"]"#]);
}
