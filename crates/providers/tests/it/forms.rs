//! Inputs as documents say them.

use crate::kit::{Kit, json};
use diagnostics::{Redactor, Renderer, Sources, Style};
use document::Options;
use document::decode::{Decode, Decoder};
use providers::{Bindings, Form, Iteration};
use value::{Unknown, Value};

/// What becomes of the inputs of a document: a line for each, or the problems of the document.
fn resolved(kit: &Kit, yaml: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("solution.yaml", yaml.to_owned());
    let root = document::parse(yaml, file, &Options::solution()).unwrap();
    let bindings = Bindings::new(&kit.run.engines, &kit.scope, kit.iteration.as_ref());
    let mut decoder = Decoder::new(&sources);
    let mut lines = Vec::new();
    for entry in root.as_map().unwrap() {
        let Some(form) = Form::decode(&entry.value, &mut decoder) else { continue };
        let value = form.resolve(&bindings).map_or_else(|error| error.to_string(), |value| json(&value));
        let names: Vec<String> = form.references(&kit.run.engines).into_iter().map(|one| one.name).collect();
        lines.push(format!("{}: {value} {names:?}", entry.key.as_str().unwrap()));
    }
    let problems = decoder.finish();
    lines.extend(
        (!problems.is_empty()).then(|| Renderer::new(&sources, Redactor::default()).report(&problems, Style::Plain)),
    );
    lines.join("\n")
}

fn kit() -> Kit {
    let mut kit = Kit::new();
    kit.scope.data = Value::from_json(r#"{"x": "v", "n": 20, "list": [3, 1]}"#).unwrap().as_map().unwrap().clone();
    kit
}

#[test]
fn every_form_gives_its_value_and_names_what_it_uses() {
    let yaml = r#"
literal: {b: [1, two, 3.5], a: null}
resolver: {rslvr: list}
expression: {expr: "_.n * 2 + size(_['list'])"}
template: {tmpl: "Hi {{ .x | upper }} {{ index .list 0 }}"}
number: {expr: 12}
sibling: {rslvr: x, expr: null}
extra: {expr: "1 + 1", note: dropped}
nested: {a: {rslvr: x}, b: [{expr: "1 + 1"}, {tmpl: "{{ .x }}!"}], c: {expr: "1", d: 2}, deep: {l: [[{rslvr: x}]]}}
text: "{{ .x }} stays text"
null_in_cel: {expr: "{'a': null}"}
"#;
    insta::assert_snapshot!(resolved(&kit(), yaml));
}

#[test]
fn what_is_worked_out_is_not_worked_out_again() {
    let mut kit = kit();
    kit.scope.data.insert("code", Value::from_json(r#"{"expr": "1 + 1"}"#).unwrap());
    assert_eq!(resolved(&kit, "a: {k: {rslvr: code}}"), r#"a: {"k":{"expr":"1 + 1"}} ["code"]"#);
}

#[test]
fn the_names_of_a_loop_are_there_under_both_names() {
    let mut kit = kit();
    let aliases = (Some("service".to_owned()), Some("i".to_owned()));
    kit.iteration = Some(Iteration { item: "web".into(), index: 2, item_alias: aliases.0, index_alias: aliases.1 });
    let yaml = "a: {expr: '[__item, service, string(__index), string(i)]'}\nb: {tmpl: '{{ .service }}-{{ .i }} {{ .__item }}'}";
    assert_eq!(
        resolved(&kit, yaml),
        "a: [\"web\",\"web\",\"2\",\"2\"] []\nb: \"web-2 web\" [\"service\",\"i\",\"__item\"]"
            .replace("[\"service\",\"i\",\"__item\"]", "[\"service\", \"i\", \"__item\"]")
    );
}

#[test]
fn mistakes_name_the_way_to_them() {
    let deep = format!("{}{{rslvr: x}}{}", "{k: ".repeat(33), "}".repeat(33));
    let yaml = format!(
        "missing: {{rslvr: nothere}}\nunknown: {{expr: 'foo + 1'}}\nkey: {{tmpl: '{{{{ .name.b }}}}'}}\n\
         inner: {{a: [1, {{expr: 5}}]}}\nonly: {{expr: null}}\nrun: {{l: [{{expr: '_.nope'}}]}}\ndeep: {deep}\n\
         two: {{rslvr: x, tmpl: '{{{{ .x }}}}'}}\nlist: {{expr: [1]}}"
    );
    insta::assert_snapshot!(resolved(&kit(), &yaml));
}

/// What nobody knows excuses the text that uses it, and no other mistake.
#[test]
fn a_mistake_is_one_although_something_else_is_unknown() {
    let mut kit = kit();
    kit.scope.data.insert("later", Unknown::new("exec has not run"));
    kit.scope.names.insert("__self", Unknown::new("exec has not run"));
    let is_unknown = |yaml: &str| {
        let mut sources = Sources::default();
        let file = sources.add("solution.yaml", yaml.to_owned());
        let root = document::parse(yaml, file, &Options::solution()).unwrap();
        let form = Form::decode(&root, &mut Decoder::new(&sources)).unwrap();
        let value = form.resolve(&Bindings::new(&kit.run.engines, &kit.scope, None));
        value.is_ok_and(|value| matches!(value, Value::Unknown(_)))
    };
    for yaml in ["{expr: '_.later + 1'}", "{tmpl: 'a {{ .later }}'}", "{expr: '__self.size() > 1'}", "{rslvr: later}"] {
        assert!(is_unknown(yaml), "{yaml}");
    }
    for yaml in ["{expr: '_.x + 1'}", "{expr: _.nothing}", "{tmpl: '{{ .nothing }}'}", "{rslvr: nothing}"] {
        assert!(!is_unknown(yaml), "{yaml}");
    }
}
