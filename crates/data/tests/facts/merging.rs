//! Layers: what wins over what, and what is replaced as a whole.

use super::{fact, json};
use data::facts::{Facts, Layers};
use system::{FakeWorld, Names};
use value::{Map, Value};

fn map(json: &str) -> Map {
    Value::from_json(json).unwrap().as_map().unwrap().clone()
}

fn world() -> FakeWorld {
    let world = FakeWorld::new();
    world.kernel.set_names(Names { host: "web01".into(), ..Names::default() });
    world.files.add_file("/etc/choria/ccm/facts.yaml", "site: file\nlist: [1]\nhost: {rack: 7}\n");
    world.files.add_file("/proc/cpuinfo", "processor: 0\n");
    world.files.add_file("/proc/meminfo", "MemTotal: 1 kB\n");
    world.files.add_file("/proc/vmstat", "pgpgin 1\n");
    world
}

fn facts(world: &FakeWorld, change: impl FnOnce(Layers) -> Layers) -> Facts {
    let read = world.read();
    Facts::new(&read, change(Layers::standard(&*read.environment)))
}

#[test]
fn the_command_line_wins() {
    let layers = |layers: Layers| {
        layers
            .merge(map(r#"{"site": "--facts", "list": [2], "n": {"a": 1}}"#))
            .merge(map(r#"{"site": "--fact", "n.a": "x"}"#))
    };
    let facts = facts(&world(), layers);
    assert_eq!(facts.group("site"), Some("--fact".into()));
    assert_eq!(facts.group("list").unwrap().to_string(), "[1 2]");
    assert_eq!(facts.group("n").unwrap().to_string(), "map[a:1]");
    assert_eq!(facts.group("n.a"), Some("x".into()), "dots are a part of the name");
}

#[test]
fn top_level_entries_can_be_replaced() {
    let facts = facts(&world(), |layers| layers.replace(map(r#"{"list": [2], "host": {"x": 1}}"#)));
    assert_eq!(facts.group("list").unwrap().to_string(), "[2]");
    assert_eq!(json(&facts.group("host").unwrap()), r#"{"x":1}"#);
}

#[test]
fn custom_facts_stand_beside_built_in_ones() {
    let facts = facts(&world(), |layers| layers);
    assert_eq!(fact(&facts, "host.rack"), Value::Int(7));
    assert_eq!(fact(&facts, "host.info.hostname"), "web01".into());
    let names: Vec<_> = facts.all().keys().map(|key| key.as_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["host", "network", "partition", "cpu", "memory", "site", "list"]);
    let some = facts.groups(["site", "host", "none"]);
    assert_eq!(some.keys().filter_map(value::Key::as_str).collect::<Vec<_>>(), ["site", "host"]);
}

#[test]
fn records_are_replaced_as_a_whole() {
    let first = r#"{"host": {"info": {"hostname": "x"}}, "cpu": {"info": [1]}, "memory": {"virtual": {"total": 1}, "swap": {"info": null}}}"#;
    let second = r#"{"host": {"info": {"os": "y"}}, "cpu": {"info": [2]}}"#;
    let facts = facts(&world(), |layers| layers.merge(map(first)).merge(map(second)));
    assert_eq!(json(&fact(&facts, "host.info")), r#"{"hostname":"x","os":"y"}"#);
    assert_eq!(json(&fact(&facts, "cpu.info")), "[1,2]");
    assert_eq!(json(&fact(&facts, "memory.virtual")), r#"{"total":1}"#);
    assert_eq!(json(&fact(&facts, "memory.swap")), r#"{"info":null,"devices":null}"#);
}

#[test]
fn a_whole_group_can_be_replaced() {
    let facts = facts(&world(), |layers| layers.merge(map(r#"{"host": "none", "cpu": null}"#)));
    assert_eq!((facts.group("host"), facts.group("cpu")), (Some("none".into()), Some(Value::Null)));
}

#[test]
fn go_names_answer_and_do_not_show() {
    let facts = facts(&world(), |layers| layers);
    let (info, cpu) = (fact(&facts, "host.info"), fact(&facts, "cpu.info.0"));
    let info = info.as_map().unwrap();
    assert_eq!(info.field("Hostname"), Some(&"web01".into()));
    assert_eq!(info.field("OS"), info.get("os"));
    assert!(info.get("OS").is_none());
    assert_eq!(cpu.as_map().unwrap().field("VendorID"), Some(&"".into()));
    assert!(!json(&facts.all().into()).contains("HostID"));
}
