//! What the addresses of examples lead to.

use crate::server::{Server, answer};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::sync::LazyLock;

/// Stands for a server in examples.
pub(crate) const MARK: &str = "@HTTP@";

/// An archive with a program and a page.
pub(crate) fn archive() -> Vec<u8> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    for (name, content, mode) in [("app/README", "read me\n", 0o644), ("app/bin/run", "#!/bin/sh\n", 0o755)] {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(mode);
        header.set_mtime(1_700_000_000);
        archive.append_data(&mut header, name, content.as_bytes()).unwrap();
    }
    archive.into_inner().unwrap().finish().unwrap()
}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let archive = archive();
    Server::start(move |_, stream| stream.write_all(&answer("200 OK", "", &archive)).is_ok())
});

/// The example with the address of a server that answers.
pub(crate) fn with_server(body: &str) -> String {
    if body.contains(MARK) { body.replace(MARK, &SERVER.url("")) } else { body.to_owned() }
}
