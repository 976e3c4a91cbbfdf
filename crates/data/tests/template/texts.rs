//! Compiling and working out.

use data::template::{Cause, Condition, Reach, Scope, Text};
use value::Value;

use super::{compiled, environment, map, shown, text, value};

#[test]
fn string_mode_prints_and_typed_mode_keeps() {
    assert_eq!(shown("port {{ Data.port }}, ${ Facts.os }"), "port 8080, linux");
    assert_eq!(value("  {{ Data.port }}\n").unwrap().value, Value::Int(8080));
    assert_eq!(value("x{{ Data.port }}").unwrap().value, Value::from("x8080"));
    assert_eq!(value("{{ Data.nothing }}").unwrap().value, Value::Null);
    assert_eq!(shown("<{{ Data.nothing }}>"), "<<nil>>");
    assert_eq!(shown("{{ Environ.MODE }}{{ Environ.NOPE }}"), "prod");
    assert_eq!(shown("{{ Data.list }} {{ WorkingDir }}"), "[1 2] /srv");
}

#[test]
fn what_comes_out_is_not_looked_at_again() {
    assert_eq!(shown("{{ Data.text }}"), "{{ Data.port }}");
    assert_eq!(shown("{{ file('motd') }}"), "Welcome {{ Data.port }}\n");
    assert_eq!(shown("{{ '{' }}{ Data.port }}"), "{{ Data.port }}");
    let environment = environment();
    let data = map(r#"{"a": "{{ Data.text }}", "b": ["{{ file('motd') }}"]}"#);
    let expanded = data::template::expand_value(&data.into(), &environment).unwrap().value;
    assert_eq!(expanded.to_string(), "map[a:{{ Data.port }} b:[Welcome {{ Data.port }}\n]]");
}

#[test]
fn all_problems_at_once_with_their_places() {
    let source = "é {{ nope }} and ${ Data.x + } and {{ data.port }} {{ }}";
    let problems = Text::parse(source).compile(&Scope::new(Reach::All)).unwrap_err();
    let places: Vec<_> = problems.iter().map(|problem| &source[problem.at.clone()]).collect();
    assert_eq!(places, ["nope", "+", "data", ""]);
    assert!(
        problems
            .iter()
            .all(|problem| matches!(problem.cause, Cause::Compile(_)) && problem.code().id == "expr::compile")
    );
    assert_eq!(problems[2].help().unwrap(), "write `Data`; small letters are for `lookup('data.…')`");
}

#[test]
fn a_failure_points_into_the_text() {
    let source = "x {{ Data.web.port }}";
    let error = text(source).unwrap_err();
    assert_eq!(&source[error.at.clone()], "port");
    assert_eq!(&source[error.expression.clone()], "Data.web.port");
    assert_eq!(error.to_string(), "cannot get `port` from nil");
    assert_eq!(error.help().unwrap(), "use `?.` where a value may be missing");
    let error = text("{{ lookup('Data.port') }}").unwrap_err();
    assert_eq!(error.to_string(), "missing key 'Data.port' in environment");
    assert_eq!(error.help().unwrap(), "the roots have small letters: `data.port`");
}

#[test]
fn bytes_of_files_stay_what_they_are() {
    let expanded = text("<{{ file('bytes') }}>").unwrap().value;
    let raw = expanded.as_raw_text().expect("it is no text");
    assert_eq!(raw, b"<a\xffb>");
}

#[test]
fn conditions_give_truth_values() {
    let environment = environment();
    let holds =
        |source: &str| Condition::compile(source, environment.scope()).unwrap().holds(&environment).unwrap().value;
    assert_eq!(holds("Facts.os == 'linux'"), Value::Bool(true));
    assert_eq!(holds("lookup('data.port') > 9000"), Value::Bool(false));
    assert_eq!(holds("Data.nothing"), Value::Bool(false));
    let errors = Condition::compile("1 +", environment.scope()).unwrap_err();
    assert_eq!(errors[0].at, 2..3);
    assert!(Condition::compile("'text'", environment.scope()).is_err());
    assert!(Condition::compile("Data.port", environment.scope()).unwrap().holds(&environment).is_err());
}

#[test]
fn data_sees_facts_and_lookup_only() {
    let scope = Scope::new(Reach::Facts);
    let environment = data::template::Environment::new(scope.clone(), std::sync::Arc::new(map(r#"{"os": "linux"}"#)));
    let shown = |source: &str| compiled(source, &environment).text(&environment).unwrap().value.to_string();
    assert_eq!(shown("{{ Facts.os }} <{{ lookup('facts.nope') }}> {{ lookup('facts.nope', 1) }}"), "linux <> 1");
    for function in ["readFile", "file", "template", "jet", "kvGet", "registrations"] {
        assert!(Text::parse(&format!("{{{{ {function}('x') }}}}")).compile(&scope).is_err(), "{function}");
    }
}

#[test]
fn functions_without_a_connection_say_so() {
    for source in ["{{ kvGet('b', 'k') }}", "{{ registrations('c', 'p', 's', 'i') }}"] {
        let error = text(source).unwrap_err().to_string();
        assert!(error.contains("function not available: there is no NATS connection"), "{error}");
    }
    assert_eq!(text("{{ kvGet('', 'k') }}").unwrap_err().to_string(), "bucket name is required");
}

#[test]
fn endless_texts_are_refused() {
    let source = "{{".repeat(30_000) + "'}}";
    let parsed = Text::parse(&source);
    assert!(!parsed.is_plain());
    let problems = parsed.compile(&Scope::new(Reach::All)).unwrap_err();
    assert_eq!(problems[0].to_string(), "text has too many `{{` and `${` without an end");
    let long = format!("{{{{ [{}] }}}}", "repeat('x', 900000), ".repeat(200));
    assert!(Text::parse(&"{{".repeat(500_000)).is_plain());
    let error = text(&format!("{long}{long}")).unwrap_err();
    assert!(
        error.to_string().contains("memory budget exceeded") || error.to_string().contains("text becomes longer"),
        "{error}"
    );
}

/// What stands behind a mistake is looked at all the same.
#[test]
fn all_mistakes_of_an_expression_are_told() {
    let environment = environment();
    let words = |errors: Vec<data::template::TextError>| -> Vec<String> {
        errors.iter().map(|error| format!("{}: {error}", error.at.start)).collect()
    };
    let text = Text::parse("${ nope(1) + upper() } {{ lookup() + nix }}");
    assert_eq!(
        words(text.compile(environment.scope()).unwrap_err()),
        ["3: unknown name `nope`", "13: `upper` takes 1 argument, 0 given", "37: unknown name `nix`"]
    );
    assert_eq!(words(text.miscalls(environment.scope())), ["26: `lookup` takes 1 or 2 arguments, 0 given"]);
    let condition = "nope && upper() == lookup()";
    assert_eq!(
        words(Condition::compile(condition, environment.scope()).unwrap_err()),
        ["0: unknown name `nope`", "8: `upper` takes 1 argument, 0 given"]
    );
    assert_eq!(words(Condition::miscalls(condition, environment.scope())).len(), 1);
}
