//! The JSON Schema of a manifest, made from the definitions that decode it.

use crate::top::Top;
use document::decode::Decode;
use document::schema::{SchemaOptions, json_schema};
use engine::TypeDef;
use value::{Key, List, Map, Value};

/// Where the schema says it lives.
const ID: &str = "https://upright.dev/schemas/v1/manifest.json";

/// JSON Schema 2020-12 of a manifest, every resource type included.
pub fn schema() -> Value {
    let root = json_schema(Top::shape(), &SchemaOptions { id: Some(ID), title: Some("manifest"), template: None });
    let Value::Map(mut root) = root else { unreachable!("the schema of a record is a map") };
    let mut definitions = take_map(&mut root, "$defs");
    let mut types = Map::new();
    for definition in resources::ALL {
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
    let schema = json_schema((definition.shape)(), &SchemaOptions::default());
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
