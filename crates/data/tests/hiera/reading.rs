//! What a document becomes.

use super::support::{Case, data};

#[test]
fn numbers_and_keys() {
    let text = "data: {a: 10.0, b: 1.5, c: -0.0, d: 017, e: 1e3, f: 08, g: yes, h: 1.5e300, i: 18446744073709551615}\n";
    insta::assert_snapshot!(data(text), @r#"{"a":10,"b":1.5,"c":0,"d":15,"e":"1e3","f":"08","g":"yes","h":1.5e+300,"i":18446744073709551615}"#);
    insta::assert_snapshot!(data("data: {1: a, true: b, 1.50: c, ~: d, 0x10: e}\n"), @r#"{"1":"a","true":"b","1.5":"c","null":"d","16":"e"}"#);
    assert_eq!(
        data(r#"{"data": {"a": 1e3, "b": 9007199254740993, "c": 0.5}}"#),
        r#"{"a":1000,"b":9007199254740993,"c":0.5}"#
    );
}

#[test]
fn nothing_is_no_data() {
    for text in ["", " \n", "---\n", "# comment\n", "{}", "data:\n", "data: []\n", "data: x\n", "other: 1\n"] {
        assert_eq!(data(text), "{}", "{text:?}");
    }
}

#[test]
fn overrides_without_any_are_a_mistake() {
    for text in ["overrides:\n", "overrides: null\n", "{\"overrides\": null}", "overrides: []\n"] {
        assert!(data(text).contains("overrides must be a map"), "{text:?}");
    }
    assert_eq!(data("overrides: {}\n"), "{}");
}

#[test]
fn expressions_see_facts_only() {
    let case = Case::new(
        "hierarchy: {order: ['role:{{ Facts.role }}'], merge: deep}\n\
         data: {n: '{{ Facts.cpus * 2 }}', s: 'x{{ Facts.cpus }}', l: ['${ Facts.role }'], m: '{{ lookup(\"facts.none\") }}'}\n\
         overrides: {'role:web': {os: '{{ Facts.os }}', l: [2]}}\n",
    );
    let case = case.facts(r#"{"cpus": 4, "role": "web", "os": {"family": "debian"}}"#);
    assert_eq!(case.data(), r#"{"n":8,"s":"x4","l":["web",2],"m":"","os":{"family":"debian"}}"#);
}

#[test]
fn facts_are_not_changed_by_merging_over_them() {
    let text = "hierarchy: {order: [x], merge: deep}\ndata: {a: '{{ Facts.os }}', b: '{{ Facts.os }}'}\noverrides: {x: {a: {k: 1}}}\n";
    let case = Case::new(text).facts(r#"{"os": {"family": "debian"}}"#);
    assert_eq!(case.data(), r#"{"a":{"family":"debian","k":1},"b":{"family":"debian"}}"#);
}

#[test]
fn documents_and_passed_data_come_over_each_other() {
    let case =
        Case::new("data: {a: 1, l: [1], m: {x: 1}}\n").over("more.json", r#"{"data": {"l": [2], "m": {"y": 2}}}"#);
    assert_eq!(case.data(), r#"{"a":1,"l":[1,2],"m":{"x":1,"y":2}}"#);
    let case = case.passed(r#"{"l": [3.0], "a": "{{ Facts.x }}", "n": null}"#);
    assert_eq!(case.data(), r#"{"a":"{{ Facts.x }}","l":[1,2,3],"m":{"x":1,"y":2},"n":null}"#);
}

#[test]
fn rules_hold_for_the_end() {
    assert_eq!(Case::new("data:\n  # @require\n  a:\n").passed(r#"{"a": 1}"#).data(), r#"{"a":1}"#);
    assert_eq!(Case::new("data:\n  # @require\n  a:\n").over("b.yaml", "data: {a: x}\n").data(), r#"{"a":"x"}"#);
    // What comes over a document has to be right by itself.
    let case = Case::new("data: {a: 1}\n").over("b.yaml", "data:\n  # @require\n  a: ''\n").passed(r#"{"a": 1}"#);
    assert!(case.resolve().is_err());
}
