//! What is made from a secret is a secret.

use super::{compiled, environment, map};
use data::template::{Environment, expand_value, render_jet};
use diagnostics::{Redactor, SecretKind};
use value::Path;

fn with_secrets() -> Environment {
    environment()
        .with_data(map(r#"{"db": {"password": "S3NTINEL", "host": "h"}, "users": [{"key": "S3NTINEL"}], "n": 1}"#))
        .with_secrets(["db.password", "users"].map(|path| Path::parse(path).unwrap()))
}

fn secret(source: &str) -> Option<SecretKind> {
    let environment = with_secrets();
    compiled(source, &environment).text(&environment).unwrap_or_else(|error| panic!("{source}: {error}")).secret
}

#[test]
fn texts_that_read_one_are_marked() {
    let declared = [
        "{{ Data.db.password }}",
        "postgres://{{ upper(Data.db.password) }}@x",
        "{{ Data.db }}",
        "{{ len(Data.users) }}",
        "{{ Data.users[0].key }}",
        "{{ lookup('data.db.password') }}",
        "{{ lookup('data.db') }}",
        "{{ lookup('data.d*.password') }}",
        "{{ lookup('data.users.#.key') }}",
        "{{ jet('[[ data.db.password ]]') }}",
        "{{ jet('[[ lookup(\"data.db.password\") ]]') }}",
        "{{ template('{{ Data.db.password }}') }}",
        "{{ let d = Data; d.db.password }}",
        "{{ $env['Data'].db.password }}",
    ];
    for source in declared {
        assert_eq!(secret(source), Some(SecretKind::Declared), "{source}");
    }
    for source in ["{{ Environ.DB_PASSWORD }}", "{{ lookup('environ.DB_PASSWORD') }}", "{{ keys(Environ) }}"] {
        assert_eq!(secret(source), Some(SecretKind::ByName), "{source}");
    }
}

#[test]
fn others_are_not() {
    let plain =
        ["{{ Data.db.host }}", "{{ lookup('data.db.host') }}", "{{ Data.n }}", "{{ Environ.MODE }}", "{{ Facts.os }}"];
    for source in plain.into_iter().chain(["{{ true ? Data.n : Data.db.password }}", "{{ lookup('data.n') }}"]) {
        assert_eq!(secret(source), None, "{source}");
    }
}

#[test]
fn values_and_documents_are_marked_too() {
    let environment = with_secrets();
    let value = map(r#"{"a": ["x", "{{ Data.db.password }}"], "b": "{{ Data.n }}"}"#).into();
    assert_eq!(expand_value(&value, &environment).unwrap().secret, Some(SecretKind::Declared));
    let rendered = render_jet(&environment, "r.jet", b"[[ data.db.password ]]", 1000).unwrap();
    assert_eq!(rendered.secret, Some(SecretKind::Declared));
}

#[test]
fn secrets_by_name_are_told_when_they_are_read() {
    let redactor = Redactor::new("<secret>");
    let environment = environment().with_redactor(redactor.clone());
    assert_eq!(redactor.text("hunter2hunter2"), "hunter2hunter2");
    compiled("{{ Environ.MODE }}", &environment).text(&environment).unwrap();
    assert_eq!(redactor.text("hunter2hunter2"), "hunter2hunter2");
    compiled("{{ Environ.DB_PASSWORD }}", &environment).text(&environment).unwrap();
    assert_eq!(redactor.text("hunter2hunter2"), "<secret>");
}
