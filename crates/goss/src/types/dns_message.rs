//! Questions to a name server and what it answers. Answers may be anything: whatever cannot be read is passed over.

use super::dns_name::{read, text, to_wire};
use std::net::{Ipv4Addr, Ipv6Addr};

/// The kinds of records that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Record {
    A,
    Aaaa,
    Cname,
    Mx,
    Ns,
    Ptr,
    Srv,
    Txt,
    Caa,
}

const RECORDS: [(&str, Record, u16); 9] = [
    ("A", Record::A, 1),
    ("AAAA", Record::Aaaa, 28),
    ("CNAME", Record::Cname, 5),
    ("MX", Record::Mx, 15),
    ("NS", Record::Ns, 2),
    ("PTR", Record::Ptr, 12),
    ("SRV", Record::Srv, 33),
    ("TXT", Record::Txt, 16),
    ("CAA", Record::Caa, 257),
];

const INTERNET: u16 = 1;
const HEADER: usize = 12;

impl Record {
    pub(super) fn named(name: &str) -> Option<Self> {
        RECORDS.iter().find(|record| record.0 == name).map(|record| record.1)
    }

    fn number(self) -> u16 {
        RECORDS.iter().find(|record| record.1 == self).map_or(0, |record| record.2)
    }
}

/// A question that goes out.
pub(super) struct Query {
    id: u16,
    record: Record,
    pub(super) message: Vec<u8>,
}

impl Query {
    /// `None` for a name that cannot be asked for.
    pub(super) fn new(id: u16, name: &str, record: Record) -> Option<Self> {
        let mut message = Vec::with_capacity(HEADER + name.len() + 6);
        message.extend_from_slice(&id.to_be_bytes());
        // Recursion is wanted; one question, nothing else.
        message.extend_from_slice(&[1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
        message.extend_from_slice(&to_wire(name)?);
        message.extend_from_slice(&record.number().to_be_bytes());
        message.extend_from_slice(&INTERNET.to_be_bytes());
        Some(Self { id, record, message })
    }

    /// Whether a message is the answer: the same number, and an answer at all.
    pub(super) fn is_answered_by(&self, message: &[u8]) -> bool {
        message.len() >= HEADER && u16_at(message, 0) == Some(self.id) && message[2] & 0x80 != 0
    }

    /// The records of the wanted kind in an answer, as text.
    pub(super) fn records_in(&self, message: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        // What is broken ends the reading; what was found before it counts.
        _ = self.collect(message, &mut found);
        found
    }

    fn collect(&self, message: &[u8], found: &mut Vec<String>) -> Option<()> {
        let (questions, answers) = (u16_at(message, 4)?, u16_at(message, 6)?);
        let mut at = HEADER;
        for _ in 0..questions {
            at = read(message, at)?.1 + 4;
        }
        for _ in 0..answers {
            let (_, end) = read(message, at)?;
            let (kind, class, length) = (u16_at(message, end)?, u16_at(message, end + 2)?, u16_at(message, end + 8)?);
            let begin = end + 10;
            at = begin + usize::from(length);
            let data = message.get(begin..at)?;
            if kind == self.record.number() && class == INTERNET {
                content(self.record, message, begin, data, found)?;
            }
        }
        Some(())
    }
}

/// What a record says. Names in it may point back into the whole message.
fn content(record: Record, message: &[u8], begin: usize, data: &[u8], found: &mut Vec<String>) -> Option<()> {
    let name = |skipped: usize| read(message, begin + skipped).map(|(name, _)| name);
    let number = |at: usize| u16_at(data, at);
    match record {
        Record::A => found.push(Ipv4Addr::from(<[u8; 4]>::try_from(data).ok()?).to_string()),
        Record::Aaaa => {
            let address = Ipv6Addr::from(<[u8; 16]>::try_from(data).ok()?);
            found.push(address.to_canonical().to_string());
        }
        Record::Cname | Record::Ns | Record::Ptr => found.push(name(0)?),
        Record::Mx => found.push(format!("{} {}", number(0)?, name(2)?)),
        Record::Srv => found.push(format!("{} {} {} {}", number(0)?, number(2)?, number(4)?, name(6)?)),
        Record::Txt => found.extend(texts(data)?),
        Record::Caa => {
            let (flag, length) = (*data.first()?, usize::from(*data.get(1)?));
            let (tag, rest) = data.get(2..)?.split_at_checked(length)?;
            found.push(format!("{flag} {} {}", text(tag), String::from_utf8_lossy(rest)));
        }
    }
    Some(())
}

/// Texts, each with its length before it.
fn texts(mut data: &[u8]) -> Option<Vec<String>> {
    let mut found = Vec::new();
    while let Some((length, rest)) = data.split_first() {
        let (one, rest) = rest.split_at_checked(usize::from(*length))?;
        found.push(text(one));
        data = rest;
    }
    Some(found)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ANY: [Record; 9] = [
        Record::A,
        Record::Aaaa,
        Record::Cname,
        Record::Mx,
        Record::Ns,
        Record::Ptr,
        Record::Srv,
        Record::Txt,
        Record::Caa,
    ];

    /// An answer to the query with these records; names may point to offset 12, which is the name that was asked for.
    fn answer(query: &Query, records: &[(u16, &[u8])]) -> Vec<u8> {
        let mut message = query.message.clone();
        message[2] |= 0x80;
        message[7] = u8::try_from(records.len()).unwrap();
        for (kind, data) in records {
            message.extend_from_slice(&[0xc0, 12]);
            message.extend_from_slice(&kind.to_be_bytes());
            message.extend_from_slice(&[0, 1, 0, 0, 0, 60]);
            message.extend_from_slice(&u16::try_from(data.len()).unwrap().to_be_bytes());
            message.extend_from_slice(data);
        }
        message
    }

    fn found(record: Record, records: &[(u16, &[u8])]) -> Vec<String> {
        let query = Query::new(7, "a.example", record).unwrap();
        let message = answer(&query, records);
        assert!(query.is_answered_by(&message));
        query.records_in(&message)
    }

    #[test]
    fn records_become_text() {
        assert_eq!(found(Record::A, &[(1, &[192, 0, 2, 1]), (5, &[0xc0, 12])]), ["192.0.2.1"]);
        let mut v6 = [0; 16];
        v6[15] = 1;
        assert_eq!(found(Record::Aaaa, &[(28, &v6)]), ["::1"]);
        assert_eq!(found(Record::Mx, &[(15, b"\x00\x0a\x02mx\xc0\x0c")]), ["10 mx.a.example."]);
        assert_eq!(found(Record::Srv, &[(33, b"\x00\x00\x00\x05\x20\xfb\xc0\x0c")]), ["0 5 8443 a.example."]);
        assert_eq!(found(Record::Txt, &[(16, b"\x03two\x05pa\"ts")]), ["two", "pa\\\"ts"]);
        assert_eq!(found(Record::Caa, &[(257, b"\x00\x05issueca.example")]), ["0 issue ca.example"]);
        assert_eq!(found(Record::Ns, &[(2, b"\x03a.b\x00")]), ["a\\.b."]);
        assert_eq!(found(Record::Cname, &[(5, b"\x00")]), ["."]);
    }

    #[test]
    fn what_is_broken_is_passed_over() {
        for data in [&b""[..], b"\x01\x02\x03", b"\xc0", b"\x05ab", b"\xc0\xff"] {
            for record in ANY {
                assert!(found(record, &[(record.number(), data)]).is_empty(), "{record:?} {data:?}");
            }
        }
        // A name that points to itself.
        assert!(found(Record::Ns, &[(2, &[0xc0, 39])]).is_empty());
    }

    #[test]
    fn names_that_cannot_be_asked_for() {
        for name in ["a..b", ".a", &"a".repeat(64), &"a.".repeat(130)] {
            assert!(Query::new(1, name, Record::A).is_none(), "{name}");
        }
        assert!(Query::new(1, ".", Record::A).is_some() && Query::new(1, "a.", Record::A).is_some());
    }

    proptest! {
        #[test]
        fn no_answer_does_harm(bytes in prop::collection::vec(any::<u8>(), 0..300), at in 0_usize..9) {
            let query = Query::new(7, "a.example", ANY[at]).unwrap();
            query.records_in(&bytes);
            let mut message = query.message.clone();
            message[7] = 9;
            message.extend_from_slice(&bytes);
            query.records_in(&message);
        }
    }
}
