//! Who listens on this machine.

use crate::definition::{Attribute, Shape, TypeDef};
use crate::matcher::strings;
use crate::scene::Scene;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use value::Value;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "port",
    name: "Port",
    named_by: Some("port"),
    names_id: true,
    attributes: &[Attribute::new("listening").required(), Attribute::new("ip")],
    settings: &[("port", Shape::Text)],
    is_gated: true,
    subject: |resource, scene| {
        Box::new(|property: &str| {
            let found: Vec<IpAddr> = scene.listeners().on(resource.name()).collect();
            Ok(match property {
                "listening" => (!found.is_empty()).into(),
                _ => Value::List(strings(found.iter().map(|address| Value::string(shown(*address))))),
            })
        })
    },
};

const PROTOCOLS: [&str; 4] = ["tcp", "tcp6", "udp", "udp6"];
/// The state of a socket that listens, in the kernel's table.
const LISTEN: &str = "0A";

/// The sockets that listen, by protocol, in the order of the kernel's tables.
pub(crate) struct Listeners(Vec<(&'static str, u16, IpAddr)>);

impl Listeners {
    pub(crate) fn read(scene: &Scene<'_>) -> Self {
        let mut found = Vec::new();
        for protocol in PROTOCOLS {
            // A kernel without IPv6 has no table for it.
            let table = scene.read(&format!("/proc/net/{protocol}")).unwrap_or_default();
            let table = String::from_utf8_lossy(&table);
            let sockets = table.lines().skip(1).filter_map(|line| socket(line, protocol.starts_with("tcp")));
            found.extend(sockets.map(|(address, port)| (protocol, port, address)));
        }
        Self(found)
    }

    /// Those on `protocol:port`, or on a port of TCP.
    fn on<'l>(&'l self, wanted: &'l str) -> impl Iterator<Item = IpAddr> + 'l {
        let (protocol, port) = wanted.split_once(':').unwrap_or(("tcp", wanted));
        let is_wanted = move |socket: &&(&str, u16, IpAddr)| socket.0 == protocol && socket.1.to_string() == port;
        self.0.iter().filter(is_wanted).map(|socket| socket.2)
    }
}

/// The local end of a socket in a line of the table; of TCP only those that listen.
fn socket(line: &str, is_tcp: bool) -> Option<(IpAddr, u16)> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let (address, port) = fields.get(1)?.split_once(':')?;
    if is_tcp && fields.get(3) != Some(&LISTEN) {
        return None;
    }
    Some((address_of(address)?, u16::from_str_radix(port, 16).ok()?))
}

/// The kernel writes every four bytes in its own order.
fn address_of(digits: &str) -> Option<IpAddr> {
    let words: Option<Vec<u32>> =
        digits.as_bytes().chunks(8).map(|word| u32::from_str_radix(str::from_utf8(word).ok()?, 16).ok()).collect();
    let bytes: Vec<u8> = words?.iter().flat_map(|word| word.to_ne_bytes()).collect();
    match digits.len() {
        8 => Some(Ipv4Addr::from(<[u8; 4]>::try_from(bytes).ok()?).into()),
        32 => Some(Ipv6Addr::from(<[u8; 16]>::try_from(bytes).ok()?).into()),
        _ => None,
    }
}

/// With capital letters, as netstat's ancestors wrote it.
fn shown(address: IpAddr) -> String {
    address.to_canonical().to_string().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_tables() {
        let line = |local: &str, state: &str| format!("   0: {local} 00000000:0000 {state} 00000000:00000000 00:0 0");
        assert_eq!(socket(&line("00000000:1F90", "0A"), true), Some(([0, 0, 0, 0].into(), 8080)));
        assert_eq!(socket(&line("00000000:1F90", "01"), true), None);
        assert_eq!(socket(&line("00000000:1F90", "07"), false), Some(([0, 0, 0, 0].into(), 8080)));
        let loopback = u32::from_ne_bytes([127, 0, 0, 1]);
        assert_eq!(address_of(&format!("{loopback:08X}")), Some(Ipv4Addr::LOCALHOST.into()));
        assert_eq!(shown("2001:db8::a".parse().unwrap()), "2001:DB8::A");
        for broken in ["", "0:", "0: x", "0: zz:10 a 0A", "0: 0000000g:10 a 0A", "0: 000000000:10 a 0A", "0: é:1 a 0A"]
        {
            assert_eq!(socket(broken, true), None);
        }
    }
}
