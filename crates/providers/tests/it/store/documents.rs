//! Secrets to a document and back.

use super::{Machine, name, quiet};
use insta::assert_snapshot;
use providers::store::{Entry, ExportForm, ImportError, Password, is_encrypted, parse_export};
use zeroize::Zeroizing;

const HARD: &[(&str, &str)] = &[
    ("colon", "a: b # c"),
    ("empty", ""),
    ("key", "-----BEGIN KEY-----\nabc\n-----END KEY-----\n"),
    ("number", "0123"),
    ("quotes", "it's \"quoted\" \\ \t\u{1}\u{7f}"),
    ("spaces", "  two  \n\n\n"),
    ("yes", "yes"),
];

fn machine() -> Machine {
    let machine = Machine::new();
    for (name, value) in HARD {
        machine.put(name, value).unwrap();
    }
    machine
}

fn exported(machine: &Machine, form: ExportForm) -> String {
    let store = machine.store();
    let now = machine.fake.read().clock.now();
    let exported = store.export(&store.names().unwrap(), form, &now, &quiet).unwrap();
    assert!(exported.damaged.is_empty());
    exported.document.to_string()
}

fn password(text: &str) -> Password {
    Password::new(Zeroizing::new(text.to_owned())).unwrap()
}

fn values(entries: &[Entry]) -> Vec<(&str, &str)> {
    entries.iter().map(|entry| (entry.name.as_str(), std::str::from_utf8(entry.value.reveal()).unwrap())).collect()
}

#[test]
fn a_document_of_either_form_comes_back_as_it_was() {
    let machine = machine();
    for form in [ExportForm::Yaml, ExportForm::Json] {
        let text = exported(&machine, form);
        assert!(text.ends_with('\n'), "{text}");
        assert_eq!(values(&parse_export(text.as_bytes()).unwrap()), HARD, "{text}");
    }
    let machine = Machine::new();
    machine.put("api-key", "k9").unwrap();
    assert_snapshot!(exported(&machine, ExportForm::Yaml), @r#"
    version: scafctl-secrets-v1
    exported_at: "2025-01-02T03:04:05Z"
    secrets:
      - name: api-key
        value: k9
    "#);
}

#[test]
fn bytes_that_are_no_text_survive() {
    let machine = Machine::new();
    let (store, world) = (machine.store(), machine.world());
    let bytes = [0, 0xff, 0xfe, b'\n'];
    let writer = store.writer(&world, &quiet).unwrap();
    writer.set(&name("bytes"), &bytes, providers::store::Existing::Refuse).unwrap();
    let text = exported(&machine, ExportForm::Json);
    assert!(text.contains("\"encoding\": \"base64\""), "{text}");
    assert_eq!(parse_export(text.as_bytes()).unwrap()[0].value.reveal().as_slice(), bytes);
}

#[test]
fn a_password_opens_what_it_closed() {
    let machine = machine();
    let text = exported(&machine, ExportForm::Yaml);
    let sealed = password("correct horse").encrypt(text.as_bytes(), &*machine.fake.read().random);
    assert!(is_encrypted(&sealed) && !is_encrypted(text.as_bytes()));
    assert_eq!(sealed[31..35], 600_000_u32.to_be_bytes());
    assert_eq!(password("correct horse").decrypt(&sealed).unwrap().as_slice(), text.as_bytes());
    assert!(matches!(password("wrong").decrypt(&sealed), Err(ImportError::WrongPassword)));
    assert!(Password::new(Zeroizing::new(String::new())).is_none());
    for cut in [0, 15, 30, 34, 35, 50, sealed.len() - 1] {
        let error = password("correct horse").decrypt(&sealed[..cut]).unwrap_err();
        assert!(matches!(error, ImportError::CutOff | ImportError::WrongPassword), "{cut}: {error}");
    }
}

#[test]
fn too_few_and_too_many_iterations_are_refused() {
    for given in [0, 1, 599_999, 100_000_001, u32::MAX] {
        let sealed = [b"SCAFCTL-ENC-V1\n".as_slice(), &[0; 16], &given.to_be_bytes(), b"AAAA"].concat();
        let error = password("p").decrypt(&sealed).unwrap_err().to_string();
        let wanted = format!("the encrypted document says {given} iterations, allowed are 600000 to 100000000");
        assert_eq!(error, wanted);
    }
}

#[test]
fn a_document_with_mistakes_is_refused_without_showing_values() {
    let documents = [
        "",
        "- S3NTINEL",
        "version: other\nsecrets: []",
        "version: scafctl-secrets-v1",
        "version: scafctl-secrets-v1\nsecrets: S3NTINEL",
        "version: scafctl-secrets-v1\nsecrets: [S3NTINEL]",
        "version: scafctl-secrets-v1\nsecrets:\n  - {name: a, value: 12}",
        "version: scafctl-secrets-v1\nsecrets:\n  - {name: a}",
        "version: scafctl-secrets-v1\nsecrets:\n  - {name: ../a, value: S3NTINEL}",
        "version: scafctl-secrets-v1\nsecrets:\n  - {name: a, value: S3NTINEL}\n  - {name: a, value: S3NTINEL}",
        "version: scafctl-secrets-v1\nsecrets:\n  - {name: a, value: S3NTINEL!, encoding: base64}",
        "version: scafctl-secrets-v1\nsecrets:\n  - {name: a, value: QQ==, encoding: S3NTINEL}",
        "version: scafctl-secrets-v1\nsecrets:\n  - {name: a, value: \"S3NTINEL}",
        "version: scafctl-secrets-v1\nsecrets:\n  - name: a\n      S3NTINEL\n",
        "{\"version\": \"scafctl-secrets-v1\", \"secrets\": [{\"S3NTINEL\"",
    ];
    let errors = documents.map(|text| parse_export(text.as_bytes()).unwrap_err().to_string());
    let all = [errors.join("\n"), parse_export(&[0xff, 0xfe, 0x80]).unwrap_err().to_string()].join("\n");
    assert!(!all.contains("S3NTINEL"), "{all}");
    assert_snapshot!(all);
    assert!(parse_export(b"version: scafctl-secrets-v1\nsecrets: null\n").unwrap().is_empty());
    let deep = format!("version: scafctl-secrets-v1\nsecrets: {}", "[".repeat(100_000));
    assert!(matches!(parse_export(deep.as_bytes()), Err(ImportError::Syntax { .. })));
}
