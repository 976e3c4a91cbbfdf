//! `message`.

use crate::kit::{Kit, Screen, json};
use diagnostics::SecretKind;
use providers::{Capability, Inputs, Manners, what_if};
use value::{Unknown, Value};

fn kit() -> Kit {
    Kit { screen: Some(Screen::default()), ..Kit::new() }
}

fn coloured() -> Kit {
    Kit { screen: Some(Screen { colour: true, ..Screen::default() }), ..Kit::new() }
}

/// What a message prints.
fn printed(kit: &Kit, inputs: &str) -> String {
    let screen = kit.screen.as_ref().unwrap();
    screen.out.lock().unwrap().clear();
    kit.data("message", Capability::Action, inputs);
    screen.out_text()
}

#[test]
fn lines_have_labels_and_icons_of_their_own() {
    let kit = kit();
    let cases = [
        (r#"{"message": "text", "type": "success"}"#, "text\n"),
        (r#"{"message": "text", "label": "step"}"#, "[step] text\n"),
        (r#"{"message": "text", "label": "step", "style": {"icon": ">>", "bold": true}}"#, ">> [step] text\n"),
        (r#"{"message": "text", "style": {"icon": ""}}"#, "text\n"),
        (r#"{"message": "text", "newline": false}"#, "text"),
        (r#"{"message": "a\nb\n", "type": "raw"}"#, "a\nb\n\n"),
        (r#"{"message": 5, "type": "plain"}"#, "5\n"),
    ];
    for (inputs, text) in cases {
        assert_eq!(printed(&kit, inputs), text, "{inputs}");
    }
    let output = kit.call("message", Capability::Action, r#"{"message": "x", "label": "l", "destination": "stderr"}"#);
    let output = output.unwrap();
    assert_eq!(json(&output.data), r#"{"message":"[l] x","success":true}"#);
    assert!(output.streamed);
    assert_eq!(kit.screen.as_ref().unwrap().err_text(), "[l] x\n");
}

#[test]
fn raw_output_need_not_be_utf8() {
    let kit = kit();
    let screen = kit.screen.as_ref().unwrap();
    let message = |kind: &str| {
        let inputs = [("message", Value::text(&b"h\xe9"[..])), ("type", kind.into())];
        kit.call_with("message", Capability::Action, inputs.into_iter().collect()).unwrap().data
    };
    let data = message("raw");
    assert_eq!(&**screen.out.lock().unwrap(), b"h\xe9\n");
    assert_eq!(data.as_map().unwrap().get("message").unwrap().as_raw_text(), Some(&b"h\xe9"[..]));
    message("plain");
    assert_eq!(&**screen.out.lock().unwrap(), b"h\xe9\nh\xef\xbf\xbd\n");
}

#[test]
fn types_have_colours() {
    let kit = coloured();
    let lines: String = ["success", "warning", "error", "info", "debug", "plain", "raw"]
        .map(|kind| printed(&kit, &format!(r#"{{"message": "text", "type": "{kind}"}}"#)))
        .concat();
    let styled =
        r##"{"message": "a\nb", "label": "l", "style": {"color": "#f00", "bold": true, "italic": true, "icon": ""}}"##;
    insta::assert_snapshot!((lines + &printed(&kit, styled)).replace('\x1b', "^"), @"
    ✅ ^[1;38;2;0;255;0mtext^[0m
    ⚠️ ^[38;2;255;255;0mtext^[0m
    ❌ ^[1;38;2;255;0;0mtext^[0m
    💡 ^[38;2;0;255;255mtext^[0m
    🐛 ^[1;38;2;255;0;255mtext^[0m
    text
    text
    ^[2m[l]^[0m ^[1;3;38;2;255;0;0ma^[0m
    ^[1;3;38;2;255;0;0mb^[0m
    ");
    let data = kit.data("message", Capability::Action, r#"{"message": "text", "type": "success"}"#);
    assert_eq!(json(&data), r#"{"message":"text","success":true}"#);
}

#[test]
fn quiet_and_programs_see_nothing() {
    let kit = Kit { screen: Some(Screen { quiet: true, ..Screen::default() }), ..Kit::new() };
    assert_eq!(printed(&kit, r#"{"message": "hidden", "type": "error"}"#), "");
    assert_eq!(printed(&kit, r#"{"data": [1]}"#), "");
    assert_eq!(printed(&kit, r#"{"message": "shown", "type": "raw"}"#), "shown\n");
    let kit = Kit { screen: None, ..kit };
    let output = kit.call("message", Capability::Action, r#"{"message": "x"}"#).unwrap();
    assert!(!output.streamed);
}

#[test]
fn data_is_shown_in_every_form() {
    let kit = kit();
    let rows = r#"[{"name": "web", "port": 80, "tags": ["a", "b"]}, {"name": "db", "port": 5432}]"#;
    let forms = ["auto", "table", "list", "tree", "mermaid", "json", "yaml", "quiet"];
    let shown: Vec<String> = forms
        .iter()
        .map(|form| format!("== {form}\n{}", printed(&kit, &format!(r#"{{"data": {rows}, "format": "{form}"}}"#))))
        .collect();
    insta::assert_snapshot!(shown.concat());
    let hinted = format!(
        r#"{{"data": {rows}, "columnOrder": ["port", "none"], "label": "services", "newline": false,
            "columnHints": {{"tags": {{"hidden": true}}, "port": {{"displayName": "PORT", "align": "right"}}, "name": {{"maxWidth": 2}}}}}}"#
    );
    insta::assert_snapshot!(printed(&kit, &hinted), @"
    [services]
    #  PORT  n…
    -  ----  --
    1    80  w…
    2  5432  db
    ");
    let bordered = coloured();
    let shown =
        printed(&bordered, &format!(r#"{{"data": {rows}}}"#)) + &printed(&bordered, r#"{"data": {"a": {"b": 1}}}"#);
    insta::assert_snapshot!(shown.replace('\x1b', "^"), @"
    ┌───┬──────┬──────┬────────┐
    │ ^[1m#^[0m │ ^[1mname^[0m │ ^[1mport^[0m │ ^[1mtags  ^[0m │
    ├───┼──────┼──────┼────────┤
    │ 1 │ web  │ 80   │ [a, b] │
    │ 2 │ db   │ 5432 │        │
    └───┴──────┴──────┴────────┘
    ^[1ma:^[0m
      ^[1mb:^[0m 1
    ");
}

#[test]
fn data_is_the_result() {
    let kit = kit();
    let data = kit.data("message", Capability::Action, r#"{"data": {"a": [1]}, "format": "json"}"#);
    assert_eq!(json(&data), r#"{"data":{"a":[1]},"success":true}"#);
    let data = kit.data("message", Capability::Action, r#"{"data": [{"a": 1}], "expand": true}"#);
    assert_eq!(json(&data), r#"[{"a":1}]"#);
}

#[test]
fn mistakes_are_named() {
    let kit = Kit { manners: Manners::Lenient, ..kit() };
    let long = format!(r#"{{"message": "{}"}}"#, "x".repeat(8193));
    let cases = [
        r#"{"message": "a", "data": 1}"#,
        r#"{"type": "info"}"#,
        r#"{"message": "a", "format": "table"}"#,
        r#"{"message": ""}"#,
        r#"{"message": null}"#,
        &long,
        r#"{"message": "a", "type": "raw", "label": "l"}"#,
        r#"{"message": "a", "type": "loud"}"#,
        r#"{"data": 1, "format": "pie"}"#,
        r#"{"message": "a", "destination": "moon"}"#,
    ];
    let texts: Vec<String> = cases.iter().map(|one| kit.error("message", Capability::From, one)).collect();
    insta::assert_snapshot!(texts.join("\n"), @r#"
    failed to decode inputs: message: 'data' and 'message' are mutually exclusive
    failed to decode inputs: message: either 'data' or 'message' must be provided
    failed to decode inputs: message: 'format' requires 'data' to be set
    failed to decode inputs: message: 'message' must be a non-empty string
    failed to decode inputs: message: 'message' must be a non-empty string
    failed to decode inputs: message: message exceeds maximum length of 8192 characters (use type: raw for large output)
    failed to decode inputs: message: 'label' is not supported with type: raw
    failed to decode inputs: message: invalid type "loud": must be one of success, warning, error, info, debug, plain, raw
    failed to decode inputs: message: invalid format "pie": must be one of auto, table, list, tree, mermaid, json, yaml, quiet
    failed to decode inputs: message: invalid destination "moon": must be one of stdout, stderr
    "#);
    let raw = format!(r#"{{"message": "{}", "type": "raw"}}"#, "x".repeat(8193));
    kit.data("message", Capability::From, &raw);
}

#[test]
fn a_dry_run_says_what_would_be_said() {
    let kit = Kit { dry_run: true, ..kit() };
    let says = |inputs: &str| {
        let data = kit.data("message", Capability::Action, inputs);
        let given = Value::from_json(inputs).unwrap().as_map().unwrap().clone();
        let what = what_if(kit.registry.get("message").unwrap(), &Inputs::new(given));
        format!("{}\n{what}\n", data.as_map().unwrap().get("message").unwrap())
    };
    let long = format!(r#"{{"message": "{}"}}"#, "x".repeat(81));
    let texts = [
        says(r#"{"message": "hi"}"#),
        says(r#"{"message": "hi", "label": "l", "type": "error", "destination": "stderr"}"#),
        says(r#"{"message": "hi", "type": "raw"}"#),
        says(r#"{"data": 1}"#),
        says(r#"{"data": 1, "format": "tree", "display": {}, "label": "l"}"#),
        says(&long),
    ];
    insta::assert_snapshot!(texts.concat(), @r#"
    [dry-run] Would output info message to stdout: hi
    Would output info message: "hi" to stdout
    [dry-run] Would output error message to stderr: hi
    Would output error message [l]: "hi" to stderr
    [dry-run] Would write raw output (2 bytes) to stdout
    Would write raw output (2 bytes) to stdout
    [dry-run] Would render data as auto
    Would render data as auto
    [dry-run] Would render data as tree
    Would render data as tree with display schema [l]
    [dry-run] Would output info message to stdout: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    Would output info message: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..." to stdout
    "#);
    assert_eq!(kit.screen.as_ref().unwrap().out_text(), "");
    let what = what_if(kit.registry.get("message").unwrap(), &Inputs::default());
    assert_eq!(what, "Would output info message to stdout");
}

/// Neither the width of a column nor where a text is cut tells how long a secret is.
#[test]
fn secrets_are_masked_before_they_are_laid_out() {
    for format in ["table", "list", "tree", "auto", "json", "yaml", "mermaid"] {
        let shown = |length: usize| {
            let kit = coloured();
            let secret = "s3cret".repeat(length);
            kit.run.redactor.register(secret.as_bytes(), SecretKind::Declared);
            let inputs =
                format!(r#"{{"data": [{{"a": "{secret}", "b": "x"}}, {{"a": "y", "b": "z"}}], "format": "{format}"}}"#);
            let text = printed(&kit, &inputs);
            assert!(text.contains("[REDACTED]") && !text.contains("s3cret"), "{format}: {text}");
            text
        };
        assert_eq!(shown(1), shown(9), "{format}");
    }
    let kit = kit();
    kit.run.redactor.register(b"s3cret-value", SecretKind::Declared);
    let data = kit.data("message", Capability::Action, r#"{"data": "s3cret-value", "expand": true}"#);
    assert_eq!(data.as_str(), Some("s3cret-value"), "the result is data");
}

#[test]
fn what_is_not_known_yet_is_not_said() {
    let kit = Kit { rehearsal: true, ..kit() };
    for input in ["message", "data"] {
        let inputs = [(input, Value::from(Unknown::new("not run")))].into_iter().collect();
        let output = kit.call_with("message", Capability::Action, inputs).unwrap();
        assert_eq!(output.data.as_unknown().map(Unknown::reason), Some("not run"));
    }
    assert_eq!(kit.screen.as_ref().unwrap().out_text(), "");
}
