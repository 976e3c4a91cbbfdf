//! The problems that sources have.

use diagnostics::Code;

pub(super) static UNUSABLE: Code = Code::new(
    "source::unusable",
    "A manifest is read from a file, `site.yaml`, or from a server, `https://example.com/site.tar.gz`. A user name and \
     password for the server go before its name, `https://user:password@example.com/site.yaml`; what is not a letter or \
     digit in them is written as `%` and two digits.",
);

pub(super) static NEEDS_NATS: Code = Code::new(
    "source::needs-nats",
    "`obj://BUCKET/KEY` is an object in a NATS object store. Reading it takes a connection to NATS, which this command \
     does not have. Serve the same archive over HTTP, or give a file.",
);

pub(super) static UNREACHABLE: Code = Code::new(
    "source::unreachable",
    "The server does not answer, cannot be trusted, or answers with a failure of its own. Nothing was read and nothing \
     was changed. `curl --fail URL` shows whether others reach it; proxies come from the environment, certificates from \
     the system, `SSL_CERT_FILE` and `SSL_CERT_DIR`.",
);

pub(super) static NOT_FOUND: Code =
    Code::new("source::not-found", "The server has nothing under this URL: it answered with 404 or 410.");

pub(super) static DENIED: Code = Code::new(
    "source::denied",
    "The server wants other credentials: it answered with 401, 403 or 407. They go before the name of the server, \
     `https://user:password@example.com/site.yaml`, and are never shown.",
);

pub(super) static ARCHIVE: Code = Code::new(
    "source::archive",
    "What the server sent is an archive that cannot be used. A manifest is sent as plain YAML or JSON, or in a tar archive, \
     with or without gzip, that has a `manifest.yaml` in it. The archive may hold regular files and directories only, and \
     all of its names have to stay below its own root.\n\n\
     ```sh\ntar -czf site.tar.gz -C site .\n```",
);

pub(super) static LIMIT: Code = Code::new(
    "source::limit",
    "A source is read up to a limit, so that a hostile or mistaken one can neither fill the memory nor the disk: the size of \
     what is sent, of what it unpacks to and of each file in it, the number of files, the depth and length of names, and \
     how far it was compressed. The message names the limit. Leave out of the archive what the manifest does not need; \
     an `archive` resource can bring large files.",
);

pub(super) static ROOM: Code = Code::new(
    "source::no-room",
    "An archive is unpacked into a private directory below `TMPDIR`, or `/tmp`, which is removed when the run ends. It \
     could not be made or written to.",
);

pub(super) static LOST_TLS: Code = Code::new(
    "source::lost-tls",
    "A redirect led from `https` to `http`, so what was sent could be read and changed on its way. Give the URL that it \
     ends at if that is meant, or have the server keep to `https`.",
);

/// The problems that sources have.
pub const CODES: &[&Code] =
    &[&UNUSABLE, &NEEDS_NATS, &UNREACHABLE, &NOT_FOUND, &DENIED, &ARCHIVE, &LIMIT, &ROOM, &LOST_TLS];

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_has_a_page() {
        assert_eq!(diagnostics::check_codes(&[super::CODES, crate::CODES]), Vec::<String>::new());
    }
}
