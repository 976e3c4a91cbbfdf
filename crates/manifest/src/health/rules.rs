//! goss rules of a manifest: their texts are worked out when they are asked, and then read as YAML reads them.

use super::check::Try;
use crate::resolve::{Resolver, explain};
use crate::secrets::{register_rules, register_secrets};
use data::template::Template;
use diagnostics::{Diagnostic, Diagnostics, Severity, Sources};
use document::{Dialect, Entry, Kind, Node, Style};
use engine::Health;
use goss::{Report, Rules};
use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;
use system::ReadWorld;
use value::Value;

/// Rules with the expressions in them.
pub(crate) struct RuleText {
    rules: RuleNode,
    /// Where relative names of included files begin.
    directory: PathBuf,
}

/// A node whose texts are compiled.
struct RuleNode {
    node: Node<'static>,
    template: Option<Template>,
    below: Vec<(Option<RuleNode>, RuleNode)>,
}

impl RuleText {
    pub(super) fn new(node: &Node<'_>, resolver: Resolver<'_>, problems: &mut Diagnostics) -> Option<Self> {
        register_rules(node, resolver.sources, resolver.redactor);
        let found = problems.len();
        let rules = RuleNode::new(node, resolver, problems);
        if rules.holds_expressions() {
            rules.misspelt_sections().for_each(|problem| problems.push(problem));
        } else {
            rules.check(resolver, problems);
        }
        let directory = resolver.environment.directory().to_owned();
        let is_right = problems.iter().skip(found).all(|problem| problem.severity == Severity::Warning);
        is_right.then_some(Self { rules, directory })
    }

    /// Works the rules out and asks the machine.
    pub(super) fn ask(&self, timeout: Option<Duration>, world: &ReadWorld, resolver: Resolver<'_>) -> Try {
        let mut problems = Diagnostics::new();
        let node = self.rules.work_out(resolver, &mut problems);
        if problems.has_errors() {
            return Try::broken(words(&problems, resolver.sources));
        }
        let mut sources = resolver.sources.clone();
        let text = sources.text(node.span.file);
        let suite = Rules::from_node(&node, &text).and_then(|rules| rules.load(world, &self.directory, &mut sources));
        let suite = match suite {
            Ok(suite) => suite,
            Err(problems) => {
                register_secrets(&sources, resolver.redactor);
                return Try::broken(words(&problems, &sources));
            }
        };
        match suite.check(world, timeout, resolver.redactor) {
            Ok(report) => {
                let status = if report.is_success() { Health::Ok } else { Health::Critical };
                Try { status, output: output(&report), broken: None }
            }
            Err(error) => Try::broken(error.to_string()),
        }
    }
}

impl RuleNode {
    fn holds_expressions(&self) -> bool {
        let inside = |(key, value): &(Option<Self>, Self)| {
            key.as_ref().is_some_and(Self::holds_expressions) || value.holds_expressions()
        };
        self.template.is_some() || self.below.iter().any(inside)
    }

    /// Names of sections that stand there as they are, beside expressions.
    fn misspelt_sections(&self) -> impl Iterator<Item = Diagnostic> {
        let names = self.below.iter().filter_map(|(key, _)| key.as_ref().filter(|key| key.template.is_none()));
        names.filter_map(|key| Rules::judge_section(key.node.as_str()?, key.node.span))
    }

    /// Reads rules that hold no expressions, and reports what is wrong with them and what is probably not meant.
    fn check(&self, resolver: Resolver<'_>, problems: &mut Diagnostics) {
        let node = self.work_out(resolver, problems);
        match Rules::from_node(&node, resolver.sources.content(node.span.file)) {
            Ok(rules) => problems.append(rules.warnings().clone()),
            Err(found) => problems.append(found),
        }
    }

    fn new(node: &Node<'_>, resolver: Resolver<'_>, problems: &mut Diagnostics) -> Self {
        let template = resolver.compile(node, problems);
        if let Some(template) = &template {
            resolver.judge_template(template, node, problems);
        }
        let mut inner = |node: &Node<'_>| Self::new(node, resolver, problems);
        let below = match &node.kind {
            Kind::List(items) => items.iter().map(|item| (None, inner(item))).collect(),
            Kind::Map(entries) => entries.iter().map(|entry| (Some(inner(&entry.key)), inner(&entry.value))).collect(),
            _ => Vec::new(),
        };
        let kind = match &node.kind {
            Kind::List(_) => Kind::List(Vec::new()),
            Kind::Map(_) => Kind::Map(Vec::new()),
            // What is plain means in rules what the dialect of goss says.
            _ if node.style == Some(Style::Plain) && template.is_none() => {
                let source = resolver.sources.slice(node.span);
                let is_alias = source.starts_with(['*', '&', '!']);
                if is_alias { node.clone().into_owned().kind } else { plain(source) }
            }
            _ => node.clone().into_owned().kind,
        };
        Self { node: Node { span: node.span, kind, style: node.style }, template, below }
    }

    fn work_out(&self, resolver: Resolver<'_>, problems: &mut Diagnostics) -> Node<'static> {
        let mut node = self.node.clone();
        match (&mut node.kind, &self.template) {
            (Kind::List(items), _) => {
                items.extend(self.below.iter().map(|(_, item)| item.work_out(resolver, problems)));
            }
            (Kind::Map(entries), _) => entries.extend(self.below.iter().filter_map(|(key, value)| {
                let key = key.as_ref()?.work_out(resolver, problems);
                Some(Entry { key, value: value.work_out(resolver, problems), comment: None })
            })),
            (_, None) => {}
            (kind, Some(template)) => match resolver.work_out(template, crate::resolve::Mode::Text) {
                Ok(Value::String(text)) if self.node.style == Some(Style::Plain) => *kind = plain(&text),
                Ok(value) => *kind = Kind::String(Cow::Owned(value.to_string())),
                Err(error) => problems.push(explain(&error, &self.node, resolver.sources)),
            },
        }
        node
    }
}

/// The line that stands for all, and one line for each expectation that is not met.
fn output(report: &Report) -> String {
    let failed = report.results.iter().filter(|result| result.outcome.is_failure());
    let summary = report.summary();
    std::iter::once(summary.as_str()).chain(failed.map(|result| result.line.as_str())).collect::<Vec<_>>().join("\n")
}

/// All problems on one line, each with its place.
fn words(problems: &Diagnostics, sources: &Sources) -> String {
    let line = |problem: &Diagnostic| match problem.span() {
        Some(span) => format!("{} ({})", problem.message, sources.place(span)),
        None => problem.message.clone(),
    };
    problems.iter().filter(|problem| problem.severity == Severity::Error).map(line).collect::<Vec<_>>().join("; ")
}

fn plain(text: &str) -> Kind<'static> {
    document::yaml::plain(Dialect::YamlV3, text).unwrap_or_else(|| Kind::String(Cow::Owned(text.to_owned())))
}
