//! `upright eval`: results, forms, and mistakes with a caret.

use crate::test::Test;
use insta::assert_snapshot;

fn says(words: &[&str], exit: i32) -> String {
    let mut test = Test::new();
    let run = test.again(words, exit);
    format!("{}{}", run.stdout(), run.stderr())
}

#[test]
fn values_are_printed_as_they_are() {
    assert_snapshot!(says(&["eval", "expr", "Data.web?.port ?? 8080"], 0), @"8080");
    assert_snapshot!(says(&["eval", "cel", "_.name + '!'", "--data", "{\"name\": \"ada\"}"], 0), @"ada!");
    assert_snapshot!(says(&["eval", "cel", "_.map(x, x * 2)", "--data", "[1, 2]"], 0), @"
    [
      2,
      4
    ]
    ");
    assert_snapshot!(says(&["eval", "gjson", "a.#", "--data", "a: [1, 2, 3]"], 0), @"3");
    assert_snapshot!(says(&["eval", "template", "-t", "Hello {{ .name | upper }}", "--data", "{\"name\": \"ada\"}"], 0), @"Hello ADA");
    assert_snapshot!(says(&["eval", "jet", "Hello [[ upper(name) ]]", "-v", "name=ada"], 0), @"Hello ADA");
}

#[test]
fn records_tell_the_type() {
    assert_snapshot!(says(&["eval", "cel", "--expression", "1.5", "-o", "json"], 0), @r#"
    {
      "expression": "1.5",
      "result": 1.5,
      "type": "double"
    }
    "#);
    assert_snapshot!(says(&["eval", "cel", "x", "-v", "x=[1,2]", "-o", "yaml"], 0), @"
    expression: x
    result:
      - 1
      - 2
    type: list
    ");
}

#[test]
fn data_comes_from_a_file_or_standard_input() {
    let mut test = Test::new().file("data.yaml", "users:\n  - name: ada\n");
    assert_snapshot!(test.again(&["eval", "gjson", "users.0.name", "--file", "data.yaml"], 0).stdout(), @"ada");
    assert_snapshot!(test.again(&["eval", "gjson", "a", "--file", "missing.yaml"], 4).stderr(), @"error: cannot read `missing.yaml`: no such file or directory");
    assert_snapshot!(says(&["eval", "cel", "1", "--data", "{\"a\": "], 3), @r#"
    error[yaml::unclosed-bracket]: the map that begins with `{` is not closed
     --> --data:1:1
      |
    1 | {"a": 
      | ^    - no `}` up to here
      | |
      | opened here
      = help: close it with `}`, or put the value into quotes if it is a text

    1 error
    "#);
    assert_snapshot!(says(&["eval", "cel", "1", "-v", "x"], 2), @"error: `--var x` is not a variable: expected `name=value`");
}

#[test]
fn mistakes_have_a_caret() {
    assert_snapshot!(says(&["eval", "expr", "Dta.port + 1"], 3), @"
    error[expr::compile]: unknown name `Dta`
     --> expression:1:1
      |
    1 | Dta.port + 1
      | ^^^ here
      = help: did you mean `Data`?

    1 error
    ");
    assert_snapshot!(says(&["eval", "expr", "Data.a.b"], 1), @"
    error[expr::run]: cannot get `b` from nil
     --> expression:1:8
      |
    1 | Data.a.b
      |        ^ here
      = help: use `?.` where a value may be missing

    1 error
    ");
    assert_snapshot!(says(&["eval", "cel", "1 + \"a\""], 3), @r#"
    error[cel::compile]: found no matching overload for `_+_` applied to `(int, string)`
     --> expression:1:1
      |
    1 | 1 + "a"
      | ^^^^^^^ here

    1 error
    "#);
    assert_snapshot!(says(&["eval", "cel", "_.nme", "--data", "{\"name\": 1}"], 1), @"
    error[cel::run]: no such key: nme
     --> expression:1:2
      |
    1 | _.nme
      |  ^^^^ here
      = help: did you mean `name`?

    1 error
    ");
    assert_snapshot!(says(&["eval", "gjson", "nobody", "--data", "{}"], 4), @"
    error[gjson::missing]: `nobody` leads to nothing in the data
     --> path:1:1
      |
    1 | nobody
      | ^^^^^^ here

    1 error
    ");
    assert_snapshot!(says(&["eval", "template", "-t", "Hello {{ .name | uper }}"], 3), @r#"
    error[template::parse]: function "uper" not defined
     --> template:1:18
      |
    1 | Hello {{ .name | uper }}
      |                  ^^^^ here

    1 error
    "#);
    assert_snapshot!(says(&["eval", "template", "-t", "{{ index .a 5 }}", "--data", "{\"a\": [1]}"], 5), @r#"
    error[template::render]: template: template:1:3: executing "template" at <index .a 5>: error calling index: index out of range: 5
     --> template:1:4
      |
    1 | {{ index .a 5 }}
      |    ^^^^^^^^^^ here

    1 error
    "#);
    assert_snapshot!(says(&["eval", "jet", "Hello [[ uper(name) ]]"], 5), @"
    error[jet::render]: `uper` is not defined
     --> template:1:10
      |
    1 | Hello [[ uper(name) ]]
      |          ^^^^ here
      = help: `upper` is defined

    1 error
    ");
    assert_snapshot!(says(&["eval", "jet", "[[ if x ]]"], 3), @"
    error[jet::parse]: the template ends inside of a construct, `end` is missing
     --> template:1:11
      |
    1 | [[ if x ]]
      |           ^ here

    1 error
    ");
}

#[test]
fn what_is_missing_is_helped_with() {
    let data = "{\"users\": {\"ada\": {\"age\": 36}}, \"port\": 80}";
    let help = |path: &str| {
        let said = says(&["eval", "gjson", path, "--data", data], 4);
        said.lines().find_map(|line| line.trim().strip_prefix("= help: ").map(str::to_owned)).unwrap_or_default()
    };
    assert_eq!(help("nobody"), "the data has `users`, `port`");
    assert_eq!(help("user.ada.age"), "did you mean `users`?");
    assert_eq!(help("users.ada.name"), "`users.ada` has `age`");
    assert_eq!(help("port.x"), "");
}

#[test]
fn the_component_of_a_path_that_is_to_blame_is_marked() {
    let marked = |path: &str, data: &str, code: i32| {
        let said = says(&["eval", "gjson", path, "--data", data], code);
        said.lines().find(|line| line.contains('^')).map(|line| line.trim().to_owned()).unwrap_or_default()
    };
    let data = "{\"a\": [1], \"users\": [{\"n\": {\"m\": 1}}]}";
    assert_eq!(marked("a.@foo", data, 4), "|   ^^^^ here");
    assert_eq!(marked("users.0.x.y", data, 4), "|         ^ here");
    assert_eq!(marked("users.#(n.m==2).n", data, 4), "|       ^^^^^^^^^ here");
    let wide = format!("a|{}|x", ["[@this,@this,@this,@this]"; 12].join("|"));
    let refused = says(&["eval", "gjson", &wide, "--data", data], 1);
    let tenth = "a|".len() + 9 * "[@this,@this,@this,@this]|".len() + 1;
    assert!(refused.contains(&format!("--> path:1:{tenth}\n")), "{refused}");
}

#[test]
fn functions_of_manifests_are_told_as_such() {
    assert_snapshot!(says(&["eval", "expr", "1 + file(\"x\")"], 3), @r#"
    error[expr::compile]: unknown name `file`
     --> expression:1:5
      |
    1 | 1 + file("x")
      |     ^^^^ here
      = help: `file` is there in manifests only: `eval validate --type expr` checks the expression, `apply` runs it

    1 error
    "#);
    for name in ["readFile", "template", "jet", "registrations", "kvGet"] {
        let said = says(&["eval", "expr", &format!("{name}('x')")], 3);
        assert!(said.contains(&format!("`{name}` is there in manifests only")), "{said}");
    }
}

#[test]
fn manifests_have_lookup_and_the_time() {
    let data = "{\"web\": {\"port\": 80}}";
    assert_snapshot!(says(&["eval", "expr", "lookup('data.web.port') + 1", "--data", data], 0), @"81");
    assert_snapshot!(says(&["eval", "expr", "lookup('data.db', 'none')", "--data", data], 0), @"none");
    assert_snapshot!(says(&["eval", "expr", "now().Year() > 2000"], 0), @"true");
    assert_snapshot!(says(&["eval", "expr", "Environ.NOPE + Environ.N", "-v", "Environ={\"N\": 3}"], 0), @"3");
    assert_snapshot!(says(&["eval", "expr", "Data[1]", "--data", "[1, 2]"], 0), @"2");
    assert_snapshot!(says(&["eval", "expr", "lookup('web.port')", "--data", data], 1), @"
    error[expr::run]: missing key 'web.port' in environment
     --> expression:1:1
      |
    1 | lookup('web.port')
      | ^^^^^^ here
      = help: a key begins with `facts.`, `data.` or `environ.`

    1 error
    ");
}

#[test]
fn long_expressions_come_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.expr");
    let file = path.to_str().unwrap();
    std::fs::write(&path, "1 +\n  2\n").unwrap();
    for language in ["expr", "cel"] {
        assert_eq!(says(&["eval", language, "--expression-file", file], 0), "3\n");
    }
    std::fs::write(&path, "a\n").unwrap();
    assert_snapshot!(says(&["eval", "gjson", "--expression-file", file, "--data", "{\"a\": 5}"], 0), @"5");
    let both = says(&["eval", "cel", "--expression-file", "-", "--file", "-"], 2);
    assert_snapshot!(both, @"error: standard input can be the expression or the data, not both");
    std::fs::write(&path, vec![b' '; 2 << 20]).unwrap();
    for language in ["expr", "cel"] {
        let refused = says(&["eval", language, "--expression-file", file], 3);
        assert!(refused.contains("1048576") || refused.contains("1 MiB"), "{refused}");
    }
}

#[test]
fn references_of_a_template() {
    let template = "{{ .name }} {{ range .hosts }}{{ .port }}{{ $.domain }}{{ end }}";
    assert_snapshot!(says(&["eval", "template", "-t", template, "--show-refs"], 0), @"
    .domain
    .hosts
    .name
    ");
    let template = "[[ data.web.port ]] [[ range i, h := hosts ]][[ h.name ]][[ .x ]][[ end ]]";
    assert_snapshot!(says(&["eval", "jet", "-t", template, "--show-refs"], 0), @"
    .x
    data.web.port
    hosts
    ");
}

#[test]
fn validation() {
    assert_snapshot!(says(&["eval", "validate", "--expression", "_.a + _.b", "--type", "cel"], 0), @"valid cel, refers to _.a, _.b");
    assert_snapshot!(says(&["eval", "validate", "--expression", "{{ .x", "--type", "go-template"], 3), @"
    error[template::parse]: unclosed action
     --> template:1:6
      |
    1 | {{ .x
      |      ^ here

    1 error
    ");
    assert_snapshot!(says(&["eval", "validate", "--expression", "1 +", "--type", "cel", "-o", "json"], 0), @r#"
    {
      "expression": "1 +",
      "type": "cel",
      "valid": false,
      "error": "1:4: unexpected end of the expression, expected a value, a name, `(`, `[`, `{`, `-` or `!`"
    }
    "#);
    let yaml = says(&["eval", "validate", "--expression", "1 +\n  foo(", "--type", "expr", "-o", "yaml"], 0);
    assert!(yaml.contains("valid: false") && yaml.contains("error: '2:6: "), "{yaml}");
    let refused = says(&["eval", "validate", "--expression", "x", "--type", "jq"], 2);
    assert!(refused.contains("jq"), "{refused}");
}

#[test]
fn a_path_that_no_data_makes_sense_of_is_refused() {
    let gjson = |path: &str, code: i32| says(&["eval", "validate", "--type", "gjson", path], code);
    assert_snapshot!(gjson("hosts.#(zone==\"core\".name", 3), @r#"
    error[gjson::path]: the query is not closed
     --> path:1:7
      |
    1 | hosts.#(zone=="core".name
      |       ^^^^^^^^^^^^^^^^^^^ here
      = help: a query ends with `)`: `#(size>40)`, or `#(size>40)#` for all

    1 error
    "#);
    assert_snapshot!(gjson("tags|@flaten:{\"deep\":true}", 3), @r#"
    error[gjson::path]: there is no modifier `@flaten`
     --> path:1:6
      |
    1 | tags|@flaten:{"deep":true}
      |      ^^^^^^^ here
      = help: did you mean `@flatten`?

    1 error
    "#);
    assert_snapshot!(gjson("tags|@revers", 0), @"valid gjson, `@revers` is a key, not the modifier `@reverse`");
    assert_snapshot!(gjson("graph.0.@type", 0), @"valid gjson");
    let path = "[name,cpus";
    assert_snapshot!(says(&["eval", "gjson", path, "--data", "{\"name\": 1}"], 3), @"
    error[gjson::path]: the multipath is not closed
     --> path:1:1
      |
    1 | [name,cpus
      | ^^^^^^^^^^ here
      = help: it begins with `[` or `{` and ends with `]` or `}`

    1 error
    ");
}

#[test]
fn validation_reads_files() {
    let mut test = Test::new().file("a.cel", "_.a +\n  _.b\n").file("a.tmpl", "{{ .x").file("b.bin", b"1 + \xff");
    let valid = test.again(&["eval", "validate", "--expression-file", "a.cel"], 0).stdout();
    assert_snapshot!(valid, @"valid cel, refers to _.a, _.b");
    let broken = test.again(&["eval", "validate", "--type", "go-template", "--template-file", "a.tmpl"], 3).stderr();
    assert_snapshot!(broken, @"
    error[template::parse]: unclosed action
     --> a.tmpl:1:6
      |
    1 | {{ .x
      |      ^ here

    1 error
    ");
    let binary = test.again(&["eval", "cel", "--expression-file", "b.bin"], 3).stderr();
    assert!(
        binary.contains("error[document::not-text]: `b.bin` is not a text file: byte 0xff at offset 4"),
        "{binary}"
    );
    let missing = test.again(&["eval", "validate", "--expression-file", "b.cel"], 4).stderr();
    assert_snapshot!(missing, @"error: cannot read `b.cel`: no such file or directory");
}

#[test]
fn what_an_expression_built_and_what_to_do_is_told() {
    let grows = "len(reduce(1..40000, #acc + 'ab', ''))";
    assert_snapshot!(says(&["eval", "expr", grows], 1), @"
    error[expr::run]: memory budget exceeded: the expression builds more than 134217728 bytes of text
     --> expression:1:27
      |
    1 | len(reduce(1..40000, #acc + 'ab', ''))
      |                           ^ here
      = help: all texts that are built count, also those that are only a step: put the parts into a list and `join` it, instead of adding to a text in a loop

    1 error
    ");
    let joined = "len(join(map(1..40000, 'ab'), ''))";
    assert_snapshot!(says(&["eval", "expr", joined], 0), @"80000");
}

#[test]
fn a_path_that_is_too_long_is_refused() {
    let mut test = Test::new().file("long.path", "a.".repeat(600_000).as_str());
    let refused = test.again(&["eval", "gjson", "--expression-file", "long.path", "--data", "{}"], 1).stderr();
    assert!(refused.contains("error[gjson::limit]: path of 1200000 bytes is longer than 1048576"), "{refused:.300}");
}

#[test]
fn validation_says_when_a_template_has_no_actions() {
    let jet = |text: &str, code: i32| says(&["eval", "validate", "--type", "jet", text], code);
    assert_snapshot!(jet("{{ if }}", 0), @"valid jet, without an action: actions are between `[[` and `]]`");
    assert!(jet("[[ if ]]", 3).contains("error[jet::parse]"));
    let other = ["--left-delimiter", "{{", "--right-delimiter", "}}"];
    let refused = says(&[&["eval", "validate", "--type", "jet", "{{ if }}"][..], &other].concat(), 3);
    assert!(refused.contains("error[jet::parse]"), "{refused}");
    assert_snapshot!(says(&["eval", "validate", "--type", "go-template", "[[ .x ]]", "-o", "json"], 0), @r#"
    {
      "expression": "[[ .x ]]",
      "type": "go-template",
      "valid": true,
      "note": "without an action: actions are between `{{` and `}}`",
      "references": []
    }
    "#);
}

#[test]
fn nothing_is_null_in_every_language() {
    for language in ["cel", "expr"] {
        assert_eq!(says(&["eval", language, if language == "cel" { "null" } else { "nil" }], 0), "null\n");
    }
}

#[test]
fn data_above_the_limit_says_which_file_and_what_to_do() {
    let test = Test::new().file("data.yaml", "a: 12345678\n");
    let test = test.args(["eval", "cel", "_.a", "--file", "data.yaml", "--max-document-size", "5"]);
    assert_snapshot!(test.exit(3).stderr(), @"
    error[document::too-large]: `data.yaml` has 12 bytes, more than the limit of 5
     --> data.yaml:1:1
      |
    1 |
      | ^ nothing of it is used
      = help: raise it with `--max-document-size` if the document is meant to be that large

    1 error
    ");
}

#[test]
fn validation_knows_what_manifests_have() {
    let valid = |text: &str| says(&["eval", "validate", "--type", "expr", "--expression", text], 0);
    assert_eq!(
        valid("template(\"x\") + readFile(\"y\") + jet('z') + Facts.os + lookup('data.a')"),
        "valid expr, refers to Data.a, Facts.os\n"
    );
    assert_eq!(valid("kvGet('a') ?? Environ.HOME"), "valid expr, refers to Environ.HOME\n");
    assert_eq!(valid("1 + 2"), "valid expr\n");
    let disks = &["eval", "validate", "--type", "expr", "Facts.disks[0].size + len(Facts.disks)", "-o", "json"];
    let record: serde_json::Value = serde_json::from_str(&says(disks, 0)).unwrap();
    assert_eq!(record["references"], serde_json::json!(["Facts.disks", "Facts.disks[0].size"]));
    let refused = says(&["eval", "validate", "--type", "expr", "--expression", "facts.os"], 3);
    assert!(refused.contains("unknown name `facts`"), "{refused}");
}

#[test]
fn results_that_are_too_large_are_not_printed() {
    let doubled = "reduce(1..40, [#acc, #acc], [1])";
    for (text, why) in [
        ("reduce(1..100000, [#acc], [1])", "more than 512 nested lists and maps"),
        (doubled, "more than 10000000 parts"),
        ("let a = repeat('x', 900000); map(1..1000, a)", "more than 268435456 bytes"),
    ] {
        for form in ["auto", "json", "yaml"] {
            let refused = says(&["eval", "expr", text, "-o", form], 1);
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }
    let bind: String = (0..40).map(|level| format!("cel.bind(a{}, [a{level}, a{level}], ", level + 1)).collect();
    let doubled = |text: &str| format!("cel.bind(a0, ['x'], {bind}{text}{}", ")".repeat(41));
    let refused = says(&["eval", "cel", &doubled("a40")], 1);
    assert!(refused.contains("more than 10000000 parts"), "{refused}");
}

#[test]
fn walks_over_shared_values_end() {
    let big = "let big = reduce(1..40, [#acc, #acc], [repeat('x', 100000)]); ";
    for text in ["len(toJSON(big))", "len(string(big))", "big == big", "big in [big]"] {
        let refused = says(&["eval", "expr", &format!("{big}{text}")], 1);
        assert!(refused.contains("error[expr::run]"), "{text}: {refused}");
    }
}

#[test]
fn what_a_template_gives_is_text_or_marked_as_bytes() {
    for language in ["template", "jet"] {
        let mut test = Test::new().file("text", "hé").file("bytes", b"a\xffb");
        let of = |test: &mut Test, name: &str| {
            let record = test.again(&["eval", language, "--template-file", name, "-o", "json"], 0).json();
            (record["result"].as_str().unwrap().to_owned(), record["type"].as_str().unwrap().to_owned())
        };
        assert_eq!(of(&mut test, "text"), ("hé".to_owned(), "string".to_owned()));
        assert_eq!(of(&mut test, "bytes"), ("Yf9i".to_owned(), "bytes".to_owned()));
    }
}

#[test]
fn lookup_says_what_is_missing_as_in_a_manifest() {
    let help = |expression: &str| {
        let said = says(&["eval", "expr", expression, "--data", "{}"], 1);
        assert!(said.contains("missing key 'data.nope' in environment"), "{said}");
        said.lines().find_map(|line| line.trim().strip_prefix("= help: ").map(str::to_owned)).unwrap_or_default()
    };
    assert_eq!(help("lookup('data.nope')"), "`lookup('data.nope', …)` takes a default");
    assert_eq!(help("lookup('data.nope', nil)"), "nil is no default: give another value, or ask with `?.` and `??`");
}

#[test]
fn variables_are_members_of_what_paths_are_followed_in() {
    assert_eq!(says(&["eval", "gjson", "x", "-v", "x=5"], 0), "5\n");
    assert_eq!(
        says(&["eval", "gjson", "{x,y}|@ugly", "--data", "{\"y\": 1}", "-v", "x=5"], 0),
        "{\n  \"x\": 5,\n  \"y\": 1\n}\n"
    );
    for language in ["gjson", "template"] {
        let said = says(&["eval", language, "x", "--data", "[1]", "-v", "x=5"], 2);
        assert!(said.contains("variables are members of the data, and a list has none"), "{said}");
    }
}

#[test]
fn variables_that_no_expression_can_name_are_refused() {
    for (language, name) in
        [("cel", "true"), ("cel", "a.b"), ("cel", "as"), ("cel", "a-b"), ("expr", "nil"), ("expr", "a.b")]
    {
        let said = says(&["eval", language, "1", "-v", &format!("{name}=5")], 2);
        assert!(said.contains(&format!("variable `{name}` cannot be used: no expression can name it so")), "{said}");
    }
    for (language, name) in [("cel", "a_1"), ("cel", "_"), ("cel", "__self"), ("expr", "Facts"), ("expr", "größe")] {
        assert_eq!(says(&["eval", language, "1", "-v", &format!("{name}=5")], 0), "1\n", "{name}");
    }
}

#[test]
fn a_member_of_a_list_says_how_to_get_at_it() {
    assert_snapshot!(says(&["eval", "expr", "Data.users.name", "--data", "{\"users\": [{\"name\": \"x\"}]}"], 1), @"
    error[expr::run]: cannot get `name` from a list
     --> expression:1:12
      |
    1 | Data.users.name
      |            ^^^^ here
      = help: `map(Data.users, .name)` takes it from each item, `Data.users[0].name` from the first one

    1 error
    ");
}
