//! What the tree holds beside values: places, comments, aliases; and what the limits keep out.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diagnostics::{FileId, Sources};
use document::{Entry, Kind, Limits, Node, Options, Style, parse, parse_any, parse_json};
use std::fmt::Write;

fn read(text: &str) -> Node<'_> {
    parse(text, FileId::FIRST, &Options::manifest()).unwrap()
}

/// The text a node was written as.
fn written<'t>(text: &'t str, node: &Node<'_>) -> &'t str {
    &text[node.span.start as usize..node.span.end as usize]
}

fn comments<'n>(entries: &'n [Entry<'_>]) -> Vec<(&'n str, Option<&'n str>)> {
    entries.iter().map(|entry| (entry.key.as_str().unwrap(), entry.comment.as_deref().map(AsRef::as_ref))).collect()
}

#[test]
fn every_node_knows_its_place() {
    let text = "a: 'x y' # c\nb:\n  - &n !!str 12\n  - {k: [1, 2]}\nc: >-\n  some\n  text\nd:\n";
    let root = read(text);
    assert_eq!(written(text, root.get("a").unwrap()), "'x y'");
    let items = root.get("b").unwrap();
    assert_eq!(written(text, items), "- &n !!str 12\n  - {k: [1, 2]}");
    assert_eq!(written(text, &items.as_list().unwrap()[0]), "12");
    assert_eq!(written(text, items.as_list().unwrap()[1].get("k").unwrap()), "[1, 2]");
    assert_eq!(written(text, root.get("c").unwrap()), ">-\n  some\n  text\n");
    assert_eq!(written(text, root.get("d").unwrap()), "");
    assert_eq!(root.entry("d").unwrap().value.style, None);
}

#[test]
fn texts_are_borrowed_where_possible() {
    let root = read("a: plain\nb: 'single'\nc: \"double\"\nd: \"esc\\n\"\ne: 'it''s'\n");
    for (key, borrowed) in [("a", true), ("b", true), ("c", true), ("d", false), ("e", false)] {
        let Kind::String(text) = &root.get(key).unwrap().kind else { panic!("{key} is a text") };
        assert_eq!(matches!(text, std::borrow::Cow::Borrowed(_)), borrowed, "{key}");
    }
    assert_eq!(root.get("b").unwrap().style, Some(Style::Single));
}

#[test]
fn comments_belong_to_the_key_below_or_before() {
    let text = "# about the file\n\n# first line\n#second line\na: 1 # behind\nb: # with children\n  # about c\n  c: 2\n  # not followed by a key\nd: [1,\n  2] # list\ne: \"x\"#tight\nf: |  # block\n  # text\ng: 3\n";
    let root = read(text);
    assert_eq!(
        comments(root.as_map().unwrap()),
        [
            ("a", Some("first line\nsecond line\nbehind")),
            ("b", Some("with children")),
            ("d", Some("not followed by a key\nlist")),
            ("e", Some("tight")),
            ("f", None),
            ("g", None),
        ]
    );
    assert_eq!(comments(root.get("b").unwrap().as_map().unwrap()), [("c", Some("about c"))]);
}

#[test]
fn comments_in_lists_and_brackets() {
    let root = read(
        "l:\n  # about the item\n  - # dash\n    # about k\n    k: 1 # one\n    j: 2\nm: {\n  # about x\n  x: 1, # behind x\n  y: 2 }\n",
    );
    let item = &root.get("l").unwrap().as_list().unwrap()[0];
    assert_eq!(comments(item.as_map().unwrap()), [("k", Some("about k\none")), ("j", None)]);
    assert_eq!(comments(root.get("m").unwrap().as_map().unwrap()), [("x", Some("about x\nbehind x")), ("y", None)]);
}

#[test]
fn an_alias_has_its_own_place_and_the_parts_keep_theirs() {
    let text = "a: &x {k: v}\nb: *x\n";
    let root = read(text);
    let alias = root.get("b").unwrap();
    assert_eq!(written(text, alias), "*x");
    assert_eq!(written(text, alias.get("k").unwrap()), "v");
}

#[test]
fn merged_entries_keep_their_place_and_order() {
    let text = "base: &b {x: 1, y: 2}\nuse:\n  y: 3\n  <<: *b\n  z: 4\n";
    let manifest = read(text);
    let keys = |root: &Node<'_>| {
        root.get("use")
            .unwrap()
            .as_map()
            .unwrap()
            .iter()
            .map(|e| e.key.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&manifest), ["y", "x", "z"]);
    assert_eq!(manifest.get("use").unwrap().get("y").unwrap().kind, Kind::Int(2));
    let solution = parse(text, FileId::FIRST, &Options::solution()).unwrap();
    assert_eq!(keys(&solution), ["y", "z", "x"]);
    assert_eq!(solution.get("use").unwrap().get("y").unwrap().kind, Kind::Int(3));
}

#[test]
fn words_for_messages() {
    let names = |text: &str| read(text).kind_name();
    assert_eq!(names("[1]"), "a list");
    assert_eq!(names("{a: 1}"), "a map");
    assert_eq!(names("5"), "the number 5");
    assert_eq!(names("1.50"), "the number 1.5");
    assert_eq!(names("true"), "`true`");
    assert_eq!(names("~"), "null");
    assert_eq!(names(""), "nothing");
    assert_eq!(names("''"), "an empty text");
    assert_eq!(names("some text"), "the text `some text`");
}

#[test]
fn values_keep_their_kinds() {
    let value = read("i: 1\nu: 18446744073709551615\nf: 1.0\nb: true\nn:\ns: x\nl: [1]\n").to_value();
    assert_eq!(value.to_string(), "map[b:true f:1 i:1 l:[1] n:<nil> s:x u:18446744073709551615]");
}

#[test]
fn json_or_yaml() {
    let any = |text| parse_any(text, FileId::FIRST, &Options::manifest());
    assert_eq!(any("{\"a\": 1e3}").unwrap().get("a").unwrap().kind, Kind::Float(1000.0));
    assert_eq!(any("{a: 1e3}").unwrap().get("a").unwrap().kind, Kind::String("1e3".into()));
    assert_eq!(any("\u{feff} \n [1]\n").unwrap().kind_name(), "a list");
    assert_eq!(any("{\"a\": 1,}").unwrap().get("a").unwrap().kind, Kind::Int(1));
    assert!(any("{\"a\": ").unwrap_err().iter().all(|problem| problem.code.id == "yaml::unclosed-bracket"));
}

#[test]
fn deep_texts_get_a_clean_error() {
    let deep = 1_000_000;
    let maps: String = (0..3000).fold(String::new(), |mut text, i| {
        let _ = writeln!(text, "{}a:", " ".repeat(i));
        text
    });
    let texts = [
        "[".repeat(deep),
        "{a: ".repeat(deep),
        "- ".repeat(deep),
        "? ".repeat(deep),
        "[a: ".repeat(deep),
        "{? ".repeat(deep),
        maps,
    ];
    for text in &texts {
        for options in [Options::manifest(), Options::solution()] {
            let problems = parse(text, FileId::FIRST, &options).unwrap_err();
            let ids: Vec<_> = problems.iter().map(|problem| problem.code.id).collect();
            assert_eq!(ids, ["document::too-deep"], "{}…", &text[..20]);
        }
    }
    let problems = parse_json(&texts[0], FileId::FIRST, Limits::default()).unwrap_err();
    assert_eq!(problems.iter().next().unwrap().code.id, "document::too-deep");
}

/// Builds without optimisation take more stack than the two megabytes of a test's thread.
#[test]
fn the_deepest_setting_fits_the_stack() {
    std::thread::Builder::new().stack_size(4 << 20).spawn(read_the_deepest).unwrap().join().unwrap();
}

fn read_the_deepest() {
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    let levels = Limits::DEEPEST;
    let texts = [
        format!("{}{}", "[".repeat(levels), "]".repeat(levels)),
        format!("{}1{}", "{a: ".repeat(levels), "}".repeat(levels)),
        "- ".repeat(levels),
        (0..levels).fold(String::new(), |mut text, i| {
            let _ = writeln!(text, "{}a:", " ".repeat(i));
            text
        }),
    ];
    for text in &texts {
        let node = parse(text, FileId::FIRST, &Options::manifest().with_limits(limits)).unwrap();
        assert_eq!(node.clone().into_owned(), node);
        let _ = node.to_value();
    }
    assert!(parse(&"- ".repeat(levels + 1), FileId::FIRST, &Options::manifest().with_limits(limits)).is_err());
}

#[test]
fn copies_of_copies_are_counted() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for i in 1..12 {
        let copies = vec![format!("*a{}", i - 1); 9].join(", ");
        let _ = writeln!(text, "a{i}: &a{i} [{copies}]");
    }
    let problems = parse(&text, FileId::FIRST, &Options::manifest()).unwrap_err();
    assert_eq!(problems.iter().next().unwrap().code.id, "document::too-many-aliases");
}

/// A text that is only borrowed becomes one of its own wherever it is used.
#[test]
fn copies_of_long_texts_are_counted() {
    let limits = Limits { aliases: 1000, ..Limits::default() };
    let is_fine = |anchored: &str, aliases: usize| {
        let text = format!("s: &s {anchored}\nall:\n{}", "  - *s\n".repeat(aliases));
        match parse(&text, FileId::FIRST, &Options::manifest().with_limits(limits)) {
            Ok(_) => true,
            Err(problems) => {
                assert_eq!(problems.iter().next().unwrap().code.id, "document::too-many-aliases");
                false
            }
        }
    };
    let long = "x".repeat(64 * 99);
    for anchored in [format!("'{long}'"), format!("{{key: '{long}'}}"), format!("[{long}]")] {
        assert!(is_fine(&anchored, 9) && !is_fine(&anchored, 10), "{}", &anchored[..20]);
    }
    // Where it stands first, nothing is copied.
    assert!(is_fine(&format!("'{}'", "x".repeat(64 * 2000)), 0));
}

#[test]
fn aliases_cannot_dig_below_the_depth() {
    let mut text = "a0: &a0 [x]\n".to_owned();
    for i in 1..400 {
        let _ = writeln!(text, "a{i}: &a{i} [*a{}]", i - 1);
    }
    let problems = parse(&text, FileId::FIRST, &Options::manifest()).unwrap_err();
    assert_eq!(problems.iter().next().unwrap().code.id, "document::too-deep");
}

#[test]
fn anchors_nobody_asks_for_cost_nothing() {
    let text = format!("a: &a [{}]\n", "x, ".repeat(500));
    let limits = Limits { aliases: 10, ..Limits::default() };
    assert!(parse(&text, FileId::FIRST, &Options::manifest().with_limits(limits)).is_ok());
}

#[test]
fn many_keys_and_one_of_them_twice() {
    let mut text: String = (0..10_000).fold(String::new(), |mut text, i| {
        let _ = writeln!(text, "key_{i}: {i}");
        text
    });
    text.push_str("key_77: again\n");
    let problems = parse(&text, FileId::FIRST, &Options::manifest()).unwrap_err();
    let mut sources = Sources::new();
    sources.add("case", text.as_str());
    let places: Vec<_> =
        problems.iter().flat_map(|p| &p.labels).map(|label| sources.position(label.span).line).collect();
    assert_eq!(places, [10_001, 78]);
}

#[test]
fn lone_carriage_returns_are_line_breaks() {
    let root = read("a: 1\rb: 'x\r  y'\r");
    assert_eq!(root.get("b").unwrap().as_str(), Some("x y"));
    assert_eq!(root.get("a").unwrap().kind, Kind::Int(1));
}

#[test]
fn several_problems_at_once() {
    let problems = parse("a: *x\nb: 1\nb: 2\nc: !!int x\nd: [1\n", FileId::FIRST, &Options::manifest()).unwrap_err();
    let ids: Vec<_> = problems.iter().map(|problem| problem.code.id).collect();
    assert_eq!(ids, ["yaml::unknown-anchor", "yaml::tag-value", "yaml::unclosed-bracket"]);
}
