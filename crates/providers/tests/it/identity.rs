//! `identity`, and the tokens that `http` asks for.

use crate::kit::{Kit, json};
use crate::store::{KEY, name, quiet};
use providers::store::{Existing, Places, Store};
use providers::{Capability, IdentityHandler, Manners, Output, Settings, TokenSource, identity_token};
use std::sync::Arc;
use std::time::Duration;
use system::{FakeEnvironment, ReadWorld, Signal};
use value::Value;

/// A token with this payload.
fn token(payload: &str) -> String {
    let coded = value::base64::encode(payload.as_bytes()).replace('+', "-").replace('/', "_");
    format!("e30.{}.S3NTINEL", coded.trim_end_matches('='))
}

const PERSON: &str = r#"{"iss": "https://issuer", "sub": "abc123", "tid": "t-1", "oid": "o-1", "aud": "app",
    "email": "ada@example.com", "name": "Ada", "iat": 1700000000, "exp": 4102444800, "groups": ["g1", "g2"],
    "secret_claim": "S3NTINEL"}"#;

fn handler(name: &str, token: TokenSource) -> IdentityHandler {
    IdentityHandler { name: name.to_owned(), display_name: String::new(), token }
}

fn kit_of(identities: Vec<IdentityHandler>) -> Kit {
    Kit { manners: Manners::Lenient, ..Kit::with(Settings { identities, ..Settings::default() }) }
}

/// One handler of each kind.
fn kit() -> Kit {
    let identities = vec![
        handler("vault", TokenSource::Store("vault-token".to_owned())),
        handler("corp", TokenSource::Environment("CORP_TOKEN".to_owned())),
        handler("file", TokenSource::File("token.txt".into())),
    ];
    let mut kit = kit_of(identities);
    let environment = FakeEnvironment::in_directory("/").with("SCAFCTL_SECRET_KEY", KEY);
    let world = ReadWorld { environment: Arc::new(environment), ..kit.world.read.clone() };
    let places = Places { directory: kit.root().join("store"), key_file: None, keychain_only: false };
    let store = Store::at(places, &world);
    let opaque = b"S3NTINEL-opaque\n";
    store.writer(&kit.world, &quiet).unwrap().set(&name("vault-token"), opaque, Existing::Refuse).unwrap();
    kit.run.secrets = Arc::new(store);
    kit.run.environment.set("CORP_TOKEN", &token(PERSON));
    kit
}

fn call(kit: &Kit, inputs: &str) -> Output {
    kit.call("identity", Capability::From, inputs).unwrap_or_else(|error| panic!("{inputs}: {error}"))
}

fn fails(kit: &Kit, inputs: &str) -> String {
    kit.error("identity", Capability::From, inputs)
}

fn data(kit: &Kit, inputs: &str) -> String {
    json(&call(kit, inputs).data)
}

#[test]
fn nobody_is_authenticated_without_a_configuration() {
    let kit = kit_of(Vec::new());
    let status = r#"{"authenticated":false,"handler":"entra","operation":"status"}"#;
    assert_eq!(data(&kit, r#"{"operation": "status"}"#), status);
    assert_eq!(data(&kit, r#"{"operation": "status", "handler": "github"}"#), status.replace("entra", "github"));
    let claims = call(&kit, r#"{"operation": "claims", "handler": "gcp"}"#);
    assert_eq!(json(&claims.data), r#"{"authenticated":false,"claims":null,"handler":"gcp","operation":"claims"}"#);
    assert_eq!(claims.warnings, ["auth handler \"gcp\" is not authenticated"]);
    let list = call(&kit, r#"{"operation": "list"}"#).data;
    let handlers = list.as_map().unwrap().get("handlers").and_then(Value::as_list).unwrap();
    let names: Vec<String> =
        handlers.iter().map(|one| one.as_map().unwrap().get("name").unwrap().to_string()).collect();
    assert_eq!(names, ["entra", "gcp", "github"]);
}

#[test]
fn a_token_says_who_its_owner_is() {
    let kit = kit();
    let status = call(&kit, r#"{"operation": "status", "handler": "corp"}"#).data;
    let field = |field: &str| status.as_map().unwrap().get(field).unwrap().to_string();
    assert_eq!((field("authenticated"), field("identityType")), ("true".to_owned(), "user".to_owned()));
    assert_eq!((field("tenantId"), field("clientId")), ("t-1".to_owned(), "app".to_owned()));
    assert_eq!(field("expiresAt"), "2100-01-01T00:00:00Z");
    assert!(field("expiresIn").ends_with('s') && field("expiresIn").contains('h'), "{}", field("expiresIn"));
    insta::assert_snapshot!(data(&kit, r#"{"operation": "claims", "handler": "corp"}"#), @r#"{"authenticated":true,"claims":{"clientId":"app","displayIdentity":"ada@example.com","email":"ada@example.com","expiresAt":"2100-01-01T00:00:00Z","issuedAt":"2023-11-14T22:13:20Z","issuer":"https://issuer","name":"Ada","objectId":"o-1","subject":"abc123","tenantId":"t-1"},"handler":"corp","identityType":"user","operation":"claims"}"#);
    let groups = data(&kit, r#"{"operation": "groups", "handler": "corp"}"#);
    assert_eq!(groups, r#"{"count":2,"groups":["g1","g2"],"handler":"corp","operation":"groups"}"#);
}

#[test]
fn tokens_come_from_the_environment_a_file_or_the_store() {
    let kit = kit();
    assert_eq!(call(&kit, r#"{"operation": "status"}"#).data.as_map().unwrap().get("handler").unwrap(), &"corp".into());
    let unread = data(&kit, r#"{"operation": "status", "handler": "file"}"#);
    assert_eq!(unread, r#"{"authenticated":false,"handler":"file","operation":"status"}"#);
    kit.write("token.txt", "  S3NTINEL-file\n");
    assert!(data(&kit, r#"{"operation": "status", "handler": "file"}"#).contains(r#""authenticated":true"#));
    let opaque = call(&kit, r#"{"operation": "claims", "handler": "vault"}"#);
    assert!(json(&opaque.data).contains(r#""claims":{"displayIdentity":""}"#));
    assert_eq!(opaque.warnings, ["the token of handler \"vault\" is opaque: it has no claims to show"]);
    let heard = kit.heard.lock().unwrap().join("\n");
    assert!(heard.contains(r#"Info secret read [("name", "vault-token")]"#), "{heard}");
    kit.run.environment.unset("CORP_TOKEN");
    assert_eq!(call(&kit, r#"{"operation": "status"}"#).data.as_map().unwrap().get("handler").unwrap(), &"file".into());
}

#[test]
fn a_handler_of_the_configuration_takes_the_place_of_a_known_one() {
    let kit = kit_of(vec![handler("github", TokenSource::Environment("GITHUB_TOKEN".to_owned()))]);
    kit.run.environment.set("GITHUB_TOKEN", "S3NTINEL");
    assert!(data(&kit, r#"{"operation": "status"}"#).contains(r#""authenticated":true,"handler":"github""#));
    let list = data(&kit, r#"{"operation": "list"}"#);
    assert!(list.contains(r#""count":3"#) && list.contains(r#""flows":["token"]"#), "{list}");
}

#[test]
fn a_token_that_is_over_is_told_and_not_handed_out() {
    let kit = kit();
    kit.run.environment.set("CORP_TOKEN", &token(r#"{"exp": 1700000000, "oid": "o"}"#));
    let status = call(&kit, r#"{"operation": "status", "handler": "corp"}"#);
    assert!(
        json(&status.data).contains(r#""expiresIn":"expired","handler":"corp","identityType":"service-principal""#)
    );
    assert_eq!(status.warnings, ["the token of handler \"corp\" has expired"]);
    let error = kit.with_context(Capability::From, |context| identity_token(context, "corp", None).unwrap_err());
    assert_eq!(error.to_string(), "the token of auth handler \"corp\" expired at 2023-11-14T22:13:20Z");
}

#[test]
fn inputs_that_make_no_sense_are_refused() {
    let kit = kit();
    for (inputs, text) in [
        (r#"{"handler": "github"}"#, "identity: operation is required and must be a string"),
        (r#"{"operation": "login"}"#, "identity: unsupported operation: login"),
        (r#"{"operation": "status", "handler": "nobody"}"#, "identity: auth handler \"nobody\" not found"),
        (r#"{"operation": "list", "scope": "s"}"#, "identity: scope is not supported for the \"list\" operation; "),
        (r#"{"operation": "groups", "scope": "s"}"#, "identity: scope is not supported for the \"groups\" operation; "),
        (r#"{"operation": "groups", "handler": "github"}"#, "identity: handler \"github\" does not support groups"),
        (r#"{"operation": "groups", "handler": "entra"}"#, "identity: auth handler \"entra\" is not authenticated"),
    ] {
        let error = fails(&kit, inputs);
        assert!(error.contains(text), "{inputs}: {error}");
    }
    let scoped = call(&kit, r#"{"operation": "status", "handler": "corp", "scope": "api"}"#);
    assert_eq!(scoped.warnings, ["handler \"corp\" has one token for everything; the scope is not used"]);
}

#[test]
fn tokens_for_requests() {
    let kit = kit();
    let ask = |handler: &str, scope: Option<&str>| {
        let token = kit.with_context(Capability::From, |context| identity_token(context, handler, scope));
        token.map(|token| token.reveal().clone()).map_err(|fault| (fault.to_string(), fault.help.unwrap_or_default()))
    };
    assert_eq!(ask("corp", None).unwrap(), token(PERSON));
    assert_eq!(ask("vault", Some("any")).unwrap(), "S3NTINEL-opaque");
    assert_eq!(kit.run.redactor.text("Bearer S3NTINEL-opaque"), "Bearer [REDACTED]");
    assert_eq!(ask("entra", None).unwrap_err().0, "scope is required when authProvider \"entra\" is set");
    let (text, help) = ask("entra", Some("api")).unwrap_err();
    assert_eq!(text, "auth handler \"entra\" is not authenticated");
    assert!(help.starts_with("logging in is not part of this program"), "{help}");
    let (text, help) = ask("file", None).unwrap_err();
    assert_eq!(
        (text.as_str(), help.as_str()),
        ("auth handler \"file\" is not authenticated", "put the token into `token.txt`")
    );
    for hostile in ["two words", "line\r\nX-Evil: 1", "\u{1}", "ümlaut"] {
        kit.write("token.txt", hostile);
        let (text, _) = ask("file", None).unwrap_err();
        assert!(text.ends_with("that no header can carry") && !text.contains(hostile), "{text}");
    }
    kit.write("token.txt", &"x".repeat(70_000));
    assert!(ask("file", None).unwrap_err().0.contains("more than the 65536 allowed"));
}

/// A token is in no output, warning, log or error.
#[test]
fn tokens_never_show() {
    let kit = kit();
    kit.write("token.txt", "S3NTINEL broken");
    let mut seen = String::new();
    for operation in ["status", "claims", "groups", "list"] {
        for handler in [None, Some("corp"), Some("vault"), Some("file")] {
            let handler = handler.map(|name| format!(r#", "handler": "{name}""#)).unwrap_or_default();
            match kit.call("identity", Capability::From, &format!(r#"{{"operation": "{operation}"{handler}}}"#)) {
                Ok(output) => seen += &json(&output.to_map().into()),
                Err(error) => seen += &error.to_string(),
            }
        }
    }
    seen += &kit.heard.lock().unwrap().join("\n");
    assert!(seen.contains("ada@example.com") && !seen.contains("S3NTINEL"), "{seen}");
}

#[test]
fn a_dry_run_asks_nobody() {
    let mut kit = kit();
    kit.dry_run = true;
    for (operation, shell) in [
        ("status", r#"{"authenticated":false,"handler":"corp","operation":"status"}"#),
        ("claims", r#"{"authenticated":false,"claims":null,"handler":"corp","operation":"claims"}"#),
        ("groups", r#"{"count":0,"groups":[],"handler":"corp","operation":"groups"}"#),
        ("list", r#"{"count":0,"handlers":[],"operation":"list"}"#),
    ] {
        let output = call(&kit, &format!(r#"{{"operation": "{operation}", "handler": "corp"}}"#));
        assert_eq!(json(&output.data), shell);
        assert_eq!(output.metadata.get("dryRun"), Some(&true.into()));
    }
}

#[test]
fn it_ends_when_it_has_to() {
    let mut kit = kit();
    kit.time = Some(Duration::ZERO);
    assert!(fails(&kit, r#"{"operation": "list"}"#).contains("context deadline exceeded"));
    kit.time = None;
    kit.interrupt.raise(Signal::Terminate);
    assert!(fails(&kit, r#"{"operation": "status"}"#).contains("ended by SIGTERM"));
}

#[test]
fn its_examples_run() {
    let kit = Kit::new();
    for index in 0..3 {
        assert!(kit.example("identity", Capability::From, index).data.as_map().is_some());
    }
}
