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
            let condition = compile(&text.value, &node, resolver, problems)?;
            // A condition asks whether something is so, for one machine or another.
            let resolver = Resolver { is_reached: false, ..resolver };
            if resolver.judge.is_some() {
                resolver.judge(&condition.references(resolver.environment.scope()), &node, problems);
            }
            Some(Guard { node, condition })
        };
        let (condition, unless) = (guard(&control.condition), guard(&control.unless));
        Some(Self { condition, unless })
    }

    /// Compiles the conditions of a resource that could not be read, so that what is wrong with them is reported too.
    pub(crate) fn check(body: &Node<'_>, resolver: Resolver<'_>, problems: &mut Diagnostics) {
        let conditions = body.get("control").and_then(Node::as_map).unwrap_or_default().iter();
        for node in conditions.map(|entry| &entry.value) {
            if let Some(text) = node.as_str() {
                compile(text, node, resolver, problems);
            }
        }
    }

    /// Whether the conditions of a resource that was not read yet say no. Wrong ones are reported when it is read.
    pub(crate) fn closes(body: &Node<'_>, resolver: Resolver<'_>) -> bool {
        let Some(control) = body.get("control") else { return false };
        [("if", true), ("unless", false)].into_iter().any(|(key, wanted)| {
            let text = control.get(key).and_then(Node::as_str).filter(|text| !text.is_empty());
            let condition = text.and_then(|text| Condition::compile(text, resolver.environment.scope()).ok());
            let answer = condition.and_then(|condition| condition.holds(resolver.environment).ok());
            answer
                .is_some_and(|answer| !matches!(answer.value, Value::Unknown(_)) && answer.value != Value::Bool(wanted))
        })
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

/// The condition of a node; all that is wrong with it is reported.
fn compile(text: &str, node: &Node<'_>, resolver: Resolver<'_>, problems: &mut Diagnostics) -> Option<Condition> {
    let scope = resolver.environment.scope();
    let (condition, mut wrong) = match Condition::compile(text, scope) {
        Ok(condition) => (Some(condition), Vec::new()),
        Err(errors) => (None, errors),
    };
    wrong.extend(Condition::miscalls(text, scope));
    for error in &wrong {
        problems.push(explain(error, node, resolver.sources));
    }
    condition
}

impl Guard {
    fn words(&self, error: &data::template::TextError, sources: &Sources) -> String {
        let place = sources.place(self.node.locate(error.at.clone(), sources));
        format!("control cannot be decided: {error} ({place})")
    }
}
