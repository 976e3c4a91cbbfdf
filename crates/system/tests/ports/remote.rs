//! Others, on loopback.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::time::{Duration, Instant};
use system::remote::{Connection, Family, RemoteError};
use system::{Interrupt, ReadWorld, Signal};

const SECOND: Duration = Duration::from_secs(1);
const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn world() -> ReadWorld {
    ReadWorld::real(Interrupt::never(), Vec::new())
}

fn to(port: u16) -> Connection<'static> {
    Connection { host: "127.0.0.1", port, family: Family::Any, from: None, timeout: SECOND }
}

#[test]
fn a_listener_is_found_and_a_closed_port_is_not() {
    let listener = TcpListener::bind((HOME, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let remote = world().remote;
    assert!(remote.connect(&to(port)).is_ok());
    assert!(remote.connect(&Connection { host: "localhost", family: Family::V4, ..to(port) }).is_ok());
    assert!(remote.connect(&Connection { from: Some(HOME), ..to(port) }).is_ok());
    assert!(remote.connect(&Connection { family: Family::V6, ..to(port) }).is_err());
    assert!(remote.connect(&Connection { from: "192.0.2.1".parse().ok(), ..to(port) }).is_err());
    assert!(matches!(
        remote.connect(&Connection { timeout: Duration::ZERO, ..to(port) }),
        Err(RemoteError::TimedOut { .. })
    ));
    drop(listener);
    assert_eq!(remote.connect(&to(port)).unwrap_err().to_string(), format!("`127.0.0.1:{port}`: connection refused"));
}

#[test]
fn names_are_resolved() {
    let remote = world().remote;
    assert_eq!(remote.resolve("127.0.0.1", SECOND).unwrap(), [HOME]);
    assert!(remote.resolve("localhost", Duration::from_secs(5)).unwrap().iter().all(IpAddr::is_loopback));
    assert!(remote.resolve("no-such-host.invalid", Duration::from_secs(30)).unwrap_err().is_unresolved());
}

#[test]
fn a_datagram_is_answered() {
    let server = UdpSocket::bind((HOME, 0)).unwrap();
    let address = server.local_addr().unwrap();
    let answering = std::thread::spawn(move || {
        let mut buffer = [0; 100];
        let (length, from) = server.recv_from(&mut buffer).unwrap();
        server.send_to(b"something else", from).unwrap();
        server.send_to(&buffer[..length], from).unwrap();
    });
    let remote = world().remote;
    let answer = remote.exchange(address, b"hello", SECOND, &|answer| answer == b"hello").unwrap();
    answering.join().unwrap();
    assert_eq!(answer, b"hello");
}

#[test]
fn silence_ends_on_time_and_on_interrupts() {
    let silent = UdpSocket::bind((HOME, 0)).unwrap();
    let address: SocketAddr = silent.local_addr().unwrap();
    let short = Duration::from_millis(50);
    let timed_out = world().remote.exchange(address, b"x", short, &|_| true);
    assert!(matches!(timed_out, Err(RemoteError::TimedOut { after, .. }) if after == short));
    let interrupt = Interrupt::manual().unwrap();
    let remote = ReadWorld::real(interrupt.clone(), Vec::new()).remote;
    interrupt.raise(Signal::Interrupt);
    let start = Instant::now();
    let stopped = remote.exchange(address, b"x", Duration::from_hours(1), &|_| true);
    assert!(matches!(stopped, Err(RemoteError::Interrupted { .. })) && start.elapsed() < Duration::from_secs(5));
}
