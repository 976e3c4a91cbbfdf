//! `network`: interfaces, and the addresses that others can reach.

use super::record::{record, texts};
use super::view::View;
use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use system::Interface;
use value::{Aliases, List, Map, Value};

pub(super) static INTERFACE: Aliases = Aliases::new(&[
    ("Index", "index"),
    ("MTU", "mtu"),
    ("Name", "name"),
    ("HardwareAddr", "hardwareAddr"),
    ("Flags", "flags"),
    ("Addrs", "addrs"),
]);

pub(super) static ADDRESS: Aliases = Aliases::new(&[("Addr", "addr")]);

/// Somewhere far away: the way there is the default one.
const FAR: [IpAddr; 2] =
    [IpAddr::V4(Ipv4Addr::new(1, 1, 1, 1)), IpAddr::V6(Ipv6Addr::new(0x2001, 0x4860, 0x4860, 0, 0, 0, 0, 0x8888))];

/// The names of flags, in the order in which they are listed.
const FLAGS: [(u32, &str); 5] = [
    (Interface::UP, "up"),
    (Interface::BROADCAST, "broadcast"),
    (Interface::LOOPBACK, "loopback"),
    (Interface::POINT_TO_POINT, "pointtopoint"),
    (Interface::MULTICAST, "multicast"),
];

pub(super) fn gather(view: &View<'_>) -> Map {
    let network = &view.world.network;
    let interfaces = network.interfaces().ok();
    let known = interfaces.as_deref().unwrap_or_default();
    let default = FAR.map(|far| network.source_of(far).and_then(|source| owner(known, source)));
    let reachable: Vec<_> = known.iter().flat_map(|interface| reachable(interface, default)).collect();
    let default_of = |v4| {
        let found = reachable.iter().rev().find(|found| found.default && found.address.is_ipv4() == v4);
        found.map(|found| found.address.to_string()).unwrap_or_default()
    };
    Map::from_iter([
        ("default_ipv4", default_of(true).into()),
        ("default_ipv6", default_of(false).into()),
        ("addresses", Value::List(reachable.iter().map(Reachable::to_value).collect())),
        ("interfaces", interfaces.map(|interfaces| interfaces.iter().map(interface).collect::<Value>()).into()),
    ])
}

/// The number of the interface that has an address.
fn owner(interfaces: &[Interface], address: IpAddr) -> Option<u32> {
    let has = |interface: &&Interface| interface.addresses.iter().any(|own| own.address == address);
    interfaces.iter().find(has).map(|interface| interface.index)
}

/// An address that others can reach.
struct Reachable<'i> {
    interface: &'i str,
    address: IpAddr,
    /// On the interface that leads away from here.
    default: bool,
}

fn reachable(interface: &Interface, [v4, v6]: [Option<u32>; 2]) -> impl Iterator<Item = Reachable<'_>> {
    let others_reach = |address: &IpAddr| !is_own(*address);
    interface.addresses.iter().map(|own| own.address).filter(others_reach).map(move |address| {
        let default = if address.is_ipv4() { v4 } else { v6 };
        Reachable { interface: &interface.name, address, default: default == Some(interface.index) }
    })
}

/// Of no use beyond this machine and its cable.
fn is_own(address: IpAddr) -> bool {
    let link_local = match address {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_unicast_link_local(),
    };
    link_local || address.is_loopback() || address.is_multicast() || address.is_unspecified()
}

impl Reachable<'_> {
    fn to_value(&self) -> Value {
        let entries = [
            ("interface", Value::from(self.interface)),
            ("address", self.address.to_string().into()),
            ("ipv4", self.address.is_ipv4().into()),
            ("default", self.default.into()),
        ];
        Map::from_iter(entries).into()
    }
}

fn interface(interface: &Interface) -> Value {
    let flags = FLAGS.iter().filter(|(flag, _)| interface.has(*flag)).map(|(_, name)| *name);
    let address =
        |own: &system::InterfaceAddress| record(&ADDRESS, [Value::from(format!("{}/{}", own.address, own.prefix))]);
    let fields = [
        interface.index.into(),
        interface.mtu.into(),
        interface.name.as_str().into(),
        hardware(&interface.hardware).into(),
        texts(flags),
        Value::List(interface.addresses.iter().map(address).collect::<List>()),
    ];
    record(&INTERFACE, fields)
}

/// `02:00:00:00:00:01`.
fn hardware(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 3);
    for byte in bytes {
        let colon = if text.is_empty() { "" } else { ":" };
        write!(text, "{colon}{byte:02x}").expect("writing to a text does not fail");
    }
    text
}
