//! Nothing secret is in a result.

use super::{check, load};
use diagnostics::{Redactor, SecretKind};
use system::FakeWorld;
use system::http::Url;

const TEXT: &str = "http:\n  http://u:S3NTINEL-1@a/:\n    status: 200\n    password: S3NTINEL-2\n    username: me\n    \
                    request-headers: ['X-Token: S3NTINEL-3', 'Authorization: Bearer S3NTINEL-4', 'Accept: text/plain']\n    \
                    proxy: http://p:S3NTINEL-5@b\n    body: nothing of this\n";

#[test]
fn credentials_are_masked_in_results() {
    let world = FakeWorld::new();
    let body = "S3NTINEL-1 S3NTINEL-2 S3NTINEL-3 S3NTINEL-4 S3NTINEL-5 text/plain";
    world.http.answer("GET", "http://u:S3NTINEL-1@a/", 200, body).unwrap();
    let report = check(TEXT, &world.read());
    let shown = format!("{report:?}");
    assert!(!shown.contains("S3NTINEL") && shown.contains("<secret>") && shown.contains("text/plain"), "{shown}");
    let asked = world.http.asked();
    assert_eq!(asked[0].headers.get("x-token"), Some("S3NTINEL-3"));
    assert_eq!(asked[0].url, Url::parse("http://u:S3NTINEL-1@a/").unwrap());
}

#[test]
fn errors_are_masked_too() {
    let world = FakeWorld::new().read();
    let redactor = Redactor::default();
    let report = load(TEXT, &world).unwrap().check(&world, None, &redactor).unwrap();
    assert!(!format!("{report:?}").contains("S3NTINEL"));
    for number in 1..=5 {
        assert_eq!(redactor.text(&format!("S3NTINEL-{number}")), "<secret>", "the caller masks what else it shows");
    }
}

/// A secret that lies across the border where long texts are cut leaves nothing behind, wherever it is shown.
#[test]
fn texts_are_masked_while_they_are_whole() {
    let border = 16 * 1024;
    let world = FakeWorld::new().read();
    let redactor = Redactor::default();
    redactor.register(b"S3NTINEL and more", SecretKind::Declared);
    for before in [border - 16, border - 8, border - 2] {
        let long = format!("{}S3NTINEL and more{}", "x".repeat(before), "x".repeat(99));
        for rule in [
            format!("content: {long}, matches: y"),
            format!("content: {long}, matches: {{not: {{have-prefix: x}}}}"),
            format!("content: {long}, matches: {{gjson: {{a: 1}}}}"),
            format!("content: {long}, matches: {{have-patterns: [{long}y]}}"),
            format!("content: {long}, matches: {{have-patterns: [[{long}]]}}"),
            format!("content: {long}, matches: {{have-prefix: [{long}]}}"),
            format!("content: {long}, matches: {long}"),
            format!("content: y, matches: {long}"),
            format!("content: [{long}], matches: {{consist-of: [y]}}"),
            format!("content: [y], matches: {{contain-elements: [{long}]}}"),
        ] {
            let report = load(&format!("matching: {{m: {{{rule}}}}}"), &world).unwrap();
            let line = &report.check(&world, None, &redactor).unwrap().results[0].line;
            assert!(!line.contains("S3") && line.contains("xx"), "{before}: {}", line.replace("xx", ""));
            assert!(line.contains("bytes more"), "{before}: {}", line.replace("xx", ""));
        }
    }
}

/// What an error quotes has its white space changed, which a secret with white space would not survive.
#[test]
fn errors_are_masked_before_they_become_one_line() {
    let world = FakeWorld::new().read();
    let redactor = Redactor::default();
    redactor.register(b"S3NTINEL  two  blanks", SecretKind::Declared);
    let suite = load("matching: {m: {content: 1, matches: {have-len: 'S3NTINEL  two  blanks'}}}", &world).unwrap();
    let line = &suite.check(&world, None, &redactor).unwrap().results[0].line;
    assert!(line.contains("Error") && line.contains("<secret>") && !line.contains("S3NTINEL"), "{line}");
}
