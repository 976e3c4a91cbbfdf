//! Secrets of a solution that messages quote before it has run.
//!
//! What a document declares is known from the start (`tree`): what sensitive resolvers and actions have, and what secret
//! inputs of providers are given, as it is written. What messages quote of a document with mistakes is masked with more
//! caution (`wary`), since a secret may be where no secret belongs; a run shows it all the same. Of a text that cannot be
//! parsed they quote next to nothing (`torn`).

mod names;
mod torn;
mod tree;
mod wary;

pub use torn::cover_torn;
pub use wary::wary;

use diagnostics::{FileId, Redactor, Sources, secret_by_name};
use document::decode::Entries;
use document::secrets::{Hidden, Marks, literals, quoted, register, register_keys};
use document::{Kind, Node, Options};
use names::Suspects;
use providers::{AnyProvider, Engines, Form, FormError, Registered, Registry};
use tree::Walk;
use value::Key;

/// Inputs that hold values. The others say what is done with them.
const HOLDING: [&str; 7] = ["value", "default", "data", "content", "body", "password", "token"];

/// Keys of a value that is worked out.
const WORKED_OUT: [&str; 3] = ["rslvr", "expr", "tmpl"];

/// The marks around what a template works out.
const MARKS: [Marks; 1] = [("{{", "}}")];

/// Registers what is secret in the files that a solution is composed of.
pub(crate) fn register_composed(sources: &Sources, registry: &Registry, redactor: &Redactor) {
    for file in sources.since(FileId::FIRST).skip(1) {
        if let Ok(root) = document::parse_any(sources.content(file), file, &Options::solution()) {
            register_tree(&root, sources, registry, redactor);
        }
    }
}

/// Registers what is secret in a document, and what it calls its parts.
pub(crate) fn register_tree(root: &Node<'_>, sources: &Sources, registry: &Registry, redactor: &Redactor) {
    redactor.spare(names_in(root));
    Walk { sources, registry, redactor }.node(root, false);
}

/// What a document calls itself, its resolvers and its actions.
fn names_in<'n>(root: &'n Node<'_>) -> impl Iterator<Item = &'n str> {
    let at = |way: &[&str]| way.iter().try_fold(root, |node, key| node.get(key));
    let name = at(&["metadata", "name"]).and_then(Node::as_str);
    let resolvers = at(&["spec", "resolvers"]);
    let sections = [at(&["spec", "workflow", "actions"]), at(&["spec", "workflow", "finally"])];
    let parts = [resolvers].into_iter().chain(sections).flatten().filter_map(Node::as_map).flatten();
    let both = parts.flat_map(|part| [part.key.as_str(), part.value.get("alias").and_then(Node::as_str)]);
    both.flatten().chain(name)
}

/// The same for a text that cannot be parsed and is not covered.
fn register_text(text: &str, registry: &Registry, redactor: &Redactor) {
    register_keys(text, &Suspects { registry, is_marked: text.contains("sensitive") }, redactor);
}

/// Registers what stands for itself in an input that could not be worked out, when the input is secret: the error quotes
/// its text.
pub(crate) fn register_failed(
    (registry, provider): (&Registry, Option<&str>),
    (input, is_sensitive): (&str, bool),
    error: &FormError,
    redactor: &Redactor,
) {
    let field = error.path.first().and_then(Key::as_str);
    let is_secret = is_sensitive
        || match hidden(registry, provider, input) {
            Some(Hidden::Whole | Hidden::Text) => true,
            Some(Hidden::Fields(is_harmless)) => !field.is_some_and(is_harmless),
            Some(Hidden::Variables) => field.is_none_or(|name| secret_by_name(name, "")),
            None => false,
        };
    if let Some(text) = error.text.as_ref().filter(|_| is_secret) {
        // An expression in braces is one of a template; an expression without has nothing but what is quoted.
        register_pieces(quoted(text).into_iter().chain(template_literals(text)), redactor);
    }
}

/// Registers what stands for itself in the expressions among inputs of a sensitive call that are none: the provider quotes
/// them.
pub(crate) fn register_broken(
    provider: &dyn AnyProvider,
    inputs: &Entries<Option<Form>>,
    engines: &Engines,
    redactor: &Redactor,
) {
    for one in provider.expressions() {
        let Some((input, way)) = one.at.split_first() else { continue };
        let form = inputs.get(input).and_then(Option::as_ref);
        let text = form.and_then(|form| form.text_at(way)).map(|(text, _)| text);
        if let Some(text) = text.filter(|text| engines.cel().references(text).is_err()) {
            register_pieces(quoted(text), redactor);
        }
    }
}

/// What stands for itself in a text that may be a template. One without marks is an expression.
fn template_literals(text: &str) -> Vec<&str> {
    if text.contains(MARKS[0].0) { literals(text, &MARKS) } else { Vec::new() }
}

/// Registers parts of a secret, and what comes after the first word: `Bearer …`, `Basic …`.
fn register_pieces<'t>(pieces: impl IntoIterator<Item = &'t str>, redactor: &Redactor) {
    for piece in pieces {
        register(piece, redactor);
        if let Some((_, credentials)) = piece.trim().split_once(' ') {
            register(credentials, redactor);
        }
    }
}

/// What must not be shown of an input. Nobody knows whose it is when its provider is misspelt: then any of them counts.
fn hidden(registry: &Registry, provider: Option<&str>, input: &str) -> Option<Hidden> {
    match provider.and_then(|name| registry.get(name)) {
        Some(known) => known.descriptor().hidden(input),
        None => registry
            .iter()
            .map(Registered::descriptor)
            .filter(|one| one.schema.property(input).is_some())
            .find_map(|one| one.hidden(input)),
    }
}

/// Whether an input is an address; of a provider that nobody knows, when it is one for any of them.
fn is_address(registry: &Registry, provider: Option<&str>, input: &str) -> bool {
    match provider.and_then(|name| registry.get(name)) {
        Some(known) => known.descriptor().is_address(input),
        None => registry.iter().any(|one| one.descriptor().is_address(input)),
    }
}

/// Every text in a node and below.
fn each_text(node: &Node<'_>, take: &mut dyn FnMut(&str)) {
    match &node.kind {
        Kind::String(text) => take(text),
        Kind::List(items) => items.iter().for_each(|item| each_text(item, take)),
        Kind::Map(entries) => entries.iter().for_each(|entry| each_text(&entry.value, take)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let (mut sources, redactor) = (Sources::new(), Redactor::new("[REDACTED]"));
        sources.add("s.yaml", text);
        let registry = providers::built_in().unwrap();
        sources.add("composed.yaml", text);
        register_composed(&sources, &registry, &redactor);
        redactor.text(text).into_owned()
    }

    #[test]
    fn what_a_sensitive_resolver_has_as_it_is_written_is_masked() {
        for text in [
            "a: {sensitive: true, typ: x, resolve: {with: [{provider: static, inputs: {value: hunter2-Sup3r}}]}}\n",
            "a: {sensitive: true, resolve: {with: [{inputs: {value: [{k: hunter2-Sup3r}]}}]}}\n",
            "a: {sensitive: true, resolve: {with: [{inputs: {default: \"hunter2-Sup3r\"}}]}}\n",
            "a: {sensitive: true, inputs: {value: \"hunter2\\x2dSup3r\"}}\n",
            "a: {sensitive: true, inputs: {value: 'it''s hunter2'}}\n",
            "sensitive: true\ninputs:\n  value: |\n    hunter2-Sup3r\n",
            "sensitive: true\ninputs:\n  value:\n    hunter2-Sup3r\n",
            "sensitive: true\ninputs:\n  value: {deep: [hunter2-Sup3r]}\n",
        ] {
            let shown = shown(text);
            assert!(!shown.contains("hunter2") && shown.contains("sensitive"), "{shown}");
        }
    }

    #[test]
    fn what_secret_inputs_of_providers_are_given_is_masked() {
        for text in [
            "a: {provider: git, inputs: {operation: clone, repo: x, password: hunter2-Sup3r}}\n",
            "a: {provider: git, inputs: {operation: clone, pasword: hunter2-Sup3r}}\n",
            "a: {provider: gti, inputs: {operation: clone, password: hunter2-Sup3r}}\n",
            "a: {onerror: x, provider: http, inputs: {metod: POST, headers: {Authorization: Bearer hunter2-Sup3r}}}\n",
            "a: {provider: http, inputs: {headers: '{\"X-Key\": \"hunter2-Sup3r\"}'}}\n",
            "a: {provider: exec, inputs: {command: x, env: {DB_PASSWORD: hunter2-Sup3r}}}\n",
        ] {
            let shown = shown(text);
            assert!(!shown.contains("hunter2") && shown.contains("inputs"), "{shown}");
        }
    }

    #[test]
    fn what_is_worked_out_or_not_sensitive_stays() {
        for text in [
            "a: {provider: git, inputs: {operation: status, path: something, password: {expr: _.something}}}\n",
            "a: {provider: http, inputs: {url: something, headers: {Accept: something, X-Key: {rslvr: something}}}}\n",
            "a: {provider: http, inputs: {headers: {expr: 'something + something'}}}\n",
            "a: {provider: exec, inputs: {command: something, env: {HOME: something}}}\n",
            "a: {provider: exec, inputs: {command: x, env: {KEY_FILE: /etc/something, KEY_COUNT: '123456789'}}}\n",
            "a: {sensitive: true, resolve: {with: [{inputs: {value: {expr: _.something}, operation: something}}]}}\n",
            "a: {sensitive: false, resolve: {with: [{inputs: {value: something}}]}}\n",
        ] {
            assert_eq!(shown(text), text);
        }
    }
}
