//! Laws over made-up templates.

use jet::{Functions, Input, Limits, Options, Set, example_templates};
use proptest::prelude::*;

use super::variables;

/// Parses and runs whatever it is given; places have to be inside of the text they point into.
fn exercise(text: &[u8]) {
    let set = Set::new(example_templates(), &Options::default());
    let template = match set.parse("t", text) {
        Ok(template) => template,
        Err(error) => {
            assert!(&*error.place.template != "/t" || inside(error.place.range(), text), "{error}");
            return;
        }
    };
    for reference in template.references().variables {
        assert!(inside(reference.place.range(), text));
    }
    let (variables, functions) = (variables(), Functions::new());
    let limits = Limits { steps: 20_000, output: 1 << 20, memory: 1 << 20, ..Limits::default() };
    let input = Input { variables: &variables, context: None, functions: &functions, limits };
    let plain = template.render(input);
    match template.render_mapped(input) {
        Ok((output, map)) => {
            assert_eq!(plain.ok().as_ref(), Some(&output), "rendering twice gives the same");
            for at in 0..output.len() {
                let place = map.origin(at).expect("every byte comes from somewhere").place;
                assert!(&*place.template != "/t" || inside(place.range(), text));
            }
        }
        Err(error) => {
            assert_eq!(plain.err().map(|plain| plain.to_string()), Some(error.to_string()));
            assert!(&*error.place().template != "/t" || inside(error.place().range(), text), "{error}");
        }
    }
}

fn inside(range: std::ops::Range<usize>, text: &[u8]) -> bool {
    range.start <= range.end && range.end <= text.len()
}

/// Pieces of templates, so that many of them are valid.
fn pieces() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "{{",
        "}}",
        " }}",
        "{{ ",
        "{{- ",
        " -}}",
        "if ",
        "else",
        "end",
        "range ",
        "i, v := ",
        "block b(x=1) ",
        "yield b() ",
        "content",
        "try",
        "catch e",
        "return ",
        "include ",
        "exec(",
        "name",
        "port",
        "hosts",
        "limits",
        "limits.soft",
        ".",
        ".x",
        "[0]",
        "[1:]",
        "(",
        ")",
        "+",
        " - ",
        "*",
        "/",
        "%",
        "==",
        "<",
        "&&",
        "||",
        "!",
        "?",
        ":",
        ",",
        ";",
        " := ",
        " = ",
        "|",
        " | upper",
        " | len",
        "_",
        "nil",
        "true",
        "1",
        "2.5",
        "\"a\"",
        "\"greeting.jet\"",
        "`r`",
        "'c'",
        "slice(",
        "map(",
        "isset(",
        "ints(0, 3)",
        "\n",
        " ",
        "text",
        "é",
        "{* c *}",
        "{{ end }}",
        "{{ name }}",
        "{{ if name }}",
        "{{ x := port }}",
    ]);
    prop::collection::vec(words, 0..30).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_never_panic(text in pieces()) {
        exercise(text.as_bytes());
    }

    #[test]
    fn bytes_never_panic(text in prop::collection::vec(any::<u8>(), 0..60)) {
        exercise(&text);
        exercise(&[b"{{ ", text.as_slice(), b" }}"].concat());
    }

    #[test]
    fn text_outside_of_actions_is_kept(text in "[^{\\s][^{]*", invalid in any::<u8>()) {
        let mut bytes = text.into_bytes();
        bytes.push(invalid.max(b'~'));
        let template = jet::Template::parse("t", &bytes, &Options::default()).unwrap();
        let functions = Functions::new();
        let input = Input { variables: &(), context: None, functions: &functions, limits: Limits::default() };
        prop_assert_eq!(template.render(input).unwrap(), bytes);
    }
}
