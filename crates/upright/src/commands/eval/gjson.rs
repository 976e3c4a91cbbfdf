//! The paths of `lookup`.

use diagnostics::suggest;
use document::Options;
use expr::gjson::{self, Document, GjsonError, KeyOrder, PathError, PathErrorKind};
use expr::{GJSON_LIMIT, GJSON_MISSING, GJSON_PATH};
use value::{Key, Value};

use super::input::Input;
use super::show::{Answer, Mistake, Point};
use super::{Given, Language};
use crate::exit::Exit;

pub(super) const LANGUAGE: Language = Language {
    name: "gjson",
    kind: "gjson",
    about: "A path of `lookup` (GJSON)",
    more: "A path of `lookup` (GJSON), followed in the data. Variables are members of it. A path that leads to nothing ends with exit code 4.",
    text: "PATH",
    delimiters: None,
    dialect: Options::manifest,
    evaluate,
    check,
    doubt,
    variables: Given::Members,
};

fn evaluate(input: &Input) -> Result<Answer, Mistake> {
    let document = Document::new(&input.data, KeyOrder::Keep);
    let found = document.get(input.expression()).map_err(|error| too_much(&error, input))?;
    if !found.exists() {
        gjson::check(input.expression()).map_err(|error| broken(&error))?;
        let point = Point {
            message: format!("{} leads to nothing in the data", named(input.expression())),
            place: Some(0..input.expression().len()),
            help: nearby(&document, input.expression()),
        };
        return Err(Mistake::new(&GJSON_MISSING, Exit::NotFound, point));
    }
    Ok(Answer { value: found.to_value(), type_name: found.kind().name().to_owned() })
}

/// The search takes a broken path for something else; only what no data makes sense of is refused.
fn check(input: &Input) -> Result<Vec<String>, Mistake> {
    let path = input.expression();
    gjson::check(path).map_err(|error| broken(&error))?;
    let found = Document::new(&Value::Null, KeyOrder::Keep).get(path).map(drop);
    found.map(|()| Vec::new()).map_err(|error| too_much(&error, input))
}

fn doubt(input: &Input) -> Option<String> {
    gjson::doubts(input.expression()).into_iter().next()
}

fn broken(error: &PathError) -> Mistake {
    let (code, exit) = match error.kind {
        PathErrorKind::Limit(_) => (&GJSON_LIMIT, Exit::Failed),
        _ => (&GJSON_PATH, Exit::Invalid),
    };
    Mistake::new(code, exit, Point { message: error.to_string(), place: Some(error.at.clone()), help: error.help() })
}

/// How long a path may be that a message repeats; the place shows longer ones.
const REPEATED: usize = 60;

fn named(path: &str) -> String {
    match path.len() {
        0 => "the empty path".to_owned(),
        1..=REPEATED => format!("`{path}`"),
        _ => "the path".to_owned(),
    }
}

/// How many dots are tried from the end of a path.
const DOTS: usize = 50;

/// How many keys a help lists.
const LISTED: usize = 12;

/// What is where the path still led somewhere: a key like the one that is missing, or the keys that there are.
fn nearby(document: &Document<'_>, path: &str) -> Option<String> {
    let dots = path.rmatch_indices('.').take(DOTS).map(|(at, _)| (&path[..at], &path[at + 1..]));
    let (before, rest, found) = dots.chain([("@this", path)]).find_map(|(before, rest)| {
        let found = document.get(before).ok()?;
        found.exists().then_some((before, rest, found))
    })?;
    let missing = rest.split(['.', '|']).next().unwrap_or(rest);
    let keys: Vec<String> = found.to_value().as_map()?.keys().map(Key::to_string).collect();
    if let Some(meant) = suggest(missing, keys.iter().map(String::as_str)) {
        return Some(format!("did you mean `{meant}`?"));
    }
    let place = if before == "@this" { "the data".to_owned() } else { format!("`{before}`") };
    let more = if keys.len() > LISTED { ", …" } else { "" };
    let listed: Vec<String> = keys.iter().take(LISTED).map(|key| format!("`{key}`")).collect();
    (!keys.is_empty()).then(|| format!("{place} has {}{more}", listed.join(", ")))
}

fn too_much(error: &GjsonError, input: &Input) -> Mistake {
    let point = Point {
        message: error.to_string(),
        place: Some(0..input.expression().len()),
        help: Some(error.help().to_owned()),
    };
    Mistake::new(&GJSON_LIMIT, Exit::Failed, point)
}
