//! Messages and places of mistakes.

use std::fmt::Write as _;

use expr::exprlang::{
    Budget, Environment, Function, FunctionCall, FunctionError, Place, Signature, Type, compile, compile_bool,
};
use value::{GoType, Map, Value};

fn environment() -> Environment {
    let greet = |call: &FunctionCall<'_>| match call.arguments {
        [Value::String(name)] => Ok(format!("hello {name}").into()),
        _ => Err(FunctionError::new("greet needs a name").with_help("write `greet('web')`")),
    };
    Environment::new()
        .variable("Facts", Type::Map)
        .variable("Data", Type::Map)
        .variable("Environ", Type::StringMap)
        .function(Function::new("greet", Signature::any(), greet))
        .function(Function::declared("port", Signature::new([Type::String, Type::Int], Type::Int)))
}

fn variables() -> Map {
    let data = r#"{"n": 7, "s": "hello", "list": [3, 1, 2], "m": {"a": 1}, "nul": null, "t": true}"#;
    let environ = Map::from_iter([("MODE", "prod")]).with_type(GoType::STRING_MAP);
    Map::from_iter([
        ("Facts", Value::from_json(r#"{"os": "linux"}"#).expect("it is well formed")),
        ("Data", Value::from_json(data).expect("it is well formed")),
        ("Environ", environ.into()),
    ])
}

/// The text with the place marked below it, the phase, the message and the help.
fn show(text: &str) -> String {
    let (phase, place, message, help) = match compile(text, &environment()) {
        Err(error) => ("compile", error.place, error.to_string(), error.help()),
        Ok(program) => match program.run(&variables(), &Budget::default()) {
            Err(error) => ("run", error.place, error.to_string(), error.help()),
            Ok(value) => return format!("{text}\n  = {value}\n"),
        },
    };
    let mut shown = format!("{text}\n{}\n  {phase}: {message}\n", caret(text, place));
    if let Some(help) = help {
        writeln!(shown, "  help: {help}").expect("it is well formed");
    }
    shown
}

fn caret(text: &str, place: Place) -> String {
    let before = text[..place.start as usize].chars().count();
    let length = text[place.range()].chars().count().max(1);
    format!("{}{}", " ".repeat(before), "^".repeat(length))
}

fn table(texts: &[&str]) -> String {
    texts.iter().map(|text| show(text)).collect()
}

#[test]
fn words_and_literals() {
    insta::assert_snapshot!(table(&["1 + ~", "'a\\qb'", "'open", "`open", "1 /* open", "12abc", "1e", "9223372036854775808", "0x", "1e999"]), @r"
    1 + ~
        ^
      compile: unexpected character `~`
    'a\qb'
      ^^
      compile: invalid escape in literal
      help: write `\\` for a backslash, or use a literal in backticks
    'open
    ^^^^^
      compile: literal has no end
    `open
    ^^^^^
      compile: literal has no end
    1 /* open
      ^^
      compile: comment has no end
    12abc
    ^^^
      compile: `12a` is not a number
    1e
    ^^
      compile: `1e` is not a number
    9223372036854775808
    ^^^^^^^^^^^^^^^^^^^
      compile: number `9223372036854775808` is out of range
    0x
    ^^
      compile: `0x` is not a number
    1e999
    ^^^^^
      compile: number `1e999` is out of range
    ");
}

#[test]
fn syntax() {
    insta::assert_snapshot!(table(&[
        "", "1 +", "(1 + 2", "[1, 2", "{a: 1", "{[1]: 2}", "1 2", "a.", "a[1", "x ? 1", "let x = 1", "let 1 = 2; 3",
        "if true { 1 }", "nil ?? 1 + 2", "map([1], # > 0; #)", "filter([1])", "1 | 2", "1 not 2", "#", "map([1], #foo)",
    ]), @"

    ^
      compile: unexpected end of the expression
    1 +
       ^
      compile: unexpected end of the expression
    (1 + 2
          ^
      compile: unexpected end of the expression, expected `)`
    [1, 2
         ^
      compile: unexpected end of the expression, expected `]`
    {a: 1
         ^
      compile: unexpected end of the expression, expected `}`
    {[1]: 2}
     ^
      compile: unexpected `[` where the key of a map begins
      help: a key is a name, a number, a text, or an expression in parentheses
    1 2
      ^
      compile: unexpected `2`
    a.
      ^
      compile: unexpected end of the expression, expected a name
    a[1
       ^
      compile: unexpected end of the expression, expected `]`
    x ? 1
         ^
      compile: unexpected end of the expression, expected `:`
    let x = 1
             ^
      compile: unexpected end of the expression, expected `;`
    let 1 = 2; 3
        ^
      compile: unexpected `1`, expected a name
    if true { 1 }
                 ^
      compile: unexpected end of the expression, expected `else`
    nil ?? 1 + 2
             ^
      compile: operator `+` and `??` cannot be mixed
      help: put one of them in parentheses
    map([1], # > 0; #)
                  ^
      compile: a predicate of several expressions needs braces
      help: write `{ …; … }`
    filter([1])
              ^
      compile: unexpected `)`, expected another argument
    1 | 2
        ^
      compile: unexpected `2`, expected a function
    1 not 2
          ^
      compile: unexpected `2`
    #
    ^
      compile: unexpected `#`
    map([1], #foo)
             ^
      compile: unknown pointer `#foo`
    ");
}

#[test]
fn names() {
    insta::assert_snapshot!(table(&[
        "facts.os", "Fact.os", "lenn(Data.list)", "greets('x')", "let Data = 1; 2", "let len = 1; 2", "let x = 1; let x = 2; x",
        "$env.Nope", "Zzz",
    ]), @"
    facts.os
    ^^^^^
      compile: unknown name `facts`
      help: did you mean `Facts`?
    Fact.os
    ^^^^
      compile: unknown name `Fact`
      help: did you mean `Facts`?
    lenn(Data.list)
    ^^^^
      compile: unknown name `lenn`
      help: did you mean `len`?
    greets('x')
    ^^^^^^
      compile: unknown name `greets`
      help: did you mean `greet`?
    let Data = 1; 2
        ^^^^
      compile: cannot redeclare `Data`
    let len = 1; 2
        ^^^
      compile: cannot redeclare `len`
    let x = 1; let x = 2; x
                   ^
      compile: cannot redeclare `x`
    $env.Nope
         ^^^^
      compile: unknown name `Nope`
    Zzz
    ^^^
      compile: unknown name `Zzz`
    ");
}

#[test]
fn types_before_the_run() {
    insta::assert_snapshot!(table(&[
        "1 + 'a'", "!1", "-'a'", "1 in 'abc'", "'a' in [1]", "1 in Environ", "'a' matches '['", "1 ? 2 : 3", "'abc'.x", "'abc'[0]",
        "[1]['a']", "{a: 1}[1]", "{a: 1}[0:1]", "'abc'['a':]", "'a'.upper()", "len(1)", "len()", "upper('a', 'b')", "split('a')",
        "port('a')", "port(1, 2)", "port('a', 1) + 'x'", "filter(1, true)", "filter([1], 1)", "map([1], nil)", "7 % 0",
        "date('2024-01-01').Nope()", "date('2024-01-01').Date()", "get(1, 2)", "Environ.MODE.x",
    ]), @"
    1 + 'a'
      ^
      compile: operator `+` cannot take an int and a string
    !1
    ^
      compile: operator `!` cannot take an int
    -'a'
    ^
      compile: operator `-` cannot take a string
    1 in 'abc'
      ^^
      compile: operator `in` cannot take an int and a string
    'a' in [1]
        ^^
      compile: a string cannot be in a list
    1 in Environ
      ^^
      compile: an int cannot be in a map of strings
    'a' matches '['
                ^^^
      compile: invalid regular expression: missing closing ]: `[`
    1 ? 2 : 3
    ^
      compile: condition is an int, not a bool
    'abc'.x
          ^
      compile: a string has no field `x`
    'abc'[0]
          ^
      compile: a string cannot be indexed with an int
    [1]['a']
       ^^^^
      compile: a list cannot be indexed with a string
    {a: 1}[1]
           ^
      compile: a map cannot be indexed with an int
    {a: 1}[0:1]
          ^
      compile: a map cannot be sliced
    'abc'['a':]
          ^^^
      compile: bound of a slice is a string, not an int
    'a'.upper()
        ^^^^^
      compile: a string has no method `upper`
    len(1)
        ^
      compile: `len` cannot take an int
    len()
    ^^^
      compile: `len` takes 1 argument, 0 given
    upper('a', 'b')
    ^^^^^
      compile: `upper` takes 1 argument, 2 given
    split('a')
    ^^^^^
      compile: `split` takes 2 or 3 arguments, 1 given
    port('a')
    ^^^^
      compile: `port` takes 2 arguments, 1 given
    port(1, 2)
         ^
      compile: `port` cannot take an int
    port('a', 1) + 'x'
                 ^
      compile: operator `+` cannot take an int and a string
    filter(1, true)
           ^
      compile: `filter` cannot take an int
    filter([1], 1)
                ^
      compile: predicate of `filter` is an int, not a bool
    map([1], nil)
             ^^^
      compile: predicate of `map` has no value
    7 % 0
      ^
      compile: division by zero
    date('2024-01-01').Nope()
                       ^^^^
      compile: a time has no method `Nope`
    date('2024-01-01').Date()
                       ^^^^
      compile: `Date` returns several values and cannot be used
    get(1, 2)
        ^
      compile: `get` cannot take an int
    Environ.MODE.x
                 ^
      compile: a string has no field `x`
    ");
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of snapshots")]
fn faults_of_the_run() {
    insta::assert_snapshot!(table(&[
        "Data.s + 1", "Data.nul.x", "Data.m.a.b.c", "Data.list[9]", "Data.m[Data.n]", "-Data.s", "!Data.n", "Data.n()", "Data.s < Data.n",
        "Data.t ? Data.nul.x : 1", "upper(Data.n)", "int('x')", "sort(['a', 1])", "sort([1], 'up')", "date('x')", "duration('1d')",
        "timezone('Nope/Zone')", "repeat('a', -1)", "fromJSON('{')", "fromBase64('a')", "{(Data.n): 1}", "filter(Data.list, Data.n)",
        "Data.n % 0", "bitshl(1, -1)", "map(Data.nul, #)", "greet(1)", "port('a', 1)", "greet", "Data.s matches Data.s + '('",
        "reduce([], #acc + #)", "take(Data.list, -1)", "fromPairs([[1]])",
        "Data.list.name", "Data.s.first", "Data.list[true]", "Data?.list?.name", "[1].name", "Data.list['a b']",
        "filter(Data.m, # > 1)", "get(groupBy([1, 'a', nil], #), {'a': 1})", "groupBy([1, 'a', nil], #)[[1]]",
    ]), @"
    Data.s + 1
           ^
      run: operator `+` cannot take a string and an int
    Data.nul.x
             ^
      run: cannot get `x` from nil
      help: use `?.` where a value may be missing
    Data.m.a.b.c
             ^
      run: cannot get `b` from an int
    Data.list[9]
             ^^
      run: index `9` is out of range, the length is 3
    Data.m[Data.n]
          ^^^^^^^
      run: key of a map is an int, not a string
    -Data.s
    ^
      run: operator `-` cannot take a string
    !Data.n
    ^
      run: an int is not a bool
    Data.n()
         ^
      run: an int cannot be called
    Data.s < Data.n
           ^
      run: operator `<` cannot take a string and an int
    Data.t ? Data.nul.x : 1
                      ^
      run: cannot get `x` from nil
      help: use `?.` where a value may be missing
    upper(Data.n)
    ^^^^^
      run: an int is not a string
    int('x')
    ^^^
      run: `x` is not an int
    sort(['a', 1])
    ^^^^
      run: operator `<` cannot take an int and a string
    sort([1], 'up')
    ^^^^
      run: unknown order `up`, use `asc` or `desc`
    date('x')
    ^^^^
      run: `x` is not a date
    duration('1d')
    ^^^^^^^^
      run: unknown unit `d` in duration `1d`
    timezone('Nope/Zone')
    ^^^^^^^^
      run: unknown time zone Nope/Zone
    repeat('a', -1)
    ^^^^^^
      run: `repeat` cannot repeat `-1` times
    fromJSON('{')
    ^^^^^^^^
      run: invalid JSON: the text ends where a key in double quotes should be at byte 1
    fromBase64('a')
    ^^^^^^^^^^
      run: text is not base64 at byte 0
    {(Data.n): 1}
    ^
      run: key of a map is an int, not a string
    filter(Data.list, Data.n)
                           ^
      run: an int is not a bool
    Data.n % 0
           ^
      run: division by zero
    bitshl(1, -1)
    ^^^^^^
      run: `bitshl` cannot move bits by `-1`
    map(Data.nul, #)
             ^^^
      run: cannot loop over nil
    greet(1)
    ^^^^^
      run: greet needs a name
      help: write `greet('web')`
    port('a', 1)
    ^^^^
      run: function `port` is not available
    greet
    ^^^^^
      run: function `greet` has to be called
    Data.s matches Data.s + '('
           ^^^^^^^
      run: invalid regular expression: missing closing ): `hello(`
    reduce([], #acc + #)
           ^
      run: cannot reduce an empty list without an initial value
    take(Data.list, -1)
    ^^^^
      run: `take` cannot take `-1` items
    fromPairs([[1]])
    ^^^^^^^^^
      run: a pair has a key and a value, not 1 items
    Data.list.name
              ^^^^
      run: cannot get `name` from a list
      help: `map(Data.list, .name)` takes it from each item, `Data.list[0].name` from the first one
    Data.s.first
           ^^^^^
      run: cannot get `first` from a string
      help: a string has positions, which are numbers, and no members
    Data.list[true]
             ^^^^^
      run: cannot get `true` from a list
      help: a list has positions, which are numbers, and no members
    Data?.list?.name
                ^^^^
      run: cannot get `name` from a list
      help: `map(Data.list, .name)` takes it from each item, `Data.list[0].name` from the first one
    [1].name
        ^^^^
      compile: a list cannot be indexed with a string
    Data.list['a b']
             ^^^^^^
      run: cannot get `a b` from a list
      help: a list has positions, which are numbers, and no members
    filter(Data.m, # > 1)
                ^
      run: cannot loop over a map
    get(groupBy([1, 'a', nil], #), {'a': 1})
    ^^^
      run: key of a map is a map, not a string
    groupBy([1, 'a', nil], #)[[1]]
                             ^^
      run: key of a map is a list, not a string
    ");
}

#[test]
fn conditions() {
    let environment = environment();
    assert_eq!(compile_bool("1", &environment).unwrap_err().to_string(), "expression is an int, not a bool");
    let run = |text: &str| compile_bool(text, &environment).unwrap().run(&variables(), &Budget::default());
    assert_eq!(run("Data.n > 5").unwrap(), Value::Bool(true));
    assert_eq!(run("Data.missing").unwrap(), Value::Bool(false));
    assert_eq!(run("Data.n").unwrap_err().to_string(), "an int is not a bool");
}

#[test]
fn a_misspelt_loop_is_named() {
    for text in ["filtr(Data.list, # > 1)", "Data.list | filtr(.a)", "filtr(Data.list, {let x = #; x > 1})"] {
        let error = compile(text, &environment()).expect_err(text);
        let name = text.find("filtr").expect("it is there");
        assert_eq!(error.to_string(), "unknown name `filtr`", "{text}");
        assert_eq!(error.help().as_deref(), Some("did you mean `filter`?"), "{text}");
        assert_eq!(error.place.range(), name..name + 5, "{text}");
    }
    let error = compile("greet(# > 1)", &environment()).expect_err("there is no loop");
    assert_eq!(error.to_string(), "unexpected `#`");
}
