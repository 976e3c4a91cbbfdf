//! The workspace keeps the rules, and the rules find what breaks them.

use super::*;
use serde_json::{Value, json};

#[test]
fn the_workspace_keeps_the_rules() {
    let problems = problems(workspace::root()).unwrap();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

fn member(name: &str, dependencies: &Value) -> Value {
    json!({ "name": name, "manifest_path": format!("/made-up/{name}/Cargo.toml"), "targets": [], "dependencies": dependencies })
}

fn own(name: &str, kind: &Value) -> Value {
    json!({ "name": name, "kind": kind, "path": format!("/made-up/{name}") })
}

/// The breaches of one crate with one dependency of the project.
fn arrow(from: &str, to: &str, kind: &Value) -> Vec<String> {
    rows::problems(&crates::read(&json!({ "packages": [member(from, &json!([own(to, kind)]))] })))
}

#[test]
fn an_arrow_down_is_fine() {
    for (from, to) in [("value", "diagnostics"), ("system", "value"), ("document", "system"), ("upright", "fleet")] {
        assert!(arrow(from, to, &Value::Null).is_empty(), "{from} -> {to}");
        assert!(arrow(from, to, &json!("dev")).is_empty(), "{from} -> {to} in tests");
    }
}

#[test]
fn an_arrow_up_is_found() {
    let expected = ["crate `value` depends on `document`, which stands in a higher row"];
    for kind in [Value::Null, json!("dev"), json!("build")] {
        assert_eq!(arrow("value", "document", &kind), expected);
    }
    assert_eq!(arrow("diagnostics", "value", &Value::Null).len(), 1);
    assert_eq!(arrow("value", "system", &Value::Null).len(), 1);
    assert_eq!(arrow("system", "document", &Value::Null).len(), 1);
}

#[test]
fn an_arrow_sideways_is_found() {
    let expected = ["crate `gotmpl` depends on `jet`, which stands in the same row"];
    assert_eq!(arrow("gotmpl", "jet", &Value::Null), expected);
}

#[test]
fn the_tests_of_the_binary_may_use_the_tool_and_nobody_else_may() {
    assert!(arrow("upright", "xtask", &json!("dev")).is_empty());
    assert_eq!(arrow("upright", "xtask", &Value::Null), ["crate `upright` depends on `xtask`, which has no row"]);
    assert_eq!(arrow("engine", "xtask", &json!("dev")), ["crate `engine` depends on `xtask`, which has no row"]);
    assert_eq!(arrow("xtask", "value", &Value::Null), ["crate `xtask` may not depend on `value`"]);
}

#[test]
fn a_crate_without_a_row_is_found() {
    let expected = ["crate `extras` has no row: give it a row in xtask/src/architecture/rows.rs"];
    assert_eq!(arrow("extras", "value", &Value::Null), expected);
}

#[test]
fn a_header_is_two_sentences() {
    assert_eq!(headers::sentences(&headers::header("//! One thing. It has `a.b`\n//! in it.\n\nuse x;\n")), 2);
    assert_eq!(headers::sentences(&headers::header("//! Only one.\n")), 1);
    assert_eq!(headers::sentences(&headers::header("use x; // One. Two.\n")), 0);
}

#[test]
fn the_lints_stand_in_their_section() {
    assert!(headers::takes_workspace_lints("[package]\nname = \"a\"\n\n[lints]\nworkspace = true\n"));
    assert!(!headers::takes_workspace_lints("[lints]\n[dependencies]\nworkspace = true\n"));
    assert!(!headers::takes_workspace_lints("[package]\nname = \"a\"\n"));
}

#[test]
fn the_outside_world_is_found_however_it_is_named() {
    let named = [
        ("use std::fs;", "std::fs"),
        ("use std::{io, fs::{self, File}};", "std::fs"),
        ("let x = ::std::fs::read(p);", "std::fs"),
        ("use std::os::unix::{ffi::OsStrExt, fs::symlink};", "std::os::unix::fs"),
        ("use std::process::{Child, Command};", "std::process::Command"),
        ("fn f() { std::process::Command::new(\"x\"); }", "std::process::Command"),
        ("let quote = '\"'; ureq::get(url)", "ureq"),
        ("fn f<'a>(x: &'a str) { std :: fs :: read(x) }", "std::fs"),
        ("let t = r#\"a \" b\"#; use std::net::TcpStream;", "std::net"),
    ];
    for (source, name) in named {
        assert_eq!(outside::forbidden(source), [name], "{source}");
    }
}

#[test]
fn what_only_looks_like_the_outside_world_is_not_found() {
    let harmless = [
        "// use std::fs;",
        "/* std::fs /* nested */ std::fs */ use std::io;",
        "let text = \"std::fs \\\" std::fs\";",
        "let text = r##\"std::fs \"# std::fs\"##;",
        "use std::process::ExitCode;",
        "use std::{io, path}; mod a { use system::fs; }",
        "use std::fsx; use my::std::fs;",
        "let ureq_like = other::ureq::x;",
    ];
    for source in harmless {
        assert!(outside::forbidden(source).is_empty(), "{source}: {:?}", paths::of(source));
    }
}

#[test]
fn the_list_of_dependencies_is_exact() {
    let page = "| Crate | Why |\n|---|---|\n| `serde`, `serde_json` | JSON |\n| `gone` | `not-this` |\n\n| Tried | Why not |\n|---|---|\n| `serde_yaml` | dead |\n";
    let listed = dependencies::listed(page);
    assert_eq!(listed, ["gone", "serde", "serde_json"].map(str::to_owned).into());
    let registry = json!([{ "name": "serde" }, { "name": "insta", "kind": "dev" }, { "name": "serde_json" }]);
    let used = dependencies::direct(&crates::read(&json!({ "packages": [member("value", &registry)] })));
    let expected = ["DEPENDENCIES.md lacks `insta`", "DEPENDENCIES.md lists `gone`, which no crate uses"];
    assert_eq!(dependencies::compare(&used, &listed), expected);
}

#[test]
fn the_names_of_the_workspace_are_read() {
    let manifest = "[workspace.dependencies]\nvalue = { path = \"x\" }\n\nclap = \"4\"\n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n";
    assert_eq!(dependencies::workspace_names(manifest), ["value", "clap"]);
}
