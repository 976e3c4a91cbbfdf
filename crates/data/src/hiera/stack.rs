//! Documents and passed data over each other.

use super::annotation::{Annotations, Rule};
use super::document::Document;
use super::enforce::enforce;
use super::explain::{Explanation, explain, origin};
use super::layers::merged;
use super::path::KeyPath;
use super::secret::Secrets;
use crate::template::Environment;
use diagnostics::{Diagnostics, Redactor, Severity};
use value::Map;

/// Data that does not stand in a document: that of an `apply` resource, or of the command line.
#[derive(Debug, Clone, Default)]
pub struct Passed {
    /// Who passed it, in words: `the command line`.
    pub from: String,
    /// The data, which is taken as it is.
    pub data: Map,
    /// Keys at its top that are secret.
    pub secret: Vec<String>,
}

/// Documents and passed data, each merged over those before it.
#[derive(Debug, Clone)]
pub struct Stack<'d, 'a> {
    pub(crate) beneath: Option<Passed>,
    pub(crate) documents: Vec<Document<'d, 'a>>,
    pub(crate) passed: Vec<Passed>,
}

/// What came out.
#[derive(Debug, Clone, Default)]
pub struct Resolved {
    /// The data; secrets are in it as they are.
    pub data: Map,
    /// Which of it is secret.
    pub secrets: Secrets,
    /// What somebody should look at.
    pub warnings: Diagnostics,
}

impl<'d, 'a> Stack<'d, 'a> {
    /// One document.
    pub fn new(document: Document<'d, 'a>) -> Self {
        Self { beneath: None, documents: vec![document], passed: Vec::new() }
    }

    /// Data under all documents.
    #[must_use]
    pub fn under(self, beneath: Option<Passed>) -> Self {
        Self { beneath, ..self }
    }

    /// Another document over what is there. Its rules have to hold for its own data too.
    #[must_use]
    pub fn over(mut self, document: Document<'d, 'a>) -> Self {
        self.documents.push(document);
        self
    }

    /// Data over all documents.
    #[must_use]
    pub fn pass(mut self, from: impl Into<String>, data: Map) -> Self {
        self.passed.push(Passed { from: from.into(), data, secret: Vec::new() });
        self
    }

    /// Resolves everything and checks all rules. The environment is one of expressions in data
    /// ([`Reach::Facts`](crate::template::Reach)); the redactor gets to know all secrets, also when there are errors.
    pub fn resolve(&self, environment: &Environment, redactor: &Redactor) -> Result<Resolved, Diagnostics> {
        let mut annotations: Vec<Annotations> = self.documents.iter().map(Annotations::of).collect();
        let secrets = self.secrets_with(&annotations);
        let mut problems = Diagnostics::new();
        for document in &self.documents {
            problems.append(secrets.register_written(document, redactor));
        }
        let written = problems.has_errors();
        for said in &mut annotations {
            problems.append(std::mem::take(&mut said.refused));
        }
        let mut layers: Vec<Map> = Vec::with_capacity(self.documents.len());
        for document in &self.documents {
            let data = merged(document, environment, &mut problems);
            let too_long = secrets.register(&data, "an expression in the data", redactor);
            problems.append(if written { Diagnostics::new() } else { too_long });
            layers.push(data);
        }
        problems.sort();
        if !problems.has_errors() {
            let checked = layers.iter().zip(&annotations).enumerate().skip(1);
            let broken = checked.map(|(index, (data, said))| self.check(index, data, &[said], &secrets, environment));
            broken.for_each(|broken| problems.append(broken));
        }
        let data = &mut self.beneath.as_ref().map(|beneath| beneath.data.clone()).unwrap_or_default();
        if let Some(beneath) = &self.beneath {
            problems.append(secrets.register(data, &beneath.from, redactor));
        }
        let mut layers = layers.into_iter();
        match layers.next() {
            Some(first) if data.is_empty() => *data = first,
            Some(first) => data.merge(&first),
            None => {}
        }
        layers.for_each(|over| data.merge(&over));
        for passed in &self.passed {
            problems.append(secrets.register(&passed.data, &passed.from, redactor));
            data.merge(&passed.data);
        }
        if !problems.has_errors() {
            let said: Vec<&Annotations> = annotations.iter().collect();
            problems.append(self.check(usize::MAX, data, &said, &secrets, environment));
        }
        for said in annotations {
            problems.append(said.warnings);
        }
        finish(std::mem::take(data), secrets, problems)
    }

    /// Checks rules on the data of one document, or of all.
    fn check(
        &self,
        document: usize,
        data: &Map,
        said: &[&Annotations],
        secrets: &Secrets,
        environment: &Environment,
    ) -> Diagnostics {
        let rules: Vec<&Rule> = said.iter().flat_map(|said| &said.rules).collect();
        let part = match self.documents.get(document) {
            Some(document) => Stack::new(*document),
            None => self.clone(),
        };
        enforce(&rules, data, secrets, &|path| origin(&part, path, environment))
    }

    /// The keys that are secret in any of the documents, or beneath them.
    pub(crate) fn secrets(&self) -> Secrets {
        self.secrets_with(&self.documents.iter().map(Annotations::of).collect::<Vec<_>>())
    }

    fn secrets_with(&self, annotations: &[Annotations]) -> Secrets {
        let mut secrets = secrets_of(annotations);
        let keys = self.beneath.iter().flat_map(|beneath| &beneath.secret);
        secrets.add(&keys.map(|key| KeyPath(vec![key.as_str().into()])).collect::<Vec<_>>());
        secrets
    }

    /// How a key gets its value: every layer that has it, and what became of it there. Keys inside of each other have dots
    /// between them; `\.` is a dot of a key.
    pub fn explain(&self, key: &str, environment: &Environment) -> Result<Explanation, Diagnostics> {
        explain(self, key, environment)
    }
}

fn secrets_of(annotations: &[Annotations]) -> Secrets {
    let mut secrets = Secrets::default();
    for said in annotations {
        secrets.add(&said.secrets);
    }
    secrets
}

fn finish(data: Map, secrets: Secrets, mut problems: Diagnostics) -> Result<Resolved, Diagnostics> {
    if problems.has_errors() {
        return Err(problems);
    }
    debug_assert!(problems.iter().all(|problem| problem.severity == Severity::Warning), "errors have left");
    problems.sort();
    Ok(Resolved { data, secrets, warnings: problems })
}
