//! Small documents, resolved.

use data::hiera::{Document, Explanation, Resolved, Stack, parse};
use data::template::{Environment, Reach, Scope};
use diagnostics::{Diagnostics, Redactor, Renderer, Sources, Style};
use document::{Limits, Node};
use std::sync::Arc;
use value::{Escape, KeyOrder, Map, Value};

/// What expressions in data see, with these facts.
pub(crate) fn environment(facts: &str) -> Environment {
    Environment::new(Scope::new(Reach::Facts), Arc::new(json(facts)))
}

pub(crate) fn json(text: &str) -> Map {
    Value::from_json(text).unwrap().as_map().unwrap().clone()
}

pub(crate) fn shown(data: &Map) -> String {
    Value::from(data.clone()).to_json(Escape::Plain, KeyOrder::Keep).unwrap()
}

/// Documents, one over the other, with data passed over them.
pub(crate) struct Case {
    pub(crate) sources: Sources,
    pub(crate) texts: Vec<Arc<String>>,
    pub(crate) facts: String,
    pub(crate) passed: Option<Map>,
    pub(crate) redactor: Redactor,
}

impl Case {
    pub(crate) fn new(text: &str) -> Self {
        let (sources, facts, redactor) = (Sources::new(), "{}".to_owned(), Redactor::default());
        Self { sources, texts: Vec::new(), facts, passed: None, redactor }.over("site.yaml", text)
    }

    pub(crate) fn over(mut self, name: &str, text: &str) -> Self {
        let file = self.sources.add(name, text);
        self.texts.push(self.sources.text(file));
        self
    }

    pub(crate) fn facts(self, facts: &str) -> Self {
        Self { facts: facts.to_owned(), ..self }
    }

    pub(crate) fn passed(self, data: &str) -> Self {
        Self { passed: Some(json(data)), ..self }
    }

    pub(crate) fn resolve(&self) -> Result<Resolved, Diagnostics> {
        self.with_stack(|stack| stack.resolve(&environment(&self.facts), &self.redactor))?
    }

    pub(crate) fn explain(&self, key: &str) -> Result<Explanation, Diagnostics> {
        self.with_stack(|stack| stack.explain(key, &environment(&self.facts)))?
    }

    fn with_stack<T>(&self, use_it: impl FnOnce(&Stack<'_, '_>) -> T) -> Result<T, Diagnostics> {
        let mut files = Sources::new();
        let roots: Vec<Node<'_>> = self
            .texts
            .iter()
            .map(|text| parse(text, files.add("", ""), Limits::default()))
            .collect::<Result<_, _>>()?;
        let mut documents = roots.iter().zip(&self.texts).map(|(root, text)| Document::new(root, text));
        let stack = Stack::new(documents.next().unwrap());
        let stack = documents.fold(stack, Stack::over);
        let stack = match &self.passed {
            Some(data) => stack.pass("the command line", data.clone()),
            None => stack,
        };
        Ok(use_it(&stack))
    }

    /// The data, as JSON.
    pub(crate) fn data(&self) -> String {
        self.resolve().map_or_else(|problems| self.rendered(&problems), |resolved| shown(&resolved.data))
    }

    /// What is wrong, as people see it.
    pub(crate) fn problems(&self) -> String {
        match self.resolve() {
            Ok(resolved) => self.rendered(&resolved.warnings),
            Err(problems) => self.rendered(&problems),
        }
    }

    pub(crate) fn rendered(&self, problems: &Diagnostics) -> String {
        Renderer::new(&self.sources, self.redactor.clone()).report(problems, Style::Plain)
    }
}

/// Parses and resolves a document without facts.
pub(crate) fn data(text: &str) -> String {
    Case::new(text).data()
}
