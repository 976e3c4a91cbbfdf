//! Values with members that a caller brings.

use std::sync::Arc;

use jet::{Arity, Function, Functions, Input, Limits, Object, object};
use value::{Map, Value};

use super::template;

/// A service as somebody registered it.
struct Entry {
    port: i64,
}

impl Object for Entry {
    fn type_name(&self) -> &'static str {
        "model.Entry"
    }

    fn member(&self, name: &str) -> Option<Value> {
        let port = self.port;
        match name {
            "Port" => Some(port.into()),
            "Tags" => Some(Value::Null),
            "Address" => Some(
                Function::new("Address", Arity::exactly(1), move |call| {
                    Ok(format!("{}:{port}", call.text(0).unwrap_or("?")).into())
                })
                .into_value(),
            ),
            _ => None,
        }
    }

    fn plain(&self) -> Value {
        Map::from_iter([("port", self.port)]).into()
    }
}

fn render(text: &str) -> String {
    let variables = Map::from_iter([("e", object(Arc::new(Entry { port: 80 })))]);
    let functions = Functions::new();
    let context = variables.get("e");
    let input = Input { variables: &variables, context, functions: &functions, limits: Limits::default() };
    match template(text).render(input) {
        Ok(output) => String::from_utf8(output).expect("the templates of these tests are UTF-8"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn have_fields_and_functions() {
    assert_eq!(render("{{ e.Port + 1 }} {{ e[\"Port\"] }} {{ .Port }} {{ e.Address(\"web\") }}"), "81 80 80 web:80");
    assert_eq!(
        render("{{ isset(e.Port) }} {{ isset(e.Tags) }} {{ isset(e.Nope) }} {{ e.Tags }}"),
        "true false false <nil>"
    );
    assert_eq!(
        render("{{ e }} {{ json(e) }} {{ len(e) }}{{ range k, v := e }} {{ k }}{{ end }}"),
        "map[port:80] {\"port\":80} 1 port"
    );
}

#[test]
fn a_missing_member_is_an_error() {
    assert_eq!(render("{{ e.Nope }}"), "/t:1:4: `model.Entry` has no member `Nope`");
    assert_eq!(render("{{ e[1] }}"), "/t:1:4: a number cannot be the name of a member");
}
