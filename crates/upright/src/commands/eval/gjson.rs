//! The paths of `lookup`.

use std::ops::Range;

use diagnostics::suggest;
use document::Options;
use expr::gjson::{self, Document, Found, KeyOrder, PathError, PathErrorKind};
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
    let found = document.search(input.expression()).map_err(|error| broken(&error))?;
    if !found.exists() {
        gjson::check(input.expression()).map_err(|error| broken(&error))?;
        let missing = Missing::of(&document, input.expression());
        let point = Point {
            message: format!("{} leads to nothing in the data", named(input.expression())),
            help: missing.help(),
            place: Some(missing.at),
        };
        return Err(Mistake::new(&GJSON_MISSING, Exit::NotFound, point));
    }
    Ok(Answer { value: found.to_value(), type_name: found.kind().name().to_owned() })
}

/// The search takes a broken path for something else; only what no data makes sense of is refused.
fn check(input: &Input) -> Result<Vec<String>, Mistake> {
    let path = input.expression();
    gjson::check(path).map_err(|error| broken(&error))?;
    let found = Document::new(&Value::Null, KeyOrder::Keep).search(path).map(drop);
    found.map(|()| Vec::new()).map_err(|error| broken(&error))
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

/// How many components are tried from the end of a path.
const TRIED: usize = 50;

/// How many keys a help lists.
const LISTED: usize = 12;

/// The first component of a path that leads to nothing.
struct Missing<'a> {
    path: &'a str,
    at: Range<usize>,
    /// Where the path still led somewhere.
    before: &'a str,
    /// What is there.
    found: Option<Found<'a>>,
}

impl<'a> Missing<'a> {
    fn of(document: &Document<'a>, path: &'a str) -> Self {
        let components = gjson::components(path);
        let known = components.windows(2).rev().take(TRIED).find_map(|pair| {
            let before = &path[..pair[0].end];
            let found = document.get(before).ok().filter(Found::exists)?;
            Some(Self { path, at: pair[1].clone(), before, found: Some(found) })
        });
        known.unwrap_or_else(|| Self {
            path,
            at: components.into_iter().next().unwrap_or_default(),
            before: "",
            found: document.get("@this").ok(),
        })
    }

    /// A key like the one that is missing, or the keys that there are.
    fn help(&self) -> Option<String> {
        let keys: Vec<String> = self.found.as_ref()?.to_value().as_map()?.keys().map(Key::to_string).collect();
        if let Some(meant) = suggest(&self.path[self.at.clone()], keys.iter().map(String::as_str)) {
            return Some(format!("did you mean `{meant}`?"));
        }
        let place = if self.before.is_empty() { "the data".to_owned() } else { format!("`{}`", self.before) };
        let more = if keys.len() > LISTED { ", …" } else { "" };
        let listed: Vec<String> = keys.iter().take(LISTED).map(|key| format!("`{key}`")).collect();
        (!keys.is_empty()).then(|| format!("{place} has {}{more}", listed.join(", ")))
    }
}
