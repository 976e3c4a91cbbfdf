//! Interfaces and addresses.

use super::{fact, facts, json};
use std::net::IpAddr;
use system::{FakeWorld, Interface};

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn add(world: &FakeWorld, index: u32, name: &str, flags: u32, addresses: &[(&str, u8)]) {
    let hardware = if name == "lo" { vec![] } else { vec![2, 0, 0, 0, 0, 0x1f] };
    let interface = Interface { index, mtu: 1500, name: name.into(), hardware, flags, ..Interface::default() };
    let addresses: Vec<_> = addresses.iter().map(|(address, prefix)| (ip(address), *prefix)).collect();
    world.network.add_interface(interface, &addresses);
}

fn world() -> FakeWorld {
    let world = FakeWorld::new();
    add(&world, 1, "lo", Interface::UP | Interface::LOOPBACK, &[("127.0.0.1", 8), ("::1", 128)]);
    let flags = Interface::UP | Interface::BROADCAST | Interface::MULTICAST;
    let addresses = [("10.0.0.5", 24), ("10.0.0.6", 32), ("169.254.1.1", 16), ("2001:db8::5", 64), ("fe80::1", 64)];
    add(&world, 2, "eth0", flags, &addresses);
    add(&world, 3, "wg0", Interface::UP | Interface::POINT_TO_POINT, &[("10.9.0.1", 24), ("fd00::1", 64)]);
    world
}

#[test]
fn addresses_and_defaults() {
    let world = world();
    world.network.add_route(ip("1.1.1.1"), ip("10.0.0.5"));
    world.network.add_route(ip("2001:4860:4860::8888"), ip("fd00::1"));
    let facts = facts(&world);
    assert_eq!(fact(&facts, "network.default_ipv4").as_str(), Some("10.0.0.6"), "the last one of the interface");
    assert_eq!(fact(&facts, "network.default_ipv6").as_str(), Some("fd00::1"));
    assert_eq!(
        json(&fact(&facts, "network.addresses")),
        concat!(
            r#"[{"interface":"eth0","address":"10.0.0.5","ipv4":true,"default":true},"#,
            r#"{"interface":"eth0","address":"10.0.0.6","ipv4":true,"default":true},"#,
            r#"{"interface":"eth0","address":"2001:db8::5","ipv4":false,"default":false},"#,
            r#"{"interface":"wg0","address":"10.9.0.1","ipv4":true,"default":false},"#,
            r#"{"interface":"wg0","address":"fd00::1","ipv4":false,"default":true}]"#
        )
    );
}

#[test]
fn without_a_route_there_is_no_default() {
    let facts = facts(&world());
    assert_eq!(fact(&facts, "network.default_ipv4").as_str(), Some(""));
    assert!(!json(&fact(&facts, "network.addresses")).contains(r#""default":true"#));
}

#[test]
fn interfaces() {
    let facts = facts(&world());
    assert_eq!(
        json(&fact(&facts, "network.interfaces.0")),
        concat!(
            r#"{"index":1,"mtu":1500,"name":"lo","hardwareAddr":"","flags":["up","loopback"],"#,
            r#""addrs":[{"addr":"127.0.0.1/8"},{"addr":"::1/128"}]}"#
        )
    );
    assert_eq!(fact(&facts, "network.interfaces.1.hardwareAddr").as_str(), Some("02:00:00:00:00:1f"));
    assert_eq!(fact(&facts, "network.interfaces.1.flags").to_string(), "[up broadcast multicast]");
    assert_eq!(fact(&facts, "network.interfaces.2.flags").to_string(), "[up pointtopoint]");
}
