//! Errors that a template catches have the text of the original, since templates print them.

use super::outcome;

fn caught(text: &str) -> String {
    outcome(&format!("{{{{ try }}}}{text}{{{{ catch e }}}}{{{{ e }}}}{{{{ end }}}}"))
}

#[test]
fn texts() {
    let line = "Jet Runtime Error (\"/t\":1): ";
    let literal = "Jet Runtime Error (\"/t\":0): ";
    for (text, prefix, rest) in [
        (
            "{{ x := 1 }}{{ y := \"s\" }}{{ nope }}",
            line,
            "identifier \"nope\" not available in current (map[x:<float64 Value> y:s]) or parent scope, global, or default variables",
        ),
        ("{{ limits.a.b }}", line, "there is no field or method 'a' in map[string]interface {} (limits.a.b)"),
        ("{{ limits.soft.x }}", line, "can't evaluate index <invalid reflect.Value> (x) in type int"),
        ("{{ hosts[7] }}", line, "index out of range: 7"),
        ("{{ nul.x.y }}", line, "nil pointer evaluating interface {}.<invalid reflect.Value>"),
        ("{{ 1 / 0 }}", literal, "division by zero"),
        ("{{ port / 0 }}", line, "division by zero"),
        ("{{ port % 0 }}", "", "runtime error: integer divide by zero"),
        ("{{ port + \"x\" }}", "", "strconv.ParseInt: parsing \"x\": invalid syntax"),
        (
            "{{ port + \"99999999999999999999\" }}",
            "",
            "strconv.ParseInt: parsing \"99999999999999999999\": value out of range",
        ),
        ("{{ port + hosts }}", "", "type: \"[]interface {}\" can't be converted to int64"),
        (
            "{{ hosts + 1 }}",
            line,
            "additive expression: left side (hosts ([]interface {}) needs float promotion but neither int nor uint)",
        ),
        ("{{ \"a\" * 2 }}", literal, "a non numeric value in multiplicative expression"),
        ("{{ upper() }}", line, "call expression: func(string) string needs 1 arguments, but have 0"),
        ("{{ upper(1.5) }}", "", "reflect.Value.Convert: value of type float64 cannot be converted to type string"),
        (
            "{{ 1 | nope }}",
            line,
            "identifier \"nope\" not available in current (map[]) or parent scope, global, or default variables",
        ),
        ("{{ 1 | name }}", line, "pipe command \"name\" must be a function, but is string"),
        ("{{ x = 5 }}", line, "could not assign \"x\" = 5 because variable \"x\" is uninitialised"),
        ("{{ range 3 }}{{ end }}", line, "value 3 (type float64) is not rangeable"),
        ("{{ yield nope() }}", line, "unresolved block \"nope\"!"),
        ("{{ include \"nope.jet\" }}", line, "template /nope.jet could not be found"),
        (
            "{{ exec(\"nope.jet\") }}",
            "",
            "exec(nope.jet, <invalid reflect.Value>): template /nope.jet could not be found",
        ),
        ("{{ len(5) }}", "", "len(): invalid value type float64"),
    ] {
        let text = if text.contains("1 | nope") {
            "{{ z := 1 }}{{ range i, v := hosts }}{{ q := 1 }}{{ if true }}{{ 1 | nope }}{{ end }}{{ end }}"
        } else {
            text
        };
        let rest =
            if rest.contains("(map[])") { rest.replace("map[]", "map[q:<float64 Value>]") } else { rest.to_owned() };
        assert_eq!(caught(text), format!("{prefix}{rest}"), "{text}");
    }
}

#[test]
fn some_are_errors_and_some_are_texts() {
    assert_eq!(outcome("{{ try }}{{ nope }}{{ catch e }}{{ isset(e.Error) }}{{ end }}"), "true");
    assert_eq!(
        outcome("{{ try }}{{ upper(1.5) }}{{ catch e }}{{ len(e) > 5 }}{{ isset(e.Error) }}{{ end }}"),
        "truefalse"
    );
    assert_eq!(
        outcome("{{ try }}{{ 1 / 0 }}{{ catch e }}{{ e.Error() | upper }}{{ end }}"),
        "JET RUNTIME ERROR (\"/T\":0): DIVISION BY ZERO"
    );
}
