//! SOCKS 5 (RFC 1928, with passwords of RFC 1929). The proxy resolves the name, as with Go.

use super::cause::Cause;
use super::url::{Url, User};
use super::wire::Flow;
use std::io;
use std::net::IpAddr;

const VERSION: u8 = 5;
const NO_PASSWORD: u8 = 0;
const PASSWORD: u8 = 2;
const CONNECT: u8 = 1;

/// Asks the proxy at the other side of `flow` for a way to `target`.
pub(super) fn connect(flow: &mut dyn Flow, proxy: &Url, target: &Url) -> Result<(), Cause> {
    let talk = |flow: &mut dyn Flow| {
        choose_method(flow, proxy.user.as_ref())?;
        flow.write_all(&request(target)?)?;
        read_reply(flow)
    };
    talk(flow).map_err(|error| {
        let fault = || Cause::Proxy { proxy: proxy.to_string(), reason: error.to_string() };
        Cause::within(&error).cloned().unwrap_or_else(fault)
    })
}

fn choose_method(flow: &mut dyn Flow, user: Option<&User>) -> io::Result<()> {
    let methods: &[u8] = if user.is_some() { &[VERSION, 2, NO_PASSWORD, PASSWORD] } else { &[VERSION, 1, NO_PASSWORD] };
    flow.write_all(methods)?;
    match (receive::<2>(flow)?, user) {
        ([VERSION, NO_PASSWORD], _) => Ok(()),
        ([VERSION, PASSWORD], Some(user)) => sign_in(flow, user),
        ([VERSION, _], _) => Err(io::Error::other("it wants credentials that its URL does not give")),
        _ => Err(io::Error::other("it does not speak SOCKS 5")),
    }
}

fn sign_in(flow: &mut dyn Flow, user: &User) -> io::Result<()> {
    let mut message = vec![1];
    for text in [user.name.reveal(), user.password.reveal()] {
        message.push(u8::try_from(text.len()).map_err(|_| io::Error::other("its user name or password is too long"))?);
        message.extend(text.as_bytes());
    }
    flow.write_all(&message)?;
    match receive::<2>(flow)? {
        [_, 0] => Ok(()),
        _ => Err(io::Error::other("it does not accept user name and password")),
    }
}

fn request(target: &Url) -> io::Result<Vec<u8>> {
    let mut message = vec![VERSION, CONNECT, 0];
    match target.host().parse() {
        Ok(IpAddr::V4(address)) => {
            message.push(1);
            message.extend(address.octets());
        }
        Ok(IpAddr::V6(address)) => {
            message.push(4);
            message.extend(address.octets());
        }
        Err(_) => {
            message.push(3);
            message.push(
                u8::try_from(target.host().len()).map_err(|_| io::Error::other("the host name is too long for it"))?,
            );
            message.extend(target.host().as_bytes());
        }
    }
    message.extend(target.port().to_be_bytes());
    Ok(message)
}

fn read_reply(flow: &mut dyn Flow) -> io::Result<()> {
    let [_, code, _, kind] = receive::<4>(flow)?;
    if code != 0 {
        return Err(io::Error::other(reply(code)));
    }
    let rest = match kind {
        1 => 4,
        4 => 16,
        3 => usize::from(receive::<1>(flow)?[0]),
        _ => return Err(io::Error::other("its answer makes no sense")),
    };
    flow.read_exact(&mut vec![0; rest + 2])
}

fn receive<const N: usize>(flow: &mut dyn Flow) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    let cut = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::other("it closed the connection instead of answering"),
        _ => error,
    };
    flow.read_exact(&mut bytes).map(|()| bytes).map_err(cut)
}

fn reply(code: u8) -> String {
    match code {
        1 => "it failed".into(),
        2 => "its rules do not allow it".into(),
        3 => "it says the network is unreachable".into(),
        4 => "it says the host is unreachable".into(),
        5 => "it says the connection is refused".into(),
        6 => "it says the time to live expired".into(),
        7 | 8 => "it does not support the request".into(),
        other => format!("it answered with code {other}"),
    }
}
