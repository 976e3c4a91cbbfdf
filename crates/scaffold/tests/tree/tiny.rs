//! An engine with one variable syntax: `<<name>>`, `<<render path [name]>>`, `<<write path text>>`, `<<fail text>>`,
//! `<<unknown reason>>`; `<<.>>` is the data.

use scaffold::{Data, Engine, Failure, Parsed, Place, Renderer, Template, Tree};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use value::{Unknown, Value};

#[derive(Default)]
pub(crate) struct Tiny {
    /// How many files were rendered.
    pub(crate) rendered: Arc<AtomicUsize>,
    pub(crate) skips_with_partials: bool,
}

impl Engine for Tiny {
    fn renderer(&self, tree: Arc<dyn Tree>) -> Box<dyn Renderer> {
        Box::new(TinyRenderer { tree, rendered: Arc::clone(&self.rendered) })
    }

    fn skips_with_partials(&self) -> bool {
        self.skips_with_partials
    }
}

struct TinyRenderer {
    tree: Arc<dyn Tree>,
    rendered: Arc<AtomicUsize>,
}

struct TinyTemplate {
    name: String,
    text: Vec<u8>,
    parts: Vec<Part>,
    tree: Arc<dyn Tree>,
    rendered: Arc<AtomicUsize>,
}

enum Part {
    Text(usize, usize),
    Action(usize, usize),
}

fn find(text: &[u8], from: usize, mark: &[u8]) -> Option<usize> {
    text[from..].windows(mark.len()).position(|window| window == mark).map(|at| from + at)
}

impl Renderer for TinyRenderer {
    fn parse(&self, template: &Template<'_>) -> Result<Arc<dyn Parsed>, Failure> {
        let text = template.text;
        let (mut parts, mut at) = (Vec::new(), 0);
        while let Some(start) = find(text, at, b"<<") {
            parts.push(Part::Text(at, start));
            let Some(end) = find(text, start, b">>") else {
                return Err(failure(template.name, text, start, text.len(), "an action has no end"));
            };
            parts.push(Part::Action(start + 2, end));
            at = end + 2;
        }
        parts.push(Part::Text(at, text.len()));
        let (name, text) = (template.name.to_owned(), text.to_vec());
        let (tree, rendered) = (Arc::clone(&self.tree), Arc::clone(&self.rendered));
        Ok(Arc::new(TinyTemplate { name, text, parts, tree, rendered }))
    }
}

fn failure(name: &str, text: &[u8], start: usize, end: usize, message: &str) -> Failure {
    let offset = |at| u32::try_from(at).unwrap();
    let place = Place::of(text, offset(start), offset(end));
    Failure { message: format!("{name}:{place}: {message}"), place: Some(place), unknown: None }
}

impl Parsed for TinyTemplate {
    fn render(&self, data: Data<'_>) -> Result<Vec<u8>, Failure> {
        self.rendered.fetch_add(1, Ordering::Relaxed);
        let mut out = Vec::new();
        for part in &self.parts {
            match part {
                Part::Text(start, end) => out.extend_from_slice(&self.text[*start..*end]),
                Part::Action(start, end) => {
                    let fails = |message: &str| failure(&self.name, &self.text, *start, *end, message);
                    let words = String::from_utf8_lossy(&self.text[*start..*end]).into_owned();
                    out.extend(self.act(&words, data, &fails)?);
                }
            }
        }
        Ok(out)
    }
}

impl TinyTemplate {
    fn act(&self, words: &str, data: Data<'_>, fails: &dyn Fn(&str) -> Failure) -> Result<Vec<u8>, Failure> {
        let mut words = words.splitn(3, ' ');
        let mut next = || words.next().unwrap_or_default();
        let field = |name: &str| data.value.as_map().and_then(|map| map.get(name)).cloned();
        match next() {
            "." => Ok(data.value.to_string().into()),
            "render" => {
                let (path, name) = (next(), next());
                let value = if name.is_empty() { Some(data.value.clone()) } else { field(name) };
                let value = value.unwrap_or(Value::Null);
                let rendered = self.tree.render(path.as_bytes(), &value, self.tree.whole() == value);
                rendered.map_err(|error| fails(&error.to_string()))
            }
            "write" => {
                let (path, content) = (next(), next());
                let written = self.tree.write(path.as_bytes(), content.as_bytes());
                written.map(|()| Vec::new()).map_err(|error| fails(&error.to_string()))
            }
            "fail" => Err(fails(next())),
            "unknown" => Err(Failure { unknown: Some(Unknown::new(next())), ..fails("unknown") }),
            name => match field(name) {
                Some(value) if data.whole => Ok(value.to_string().into()),
                _ => Err(fails(&format!("there is no {name}"))),
            },
        }
    }
}
