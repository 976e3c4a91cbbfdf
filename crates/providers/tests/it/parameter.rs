//! `parameter`.

use crate::kit::{Kit, json};
use crate::server::Server;
use providers::{Capability, Cause, Manners, Settings};
use std::time::Duration;
use value::Value;

const FROM: Capability = Capability::From;
const KEY: &str = r#"{"key": "v"}"#;

fn given(mut kit: Kit, value: impl Into<Value>) -> Kit {
    kit.parameters.insert("v", value.into());
    kit
}

/// A kit that may ask this machine.
fn open() -> Kit {
    Kit::with(Settings { allow_private_addresses: true, ..Settings::default() })
}

#[test]
fn a_parameter_has_the_type_of_its_text() {
    for (text, expected, kind) in [
        ("42", "42", "integer"),
        ("1.5", "1.5", "float"),
        ("True", "true", "boolean"),
        ("text", r#""text""#, "string"),
        ("a,b", r#"["a","b"]"#, "array"),
        (r#"{"a": 1}"#, r#"{"a":1}"#, "object"),
    ] {
        let output = given(Kit::new(), text).call("parameter", FROM, KEY).unwrap();
        assert_eq!(
            (json(&output.data).as_str(), output.metadata.get("type").unwrap().to_string()),
            (expected, kind.into())
        );
        assert_eq!(output.metadata.get("exists"), Some(&Value::Bool(true)));
    }
}

#[test]
fn what_is_no_text_is_given_as_it_is() {
    for text in [r#"["1","2"]"#, r#"{"x":"42"}"#, "null", "5"] {
        let value = Value::from_json(text).unwrap();
        assert_eq!(json(&given(Kit::new(), value).data("parameter", FROM, KEY)), text);
    }
}

#[test]
fn what_is_missing_makes_way_for_the_next_source() {
    let kit = Kit::new();
    let missing = kit.call("parameter", FROM, KEY).unwrap_err();
    assert_eq!(missing.to_string(), "provider execution failed: parameter: parameter \"v\" not provided");
    assert_eq!(missing.fault().unwrap().help.as_deref(), Some("give it with `-r v=VALUE`"));
    let lenient = Kit { manners: Manners::Lenient, ..Kit::new() };
    assert_eq!(
        lenient.error("parameter", FROM, "{}"),
        "failed to decode inputs: parameter: key is required and must be a string"
    );
    let dash = given(Kit::new(), "-").error("parameter", FROM, KEY);
    assert!(dash.ends_with("stdin value '-' should have been resolved during CLI initialization"), "{dash}");
}

#[test]
fn dry_runs_get_nothing() {
    let kit = Kit { dry_run: true, ..Kit::new() };
    assert_eq!(json(&kit.data("parameter", FROM, KEY)), r#""[DRY-RUN] Not retrieved""#);
}

#[test]
fn files_are_read_from_where_the_process_started() {
    let mut kit = given(Kit::new(), "file://sub/data.json");
    kit.write("sub/data.json", "{\"a\": 1}");
    kit.directories.base = "/nowhere".into();
    kit.directories.working = "/nowhere".into();
    assert_eq!(kit.data("parameter", FROM, KEY), Value::from("{\"a\": 1}"));
    let error = given(kit, "file://none.txt").error("parameter", FROM, KEY);
    assert!(error.ends_with("none.txt: no such file or directory"), "{error}");
}

#[test]
fn servers_are_asked_and_asked_again() {
    let routes = r#"{"/ok": {"body": "[1, 2]"}, "/gone": {"status": 404, "body": "x"},
        "/late": {"seq": [{"status": 503}, {"body": "there"}]}, "/large": {"body": "12345678901"}}"#;
    let server = Server::start(Value::from_json(routes).unwrap().as_map().unwrap().clone());
    let url = |path: &str| format!("http://127.0.0.1:{}{path}", server.port);
    assert_eq!(given(open(), url("/ok")).data("parameter", FROM, KEY), Value::from("[1, 2]"));
    assert_eq!(given(open(), url("/late")).data("parameter", FROM, KEY), Value::from("there"));
    server.take_log();
    let gone = given(open(), url("/gone")).error("parameter", FROM, KEY);
    assert!(gone.contains("/gone\": unexpected status 404"), "{gone}");
    assert_eq!(server.take_log(), ["GET /gone"]);
    let settings = Settings { allow_private_addresses: true, max_value_size: 10, ..Settings::default() };
    let large = given(Kit::with(settings), url("/large")).error("parameter", FROM, KEY);
    assert!(large.contains("is longer than 10 bytes"), "{large}");
}

#[test]
fn private_addresses_are_not_asked() {
    let server = Server::start(value::Map::new());
    for url in [format!("http://127.0.0.1:{}/", server.port), format!("http://localhost:{}/", server.port)] {
        let refused = given(Kit::new(), url).error("parameter", FROM, KEY);
        assert!(refused.contains("AllowPrivateIPs"), "{refused}");
    }
    assert!(server.take_log().is_empty());
}

#[test]
fn waiting_ends_when_it_is_told_to() {
    let routes = Value::from_json(r#"{"/slow": {"delay": 20}, "/down": {"status": 503}}"#).unwrap();
    let server = Server::start(routes.as_map().unwrap().clone());
    for path in ["/slow", "/down"] {
        let url = format!("http://127.0.0.1:{}{path}", server.port);
        let kit = Kit { time: Some(Duration::from_millis(300)), ..given(open(), url.as_str()) };
        let ended = kit.call("parameter", FROM, KEY).unwrap_err();
        assert_eq!(ended.fault().unwrap().cause, Cause::TimedOut, "{ended}");
        let kit = given(open(), url);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                kit.interrupt.raise(system::Signal::Terminate);
            });
            let ended = kit.call("parameter", FROM, KEY).unwrap_err();
            assert_eq!(ended.fault().unwrap().cause, Cause::Interrupted(system::Signal::Terminate), "{ended}");
        });
    }
}

#[test]
fn a_rehearsal_downloads_nothing() {
    let mut kit = given(Kit { rehearsal: true, ..open() }, "http://user:S3NTINEL@127.0.0.1:9/x");
    kit.world.read.offline = true;
    let data = kit.data("parameter", FROM, KEY);
    let reason = data.as_unknown().unwrap().reason();
    assert!(reason.ends_with("is fetched") && !reason.contains("S3NTINEL"), "{reason}");
}
