//! The JSON form of Terraform files.

use super::constant::evaluate;
use super::found::{Found, labels, list_of, set_list, set_map, sorted_out};
use super::syntax::{Node, Part, Problem, parse_expression};
use value::{List, Map, Value};

/// Everything that a file has.
pub(super) fn read(text: &str) -> Result<Found, Problem> {
    let root = Value::from_json(text).map_err(|error| {
        let at = error.offset.min(text.len());
        let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
        Problem { summary: "Invalid JSON".to_owned(), detail: format!("{error}."), place: at..end }
    })?;
    let mut found = Found::default();
    for map in objects(&root) {
        read_root(map, &mut found);
    }
    Ok(found)
}

fn read_root(map: &Map, found: &mut Found) {
    for (key, value) in entries(map) {
        match key {
            "locals" => objects(value).into_iter().flat_map(entries).for_each(|(name, value)| {
                found.locals.insert(name, worked_out(value));
            }),
            "terraform" => objects(value).into_iter().for_each(|map| found.terraform = terraform(map)),
            kind => match list_of(kind) {
                Some(list) => labelled(value, labels(list).len(), &mut Vec::new(), &mut |names, body| {
                    found.add(list, block(list, names, body));
                }),
                None => {
                    found.attributes.insert(key, worked_out(value));
                }
            },
        }
    }
}

/// An object, or a list of them.
fn objects(value: &Value) -> Vec<&Map> {
    match value {
        Value::Map(map) => vec![map],
        Value::List(list) => list.iter().filter_map(Value::as_map).collect(),
        _ => Vec::new(),
    }
}

/// The entries of an object; `//` is a remark.
fn entries(map: &Map) -> impl Iterator<Item = (&str, &Value)> {
    map.iter().filter_map(|(key, value)| Some((key.as_str()?, value))).filter(|(key, _)| *key != "//")
}

/// Goes down as many levels as a block has labels, and takes each body with them.
fn labelled<'v>(value: &'v Value, depth: usize, names: &mut Vec<&'v str>, take: &mut dyn FnMut(&[&str], &Map)) {
    for map in objects(value) {
        if depth == 0 {
            take(names, map);
            continue;
        }
        for (name, inner) in entries(map) {
            names.push(name);
            labelled(inner, depth - 1, names, take);
            names.pop();
        }
    }
}

fn block(list: &str, names: &[&str], body: &Map) -> Map {
    let mut map: Map = labels(list).iter().copied().zip(names.iter().map(|name| Value::string(*name))).collect();
    let mut rest = body.clone();
    let validation = if list == "variables" { rest.remove("validation") } else { None };
    let (data, assertions) = if list == "check" { (rest.remove("data"), rest.remove("assert")) } else { (None, None) };
    sorted_out(list, &mut map, arguments(&rest));
    set_list(&mut map, "validation", bodies(validation.as_ref()));
    let mut lookups = List::new();
    if let Some(data) = &data {
        labelled(data, 2, &mut Vec::new(), &mut |names, body| lookups.push(block("data", names, body)));
    }
    set_list(&mut map, "data", lookups);
    set_list(&mut map, "assertions", bodies(assertions.as_ref()));
    map
}

fn bodies(value: Option<&Value>) -> List {
    value.into_iter().flat_map(objects).map(|body| Value::from(arguments(body))).collect()
}

fn arguments(body: &Map) -> Map {
    entries(body).map(|(name, value)| (name, worked_out(value))).collect()
}

fn terraform(body: &Map) -> Map {
    let mut rest = body.clone();
    let providers = rest.remove("required_providers");
    let (backend, cloud) = (rest.remove("backend"), rest.remove("cloud"));
    let mut map = Map::new();
    sorted_out("terraform", &mut map, arguments(&rest));
    for providers in providers.iter().flat_map(objects) {
        map.insert("required_providers", arguments(providers));
    }
    for cloud in cloud.iter().flat_map(objects) {
        map.insert("cloud", arguments(cloud));
    }
    if let Some(backend) = &backend {
        labelled(backend, 1, &mut Vec::new(), &mut |names, body| {
            let mut backend = Map::new();
            backend.insert("type", names.first().copied().unwrap_or_default());
            set_map(&mut backend, "attributes", arguments(body));
            map.insert("backend", backend);
        });
    }
    map
}

/// Texts are templates; how deep JSON can be nested is bounded by its reader.
fn worked_out(value: &Value) -> Value {
    match value {
        Value::String(text) if text.contains("${") || text.contains("%{") => template(text),
        Value::List(list) => list.iter().map(worked_out).collect::<List>().into(),
        Value::Map(map) => map.iter().map(|(key, value)| (key.clone(), worked_out(value))).collect::<Map>().into(),
        other => other.clone(),
    }
}

/// The value of a template; else its expression when it is nothing but one, or the text in quotes, as the native form has it.
fn template(text: &str) -> Value {
    let quoted = || Value::string(format!("\"{text}\""));
    // A heredoc takes a text as it is; the mark is in no line of it.
    let mut mark = "END".to_owned();
    while text.contains(&mark) {
        mark.push('_');
    }
    let source = format!("<<{mark}\n{text}\n{mark}\n");
    let Some(expression) = parse_expression(source.as_str()) else { return quoted() };
    if let Node::Template { parts, .. } = &expression.kind
        && let [Part::Value(only), Part::Text(end)] = parts.as_slice()
        && end == "\n"
    {
        let raw = || Value::string(source.get(only.place.clone()).unwrap_or_default().trim());
        return evaluate(only).unwrap_or_else(raw);
    }
    match evaluate(&expression) {
        Some(Value::String(made)) => Value::string(made.strip_suffix('\n').unwrap_or(&made)),
        _ => quoted(),
    }
}
