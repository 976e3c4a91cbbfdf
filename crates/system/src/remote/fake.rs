//! Others that only exist in a test.

use super::{Accept, Connection, Remote, RemoteError};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Nobody listens, no name is known and nobody answers but as it was said.
#[derive(Default)]
pub struct FakeRemote {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    listeners: Vec<SocketAddr>,
    names: Vec<(String, Vec<IpAddr>)>,
    answers: Vec<(SocketAddr, Answer)>,
}

type Answer = Box<dyn Fn(&[u8]) -> Vec<u8> + Send + Sync>;

impl FakeRemote {
    /// Somebody listens there.
    pub fn listen(&self, address: SocketAddr) {
        self.known(|known| known.listeners.push(address));
    }

    /// A name with its addresses.
    pub fn name(&self, host: &str, addresses: &[IpAddr]) {
        self.known(|known| known.names.push((host.to_owned(), addresses.to_vec())));
    }

    /// Answers datagrams.
    pub fn answer(&self, server: SocketAddr, answer: impl Fn(&[u8]) -> Vec<u8> + Send + Sync + 'static) {
        self.known(|known| known.answers.push((server, Box::new(answer))));
    }

    fn known<T>(&self, work: impl FnOnce(&mut Known) -> T) -> T {
        work(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn refused(place: &impl ToString) -> RemoteError {
    RemoteError::io(place, std::io::ErrorKind::ConnectionRefused)
}

impl Remote for FakeRemote {
    fn connect(&self, connection: &Connection<'_>) -> Result<(), RemoteError> {
        let found = self.resolve(connection.host, connection.timeout)?;
        let mut wanted = found.iter().filter(|address| connection.family.has(**address));
        let listens = wanted
            .any(|address| self.known(|known| known.listeners.contains(&SocketAddr::new(*address, connection.port))));
        if listens { Ok(()) } else { Err(refused(&connection.host)) }
    }

    fn resolve(&self, host: &str, _: Duration) -> Result<Vec<IpAddr>, RemoteError> {
        if let Ok(address) = host.parse() {
            return Ok(vec![address]);
        }
        let found = self
            .known(|known| known.names.iter().find(|(name, _)| name == host).map(|(_, addresses)| addresses.clone()));
        found.ok_or_else(|| RemoteError::Unresolved { host: host.to_owned(), reason: "no such name".to_owned() })
    }

    fn exchange(
        &self,
        server: SocketAddr,
        datagram: &[u8],
        after: Duration,
        accept: &Accept<'_>,
    ) -> Result<Vec<u8>, RemoteError> {
        let answer = self.known(|known| {
            known.answers.iter().find(|(address, _)| *address == server).map(|(_, answer)| answer(datagram))
        });
        match answer {
            None => Err(refused(&server)),
            Some(answer) if accept(&answer) => Ok(answer),
            Some(_) => Err(RemoteError::TimedOut { place: server.to_string(), after }),
        }
    }
}
