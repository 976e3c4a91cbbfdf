//! Values that are in the rules themselves.

use crate::definition::{Attribute, Shape, TypeDef};
use crate::resource::Resource;
use crate::scene::Scene;
use crate::types::Subject;
use value::Value;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "matching",
    name: "Matching",
    named_by: None,
    names_id: false,
    attributes: &[Attribute::new("matches").required()],
    settings: &[("content", Shape::Anything), ("as-reader", Shape::Flag)],
    is_gated: false,
    subject,
};

fn subject<'s>(resource: &'s Resource, _: &'s Scene<'s>) -> Box<dyn Subject + 's> {
    Box::new(|_: &str| {
        let content = resource.settings.anything("content");
        Ok(if resource.settings.flag("as-reader") { as_text(content) } else { content })
    })
}

fn as_text(content: Value) -> Value {
    match content {
        Value::String(_) | Value::Bytes(_) => content,
        other => Value::string(other.to_string()),
    }
}
