//! JSON Schemas of manifests, requests, responses and events, made from the definitions that read and write them.

use crate::forms;
use crate::top::Top;
use document::decode::Decode;
use document::schema::{SchemaOptions, json_schema};
use engine::TypeDef;
use value::{Key, List, Map, Value};

/// The kinds of documents that have a schema.
pub const SCHEMAS: &[&str] = &["manifest", "request", "response", "event"];

/// JSON Schema 2020-12 of a kind of document; `None` for a kind that has none.
pub fn schema(kind: &str) -> Option<Value> {
    Some(match kind {
        "manifest" => manifest(),
        "request" => request(),
        "response" => response(),
        "event" => json_schema(
            engine::event_shape(),
            &SchemaOptions { id: Some(&id(kind)), title: Some(kind), template: None },
        ),
        _ => return None,
    })
}

/// What a text with an expression has in it.
const TEMPLATE: &str = r"\{\{|\$\{";

/// Where a schema says it lives.
fn id(kind: &str) -> String {
    format!("https://upright.dev/schemas/v1/{kind}.json")
}

/// One resource that another program asks for.
fn request() -> Value {
    let (mut types, mut definitions) = (Map::new(), Map::new());
    for definition in forms::types() {
        add_type(definition, &mut types, &mut definitions);
    }
    let names: List = types.keys().map(|key| Value::from(key.to_string())).collect();
    let each = types.iter().map(|(kind, forms)| {
        let kind = map([("const", kind.to_string().into())]);
        Value::from(map([("properties", map([("type", kind.into()), ("properties", forms.clone())]).into())]))
    });
    let each: List = each.collect();
    let properties = map([
        ("protocol", map([("const", crate::REQUEST_PROTOCOL.into())]).into()),
        ("type", map([("description", "The resource type.".into()), ("enum", names.into())]).into()),
        ("properties", map([("description", "The resource, in map form or as a list of one.".into())]).into()),
    ]);
    document(
        "request",
        properties,
        ["protocol", "type", "properties"],
        [("anyOf", each.into()), ("$defs", definitions.into())],
    )
}

/// The answer to a request: the event, or why there is none.
fn response() -> Value {
    let event = json_schema(engine::event_shape(), &SchemaOptions::default());
    let properties = map([
        ("protocol", map([("const", "io.choria.ccm.v1.resource.ensure.response".into())]).into()),
        ("state", event),
        ("error", map([("type", "string".into()), ("description", "Why nothing was done.".into())]).into()),
    ]);
    let one_of =
        ["state", "error"].map(|key| Value::from(map([("required", List::from_iter([Value::from(key)]).into())])));
    document("response", properties, ["protocol"], [("oneOf", one_of.into_iter().collect::<List>().into())])
}

fn document<const R: usize, const N: usize>(
    kind: &str,
    properties: Map,
    required: [&str; R],
    more: [(&str, Value); N],
) -> Value {
    let mut schema = map([
        ("$schema", "https://json-schema.org/draft/2020-12/schema".into()),
        ("$id", id(kind).into()),
        ("title", kind.into()),
        ("type", "object".into()),
        ("properties", properties.into()),
        ("required", required.into_iter().map(Value::from).collect::<List>().into()),
        ("additionalProperties", false.into()),
    ]);
    for (key, value) in more {
        schema.insert(key, value);
    }
    schema.into()
}

/// A manifest, every resource type included.
fn manifest() -> Value {
    let id = id("manifest");
    let root = json_schema(Top::shape(), &SchemaOptions { id: Some(&id), title: Some("manifest"), template: None });
    let Value::Map(mut root) = root else { unreachable!("the schema of a record is a map") };
    let mut definitions = take_map(&mut root, "$defs");
    let mut types = Map::new();
    for definition in forms::types() {
        add_type(definition, &mut types, &mut definitions);
    }
    let mut ccm = take_map(&mut definitions, "ccm");
    let mut properties = take_map(&mut ccm, "properties");
    properties.insert("resources", resources_schema(types));
    ccm.insert("properties", properties);
    definitions.insert("ccm", ccm);
    root.insert("$defs", definitions);
    Value::Map(root)
}

fn take_map(from: &mut Map, key: &str) -> Map {
    match from.get(key) {
        Some(Value::Map(map)) => map.clone(),
        _ => Map::new(),
    }
}

/// The properties of a type, as they are in the map form and, with nothing required, below a name of the list form.
fn add_type(definition: &TypeDef, types: &mut Map, definitions: &mut Map) {
    let schema = json_schema((definition.shape)(), &SchemaOptions { template: Some(TEMPLATE), ..Default::default() });
    let Value::Map(mut body) = schema else { return };
    for (key, part) in take_map(&mut body, "$defs").iter() {
        definitions.insert(key.clone(), part.clone());
    }
    let mut properties: Map = body.iter().filter(|(key, _)| !is_any(key, &["$schema", "$defs"])).map(owned).collect();
    let named = format!("{}-in-list", definition.name);
    let unnamed: Map = properties.iter().filter(|(key, _)| !is_any(key, &["required"])).map(owned).collect();
    properties.insert("description", definition.about);
    definitions.insert(definition.name, properties);
    definitions.insert(named.as_str(), unnamed);
    types.insert(definition.name, forms(definition, &named));
}

fn is_any(key: &Key, names: &[&str]) -> bool {
    matches!(key, Key::String(key) if names.contains(&&**key))
}

fn owned((key, value): (&Key, &Value)) -> (Key, Value) {
    (key.clone(), value.clone())
}

/// The list form and the map form of a type.
fn forms(definition: &TypeDef, named: &str) -> Map {
    let item = map([
        ("type", "object".into()),
        ("minProperties", 1.into()),
        ("maxProperties", 1.into()),
        ("additionalProperties", any_of([reference(named), map([("type", "null".into())]).into()])),
    ]);
    let list = map([
        ("type", "array".into()),
        ("description", "A list of `name: {properties}`; `defaults` counts for the whole list.".into()),
        ("minItems", 1.into()),
        ("items", item.into()),
    ]);
    let both = any_of([list.into(), reference(definition.name)]);
    let Value::Map(mut both) = both else { unreachable!("made of a map just now") };
    both.insert("description", definition.about);
    both
}

fn resources_schema(types: Map) -> Map {
    let item = map([
        ("description", "One resource type and its resources.".into()),
        ("type", "object".into()),
        ("properties", types.into()),
        ("additionalProperties", false.into()),
        ("minProperties", 1.into()),
        ("maxProperties", 1.into()),
    ]);
    map([
        ("description", "The resources, in the order in which they are applied.".into()),
        ("type", "array".into()),
        ("minItems", 1.into()),
        ("items", item.into()),
    ])
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Map {
    entries.into_iter().collect()
}

fn any_of<const N: usize>(schemas: [Value; N]) -> Value {
    map([("anyOf", Value::from(schemas.into_iter().collect::<List>()))]).into()
}

fn reference(name: &str) -> Value {
    map([("$ref", format!("#/$defs/{name}").into())]).into()
}
