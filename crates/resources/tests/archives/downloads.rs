//! From the server to the file.

use crate::room::{Room, changed, error, tar_gz};
use crate::server::{Seen, Server, Stream, answer};
use engine::{Trigger, Verdict, World};
use std::os::unix::fs::PermissionsExt;
use system::files::Digest;

fn body() -> Vec<u8> {
    tar_gz(&[("app/large", &b"0123456789abcdef".repeat(20_000))])
}

/// Where a request wants to begin.
fn start(seen: &Seen) -> Option<usize> {
    seen.header("range")?.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok()
}

/// Sends the whole head and a part of the body, and hangs up.
fn cut_off(stream: &mut dyn Stream, headers: &str, body: &[u8], from: usize, to: usize) -> bool {
    let status = if from > 0 {
        format!("206 Partial Content\r\nContent-Range: bytes {from}-{}/{}", body.len() - 1, body.len())
    } else {
        "200 OK".to_owned()
    };
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n{headers}\r\n", body.len() - from);
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body[from..to.min(body.len())]));
    to >= body.len()
}

/// A server that hangs up after each third of the body.
fn reluctant(headers: &'static str, ranges: bool) -> Server {
    Server::start(move |seen, stream| {
        let body = body();
        let from = start(seen).filter(|_| ranges).unwrap_or(0);
        cut_off(stream, headers, &body, from, from + body.len() / 3 + 1)
    })
}

#[test]
fn a_download_that_is_cut_off_goes_on() {
    for headers in ["ETag: \"one\"\r\n", "Last-Modified: Tue, 14 Nov 2023 22:13:20 GMT\r\n"] {
        let (room, server) = (Room::new(), reluctant(headers, true));
        changed(&room.apply(&*room.archive(&server.url("/a.tar.gz"), "")));
        assert_eq!(std::fs::read(room.path("a.tar.gz")).unwrap(), body());
        let seen = server.seen();
        assert_eq!(seen.len(), 3);
        assert!(seen[1].header("if-range").is_some() && start(&seen[2]) > start(&seen[1]));
        assert_eq!(room.names(), ["a.tar.gz"]);
    }
}

/// Without a version nobody knows whether the rest is of the same file; a checksum will tell.
#[test]
fn without_a_version_only_a_checksum_lets_it_go_on() {
    let server = reluctant("Accept-Ranges: bytes\r\n", true);
    let room = Room::new();
    let message = error(&room.apply(&*room.archive(&server.url("/a.tar.gz"), "")));
    assert!(message.starts_with("download failed: exchange with"), "{message}");
    assert!(server.seen().iter().all(|seen| start(seen).is_none()));
    assert_eq!(room.names(), Vec::<String>::new());
    let server = reluctant("Accept-Ranges: bytes\r\n", true);
    let checksum = format!("checksum: {}\n", Digest::of(&body()).to_string().to_uppercase());
    changed(&room.apply(&*room.archive(&server.url("/a.tar.gz"), &checksum)));
}

#[test]
fn another_version_begins_anew() {
    let server = Server::start(|seen, stream| {
        let (old, new) = (body(), tar_gz(&[("new", b"new")]));
        match seen.header("if-range") {
            None => cut_off(stream, "ETag: \"old\"\r\n", &old, 0, 5000),
            // The file has changed, so all of the new one comes.
            Some(_) => stream.write_all(&answer("200 OK", "ETag: \"new\"\r\n", &new)).is_ok(),
        }
    });
    let room = Room::new();
    changed(&room.apply(&*room.archive(&server.url("/a.tar.gz"), "")));
    assert_eq!(std::fs::read(room.path("a.tar.gz")).unwrap(), tar_gz(&[("new", b"new")]));
}

#[test]
fn servers_that_are_busy_are_asked_again() {
    let server = Server::start(|seen, stream| {
        let reply = if seen.connection < 2 {
            answer("503 Busy", "Retry-After: 1\r\n", b"")
        } else {
            answer("200 OK", "", &body())
        };
        let _ = stream.write_all(&reply);
        false
    });
    let room = Room::new();
    changed(&room.apply(&*room.archive(&server.url("/a.tar.gz"), "")));
    assert_eq!(server.seen().len(), 3);
    for (status, times) in [("503 Busy", 5), ("500 Oops", 1), ("404 Not Found", 1), ("206 Partial Content", 1)] {
        let (room, server) = (Room::new(), Server::always(answer(status, "", b"no")));
        let failed = room.apply(&*room.archive(&server.url("/a.tar.gz"), ""));
        assert!(failed.left.is_some(), "nothing was done, so that nobody is owed a refresh");
        let message = error(&failed);
        let number = &status[..3];
        assert_eq!(message, format!("download failed: HTTP request failed with status {number}: {status}"));
        assert_eq!(server.seen().len(), times, "{status}");
        assert_eq!(room.names(), Vec::<String>::new());
    }
}

#[test]
fn who_asks_and_how() {
    let (room, server) = (Room::new(), Server::always(answer("200 OK", "", &body())));
    let more = "username: me\npassword: S3NTINEL\nheaders:\n  X-Token: T0KEN-T0KEN\n  Accept: x/y\n";
    changed(&room.apply(&*room.archive(&server.url("/a.tar.gz"), more)));
    let seen = &server.seen()[0];
    assert_eq!(seen.header("authorization"), Some("Basic bWU6UzNOVElORUw="));
    assert_eq!((seen.header("x-token"), seen.header("accept")), (Some("T0KEN-T0KEN"), Some("x/y")));
    assert_eq!(room.redactor.text("S3NTINEL T0KEN-T0KEN bWU6UzNOVElORUw"), "<secret> <secret> <secret>");
    let address = server.url("/a.tar.gz").replace("http://", "http://you:geheimnis@");
    let properties = format!("{:?}", room.archive(&address, more).properties());
    for secret in ["S3NTINEL", "T0KEN", "geheimnis"] {
        assert!(!properties.contains(secret), "{properties}");
    }
    assert!(properties.contains("x/y"), "{properties}");
}

#[test]
fn a_wrong_checksum_leaves_nothing() {
    let (room, server) = (Room::new(), Server::always(answer("200 OK", "", &body())));
    for checksum in ["0".repeat(64), format!("sha512:{}", "0".repeat(128))] {
        let message =
            error(&room.apply(&*room.archive(&server.url("/a.tar.gz"), &format!("checksum: \"{checksum}\"\n"))));
        assert!(message.starts_with("download failed: checksum mismatch, expected \"0000"), "{message}");
        assert_eq!(room.names(), Vec::<String>::new());
    }
}

#[test]
fn the_mode_is_set_and_repaired_without_a_download() {
    let (room, server) = (Room::new(), Server::always(answer("200 OK", "", &body())));
    let mode = || std::fs::metadata(room.path("a.tar.gz")).unwrap().permissions().mode() & 0o7777;
    changed(&room.apply(&*room.archive(&server.url("/a.tar.gz"), "")));
    assert_eq!(mode(), 0o644);
    let private = room.archive(&server.url("/a.tar.gz"), "mode: \"0600\"\n");
    changed(&room.apply(&*private));
    assert_eq!((mode(), server.seen().len()), (0o600, 1));
    assert_eq!(room.apply(&*private).verdict, Verdict::Stable);
    assert_eq!(room.apply(&*room.archive(&server.url("/a.tar.gz"), "")).verdict, Verdict::Stable);
    assert_eq!(mode(), 0o600);
}

#[test]
fn somebody_who_interrupts_is_heard() {
    let server = Server::start(|_, stream| cut_off(stream, "ETag: \"one\"\r\n", &body(), 0, 1000));
    let room = Room::new();
    let interrupt = system::Interrupt::manual().unwrap();
    let mut world = system::WriteWorld::real(interrupt.clone(), Vec::new());
    world.read.clock = std::sync::Arc::new(system::FakeClock::at(0));
    interrupt.raise(system::Signal::Interrupt);
    let archive = room.archive(&server.url("/a.tar.gz"), "");
    let ended = archive.converge(&World::Apply(world), &Trigger::None);
    assert!(matches!(ended.verdict, Verdict::Failed { interrupted: true, .. }), "{:?}", ended.verdict);
    assert_eq!(room.names(), Vec::<String>::new());
}

#[test]
fn a_server_that_is_not_up_yet_is_asked_again() {
    let room = Room::new();
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let clock = std::sync::Arc::new(system::FakeClock::at(0));
    let mut world = room.world();
    world.read.clock = clock.clone();
    let (heard, lines) = std::sync::mpsc::channel();
    world.read.notices = system::Notices::to(move |line| heard.send(line.to_owned()).unwrap());
    let archive = room.archive(&format!("http://{address}/a.tar.gz"), "");
    let refused = archive.converge(&World::Apply(world), &Trigger::None);
    assert!(error(&refused).starts_with("download failed: cannot connect to"), "{}", error(&refused));
    let waited = system::Clock::monotonic(&*clock);
    assert_eq!(waited, std::time::Duration::from_secs(1 + 2), "two more tries");
    let told: Vec<String> = lines.try_iter().collect();
    assert_eq!(told.len(), 2, "{told:?}");
    let begin =
        format!("the download of `http://{address}/a.tar.gz` is tried again in 1s: cannot connect to `{address}`");
    assert!(told[0].starts_with(&begin) && told[1].contains(" in 2s: "), "{told:?}");
}

/// One that takes the request and says nothing is not asked again, one that stops in the middle is.
#[test]
fn a_server_that_stays_silent_is_not_waited_for() {
    let impatient = |room: &Room| {
        let mut world = room.world();
        let silence = std::time::Duration::from_secs(1);
        world.read.http =
            std::sync::Arc::new(system::http::Client::new([], std::sync::Arc::new(|| false)).with_silence(silence));
        World::Apply(world)
    };
    let (room, server) = (
        Room::new(),
        Server::start(|_, _| {
            std::thread::sleep(std::time::Duration::from_secs(2));
            false
        }),
    );
    let ended = room.archive(&server.url("/a.tar.gz"), "").converge(&impatient(&room), &Trigger::None);
    let expected =
        format!("download failed: `{}` timed out after 1s while waiting for the answer", server.url("/a.tar.gz"));
    assert_eq!((error(&ended), server.seen().len()), (expected, 1));
    assert_eq!(room.names(), Vec::<String>::new());
    let stuck = Server::start(|seen, stream| {
        let from = start(seen).unwrap_or(0);
        let is_whole = cut_off(stream, "ETag: \"one\"\r\n", &body(), from, if from > 0 { body().len() } else { 500 });
        std::thread::sleep(std::time::Duration::from_millis(if is_whole { 0 } else { 1400 }));
        is_whole
    });
    changed(&room.archive(&stuck.url("/a.tar.gz"), "").converge(&impatient(&room), &Trigger::None));
    assert_eq!(stuck.seen().len(), 2);
}
