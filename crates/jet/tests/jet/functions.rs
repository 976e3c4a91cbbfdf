//! Functions and variables that are handed in.

use std::cell::Cell;

use jet::{Arity, Function, FunctionError, Functions, Input, Limits, Variables};
use value::{Map, Unknown, Value};

use super::template;

fn functions() -> Functions {
    Functions::new()
        .with(Function::new("double", Arity::exactly(1), |call| match &call.arguments()[0] {
            Value::Int(number) => Ok(Value::Int(number * 2)),
            other => Err(FunctionError::new(format!("double: {} is not a number", other.type_name()))),
        }))
        .with(Function::new("nothing", Arity::at_least(0), |_| Ok(Value::Null)))
        .with(Function::new("show", Arity::between(1, 2), |call| Ok(format!("{:?}", call.arguments()).into())))
}

fn render(text: &str, variables: &dyn Variables) -> String {
    let functions = functions();
    let input = Input { variables, context: None, functions: &functions, limits: Limits::default() };
    match template(text).render(input) {
        Ok(output) => String::from_utf8_lossy(&output).into_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn are_called_with_plain_values() {
    let n = Map::from_iter([("n", 21)]);
    assert_eq!(render("{{ double(n) }} {{ n | double }} {{ double: n }}", &n), "42 42 42");
    assert_eq!(render("<{{ nothing() }}>{{ isset(nothing) }}", &()), "<>true");
    assert_eq!(render("{{ show(map(\"a\", slice(1)), nil) }}", &()), r#"[{"a": [1.0]}, null]"#);
    assert_eq!(render("{{ range slice(\"x\") }}{{ show(.) }}{{ end }}", &()), r#"["x"]"#);
    assert_eq!(render("{{ show(\"\\xff\") }}", &()), r#"["\xff"]"#);
}

#[test]
fn fail_with_their_own_words() {
    assert_eq!(render("{{ double(\"x\") }}", &()), "/t:1:4: double: string is not a number");
    assert_eq!(render("{{ double() }}", &()), "/t:1:4: `double` takes 1 argument, 0 given");
    assert_eq!(render("{{ 1 | show(2, 3) }}", &()), "/t:1:8: `show` takes 1 to 2 arguments, 3 given");
    assert_eq!(
        render("{{ try }}{{ double(\"x\") }}{{ catch e }}{{ e }}{{ end }}", &()),
        "double: string is not a number"
    );
}

#[test]
fn variables_hide_functions() {
    assert_eq!(render("{{ double }}{{ double = 2 }}{{ double }}", &Map::from_iter([("double", 1)])), "12");
    assert_eq!(render("{{ upper := 1 }}{{ upper }}", &()), "1");
    assert_eq!(render("{{ double = 1 }}", &()), "/t:1:4: `double` is not declared; `double := …` declares it");
}

#[test]
fn see_what_the_template_has_changed() {
    let data = Value::from(Map::from_iter([("name", "old")]));
    let held = data.clone();
    let lookup = Function::new("lookup", Arity::exactly(0), move |call| {
        let data = call.current(&held);
        Ok(format!("{} {data}", call.has_changes()).into())
    });
    let variables = Map::from_iter([("data", data)]);
    let functions = Functions::new().with(lookup);
    let input = Input { variables: &variables, context: None, functions: &functions, limits: Limits::default() };
    let text = template("{{ lookup() }};{{ data.name = \"new\" }}{{ lookup() }}");
    assert_eq!(text.render(input).unwrap(), b"false map[name:old];true map[name:new]");
    // The change ends with the rendering.
    assert_eq!(text.render(input).unwrap(), b"false map[name:old];true map[name:new]");
}

/// Counts how often it is asked.
struct Lazy(Cell<usize>);

impl Variables for Lazy {
    fn get(&self, name: &str) -> Option<Value> {
        self.0.set(self.0.get() + 1);
        (name == "facts").then(|| Value::from(Map::from_iter([("os", "linux")])))
    }
}

#[test]
fn variables_are_asked_for_once_and_only_when_used() {
    let lazy = Lazy(Cell::new(0));
    assert_eq!(render("{{ if false }}{{ facts.os }}{{ end }}", &lazy), "");
    assert_eq!(lazy.0.get(), 0);
    assert_eq!(
        render("{{ facts.os }}{{ range ints(0, 9) }}{{ isset(facts.os) ? 1 : 0 }}{{ end }}", &lazy),
        "linux111111111"
    );
    assert_eq!(lazy.0.get(), 3, "`facts`, `ints` and `isset`");
}

#[test]
fn what_is_not_known_yet_cannot_be_hidden() {
    let later = || Value::from(Unknown::new("after package#nginx is installed"));
    let variables = Map::from_iter([("later", later()), ("m", Map::from_iter([("x", later())]).into())]);
    for text in [
        "{{ later }}",
        "{{ m.x }}",
        "{{ m }}",
        "{{ if later }}{{ end }}",
        "{{ isset(m.x) }}",
        "{{ try }}{{ m.x }}{{ catch }}default{{ end }}",
        "{{ range k, v := m }}{{ v }}{{ end }}",
        "{{ json(m) }}",
        "{{ show(m) }}",
        "{{ m == m.x }}",
    ] {
        let message = render(text, &variables);
        assert!(message.ends_with("not known yet: after package#nginx is installed"), "{text}: {message}");
    }
    assert_eq!(render("{{ x := 1 }}{{ isset(m) }}{{ len(m) }}", &variables), "true1");
}
