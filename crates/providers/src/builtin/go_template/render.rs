//! Rendering, and the words of its errors.

use super::decode::{Entry, Given, TREE};
use super::ignored::{self, Shielded};
use super::words;
use crate::{BadTemplate, Context, Engines, Fault, Inputs, Output, TemplateError, TemplateForm};
use engine::schedule::gather;
use gotmpl::Cause;
use std::sync::atomic::{AtomicU64, Ordering};
use value::{List, Map, Unknown, Value, lossy_text};

/// How many keys a hint names.
const HINTED: usize = 20;

pub(super) fn one(given: &Given, template: &[u8], context: &Context<'_>) -> Result<Output, Fault> {
    if context.dry_run {
        parsed(given, &given.name, template, context)?;
        let text = format!("[DRY-RUN] Template not rendered: {}", words::cut(&lossy_text(template), 100));
        return Ok(Output::of(text).with("dryRun", true).with("templateName", given.name.as_str()));
    }
    let data = root(given, context);
    match text(given, &given.name, template, &data, context, KEPT)? {
        Ok(rendered) => Ok(Output::of(rendered).with("templateName", given.name.as_str())),
        Err(unknown) => Ok(Output::of(unknown)),
    }
}

pub(super) fn tree(given: &Given, entries: &[Entry], context: &Context<'_>) -> Result<Output, Fault> {
    let data = root(given, context);
    let room = Room::of(context);
    let texts = gather(entries.len(), None, false, |number| leaf(given, &entries[number], &data, context, &room));
    let (mut rendered, mut warnings) = (List::new(), Vec::new());
    for (entry, made) in entries.iter().zip(texts) {
        let Some(made) = made? else {
            warnings.push(format!("skipped {}: no string content", entry.path));
            continue;
        };
        let mut file: Map = [("path", Value::string(entry.path.as_str())), ("content", made)].into_iter().collect();
        if entry.is_binary {
            file.insert("contentEncoding", "base64");
        }
        rendered.push(file);
    }
    let count = i64::try_from(rendered.len()).unwrap_or(i64::MAX);
    let output = Output { warnings, ..Output::of(rendered) };
    let output = if context.dry_run { output.with("dryRun", true) } else { output };
    Ok(output.with("templateName", given.name.as_str()).with("entryCount", count))
}

/// The text of one file of a tree; nothing when it has none.
fn leaf(
    given: &Given,
    entry: &Entry,
    data: &Value,
    context: &Context<'_>,
    room: &Room,
) -> Result<Option<Value>, Fault> {
    let Some(template) = &entry.content else { return Ok(None) };
    let made = if context.dry_run {
        if !entry.is_binary {
            let name = format!("{}/{}", given.name, entry.path);
            parsed(given, &name, template, context).map_err(|fault| in_tree(fault, &entry.path))?;
        }
        Value::string("[dry-run rendered]")
    } else if entry.is_binary {
        Value::text_part(template)
    } else {
        let name = format!("{}/{}", given.name, entry.path);
        let text = text(given, &name, template, data, context, ONCE);
        text.map_err(|fault| in_tree(fault, &entry.path))?.unwrap_or_else(Value::from)
    };
    room.take(&entry.path, &made)?;
    Ok(Some(made))
}

/// The place is in a file of the tree, and no place in an input.
fn in_tree(fault: Fault, path: &str) -> Fault {
    let mut fault = fault.within(&format!("failed to render {path}: "));
    fault.at = None;
    fault
}

/// How much a tree may still grow.
struct Room {
    left: AtomicU64,
    limit: u64,
}

impl Room {
    fn of(context: &Context<'_>) -> Self {
        let limit = context.run.settings.max_value_size;
        Self { left: AtomicU64::new(if limit == 0 { u64::MAX } else { limit }), limit }
    }

    fn take(&self, path: &str, content: &Value) -> Result<(), Fault> {
        let length = path.len() + content.as_text_bytes().map_or(0, <[u8]>::len);
        let left = |left: u64| left.checked_sub(length as u64);
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        let too_large = |_| Fault::new(format!("the tree is larger than the limit of {} bytes", self.limit));
        taken.map(drop).map_err(too_large)
    }
}

/// Values of resolvers, names of the step, and what the inputs bring, later ones before earlier ones.
fn root(given: &Given, context: &Context<'_>) -> Value {
    let mut root = words::root(context);
    for (name, value) in given.data.iter() {
        root.insert(name.clone(), value.clone());
    }
    root.into()
}

/// Renders a template that is kept, or one that is not.
type Render = fn(&Engines, &str, &[u8], TemplateForm<'_>, &Value) -> Result<Value, TemplateError>;

const KEPT: Render = |engines, name, text, form, data| engines.render(name, text, form, data);
const ONCE: Render = |engines, name, text, form, data| engines.render_once(name, text, form, data);

/// The text of one template, or why it cannot be known.
fn text(
    given: &Given,
    name: &str,
    template: &[u8],
    data: &Value,
    context: &Context<'_>,
    render: Render,
) -> Result<Result<Value, Unknown>, Fault> {
    context.go_on()?;
    let shielded = ignored::shield(template, &given.ignored, &given.left, &given.right);
    match render(&context.run.engines, name, &shielded.text, given.form(), data) {
        Ok(text) => Ok(Ok(text)),
        Err(TemplateError::Render(error)) if matches!(error.cause, Cause::Unknown(_)) => match error.cause {
            Cause::Unknown(unknown) => Ok(Err(unknown)),
            _ => Ok(Err(Unknown::new(error.message))),
        },
        Err(error) => Err(fault(&error, name, data, &shielded)),
    }
}

/// Fails for a template that is none.
fn parsed(given: &Given, name: &str, template: &[u8], context: &Context<'_>) -> Result<(), Fault> {
    let shielded = ignored::shield(template, &given.ignored, &given.left, &given.right);
    let parsed = context.run.engines.template(name, &shielded.text, given.form());
    parsed.map(drop).map_err(|error| fault(&TemplateError::Parse(error), name, &Value::Null, &shielded))
}

fn fault(error: &TemplateError, name: &str, data: &Value, shielded: &Shielded<'_>) -> Fault {
    let text = match error {
        TemplateError::Parse(error) => format!("failed to create template '{name}': parse error: {error}"),
        TemplateError::Render(error) => {
            format!("failed to execute template '{name}': execution error: {error}\nHints: {}", hints(data))
        }
    };
    Fault::new(text).at("template", shielded.original(error.place()))
}

/// What there is to be used.
fn hints(data: &Value) -> String {
    let keys: Vec<String> =
        data.as_map().into_iter().flat_map(Map::sorted).map(|(key, _)| key.to_value().to_string()).collect();
    let named = keys.iter().take(HINTED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = keys.len().saturating_sub(HINTED);
    let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
    format!("data type: {}; top-level keys: {named}{more}", data.type_name())
}

/// The templates among literal inputs.
pub(super) fn texts(literals: &Map) -> Vec<Vec<u8>> {
    let entries = literals.get("entries").and_then(Value::as_list).into_iter().flat_map(|list| list.iter());
    let contents = entries.filter_map(|entry| entry.as_map()?.get("content"));
    literals
        .get("template")
        .into_iter()
        .chain(contents)
        .filter_map(Value::as_text_bytes)
        .map(<[u8]>::to_owned)
        .collect()
}

/// The inputs that say what is a template, and how it is read.
const MANNER: [&str; 4] = ["operation", "leftDelim", "rightDelim", "ignoredBlocks"];

/// What is wrong with the templates among the inputs, as far as it is known how they are read.
pub(super) fn bad_templates(inputs: &Inputs, engines: &Engines) -> Vec<BadTemplate> {
    let is_known = |name: &&str| inputs.get(name).is_none_or(|value| value.as_unknown().is_none());
    let Some(ignored) = ignored::decode(inputs).ok().filter(|_| MANNER.iter().all(is_known)) else {
        return Vec::new();
    };
    let text = |name: &str| inputs.text(name).unwrap_or_default();
    let form = TemplateForm { left: text("leftDelim"), right: text("rightDelim"), ..TemplateForm::default() };
    let wrong = |input: &'static str, text: &str| {
        let shielded = ignored::shield(text.as_bytes(), &ignored, form.left, form.right);
        let error = engines.template(input, &shielded.text, form).err()?;
        let place = shielded.original(error.start as usize..error.end as usize);
        Some(BadTemplate { input, text: text.to_owned(), place, message: error.message })
    };
    if text("operation") != TREE {
        return inputs.text("template").and_then(|text| wrong("template", text)).into_iter().collect();
    }
    let entries = inputs.list("entries").into_iter().flat_map(|list| list.iter()).filter_map(Value::as_map);
    let templates = entries.filter(|entry| entry.get("contentEncoding").and_then(Value::as_str) != Some("base64"));
    templates.filter_map(|entry| wrong("entries", entry.get("content")?.as_str()?)).collect()
}

/// The resolvers that a template uses, read with the delimiters and ignored blocks beside it.
pub(super) fn resolvers(template: &[u8], literals: &Map, engines: &Engines) -> Vec<String> {
    let text = |key: &str| literals.get(key).and_then(Value::as_str).unwrap_or_default();
    let (left, right) = (text("leftDelim"), text("rightDelim"));
    let blocks = ignored::decode(&Inputs::new(literals.clone())).unwrap_or_default();
    let shielded = ignored::shield(template, &blocks, left, right);
    let form = TemplateForm { left, right, ..TemplateForm::default() };
    let references = engines.template("template", &shielded.text, form).map(|template| template.references());
    let names = references.unwrap_or_default().into_iter().map(|one| one.name().to_owned());
    names.filter(|name| !name.starts_with("__")).collect()
}
