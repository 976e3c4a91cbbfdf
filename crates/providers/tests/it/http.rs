//! `http` against servers that behave.

use crate::kit::{Kit, json};
use crate::scenarios::parse;
use crate::server::Server;
use engine::SpanIds;
use providers::{Capability, Cause, Inputs, Manners, Settings, what_if};
use std::time::{Duration, Instant};
use system::Signal;
use value::{Map, Value};

const FROM: Capability = Capability::From;
const ACTION: Capability = Capability::Action;

/// A kit that may ask this machine.
pub(crate) fn kit() -> Kit {
    Kit::with(Settings { allow_private_addresses: true, ..Settings::default() })
}

pub(crate) fn server(routes: &str) -> Server {
    Server::start(parse("routes", routes).as_map().unwrap().clone())
}

fn at(server: &Server, path: &str, more: &str) -> String {
    let comma = if more.is_empty() { "" } else { ", " };
    format!(r#"{{"url": "http://127.0.0.1:{}{path}"{comma}{more}}}"#, server.port)
}

fn part(value: &Value, name: &str) -> Value {
    value.as_map().unwrap().get(name).cloned().unwrap()
}

#[test]
fn every_method_reaches_the_server_as_it_is_written() {
    let server = server("/echo: { echo: true, echo_headers: [X-One, Content-Type, Authorization] }");
    let kit = kit();
    for method in ["GET", "POST", "put", "PATCH", "DELETE", "OPTIONS", "purge"] {
        let more = format!(
            r#""method": "{method}", "body": "payload", "headers": {{"X-One": "a", "X-Two": 2}}, "autoParseJson": true"#
        );
        let data = kit.data("http", ACTION, &at(&server, "/echo?q=1", &more));
        assert_eq!(part(&data, "success"), Value::from(true));
        let body = json(&part(&data, "body"));
        let method = method.to_uppercase();
        let expected = format!(
            r#"{{"body":"payload","headers":{{"x-one":"a"}},"method":"{method}","path":"/echo","query":"q=1"}}"#
        );
        assert_eq!(body, expected);
    }
    let data = kit.data("http", FROM, &at(&server, "/echo", r#""method": "HEAD""#));
    assert_eq!(part(&data, "body"), Value::string(""));
    assert!(data.as_map().unwrap().get("success").is_none());
}

#[test]
fn statuses_and_headers_are_results() {
    let server = server("/x: { status: 418, body: teapot, headers: { x-a: [1, 2], Set-Cookie: c } }");
    let data = kit().data("http", ACTION, &at(&server, "/x", ""));
    let expected = r#"{"body":"teapot","headers":{"Content-Length":"6","Set-Cookie":"c","X-A":["1","2"]},"statusCode":418,"success":false}"#;
    assert_eq!(json(&data), expected);
}

#[test]
fn json_is_a_value_when_it_is_asked_for() {
    let server = server(
        "/j: { headers: { Content-Type: APPLICATION/JSON; charset=utf-8 }, body: '{\"n\": 3, \"big\": 12345678901}' }\n\
         /p: { headers: { Content-Type: application/problem+json }, body: '[1]' }\n\
         /c: { headers: { Content-Type: application/problem+json; charset=utf-8 }, body: '[1]' }\n\
         /b: { headers: { Content-Type: application/json }, body: '{broken' }\n\
         /t: { headers: { Content-Type: text/plain }, body: '[1]' }",
    );
    let kit = kit();
    for (path, body) in [
        ("/j", r#"{"big":12345678901,"n":3}"#),
        ("/p", "[1]"),
        ("/c", r#""[1]""#),
        ("/b", r#""{broken""#),
        ("/t", r#""[1]""#),
    ] {
        let data = kit.data("http", FROM, &at(&server, path, r#""autoParseJson": true"#));
        assert_eq!(json(&part(&data, "body")), body, "{path}");
    }
    let data = kit.data("http", FROM, &at(&server, "/j", r#""autoParseJson": true"#));
    assert!(matches!(part(&part(&data, "body"), "n"), Value::Float(_)), "numbers are doubles");
}

#[test]
fn failures_that_may_pass_are_tried_again() {
    let server = server("/f: { seq: [ { status: 503 }, { status: 500 }, { body: ok } ] }\n/n: { status: 404 }");
    let kit = kit();
    let data = kit.data("http", FROM, &at(&server, "/f", r#""retry": {"initialWait": "1ms"}"#));
    assert_eq!(part(&data, "body"), Value::string("ok"));
    assert_eq!(server.take_log().len(), 3);
    let heard = kit.heard.lock().unwrap().clone();
    let told: Vec<&String> = heard.iter().filter(|line| line.starts_with("Warn trying again")).collect();
    assert!(matches!(told[..], [a, b] if a.contains("status 503") && b.contains("\"2ms\"")), "{heard:?}");
    kit.data("http", FROM, &at(&server, "/n", r#""retry": {"initialWait": "1ms"}"#));
    assert_eq!(server.take_log().len(), 1);
    let only = r#""retry": {"initialWait": "1ms", "retryOn": [404], "maxAttempts": 4, "backoff": "linear"}"#;
    assert_eq!(part(&kit.data("http", FROM, &at(&server, "/n", only)), "statusCode"), Value::Int(404));
    assert_eq!(server.take_log().len(), 4);
    let nobody = r#"{"url": "http://127.0.0.1:9/", "retry": {"maxAttempts": 3, "initialWait": "1ms"}}"#;
    let error = kit.error("http", FROM, nobody);
    assert!(error.starts_with("provider execution failed: http: cannot connect to `127.0.0.1:9`"), "{error}");
}

#[test]
fn polling_ends_when_it_is_told_to() {
    let server = server(
        "/p: { seq: [ { status: 500, body: '{}' }, { body: '{\"state\": \"done\"}' } ], headers: {} }\n\
         /run: { body: run }",
    );
    let kit = kit();
    let poll =
        r#""poll": {"until": "_.statusCode == 200 && _.body.contains('done')", "interval": 1, "maxAttempts": 3}"#;
    let output = kit.call("http", FROM, &at(&server, "/p", poll)).unwrap();
    assert_eq!(part(&output.data, "statusCode"), Value::Int(200));
    assert!(output.warnings.is_empty(), "{:?}", output.warnings);
    let poll = r#""poll": {"until": "_.status == 200", "interval": "1s", "maxAttempts": 1}"#;
    let output = kit.call("http", FROM, &at(&server, "/run", poll)).unwrap();
    assert_eq!(part(&output.data, "body"), Value::string("run"));
    assert!(output.warnings[0].contains("no such key: status"), "{:?}", output.warnings);
    assert_eq!(output.warnings[1], "poll.until did not hold after 1 attempts");
    let poll = r#""poll": {"until": "false", "failWhen": "_.body == 'run'"}"#;
    let error = kit.error("http", FROM, &at(&server, "/run", poll));
    assert!(error.ends_with("http: poll failWhen condition met on attempt 1"), "{error}");
    for (poll, said) in [
        (r#"{"until": "statusCode == 200"}"#, "http: poll.until: failed to compile expression \"statusCode == 200\""),
        (r#"{"until": "true", "failWhen": "not compile("}"#, "http: poll.failWhen: failed to compile expression"),
    ] {
        let error = kit.error("http", FROM, &format!(r#"{{"url": "http://127.0.0.1:9/", "poll": {poll}}}"#));
        assert!(error.contains(said) && error.contains("<input>:1:"), "nobody is asked: {error}");
    }
    let nobody = r#"{"url": "http://127.0.0.1:9/", "poll": {"until": "true", "maxAttempts": 1}}"#;
    let error = kit.error("http", FROM, nobody);
    assert!(error.contains("http: poll exhausted after 1 attempts, last error: cannot connect"), "{error}");
}

#[test]
fn pages_are_collected_by_every_strategy() {
    let server = server(
        "/o: { body: '[1,2]' }\n\
         /o?limit=2&offset=2: { body: '[3,4]' }\n\
         /o?limit=2&offset=4: { body: '[]' }\n\
         /n: { body: '[1,2]' }\n\
         /n?p=1&s=2: { body: '[3]' }\n\
         /c: { body: '{\"items\": [\"<a>\"], \"next\": \"/c2?x=1\"}' }\n\
         /c2?x=1: { body: '{\"items\": \"one\", \"next\": null}' }\n\
         /l: { body: '[1]', headers: { Link: ['<?page=2>; rel=\"next\"'] } }\n\
         /l?page=2: { body: '[2]' }\n\
         /k: { body: '{\"v\": 1}' }\n\
         /k?a=x+y&b=2: { body: '{\"v\": 2}' }\n\
         /t: { body: just text }\n\
         /far: { body: '{\"next\": \"http://localhost/x\"}' }\n\
         /err: { status: 500, body: '{\"v\": 1}' }",
    );
    let kit = kit();
    for (path, pagination, body, pages) in [
        ("/o", r#""strategy": "offset", "limit": 2, "collectPath": "body""#, "[1,2,3,4]", 3),
        (
            "/n",
            r#""strategy": "pageNumber", "pageSize": 2, "pageParam": "p", "pageSizeParam": "s", "startPage": 0"#,
            "[[1,2],[3]]",
            2,
        ),
        (
            "/c",
            r#""strategy": "cursor", "nextURLPath": "body.next", "collectPath": "body.items""#,
            r#"["\u003ca\u003e","one"]"#,
            2,
        ),
        ("/l", r#""strategy": "linkHeader", "collectPath": "body""#, "[1,2]", 2),
        (
            "/k",
            r#""strategy": "custom", "nextParams": "page == 1 ? {'b': '2', 'a': 'x y'} : {}", "collectPath": "body.v""#,
            "[1,2]",
            2,
        ),
        ("/k", r#""strategy": "custom", "nextURL": "null", "collectPath": "body.none""#, "[]", 1),
        (
            "/t",
            r#""strategy": "cursor", "nextTokenPath": "headers.Next", "nextTokenParam": "t""#,
            r#"["just text"]"#,
            1,
        ),
        ("/o", r#""strategy": "offset", "limit": 2, "stopWhen": "page == 2""#, "[[1,2],[3,4]]", 2),
        ("/o", r#""strategy": "offset", "limit": 2, "stopWhen": "headers.None == 'x'""#, "[[1,2]]", 1),
        ("/err", r#""strategy": "offset", "limit": 2"#, r#"[{"v":1}]"#, 1),
    ] {
        let data = kit.data("http", FROM, &at(&server, path, &format!(r#""pagination": {{{pagination}}}"#)));
        assert_eq!(part(&data, "body"), Value::string(body), "{path} {pagination}");
        assert_eq!(part(&data, "pages"), Value::Int(pages), "{path} {pagination}");
    }
    for (path, pagination, warnings) in [
        ("/l", r#""strategy": "linkHeader", "maxPages": 1"#, 1),
        ("/l", r#""strategy": "linkHeader", "maxPages": 2"#, 0),
        ("/l", r#""strategy": "linkHeader", "maxPages": 1, "stopWhen": "true""#, 0),
    ] {
        let output = kit.call("http", FROM, &at(&server, path, &format!(r#""pagination": {{{pagination}}}"#))).unwrap();
        assert_eq!(output.warnings.len(), warnings, "{pagination}: {:?}", output.warnings);
    }
    for (path, pagination, text) in [
        (
            "/far",
            r#""strategy": "cursor", "nextURLPath": "body.next""#,
            "pagination next URL host \"localhost\" does not match original host \"127.0.0.1\"; cross-domain pagination is not permitted",
        ),
        ("/o", r#""strategy": "offset""#, "pagination: limit is required for offset strategy"),
        ("/o", r#""limit": 1"#, "pagination: strategy is required"),
        ("/o", r#""strategy": "pageNumber""#, "pagination: pageSize is required for pageNumber strategy"),
        ("/o", r#""strategy": "odd""#, "pagination: unsupported strategy: odd"),
        ("/o", r#""strategy": 3"#, "pagination: unsupported strategy: 3 (valid: offset, "),
        (
            "/o",
            r#""strategy": "offset", "limit": "many""#,
            "pagination: limit must be a positive number for offset strategy, got many",
        ),
        ("/o", r#""strategy": "cursor", "nextTokenPath": "x""#, "pagination: nextTokenParam is required"),
        ("/o", r#""strategy": "linkHeader", "maxPages": 0"#, "pagination: maxPages must be a positive number, got 0"),
        ("/o", r#""strategy": "custom", "nextParams": "1""#, "pagination: nextParams must give a map, got int"),
        (
            "/o",
            r#""strategy": "linkHeader", "collectPath": "body +""#,
            "pagination: collectPath: failed to compile expression",
        ),
    ] {
        let error = kit.error("http", FROM, &at(&server, path, &format!(r#""pagination": {{{pagination}}}"#)));
        assert!(error.contains(text), "{pagination}: {error}");
    }
}

/// The original passes over what it cannot use, and so does the request; but it is told.
#[test]
fn settings_of_no_use_are_told() {
    let (kit, server) = (kit(), server("/a: {body: '[]', status: 503}\n"));
    let given = r#""headers": {"A": 3, "B": "b"}, "retry": {"retryOn": ["5xx"], "maxAttempts": 1},
        "pagination": {"strategy": "linkHeader", "stopWhen": true, "startPage": "two"}"#;
    let output = kit.call("http", FROM, &at(&server, "/a", given)).unwrap();
    insta::assert_snapshot!(output.warnings.join("\n"), @r#"
    headers.A is not sent: only texts are, and it is int
    retry.retryOn: "5xx" is no status, and not used
    pagination.stopWhen is not used: a text is expected, got true
    pagination.startPage is not used: a number is expected, got "two"
    "#);
    let output = kit.call("http", FROM, &at(&server, "/a", r#""retry": {"retryOn": 503, "maxAttempts": 1}"#)).unwrap();
    assert_eq!(output.warnings, ["retry.retryOn is not used: a list of statuses is expected, got 503"]);
    let error = kit.error("http", FROM, &at(&server, "/a", r#""poll": {"until": true}"#));
    assert!(error.ends_with("poll.until must be a CEL expression, as text, got true"), "{error}");
    let strict = Kit { manners: Manners::Strict, ..kit };
    for (timeout, text) in [("-0.5", "-0.5 is less than the minimum of 0"), ("301", "301 is greater than the maximum")]
    {
        let error = strict.error("http", FROM, &at(&server, "/a", &format!(r#""timeout": {timeout}"#)));
        assert!(error.contains(text), "{error}");
    }
    strict.call("http", FROM, &at(&server, "/a", r#""timeout": 0.5"#)).unwrap();
}

#[test]
fn every_step_ends_with_the_deadline_and_with_the_run() {
    let server = server("/slow: { delay: 20, body: late }\n/f: { status: 503 }\n/r: { body: run }");
    let start = Instant::now();
    let steps = [
        at(&server, "/slow", ""),
        at(&server, "/f", r#""retry": {"initialWait": "20s", "maxWait": "20s"}"#),
        at(&server, "/r", r#""poll": {"until": "false", "interval": "20s"}"#),
        at(&server, "/r", r#""pagination": {"strategy": "custom", "nextURL": "'?x'", "maxPages": 1000000}"#),
    ];
    for inputs in &steps {
        let kit = Kit { time: Some(Duration::from_millis(300)), ..kit() };
        let error = kit.call("http", FROM, inputs).unwrap_err();
        assert_eq!(error.fault().unwrap().cause, Cause::TimedOut, "{inputs}: {error}");
        assert!(error.to_string().ends_with("context deadline exceeded"), "{error}");
    }
    for inputs in &steps {
        let kit = kit();
        let interrupt = kit.interrupt.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            interrupt.raise(Signal::Interrupt);
        });
        let error = kit.call("http", FROM, inputs).unwrap_err();
        assert_eq!(error.fault().unwrap().cause, Cause::Interrupted(Signal::Interrupt), "{inputs}: {error}");
    }
    let error = kit().call("http", FROM, &at(&server, "/slow", r#""timeout": 1"#)).unwrap_err();
    assert!(error.to_string().contains("timed out after 1s while waiting for the answer"), "{error}");
    assert_eq!(error.fault().unwrap().cause, Cause::TimedOut);
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_trace_goes_on_at_the_server() {
    let server = server("/echo: { echo: true, echo_headers: [traceparent] }");
    let kit = Kit { span: Some(SpanIds { trace: [1; 16], id: [2; 8], parent: None }), ..kit() };
    let data = kit.data("http", FROM, &at(&server, "/echo", r#""autoParseJson": true"#));
    let sent = json(&part(&part(&data, "body"), "headers"));
    assert!(sent.starts_with(r#"{"traceparent":"00-01010101010101010101010101010101-"#), "{sent}");
    let given = r#""autoParseJson": true, "headers": {"Traceparent": "mine"}"#;
    let data = kit.data("http", FROM, &at(&server, "/echo", given));
    assert_eq!(json(&part(&part(&data, "body"), "headers")), r#"{"traceparent":"mine"}"#);
}

/// The names that an address has for one server are hosts of their own.
#[test]
fn a_redirect_takes_no_secrets_elsewhere() {
    let names = "[Authorization, Cookie, X-Api-Key, X-Mine, Accept, Accept-Language, traceparent]";
    let server = server(&format!(
        "/echo: {{ echo: true, echo_headers: {names} }}\n/here: {{ status: 302, headers: {{ Location: /echo }} }}\n\
         /away: {{ status: 307, headers: {{ Location: 'http://localhost:@PORT@/echo' }} }}"
    ));
    let kit = Kit { span: Some(SpanIds { trace: [1; 16], id: [2; 8], parent: None }), ..kit() };
    let sent = |path: &str| {
        let fields = r#""Authorization": "a", "cookie": "b", "X-Api-Key": "1234", "X-Mine": "d", "Accept": "e", "accept-language": "f""#;
        let more = format!(r#""autoParseJson": true, "headers": {{{fields}}}"#);
        let body = part(&kit.data("http", FROM, &at(&server, path, &more)), "body");
        let headers = part(&body, "headers");
        let mut names: Vec<String> =
            headers.as_map().unwrap().keys().map(|name| name.to_value().to_string().to_lowercase()).collect();
        names.sort();
        names.join(" ")
    };
    let all = "accept accept-language authorization cookie traceparent x-api-key x-mine";
    assert_eq!((sent("/echo").as_str(), sent("/here").as_str()), (all, all));
    assert_eq!(sent("/away"), "accept accept-language traceparent x-mine");
}

#[test]
fn a_rehearsal_asks_and_sends_nothing_else() {
    let server = server("/x: { body: x }");
    let kit = Kit { rehearsal: true, ..kit() };
    assert_eq!(part(&kit.data("http", FROM, &at(&server, "/x", "")), "body"), Value::string("x"));
    let data = kit.data("http", ACTION, &at(&server, "/x", r#""method": "post""#));
    let reason = format!("POST http://127.0.0.1:{}/x is not sent in a rehearsal", server.port);
    assert_eq!(data.as_unknown().unwrap().reason(), reason);
    assert_eq!(server.take_log(), ["GET /x"]);
}

#[test]
fn a_dry_run_and_what_if_ask_nobody() {
    let kit = Kit { dry_run: true, ..Kit::new() };
    let data = kit.data("http", FROM, r#"{"url": "http://example.invalid/x"}"#);
    assert_eq!(json(&data), r#"{"body":"[DRY-RUN] Request not executed","headers":{},"statusCode":200}"#);
    let inputs: Map = [("url", "http://u:S3NTINEL@example.invalid/a"), ("method", "post")].into_iter().collect();
    let text = what_if(kit.registry.get("http").unwrap(), &Inputs::new(inputs));
    assert_eq!(text, "Would send post request to http://REDACTED@example.invalid/a");
}

#[test]
fn secrets_of_requests_are_masked() {
    let server = server("/x: { body: x }");
    let kit = kit();
    let inputs = format!(
        r#"{{"url": "http://user:S3NTINEL1@127.0.0.1:{}/x", "headers": {{"Authorization": "Bearer S3NTINEL2", "X-Key": "S3NTINEL3"}}}}"#,
        server.port
    );
    kit.data("http", FROM, &inputs);
    let text = kit.run.redactor.text("S3NTINEL1 S3NTINEL2 S3NTINEL3").into_owned();
    assert!(!text.contains("S3NTINEL"), "{text}");
    assert!(!kit.heard.lock().unwrap().join("\n").contains("S3NTINEL"));
}

#[test]
fn inputs_that_make_no_sense_are_refused() {
    let kit = Kit { manners: Manners::Lenient, ..kit() };
    for (inputs, text) in [
        ("{}", "http: url is required and must be a string"),
        (r#"{"url": "ftp://x"}"#, "http: `ftp://x/` is not a usable URL: its scheme is not `http` or `https`: `ftp`"),
        (r#"{"url": "http://h", "headers": [1]}"#, "http: headers must be a map, got []interface {}"),
        (r#"{"url": "http://h", "retry": "x"}"#, "http: retry must be a map, got string"),
        (r#"{"url": "http://h", "poll": {}}"#, "http: poll.until is required (CEL expression)"),
        (
            r#"{"url": "http://h", "poll": {"until": "x", "interval": "10ms"}}"#,
            "http: poll.interval must be at least 1s",
        ),
        (r#"{"url": "http://h", "poll": {"until": "x", "interval": "x"}}"#, "http: poll.interval must be a duration"),
        (
            r#"{"url": "http://h", "authProvider": "entra"}"#,
            "http: scope is required when authProvider \"entra\" is set",
        ),
        (r#"{"url": "http://127.0.0.1:9", "method": "BAD METHOD"}"#, "`BAD METHOD` is not a method"),
        (r#"{"url": "http://127.0.0.1:9", "headers": {"a b": "c"}}"#, "the name of header `a b` is not allowed"),
        (r#"{"url": "http://127.0.0.1:9", "headers": {"a": "c\nd"}}"#, "the value of header `a` is not allowed"),
    ] {
        let error = kit.error("http", FROM, inputs);
        assert!(error.contains(text), "{inputs}: {error}");
    }
    let strict = Kit::new();
    let error = strict.error("http", FROM, r#"{"url": "ftp://x"}"#);
    assert!(error.contains(r#"url: "ftp://x" does not match ^https?://.*"#), "{error}");
}

#[test]
fn the_examples_work() {
    let server = server(
        "/items: { body: '[1]', headers: { Content-Type: application/json, Link: '</items?page=2>; rel=\"next\"' } }\n\
         /items?page=2: { body: '[2]' }\n\
         POST /jobs: { status: 201 }",
    );
    let kit = kit();
    let here = |yaml: &str| yaml.replace("https://api.example.com", &format!("http://127.0.0.1:{}", server.port));
    assert_eq!(json(&part(&kit.example_with("http", FROM, 0, here).data, "body")), "[1]");
    assert_eq!(part(&kit.example_with("http", ACTION, 1, here).data, "statusCode"), Value::Int(201));
    assert_eq!(part(&kit.example_with("http", FROM, 2, here).data, "body"), Value::string("[1,2]"));
}
