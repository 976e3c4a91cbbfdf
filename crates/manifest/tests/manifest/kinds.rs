//! Telling a manifest from a solution, and from nothing.

use crate::site::{messages, read};
use manifest::DocumentKind;

#[test]
fn by_its_keys() {
    let table = [
        ("ccm: {resources: [{exec: {name: a}}]}\n", DocumentKind::Manifest),
        ("kind: Solution\n", DocumentKind::Solution),
        ("apiVersion: scafctl.io/v1\nspec: {}\n", DocumentKind::Solution),
        ("metadata: {name: a}\nspec: {}\n", DocumentKind::Solution),
        ("kind: Deployment\nccm: {}\n", DocumentKind::Manifest),
        ("spec: {}\n", DocumentKind::Manifest),
        ("- a\n", DocumentKind::Manifest),
        ("", DocumentKind::Manifest),
    ];
    for (text, kind) in table {
        assert_eq!(read(text).kind, kind, "{text}");
    }
}

#[test]
fn what_has_problems_has_no_catalog() {
    for text in ["", "a", "ccm: {}\n", "ccm: {resources: []}\n", "ccm: [\n", "kind: Solution\n"] {
        let loaded = read(text);
        assert!(loaded.catalog.is_none() && loaded.problems.has_errors(), "{text}: {:?}", messages(&loaded));
    }
}

#[test]
fn keys_for_anchors_are_free() {
    assert!(read("x-common: {anything: [1]}\nccm: {resources: [{exec: {name: a}}]}\n").catalog.is_some());
}

#[test]
fn a_warning_does_not_keep_a_document_from_being_used() {
    let loaded = read("ccm: {resources: [{file: {name: /a, ensure: absent}}, {file: {name: /a, ensure: absent}}]}\n");
    assert_eq!(messages(&loaded), ["manifest::declared-twice: file#/a is declared twice"]);
    assert_eq!(loaded.catalog.unwrap().steps.len(), 2);
}

/// Two that agree may stand in two places, and a command may run twice.
#[test]
fn two_of_one_name_that_are_at_odds_are_told_of() {
    let told = |kind: &str, body: &str, ensure: [&str; 2]| {
        let [one, two] = ensure.map(|ensure| format!("{{{kind}: {{ensure: {ensure}, {body}}}}}"));
        messages(&read(&format!("ccm: {{resources: [{one}, {two}]}}\n")))
    };
    for (kind, name, more, [one, two]) in [
        ("service", "a", "", ["running", "stopped"]),
        ("package", "a", "", ["present", "latest"]),
        ("archive", "/a.tgz", ", url: 'http://127.0.0.1/a.tgz', owner: root, group: root", ["present", "absent"]),
        ("scaffold", "/a", ", source: s", ["present", "absent"]),
    ] {
        let body = format!("name: {name}{more}");
        let expected = format!("manifest::declared-twice: {kind}#{name} is declared twice");
        assert_eq!(told(kind, &body, [one, two]), [expected]);
        assert_eq!(told(kind, &body, [one, one]), [""; 0]);
    }
    assert_eq!(told("exec", "name: a", ["present", "absent"]), [""; 0]);
}
