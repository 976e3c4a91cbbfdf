//! What messages must not quote of a document with mistakes: secrets at a wrong indent, below a misspelt key, in a list or a
//! text where a map was meant, and in expressions that make them.

use super::names::Suspects;
use super::{HOLDING, MARKS, WORKED_OUT, each_text, is_address, register_pieces};
use diagnostics::{FileId, Redactor, Sources, secret_by_name, suggest};
use document::secrets::{
    Hidden, Names as _, is_shouted, literals, quoted, register_address, register_addresses, register_keys,
    register_settings, register_written,
};
use document::{Entry, Kind, Node, Options};
use providers::{Registry, Schema};

/// A redactor for messages that quote these texts of a solution. It knows what the other one knows, and whatever looks like a
/// secret in them. What a run shows is not for it to mask: much that looks like a secret is none.
#[must_use]
pub fn wary(sources: &Sources, registry: &Registry, redactor: &Redactor) -> Redactor {
    let redactor = redactor.separate();
    for file in sources.since(FileId::FIRST) {
        let text = sources.content(file);
        register_addresses(text, &redactor);
        register_settings(text, &redactor);
        let walk = |root: &Node<'_>| {
            let suspects = Suspects { registry, is_marked: false };
            Walk { suspects, sources, redactor: &redactor, has_marks: has_marks(root) }.node(root, false);
        };
        match document::parse_any(text, file, &Options::solution()) {
            Ok(root) => walk(&root),
            Err(_) if sources.is_covered(file) => {}
            Err(_) => match document::yaml::parse_anyway(text, file, &Options::solution()) {
                Some(root) => walk(&root),
                None => super::register_text(text, registry, &redactor),
            },
        }
    }
    redactor
}

/// Whether something in a document is said to be sensitive.
fn has_marks(node: &Node<'_>) -> bool {
    match &node.kind {
        Kind::List(items) => items.iter().any(has_marks),
        Kind::Map(entries) => entries.iter().any(|entry| is_mark(entry) || has_marks(&entry.value)),
        _ => false,
    }
}

/// A walk through a document.
struct Walk<'a> {
    suspects: Suspects<'a>,
    sources: &'a Sources,
    redactor: &'a Redactor,
    /// Whether something is said to be sensitive.
    has_marks: bool,
}

impl Walk<'_> {
    fn node(&self, node: &Node<'_>, is_sensitive: bool) {
        match &node.kind {
            Kind::String(text) => {
                register_addresses(text, self.redactor);
                text.split_whitespace().for_each(|word| register_address(word, self.redactor));
            }
            Kind::List(items) => items.iter().for_each(|item| self.node(item, is_sensitive)),
            Kind::Map(entries) => {
                let is_sensitive = is_sensitive || entries.iter().any(is_mark);
                let is_call = node.get("provider").is_some();
                let provider = node.get("provider").and_then(Node::as_str);
                for entry in entries {
                    self.glued(provider, &entry.key, is_sensitive);
                    match entry.key.as_str() {
                        // Nobody knows whose inputs stand beside no provider.
                        Some("inputs") => {
                            self.inputs(provider, &entry.value, is_sensitive || (self.has_marks && !is_call));
                        }
                        Some("forEach") if is_sensitive => self.elements(&entry.value),
                        Some(key) if is_call && !self.suspects.is_call_key(key) => {
                            self.input(provider, key, &entry.value, is_sensitive);
                            self.inputs(provider, &entry.value, is_sensitive);
                        }
                        Some(key) if is_sensitive && HOLDING.contains(&key) => self.whole(&entry.value),
                        Some(key) => self.entry(key, &entry.value),
                        None => {}
                    }
                    self.node(&entry.value, is_sensitive);
                }
            }
            _ => {}
        }
    }

    /// What a provider is given, or was meant to be: a map, a list of maps or of settings, or a text of them.
    fn inputs(&self, provider: Option<&str>, inputs: &Node<'_>, is_sensitive: bool) {
        match &inputs.kind {
            Kind::Map(entries) => {
                for entry in entries {
                    let Some(key) = entry.key.as_str() else { continue };
                    self.glued(provider, &entry.key, is_sensitive);
                    self.input(provider, key, &entry.value, is_sensitive);
                }
                self.pair(provider, inputs, is_sensitive);
            }
            Kind::List(items) => items.iter().for_each(|item| self.inputs(provider, item, is_sensitive)),
            Kind::String(_) if is_sensitive => self.whole(inputs),
            Kind::String(text) => {
                register_keys(text, &self.suspects, self.redactor);
                if let Some((name, _)) = text.split_once(['=', ':'])
                    && self.suspects.hidden_input(provider, name.trim()).is_some()
                {
                    self.setting(text);
                }
            }
            _ => {}
        }
    }

    /// A key with its value in it, for want of a blank.
    fn glued(&self, provider: Option<&str>, key: &Node<'_>, is_sensitive: bool) {
        let Some((text, (name, _))) = key.as_str().and_then(|text| Some((text, text.split_once(['=', ':'])?))) else {
            return;
        };
        if is_sensitive || self.suspects.hidden_input(provider, name.trim()).is_some() {
            self.setting(text);
        }
    }

    /// `{name: password, value: …}`, as other tools have it.
    fn pair(&self, provider: Option<&str>, node: &Node<'_>, is_sensitive: bool) {
        let name = ["name", "key"].iter().find_map(|key| node.get(key)).and_then(Node::as_str);
        if let Some((name, value)) = name.zip(node.get("value")) {
            self.input(provider, name, value, is_sensitive);
        }
    }

    /// What something sensitive is done with, one by one.
    fn elements(&self, each: &Node<'_>) {
        self.whole(each.get("in").unwrap_or(each));
    }

    fn input(&self, provider: Option<&str>, key: &str, value: &Node<'_>, is_sensitive: bool) {
        if is_address(self.suspects.registry, provider, key) {
            each_text(value, &mut |text| register_address(text, self.redactor));
        }
        match self.suspects.hidden_input(provider, key) {
            Some(Hidden::Whole) => self.whole(value),
            Some(Hidden::Text) if value.as_map().is_none() || is_worked_out(value) => self.whole(value),
            Some(Hidden::Fields(_) | Hidden::Variables) if is_sensitive => self.fields(value, &|_, _| false),
            Some(Hidden::Fields(is_harmless)) => self.fields(value, &|name, _| is_harmless(name)),
            Some(Hidden::Variables) => self.fields(value, &is_setting),
            Some(Hidden::Text) | None if is_sensitive => self.sensitive(provider, key, value),
            Some(Hidden::Text) | None => {}
        }
    }

    /// An input of something sensitive. One of the words that it takes is no secret, and of an expression only what it quotes.
    fn sensitive(&self, provider: Option<&str>, key: &str, value: &Node<'_>) {
        let known = provider.and_then(|name| self.suspects.registry.get(name));
        let choices = known.and_then(|known| known.descriptor().schema.property(key)).map_or(&[][..], Schema::choices);
        let is_choice = |text: &str| choices.iter().any(|choice| choice.as_str() == Some(text));
        let is_expression = known.is_some_and(|known| known.provider().expressions().iter().any(|one| one.at == [key]));
        match value.as_str() {
            Some(text) if is_choice(text) => {}
            Some(text) if is_expression => register_pieces(quoted(text), self.redactor),
            Some(text) if text.contains(MARKS[0].0) => register_pieces(literals(text, &MARKS), self.redactor),
            _ => self.whole(value),
        }
    }

    /// A key that holds a secret, wherever it stands. Resolvers and actions may be called so too.
    fn entry(&self, key: &str, value: &Node<'_>) {
        let is_part = ["resolve", "provider", "inputs"].iter().any(|key| value.get(key).is_some());
        match self.suspects.hidden(key) {
            Some(Hidden::Text) if is_shouted(key) && is_setting(key, value.as_str().unwrap_or_default()) => {}
            Some(Hidden::Fields(is_harmless)) if !is_part => self.fields(value, &|name, _| is_harmless(name)),
            Some(Hidden::Variables) if !is_part => self.fields(value, &is_setting),
            Some(Hidden::Whole | Hidden::Text) if value.as_map().is_none() => self.whole(value),
            _ => {}
        }
    }

    /// Fields with names: a map, or what was meant to be one.
    fn fields(&self, node: &Node<'_>, is_harmless: &dyn Fn(&str, &str) -> bool) {
        match &node.kind {
            Kind::Map(entries) => {
                for entry in entries {
                    match entry.key.as_str() {
                        Some(key) if WORKED_OUT.contains(&key) => self.worked_out(key, &entry.value),
                        Some(key) if entry.value.as_map().is_some() && is_harmless(key, "") => {
                            self.fields(&entry.value, is_harmless);
                        }
                        Some(key) if is_harmless(key, entry.value.as_str().unwrap_or_default()) => {}
                        _ => self.whole(&entry.value),
                    }
                }
            }
            Kind::List(items) => items.iter().for_each(|item| self.fields(item, is_harmless)),
            Kind::String(text) => {
                for line in text.lines() {
                    let (name, value) = line.split_once([':', '=']).unwrap_or(("", line));
                    if !is_harmless(name.trim(), value.trim()) {
                        self.setting(line);
                    }
                }
                register_pieces(quoted(text), self.redactor);
            }
            _ => self.whole(node),
        }
    }

    /// What comes after a name.
    fn setting(&self, text: &str) {
        let value = text.split_once([':', '=']).map_or(text, |(_, value)| value);
        register_pieces([value.trim()], self.redactor);
    }

    /// All of a value, and what stands for itself in the texts that work it out.
    fn whole(&self, node: &Node<'_>) {
        match &node.kind {
            Kind::Null => register_written(node, self.sources, self.redactor),
            Kind::Bool(_) => {}
            Kind::List(items) => items.iter().for_each(|item| self.whole(item)),
            Kind::Map(entries) => {
                for entry in entries {
                    match entry.key.as_str() {
                        Some(key) if WORKED_OUT.contains(&key) => self.worked_out(key, &entry.value),
                        _ => self.whole(&entry.value),
                    }
                }
            }
            _ => {
                let value = node.to_value().to_string();
                register_pieces([value.as_str()], self.redactor);
                register_written(node, self.sources, self.redactor);
            }
        }
    }

    fn worked_out(&self, key: &str, value: &Node<'_>) {
        let Some(text) = value.as_str() else { return };
        let pieces = match key {
            "expr" => quoted(text),
            "tmpl" => literals(text, &MARKS),
            _ => return,
        };
        register_pieces(pieces, self.redactor);
    }
}

fn is_worked_out(node: &Node<'_>) -> bool {
    WORKED_OUT.iter().any(|key| node.get(key).is_some())
}

/// Whether a variable is none that is secret by its name.
fn is_setting(name: &str, value: &str) -> bool {
    !secret_by_name(name, value)
}

/// Whether an entry says that something is sensitive, or was meant to.
fn is_mark(entry: &Entry<'_>) -> bool {
    entry.key.as_str().is_some_and(|key| key == "sensitive" || suggest(key, ["sensitive"]).is_some())
        && entry.value.kind != Kind::Bool(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What messages would show of a text, and what everything else does.
    fn shown(text: &str) -> (String, String) {
        let (mut sources, redactor) = (Sources::new(), Redactor::new("[REDACTED]"));
        sources.add("s.yaml", text);
        let registry = providers::built_in().unwrap();
        let wary = wary(&sources, &registry, &redactor);
        (wary.text(text).into_owned(), redactor.text(text).into_owned())
    }

    #[test]
    fn what_looks_like_a_secret_is_masked_in_messages_only() {
        for text in [
            "a: {provider: git, password: hunter22}\n",
            "a: {provider: http, arguments: {headers: {Accept: text/html, X-A: hunter22}}}\n",
            "a: {provider: http, inputs: {headers: \"Accept: text/html\\nX-A: hunter22\"}}\n",
            "a: {provider: exec, env: {A_KEY: hunter22}}\n",
            "a: {provider: static, inputs: {value: {token: hunter22}}}\n",
            "a: {provider: git, inputs: {password: {tmpl: 'hunter22 {{ .b }}'}}}\n",
            "url: https://bob:hunter22@example.net/\n",
            "token:\n  hunter22\nb: [\n",
            "a: {provider: exec, inputs: {env: {deeper: {A_KEY: hunter22}}}}\n",
            "a: {provider: http, inputs: {url: 'https:/hunter22@example.net/'}}\n",
            "a:\n  sensitive: true\n  inputs:\n    value: &hunter22\n",
            "a: {provider: exec, sensitive: true, inputs: {command: hunter22}}\n",
            "a: {provider: exec, sensitive: true, inputs: {stdin: hunter22, rawe: true}}\n",
            "a: {provider: git, 'password:hunter22': x}\n",
            "a: {provider: static, sensitive: true, inputs: {'value: hunter22': x}}\n",
            "a: {provider: exec, sensitive: true, inputs: {stdin: hunter22, stdin: hunter22}}\n",
            "a: {provider: exec, sensitive: true}\ninputs: {command: hunter22}\n",
            "a: {provider: cel, sensitive: true, inputs: {expression: \"_.b + 'hunter22'\"}}\n",
            "a: {provider: go-template, sensitive: true, inputs: {template: 'hunter22{{ .b }}'}}\n",
            "a: {provider: exec, sensitive: true, inputs: {command: {rslvr: b}, env: {TOK: hunter22}}}\n",
            "a: {provider: http, sensitive: true, inputs: {headers: {Accept: hunter22}}}\n",
            "a: {provider: http, sensitive: true, inputs: {headers: \"Accept: hunter22\"}}\n",
            "a: {provider: exec, sensitive: true, env: {TOK: hunter22}}\n",
            "a: {provider: exec, sensitive: true, forEach: {item: b, in: [hunter22, {c: hunter22}]}}\n",
            "a: {provider: exec, sensitive: true, forEach: [hunter22]}\n",
        ] {
            let (wary, others) = shown(text);
            assert_eq!(wary, text.replace("hunter22", "[REDACTED]"));
            assert_eq!(others, text);
        }
    }

    #[test]
    fn what_a_mistake_is_made_of_stays_readable() {
        for text in [
            "resolvers: {password: {type: string, resolve: {with: [{provider: static, inputs: {valeu: something}}]}}}\n",
            "resolvers: {headers: {resolve: {with: [{provider: static, input: {value: something}}]}}}\n",
            "a: {provider: http, inputs: {urll: 'https://example.net/', metod: DELETE}, onerror: continue}\n",
            "a: {provider: exec, inputs: {comand: something, HOME_PAGE: something}}\n",
            "a: {provider: exec, inputs: {env: {KEY_FILE: /etc/some/key, KEY_COUNT: '123456789'}}}\n",
            "a: {provider: parameter, inputs: {key: something}, key: something}\n",
            "a: {provider: git, inputs: {password: {expr: _.something}}}\n",
            "a: {provider: git, sensitive: true, inputs: {operation: checkout}}\n",
            "inputs: {command: something}\n",
            "resolvers:\n  token:\n    type: string\n    resolve: [\n",
            "resolvers:\n  api-key: {type: string, resolve: something\n",
        ] {
            assert_eq!(shown(text).0, text);
        }
    }
}
