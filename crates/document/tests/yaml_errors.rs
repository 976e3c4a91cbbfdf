//! What people read when a document is wrong: every kind of problem once, with all places it points to.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "yaml_support/shown.rs"]
mod shown;

use diagnostics::FileId;
use document::{Limits, Options, parse, parse_json};
use insta::assert_snapshot;
use shown::shown;

fn manifest(text: &str) -> String {
    let result = parse(text, FileId::FIRST, &Options::manifest());
    let result = result.and_then(|node| node.into_root_map().map_err(Into::into));
    shown(text, &result.unwrap_err())
}

fn solution(text: &str) -> String {
    shown(text, &parse(text, FileId::FIRST, &Options::solution()).unwrap_err())
}

fn small(text: &str) -> String {
    let limits = Limits { depth: 3, aliases: 10, nodes: 1000, size: 100 };
    shown(text, &parse(text, FileId::FIRST, &Options::manifest().with_limits(limits)).unwrap_err())
}

fn json(text: &str) -> String {
    shown(text, &parse_json(text, FileId::FIRST, Limits::default()).unwrap_err())
}

/// The page of a code without an example here would never be seen by anybody.
#[test]
fn every_code_is_shown_here() {
    let source = include_str!("yaml_errors.rs");
    for code in document::yaml::CODES.iter().chain(document::json::CODES) {
        // That one is about bytes and tested beside its code.
        assert!(
            source.contains(&format!("[{}]", code.id)) || code.id == "document::not-text",
            "{} is not shown",
            code.id
        );
        assert!(code.page.len() > 60, "{} needs a longer page", code.id);
    }
}

#[test]
fn more_nodes_than_the_limit() {
    let limits = Limits { nodes: 3, ..Limits::default() };
    let many =
        |text: &str| shown(text, &parse(text, FileId::FIRST, &Options::manifest().with_limits(limits)).unwrap_err());
    assert_snapshot!(many("a: [1, 2, 3]\n"), @"
    error[document::too-many-nodes]: the document has more items and entries than the limit `nodes` of 3
      1:1 `a` one too many
      help: raise the limit if the document needs that many
    ");
    assert_snapshot!(many("a: 1\nb: {c: 1, d: 2}\ne: 1\n"), @"
    error[document::too-many-nodes]: the document has more items and entries than the limit `nodes` of 3
      2:1 `b` one too many
      help: raise the limit if the document needs that many
    ");
    assert_snapshot!(many("- 1\n- 2\n- 3\n- 4\n"), @"
    error[document::too-many-nodes]: the document has more items and entries than the limit `nodes` of 3
      4:3 `4` one too many
      help: raise the limit if the document needs that many
    ");
    assert_snapshot!(shown("[1, 2, 3, 4]", &parse_json("[1, 2, 3, 4]", FileId::FIRST, limits).unwrap_err()), @"
    error[document::too-many-nodes]: the document has more items and entries than the limit `nodes` of 3
      1:11 `4` one too many
      help: raise the limit if the document needs that many
    ");
}

#[test]
fn tab_used_for_indentation() {
    assert_snapshot!(manifest("a:\n\tb: 1\n"), @r#"
    error[yaml::tab-indentation]: a tab is used for indentation
      2:1 `\t` this is a tab
      help: indent with spaces
    "#);
}

#[test]
fn tab_between_lines() {
    assert_snapshot!(solution("a: 1\n\t\nb: 2\n"), @r#"
    error[yaml::tab-indentation]: a tab is used for indentation
      2:1 `\t` this is a tab
      help: indent with spaces
    "#);
}

#[test]
fn unclosed_double_quote() {
    assert_snapshot!(manifest("one: 1\ntwo: \"abc\nthree: 3\n"), @r#"
    error[yaml::unclosed-quote]: the text that begins with `"` is not closed
      2:6 `"` opened here
      3:9 `` no closing `"` up to here
      help: close it with `"`; a `"` inside the text is written `\"`
    "#);
}

#[test]
fn unclosed_single_quote() {
    assert_snapshot!(solution("a: 'x\nb: 1\n"), @r#"
    error[yaml::unclosed-quote]: the text that begins with `'` is not closed
      1:4 `'` opened here
      2:5 `` no closing `'` up to here
      help: close it with `'`; a `'` inside the text is written `''`
    "#);
}

#[test]
fn unclosed_list() {
    assert_snapshot!(manifest("a: [1,\n  2\n"), @r#"
    error[yaml::unclosed-bracket]: the list that begins with `[` is not closed
      1:4 `[` opened here
      2:4 `` no `]` up to here
      help: close it with `]`, or put the value into quotes if it is a text
    "#);
}

#[test]
fn unclosed_map() {
    assert_snapshot!(solution("a: {x: 1,\n"), @r#"
    error[yaml::unclosed-bracket]: the map that begins with `{` is not closed
      1:4 `{` opened here
      1:10 `` no `}` up to here
      help: close it with `}`, or put the value into quotes if it is a text
    "#);
}

#[test]
fn wrong_closing_bracket() {
    assert_snapshot!(manifest("a: [1, {b: 2], 3]\n"), @r#"
    error[yaml::missing-comma]: expected `,` or `}` in the map, found `]`
      1:13 `]` `,` or `}` expected
      1:8 `{` the map begins here
    "#);
}

#[test]
fn missing_comma() {
    assert_snapshot!(solution("a: [\"x\" \"y\"]\n"), @r#"
    error[yaml::missing-comma]: expected `,` or `]` in the list, found `"`
      1:9 `"` `,` or `]` expected
      1:4 `[` the list begins here
    "#);
}

#[test]
fn empty_item() {
    assert_snapshot!(manifest("a: [1, , 2]\n"), @r#"
    error[yaml::empty-item]: expected an item, found `,`
      1:8 `,` an item expected
      help: remove it, or write `null` or `""` for an empty item
    "#);
}

#[test]
fn empty_key_in_brackets() {
    assert_snapshot!(solution("a: {: 1}\n"), @r#"
    error[yaml::empty-item]: expected a key, found `:`
      1:5 `:` a key expected
      help: remove it, or write `null` or `""` for an empty item
    "#);
}

#[test]
fn bracket_that_closes_nothing() {
    assert_snapshot!(manifest("a: ]\n"), @r#"
    error[yaml::unexpected-bracket]: `]` closes nothing
      1:4 `]` a value is expected here
      help: put the value into quotes if it is a text
    "#);
}

#[test]
fn template_without_quotes() {
    assert_snapshot!(manifest("a: {{ name }}\n"), @r#"
    error[yaml::key-not-scalar]: a map cannot be a key
      1:5 `{ name }` used as a key
      help: a template needs quotes: `"{{ … }}"`
    "#);
}

#[test]
fn template_without_quotes_in_a_solution() {
    assert_snapshot!(solution("a: {{ name }}\n"), @r#"
    error[yaml::key-not-scalar]: a map cannot be a key
      1:5 `{ name }` used as a key
      help: a template needs quotes: `"{{ … }}"`
    "#);
}

#[test]
fn key_deeper_than_the_others() {
    assert_snapshot!(manifest("web:\n  owner: root\n   mode: x\n"), @r#"
    error[yaml::wrong-indentation]: the key `mode` is indented as part of the text above
      3:4 `mode` looks like a key
      2:10 `root` goes on with this text
      help: give the key the indentation of the keys it belongs to, or put the text into quotes
    "#);
}

#[test]
fn key_between_two_levels() {
    assert_snapshot!(solution("web:\n    owner: root\n  mode: x\n"), @r#"
    error[yaml::wrong-indentation]: this line does not line up with the map it belongs to
      3:3 `mode: x` begins in column 3
      1:1 `web` the map begins in column 1
      help: give all keys of a map, and all dashes of a list, the same indentation
    "#);
}

#[test]
fn item_deeper_than_the_others() {
    assert_snapshot!(manifest("l:\n  - a: 1\n    b: 2\n   - c\n"), @r#"
    error[yaml::wrong-indentation]: this line does not line up with the list it belongs to
      4:4 `- c` begins in column 4
      2:3 `-` the list begins in column 3
      help: give all keys of a map, and all dashes of a list, the same indentation
    "#);
}

#[test]
fn block_text_less_indented() {
    assert_snapshot!(manifest("k: |4\n  a\n"), @r#"
    error[yaml::wrong-indentation]: the lines of the text are not indented as its beginning says
      2:3 `a` less indented
      1:4 `|4` the text begins here
      help: indent all lines of the text alike
    "#);
}

#[test]
fn text_behind_a_quote() {
    assert_snapshot!(manifest("a: 'b' c\n"), @r#"
    error[yaml::unexpected-text]: found `c` after the end of the value
      1:8 `c` not expected here
      1:7 `` the value is complete here
      help: inside `'…'` a quote is written twice: `''`
    "#);
}

#[test]
fn text_behind_a_bracket() {
    assert_snapshot!(solution("a: [1] x\n"), @r#"
    error[yaml::unexpected-text]: found `x` after the end of the value
      1:8 `x` not expected here
      1:7 `` the value is complete here
      help: put the whole value into quotes; a comment begins with ` #`
    "#);
}

#[test]
fn text_behind_the_document() {
    assert_snapshot!(solution("\"a\" b\n"), @r#"
    error[yaml::unexpected-text]: found `b` after the end of the value
      1:5 `b` not expected here
      1:1 `"a"` the value is complete here
      help: inside `"…"` a quote is written `\"`
    "#);
}

#[test]
fn value_with_a_colon() {
    assert_snapshot!(manifest("a: b: c\n"), @r#"
    error[yaml::nested-value]: a value cannot contain `: ` without quotes
      1:5 `:` this `:` would begin a second value
      1:4 `b` inside this text
      help: put the text into quotes, or begin the inner map on the next line
    "#);
}

#[test]
fn value_with_a_colon_on_the_next_line() {
    assert_snapshot!(solution("a: b\n  c: d\n"), @r#"
    error[yaml::wrong-indentation]: the key `c` is indented as part of the text above
      2:3 `c` looks like a key
      1:4 `b` goes on with this text
      help: give the key the indentation of the keys it belongs to, or put the text into quotes
    "#);
}

#[test]
fn text_instead_of_a_key() {
    assert_snapshot!(solution("a\nb: 1\n"), @r#"
    error[yaml::missing-colon]: expected `key: value`, found `a`
      1:1 `a` no `: ` here
      2:1 `b` in the map of this key
      help: write `key: value`; a text that goes on from the line above is indented deeper than its key
    "#);
}

#[test]
fn line_without_colon() {
    assert_snapshot!(manifest("a: 1\nb\nc: 2\n"), @r#"
    error[yaml::missing-colon]: expected `key: value`, found `b`
      2:1 `b` no `: ` here
      1:1 `a` in the map of this key
      help: write `key: value`; a text that goes on from the line above is indented deeper than its key
    "#);
}

#[test]
fn no_space_behind_the_colon() {
    assert_snapshot!(solution("a: 1\nb:2\n"), @r#"
    error[yaml::missing-colon]: expected `key: value`, found `b:2`
      2:1 `b:2` no `: ` here
      1:1 `a` in the map of this key
      help: put a space behind the colon: `b: 2`
    "#);
}

#[test]
fn list_behind_a_key() {
    assert_snapshot!(manifest("a: - 1\n"), @r#"
    error[yaml::list-not-allowed]: a list cannot begin here
      1:4 `-` this `-` begins a list
      help: begin the list on the next line, or put the text into quotes
    "#);
}

#[test]
fn list_between_keys() {
    assert_snapshot!(solution("a: 1\n- b\n"), @r#"
    error[yaml::list-not-allowed]: a list cannot begin here
      2:1 `-` this `-` begins a list
      1:1 `a` inside the map that begins here
      help: a map cannot go on with list items
    "#);
}

#[test]
fn list_behind_an_anchor() {
    assert_snapshot!(solution("&x - a\n"), @r#"
    error[yaml::list-not-allowed]: a list cannot begin here
      1:4 `-` this `-` begins a list
      1:1 `&x` behind this
      help: begin the list on the next line
    "#);
}

#[test]
fn question_mark_behind_a_key() {
    assert_snapshot!(solution("a: ? b\n"), @r#"
    error[yaml::key-not-allowed]: `?` cannot stand here
      1:4 `?` no map can begin here
      help: put the text into quotes
    "#);
}

#[test]
fn colon_without_a_key() {
    assert_snapshot!(manifest(": a\n"), @r#"
    error[yaml::key-not-allowed]: `:` cannot stand here
      1:1 `:` no map can begin here
      help: put the text into quotes
    "#);
}

#[test]
fn list_as_a_key() {
    assert_snapshot!(manifest("[a, b]: 1\n"), @r#"
    error[yaml::key-not-scalar]: a list cannot be a key
      1:1 `[a, b]` used as a key
      help: use a text or a number as the key
    "#);
}

#[test]
fn key_on_two_lines() {
    assert_snapshot!(solution("\"a\n b\": 1\n"), @r#"
    error[yaml::key-on-several-lines]: a key and its `:` are not on one line
      1:1 `"` the key begins here
      2:4 `:` its `:` is here
    "#);
}

#[test]
fn key_too_long() {
    assert_snapshot!(solution(&format!("{}: 1\n", "k".repeat(1030))), @r#"
    error[yaml::key-too-long]: a key has more than 1024 characters
      1:1 `kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk` too long
      help: write `? ` in front of a long key
    "#);
}

#[test]
fn duplicate_keys() {
    assert_snapshot!(manifest("a: 1\nb: 2\na: 3\nb: 4\n"), @r#"
    error[yaml::duplicate-key]: the key `a` is given twice
      3:1 `a` given again here
      1:1 `a` first given here
      help: remove one of them or rename it
    error[yaml::duplicate-key]: the key `b` is given twice
      4:1 `b` given again here
      2:1 `b` first given here
      help: remove one of them or rename it
    "#);
}

#[test]
fn duplicate_key_in_brackets() {
    assert_snapshot!(solution("m: {k: 1, 'k': 2}\n"), @r#"
    error[yaml::duplicate-key]: the key `k` is given twice
      1:11 `'k'` given again here
      1:5 `k` first given here
      help: remove one of them or rename it
    "#);
}

#[test]
fn unknown_anchor() {
    assert_snapshot!(manifest("a: *nope\n"), @r#"
    error[yaml::unknown-anchor]: there is no anchor `&nope` before this alias
      1:4 `*nope` not known here
      help: mark a node with `&nope` first, or put the text into quotes
    "#);
}

#[test]
fn anchor_with_a_similar_name() {
    assert_snapshot!(solution("base: &defaults {x: 1}\nuse: *default\n"), @r#"
    error[yaml::unknown-anchor]: there is no anchor `&default` before this alias
      2:6 `*default` not known here
      1:7 `&defaults` a similar anchor
      help: did you mean `*defaults`?
    "#);
}

#[test]
fn alias_inside_its_own_anchor() {
    assert_snapshot!(manifest("a: &x\n  b: *x\n"), @r#"
    error[yaml::recursive-alias]: `*x` stands inside the node that `&x` marks
      2:6 `*x` the value would contain itself
    "#);
}

#[test]
fn anchor_without_a_name() {
    assert_snapshot!(solution("a: & 1\n"), @r#"
    error[yaml::anchor-name]: `&` begins an anchor and needs a name of letters, digits, `-` and `_`
      1:4 `&` given here
      help: put the text into quotes if it is not meant as an anchor or an alias
    "#);
}

#[test]
fn anchor_that_marks_nothing() {
    assert_snapshot!(manifest("a: &x\n"), @r#"
    error[yaml::anchor-name]: the anchor `&x` marks nothing
      1:4 `&x` given here
      help: put the text into quotes if it is not meant as an anchor or an alias
    "#);
}

#[test]
fn two_anchors() {
    assert_snapshot!(manifest("a: &x &y 1\n"), @r#"
    error[yaml::two-anchors-or-tags]: a second anchor or tag cannot stand here
      1:7 `&` one too many
    "#);
}

#[test]
fn unknown_escape() {
    assert_snapshot!(manifest("a: \"C:\\dir\"\n"), @r#"
    error[yaml::unknown-escape]: there is no escape `\d`
      1:7 `\d` not known
      help: write a backslash as `\\`, or use `'…'`, where it means nothing
    "#);
}

#[test]
fn escape_with_too_few_digits() {
    assert_snapshot!(solution("a: \"\\u12\"\n"), @r#"
    error[yaml::escape-code]: the escape `\u12` is not complete or names no character
      1:5 `\u12` 4 hexadecimal digits that name a character
    "#);
}

#[test]
fn second_document() {
    assert_snapshot!(manifest("a: 1\n---\nb: 2\n"), @r#"
    error[yaml::several-documents]: the file holds more than one document
      2:1 `---` the second document begins here
      help: put each document into a file of its own
    "#);
}

#[test]
fn control_character() {
    assert_snapshot!(solution("a: \u{1}\n"), @r#"
    error[yaml::control-character]: the character U+0001 is not allowed here
      1:4 `\u{1}` this character
      help: write it as an escape inside `"…"`
    "#);
}

#[test]
fn line_separator() {
    assert_snapshot!(solution("a: x\u{2028}y\n"), @r#"
    error[yaml::control-character]: the character U+2028 is not allowed here
      1:5 `\u{2028}` this character
      help: write it as an escape inside `"…"`
    "#);
}

#[test]
fn reserved_character() {
    assert_snapshot!(manifest("a: @x\n"), @r#"
    error[yaml::reserved-character]: a plain text cannot begin with `@`
      1:4 `@` not without quotes
      help: put the text into quotes
    "#);
}

#[test]
fn block_text_with_a_bad_start() {
    assert_snapshot!(manifest("a: |0\n  x\n"), @r#"
    error[yaml::block-header]: `|0` is not a valid start of a block text
      1:4 `|0` given here
      help: write `|` or `>`, then at most one digit from 1 to 9 and one of `-` and `+`
    "#);
}

#[test]
fn tag_without_a_declaration() {
    assert_snapshot!(solution("a: !e!x 1\n"), @r#"
    error[yaml::tag]: the tag handle `!e!` is not declared
      1:4 `!e!x` given here
    "#);
}

#[test]
fn tag_that_does_not_fit() {
    assert_snapshot!(manifest("a: !!int abc\nb: !!binary '*'\n"), @r#"
    error[yaml::tag-value]: `abc` cannot be read as `!!int`
      1:10 `abc` given here
    error[yaml::tag-value]: `*` cannot be read as `!!binary`
      2:13 `'*'` given here
    "#);
}

#[test]
fn tag_that_does_not_fit_in_a_solution() {
    assert_snapshot!(solution("a: !!bool yes\n"), @r#"
    error[yaml::tag-value]: `yes` cannot be read as `!!bool`
      1:11 `yes` given here
    "#);
}

#[test]
fn directive_without_document() {
    assert_snapshot!(manifest("%YAML 1.2\na: 1\n"), @r#"
    error[yaml::directive]: a directive has to be followed by `---`
      1:1 `%YAML 1.2` given here
      help: put a text that begins with `%` into quotes
    "#);
}

#[test]
fn unknown_version() {
    assert_snapshot!(solution("%YAML 2.0\n---\na: 1\n"), @r#"
    error[yaml::directive]: the YAML version `2.0` is not known
      1:1 `%YAML 2.0` given here
      help: put a text that begins with `%` into quotes
    "#);
}

#[test]
fn merge_of_a_text() {
    assert_snapshot!(manifest("a: &a text\nb:\n  <<: *a\n"), @r#"
    error[yaml::merge-not-a-map]: `<<` needs a map or a list of maps, found the text `text`
      3:7 `*a` given here
      1:4 `&a` the anchor is here
      help: put `<<` into quotes if it is meant as a key
    "#);
}

#[test]
fn document_is_a_list() {
    assert_snapshot!(manifest("- a\n"), @r#"
    error[document::root-not-a-map]: expected a map as the document, found a list
      1:1 `- a` this is the document
      help: write `key: value` lines
    "#);
}

#[test]
fn document_is_null() {
    assert_snapshot!(manifest("null\n"), @r#"
    error[document::root-not-a-map]: expected a map as the document, found null
      1:1 `null` this is the document
      help: write `key: value` lines
    "#);
}

#[test]
fn too_deep() {
    assert_snapshot!(small("a: [[[1]]]\n"), @r#"
    error[document::too-deep]: lists and maps are nested deeper than the limit `depth` of 3
      1:6 `[` one level too many
      help: raise the limit if the document is meant to be like this (512 at most)
    "#);
}

#[test]
fn too_many_aliases() {
    assert_snapshot!(small("a: &a [1, 2, 3]\nb: [*a, *a]\n"), @r#"
    error[document::too-many-aliases]: aliases copy more nodes than the limit `aliases` of 10
      2:9 `*a` one copy too many
      help: raise the limit if the document needs that many
    "#);
}

#[test]
fn too_large() {
    assert_snapshot!(small(&format!("a: {}\n", "x".repeat(100))), @r#"
    error[document::too-large]: the text has 104 bytes, more than the limit `size` of 100
      1:1 `` the text begins here
      help: raise the limit if the document is meant to be that large
    "#);
}

#[test]
fn json_with_a_comma_too_many() {
    assert_snapshot!(json("{\"a\": [1, 2,]}"), @r#"
    error[json::unexpected]: expected a value, found `]`
      1:13 `]` not expected here
    "#);
}

#[test]
fn json_without_end() {
    assert_snapshot!(json("{\"a\": [1, 2"), @r#"
    error[json::unclosed-bracket]: the list that begins with `[` is not closed
      1:7 `[` opened here
      help: close it with `]`
    "#);
}

#[test]
fn json_with_a_bad_text() {
    assert_snapshot!(json("{\"a\": \"x\\q\"}"), @r#"
    error[json::string]: the escape is not known
      1:9 `\q` here
    "#);
}

#[test]
fn json_with_a_bad_number() {
    assert_snapshot!(json("{\"a\": 012}"), @r#"
    error[json::number]: `012` is not a number
      1:7 `012` given here
    "#);
}

#[test]
fn json_with_a_key_twice() {
    assert_snapshot!(json("{\"a\": 1, \"a\": 2}"), @r#"
    error[json::duplicate-key]: the key `a` is given twice
      1:10 `"a"` given again here
      1:2 `"a"` first given here
    "#);
}
