//! The words of messages, with the place.

use jet::{Options, Set, Templates};

use super::{outcome, parse, render};

#[test]
fn while_it_runs_and_before() {
    for (text, message) in [
        ("{{ nope }}", "/t:1:4: `nope` is not defined"),
        ("{{ nope.a }}", "/t:1:4: `nope` is not defined"),
        ("{{ limits.a.b }}", "/t:1:4: there is no `a` in a map"),
        ("{{ limits.soft.x }}", "/t:1:4: a whole number has no fields and no items"),
        ("{{ nul.x.y }}", "/t:1:4: null has no fields"),
        ("{{ .x }}", "/t:1:4: there is nothing to look a field up in"),
        ("{{ none.x }}", "/t:1:4: there is nothing to look a field up in"),
        ("{{ hosts[9] }}", "/t:1:4: index 9 is out of range"),
        ("{{ hosts[\"a\"] }}", "/t:1:4: text cannot be an index of a list or of text"),
        ("{{ hosts.a }}", "/t:1:4: lists and texts have no fields, and no `a`"),
        ("{{ limits[1] }}", "/t:1:4: a number cannot be a key of a map"),
        ("{{ limits[nil] }}", "/t:1:4: a key has to be text"),
        ("{{ start.nope }}", "/t:1:4: a time has no member `nope`"),
        ("{{ x = 1 }}", "/t:1:4: `x` is not declared; `x := …` declares it"),
        ("{{ 1 / 0 }}", "/t:1:4: division by zero"),
        ("{{ port % 0 }}", "/t:1:9: division of whole numbers by zero"),
        ("{{ \"a\" * 2 }}", "/t:1:4: only numbers can be multiplied and divided, and text is none"),
        ("{{ \"a\" < \"b\" }}", "/t:1:4: only numbers can be compared with `<`, `<=`, `>` and `>=`, and text is none"),
        ("{{ \"a\" - 1 }}", "/t:1:10: nothing can be subtracted from text"),
        ("{{ true + 1 }}", "/t:1:4: a truth value is neither a number nor text, nothing can be added to it"),
        ("{{ hosts + port }}", "/t:1:4: a list is neither a number nor text, nothing can be added to it"),
        ("{{ 1 + nil }}", "/t:1:6: nothing is on the right side"),
        ("{{ port + \"x\" }}", "/t:1:11: `x` is not a number"),
        ("{{ port + hosts }}", "/t:1:11: a list cannot be used as a number"),
        ("{{ -name }}", "/t:1:4: text is no number and has no sign"),
        ("{{ name() }}", "/t:1:4: text is not a function"),
        ("{{ 1 | name }}", "/t:1:8: text is not a function"),
        ("{{ \"a\" | raw | upper }}", "/t:1:16: `upper` comes too late, the output is already written"),
        ("{{ upper() }}", "/t:1:4: `upper` takes 1 argument, 0 given"),
        ("{{ upper(\"a\", \"b\") }}", "/t:1:4: `upper` takes 1 argument, 2 given"),
        ("{{ upper(nil) }}", "/t:1:10: argument 1 is nothing"),
        ("{{ upper(1.5) }}", "/t:1:10: a number cannot be used as text"),
        ("{{ range hosts }}{{ upper(.) }}{{ end }}", "/t:1:27: an item without a type cannot be used as text"),
        ("{{ len(5) }}", "/t:1:4: a number has no length"),
        ("{{ len(none) }}", "/t:1:4: nothing has no length"),
        ("{{ map(\"a\") }}", "/t:1:4: the last key has no value"),
        ("{{ map(1.5, 2) }}", "/t:1:4: argument 1 is a number, and a key has to be text"),
        ("{{ slice(nil) }}", "/t:1:10: nothing cannot be put into a list"),
        ("{{ repeat(\"a\", -1) }}", "/t:1:4: the count is negative"),
        ("{{ ints(3, 1) }}", "/t:1:4: the first number of `ints` has to be smaller than the second"),
        ("{{ range 3 }}{{ end }}", "/t:1:10: a number cannot be ranged over"),
        ("{{ range none }}{{ end }}", "/t:1:10: there is nothing to range over"),
        ("{{ range nul.x }}{{ end }}", "/t:1:10: null cannot be ranged over"),
        ("{{ hosts[0:9] }}", "/t:1:4: the bounds of the slice do not fit"),
        ("{{ hosts[\"a\":] }}", "/t:1:10: a bound of a slice has to be a number, and text is none"),
        ("{{ port[:1] }}", "/t:1:4: a whole number has no slices"),
        ("{{ yield nope() }}", "/t:1:1: there is no block `nope`"),
        ("{{ block b(x) }}{{ end }}", "/t:1:1: parameter `x` has no value"),
        ("{{ include \"nope.jet\" }}", "/t:1:1: there is no template `/nope.jet`"),
        ("{{ include 5 }}", "/t:1:12: a number is not the name of a template"),
        ("{{ exec(\"nope.jet\") }}", "/t:1:4: there is no template `/nope.jet`"),
        ("{{ _ }}", "/t:1:4: `_` has no value"),
        ("{{ 2i }}", "/t:1:4: `2i` has no value"),
        ("{{ upper }}", "/t:1:1: a function cannot be printed; `name()` calls it"),
        ("a {{ ", "/t:1:6: the action has no end"),
        ("a {{ \"x", "/t:1:6: the text has no end"),
        ("{{ 'ab' }}", "/t:1:4: 'ab' is not one character; text is put in double quotes"),
        ("{{ \"\\q\" }}", "/t:1:4: \"\\q\" is not properly quoted"),
        ("{{ 08 }}", "/t:1:4: `08` is too large for a number without fraction"),
        ("{{ 1x }}", "/t:1:4: `1x` is not a number"),
        ("{{ if }}", "/t:1:7: unexpected `}}` in `if`, expected a value"),
        ("{{ if true }}a", "/t:1:15: the template ends inside of a construct, `end` is missing"),
        ("{{ end }}", "/t:1:4: `end` without a construct that it belongs to"),
        ("{{ else }}", "/t:1:4: `else` without a construct that it belongs to"),
        ("{{ (1 }}", "/t:1:7: the action ends inside of parentheses"),
        ("{{ 1) }}", "/t:1:5: unexpected `)` in an action, expected `|` or the end of the action"),
        ("{{ port -1 }}", "/t:1:9: unexpected `-1` in an action, expected `|` or the end of the action"),
        ("{{ a b }}", "/t:1:6: unexpected `b` in an action, expected `|` or the end of the action"),
        ("{{ true ? 1 }}", "/t:1:13: unexpected `}}` in a choice with `?`, expected `:`"),
        ("{{ x, y := 1 }}", "/t:1:4: 2 to assign to, 1 to assign"),
        ("{{ x.y := 1 }}", "/t:1:4: `x.y` cannot be declared, only a plain name can"),
        ("{{ 5 = 1 }}", "/t:1:4: `5` cannot be assigned to"),
        ("{{ true.x }}", "/t:1:4: `true` has no fields"),
        ("{{ f(_, _) }}", "/t:1:9: `_` stands twice in one call"),
        ("{{ try }}{{ catch 5 }}{{ end }}", "/t:1:19: `catch` takes a name for the error"),
        ("x{{ extends \"layout.jet\" }}", "/t:1:5: `extends` has to be at the beginning of the template"),
        (
            "{{ extends \"layout.jet\" }}{{ extends \"layout.jet\" }}",
            "/t:1:38: a template can only extend one template",
        ),
        ("{{ import \"layout.jet\" }}{{ extends \"layout.jet\" }}", "/t:1:37: `extends` has to come before `import`"),
        ("{{ import \"nope.jet\" }}", "/t:1:11: there is no template `/nope.jet`"),
        ("{{ → }}", "/t:1:4: `→` (U+2192) cannot be in an action"),
        ("{{ a\" }}", "/t:1:4: `\"` (U+0022) cannot follow a name"),
        ("{* open {{ 1 }}", "/t:1:1: the comment has no end"),
        ("{{ range a := hosts, hosts }}{{ end }}", "/t:1:10: 1 to assign to, 2 to assign"),
        ("{{ yield x }}", "/t:1:12: unexpected `}}` in `yield`, expected `(`"),
        ("{{ block }}", "/t:1:10: unexpected `}}` in `block`, expected a name"),
        ("{{ include \"greeting.jet\" limits.a.b }}", "/t:1:27: there is no `a` in a map"),
        ("line\\nline {{ name }}\\n  é {{ nope }}", "/t:3:8: `nope` is not defined"),
    ] {
        assert_eq!(outcome(&text.replace("\\n", "\n")), message, "{text}");
    }
}

#[test]
fn help() {
    for (text, help) in [
        ("{{ nmae }}", "`name` is defined"),
        ("{{ uper(name) }}", "`upper` is defined"),
        (
            "{{ range hosts }}{{ . + 1 }}{{ end }}",
            "`range i, item := …` gives items their types, which `.` does not have",
        ),
        ("{{ limits.a.b }}", "`isset(limits.a.b)` tells whether it is there"),
    ] {
        assert_eq!(render(text).unwrap_err().help().as_deref(), Some(help), "{text}");
    }
    let help = |text: &str| parse(text).err().unwrap().help().unwrap_or_default();
    assert!(help("{{ port -1 }}").starts_with("a sign with a blank before it"));
    assert_eq!(help("{{ 08 }}"), "a zero in front makes a number octal");
}

#[test]
fn the_way_to_the_place() {
    let templates = Templates::from_iter([
        ("a.jet", "{{ import \"b.jet\" }}{{ yield b() }}"),
        ("b.jet", "{{ block b() }}\n{{ nope }}{{ end }}"),
    ]);
    let template = Set::new(templates, &Options::default()).parse("t", b"x\n {{ include \"a.jet\" }}").unwrap();
    let functions = jet::Functions::new();
    let input = jet::Input { variables: &(), context: None, functions: &functions, limits: jet::Limits::default() };
    let error = template.render(input).unwrap_err();
    assert_eq!(error.to_string(), "/b.jet:2:4: `nope` is not defined");
    assert_eq!(error.place().range(), 19..23);
    let trail: Vec<String> = error.trail().iter().map(ToString::to_string).collect();
    assert_eq!(trail, ["/a.jet:1:21", "/t:2:2"]);
}
