//! Addresses that can be reached.

use crate::definition::{Attribute, Shape, TypeDef};
use crate::resource::Resource;
use crate::scene::Scene;
use crate::types::millis;
use std::time::Duration;
use system::remote::{Connection, Family};

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "addr",
    name: "Addr",
    named_by: Some("address"),
    names_id: true,
    attributes: &[Attribute::new("reachable").required()],
    settings: &[("address", Shape::Text), ("local-address", Shape::Text), ("timeout", Shape::Millis)],
    is_gated: false,
    subject: |resource, scene| Box::new(|_: &str| Ok(is_reachable(resource, scene).into())),
};

/// Ports that have names everywhere, whatever `/etc/services` says.
const SERVICES: &[(&str, u16)] = &[
    ("domain", 53),
    ("ftp", 21),
    ("ftps", 990),
    ("gopher", 70),
    ("http", 80),
    ("https", 443),
    ("imap2", 143),
    ("imap3", 220),
    ("imaps", 993),
    ("pop3", 110),
    ("pop3s", 995),
    ("smtp", 25),
    ("ssh", 22),
    ("submissions", 465),
    ("telnet", 23),
];

/// Whatever stands in the way, the answer is no.
fn is_reachable(resource: &Resource, scene: &Scene<'_>) -> bool {
    let (network, address) = resource.name().split_once("://").unwrap_or(("tcp", resource.name()));
    let Some((host, port)) = split_host_port(address) else { return false };
    let Some(port) = port_of(port, network, scene) else { return false };
    let (limit, _) = millis(resource.settings.millis("timeout", 500));
    let timeout = scene.left(limit);
    let family = match network {
        // Nobody answers to a connection without a connection: that a name has an address is all.
        "udp" => return timeout > Duration::ZERO && resolves(host, timeout, scene),
        "tcp" => Family::Any,
        "tcp4" => Family::V4,
        "tcp6" => Family::V6,
        _ => return false,
    };
    let from = resource.settings.text("local-address").and_then(|text| text.parse().ok());
    scene.world.remote.connect(&Connection { host: host_or_own(host, family), port, family, from, timeout }).is_ok()
}

fn resolves(host: &str, timeout: Duration, scene: &Scene<'_>) -> bool {
    scene.world.remote.resolve(host_or_own(host, Family::Any), timeout).is_ok()
}

/// Without a host it is this machine.
fn host_or_own(host: &str, family: Family) -> &str {
    match (host, family) {
        ("", Family::V6) => "::1",
        ("", _) => "127.0.0.1",
        _ => host,
    }
}

fn port_of(text: &str, network: &str, scene: &Scene<'_>) -> Option<u16> {
    if text.is_empty() {
        return Some(0);
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok();
    }
    let protocol = network.trim_end_matches(['4', '6']);
    let services = String::from_utf8_lossy(&scene.read("/etc/services").unwrap_or_default()).into_owned();
    let listed = services.lines().find_map(|line| service(line, text, protocol));
    listed.or_else(|| SERVICES.iter().find(|(name, _)| *name == text).map(|(_, port)| *port))
}

/// The port in a line `name port/protocol alias…` that has this name.
fn service(line: &str, name: &str, protocol: &str) -> Option<u16> {
    let mut words = line.split('#').next()?.split_whitespace();
    let first = words.next()?;
    let (port, of) = words.next()?.split_once('/')?;
    let is_meant = of == protocol && (first == name || words.any(|alias| alias == name));
    is_meant.then(|| port.parse().ok()).flatten()
}

/// Host and port, the host without the brackets that an IPv6 address needs.
pub(super) fn split_host_port(text: &str) -> Option<(&str, &str)> {
    let (host, port) = text.rsplit_once(':')?;
    match host.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']').filter(|host| !host.contains(['[', ']'])).map(|host| (host, port)),
        None if host.contains([':', '[', ']']) => None,
        None => (!port.contains(']')).then_some((host, port)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_ports() {
        for (text, split) in [
            ("a:1", Some(("a", "1"))),
            ("[::1]:80", Some(("::1", "80"))),
            (":80", Some(("", "80"))),
            ("a:", Some(("a", ""))),
            ("a", None),
            ("::1", None),
            ("[::1]", None),
            ("[::1:80", None),
            ("a]:80", None),
        ] {
            assert_eq!(split_host_port(text), split, "{text}");
        }
        assert_eq!(service("http  80/tcp  www # web", "www", "tcp"), Some(80));
        assert_eq!(service("http  80/tcp  www # web", "web", "tcp"), None);
        assert_eq!(service("http  80/tcp", "http", "udp"), None);
    }
}
