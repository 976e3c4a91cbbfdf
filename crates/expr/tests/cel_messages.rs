//! What people read when an expression is wrong.

use expr::cel::Engine;
use value::{Map, Value};

fn data() -> Value {
    Value::from_json(
        r#"{"name": "web", "port": 8080, "tags": ["a"], "owner": {"team": "core"}, "none": null, "ratio": 0.5}"#,
    )
    .expect("is JSON")
}

/// The message of an expression that fails, with a line that shows the place.
fn message(text: &str) -> String {
    let engine = Engine::new();
    let show = |start: u32, end: u32| {
        let (before, marked) = (&text[..start as usize], &text[start as usize..end as usize]);
        format!("{text}\n{}{}", " ".repeat(before.chars().count()), "^".repeat(marked.chars().count().max(1)))
    };
    match engine.compile(text, &["_", "__self"]) {
        Err(error) => {
            let lines = error.problems().iter().map(|problem| {
                let help = problem.help().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
                format!("{problem}\n{}{help}", show(problem.place.start, problem.place.end))
            });
            lines.collect::<Vec<_>>().join("\n")
        }
        Ok(program) => {
            let error = program.evaluate(&[("_", data()), ("__self", Value::Int(1))]).expect_err("fails");
            let help = error.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
            format!("{error}\n{}{help}", show(error.place.start, error.place.end))
        }
    }
}

#[test]
fn syntax() {
    insta::assert_snapshot!(message("1 +"), @"
    unexpected end of the expression, expected a value, a name, `(`, `[`, `{`, `-` or `!`
    1 +
       ^
    ");
    insta::assert_snapshot!(message("_.name = 'web'"), @"
    unexpected character `=`
    _.name = 'web'
           ^
    help: did you mean `==`?
    ");
    insta::assert_snapshot!(message("_.a and _.b"), @"
    unexpected `and`, expected an operator or the end of the expression
    _.a and _.b
        ^^^
    help: did you mean `&&`?
    ");
    insta::assert_snapshot!(message("[1, 2"), @"
    unexpected end of the expression, expected `,` or `]`
    [1, 2
         ^
    ");
    insta::assert_snapshot!(message("{\"a\" 1}"), @r#"
    unexpected `1`, expected `:`
    {"a" 1}
         ^
    "#);
    insta::assert_snapshot!(message("'abc"), @"
    string does not end
    'abc
    ^^^^
    ");
    insta::assert_snapshot!(message("\"C:\\dir\""), @r#"
    `\d` is no escape sequence
    "C:\dir"
       ^^
    help: write `\\` for a backslash, or put `r` before the quote
    "#);
    insta::assert_snapshot!(message("_.tags[0:1]"), @"
    unexpected `:`, expected `]`
    _.tags[0:1]
            ^
    ");
    insta::assert_snapshot!(message("if"), @r#"
    reserved identifier: if
    if
    ^^
    help: a field of that name is written as `_["if"]`
    "#);
    insta::assert_snapshot!(message("9223372036854775808 + 1e999"), @"
    invalid int literal
    9223372036854775808 + 1e999
    ^^^^^^^^^^^^^^^^^^^
    invalid double literal
    9223372036854775808 + 1e999
                          ^^^^^
    ");
    insta::assert_snapshot!(message("_.été"), @"
    unexpected character `é`
    _.été
      ^
    ");
    insta::assert_snapshot!(message(""), @"
    unexpected end of the expression, expected a value, a name, `(`, `[`, `{`, `-` or `!`

    ^
    ");
}

#[test]
fn macros() {
    insta::assert_snapshot!(message("has(_[\"a\"])"), @r#"
    invalid argument to has() macro
    has(_["a"])
        ^^^^^^
    "#);
    insta::assert_snapshot!(message("[1].map(x.y, 1)"), @"
    argument is not an identifier
    [1].map(x.y, 1)
            ^^^
    ");
    insta::assert_snapshot!(message("[1].all(1, true)"), @"
    argument must be a simple name
    [1].all(1, true)
            ^
    ");
    insta::assert_snapshot!(message("math.least()"), @"
    math.least() requires at least one argument
    math.least()
    ^^^^
    ");
}

#[test]
fn names() {
    insta::assert_snapshot!(message("nmae"), @"
    undeclared reference to `nmae`
    nmae
    ^^^^
    ");
    insta::assert_snapshot!(message("__slef + 1"), @"
    undeclared reference to `__slef`
    __slef + 1
    ^^^^^^
    help: did you mean `__self`?
    ");
    insta::assert_snapshot!(message("_.name.startWith('w')"), @"
    undeclared reference to `startWith`
    _.name.startWith('w')
           ^^^^^^^^^
    help: did you mean `startsWith`?
    ");
    insta::assert_snapshot!(message("strings.repaet('a', 2)"), @"
    undeclared reference to `strings`
    strings.repaet('a', 2)
    ^^^^^^^
    undeclared reference to `repaet`
    strings.repaet('a', 2)
            ^^^^^^
    help: did you mean `strings.repeat`?
    ");
    insta::assert_snapshot!(message("[1].map(item, itm)"), @"
    undeclared reference to `itm`
    [1].map(item, itm)
                  ^^^
    help: did you mean `item`?
    ");
    insta::assert_snapshot!(message("a + b"), @"
    undeclared reference to `a`
    a + b
    ^
    undeclared reference to `b`
    a + b
        ^
    ");
}

#[test]
fn types() {
    insta::assert_snapshot!(message("1 + \"a\""), @r#"
    found no matching overload for `_+_` applied to `(int, string)`
    1 + "a"
    ^^^^^^^
    "#);
    insta::assert_snapshot!(message("_.name.startsWith(1)"), @"
    found no matching overload for `startsWith` applied to `dyn.(int)`
    _.name.startsWith(1)
    ^^^^^^^^^^^^^^^^^^^^
    ");
    insta::assert_snapshot!(message("true ? 1 : \"a\""), @r#"
    found no matching overload for `_?_:_` applied to `(bool, int, string)`
    true ? 1 : "a"
    ^^^^^^^^^^^^^^
    "#);
    insta::assert_snapshot!(message("[1, 2].length"), @"
    type `list(int)` does not support field selection
    [1, 2].length
          ^^^^^^^
    ");
    insta::assert_snapshot!(message("\"abc\".map(c, c)"), @r#"
    expression of type `string` cannot be range of a comprehension (must be list, map, or dynamic)
    "abc".map(c, c)
    ^^^^^
    "#);
    insta::assert_snapshot!(message("1 && true"), @"
    expected type `bool` but found `int`
    1 && true
    ^
    ");
    insta::assert_snapshot!(message("google.protobuf.Int32Value{value: \"a\", x: 1}"), @r#"
    expected type of field `value` is `int` but provided type is `string`
    google.protobuf.Int32Value{value: "a", x: 1}
                               ^^^^^^^^^^
    undefined field `x`
    google.protobuf.Int32Value{value: "a", x: 1}
                                           ^^^^
    "#);
    insta::assert_snapshot!(message("_[null]"), @"
    invalid qualifier type: null_type
    _[null]
      ^^^^
    ");
}

#[test]
fn literals() {
    insta::assert_snapshot!(message("duration(\"1 hour\")"), @r#"
    invalid duration argument: unknown unit ` hour` in duration `1 hour`
    duration("1 hour")
             ^^^^^^^^
    "#);
    insta::assert_snapshot!(message("timestamp(\"2024-02-30T00:00:00Z\")"), @r#"
    invalid timestamp argument: no such date or time: `2024-02-30 00:00:00`
    timestamp("2024-02-30T00:00:00Z")
              ^^^^^^^^^^^^^^^^^^^^^^
    "#);
    insta::assert_snapshot!(message("_.name.matches(\"[\")"), @r#"
    invalid matches argument: error parsing regexp: missing closing ]: `[`
    _.name.matches("[")
                   ^^^
    "#);
    insta::assert_snapshot!(message("\"%d and %s\".format([\"a\"])"), @r#"
    error during formatting: decimal clause can only be used on ints, uints, and doubles, was given string
    "%d and %s".format(["a"])
                        ^^^
    "#);
    insta::assert_snapshot!(message("\"%d\".format([1, 2])"), @r#"
    too many arguments supplied to string.format (expected 1, got 2)
    "%d".format([1, 2])
    ^^^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn runs() {
    insta::assert_snapshot!(message("_.owner.tem"), @"
    no such key: tem
    _.owner.tem
           ^^^^
    help: did you mean `team`?
    ");
    insta::assert_snapshot!(message("_.owner.team.x == 1"), @"
    no such key: x
    _.owner.team.x == 1
                ^^
    help: `string` has no fields
    ");
    insta::assert_snapshot!(message("_.tags[3] + \"x\""), @r#"
    index out of bounds: 3
    _.tags[3] + "x"
          ^^^
    help: the list has 1 item
    "#);
    insta::assert_snapshot!(message("_.tags.first"), @"
    unsupported index type 'string' in list
    _.tags.first
          ^^^^^^
    ");
    insta::assert_snapshot!(message("_.port + _.name"), @"
    no such overload
    _.port + _.name
    ^^^^^^^^^^^^^^^
    help: the left side is `int`, the right side is `string`
    ");
    insta::assert_snapshot!(message("1 + _.port / 0"), @"
    division by zero
    1 + _.port / 0
        ^^^^^^^^^^
    ");
    insta::assert_snapshot!(message("int(_.name)"), @"
    type conversion error from 'string' to 'int'
    int(_.name)
    ^^^^^^^^^^^
    ");
    insta::assert_snapshot!(message("_.tags.map(t, t + 1)"), @"
    no such overload
    _.tags.map(t, t + 1)
                  ^^^^^
    help: the left side is `string`, the right side is `int`
    ");
    insta::assert_snapshot!(message("_.port.map(p, p)"), @"
    got 'int', expected iterable type
    _.port.map(p, p)
    ^^^^^^^^^^^^^^^^
    ");
    insta::assert_snapshot!(message("optional.none().value()"), @"
    optional.none() dereference
    optional.none().value()
    ^^^^^^^^^^^^^^^^^^^^^^^
    ");
    insta::assert_snapshot!(message("map.addFailIfExists(_.owner, \"team\", 1)"), @r#"
    map.addFailIfExists: key 'team' already exists
    map.addFailIfExists(_.owner, "team", 1)
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
    insta::assert_snapshot!(message("lists.range(3000).map(x, lists.range(3000))"), @"
    operation cancelled: actual cost limit exceeded
    lists.range(3000).map(x, lists.range(3000))
                             ^^^^^^^^^^^^^^^^^
    help: an expression may cost 1000000: `filter` a list before it is mapped, keep loops out of loops, or split the work over several expressions
    ");
}

#[test]
fn reports_are_those_of_the_original() {
    let engine = Engine::new();
    let error = engine.compile("aa +\n\tbb", &["_", "x"]).err().expect("does not compile");
    insta::assert_snapshot!(error.report("aa +\n\tbb", &["x", "_"]), @r#"
    failed to compile expression "aa +\n\tbb": failed to compile expression "aa +\n\tbb": ERROR: <input>:1:1: undeclared reference to 'aa' (in container '')
     | aa +
     | ^
    ERROR: <input>:2:2: undeclared reference to 'bb' (in container '')
     |  bb
     | .^
    Available variables: _, x
    "#);
    let program = engine.compile("_.missing", &["_", "x"]).expect("compiles");
    let (data, x) = (data(), Value::Int(1));
    let error = program.evaluate(&[("_", data.clone()), ("x", x.clone())]).expect_err("fails");
    insta::assert_snapshot!(error.report("_.missing", &[("x", &x), ("_", &data)]), @r#"
    failed to evaluate expression "_.missing": failed to evaluate expression "_.missing": no such key: missing
    Variable types: map[_:map[string]interface {} x:int]
    Available variables: _, x
    Data shape of _: {name: string, none: nil, owner: map, port: int, ratio: float, tags: list}
    "#);
    let empty = Value::from(Map::new());
    insta::assert_snapshot!(error.report("_.missing", &[("_", &empty)]), @r#"
    failed to evaluate expression "_.missing": failed to evaluate expression "_.missing": no such key: missing
    Variable types: map[_:map[string]interface {}]
    Available variables: _
    Data shape of _: {} (empty map)
    "#);
    let many: Map = (0..25).map(|at| (format!("key{at:02}"), at)).collect();
    insta::assert_snapshot!(error.report("_.missing", &[("_", &many.into())]), @r#"
    failed to evaluate expression "_.missing": failed to evaluate expression "_.missing": no such key: missing
    Variable types: map[_:map[string]interface {}]
    Available variables: _
    Data shape of _: {key00: int, key01: int, key02: int, key03: int, key04: int, key05: int, key06: int, key07: int, key08: int, key09: int, key10: int, key11: int, key12: int, key13: int, key14: int, key15: int, key16: int, key17: int, key18: int, key19: int} (and 5 more keys)
    "#);
    insta::assert_snapshot!(error.report("_.missing", &[]), @r#"
    failed to evaluate expression "_.missing": failed to evaluate expression "_.missing": no such key: missing
    Variable types: map[]
    Available variables: (none)
    Data shape of _: (nil)
    "#);
    let wide = engine.compile("\"é\" + nope", &[]).err().expect("does not compile");
    insta::assert_snapshot!(wide.upstream("\"é\" + nope"), @r#"
    ERROR: <input>:1:7: undeclared reference to 'nope' (in container '')
     | "é" + nope
     | .．....^
    "#);
}

#[test]
fn places_of_what_is_not_bool_and_of_limits() {
    insta::assert_snapshot!(message("_.port > 1 && _.name"), @"
    no such overload
    _.port > 1 && _.name
                  ^^^^^^
    help: this is `string`, not `bool`
    ");
    insta::assert_snapshot!(message("_.name ? 1 : 2"), @"
    no such overload
    _.name ? 1 : 2
    ^^^^^^
    help: this is `string`, not `bool`
    ");
    insta::assert_snapshot!(message("_.tags.filter(t, t)"), @"
    no such overload
    _.tags.filter(t, t)
                     ^
    help: this is `string`, not `bool`
    ");
    insta::assert_snapshot!(message("_.port > 1 ? lists.range(2000000).map(x, x).size() : 0"), @"
    operation cancelled: actual cost limit exceeded
    _.port > 1 ? lists.range(2000000).map(x, x).size() : 0
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: an expression may cost 1000000: `filter` a list before it is mapped, keep loops out of loops, or split the work over several expressions
    ");
}

#[test]
fn a_misspelt_macro_is_named() {
    insta::assert_snapshot!(message("math.gratest(1, 2)").lines().last().unwrap_or_default(), @"help: did you mean `math.greatest`?");
}

#[test]
fn costs_of_large_values_are_told_from_those_of_loops() {
    // What an expression builds is no data, with which the limit would grow.
    let text = format!("strings.repeat('x', 1000000).matches('{}')", "y".repeat(44));
    let program = Engine::new().compile(&text, &["_"]).expect("compiles");
    let error = program.evaluate(&[("_", Value::Null)]).expect_err("costs too much");
    assert_eq!(error.to_string(), "operation cancelled: actual cost limit exceeded");
    insta::assert_snapshot!(error.help.unwrap_or_default(), @"an expression may cost 1000000, and this step alone costs 1100011: what it works on is too large, so take a part of it before");
}
