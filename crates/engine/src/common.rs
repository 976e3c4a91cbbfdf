//! The properties that every resource has, whatever its type.

use crate::check::{HEALTH_CHECK, HealthCheck};
use crate::registration::{REGISTRATION, Registration};
use crate::{Reference, ReferenceError};
use data::template::Environment;
use diagnostics::{Code, Diagnostic, FileId, Redactor, Sources, Span, Spanned, suggest};
use document::decode::{Decode, Decoder, Shape, Text, TextShape, Value};
use document::{Node, record};
use std::cell::Cell;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

record! {
    /// What every resource has.
    pub struct Common {
        /// What the resource is called; for many types also what it is about. In the list form the key is the name.
        name: Spanned<String> [filled],
        /// Another name for `require` and `subscribe`.
        alias: Option<String>,
        /// Which provider does the work; chosen by the machine when left out.
        provider: Option<Spanned<String>>,
        /// Resources that must not have failed before this one is looked at, as `type#name`.
        require: Vec<Spanned<Reference>> [literal, mistaken = &["requires", "depends_on", "after"]] = Vec::new(),
        /// Whether the resource is looked at in this run.
        control: Option<Spanned<Control>> [literal],
        /// Commands or rules that must be content once the resource is in its state.
        health_checks: Vec<Spanned<HealthCheck>> [mistaken = &["health_check"]] = Vec::new(),
        /// Entries to publish once the resource is stable.
        register_when_stable: Vec<Spanned<Registration>> = Vec::new(),
    }
}

record! {
    /// Whether a resource is looked at in this run: expressions without braces that give true or false.
    pub struct Control [name = "control"] {
        /// Only when this is true.
        condition "if": Option<Spanned<String>>,
        /// Not when this is true.
        unless: Option<Spanned<String>>,
    }
}

/// A text that is not `type#name`.
pub(crate) static BAD_REFERENCE: Code = Code::new(
    "reference::malformed",
    "`require` and `subscribe` name other resources as `type#name`: the type in lower case, a `#`, and the name or \
     alias of the resource. Only the first `#` splits, so names may hold further ones.\n\n\
     ```yaml\nrequire:\n  - file#/etc/motd\n  - exec#reindex\n```",
);

/// A provider that the type does not have.
pub(crate) static UNKNOWN_PROVIDER: Code = Code::new(
    "resource::unknown-provider",
    "`provider` names how the work of a resource is done. Each type has its own list; the message shows it. Leave the \
     property out to let the machine decide.",
);

/// The problems that this crate finds in documents.
pub const CODES: &[&Code] = &[&BAD_REFERENCE, &UNKNOWN_PROVIDER, &HEALTH_CHECK, &REGISTRATION];

impl Common {
    /// The alias, when it is one.
    pub fn alias(&self) -> Option<&str> {
        self.alias.as_deref().filter(|alias| !alias.is_empty())
    }

    /// Checks what is the same for every type, so that all problems are reported.
    pub fn check(&self, decoder: &mut Decoder<'_>) -> Option<()> {
        let checks: Vec<_> = self.health_checks.iter().map(|check| check.value.check(check.span, decoder)).collect();
        let entries: Vec<_> = self.register_when_stable.iter().map(|entry| entry.value.check(decoder)).collect();
        checks.into_iter().chain(entries).collect()
    }
}

impl Decode for Reference {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = Text::decode(node, decoder)?;
        Self::parse(&text).map_or_else(|error| decoder.refuse(explain(&error, text.span)), Some)
    }

    fn shape() -> Shape {
        Shape::Text(TextShape {
            pattern: Some("^[a-z]+#.+$"),
            called: Some(("a reference", "references")),
            ..TextShape::PLAIN
        })
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::from(self.to_string()))
    }
}

fn explain(error: &ReferenceError, at: Span) -> Diagnostic {
    let lower = error.given.split_once('#').map(|(kind, name)| format!("{}#{name}", kind.to_ascii_lowercase()));
    let help = lower.filter(|text| Reference::parse(text).is_ok()).map(|text| format!("did you mean `{text}`?"));
    Diagnostic::error(&BAD_REFERENCE, error.to_string()).at(at, "not of the form `type#name`").help(help)
}

/// What a resource needs to know about the document it stands in.
pub struct Context<'a> {
    /// The directory that relative paths of the document start from.
    pub directory: PathBuf,
    /// The texts of the run, for places in messages.
    pub sources: &'a Sources,
    /// Secrets that are found while decoding are registered here.
    pub redactor: &'a Redactor,
    /// What expressions and templates of the document see. Files are those before the run: whoever renders in a step
    /// looks through the files of that step.
    pub environment: Option<&'a Environment>,
    /// The last place that was asked for: the next one is counted from there.
    last: Cell<(Span, u32)>,
}

impl<'a> Context<'a> {
    /// For a document whose relative paths start from `directory`.
    pub fn new(directory: PathBuf, sources: &'a Sources, redactor: &'a Redactor) -> Self {
        let last = Cell::new((Span::new(FileId::FIRST, 0, 0), 1));
        Self { directory, sources, redactor, environment: None, last }
    }

    /// The same, with facts and data.
    #[must_use]
    pub fn with_environment(self, environment: &'a Environment) -> Self {
        Self { environment: Some(environment), ..self }
    }

    /// The same, for another thread.
    #[must_use]
    pub fn again(&self) -> Self {
        let environment = self.environment;
        Self { environment, ..Self::new(self.directory.clone(), self.sources, self.redactor) }
    }

    /// The file and line of a span. Places are mostly asked for in document order, so that counting goes on where it
    /// stopped and a long document is counted once.
    pub fn place(&self, span: Span) -> Place {
        let span = self.sources.written(span);
        let (last, line) = self.last.get();
        let line = if last.file == span.file && last.start <= span.start {
            line + self.sources.line_breaks(Span::new(span.file, last.start, span.start))
        } else {
            self.sources.position(span).line
        };
        self.last.set((span, line));
        Place { file: self.sources.shared_name(span.file), line }
    }
}

/// `file:line`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    file: Arc<str>,
    line: u32,
}

impl Place {
    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A problem was reported.
pub(crate) struct Reported;

/// The provider that a resource asks for, if it does not leave the choice to the machine.
pub(crate) fn named_provider<P>(
    kind: &str,
    providers: &'static [P],
    name_of: fn(&P) -> &'static str,
    asked: Option<&Node<'_>>,
    decoder: &mut Decoder<'_>,
) -> Result<Option<&'static P>, Reported> {
    // What is no text is reported where the property is decoded.
    let Some((asked, span)) = asked.and_then(|node| Some((node.as_str()?, node.span))) else { return Ok(None) };
    let found = providers.iter().find(|p| name_of(p) == asked);
    if found.is_none() {
        let names: Vec<&str> = providers.iter().map(name_of).collect();
        let message = format!("`{kind}` has no provider `{asked}`");
        let help = match suggest(asked, names.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("its providers are: {}", names.join(", ")),
        };
        decoder.report(Diagnostic::error(&UNKNOWN_PROVIDER, message).at(span, "provider not found").help(help));
    }
    found.map(Some).ok_or(Reported)
}
