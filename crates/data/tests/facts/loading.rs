//! The file of `--facts`.

use data::facts::{LoadedFacts, codes, load};
use diagnostics::Sources;
use std::io::ErrorKind;
use std::path::Path;
use system::FakeWorld;
use system::files::Attributes;

/// The facts, or the problems with their places.
fn loaded(text: &[u8]) -> Result<String, Vec<String>> {
    let world = FakeWorld::new();
    world.files.add_file("/f", text);
    from(&world)
}

fn from(world: &FakeWorld) -> Result<String, Vec<String>> {
    let mut sources = Sources::default();
    let LoadedFacts { facts, problems } = load(Path::new("/f"), &world.read(), &mut sources);
    let place = |problem: &diagnostics::Diagnostic| {
        let place = problem.span().map(|span| format!("{}: ", sources.place(span))).unwrap_or_default();
        format!("{place}{} [{}]", problem.message, problem.code.id)
    };
    facts.map(|facts| value::Value::from(facts).to_string()).ok_or_else(|| problems.iter().map(place).collect())
}

#[test]
fn yaml_and_json() {
    assert_eq!(loaded(b"a: 1\nb: [x, -2, 1.5]\nc: 0x10\n").unwrap(), "map[a:1 b:[x -2 1.5] c:16]");
    assert_eq!(loaded(b"{\"a\": 16777216, \"b\": 1.0}").unwrap(), "map[a:16777216 b:1]");
    assert_eq!(loaded(b"").unwrap(), "map[]");
    assert_eq!(loaded("\u{feff}a: 1".as_bytes()).unwrap(), "map[a:1]");
}

#[test]
fn problems_have_places() {
    let starts = |text: &[u8], start: &str| {
        let problems = loaded(text).unwrap_err();
        assert!(problems[0].starts_with(start), "{problems:?}");
    };
    starts(b"a: 1\nb: [1\n", "/f:");
    starts(b"- 1\n", "/f:1:1: expected a map as the document, found a list");
    starts(b"text", "/f:1:1: expected a map as the document, found the text `text`");
    starts(b"a: 1\na: 2\n", "/f:2:1:");
    starts(b"a: \xff", "/f:1:4: `/f` is not a text file");
}

#[test]
fn files_that_are_not_there() {
    let world = FakeWorld::new();
    assert_eq!(from(&world).unwrap_err(), ["fact file `/f` does not exist [facts::missing-file]"]);
    world.files.add_directory("/f", Attributes::default());
    assert!(from(&world).unwrap_err()[0].ends_with("[facts::unreadable]"));
    let world = FakeWorld::new();
    world.files.add_file("/f", "a: 1");
    world.files.fail_next("read", "/f", ErrorKind::PermissionDenied);
    assert!(from(&world).unwrap_err()[0].ends_with("[facts::denied]"));
}

#[test]
fn codes_are_in_order() {
    assert_eq!(diagnostics::check_codes(&[codes::CODES]), Vec::<String>::new());
}
