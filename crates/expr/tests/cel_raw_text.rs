//! Text that is not UTF-8 in CEL: what cel-go answers for the same expressions.

use expr::cel::{Engine, to_plain};
use value::Value;

/// `\xe4\xb8` is the beginning of a character.
const RAW: &[u8] = b"h\xe9\xe4\xb8l\xff";

fn evaluated(expression: &str) -> Result<Value, String> {
    let program = Engine::new().compile(expression, &["s"]).map_err(|error| error.to_string())?;
    program.evaluate(&[("s", Value::text(RAW))]).map_err(|error| error.to_string())
}

fn bytes_of(expression: &str) -> Vec<u8> {
    let value = evaluated(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
    value.as_text_bytes().unwrap_or_else(|| panic!("{expression}: {value:?} is no text")).to_vec()
}

#[test]
fn cutting_and_joining_keeps_the_bytes() {
    for (expression, expected) in [
        ("s", RAW),
        ("s + 'x'", b"h\xe9\xe4\xb8l\xffx"),
        ("'x' + s", b"xh\xe9\xe4\xb8l\xff"),
        ("string(s)", RAW),
        ("dyn(s)", RAW),
        ("s.replace('h', 'j')", b"j\xe9\xe4\xb8l\xff"),
        ("s.replace('', '-')", b"-h-\xe9-\xe4-\xb8-l-\xff-"),
        ("(s + s).replace('h', 'j', 1)", b"j\xe9\xe4\xb8l\xffh\xe9\xe4\xb8l\xff"),
        ("s.split('l')[0]", b"h\xe9\xe4\xb8"),
        ("s.split('')[1]", b"\xe9"),
        ("s.split('', 2)[1]", b"\xe9\xe4\xb8l\xff"),
        ("(' ' + s + ' \\n').trim()", RAW),
        ("(s + ' a\\n').trim()", b"h\xe9\xe4\xb8l\xff a"),
        ("[s, 'a'].join('-')", b"h\xe9\xe4\xb8l\xff-a"),
        ("['a', 'b'].join(s)", b"ah\xe9\xe4\xb8l\xffb"),
        ("'%s'.format([s])", RAW),
        ("'%s'.format([[s]])", b"[h\xe9\xe4\xb8l\xff]"),
        ("optional.of(s).value()", RAW),
        ("{'k': s}.k", RAW),
    ] {
        assert_eq!(bytes_of(expression), expected, "{expression}");
    }
}

#[test]
fn what_goes_by_characters_sees_replacements() {
    for (expression, expected) in [
        ("s.upperAscii()", "H\u{fffd}\u{fffd}\u{fffd}L\u{fffd}"),
        ("s.charAt(1)", "\u{fffd}"),
        ("s.charAt(4)", "l"),
        ("s.substring(0, 2)", "h\u{fffd}"),
        ("s.reverse()", "\u{fffd}l\u{fffd}\u{fffd}\u{fffd}h"),
        ("strings.quote(s)", "\"h\u{fffd}\u{fffd}\u{fffd}l\u{fffd}\""),
        ("'%x'.format([s])", "68e9e4b86cff"),
        ("base64.encode(bytes(s))", "aOnkuGz/"),
        ("string(type(s) == string)", "true"),
    ] {
        assert_eq!(evaluated(expression).unwrap().as_str(), Some(expected), "{expression}");
    }
}

#[test]
fn it_is_asked_and_compared_as_text() {
    for (expression, expected) in [
        ("size(s)", Value::Int(6)),
        ("s.size()", Value::Int(6)),
        ("size(s.split(''))", Value::Int(6)),
        ("size(s.split('l', 0))", Value::Int(0)),
        ("s.indexOf('l')", Value::Int(4)),
        ("s == s", true.into()),
        ("s == 'h'", false.into()),
        ("s != ''", true.into()),
        ("s < 'z'", true.into()),
        ("s > 'h'", true.into()),
        ("s in [s]", true.into()),
        ("[s] == [s]", true.into()),
        ("{'k': s} == {'k': s}", true.into()),
        ("{s: 1}[s]", Value::Int(1)),
        ("s in {s: 1}", true.into()),
        ("s in {'a': 1}", false.into()),
        ("s.contains('l')", true.into()),
        ("s.startsWith('h')", true.into()),
        ("s.matches('h.{3}l')", true.into()),
        ("s == 1", false.into()),
    ] {
        assert_eq!(evaluated(expression), Ok(expected), "{expression}");
    }
    assert_eq!(to_plain(&evaluated("[s, optional.of(s)]").unwrap()), Value::from(vec![Value::text(RAW); 2]));
}

#[test]
fn what_fails_fails_as_text_does() {
    for (expression, expected) in [
        ("string(bytes(s))", "invalid UTF-8 in bytes, cannot convert to string"),
        ("int(s)", "type conversion error from 'string' to 'int'"),
        ("s + 1", "no such overload"),
        ("s - 1", "no such overload"),
        ("{'a': 1}[s]", "no such key: h\u{fffd}\u{fffd}\u{fffd}l\u{fffd}"),
    ] {
        let error = evaluated(expression).unwrap_err();
        assert!(error.contains(expected), "{expression}: {error}");
    }
}
