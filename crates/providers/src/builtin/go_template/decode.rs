//! From inputs to what is rendered.

use super::ignored::{self, Block};
use super::words;
use crate::coerce::coerce;
use crate::{Fault, Inputs, SchemaType, TemplateForm};
use gotmpl::MissingKey;
use value::{Map, Value};

/// The name of trees that have none.
pub(super) const TREE: &str = "render-tree";

/// What is rendered, and how.
pub(crate) struct Given {
    pub(super) name: String,
    pub(super) work: Work,
    pub(super) left: String,
    pub(super) right: String,
    pub(super) missing_key: MissingKey,
    pub(super) data: Map,
    pub(super) ignored: Vec<Block>,
}

/// One of the two operations.
pub(super) enum Work {
    Render(Vec<u8>),
    Tree(Vec<Entry>),
}

/// A file of a tree.
pub(super) struct Entry {
    pub(super) path: String,
    /// Nothing is a directory, or a file that is no text.
    pub(super) content: Option<Vec<u8>>,
    /// Whether that is the base64 of a binary file, which is no template.
    pub(super) is_binary: bool,
}

impl Given {
    pub(super) fn form(&self) -> TemplateForm<'_> {
        TemplateForm { left: &self.left, right: &self.right, missing_key: self.missing_key }
    }
}

pub(super) fn decode(inputs: &Inputs) -> Result<Given, Fault> {
    let (name, work) = match inputs.filled("operation").unwrap_or("render") {
        "render" => {
            let name = inputs.required_text("name")?;
            (name, Work::Render(template(inputs)?.to_owned()))
        }
        "render-tree" => (inputs.filled("name").unwrap_or(TREE), Work::Tree(entries(inputs)?)),
        other => return Err(Fault::new(format!("unsupported operation: {other}"))),
    };
    Ok(Given {
        name: name.to_owned(),
        work,
        left: inputs.text("leftDelim").unwrap_or_default().to_owned(),
        right: inputs.text("rightDelim").unwrap_or_default().to_owned(),
        missing_key: missing_key(inputs)?,
        data: words::object(inputs, "data")?.unwrap_or_default(),
        ignored: ignored::decode(inputs)?,
    })
}

/// The text of a template, UTF-8 or not.
fn template(inputs: &Inputs) -> Result<&[u8], Fault> {
    let given = inputs.text_bytes("template").filter(|text| !text.is_empty());
    given.ok_or_else(|| Fault::new("template is required and must be a string"))
}

fn missing_key(inputs: &Inputs) -> Result<MissingKey, Fault> {
    let given = inputs.filled("missingKey").unwrap_or("default");
    let odd = || Fault::new(format!("invalid missingKey {given:?}: must be one of default, zero, error"));
    MissingKey::named(given).filter(|_| matches!(given, "default" | "zero" | "error")).ok_or_else(odd)
}

fn entries(inputs: &Inputs) -> Result<Vec<Entry>, Fault> {
    let given =
        inputs.get("entries").ok_or_else(|| Fault::new("entries is required for render-tree operation"))?.clone();
    let kind = given.type_name().to_owned();
    let made = coerce(given, SchemaType::Array).ok().filter(|made| made.as_list().is_some());
    let list = made.ok_or_else(|| Fault::new(format!("entries must be an array, got {kind}")))?;
    list.as_list().into_iter().flat_map(|list| list.iter()).enumerate().map(|(index, one)| entry(index, one)).collect()
}

fn entry(index: usize, given: &Value) -> Result<Entry, Fault> {
    let Some(map) = given.as_map() else {
        return Err(Fault::new(format!("entries[{index}] must be an object, got {}", given.type_name())));
    };
    let text = |key: &str| map.get(key).and_then(Value::as_str);
    let path = text("path").filter(|path| !path.is_empty());
    let path = path.ok_or_else(|| Fault::new(format!("entries[{index}].path is required and must be a string")))?;
    let content = map.get("content").and_then(Value::as_text_bytes).map(<[u8]>::to_owned);
    Ok(Entry { path: path.to_owned(), content, is_binary: text("contentEncoding") == Some("base64") })
}
