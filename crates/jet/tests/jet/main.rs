//! Templates from the outside: what they print, what they say about mistakes, what they are not allowed to use up.

mod check;
mod functions;
mod limits;
mod messages;
mod objects;
mod original;
mod properties;
mod reference;
mod rendering;
mod source_map;

use jet::{Functions, Input, Limits, Options, RenderError, Set, Template, example_templates, example_variables};
use value::{Map, Value};

/// A template with the delimiters `{{` and `}}` that can include the templates of the examples.
fn template(text: &str) -> Template {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn parse(text: &str) -> Result<Template, jet::ParseError> {
    Set::new(example_templates(), &Options::default()).parse("t", text.as_bytes())
}

/// The variables of the examples, and some that are unusual.
fn variables() -> Map {
    let mut variables = example_variables();
    variables.insert("nul", Map::from_iter([("x", Value::Null)]));
    variables
}

fn render_within(text: &str, limits: Limits) -> Result<String, RenderError> {
    let (variables, functions) = (variables(), Functions::new());
    let input = Input { variables: &variables, context: None, functions: &functions, limits };
    template(text)
        .render(input)
        .map(|output| String::from_utf8(output).expect("the templates of these tests are UTF-8"))
}

fn render(text: &str) -> Result<String, RenderError> {
    render_within(text, Limits::default())
}

/// What a template prints, or the message.
fn outcome(text: &str) -> String {
    match parse(text) {
        Ok(_) => render(text).unwrap_or_else(|error| error.to_string()),
        Err(error) => error.to_string(),
    }
}
