//! The tree of the machine that runs the tests.

use data::facts::{Facts, Layers};
use system::{Interrupt, ReadWorld};
use value::{Kind, Value};

/// The kinds of the entries of a map, or of each map in a list.
fn kinds(value: &Value, group: &str) {
    let expected: &[(&str, Kind)] = match group {
        "host.info" => &[
            ("hostname", Kind::String),
            ("uptime", Kind::Int),
            ("bootTime", Kind::Int),
            ("procs", Kind::Int),
            ("os", Kind::String),
            ("platform", Kind::String),
            ("hostId", Kind::String),
        ],
        "network.interfaces" => &[
            ("index", Kind::Int),
            ("mtu", Kind::Int),
            ("name", Kind::String),
            ("flags", Kind::List),
            ("addrs", Kind::List),
        ],
        "partition.partitions" => &[("device", Kind::String), ("mountpoint", Kind::String), ("opts", Kind::List)],
        "partition.usage" => &[("path", Kind::String), ("total", Kind::Int), ("usedPercent", Kind::Float)],
        "cpu.info" => &[("cpu", Kind::Int), ("mhz", Kind::Float), ("family", Kind::String), ("flags", Kind::List)],
        _ => &[("total", Kind::Int), ("used", Kind::Int), ("usedPercent", Kind::Float)],
    };
    let items = match value {
        Value::List(list) => list.to_vec(),
        value => vec![value.clone()],
    };
    for item in &items {
        for (key, kind) in expected {
            assert_eq!(item.as_map().unwrap().get(*key).unwrap().kind(), *kind, "{group}: {key}");
        }
    }
}

#[test]
fn has_its_shape() {
    let world = ReadWorld::real(Interrupt::never(), Vec::new());
    let facts = Facts::new(&world, Layers::default());
    let all = Value::from(facts.all());
    for path in
        ["host.info", "network.interfaces", "partition.partitions", "partition.usage", "cpu.info", "memory.virtual"]
    {
        let path_parsed: value::Path = path.parse().unwrap();
        kinds(all.get(&path_parsed).unwrap(), path);
    }
    let network = facts.group("network").unwrap();
    assert_eq!(network.as_map().unwrap().get("default_ipv4").unwrap().kind(), Kind::String);
    assert_eq!(network.as_map().unwrap().get("addresses").unwrap().kind(), Kind::List);
    let host = facts.group("host").unwrap();
    let procs = host.as_map().unwrap().get("info").unwrap().as_map().unwrap().get("procs").unwrap().as_int().unwrap();
    assert!(procs > 0);
}
