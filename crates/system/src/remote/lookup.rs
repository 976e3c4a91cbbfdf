//! The resolver of the system.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Asks the resolver in a thread of its own: it cannot be interrupted, but it can be left behind. `slice` says how long to wait
/// before it is asked again, or why to give up.
pub(crate) fn look_up<E>(
    host: &str,
    port: u16,
    mut slice: impl FnMut() -> Result<Duration, E>,
) -> Result<io::Result<Vec<SocketAddr>>, E> {
    if let Ok(address) = host.parse() {
        return Ok(Ok(vec![SocketAddr::new(address, port)]));
    }
    let (sender, receiver) = mpsc::channel();
    let name = host.to_owned();
    let ask = move || sender.send((name.as_str(), port).to_socket_addrs().map(Vec::from_iter));
    if let Err(error) = thread::Builder::new().name("resolve".into()).spawn(ask) {
        return Ok(Err(error));
    }
    loop {
        match receiver.recv_timeout(slice()?) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Disconnected) => return Ok(Err(io::Error::other("no answer"))),
        }
    }
}
