//! Go templates, with the functions that solutions have.

use document::Options;
use functions::{EnvFunctions, Outside, local_zone, scafctl};
use gotmpl::{Limits, ParseError, RenderError, TEMPLATE_PARSE, TEMPLATE_RENDER, Template};

use super::input::Input;
use super::show::{Answer, Mistake, Point};
use super::{Given, Language};
use crate::exit::Exit;

pub(super) const LANGUAGE: Language = Language {
    name: "template",
    kind: "go-template",
    about: "A Go template, with the functions that solutions have",
    more: "A Go template, with the functions that solutions have.\n\nThe data is the dot: {{ .name }}. Variables are fields of \
           it as well.",
    text: "TEMPLATE",
    delimiters: Some(("{{", "}}")),
    dialect: Options::solution,
    evaluate,
    check,
    doubt: super::no_doubt,
    variables: Given::Members,
};

fn evaluate(input: &Input) -> Result<Answer, Mistake> {
    let rendered = template(input)?.render(&input.data, &Limits::default()).map_err(|error| failed(&error))?;
    Ok(Answer::of_template(rendered))
}

fn check(input: &Input) -> Result<Vec<String>, Mistake> {
    let template = template(input)?;
    let mut names: Vec<String> =
        template.references().iter().map(|field| format!(".{}", field.path.join("."))).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

fn template(input: &Input) -> Result<Template, Mistake> {
    let world = &input.world;
    let outside = Outside::new(world.clock.clone(), world.random.clone())
        .with_zone(local_zone(&*world.files, &*world.environment))
        .with_cel(super::cel::engine(input));
    let functions = scafctl(&outside, EnvFunctions::Removed);
    let (left, right) = LANGUAGE.delimiters_in(input);
    let options = gotmpl::Options { left, right, ..gotmpl::Options::new(&functions) };
    let name = input.sources.name(input.file);
    Template::parse(name, input.text.clone(), &options).map_err(|error| invalid(&error))
}

fn invalid(error: &ParseError) -> Mistake {
    Mistake::new(&TEMPLATE_PARSE, Exit::Invalid, point(error.message.clone(), error.start, error.end))
}

fn failed(error: &RenderError) -> Mistake {
    Mistake::new(&TEMPLATE_RENDER, Exit::Rendering, point(error.to_string(), error.start, error.end))
}

fn point(message: String, start: u32, end: u32) -> Point {
    Point { message, place: Some(start as usize..end as usize), help: None }
}
