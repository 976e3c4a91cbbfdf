//! A real name server on loopback, over UDP, with the records of a case.

use super::zone::{CNAME, Record, labels};
use serde_json::Value as Json;
use std::io::Result;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Answers as long as it is held.
pub(super) struct DnsServer {
    address: SocketAddr,
    stops: Arc<AtomicBool>,
}

impl DnsServer {
    pub(super) fn start(records: &Json) -> Result<Self> {
        let lines = records.as_array().into_iter().flatten().filter_map(Json::as_str);
        let records: Vec<Record> = lines.filter_map(Record::parse).collect();
        let socket = UdpSocket::bind("127.0.0.1:0")?;
        let (address, stops) = (socket.local_addr()?, Arc::new(AtomicBool::new(false)));
        let stop = Arc::clone(&stops);
        thread::spawn(move || {
            let mut buffer = [0; 1024];
            while let Ok((length, from)) = socket.recv_from(&mut buffer) {
                if stop.load(Ordering::SeqCst) {
                    return;
                }
                if let Some(answer) = answer(&buffer[..length], &records) {
                    // Whoever does not wait any more gets none.
                    let _ = socket.send_to(&answer, from);
                }
            }
        });
        Ok(Self { address, stops })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for DnsServer {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::SeqCst);
        // Wakes the one that waits for questions.
        let _ = UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.send_to(b"", self.address));
    }
}

/// The records of the name and type; a `CNAME` with what it leads to when the type is missing.
fn answer(question: &[u8], records: &[Record]) -> Option<Vec<u8>> {
    let (name, end) = name(question, 12)?;
    let kind = u16::from_be_bytes(question.get(end..end + 2)?.try_into().ok()?);
    let of =
        |name: &str, kind: u16| records.iter().filter(|one| one.name == name && one.kind == kind).collect::<Vec<_>>();
    let mut found = of(&name, kind);
    if found.is_empty() {
        found = of(&name, CNAME);
        let target = found.first().and_then(|alias| alias.target.clone());
        found.extend(target.map(|target| of(&target, kind)).unwrap_or_default());
    }
    let is_known = records.iter().any(|record| record.name == name);
    let mut out = question.get(..2)?.to_vec();
    out.extend_from_slice(&[0x85, if is_known { 0x80 } else { 0x83 }, 0, 1]);
    out.extend_from_slice(&u16::try_from(found.len()).ok()?.to_be_bytes());
    out.extend_from_slice(&[0, 0, 0, 0]);
    out.extend_from_slice(question.get(12..end + 4)?);
    for record in found {
        out.extend(labels(&record.name));
        out.extend_from_slice(&record.kind.to_be_bytes());
        out.extend_from_slice(&[0, 1, 0, 0, 0, 60]);
        out.extend_from_slice(&u16::try_from(record.data.len()).ok()?.to_be_bytes());
        out.extend_from_slice(&record.data);
    }
    Some(out)
}

/// The name in a question, in lower case with the dot at its end, and where it ends.
fn name(message: &[u8], mut at: usize) -> Option<(String, usize)> {
    let mut name = String::new();
    loop {
        let length = usize::from(*message.get(at)?);
        at += 1;
        if length == 0 {
            return Some((name, at));
        }
        name.push_str(&String::from_utf8_lossy(message.get(at..at + length)?).to_lowercase());
        name.push('.');
        at += length;
    }
}
