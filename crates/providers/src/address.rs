//! Which addresses solutions must not ask: those of private networks, unless the configuration allows it.

use crate::Settings;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, LazyLock};
use system::http::{Guard, Judge, Url};

/// Names that lead to this machine or to the machine's provider, whatever they resolve to.
const NAMES: [&str; 3] = ["localhost", "localhost.localdomain", "metadata.google.internal"];

/// Judges requests; nothing when private addresses are allowed. All guards are the same one, so that requests share
/// connections.
pub(crate) fn guard(settings: &Settings) -> Option<Guard> {
    static GUARD: LazyLock<Guard> = LazyLock::new(|| Arc::new(PublicOnly));
    (!settings.allow_private_addresses).then(|| Arc::clone(&GUARD))
}

/// Lets requests go to public addresses only. Names are judged by their text here, and by the addresses that they have when
/// a connection is opened.
struct PublicOnly;

impl Judge for PublicOnly {
    fn url(&self, url: &Url) -> Result<(), String> {
        let host = url.host().trim_end_matches('.');
        if NAMES.iter().any(|name| name.eq_ignore_ascii_case(host)) || has_suffix(host, ".localhost") {
            return Err(format!("request to blocked hostname {host:?} is denied (AllowPrivateIPs is false); {HELP}"));
        }
        match host.parse() {
            Ok(address) => judge(address),
            Err(_) if looks_like_number(host) => {
                Err(format!("request to non-canonical IP address {host} is blocked (AllowPrivateIPs is false); {HELP}"))
            }
            Err(_) => Ok(()),
        }
    }

    fn address(&self, host: &str, address: IpAddr) -> Result<(), String> {
        judge(address).map_err(|text| if host.parse::<IpAddr>().is_ok() { text } else { format!("{text} ({host})") })
    }
}

const HELP: &str = "set AllowPrivateIPs to true to allow private network access";

/// Where that setting is.
pub(crate) const ADVICE: &str = "`httpClient: {allowPrivateIPs: true}` in `$XDG_CONFIG_HOME/scafctl/config.yaml` or the file of \
     `--config`, or `SCAFCTL_HTTPCLIENT_ALLOWPRIVATEIPS=true` in the environment";

fn judge(address: IpAddr) -> Result<(), String> {
    if is_private(address) {
        return Err(format!(
            "request to private/reserved IP address {address} is blocked (AllowPrivateIPs is false); {HELP}"
        ));
    }
    Ok(())
}

fn has_suffix(host: &str, suffix: &str) -> bool {
    host.len() > suffix.len()
        && host.get(host.len() - suffix.len()..).is_some_and(|end| end.eq_ignore_ascii_case(suffix))
}

/// What the system's resolver takes for an IPv4 address though it is not written as one: `127.1`, `2130706433`, `0x7f000001`,
/// `0177.0.0.1`. No top-level domain is a number, so no name is lost.
fn looks_like_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    match last.strip_prefix("0x").or_else(|| last.strip_prefix("0X")) {
        Some(digits) => is_hexadecimal(digits),
        None => !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_private_v4(address),
        IpAddr::V6(address) => is_private_v6(address),
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || first == 0
        || first >= 240
        || (first == 100 && second & 0xc0 == 64)
        || (first == 198 && second & 0xfe == 18)
        || (first == 192 && second == 0 && third == 0)
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let embedded = embedded_v4(address);
    address.is_loopback()
        || address.is_unspecified()
        || address.is_multicast()
        || address.is_unique_local()
        || address.is_unicast_link_local()
        || segments[0] & 0xffc0 == 0xfec0
        || (segments[0] == 0x2001 && segments[1] == 0x0db8)
        || embedded.is_some_and(is_private_v4)
}

/// The IPv4 address that an IPv6 address leads to: mapped, compatible, translated (`64:ff9b::/96`, `64:ff9b:1::/48`) or 6to4.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let ([0, 0, 0, 0, 0, 0 | 0xffff, high, low]
    | [0, 0, 0, 0, 0xffff, 0, high, low]
    | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
    | [0x64, 0xff9b, 1, _, _, _, high, low]
    | [0x2002, high, low, ..]) = address.segments()
    else {
        return None;
    };
    Some(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(host: &str) -> String {
        let url = Url::parse(&format!("http://{host}/")).unwrap();
        PublicOnly.url(&url).map_or_else(|text| text, |()| "may".to_owned())
    }

    #[test]
    fn hosts_are_judged_by_their_text() {
        for host in ["example.com", "8.8.8.8", "[2606:4700::1111]", "localhost.example", "1.example", "100.128.0.1"] {
            assert_eq!(verdict(host), "may", "{host}");
        }
        for host in [
            "localhost",
            "LOCALHOST.",
            "a.localhost",
            "metadata.google.internal",
            "localhost.localdomain",
            "127.0.0.1",
            "10.1.2.3",
            "172.31.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "198.18.0.1",
            "192.0.0.8",
            "[::1]",
            "[::]",
            "[fe80::1]",
            "[fc00::1]",
            "[fec0::1]",
            "[ff02::1]",
            "[::ffff:10.0.0.1]",
            "[::127.0.0.1]",
            "[64:ff9b::a00:1]",
            "[2002:7f00:1::]",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0X7F.1",
            "0177.0.0.1",
            "127.0.0.1.",
            "0x",
        ] {
            assert_ne!(verdict(host), "may", "{host}");
        }
    }

    #[test]
    fn refusals_have_the_texts_of_the_original() {
        assert_eq!(
            verdict("10.0.0.1"),
            "request to private/reserved IP address 10.0.0.1 is blocked (AllowPrivateIPs is false); set AllowPrivateIPs to true \
             to allow private network access"
        );
        assert!(verdict("localhost").starts_with("request to blocked hostname \"localhost\" is denied"));
        let named = PublicOnly.address("intranet.example", IpAddr::from([192, 168, 0, 1])).unwrap_err();
        assert!(named.contains("192.168.0.1") && named.ends_with("(intranet.example)"), "{named}");
    }
}
