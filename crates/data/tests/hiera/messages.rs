//! What people see.

use super::support::Case;

fn problems(text: &str) -> String {
    Case::new(text).problems()
}

#[test]
fn expressions() {
    insta::assert_snapshot!(problems("data:\n  a: '{{ nope }}'\n  b: \"x ${ 1 + }\"\n  c: |\n    {{ Facts.x.y }}\n"), @r#"
    error[expr::compile]: expression `nope`: unknown name `nope`
     --> site.yaml:2:10
      |
    2 |   a: '{{ nope }}'
      |          ^^^^
      = help: did you mean `none`?

    error[expr::compile]: expression `1 +`: unexpected end of the expression
     --> site.yaml:3:14
      |
    3 |   b: "x ${ 1 + }"
      |              ^

    error[expr::run]: expression `Facts.x.y`: cannot get `y` from nil
     --> site.yaml:5:16
      |
    5 |     {{ Facts.x.y }}
      |                ^
      = help: use `?.` where a value may be missing

    3 errors
    "#);
    insta::assert_snapshot!(problems("hierarchy: {order: ['{{ facts.os }}']}\ndata: {a: 1}\n"), @"
    error[expr::compile]: expression `facts.os`: unknown name `facts`
     --> site.yaml:1:25
      |
    1 | hierarchy: {order: ['{{ facts.os }}']}
      |                         ^^^^^
      = help: write `Facts`; small letters are for `lookup('facts.…')`

    1 error
    ");
}

#[test]
fn the_hierarchy() {
    insta::assert_snapshot!(problems("hierarchy:\ndata: {a: 1}\noverrides: 5\n"), @"
    error[hiera::hierarchy]: hierarchy section is required
     --> site.yaml:1:1
      |
    1 | hierarchy:
      | ^^^^^^^^^ expected a map with `order`

    error[hiera::overrides]: overrides must be a map
     --> site.yaml:3:12
      |
    3 | overrides: 5
      |            ^ expected names of overrides with their data
      = help: write the overrides below it, or remove the key

    2 errors
    ");
    insta::assert_snapshot!(problems("hierarchy: {merge: deep}\n"), @"
    error[hiera::order]: hierarchy.order must be a list
     --> site.yaml:1:1
      |
    1 | hierarchy: {merge: deep}
      | ^^^^^^^^^ expected `order` with a list in it

    1 error
    ");
    insta::assert_snapshot!(problems("hierarchy: {order: [a, 1, {b: 2}]}\n"), @"
    error[hiera::order]: hierarchy.order must contain only strings
     --> site.yaml:1:24
      |
    1 | hierarchy: {order: [a, 1, {b: 2}]}
      |                        ^ expected the name of an override

    error[hiera::order]: hierarchy.order must contain only strings
     --> site.yaml:1:27
      |
    1 | hierarchy: {order: [a, 1, {b: 2}]}
      |                           ^^^^^^ expected the name of an override

    2 errors
    ");
    insta::assert_snapshot!(problems("hierarchy: {order: [a], merge: union}\noverrides: {a: {b: 1}}\n"), @"
    error[hiera::merge]: unsupported merge mode: union
     --> site.yaml:1:32
      |
    1 | hierarchy: {order: [a], merge: union}
      |                                ^^^^^ given here
      = help: use `first` or `deep`

    1 error
    ");
    insta::assert_snapshot!(problems("hierarchy: {order: [a], merge: union}\n"), @"
    warning[hiera::merge]: unsupported merge mode: union
     --> site.yaml:1:32
      |
    1 | hierarchy: {order: [a], merge: union}
      |                                ^^^^^ given here
      = help: use `first` or `deep`

    1 warning
    ");
}

#[test]
fn rules() {
    let text = "\
data:
  # @require
  # @validate isInt(value)
  z: ''
  # @validate value in ['a', 'b']
  k: c
  # @require
  a:
  m:
    address: x # @validate isIP(value)
  # @validate value +
  bad: 1
";
    insta::assert_snapshot!(problems(text), @r#"
    error[hiera::required]: key "a" is required but has no value
     --> site.yaml:7:5
      |
    7 |   # @require
      |     ^^^^^^^^ required here
    8 |   a:
      |   - given here

    error[hiera::validator]: key "bad" validation "value +" failed: unexpected end of the expression
      --> site.yaml:11:15
       |
    11 |   # @validate value +
       |               ^^^^^^^ fails here
    12 |   bad: 1
       |        - the value is from here

    error[hiera::invalid]: key "k" failed validation "value in ['a', 'b']"
     --> site.yaml:5:15
      |
    5 |   # @validate value in ['a', 'b']
      |               ^^^^^^^^^^^^^^^^^^^ has to be true
    6 |   k: c
      |      - the value is from here

    error[hiera::validator]: key "m.address" validation "isIP(value)" failed: x is not an IP address
      --> site.yaml:10:28
       |
    10 |     address: x # @validate isIP(value)
       |              -             ^^^^ fails here
       |              |
       |              the value is from here

    error[hiera::required]: key "z" is required but has no value
     --> site.yaml:2:5
      |
    2 |   # @require
      |     ^^^^^^^^ required here
    3 |   # @validate isInt(value)
    4 |   z: ''
      |      -- given here

    error[hiera::invalid]: key "z" failed validation "isInt(value)"
     --> site.yaml:3:15
      |
    3 |   # @validate isInt(value)
      |               ^^^^^^^^^^^^ has to be true
    4 |   z: ''
      |      -- the value is from here

    6 errors
    "#);
}

#[test]
fn where_the_value_comes_from() {
    let text = "hierarchy: {order: [x]}\ndata:\n  # @validate isInt(value)\n  a: 1\noverrides:\n  x:\n    a: b\n";
    insta::assert_snapshot!(problems(text), @r#"
    error[hiera::invalid]: key "a" failed validation "isInt(value)"
     --> site.yaml:3:15
      |
    3 |   # @validate isInt(value)
      |               ^^^^^^^^^^^^ has to be true
    ...
    7 |     a: b
      |        - the value is from here

    1 error
    "#);
    insta::assert_snapshot!(Case::new(text).passed(r#"{"a": "c"}"#).problems(), @r#"
    error[hiera::invalid]: key "a" failed validation "isInt(value)"
     --> site.yaml:3:15
      |
    3 |   # @validate isInt(value)
      |               ^^^^^^^^^^^^ has to be true
      = the value is from the command line

    1 error
    "#);
}

#[test]
fn annotations_that_do_nothing() {
    let text = "\
data:
  # @requires
  a: 1
  # @require please
  b: 1
  # @validate
  c: 1
  # @validate: isInt(value)
  d: 1
  l:
    # @require
    - x
  # @validate isInt(value)
  e.f: x
  # @require
  'g[0]': 1
";
    insta::assert_snapshot!(problems(text), @"
    warning[hiera::unknown-annotation]: unknown annotation `@requires` on key `a`
     --> site.yaml:2:5
      |
    2 |   # @requires
      |     ^^^^^^^^^ not looked at
      = help: did you mean `@require`?

    warning[hiera::unknown-annotation]: unknown annotation `@require` on key `b`
     --> site.yaml:4:5
      |
    4 |   # @require please
      |     ^^^^^^^^^^^^^^^ not looked at
      = help: nothing may follow `@require`

    warning[hiera::unknown-annotation]: unknown annotation `@validate` on key `c`
     --> site.yaml:6:5
      |
    6 |   # @validate
      |     ^^^^^^^^^ not looked at
      = help: write the expression behind it: `@validate isInt(value)`

    warning[hiera::unknown-annotation]: unknown annotation `@validate:` on key `d`
     --> site.yaml:8:5
      |
    8 |   # @validate: isInt(value)
      |     ^^^^^^^^^^^^^^^^^^^^^^^ not looked at
      = help: did you mean `@validate`?

    warning[hiera::unreachable-annotation]: this annotation belongs to an item of a list, where annotations do not count
      --> site.yaml:11:7
       |
    11 |     # @require
       |       ^^^^^^^^ not looked at
       = help: annotate the key of the list

    warning[hiera::unreachable-annotation]: the value of key `'e.f'` cannot be checked because of its name
      --> site.yaml:13:5
       |
    13 |   # @validate isInt(value)
       |     ^^^^^^^^^^^^^^^^^^^^^^ not looked at
       = help: use a name without `.`, `$`, `*`, `[` and `]`

    warning[hiera::unreachable-annotation]: the value of key `'g[0]'` cannot be checked because of its name
      --> site.yaml:15:5
       |
    15 |   # @require
       |     ^^^^^^^^ not looked at
       = help: use a name without `.`, `$`, `*`, `[` and `]`

    7 warnings
    ");
    insta::assert_snapshot!(problems("data:\n  # @require\n  a.b: 1\n"), @r#"
    error[hiera::required]: key "'a.b'" is required but has no value
     --> site.yaml:2:5
      |
    2 |   # @require
      |     ^^^^^^^^ required here
    3 |   a.b: 1
      |        - given here
      = help: a key with `.`, `$`, `*` or `]` in its name cannot be required; use another name

    1 error
    "#);
}

#[test]
fn documents() {
    insta::assert_snapshot!(problems("- a\n"), @"
    error[document::root-not-a-map]: expected a map as the document, found a list
     --> site.yaml:1:1
      |
    1 | - a
      | ^^^ this is the document
      = help: write `key: value` lines

    1 error
    ");
    insta::assert_snapshot!(problems("{'data': {}}\n"), @r"
    error[json::unexpected]: expected a key in double quotes, found `\'`
     --> site.yaml:1:2
      |
    1 | {'data': {}}
      |  ^ not expected here

    1 error
    ");
}

/// The original ignores it without a word.
#[test]
fn data_that_is_no_map_is_warned_of() {
    for (text, found) in [("data: [1]\n", "found a list"), ("data: text\n", "found the text `text`")] {
        let resolved = Case::new(text).resolve().unwrap();
        let warning = resolved.warnings.iter().next().unwrap();
        assert!(resolved.data.is_empty() && warning.code.id == "hiera::data", "{text}");
        assert!(warning.labels[0].text.ends_with(found), "{:?}", warning.labels);
    }
    for text in ["data:\n", "data: {}\n", "other: 1\n"] {
        assert!(Case::new(text).resolve().unwrap().warnings.is_empty(), "{text}");
    }
}
