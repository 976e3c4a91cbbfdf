//! Custom fact files, their order, and those that are not read.

use data::facts::{Facts, Layers};
use diagnostics::Severity;
use std::io::ErrorKind;
use system::{FakeEnvironment, FakeWorld};
use value::Value;

const SYSTEM: &str = "/etc/choria/ccm";

fn world() -> FakeWorld {
    FakeWorld::new().with_environment(FakeEnvironment::in_directory("/").with("HOME", "/home/me"))
}

fn facts(world: &FakeWorld) -> Facts {
    let read = world.read();
    Facts::new(&read, Layers::standard(&*read.environment))
}

/// The warnings with their places.
fn warnings(facts: &Facts) -> Vec<String> {
    facts.all();
    let Some(problems) = facts.problems() else { return Vec::new() };
    let line = |problem: &diagnostics::Diagnostic| {
        assert_eq!(problem.severity, Severity::Warning);
        let place = problem.span().map(|span| format!("{}: ", problems.sources.place(span))).unwrap_or_default();
        format!("{place}{} [{}]", problem.message, problem.code.id)
    };
    problems.warnings.iter().map(line).collect()
}

#[test]
fn files_are_laid_over_each_other_in_order() {
    let world = world();
    for (path, text) in [
        ("facts.json", r#"{"by": "json", "list": [1], "n": 16777216, "deep": {"json": 1}}"#),
        ("facts.yaml", "by: yaml\nlist: [2]\nn4: 4\ndeep: {yaml: -1}\n"),
        ("facts.d/20-b.YAML", "by: twenty\nlist: [4]\n"),
        ("facts.d/10-a.json", r#"{"by": "ten", "list": [3]}"#),
        ("facts.d/30.yml", "by: not read\n"),
        ("facts.d/readme", "by: not read\n"),
        ("facts.d/sub.yaml/x", "by: not read\n"),
    ] {
        world.files.add_file(format!("{SYSTEM}/{path}"), text);
    }
    world.files.add_file("/home/me/.config/choria/ccm/facts.yaml", "user: true\nlist: [5]\n");
    let facts = facts(&world);
    assert_eq!(facts.group("by"), Some("twenty".into()));
    assert_eq!(facts.group("list").unwrap().to_string(), "[1 2 3 4 5]");
    assert_eq!(facts.group("deep").unwrap().to_string(), "map[json:1 yaml:-1]");
    assert_eq!((facts.group("n"), facts.group("n4")), (Some(Value::Int(16_777_216)), Some(Value::Int(4))));
    assert_eq!(facts.group("user"), Some(true.into()));
    assert!(warnings(&facts).is_empty());
}

#[test]
fn the_directory_of_the_user() {
    let with = |name: &str, value: &str, file: &str| {
        let environment = FakeEnvironment::in_directory("/here").with("HOME", "/home/me").with(name, value);
        let world = FakeWorld::new().with_environment(environment);
        world.files.add_file(file, "{\"x\": 1}");
        let facts = facts(&world);
        (facts.group("x"), warnings(&facts))
    };
    let one = Some(Value::Int(1));
    assert_eq!(with("XDG_CONFIG_HOME", "/xdg", "/xdg/choria/ccm/facts.json"), (one.clone(), vec![]));
    assert_eq!(with("XDG_CONFIG_HOME", "", "/home/me/.config/choria/ccm/facts.json"), (one.clone(), vec![]));
    assert_eq!(with("XDG_CONFIG_HOME", "/a/../xdg", "/xdg/choria/ccm/facts.json"), (one, vec![]));
    let (found, warnings) = with("XDG_CONFIG_HOME", "xdg", "/here/xdg/choria/ccm/facts.json");
    let message = "directory of custom facts `xdg/choria/ccm` is not an absolute path [facts::relative-directory]";
    assert_eq!((found, warnings), (None, vec![message.to_owned()]));
}

#[test]
fn links_are_not_followed() {
    let world = world();
    world.files.add_file("/tmp/evil.json", "{\"evil\": 1}");
    world.files.add_link(format!("{SYSTEM}/facts.json"), "/tmp/evil.json");
    world.files.add_link(format!("{SYSTEM}/facts.d/a.json"), "/tmp/evil.json");
    world.files.add_link(format!("{SYSTEM}/facts.d/ignored.txt"), "/tmp/evil.json");
    world.files.add_file("/tmp/d/b.json", "{\"evil\": 1}");
    world.files.add_link("/home/me/.config/choria/ccm/facts.d", "/tmp/d");
    let facts = facts(&world);
    let link = |path: &str| format!("`{path}` is a symbolic link and is not read for facts [facts::symbolic-link]");
    assert_eq!(
        warnings(&facts),
        [
            link("/etc/choria/ccm/facts.json"),
            link("/etc/choria/ccm/facts.d/a.json"),
            link("/home/me/.config/choria/ccm/facts.d")
        ]
    );
    assert_eq!(facts.group("evil"), None);
}

#[test]
fn a_linked_directory_above_is_fine() {
    let world = world();
    world.files.add_file("/srv/ccm/facts.yaml", "x: 1\n");
    world.files.add_link("/etc/choria/ccm", "/srv/ccm");
    assert_eq!(facts(&world).group("x"), Some(Value::Int(1)));
}

#[test]
fn bad_files_are_left_out_with_their_place() {
    let world = world();
    world.files.add_file(format!("{SYSTEM}/facts.json"), "{\"a\": 1,\n \"b\": }\n");
    world.files.add_file(format!("{SYSTEM}/facts.yaml"), "a:\n  - 1\n b: 2\n");
    world.files.add_file(format!("{SYSTEM}/facts.d/1.yaml"), "- a\n- b\n");
    world.files.add_file(format!("{SYSTEM}/facts.d/2.json"), "");
    world.files.add_file(format!("{SYSTEM}/facts.d/3.yaml"), "# nothing\n");
    world.files.add_file(format!("{SYSTEM}/facts.d/4.yaml"), "good: 1\n");
    world.files.add_file(format!("{SYSTEM}/facts.d/5.yaml"), "secret: 1\n");
    world.files.add_other(format!("{SYSTEM}/facts.d/6.yaml"));
    world
        .files
        .fail_when(|verb, path| (verb == "read" && path.ends_with("5.yaml")).then_some(ErrorKind::PermissionDenied));
    let facts = facts(&world);
    let warnings = warnings(&facts);
    let starts = [
        "/etc/choria/ccm/facts.json:2:",
        "/etc/choria/ccm/facts.yaml:3:",
        "/etc/choria/ccm/facts.d/1.yaml:1:1: expected a map as the document, found a list",
        "/etc/choria/ccm/facts.d/2.json:1:1:",
        "cannot read `/etc/choria/ccm/facts.d/5.yaml`: ",
        "cannot read `/etc/choria/ccm/facts.d/6.yaml`: ",
    ];
    assert_eq!(warnings.len(), starts.len(), "{warnings:#?}");
    for (warning, start) in warnings.iter().zip(starts) {
        assert!(warning.starts_with(start), "{warning}");
    }
    assert_eq!(facts.group("good"), Some(Value::Int(1)));
    assert_eq!(facts.group("a"), None);
}

#[test]
fn a_directory_that_cannot_be_listed() {
    let world = world();
    world.files.add_file(format!("{SYSTEM}/facts.d/1.yaml"), "x: 1\n");
    world.files.fail_when(|verb, _| (verb == "list").then_some(ErrorKind::PermissionDenied));
    let facts = facts(&world);
    assert!(warnings(&facts).iter().all(|warning| warning.ends_with("[facts::unreadable]")));
    assert_eq!((warnings(&facts).len(), facts.group("x")), (1, None));
}
