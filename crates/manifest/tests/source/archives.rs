//! Archives.

use crate::room::{Room, archive, gzip};
use crate::server::{Server, answer, redirect};
use manifest::source::Body;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

#[test]
fn the_first_manifest_of_an_archive() {
    let files = [("z/manifest.yaml", "first"), ("manifest.yaml", "second"), ("z/files/motd", "hello")];
    for arguments in [&["-z"][..], &[]] {
        let server = Server::always(answer("200 OK", "", &archive(&files, arguments)));
        let room = Room::new();
        let fetched = room.fetch(&server.url("/any-name")).unwrap();
        let temporary = fetched.temporary().unwrap().to_owned();
        assert_eq!(temporary.parent().unwrap(), room.directory.path());
        assert_eq!(fs::metadata(&temporary).unwrap().permissions().mode() & 0o7777, 0o700);
        assert_eq!(fetched.body, Body::File(temporary.join("z/manifest.yaml")));
        assert_eq!(fetched.directory, Some(temporary.join("z")));
        assert_eq!(fs::read_to_string(temporary.join("z/manifest.yaml")).unwrap(), "first");
        assert_eq!(fs::read_to_string(temporary.join("z/files/motd")).unwrap(), "hello");
        assert_eq!(fetched.shown, server.url("/any-name"));
        drop(fetched);
        assert_eq!(room.left(), 0);
    }
}

#[test]
fn a_server_that_says_its_archive_is_compressed() {
    let bytes = archive(&[("manifest.yaml", "x")], &["-z"]);
    let server = Server::always(answer("200 OK", "Content-Encoding: gzip\r\n", &bytes));
    assert!(Room::new().fetch(&server.url("/site.tgz")).unwrap().temporary().is_some());
}

#[test]
fn credentials_are_sent_and_not_shown() {
    let bytes = archive(&[("manifest.yaml", "x")], &["-z"]);
    let server = Server::always(answer("200 OK", "", &bytes));
    let url = format!("http://user:S3NTINEL@127.0.0.1:{}/x", server.port);
    let fetched = Room::new().fetch(&url).unwrap();
    assert_eq!(fetched.shown, format!("http://REDACTED@127.0.0.1:{}/x", server.port));
    assert_eq!(server.seen()[0].header("authorization"), Some("Basic dXNlcjpTM05USU5FTA=="));
    assert!(!format!("{fetched:?}").contains("S3NTINEL"));
}

#[test]
fn redirects_are_followed() {
    let bytes = archive(&[("manifest.yaml", "x")], &["-z"]);
    let server = Server::start(move |seen, stream| {
        let to = if seen.path() == "/a" { redirect(302, "/b") } else { answer("200 OK", "", &bytes) };
        stream.write_all(&to).is_ok()
    });
    assert!(Room::new().fetch(&server.url("/a")).is_ok());
}

#[test]
fn archives_that_are_refused_leave_nothing() {
    let many: Vec<(String, &str)> = (0..50).map(|at| (format!("file-{at}"), "")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, content)| (name.as_str(), *content)).collect();
    let manifest = archive(&[("manifest.yaml", "x")], &["-z"]);
    let zeros = "\0".repeat(20 << 20);
    for (bytes, message) in [
        (archive(&[("other.yaml", "x")], &["-z"]), "manifest.yaml not found in archive"),
        (
            archive(&[("manifest.yaml", "x")], &["-z", "-P", "--transform=s,^,../,"]),
            "invalid tar file detected: the name `../manifest.yaml` leads out of the archive",
        ),
        (
            archive(&[("manifest.yaml", "x")], &["-z", "-P", "--transform=s,^,/etc/,"]),
            "invalid tar file detected: the name `/etc/manifest.yaml` is absolute",
        ),
        (archive(&many, &["-z"]), "the archive is too large: it has more than the limit of 40 entries"),
        (manifest[..manifest.len() - 9].to_vec(), "unzip failed: unexpected EOF"),
        (
            archive(&[("manifest.yaml", "x"), ("bomb", &zeros)], &["-z"]),
            "the archive is too large: it unpacks to more than 200 times its own size, the limit of compression",
        ),
        (gzip(b"ccm: {}\n"), "invalid tar file detected: it ends in the middle of an entry"),
    ] {
        let server = Server::always(answer("200 OK", "", &bytes));
        let mut room = Room::new();
        room.limits.archive.entries = 40;
        let error = room.fetch(&server.url("/")).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(error.nature(), manifest::source::Nature::Invalid);
        assert_eq!(room.left(), 0);
    }
}

#[test]
fn large_archives_do_not_stay_in_memory_or_on_the_disk() {
    let mut number: u32 = 1;
    let mut noise = String::new();
    for _ in 0..3_000_000 {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.push(char::from(b'a' + u8::try_from(number >> 28).unwrap()));
    }
    let bytes = archive(&[("manifest.yaml", "x"), ("noise", &noise)], &["-z"]);
    assert!(bytes.len() > 1 << 20, "it is put aside in a file");
    let server = Server::always(answer("200 OK", "", &bytes));
    let room = Room::new();
    let fetched = room.fetch(&server.url("/")).unwrap();
    let noise_file: PathBuf = fetched.temporary().unwrap().join("noise");
    assert!(fs::read_to_string(noise_file).unwrap() == noise);
    assert_eq!(room.left(), 1);
}
