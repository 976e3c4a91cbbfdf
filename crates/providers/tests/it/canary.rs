//! The canary: a secret goes into every provider, in each of the four forms of an input, and comes out of nothing that
//! people or other programs are told. That it is a secret is known beforehand, as it is of a sensitive resolver.

use crate::kit::{Kit, Screen, json};
use diagnostics::{Redactor, SecretKind, Sources};
use document::Options;
use document::decode::{Decode, Decoder};
use engine::SpanIds;
use providers::show::{self, Look};
use providers::{Bindings, Form, Inputs, Manners, Registered, what_if};
use value::{Key, Map, Value};

/// No quotes or braces in it, so that it can stand in expressions and templates.
const CANARY: &str = "Canary-7731-bird";
/// The same in base64, as templates and `Basic` authentication write it.
const CODED: &str = "Q2FuYXJ5LTc3MzEtYmlyZA";

/// What each provider is given. `CANARY` stands for the secret; a call may fail, and then the error is looked at.
fn calls(provider: &str) -> &'static [&'static str] {
    match provider {
        "cel" => &[
            r#"{"expression": "'CANARY'"}"#,
            r#"{"expression": "CANARY +"}"#,
            r#"{"expression": "v + 1", "variables": {"v": "CANARY"}}"#,
            r#"{"expression": "base64.encode(bytes('CANARY'))"}"#,
        ],
        "debug" => &[
            r#"{"label": "CANARY", "value": {"a": ["CANARY"]}}"#,
            r#"{"expression": "'CANARY' + 1", "destination": "stderr"}"#,
            r#"{"value": "CANARY", "format": "yaml", "destination": "file", "file": "CANARY/x"}"#,
        ],
        "directory" => &[
            r#"{"operation": "list", "path": "CANARY"}"#,
            r#"{"operation": "list", "path": "d", "includeContent": true}"#,
            r#"{"operation": "mkdir", "path": "CANARY/x/y"}"#,
            r#"{"operation": "copy", "path": "d", "destination": "to-CANARY"}"#,
        ],
        "env" => &[
            r#"{"operation": "set", "name": "X", "value": "CANARY"}"#,
            r#"{"operation": "get", "name": "NOT_THERE", "default": "CANARY"}"#,
            r#"{"operation": "list", "prefix": "CANARY"}"#,
            r#"{"operation": "CANARY"}"#,
        ],
        "exec" => &[
            r#"{"command": "echo CANARY; echo CANARY >&2; exit 3"}"#,
            r#"{"command": "cat; printenv A", "stdin": "CANARY", "env": {"A": "CANARY"}, "args": ["CANARY"]}"#,
            r#"{"command": "echo CANARY >&2; exit 3", "failOnError": true}"#,
            r#"{"command": "if CANARY"}"#,
            r#"{"command": "true", "workingDir": "CANARY"}"#,
        ],
        "file" => &[
            r#"{"operation": "read", "path": "d/secret"}"#,
            r#"{"operation": "read", "path": "CANARY"}"#,
            r#"{"operation": "write", "path": "d/secret", "content": "not CANARY"}"#,
            r#"{"operation": "write-tree", "basePath": "CANARY", "entries": [{"path": "CANARY", "content": "CANARY"}]}"#,
            r#"{"operation": "write-tree", "basePath": "t", "entries": [{"path": "../CANARY", "content": ""}]}"#,
        ],
        "git" => &[
            r#"{"operation": "clone", "repository": "http://me:CANARY@127.0.0.1:9/x.git", "path": "CANARY"}"#,
            r#"{"operation": "clone", "repository": "http://127.0.0.1:9/x.git", "path": "c", "username": "me", "password": "CANARY"}"#,
            r#"{"operation": "status", "path": "CANARY"}"#,
        ],
        "go-template" => &[
            r#"{"name": "t", "template": "{{ .a }} {{ .a | b64enc }}", "data": {"a": "CANARY"}}"#,
            r#"{"name": "CANARY", "template": "{{ CANARY"}"#,
            r#"{"name": "t", "template": "{{ fail .a }}", "data": {"a": "CANARY"}}"#,
            r#"{"operation": "render-tree", "entries": [{"path": "CANARY", "content": "CANARY {{ .x.y.z }}"}]}"#,
        ],
        "hcl" => &[
            r#"{"content": "a = \"CANARY\""}"#,
            r#"{"content": "a = CANARY ="}"#,
            r#"{"operation": "validate", "content": "CANARY {"}"#,
            r#"{"operation": "generate", "blocks": {"locals": {"a": "CANARY"}}}"#,
            r#"{"path": "CANARY"}"#,
        ],
        "http" => &[
            r#"{"url": "http://me:CANARY@127.0.0.1:9/?t=CANARY"}"#,
            r#"{"url": "http://127.0.0.1:9/", "headers": {"Authorization": "Bearer CANARY", "X-Key": "CANARY"}, "body": "CANARY"}"#,
            r#"{"url": "http://127.0.0.1:9/", "method": "CANARY METHOD"}"#,
        ],
        "identity" => &[
            r#"{"operation": "status", "handler": "canary"}"#,
            r#"{"operation": "claims", "scope": "CANARY"}"#,
            r#"{"operation": "list"}"#,
            r#"{"operation": "status", "handler": "CANARY"}"#,
        ],
        "message" => &[
            r#"{"message": "CANARY", "label": "CANARY"}"#,
            r#"{"data": [{"a": "CANARY"}], "format": "table"}"#,
            r#"{"message": "x", "type": "CANARY"}"#,
        ],
        "metadata" => &["{}"],
        "parameter" => &[r#"{"key": "token"}"#, r#"{"key": "CANARY"}"#, r#"{"key": "file"}"#],
        "secret" => &[
            r#"{"operation": "get", "name": "CANARY"}"#,
            r#"{"operation": "get", "name": "no", "required": false, "fallback": "CANARY"}"#,
            r#"{"operation": "list", "pattern": "CANARY("}"#,
        ],
        "sleep" => &[r#"{"duration": "CANARY"}"#, r#"{"duration": "1ms"}"#],
        "static" => &[r#"{"value": "CANARY"}"#, r#"{"value": {"a": ["x-CANARY-y"]}}"#],
        "validation" => &[
            r#"{"value": "CANARY", "match": "^x"}"#,
            r#"{"value": "x", "expression": "__self == 'CANARY'"}"#,
            r#"{"value": "x", "match": "CANARY("}"#,
            r#"{"value": "x", "match": "y", "message": "CANARY"}"#,
        ],
        other => panic!("provider `{other}` has no row here: name calls that could show a secret"),
    }
}

fn kit() -> Kit {
    let mut kit = Kit {
        screen: Some(Screen::default()),
        span: Some(SpanIds { trace: [1; 16], id: [2; 8], parent: None }),
        ..Kit::new()
    };
    kit.run.redactor = Redactor::new("***REDACTED***");
    kit.run.redactor.register(CANARY.as_bytes(), SecretKind::Declared);
    kit.write("d/secret", CANARY);
    kit.write("token", CANARY);
    kit.parameters.insert("token", CANARY);
    kit.parameters.insert("file", format!("file://{CANARY}"));
    kit.run.program.arguments = vec!["upright".to_owned(), format!("--x={CANARY}")];
    kit.scope.data.insert("token", CANARY);
    kit
}

/// The inputs with every text that has the secret in it written in one of the forms.
fn formed(inputs: &Value, form: &str, scope: &mut Map) -> Value {
    match inputs {
        Value::String(text) if text.contains("CANARY") => {
            let real = text.replace("CANARY", CANARY);
            let said: Value = match form {
                "literal" => return real.into(),
                "rslvr" => {
                    let name = format!("r{}", scope.len());
                    scope.insert(name.as_str(), real);
                    name.into()
                }
                "expr" => {
                    let parts: Vec<String> = text.split("CANARY").map(value::quote).collect();
                    parts.join(" + _.token + ").into()
                }
                "tmpl" => {
                    let escaped: Vec<String> =
                        text.split("CANARY").map(|part| format!("{{{{ {} }}}}", value::quote(part))).collect();
                    escaped.join("{{ .token }}").into()
                }
                other => panic!("{other}"),
            };
            Map::from_iter([(form, said)]).into()
        }
        Value::List(items) => items.iter().map(|item| formed(item, form, scope)).collect::<value::List>().into(),
        Value::Map(map) => {
            let entry = |(key, value): (&Key, &Value)| (key.clone(), formed(value, form, scope));
            map.iter().map(entry).collect::<Vec<_>>().into_iter().collect::<Map>().into()
        }
        other => other.clone(),
    }
}

/// What the inputs of a document are worth.
fn resolved(kit: &Kit, inputs: &Value) -> Map {
    let text = json(inputs);
    let mut sources = Sources::default();
    let file = sources.add("solution.yaml", text.clone());
    let root = document::parse(&text, file, &Options::solution()).unwrap();
    let mut decoder = Decoder::new(&sources);
    let bindings = Bindings::new(&kit.run.engines, &kit.scope, None);
    let entries = root.as_map().unwrap().iter().map(|entry| {
        let form = Form::decode(&entry.value, &mut decoder).unwrap();
        (
            entry.key.as_str().unwrap().to_owned(),
            form.resolve(&bindings).unwrap_or_else(|error| panic!("{text}: {error}")),
        )
    });
    entries.collect::<Vec<_>>().into_iter().collect()
}

fn assert_masked(what: &str, text: &str) {
    for form in [CANARY, CODED] {
        assert!(!text.contains(form), "{what} shows the secret:\n{text}");
    }
}

/// Everything that comes of one call, as it is told.
fn told(kit: &Kit, registered: &Registered, inputs: &Map) -> String {
    let descriptor = registered.descriptor();
    let mut all = vec![kit.run.redactor.text(&what_if(registered, &Inputs::new(inputs.clone()))).into_owned()];
    for mode in descriptor.capabilities {
        match kit.call_with(descriptor.name, *mode, inputs.clone()) {
            Ok(output) => {
                let value = Value::from(output.to_map());
                let look = Look { borders: true, ..Look::default() };
                let forms = [
                    show::text(&value, &look),
                    show::tree(&value),
                    show::mermaid(&value),
                    show::csv(&value),
                    show::yaml(&value).unwrap_or_else(|error| error.to_string()),
                ];
                all.extend(forms.iter().map(|text| kit.run.redactor.text(text).into_owned()));
            }
            Err(error) => {
                all.push(kit.run.redactor.text(&error.to_string()).into_owned());
                let help = error.fault().and_then(|fault| fault.help.clone()).unwrap_or_default();
                all.push(kit.run.redactor.text(&help).into_owned());
            }
        }
    }
    // What is heard becomes lines of the log, metrics and spans, and nobody masks it once more.
    all.extend(std::mem::take(&mut *kit.heard.lock().unwrap()));
    all.join("\n")
}

#[test]
fn no_provider_tells_a_secret_in_any_form() {
    for provider in Kit::new().registry.names() {
        for inputs in calls(provider) {
            let inputs = Value::from_json(inputs).unwrap();
            for form in ["literal", "rslvr", "expr", "tmpl"] {
                for (dry_run, rehearsal, manners) in
                    [(false, false, Manners::Strict), (true, false, Manners::Strict), (false, true, Manners::Lenient)]
                {
                    let mut kit = Kit { manners, dry_run, rehearsal, ..kit() };
                    let mut scope = kit.scope.data.clone();
                    let inputs = formed(&inputs, form, &mut scope);
                    kit.scope.data = scope;
                    let worth = resolved(&kit, &inputs);
                    let registered = kit.registry.get(provider).unwrap();
                    let told = told(&kit, registered, &worth);
                    assert_masked(
                        &format!("{provider} {}, dry run {dry_run}, rehearsal {rehearsal}", json(&inputs)),
                        &told,
                    );
                    assert!(told.contains(&format!("{provider} ")), "nothing is heard of {provider}");
                }
            }
        }
    }
}
