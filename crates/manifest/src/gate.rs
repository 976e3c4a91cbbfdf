//! `control`: whether a resource is looked at in this run.

use crate::resolve::{Resolver, explain};
use data::template::Condition;
use diagnostics::{Diagnostics, Sources, Spanned};
use document::{Kind, Node, Style};
use engine::Control;
use value::{Unknown, Value};

/// The conditions of a resource.
pub(crate) struct Gate {
    condition: Option<Guard>,
    unless: Option<Guard>,
}

struct Guard {
    node: Node<'static>,
    condition: Condition,
}

/// Whether a resource is looked at.
pub(crate) enum Answer {
    /// It is.
    Open,
    /// It is not.
    Closed,
    /// In a rehearsal: nobody can say yet.
    Unknown(Unknown),
}

impl Gate {
    /// Compiles the conditions; wrong ones are reported.
    pub(crate) fn new(
        control: Option<&Spanned<Control>>,
        resolver: Resolver<'_>,
        problems: &mut Diagnostics,
    ) -> Option<Self> {
        let control = &control?.value;
        let mut guard = |text: &Option<Spanned<String>>| {
            let text = text.as_ref().filter(|text| !text.value.is_empty())?;
            let node =
                Node { span: text.span, kind: Kind::String(text.value.clone().into()), style: Some(Style::Plain) };
            match Condition::compile(&text.value, resolver.environment.scope()) {
                Ok(condition) => {
                    for error in condition.miscalls(resolver.environment.scope()) {
                        problems.push(explain(&error, &node, resolver.sources));
                    }
                    if resolver.judge.is_some() {
                        resolver.judge(&condition.references(resolver.environment.scope()), &node, problems);
                    }
                    Some(Guard { node, condition })
                }
                Err(error) => {
                    problems.push(explain(&error, &node, resolver.sources));
                    None
                }
            }
        };
        let (condition, unless) = (guard(&control.condition), guard(&control.unless));
        Some(Self { condition, unless })
    }

    /// Compiles the conditions of a resource that could not be read, so that what is wrong with them is reported too.
    pub(crate) fn check(body: &Node<'_>, resolver: Resolver<'_>, problems: &mut Diagnostics) {
        let conditions = body.get("control").and_then(Node::as_map).unwrap_or_default().iter();
        for node in conditions.map(|entry| &entry.value) {
            let scope = resolver.environment.scope();
            let errors = match node.as_str().map(|text| Condition::compile(text, scope)) {
                Some(Ok(condition)) => condition.miscalls(scope),
                Some(Err(error)) => vec![error],
                None => Vec::new(),
            };
            for error in &errors {
                problems.push(explain(error, node, resolver.sources));
            }
        }
    }

    /// Whether what earlier steps do to files may change the answer.
    pub(crate) fn reads_files(&self, resolver: Resolver<'_>) -> bool {
        let guards = [&self.condition, &self.unless].into_iter().flatten();
        guards.into_iter().any(|guard| guard.condition.reads_files(resolver.environment.scope()))
    }

    /// Asks both conditions.
    pub(crate) fn ask(&self, resolver: Resolver<'_>) -> Result<Answer, String> {
        for (guard, wanted) in [(&self.condition, true), (&self.unless, false)] {
            let Some(guard) = guard else { continue };
            match guard.condition.holds(resolver.environment).map(|answer| answer.value) {
                Ok(Value::Unknown(unknown)) => return Ok(Answer::Unknown(unknown)),
                Ok(answer) if answer == Value::Bool(wanted) => {}
                Ok(_) => return Ok(Answer::Closed),
                Err(error) => return Err(guard.words(&error, resolver.sources)),
            }
        }
        Ok(Answer::Open)
    }
}

impl Guard {
    fn words(&self, error: &data::template::TextError, sources: &Sources) -> String {
        let place = sources.place(self.node.locate(error.at.clone(), sources));
        format!("control cannot be decided: {error} ({place})")
    }
}
