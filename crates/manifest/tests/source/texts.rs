//! Plain texts, and paths.

use crate::room::Room;
use crate::server::{Server, answer};
use manifest::source::{Body, Nature};

#[test]
fn a_path_is_only_named() {
    let room = Room::new();
    let fetched = room.fetch("no/such/file.yaml").unwrap();
    assert_eq!(fetched.body, Body::File("no/such/file.yaml".into()));
    assert_eq!((fetched.directory.as_deref(), fetched.shown.as_str()), (None, "no/such/file.yaml"));
}

#[test]
fn plain_yaml_and_json() {
    for text in ["ccm:\n  resources: []\n", "{\"ccm\": {}}", "", "\u{feff}ccm: {}\n", "<<: x"] {
        let server = Server::always(answer("200 OK", "Content-Type: application/gzip\r\n", text.as_bytes()));
        let room = Room::new();
        let fetched = room.fetch(&server.url("/site.tar.gz")).unwrap();
        assert_eq!(fetched.body, Body::Text(text.as_bytes().to_vec()));
        assert_eq!((fetched.directory.as_deref(), fetched.temporary(), room.left()), (None, None, 0));
    }
}

#[test]
fn long_texts_come_whole() {
    let text = "# a comment\n".repeat(300_000);
    let server = Server::always(answer("200 OK", "", text.as_bytes()));
    let mut room = Room::new();
    assert_eq!(room.fetch(&server.url("/")).unwrap().body, Body::Text(text.clone().into_bytes()));
    room.limits.text = 1000;
    let error = room.fetch(&server.url("/")).unwrap_err();
    assert_eq!(error.to_string(), "the manifest has 3600000 bytes, more than the limit of 1000");
    assert_eq!((error.nature(), room.left()), (Nature::Invalid, 0));
}

#[test]
fn what_is_no_manifest() {
    for (body, what) in [
        (&b"PK\x03\x04..."[..], "a zip archive"),
        (b"\xfd7zXZ\0...", "in xz"),
        (b"\n<!DOCTYPE html><title>Log in</title>", "a web page"),
        (b"<html><body>Log in</body></html>", "a web page"),
    ] {
        let server = Server::always(answer("200 OK", "", body));
        let error = Room::new().fetch(&server.url("/x")).unwrap_err();
        let expected = format!(
            "what `{}` sent is {what}; a manifest is plain YAML or JSON, or a tar archive with or without gzip",
            server.url("/x")
        );
        assert_eq!((error.to_string(), error.nature()), (expected, Nature::Invalid));
    }
}
