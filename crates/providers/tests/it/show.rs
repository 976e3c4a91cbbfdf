//! The forms in which values are shown, against what the original printed.

use providers::show::{self, Look};
use value::Value;

fn nested() -> Value {
    Value::from_json(
        r#"{"svc": {"name": "web", "ports": [80, 443], "labels": {"tier": "front"}},
            "rows": [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}]}"#,
    )
    .unwrap()
}

fn flat() -> Value {
    Value::from_json(r#"{"name": "web", "count": 3, "ratio": 0.25, "on": true}"#).unwrap()
}

fn value(text: &str) -> Value {
    Value::from_json(text).unwrap()
}

#[test]
fn text_is_what_a_pipe_gets() {
    let look = Look::default();
    assert_eq!(
        show::text(&flat(), &look),
        "KEY    VALUE\n-----  -----\ncount  3\nname   web\non     true\nratio  0.25\n"
    );
    assert_eq!(show::text(&nested(), &look), "#  id  n\n-  --  -\n1  1   a\n2  2   b\n");
    assert_eq!(show::table(&flat(), &look), show::text(&flat(), &look));
    let others = [
        r#""word""#,
        r#""two\nlines\n""#,
        "null",
        "[]",
        "{}",
        r#"["a", 1, null]"#,
        r#"{"total": 2, "of": "x", "items": [{"a": 1}, {"b": [1, 2]}], "more": {"z": 1}}"#,
        r#"{"a": {"b": {"c": [1, {"d": "x\ny"}]}}, "e": [], "f": {}}"#,
        r#"[{"a": {"b": 1}}, {"a": 2}]"#,
        r#"[[1, 2], {"k": []}]"#,
        r#"[{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8}]"#,
    ];
    let texts: Vec<String> = others.iter().map(|one| format!("== {one}\n{}", show::text(&value(one), &look))).collect();
    insta::assert_snapshot!(texts.concat());
}

#[test]
fn trees_and_graphs_are_those_of_the_original() {
    assert_eq!(
        show::tree(&nested()),
        "\
.
├── rows
│   ├── [0]
│   │   ├── id: 1
│   │   └── n: a
│   └── [1]
│       ├── id: 2
│       └── n: b
└── svc
    ├── labels
    │   └── tier: front
    ├── name: web
    └── ports: [80, 443]
"
    );
    assert!(
        show::mermaid(&nested())
            .ends_with("    n12[\"ports\"]\n    n8 --> n12\n    n13[\"[80, 443]\"]\n    n12 --> n13\n")
    );
    assert_eq!(
        show::mermaid(&value(r#"{"a": "say \"x\""}"#)),
        "graph TD\n    n0[\"root\"]\n    n1[\"a: say #quot;x#quot;\"]\n    n0 --> n1\n"
    );
    assert_eq!(
        show::tree(&value(r#"[1, {"a": {}, "b": [], "c": [{"d": 1}]}]"#)),
        "\
.
├── [0]: 1
└── [1]
    ├── a: {}
    ├── b: []
    └── c
        └── [0]
            └── d: 1
"
    );
}

#[test]
fn csv_is_quoted_as_in_go() {
    assert_eq!(show::csv(&flat()), "count,name,on,ratio\n3,web,true,0.25\n");
    assert_eq!(
        show::csv(&nested()),
        "rows,svc\n[map[id:1 n:a] map[id:2 n:b]],map[labels:map[tier:front] name:web ports:[80 443]]\n"
    );
    let rows = r#"[{"a": "x,y", "b": "say \"hi\""}, {"a": " lead", "c": "two\nlines"}, {"b": "\\."}]"#;
    assert_eq!(show::csv(&value(rows)), "a,b,c\n\"x,y\",\"say \"\"hi\"\"\",\n\" lead\",,\"two\nlines\"\n,\"\\.\",\n");
    assert_eq!(show::csv(&value(r#"["a", 1]"#)), "a\n1\n");
}

#[test]
fn toml_has_the_layout_of_go_toml() {
    let all = r#"{"a":1,"b":"it's","c":1.5,"e":null,"f":[1,"x",{"y":1}],"g":"bs\\x","h":{"x":1,"deep":{"b c":{"d":1}}},
        "i":[{"p":1},{"q":[]}],"j":1e21,"k":{},"l":[{}],"":0,"s'":"\u0001\t"}"#;
    insta::assert_snapshot!(show::toml(&value(all)).unwrap());
    assert_eq!(
        show::toml(&value("[1]")).unwrap_err().to_string(),
        "toml: cannot encode a []interface {} as a document root; -o json and -o yaml can"
    );
    assert_eq!(show::toml(&value(r#"{"a": [null]}"#)).unwrap_err().to_string(), "toml: cannot encode a nil interface");
    assert_eq!(
        show::toml(&nested()).unwrap(),
        "[[rows]]\nid = 1\nn = 'a'\n\n[[rows]]\nid = 2\nn = 'b'\n\n[svc]\nname = 'web'\nports = [80, 443]\n\n[svc.labels]\ntier = 'front'\n"
    );
}

#[test]
fn tables_fit_on_the_screen() {
    let look = Look { borders: true, width: 40, ..Look::default() };
    let rows = value(
        r#"[{"name": "日本語の長い名前のサービス", "text": "a very long text that does not fit on any line", "n": 1},
            {"name": "x", "text": "esc \u001b[31m", "n": {"a": [1]}}]"#,
    );
    let table = show::table(&rows, &look);
    insta::assert_snapshot!(table);
    let wide = show::table(&flat(), &Look { borders: true, width: 5, ..Look::default() });
    assert!(wide.lines().count() == 8, "{wide}");
}

#[test]
fn deep_values_are_not_a_problem() {
    let mut deep = Value::from(1);
    for _ in 0..5000 {
        deep = [("k", deep)].into_iter().collect::<value::Map>().into();
    }
    let look = Look::default();
    let forms = [show::text(&deep, &look), show::list(&deep, &look), show::tree(&deep), show::mermaid(&deep)];
    assert!(forms.iter().all(|form| form.len() < 1 << 20));
    assert!(show::toml(&deep).is_err());
}
