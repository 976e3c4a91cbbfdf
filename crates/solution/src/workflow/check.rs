//! Whether a workflow can be run. All its problems are found at once.

use super::graph::circle;
use crate::codes::WORKFLOW;
use crate::model::{Action, ForEach, Workflow};
use crate::symbols::RESERVED;
use diagnostics::{Diagnostic, Diagnostics, Span, Spanned, suggest};
use document::decode::Entries;
use providers::{Capability, Form, Registry};
use std::collections::HashMap;

/// What is wrong with a workflow.
pub fn check(workflow: &Workflow, registry: &Registry) -> Diagnostics {
    let mut check = Check { workflow, registry, problems: Diagnostics::new(), aliases: HashMap::new() };
    check.one_of(workflow.result_schema_mode.as_ref(), "workflow.resultSchemaMode", &["error", "warn", "ignore"]);
    check.section("actions", workflow.actions.as_ref());
    check.section("finally", workflow.finally.as_ref());
    check.problems
}

struct Check<'a> {
    workflow: &'a Workflow,
    registry: &'a Registry,
    problems: Diagnostics,
    aliases: HashMap<&'a str, &'a str>,
}

type Actions = Entries<Option<Action>>;

impl<'a> Check<'a> {
    fn section(&mut self, section: &'static str, actions: Option<&'a Actions>) {
        let Some(actions) = actions else { return };
        for (name, action) in actions {
            self.name(section, name);
            match action {
                Some(action) => self.action(section, name, action, actions),
                None => {
                    self.report(name.span, format!("{section}.{}: action definition cannot be nil", name.value), None);
                }
            }
        }
        self.circles(section, actions);
    }

    fn report(&mut self, span: Span, message: String, help: Option<String>) {
        self.problems.push(Diagnostic::error(&WORKFLOW, message).at(span, "").help(help));
    }

    fn name(&mut self, section: &'static str, name: &Spanned<String>) {
        let text = &name.value;
        if !is_identifier(text) || text.starts_with("__") {
            let message = format!(
                "{section}.{text}: action names are letters, digits, `_` and `-`, do not begin with a digit or `__`"
            );
            self.report(name.span, message, None);
        }
        if section == "finally" && has(self.workflow.actions.as_ref(), text) {
            self.report(
                name.span,
                format!("{section}.{text}: there is an action of this name in `actions` already"),
                None,
            );
        }
    }

    fn action(&mut self, section: &'static str, name: &'a Spanned<String>, action: &'a Action, actions: &'a Actions) {
        let at = |field: &str| format!("{section}.{}.{field}", name.value);
        self.provider(&at("provider"), name.span, action.provider.as_ref());
        self.alias(&at("alias"), &name.value, action.alias.as_ref());
        for (field, others) in [("dependsOn", &action.depends_on), ("exclusive", &action.exclusive)] {
            for other in others.iter().flatten() {
                self.other(&at(field), section, &name.value, other, actions);
            }
        }
        self.one_of(action.on_error.as_ref(), &at("onError"), &["continue", "fail"]);
        self.one_of(action.result_schema_mode.as_ref(), &at("resultSchemaMode"), &["error", "warn", "ignore"]);
        if let Some(retry) = &action.retry {
            self.one_of(retry.backoff.as_ref(), &at("retry.backoff"), &["fixed", "linear", "exponential"]);
            if let Some(attempts) = retry.max_attempts.as_ref().filter(|attempts| attempts.value < 1) {
                self.report(
                    attempts.span,
                    format!("{}: maxAttempts must be at least 1", at("retry.maxAttempts")),
                    None,
                );
            }
        }
        if let Some(each) = &action.for_each {
            self.each(section, &at("forEach"), name.span, each);
        }
        self.references(section, name, action);
    }

    fn provider(&mut self, at: &str, span: Span, provider: Option<&Spanned<String>>) {
        let Some(provider) = provider.filter(|provider| !provider.value.is_empty()) else {
            return self.report(span, format!("{at}: provider is required"), None);
        };
        match self.registry.get(&provider.value) {
            None => {
                let help =
                    suggest(&provider.value, self.registry.names()).map(|known| format!("did you mean `{known}`?"));
                self.report(provider.span, format!("{at}: provider \"{}\" not found", provider.value), help);
            }
            Some(known) if !known.descriptor().supports(Capability::Action) => {
                let message = format!("{at}: provider \"{}\" does not have action capability", provider.value);
                self.report(provider.span, message, None);
            }
            Some(_) => {}
        }
    }

    fn alias(&mut self, at: &str, action: &'a str, alias: Option<&'a Spanned<String>>) {
        let Some(alias) = alias else { return };
        let text = alias.value.as_str();
        let taken = has(self.workflow.actions.as_ref(), text) || has(self.workflow.finally.as_ref(), text);
        let message = if !is_identifier(text) || text.starts_with("__") {
            format!("{at}: alias \"{text}\" must be letters, digits, `_` and `-`, and not begin with a digit or `__`")
        } else if RESERVED.contains(&text) {
            format!("{at}: alias \"{text}\" is reserved")
        } else if taken {
            format!("{at}: alias \"{text}\" is the name of an action")
        } else if let Some(other) = self.aliases.insert(text, action) {
            format!("{at}: alias \"{text}\" of \"{action}\" is used by \"{other}\" already")
        } else {
            return;
        };
        self.report(alias.span, message, None);
    }

    fn other(&mut self, at: &str, section: &'static str, own: &str, other: &Spanned<String>, actions: &Actions) {
        if other.value == own {
            return self.report(other.span, format!("{at}: \"{own}\" cannot name itself"), None);
        }
        if has(Some(actions), &other.value) {
            return;
        }
        let names = actions.iter().map(|(name, _)| name.value.as_str());
        let help = if section == "finally" && has(self.workflow.actions.as_ref(), &other.value) {
            Some(format!("what `finally` needs of it is in `__actions['{}']`", other.value))
        } else {
            suggest(&other.value, names).map(|known| format!("did you mean `{known}`?"))
        };
        self.report(other.span, format!("{at}: dependency \"{}\" not found in {section} section", other.value), help);
    }

    fn each(&mut self, section: &'static str, at: &str, span: Span, each: &ForEach) {
        if section == "finally" {
            self.report(span, format!("{at}: forEach is not allowed in finally section"), None);
        }
        self.one_of(each.on_error.as_ref(), &format!("{at}.onError"), &["continue", "fail"]);
        if let Some(limit) = each.concurrency.as_ref().filter(|limit| limit.value < 0) {
            self.report(limit.span, format!("{at}.concurrency: must not be negative"), None);
        }
    }

    fn references(&mut self, section: &'static str, name: &Spanned<String>, action: &Action) {
        let forms = action.inputs.iter().flat_map(|inputs| inputs.iter()).filter_map(|(_, form)| form.as_ref());
        let mut named: Vec<(String, Span)> = forms.flat_map(actions_in).collect();
        if let Some(when) = &action.when {
            named.extend(actions_named(&when.text).map(|name| (name.to_owned(), when.span)));
        }
        for (other, span) in named {
            let known = has(self.workflow.actions.as_ref(), &other)
                || section == "finally" && has(self.workflow.finally.as_ref(), &other);
            if other == name.value {
                self.report(span, format!("{section}.{}: __actions reference to itself", name.value), None);
            } else if !known {
                let message = format!("{section}.{}: __actions reference to \"{other}\": action not found", name.value);
                self.report(span, message, None);
            }
        }
    }

    fn one_of(&mut self, given: Option<&Spanned<String>>, at: &str, words: &[&str]) {
        if let Some(given) = given.filter(|given| !words.contains(&given.value.as_str())) {
            let message = format!("{at}: \"{}\" is none of {}", given.value, words.join(", "));
            self.report(
                given.span,
                message,
                suggest(&given.value, words.iter().copied()).map(|known| format!("did you mean `{known}`?")),
            );
        }
    }

    fn circles(&mut self, section: &'static str, actions: &Actions) {
        let names: Vec<&str> = actions.iter().map(|(name, _)| name.value.as_str()).collect();
        let number = |name: &str| names.iter().position(|known| *known == name);
        let needs: Vec<Vec<usize>> = actions
            .iter()
            .map(|(own, action)| {
                let others = action.iter().flat_map(|action| action.depends_on.iter().flatten());
                others.filter(|other| other.value != own.value).filter_map(|other| number(&other.value)).collect()
            })
            .collect();
        if let Some(way) = circle(&names, &needs) {
            let span = actions
                .iter()
                .find(|(name, _)| name.value == way[0])
                .map_or(actions.0[0].0.span, |(name, _)| name.span);
            self.report(span, format!("{section}.dependsOn: circular dependency detected: {}", way.join(" → ")), None);
        }
    }
}

/// The actions that a form reads.
pub(super) fn actions_in(form: &Form) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    form.each_text(&mut |text, _, span| found.extend(actions_named(text).map(|name| (name.to_owned(), span))));
    found
}

const ACTIONS: &str = "__actions";

/// The actions that a text names outside of its own texts, as the original reads it: a dash belongs to the name, also where
/// CEL takes it for a minus.
pub(super) fn actions_named(text: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            if let Some(name) = rest.strip_prefix(ACTIONS).and_then(action_after) {
                at += ACTIONS.len();
                return Some(name);
            }
            at += if c == '"' || c == '\'' { quoted(rest) } else { c.len_utf8() };
        }
        None
    })
}

/// The name after `__actions`: `.name`, `["name"]` or `['name']`.
fn action_after(rest: &str) -> Option<&str> {
    if let Some(name) = rest.strip_prefix('.') {
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').unwrap_or(name.len());
        return Some(&name[..end]).filter(|name| !name.is_empty());
    }
    let inside = rest.strip_prefix('[')?.trim_start();
    let quote = inside.chars().next().filter(|c| *c == '"' || *c == '\'')?;
    inside[1..].split_once(quote).map(|(name, _)| name)
}

/// How many bytes a text within a text has, with its quotes.
fn quoted(text: &str) -> usize {
    let mut chars = text.char_indices();
    let quote = chars.next().map(|(_, c)| c);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            _ if Some(c) == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn has(actions: Option<&Actions>, name: &str) -> bool {
    actions.is_some_and(|actions| actions.get(name).is_some())
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}
