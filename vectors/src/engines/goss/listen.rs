//! Sockets that listen, and ports on which nobody does.

use serde_json::Value as Json;
use std::io::{Error, Result};
use std::net::{IpAddr, SocketAddr, TcpListener, UdpSocket};

/// A socket that is open as long as it is held.
pub(super) enum Listener {
    Tcp { _socket: TcpListener },
    Udp { _socket: UdpSocket },
}

/// Marks in recorded texts, and what they mean here.
pub(super) type Marks = Vec<(String, String)>;

/// Opens what a case has, and says what its names mean: `@PORT:name@` and the port.
pub(super) fn open(listen: Option<&Json>, closed: Option<&Json>) -> Result<(Vec<Listener>, Marks)> {
    let (mut listeners, mut ports) = (Vec::new(), Vec::new());
    for entry in listen.and_then(Json::as_array).into_iter().flatten() {
        let text = |name: &str| entry[name].as_str().unwrap_or_default();
        let (listener, port) = one(text("proto"), text("addr"))?;
        listeners.push(listener);
        ports.push((format!("@PORT:{}@", text("name")), port.to_string()));
    }
    for name in closed.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str) {
        // A port that was just given back is given to nobody else for a while.
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        ports.push((format!("@PORT:{name}@"), port.to_string()));
    }
    Ok((listeners, ports))
}

fn one(protocol: &str, address: &str) -> Result<(Listener, u16)> {
    let address: IpAddr = address.parse().map_err(|_| Error::other(format!("`{address}` is no address")))?;
    let address = SocketAddr::new(address, 0);
    if protocol.starts_with("udp") {
        let socket = UdpSocket::bind(address)?;
        let port = socket.local_addr()?.port();
        return Ok((Listener::Udp { _socket: socket }, port));
    }
    let socket = TcpListener::bind(address)?;
    let port = socket.local_addr()?.port();
    Ok((Listener::Tcp { _socket: socket }, port))
}
