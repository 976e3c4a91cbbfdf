//! `NO_PROXY`, read as Go's `httpproxy` reads it.

use super::Url;
use std::net::IpAddr;

/// What a proxy is not used for.
#[derive(Debug, Default)]
pub(super) struct NoProxy {
    everything: bool,
    networks: Vec<Network>,
    addresses: Vec<(IpAddr, String)>,
    domains: Vec<Domain>,
}

#[derive(Debug)]
struct Network {
    base: IpAddr,
    bits: u32,
}

#[derive(Debug)]
struct Domain {
    /// With its leading dot.
    suffix: String,
    port: String,
    /// Whether the name itself is meant too, not only what is below it.
    itself: bool,
}

impl NoProxy {
    /// Reads a comma-separated list; what makes no sense is passed over.
    pub(super) fn parse(list: &str) -> Self {
        let mut parsed = Self::default();
        for entry in list.split(',').map(|entry| entry.trim().to_lowercase()).filter(|entry| !entry.is_empty()) {
            parsed.add(&entry);
        }
        parsed
    }

    fn add(&mut self, entry: &str) {
        if entry == "*" {
            self.everything = true;
        } else if let Some(network) = Network::parse(entry) {
            self.networks.push(network);
        } else {
            let (host, port) = split_host_port(entry).unwrap_or((entry, ""));
            match host.parse::<IpAddr>() {
                Ok(address) => self.addresses.push((address.to_canonical(), port.to_owned())),
                Err(_) => self.domains.extend(Domain::parse(host, port)),
            }
        }
    }

    /// Whether a request to this URL goes there directly.
    pub(super) fn covers(&self, url: &Url) -> bool {
        let (host, port) = (url.host(), url.port().to_string());
        let port_fits = |wanted: &str| wanted.is_empty() || wanted == port;
        // Only the exact spelling is special, as in Go.
        if host == "localhost" || self.everything {
            return true;
        }
        let Ok(address) = host.parse::<IpAddr>().map(|address| address.to_canonical()) else {
            let host = host.to_lowercase();
            return self.domains.iter().any(|domain| domain.covers(&host) && port_fits(&domain.port));
        };
        address.is_loopback()
            || self.networks.iter().any(|network| network.contains(address))
            || self.addresses.iter().any(|(given, wanted)| *given == address && port_fits(wanted))
    }
}

impl Network {
    fn parse(entry: &str) -> Option<Self> {
        let (address, bits) = entry.split_once('/')?;
        if bits.is_empty() || !bits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (address, bits) = (address.parse::<IpAddr>().ok()?, bits.parse::<u32>().ok()?);
        match (address, address.to_canonical()) {
            (IpAddr::V4(_), base) if bits <= 32 => Some(Self { base, bits }),
            (IpAddr::V6(_), base @ IpAddr::V4(_)) if (96..=128).contains(&bits) => Some(Self { base, bits: bits - 96 }),
            (base @ IpAddr::V6(_), _) if bits <= 128 => Some(Self { base, bits }),
            _ => None,
        }
    }

    fn contains(&self, address: IpAddr) -> bool {
        let differs = match (self.base, address) {
            (IpAddr::V4(base), IpAddr::V4(address)) => (base.to_bits() ^ address.to_bits()).leading_zeros(),
            (IpAddr::V6(base), IpAddr::V6(address)) => (base.to_bits() ^ address.to_bits()).leading_zeros(),
            _ => return false,
        };
        differs >= self.bits
    }
}

impl Domain {
    fn parse(host: &str, port: &str) -> Option<Self> {
        let host = host.strip_prefix('*').filter(|rest| rest.starts_with('.')).unwrap_or(host);
        let itself = !host.starts_with('.');
        let suffix = if itself { format!(".{host}") } else { host.to_owned() };
        (!host.is_empty()).then(|| Self { suffix, port: port.to_owned(), itself })
    }

    fn covers(&self, host: &str) -> bool {
        host.ends_with(&self.suffix) || (self.itself && host == &self.suffix[1..])
    }
}

/// `host:port` or `[address]:port`; `None` when there is no port, or too many colons. As Go's `net.SplitHostPort`.
fn split_host_port(text: &str) -> Option<(&str, &str)> {
    let colon = text.rfind(':')?;
    let (host, outside) = match text.strip_prefix('[') {
        Some(inner) => {
            let end = inner.find(']').filter(|end| end + 2 == colon)?;
            (&inner[..end], &text[colon..])
        }
        None => (&text[..colon], text),
    };
    let brackets = host.contains('[') || outside.contains(['[', ']']);
    let colons = !text.starts_with('[') && host.contains(':');
    (!brackets && !colons).then(|| (host, &text[colon + 1..]))
}
