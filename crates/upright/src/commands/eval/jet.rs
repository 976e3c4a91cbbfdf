//! Jet templates, as manifests use them.

use document::Options;
use jet::{Functions, Input as Given, JET_PARSE, JET_RENDER, Limits, ParseError, Place, RenderError, Template};

use super::Language;
use super::input::Input;
use super::show::{Answer, Mistake, Point};
use crate::exit::Exit;

pub(super) const LANGUAGE: Language = Language {
    name: "jet",
    kind: "jet",
    about: "A Jet template, as manifests use them",
    more: "A Jet template, as manifests use them, with the delimiters [[ and ]].\n\nEach key of the data is a variable, and the \
           data itself is the context: [[ name ]] and [[ .name ]].",
    text: "TEMPLATE",
    delimiters: Some(("[[", "]]")),
    dialect: Options::manifest,
    evaluate,
    check,
    doubt: super::no_doubt,
    variables: super::Given::Names(|_| true),
};

fn evaluate(input: &Input) -> Result<Answer, Mistake> {
    let mut variables = input.data.as_map().cloned().unwrap_or_default();
    for (name, value) in input.variables.iter() {
        variables.insert(name.clone(), value.clone());
    }
    let context = (!input.data.is_null()).then_some(&input.data);
    let given = Given { variables: &variables, context, functions: &Functions::new(), limits: Limits::default() };
    let rendered = template(input)?.render(given).map_err(|error| failed(&error))?;
    Ok(Answer::of_template(rendered))
}

fn check(input: &Input) -> Result<Vec<String>, Mistake> {
    let references = template(input)?.references();
    let variables = references.variables.iter().map(|reference| reference.path.join("."));
    let context = references.context.iter().map(|reference| format!(".{}", reference.path.join(".")));
    let mut names: Vec<String> = variables.chain(context).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

fn template(input: &Input) -> Result<Template, Mistake> {
    let (left, right) = LANGUAGE.delimiters_in(input);
    let options = jet::Options::default().with_delimiters(left, right);
    Template::parse(input.sources.name(input.file), &input.text, &options).map_err(|error| invalid(&error))
}

fn invalid(error: &ParseError) -> Mistake {
    Mistake::new(&JET_PARSE, Exit::Invalid, point(error.problem.to_string(), &error.place, error.help()))
}

fn failed(error: &RenderError) -> Mistake {
    Mistake::new(&JET_RENDER, Exit::Rendering, point(error.cause().to_string(), error.place(), error.help()))
}

fn point(message: String, place: &Place, help: Option<String>) -> Point {
    Point { message, place: Some(place.start as usize..place.end as usize), help }
}
