//! Modifiers: `@reverse`, `@flatten:{"deep":true}` and the others.

use value::{KeyOrder, Value};

use super::json::{Json, Kind, Name, number_text, raw};
use super::limit::{GjsonError, Result, STEPS_PER_ENTRY, STEPS_PER_SCALAR};
use super::pretty::{self, Style};
use super::query::truth;
use super::read;
use super::search::{Search, path_text};
use super::selector::end_of_block;

/// A modifier: its name, and what it makes of a part.
type Modifier = for<'a> fn(&mut Search, &Json<'a>, &[u8]) -> Result<Json<'a>>;

const MODIFIERS: [(&str, Modifier); 13] = [
    ("pretty", pretty),
    ("ugly", |search, part, _| {
        let text = pretty::compact(&search.raw(part)?);
        read::value(&text, &mut search.limit)
    }),
    ("reverse", |search, part, _| Ok(reverse(part, search.order))),
    ("this", |_, part, _| Ok(part.clone())),
    ("flatten", flatten),
    ("join", join),
    ("valid", |search, part, _| Ok(if is_valid(search, part)? { part.clone() } else { Json::Missing })),
    ("keys", keys),
    ("values", |search, part, _| Ok(values(part, search.order))),
    ("tostr", |search, part, _| {
        let text = search.raw(part)?;
        search.limit.read(text.len() * 2)?;
        Ok(Json::text(&text))
    }),
    ("fromstr", from_string),
    ("group", group),
    ("dig", dig),
];

fn find(name: &[u8]) -> Option<Modifier> {
    MODIFIERS.iter().find(|(other, _)| other.as_bytes() == name).map(|(_, modifier)| *modifier)
}

/// Whether there is a modifier of this name.
pub(super) fn exists(name: &[u8]) -> bool {
    find(name).is_some()
}

/// The names of all modifiers.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    MODIFIERS.iter().map(|(name, _)| *name)
}

/// Applies the modifier that a path begins with; what it made, and the rest of the path.
pub(super) fn apply<'a, 'p>(
    search: &mut Search,
    part: &Json<'a>,
    path: &'p [u8],
) -> Result<Option<(Json<'a>, &'p [u8])>> {
    let end = path.iter().position(|byte| matches!(byte, b':' | b'|' | b'.')).unwrap_or(path.len());
    let Some(modifier) = find(&path[1..end]) else { return Ok(None) };
    let (argument, rest) = match path.get(end) {
        Some(b':') => argument(search, &path[end + 1..])?,
        _ => (&b""[..], &path[end..]),
    };
    search.limit.steps(part.steps())?;
    search.limit.bytes(path.len() - rest.len())?;
    modifier(search, part, argument).map(|made| Some((made, rest)))
}

/// The argument after a colon: a JSON value, or everything up to a pipe.
fn argument<'p>(search: &mut Search, text: &'p [u8]) -> Result<(&'p [u8], &'p [u8])> {
    let is_json =
        matches!(text.first(), Some(b'{' | b'[' | b'"')) && read::value(&path_text(text), &mut search.limit)?.exists();
    if is_json {
        return Ok(text.split_at(end_of_block(text)));
    }
    Ok(split_argument(text))
}

/// An argument that is no JSON, and what comes after it: a pipe ends it.
pub(super) fn split_argument(text: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    while at < text.len() && text[at] != b'|' {
        if matches!(text[at], b'{' | b'[' | b'"' | b'(') {
            at += end_of_block(&text[at..]) - 1;
        }
        at += 1;
    }
    text.split_at(at.min(text.len()))
}

/// An option that a modifier was given as JSON.
fn option<'a>(search: &mut Search, argument: &[u8], name: &str) -> Result<Option<Json<'a>>> {
    let options = read::value(&path_text(argument), &mut search.limit)?;
    let entries = options.entries(search.order).unwrap_or_default();
    Ok(entries.into_iter().rfind(|(key, _)| &*key.text == name).map(|(_, part)| part))
}

fn is_on(search: &mut Search, argument: &[u8], name: &str) -> Result<bool> {
    Ok(option(search, argument, name)?.and_then(|part| truth(&part)).unwrap_or(false))
}

/// What upstream prints for a part.
pub(super) fn text_of(part: &Json<'_>, order: KeyOrder) -> Result<String> {
    Ok(match part.kind() {
        Kind::Missing | Kind::Null => String::new(),
        Kind::Bool(truth) => truth.to_string(),
        Kind::Number(number) => number_text(&raw(part, order)?, number),
        Kind::Text(text) => text.into_owned(),
        Kind::List | Kind::Object => raw(part, order)?,
        Kind::Unknown(unknown) => unknown.to_string(),
    })
}

fn pretty<'a>(search: &mut Search, part: &Json<'a>, argument: &[u8]) -> Result<Json<'a>> {
    let mut style = Style::default();
    if !argument.is_empty() {
        style.sort_keys = is_on(search, argument, "sortKeys")?;
        let order = search.order;
        let blanks = |part: Json<'_>| -> Result<String> {
            Ok(text_of(&part, order)?.chars().filter(|c| " \t\n\r".contains(*c)).collect())
        };
        if let Some(indent) = option(search, argument, "indent")? {
            style.indent = blanks(indent)?;
        }
        if let Some(prefix) = option(search, argument, "prefix")? {
            style.prefix = blanks(prefix)?;
        }
        if let Some(width) = option(search, argument, "width")? {
            style.width = integer(&width);
        }
    }
    let text = pretty::pretty(&mut search.limit, part, search.order, &style)?;
    read::value(&text, &mut search.limit)
}

fn integer(part: &Json<'_>) -> i64 {
    match part.kind() {
        #[expect(clippy::cast_possible_truncation, reason = "a width is small")]
        Kind::Number(number) => number as i64,
        Kind::Text(text) => text.parse().unwrap_or(0),
        Kind::Bool(truth) => truth.into(),
        _ => 0,
    }
}

fn reverse<'a>(part: &Json<'a>, order: KeyOrder) -> Json<'a> {
    if let Some(mut items) = part.items() {
        items.reverse();
        return Json::list(items);
    }
    match part.entries(order) {
        Some(mut entries) => {
            entries.reverse();
            Json::object(entries)
        }
        None => part.clone(),
    }
}

fn flatten<'a>(search: &mut Search, part: &Json<'a>, argument: &[u8]) -> Result<Json<'a>> {
    let Some(items) = part.items() else { return Ok(part.clone()) };
    let deep = !argument.is_empty() && is_on(search, argument, "deep")?;
    let mut flat = Vec::new();
    let mut open = vec![items.into_iter()];
    while let Some(level) = open.last_mut() {
        search.limit.steps(1)?;
        match level.next() {
            None => drop(open.pop()),
            Some(item) if deep || open.len() == 1 => match item.items() {
                Some(inner) => {
                    search.limit.steps(STEPS_PER_ENTRY + inner.len())?;
                    open.push(inner.into_iter());
                }
                None => flat.push(item),
            },
            Some(item) => flat.push(item),
        }
    }
    Ok(Json::list(flat))
}

fn join<'a>(search: &mut Search, part: &Json<'a>, argument: &[u8]) -> Result<Json<'a>> {
    let Some(items) = part.items() else { return Ok(part.clone()) };
    let preserve = !argument.is_empty() && is_on(search, argument, "preserve")?;
    let mut joined: Vec<(Name, Json<'a>)> = Vec::new();
    for entry in items.iter().filter_map(|item| item.entries(search.order)).flatten() {
        search.limit.steps(if preserve { STEPS_PER_ENTRY } else { joined.len() + STEPS_PER_ENTRY })?;
        let same = joined.iter_mut().find(|(name, _)| !preserve && name.text == entry.0.text);
        match same {
            Some((_, value)) => *value = entry.1,
            None => joined.push(entry),
        }
    }
    Ok(Json::object(joined))
}

/// Values are valid; a text may not be.
fn is_valid(search: &mut Search, part: &Json<'_>) -> Result<bool> {
    Ok(match part {
        Json::Missing => false,
        Json::Value(_) => true,
        part => {
            let text = search.raw(part)?;
            // Making values of it takes longer than writing it.
            search.limit.bytes(text.len() * 2)?;
            Value::from_json(&text).is_ok()
        }
    })
}

fn keys<'a>(search: &mut Search, part: &Json<'a>, _: &[u8]) -> Result<Json<'a>> {
    let null = || Json::scalar(super::json::ScalarKind::Null, "null");
    if let Some(entries) = part.entries(search.order) {
        search.limit.steps(entries.len() * STEPS_PER_SCALAR)?;
        let text = |name: &Name| super::json::ScalarKind::Text((&*name.text).into());
        return Ok(Json::list(entries.iter().map(|(name, _)| Json::scalar(text(name), name.raw())).collect()));
    }
    Ok(match part {
        Json::Missing => Json::list(Vec::new()),
        part => Json::list(vec![null(); part.list_length().unwrap_or(1)]),
    })
}

fn values<'a>(part: &Json<'a>, order: KeyOrder) -> Json<'a> {
    match part {
        Json::Missing => Json::list(Vec::new()),
        part if part.list_length().is_some() => part.clone(),
        part => match part.entries(order) {
            Some(entries) => Json::list(entries.into_iter().map(|(_, value)| value).collect()),
            None => Json::list(vec![part.clone()]),
        },
    }
}

/// What a text says as JSON.
fn from_string<'a>(search: &mut Search, part: &Json<'a>, _: &[u8]) -> Result<Json<'a>> {
    if !is_valid(search, part)? {
        return Ok(Json::Missing);
    }
    match part.kind() {
        Kind::Text(text) => read::value(&text, &mut search.limit),
        Kind::Null => Ok(Json::Missing),
        _ => Ok(part.clone()),
    }
}

/// `{"a":[1,2],"b":[3]}` becomes `[{"a":1,"b":3},{"a":2}]`.
fn group<'a>(search: &mut Search, part: &Json<'a>, _: &[u8]) -> Result<Json<'a>> {
    let Some(entries) = part.entries(search.order) else { return Ok(Json::Missing) };
    let mut groups: Vec<Vec<(Name, Json<'a>)>> = Vec::new();
    for (name, list) in entries {
        search.limit.steps(list.list_length().unwrap_or_default() * STEPS_PER_ENTRY)?;
        for (at, item) in list.items().into_iter().flatten().enumerate() {
            if at == groups.len() {
                groups.push(Vec::new());
            }
            groups[at].push((name.clone(), item));
        }
    }
    Ok(Json::list(groups.into_iter().map(Json::object).collect()))
}

/// What a path finds in a part, and in everything that is in it.
fn dig<'a>(search: &mut Search, part: &Json<'a>, path: &[u8]) -> Result<Json<'a>> {
    let mut found = Vec::new();
    let mut open = vec![part.clone()];
    while let Some(part) = open.pop() {
        search.limit.steps(2 + part.steps())?;
        let result = search.get(part.clone(), path)?;
        if result.exists() {
            found.push(result);
        }
        let entries = part.entries(search.order).map(|entries| entries.into_iter().map(|(_, part)| part).collect());
        let mut inner: Vec<Json<'a>> = part.items().or(entries).unwrap_or_default();
        inner.reverse();
        open.append(&mut inner);
        if open.len() > 5_000_000 {
            return Err(GjsonError::TooLarge);
        }
    }
    Ok(Json::list(found))
}
