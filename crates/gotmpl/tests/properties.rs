//! Whatever is given: no panic, and every place lies inside of the source.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use gotmpl::{FunctionSet, Limits, MissingKey, Options, Template};
use proptest::prelude::*;
use value::Value;

/// Pieces that templates are made of, in any order.
const PIECES: &[&str] = &[
    "{{",
    "}}",
    "{{- ",
    " -}}",
    "{{if .a}}",
    "{{else}}",
    "{{else if .b}}",
    "{{end}}",
    "{{range $i, $e := .l}}",
    "{{range .m}}",
    "{{with .m}}",
    "{{define \"x\"}}",
    "{{template \"x\" .}}",
    "{{block \"y\" .}}",
    "{{break}}",
    "{{continue}}",
    "{{$x := 1}}",
    "{{$x = 2}}",
    "{{/* c */}}",
    " ",
    "\n",
    "text",
    "é",
    ".a",
    ".l",
    ".m.k",
    "$",
    "$x",
    "$i",
    "(",
    ")",
    "|",
    ",",
    ":=",
    "=",
    "\"s\"",
    "\"%d %s\"",
    "`raw`",
    "'c'",
    "1",
    "-2.5",
    "0x1f",
    "1+2i",
    "nil",
    "true",
    "print",
    "printf",
    "index",
    "slice",
    "len",
    "and",
    "or",
    "not",
    "eq",
    "lt",
    "html",
    "js",
    "urlquery",
    "call",
    "\\",
    "\"",
    "\u{0}",
    "%",
    ".",
    "_",
];

const DATA: &str = r#"{"a": 1, "b": "", "l": [1, "x", null, [2], {"k": 1.5}], "m": {"k": "v", "n": null}}"#;

fn sources() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

fn limits() -> Limits {
    Limits { output: 100_000, memory: 1_000_000, value: 1_000_000, steps: 100_000, depth: 100 }
}

fn inside(start: u32, end: u32, length: usize) -> bool {
    start <= end && end as usize <= length
}

fn check(source: &[u8], missing_key: MissingKey) -> Result<(), TestCaseError> {
    let functions = FunctionSet::new();
    let options = Options { missing_key, ..Options::new(&functions) };
    let template = match Template::parse("t", source, &options) {
        Ok(template) => template,
        Err(error) => {
            prop_assert!(inside(error.start, error.end, source.len()), "{error}");
            return Ok(());
        }
    };
    for reference in template.references() {
        prop_assert!(inside(reference.start, reference.end, source.len()));
    }
    let data = Value::from_json(DATA).unwrap();
    match template.render_mapped(&data, &limits()) {
        Ok((output, map)) => {
            prop_assert_eq!(&output, &template.render(&data, &limits()).unwrap());
            for offset in 0..output.len() {
                let (start, end) = map.find(offset).unwrap();
                prop_assert!(inside(start, end, source.len()));
            }
        }
        Err(error) => prop_assert!(inside(error.start, error.end, source.len()), "{error}"),
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_pieces(source in sources(), mode in 0..3) {
        let modes = [MissingKey::Default, MissingKey::Zero, MissingKey::Error];
        check(source.as_bytes(), modes[usize::try_from(mode).unwrap()])?;
    }

    #[test]
    fn any_action(inner in sources()) {
        check(format!("{{{{{inner}}}}}").as_bytes(), MissingKey::Default)?;
    }

    #[test]
    fn any_bytes(source in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&source, MissingKey::Default)?;
        check(&[b"{{", &source[..], b"}}"].concat(), MissingKey::Default)?;
    }

    #[test]
    fn text_alone_is_rendered_as_it_is(source in "[^{]*") {
        let template = Template::parse("t", source.as_str(), &Options::new(&FunctionSet::new())).unwrap();
        prop_assert_eq!(template.render(&Value::Null, &Limits::default()).unwrap(), source.as_bytes());
    }

    #[test]
    fn other_delimiters_change_nothing(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12)) {
        let functions = FunctionSet::new();
        let usual = pieces.concat();
        prop_assume!(!usual.contains("<<") && !usual.contains(">>"));
        let other = usual.replace("{{", "<<").replace("}}", ">>");
        prop_assume!(!other.contains(['{', '}']));
        let data = Value::from_json(DATA).unwrap();
        let render = |source: &str, left, right| {
            let options = Options { left, right, ..Options::new(&functions) };
            let template = Template::parse("t", source, &options).map_err(|error| error.line)?;
            let output = template.render(&data, &limits()).map_err(|error| error.line)?;
            Ok::<_, u32>(String::from_utf8_lossy(&output).replace("<<", "{{").replace(">>", "}}"))
        };
        prop_assert_eq!(render(&usual, "", ""), render(&other, "<<", ">>"));
    }
}
