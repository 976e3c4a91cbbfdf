//! `go-template`.

use crate::kit::{Kit, json};
use providers::{Capability, Cause, Inputs, Iteration, Manners, Settings, what_if};
use std::time::Duration;
use value::{Map, Unknown, Value};

fn kit() -> Kit {
    let mut kit = Kit { manners: Manners::Lenient, ..Kit::new() };
    kit.scope.data = Value::from_json(r#"{"name": "web", "n": 5}"#).unwrap().as_map().unwrap().clone();
    kit
}

fn rendered(kit: &Kit, inputs: &str) -> String {
    kit.data("go-template", Capability::Transform, inputs).to_string()
}

#[test]
fn templates_see_resolvers_the_step_and_data() {
    let mut kit = kit();
    kit.scope.names = [("__self", Value::from(7))].into_iter().collect();
    kit.iteration =
        Some(Iteration { item: "x".into(), index: 1, item_alias: Some("n".into()), index_alias: Some("i".into()) });
    let all = r#"{"name": "t", "template": "{{ .name }} {{ .__self }} {{ .__item }} {{ .i }} {{ .n }} {{ .d }}", "data": {"d": 1, "name": "db"}}"#;
    assert_eq!(rendered(&kit, all), "db 7 x 1 x 1");
    let output = kit.call("go-template", Capability::Transform, all).unwrap();
    assert_eq!(json(&output.metadata.into()), r#"{"templateName":"t"}"#);
    let marked = r#"{"name": "t", "template": "<% .name %> {{ .x }}", "leftDelim": "<%", "rightDelim": "%>"}"#;
    assert_eq!(rendered(&kit, marked), "web {{ .x }}");
    for (mode, text) in [("default", "[<no value>]"), ("zero", "[<no value>]")] {
        let inputs = format!(r#"{{"name": "t", "template": "[{{{{ .gone }}}}]", "missingKey": "{mode}"}}"#);
        assert_eq!(rendered(&kit, &inputs), text);
    }
}

#[test]
fn ignored_text_stays_as_it_is() {
    let kit = kit();
    let template = "a={{ .n }}\n  # keep\nx {{ .raw }} \"y\" \\n\n# end{{- .n -}}  \nplain ${{ gh.x }} # gh\nb={{ .n }}\n# keep {{ .n }}\n";
    let blocks = r##"[{"start": "# keep", "end": "# end"}, {"line": "# gh"}]"##;
    let inputs: Map = [
        ("name", Value::string("t")),
        ("template", Value::string(template)),
        ("ignoredBlocks", Value::from_json(blocks).unwrap()),
    ]
    .into_iter()
    .collect();
    let data = kit.call_with("go-template", Capability::Transform, inputs).unwrap().data;
    assert_eq!(
        data.to_string(),
        "a=5\n  # keep\nx {{ .raw }} \"y\" \\n\n# end5plain ${{ gh.x }} # gh\nb=5\n# keep 5\n"
    );
}

#[test]
fn text_that_is_not_utf8_is_rendered_as_it_is() {
    let mut kit = kit();
    kit.scope.data.insert("raw", Value::text(&b"h\xe9"[..]));
    let rendered = |template: &[u8]| {
        let inputs = [("name", Value::from("t")), ("template", Value::text(template))];
        kit.call_with("go-template", Capability::Transform, inputs.into_iter().collect()).unwrap().data
    };
    assert_eq!(rendered(b"\xff{{ .n }}").as_raw_text(), Some(&b"\xff5"[..]));
    assert_eq!(rendered(b"<{{ .raw }}>{{ trunc 1 .raw }}").as_raw_text(), Some(&b"<h\xe9>h"[..]));
    assert_eq!(
        rendered(b"{{ len .raw }} {{ printf \"%q %x\" .raw .raw }} {{ toJson .raw }}").as_str(),
        Some(r#"2 "h\xe9" 68e9 "h\ufffd""#)
    );
    assert_eq!(
        rendered(b"{{ b64enc .raw }} {{ kindOf .raw }} {{ toYaml .raw }}").as_str(),
        Some("aOk= string !!binary aOk=")
    );
    assert_eq!(rendered(b"{{ cel \"_.raw + '!'\" . }}").as_raw_text(), Some(&b"h\xe9!"[..]));
    let entry: Map = [("path", Value::from("f")), ("content", Value::text(&b"\xff{{ .n }}"[..]))].into_iter().collect();
    let inputs = [("operation", Value::from("render-tree")), ("entries", Value::from(vec![entry.into()]))];
    let output = kit.call_with("go-template", Capability::Transform, inputs.into_iter().collect()).unwrap();
    let made = output.data.as_list().unwrap()[0].as_map().unwrap().get("content").unwrap().clone();
    assert_eq!((made.as_raw_text(), output.warnings.len()), (Some(&b"\xff5"[..]), 0));
}

#[test]
fn a_tree_keeps_its_order_and_paths() {
    let kit = kit();
    let entries = r#"{"operation": "render-tree", "entries": [
        {"path": "b/{{ .n }}.txt", "content": "hi {{ .name }}", "size": 1},
        {"path": "dir"},
        {"path": "a.txt", "content": ""}]}"#;
    let output = kit.call("go-template", Capability::Transform, entries).unwrap();
    assert_eq!(json(&output.data), r#"[{"content":"hi web","path":"b/{{ .n }}.txt"},{"content":"","path":"a.txt"}]"#);
    assert_eq!(output.warnings, ["skipped dir: no string content"]);
    assert_eq!(json(&output.metadata.into()), r#"{"entryCount":2,"templateName":"render-tree"}"#);
    let text =
        r#"{"operation": "render-tree", "name": "n", "entries": "[{\"path\": \"p\", \"content\": \"{{ .n }}\"}]"}"#;
    assert_eq!(json(&kit.data("go-template", Capability::Transform, text)), r#"[{"content":"5","path":"p"}]"#);
}

#[test]
fn mistakes_are_named() {
    let kit = kit();
    let cases = [
        r#"{"template": "x"}"#,
        r#"{"name": "x"}"#,
        r#"{"name": "x", "template": ""}"#,
        r#"{"name": "x", "template": "{{ if }}"}"#,
        r#"{"name": "x", "template": "a\n {{ fail \"no good\" }}"}"#,
        r#"{"name": "x", "template": "{{ .n.gone }}", "missingKey": "error"}"#,
        r#"{"name": "x", "template": "x", "missingKey": "invalid"}"#,
        r#"{"name": "x", "template": "x", "data": 5}"#,
        r#"{"name": "x", "template": "x", "operation": "render-all"}"#,
        r#"{"name": "x", "template": "x", "ignoredBlocks": [{"start": "a", "end": "b", "line": "c"}]}"#,
        r#"{"name": "x", "template": "x", "ignoredBlocks": [{"line": "c"}, {"start": "a"}]}"#,
        r#"{"name": "x", "template": "x", "ignoredBlocks": ["c"]}"#,
        r#"{"name": "x", "template": "x", "ignoredBlocks": 5}"#,
        r#"{"operation": "render-tree"}"#,
        r#"{"operation": "render-tree", "entries": {"a": 1}}"#,
        r#"{"operation": "render-tree", "entries": [{"content": "x"}]}"#,
        r#"{"operation": "render-tree", "entries": ["x"]}"#,
        r#"{"operation": "render-tree", "entries": [{"path": "q.txt", "content": "{{ fail \"bad\" }}"}]}"#,
    ];
    let texts: Vec<String> = cases.iter().map(|one| kit.error("go-template", Capability::Transform, one)).collect();
    insta::assert_snapshot!(texts.join("\n"));
    let many: Map = (0..25).map(|number| (format!("k{number:02}"), Value::from(number))).collect();
    let inputs: Map = [("name", Value::string("x")), ("template", "{{ fail \"x\" }}".into()), ("data", many.into())]
        .into_iter()
        .collect();
    let error = kit.call_with("go-template", Capability::Transform, inputs).unwrap_err().to_string();
    assert!(error.ends_with("k19 (and 7 more)"), "{error}");
}

#[test]
fn places_are_those_of_the_input() {
    let kit = kit();
    let template = "# keep\n {{\n# end\n{{ .n.gone }}";
    let inputs: Map = [
        ("name", Value::string("t")),
        ("template", template.into()),
        ("ignoredBlocks", Value::from_json(r##"[{"start": "# keep", "end": "# end"}]"##).unwrap()),
    ]
    .into_iter()
    .collect();
    let error = kit.call_with("go-template", Capability::Transform, inputs).unwrap_err();
    let (input, place) = error.fault().unwrap().at.clone().unwrap();
    assert_eq!((input, &template[place]), ("template", ".n.gone"));
    assert!(error.to_string().contains("template: t:4:"), "{error}");
}

#[test]
fn nothing_is_rendered_in_a_dry_run() {
    let kit = Kit { dry_run: true, ..kit() };
    assert_eq!(
        rendered(&kit, r#"{"name": "t", "template": "{{ fail 1 }}"}"#),
        "[DRY-RUN] Template not rendered: {{ fail 1 }}"
    );
    for inputs in [
        r#"{"name": "t", "template": "{{ fail"}"#,
        r#"{"operation": "render-tree", "name": "t", "entries": [{"path": "p", "content": "{{ fail"}]}"#,
    ] {
        let refused = kit.error("go-template", Capability::Transform, inputs);
        assert!(refused.contains("parse error: "), "{refused}");
    }
    let tree = r#"{"operation": "render-tree", "entries": [{"path": "p", "content": "{{ fail 1 }}"}]}"#;
    assert_eq!(
        json(&kit.data("go-template", Capability::Transform, tree)),
        r#"[{"content":"[dry-run rendered]","path":"p"}]"#
    );
    let says = |inputs: &str| {
        let inputs = Value::from_json(inputs).unwrap().as_map().unwrap().clone();
        what_if(kit.registry.get("go-template").unwrap(), &Inputs::new(inputs))
    };
    assert_eq!(says(r#"{"name": "n"}"#), "Would render template \"n\"");
    assert_eq!(says("{}"), "Would render Go template");
    assert_eq!(says(r#"{"operation": "render-tree"}"#), "Would render Go template tree");
}

#[test]
fn what_is_not_known_yet_stays_unknown() {
    let mut kit = Kit { rehearsal: true, ..kit() };
    kit.scope.data.insert("later", Unknown::new("exec has not run"));
    let value = kit.data("go-template", Capability::Transform, r#"{"name": "t", "template": "{{ .later }}"}"#);
    assert_eq!(value.as_unknown().map(Unknown::reason), Some("exec has not run"));
    let tree = r#"{"operation": "render-tree", "entries": [{"path": "p", "content": "{{ .later }}"}, {"path": "q", "content": "{{ .n }}"}]}"#;
    let entries = kit.data("go-template", Capability::Transform, tree);
    let contents: Vec<bool> = entries
        .as_list()
        .unwrap()
        .iter()
        .map(|entry| entry.as_map().unwrap().get("content").unwrap().as_unknown().is_some())
        .collect();
    assert_eq!(contents, [true, false]);
}

#[test]
fn a_call_ends_when_it_has_to() {
    let kit = Kit { time: Some(Duration::ZERO), ..kit() };
    let late = kit.call("go-template", Capability::Transform, r#"{"name": "t", "template": "x"}"#).unwrap_err();
    assert_eq!(late.fault().unwrap().cause, Cause::TimedOut);
}

#[test]
fn texts_are_bounded() {
    let small = Settings { max_value_size: 1000, ..Settings::default() };
    let kit = Kit { manners: Manners::Lenient, ..Kit::with(small) };
    let endless = r#"{"name": "t", "template": "{{ range until 1000000 }}xxxxxxxxxx{{ end }}"}"#;
    let error = kit.error("go-template", Capability::Transform, endless);
    assert!(error.contains("the output is larger than the limit of 1000 bytes"), "{error}");
    let entry = r#"{"path": "p", "content": "{{ repeat 600 \"x\" }}"}"#;
    let tree = format!(r#"{{"operation": "render-tree", "entries": [{entry}, {entry}]}}"#);
    let error = kit.error("go-template", Capability::Transform, &tree);
    assert!(error.contains("the tree is larger than the limit of 1000 bytes"), "{error}");
    let deep: Map =
        [("name", Value::string("t")), ("template", "{{ if 1 }}".repeat(6000).into())].into_iter().collect();
    assert!(kit.call_with("go-template", Capability::Transform, deep).is_err());
}
