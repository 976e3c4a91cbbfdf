//! `CONNECT`: a way through an HTTP proxy for bytes that are not for its eyes.

use super::cause::Cause;
use super::request::basic;
use super::url::Url;
use super::wire::Flow;
use std::io;

/// More than any proxy says before it lets through.
const LONGEST_ANSWER: usize = 64 << 10;

/// Asks the proxy at the other side of `flow` for a way to `target`.
pub(super) fn connect(flow: &mut dyn Flow, proxy: &Url, target: &Url) -> Result<(), Cause> {
    let fault = |reason: String| Cause::Proxy { proxy: proxy.to_string(), reason };
    let head = request_head(proxy, target);
    let broken = |error: io::Error| Cause::within(&error).cloned().unwrap_or_else(|| fault(error.to_string()));
    flow.write_all(head.as_bytes()).and_then(|()| flow.flush()).map_err(broken)?;
    let answer = read_head(flow).map_err(broken)?;
    let status = answer.lines().next().unwrap_or_default().trim_end();
    match status.split_ascii_whitespace().nth(1) {
        Some("200") if status.starts_with("HTTP/1.") => Ok(()),
        _ => Err(fault(format!("it answered `{}` to CONNECT {}", shorten(status), target.address()))),
    }
}

fn request_head(proxy: &Url, target: &Url) -> String {
    let address = target.address();
    format!("CONNECT {address} HTTP/1.1\r\nHost: {address}\r\n{}\r\n", authorization(proxy))
}

/// The header line with the credentials of the proxy's own URL, or nothing.
pub(super) fn authorization(proxy: &Url) -> String {
    proxy.user.as_ref().map_or_else(String::new, |user| {
        format!("Proxy-Authorization: {}\r\n", basic(user.name.reveal(), user.password.reveal()).reveal())
    })
}

/// Reads to the empty line and not a byte further: what follows belongs to the target.
fn read_head(flow: &mut dyn Flow) -> io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && !head.ends_with(b"\n\n") {
        if head.len() >= LONGEST_ANSWER {
            return Err(io::Error::other("its answer does not end"));
        }
        match flow.read(&mut byte)? {
            0 => return Err(io::Error::other("it closed the connection instead of answering")),
            _ => head.push(byte[0]),
        }
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

fn shorten(line: &str) -> String {
    line.chars().filter(|character| !character.is_control()).take(200).collect()
}
