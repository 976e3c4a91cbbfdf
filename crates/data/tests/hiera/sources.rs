//! Where `--hiera` data comes from.

use data::hiera::Source;
use diagnostics::Explain as _;
use std::io::ErrorKind;
use system::FakeWorld;

const LIMIT: u64 = 100;

#[test]
fn schemes() {
    let kind = |given: &str| Source::parse(given).map_err(|error| error.to_string());
    assert_eq!(kind("site.yaml"), Ok(Source::File("site.yaml".into())));
    assert_eq!(kind("C:/x"), Ok(Source::File("C:/x".into())));
    assert_eq!(kind("HTTPS://host/x"), Ok(Source::Http("HTTPS://host/x".to_owned())));
    assert_eq!(kind(""), Err("source is required".to_owned()));
    assert_eq!(kind("ftp://u:S3NTINEL@host/x"), Err("unsupported hiera data source: ftp://host/x".to_owned()));
    let needs = "hiera data from `kv://B/K` needs a NATS server, and none is configured";
    assert_eq!(kind("kv://B/K"), Err(needs.to_owned()));
}

fn load(world: &FakeWorld, given: &str) -> Result<(String, String), String> {
    let fetched = Source::parse(given).unwrap().load(&world.read(), LIMIT).map_err(|error| error.to_string())?;
    Ok((fetched.name, String::from_utf8(fetched.bytes).unwrap()))
}

#[test]
fn files() {
    let world = FakeWorld::new();
    world.files.add_file("/etc/site.yaml", "data: {}\n");
    world.files.add_file("/etc/large.yaml", "x".repeat(101));
    assert_eq!(load(&world, "etc/site.yaml"), Ok(("/etc/site.yaml".to_owned(), "data: {}\n".to_owned())));
    assert_eq!(load(&world, "none.yaml"), Err("file not found: /none.yaml".to_owned()));
    assert_eq!(
        load(&world, "/etc/large.yaml"),
        Err("hiera data from `/etc/large.yaml` has more than 100 bytes".to_owned())
    );
    assert!(load(&world, "/etc").is_err());
}

#[test]
fn what_is_wrong_with_a_file_has_a_code_and_a_help() {
    let world = FakeWorld::new();
    world.files.add_file("/closed.yaml", "data: {}\n");
    world.files.fail_next("read", "/closed.yaml", ErrorKind::PermissionDenied);
    let explained = |given: &str| {
        let problem = Source::parse(given).unwrap().load(&world.read(), LIMIT).unwrap_err().explain();
        (problem.code.id, problem.help.unwrap())
    };
    assert_eq!(explained("/closed.yaml"), ("hiera::denied", "let the user who runs this read the file".to_owned()));
    assert_eq!(explained("/").0, "hiera::source");
    let (code, help) = explained("none.yaml");
    assert!(code == "hiera::not-found" && help.starts_with("name a file that is there"), "{help}");
    assert_eq!(explained("-"), ("hiera::not-found", "standard input is `/dev/stdin`".to_owned()));
}

#[test]
fn web_servers() {
    let world = FakeWorld::new();
    let url = |path: &str| format!("https://host/{path}");
    for (path, status, body) in [
        ("ok", 200, "{}".to_owned()),
        ("empty", 200, String::new()),
        ("gone", 404, "no".to_owned()),
        ("large", 200, "x".repeat(101)),
    ] {
        world.http.answer("GET", &url(path), status, body).unwrap();
    }
    assert_eq!(load(&world, &url("ok")), Ok((url("ok"), "{}".to_owned())));
    assert_eq!(load(&world, &url("empty")), Err("HTTP response from https://host/empty is empty".to_owned()));
    assert_eq!(load(&world, &url("gone")), Err("HTTP request to https://host/gone failed with status 404".to_owned()));
    assert_eq!(
        load(&world, &url("large")),
        Err("hiera data from `https://host/large` has more than 100 bytes".to_owned())
    );
    let unreachable = load(&world, "https://u:S3NTINEL@host/none").unwrap_err();
    assert!(
        unreachable.starts_with("failed to fetch hiera data: ") && !unreachable.contains("S3NTINEL"),
        "{unreachable}"
    );
    assert!(load(&world, "http://").unwrap_err().starts_with("failed to fetch hiera data: "));
}
