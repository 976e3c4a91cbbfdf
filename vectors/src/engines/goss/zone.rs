//! Records as a zone file writes them, and as messages carry them.

use std::net::{Ipv4Addr, Ipv6Addr};

/// One record.
pub(super) struct Record {
    /// The name in lower case, with the dot at its end.
    pub(super) name: String,
    pub(super) kind: u16,
    pub(super) data: Vec<u8>,
    /// Where a `CNAME` leads.
    pub(super) target: Option<String>,
}

pub(super) const CNAME: u16 = 5;

impl Record {
    /// `name ttl IN TYPE data…`; `None` for what is no such line.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let [name, _, "IN", kind, rest @ ..] = words.as_slice() else { return None };
        let number = |at: usize| rest.get(at)?.parse::<u16>().ok();
        let (kind, data) = match *kind {
            "A" => (1, rest.first()?.parse::<Ipv4Addr>().ok()?.octets().to_vec()),
            "NS" => (2, labels(rest.first()?)),
            "CNAME" => (CNAME, labels(rest.first()?)),
            "PTR" => (12, labels(rest.first()?)),
            "MX" => (15, [number(0)?.to_be_bytes().to_vec(), labels(rest.get(1)?)].concat()),
            "TXT" => (16, rest.iter().flat_map(|text| with_length(text)).collect()),
            "AAAA" => (28, rest.first()?.parse::<Ipv6Addr>().ok()?.octets().to_vec()),
            "SRV" => {
                let numbers = [number(0)?, number(1)?, number(2)?].map(u16::to_be_bytes).concat();
                (33, [numbers, labels(rest.get(3)?)].concat())
            }
            "CAA" => {
                let flag = vec![rest.first()?.parse::<u8>().ok()?];
                (257, [flag, with_length(rest.get(1)?), rest.get(2)?.as_bytes().to_vec()].concat())
            }
            _ => return None,
        };
        let target = (kind == CNAME).then(|| rest[0].to_lowercase());
        Some(Self { name: name.to_lowercase(), kind, data, target })
    }
}

/// Words at blanks, and what is between double quotes.
fn words(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            found.push(part.to_owned());
        } else {
            found.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    found
}

fn with_length(text: &str) -> Vec<u8> {
    let mut out = vec![u8::try_from(text.len()).unwrap_or(u8::MAX)];
    out.extend_from_slice(text.as_bytes());
    out
}

/// A name as labels.
pub(super) fn labels(name: &str) -> Vec<u8> {
    let mut out: Vec<u8> = name.split('.').filter(|label| !label.is_empty()).flat_map(with_length).collect();
    out.push(0);
    out
}
