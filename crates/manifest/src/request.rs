//! One resource from another program: a request in JSON or YAML.

use crate::assemble::Workshop;
use crate::catalog::Catalog;
use crate::forms::of_request;
use crate::load::Options;
use crate::secrets::register_secrets;
use diagnostics::{Diagnostics, Redactor, Renderer, Sources};
use std::path::PathBuf;
use system::ReadWorld;

/// What a request begins with.
pub const REQUEST_PROTOCOL: &str = "io.choria.ccm.v1.resource.ensure.request";

/// Makes a catalog of the one resource that a request asks for, or says why not.
pub fn decode_request(
    text: &str,
    world: &ReadWorld,
    redactor: &Redactor,
    options: &Options,
) -> Result<Catalog, String> {
    let mut sources = Sources::new();
    let file = sources.add("request", text);
    let words = |problems: &Diagnostics, sources: &Sources| {
        register_secrets(sources, redactor);
        let renderer = Renderer::new(sources, redactor.clone());
        problems.iter().map(|problem| renderer.line(problem)).collect::<Vec<_>>().join("; ")
    };
    let document = sources.text(file);
    let yaml = document::Options::manifest().with_limits(options.limits);
    let root = document::parse_any(&document, file, &yaml).map_err(|problems| words(&problems, &sources))?;
    let entry = |key: &str| root.get(key).and_then(|node| node.as_str()).unwrap_or_default();
    if entry("protocol") != REQUEST_PROTOCOL {
        return Err(format!("invalid protocol \"{}\": expected `{REQUEST_PROTOCOL}`", entry("protocol")));
    }
    if entry("type").is_empty() {
        return Err("missing type in request".to_owned());
    }
    if root.get("properties").is_none_or(document::Node::is_null) {
        return Err("missing properties in request".to_owned());
    }
    let mut problems = Diagnostics::new();
    let mut raws = of_request(root, &mut problems);
    if problems.has_errors() {
        return Err(words(&problems, &sources));
    }
    match (raws.pop(), raws.is_empty()) {
        (None, _) => Err("no resources found".to_owned()),
        (Some(_), false) => Err("multiple resources found: a request is about one".to_owned()),
        (Some(raw), true) => {
            let directory = world.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
            let workshop =
                Workshop { world, redactor, options, directory: &directory, shown: PathBuf::new(), is_alone: false };
            workshop.one(raw.definition, raw.body, &mut sources).map_err(|problems| words(&problems, &sources))
        }
    }
}
