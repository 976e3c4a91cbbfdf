//! Names: what the resolver of the system says, or a name server that is asked directly.

use super::addr::split_host_port;
use super::dns_message::{Query, Record};
use super::{Answer, Subject, millis};
use crate::definition::{Attribute, Shape, TypeDef};
use crate::matcher::strings;
use crate::resource::Resource;
use crate::scene::Scene;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use value::Value;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "dns",
    name: "DNS",
    named_by: Some("resolve"),
    names_id: true,
    attributes: &[Attribute::new("resolvable").or("resolveable").required(), Attribute::new("addrs")],
    settings: &[("resolve", Shape::Text), ("server", Shape::Text), ("timeout", Shape::Millis)],
    is_gated: true,
    subject: |resource, scene| Box::new(LookUp { resource, scene, found: None }),
};

/// How often somebody is asked who does not answer, or has nothing to say.
const TRIES: usize = 3;
const PORT: u16 = 53;

/// What is found, asked once.
struct LookUp<'s> {
    resource: &'s Resource,
    scene: &'s Scene<'s>,
    found: Option<Result<Vec<String>, String>>,
}

impl Subject for LookUp<'_> {
    fn look(&mut self, property: &str) -> Answer {
        let (resource, scene) = (self.resource, self.scene);
        let found = self.found.get_or_insert_with(|| Question::of(resource, scene).ask_patiently());
        let found = found.as_ref().map_err(String::clone)?;
        match property {
            "resolvable" => Ok((!found.is_empty()).into()),
            _ => Ok(Value::List(strings(found.iter().map(|text| Value::string(text.as_str()))))),
        }
    }
}

struct Question<'s> {
    scene: &'s Scene<'s>,
    host: &'s str,
    /// `None` when addresses of both kinds are wanted.
    record: Option<Record>,
    server: Option<&'s str>,
    limit: Duration,
    shown_limit: String,
}

/// Why there is no answer.
enum Fault {
    /// Time ran out.
    TimedOut,
    Other(String),
}

impl<'s> Question<'s> {
    fn of(resource: &'s Resource, scene: &'s Scene<'s>) -> Self {
        let name = resource.name();
        let is_kind = |kind: &str| !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_uppercase());
        let (kind, host) = name.split_once(':').filter(|(kind, _)| is_kind(kind)).unwrap_or(("", name));
        let (limit, shown_limit) = millis(resource.settings.millis("timeout", 500));
        let server = resource.settings.text("server");
        Self { scene, host, record: Record::named(kind), server, limit, shown_limit }
    }

    /// The records, sorted; none when there are none.
    fn ask_patiently(&self) -> Result<Vec<String>, String> {
        let mut last = Ok(Vec::new());
        for _ in 0..TRIES {
            last = match self.ask() {
                Ok(mut found) if !found.is_empty() => {
                    found.sort_unstable();
                    return Ok(found);
                }
                // Who asks the system gets its last word.
                Ok(nothing) if self.server.is_none() => return Ok(nothing),
                Ok(nothing) => Ok(nothing),
                Err(Fault::TimedOut) => Err(format!("DNS lookup timed out ({})", self.shown_limit)),
                Err(Fault::Other(reason)) => Err(reason),
            };
            if self.scene.halted().is_some() {
                break;
            }
        }
        last
    }

    fn ask(&self) -> Result<Vec<String>, Fault> {
        let clock = &self.scene.world.clock;
        let until = clock.monotonic().saturating_add(self.scene.left(self.limit));
        let left = || match until.saturating_sub(clock.monotonic()) {
            Duration::ZERO => Err(Fault::TimedOut),
            left => Ok(left),
        };
        let Some(server) = self.server else { return self.ask_system(left()?) };
        let server = self.address_of(server, left()?)?;
        if let Some(record) = self.record {
            return self.ask_server(server, record, left()?);
        }
        let mut found = Vec::new();
        for record in [Record::A, Record::Aaaa] {
            // Without a kind nobody is told why there is nothing, unless it takes too long.
            found.extend(self.ask_server(server, record, left()?).unwrap_or_default());
        }
        left().map(|_| found)
    }

    fn ask_system(&self, left: Duration) -> Result<Vec<String>, Fault> {
        match self.scene.world.remote.resolve(self.host, left) {
            Ok(found) => Ok(found.iter().map(IpAddr::to_string).collect()),
            Err(error) if error.is_unresolved() => Ok(Vec::new()),
            Err(error) => Err(fault(error)),
        }
    }

    fn address_of(&self, server: &str, left: Duration) -> Result<SocketAddr, Fault> {
        let (host, port) = match split_host_port(server) {
            Some((host, port)) => {
                (host, port.parse().map_err(|_| Fault::Other(format!("`{server}` has no usable port")))?)
            }
            None => (server, PORT),
        };
        let found = self.scene.world.remote.resolve(host, left).map_err(fault)?;
        let first = found.first().ok_or_else(|| Fault::Other(format!("`{host}` has no address")))?;
        Ok(SocketAddr::new(*first, port))
    }

    fn ask_server(&self, server: SocketAddr, record: Record, left: Duration) -> Result<Vec<String>, Fault> {
        let name = if record == Record::Ptr { reverse(self.host)? } else { self.host.to_owned() };
        let unusable = || Fault::Other(format!("dns: `{name}` is not a name"));
        let query = Query::new(self.number(), &name, record).ok_or_else(unusable)?;
        let accept = |message: &[u8]| query.is_answered_by(message);
        let message = self.scene.world.remote.exchange(server, &query.message, left, &accept).map_err(fault)?;
        Ok(query.records_in(&message))
    }

    /// Nobody shall guess it.
    fn number(&self) -> u16 {
        let mut bytes = [0; 2];
        self.scene.world.random.fill(&mut bytes);
        u16::from_ne_bytes(bytes)
    }
}

fn fault(error: system::remote::RemoteError) -> Fault {
    match error {
        system::remote::RemoteError::TimedOut { .. } => Fault::TimedOut,
        other => Fault::Other(other.to_string()),
    }
}

/// The name under which an address is found.
fn reverse(address: &str) -> Result<String, Fault> {
    match address.parse() {
        Ok(IpAddr::V4(address)) => {
            let [a, b, c, d] = address.octets();
            Ok(format!("{d}.{c}.{b}.{a}.in-addr.arpa."))
        }
        Ok(IpAddr::V6(address)) => {
            let digits = address.octets().into_iter().rev().flat_map(|byte| [byte & 15, byte >> 4]);
            let digits: Vec<String> = digits.map(|digit| format!("{digit:x}")).collect();
            Ok(format!("{}.ip6.arpa.", digits.join(".")))
        }
        Err(_) => Err(Fault::Other(format!("dns: unrecognized address: {address}"))),
    }
}
