//! Texts in inputs that a provider itself takes for expressions or templates, and what is wrong with them before it is
//! called.

use crate::{Engines, Form, TemplateForm};
use document::decode::Entries;
use std::collections::BTreeSet;
use std::ops::Range;
use value::Value;

/// The value that a provider looks at, as expressions see it.
pub(crate) const SUBJECT: &str = "__self";

/// A place in the inputs that is CEL.
#[derive(Debug, Clone, Copy)]
pub struct Embedded {
    /// The way to it: `expression`, or `poll` and `until`.
    pub at: &'static [&'static str],
    /// Which names it can use.
    pub sees: Sees,
}

/// The names that an expression in an input can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sees {
    /// Those of the step.
    Step,
    /// Those of the step, and the value that is looked at as `__self`.
    Subject,
    /// Those of the step, and the keys of another input.
    StepAnd(&'static str),
    /// These and no others.
    Only(&'static [&'static str]),
}

/// Names, as far as they are known before anything runs.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Those that are known.
    pub known: BTreeSet<String>,
    /// Whether there may be others.
    pub may_be_more: bool,
}

impl Sees {
    /// Whether resolvers can be used. Where they cannot, `_` is something else.
    pub fn resolvers(self) -> bool {
        !matches!(self, Self::Only(_))
    }

    /// The names, where the step has these, and these inputs.
    pub fn names(self, step: &Names, inputs: &Entries<Option<Form>>) -> Names {
        let mut names = step.clone();
        match self {
            Self::Step => {}
            Self::Subject => {
                names.known.insert(SUBJECT.to_owned());
            }
            Self::StepAnd(input) => match inputs.get(input).and_then(Option::as_ref).map(Form::keys) {
                None => {}
                Some(Some(keys)) => names.known.extend(keys.into_iter().map(str::to_owned)),
                Some(None) => names.may_be_more = true,
            },
            Self::Only(these) => {
                names = Names { known: these.iter().map(|name| (*name).to_owned()).collect(), may_be_more: false };
            }
        }
        names
    }
}

/// What a way into a value leads to.
pub(crate) fn below<'v>(value: &'v Value, way: &[&str]) -> Option<&'v Value> {
    way.iter().try_fold(value, |value, step| value.as_map()?.get(*step))
}

/// A template in a literal input that is none.
#[derive(Debug)]
pub struct BadTemplate {
    /// The input.
    pub input: &'static str,
    /// The whole text.
    pub text: String,
    /// The place in it.
    pub place: Range<usize>,
    /// What is wrong.
    pub message: String,
}

impl BadTemplate {
    /// What is wrong with a text, if it is no template.
    pub(crate) fn find(input: &'static str, text: &str, form: TemplateForm<'_>, engines: &Engines) -> Option<Self> {
        let error = engines.template(input, text, form).err()?;
        let place = error.start as usize..error.end as usize;
        Some(Self { input, text: text.to_owned(), place, message: error.message })
    }
}
