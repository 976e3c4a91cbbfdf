//! From the output back to the template.

use jet::{Functions, Input, Limits, SourceMap};

use super::{template, variables};

fn mapped(text: &str) -> (String, SourceMap) {
    let (variables, functions) = (variables(), Functions::new());
    let input = Input { variables: &variables, context: None, functions: &functions, limits: Limits::default() };
    let (output, map) = template(text).render_mapped(input).unwrap_or_else(|error| panic!("{error}"));
    (String::from_utf8(output).expect("the templates of these tests are UTF-8"), map)
}

/// Where a piece of the output comes from.
fn origin(text: &str, piece: &str) -> (String, bool) {
    let (output, map) = mapped(text);
    let at = output.find(piece).unwrap_or_else(|| panic!("{output}"));
    let origin = map.origin(at).expect("every byte of the output has an origin");
    (origin.place.to_string(), origin.verbatim)
}

#[test]
fn text_and_actions() {
    let text = "a: 1\n{{ if true }}b: 2\n{{ end }}c: {{ name }}\n{{ range hosts }}- {{ . }}\n{{ end }}d: 4\n";
    assert_eq!(origin(text, "a: 1"), ("/t:1:1".into(), true));
    assert_eq!(origin(text, ": 2"), ("/t:2:15".into(), true));
    assert_eq!(origin(text, "web"), ("/t:3:13".into(), false));
    assert_eq!(origin(text, "b.test"), ("/t:4:20".into(), false));
    assert_eq!(origin(text, "4"), ("/t:5:13".into(), true));
}

#[test]
fn other_templates() {
    let text = "x {{ include \"greeting.jet\" \"you\" }}";
    assert_eq!(origin(text, "hello"), ("/greeting.jet:1:1".into(), true));
    assert_eq!(origin(text, "you"), ("/greeting.jet:1:7".into(), false));
    let text = "{{ import \"blocks.jet\" }}{{ yield box() content }}inside{{ end }}";
    assert_eq!(origin(text, "]"), ("/blocks.jet:1:38".into(), true));
    assert_eq!(origin(text, "side"), ("/t:1:53".into(), true));
}

#[test]
fn what_was_taken_back_is_forgotten() {
    let text = "a{{ try }}b{{ nope }}{{ catch }}c{{ end }}d{{ exec(\"greeting.jet\") }}e";
    let (output, map) = mapped(text);
    assert_eq!(output, "acde");
    let columns: Vec<u32> = (0..5).filter_map(|at| map.origin(at)).map(|origin| origin.place.column).collect();
    assert_eq!(columns, [1, 33, 43, 70, 70]);
    assert!(mapped("{{ x := 1 }}").1.origin(0).is_none());
}
