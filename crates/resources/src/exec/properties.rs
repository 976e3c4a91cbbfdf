//! What a manifest says about a command.

use diagnostics::{Diagnostic, Spanned, secret_by_name};
use document::decode::{Decode, Decoder, Lenient, Period, Shape, Text, TextShape, Value};
use document::{Node, choice, record};
use engine::{Common, Reference};

use super::desired::{ENVIRONMENT, RETURNS, SEARCH_PATH};
use std::path::PathBuf;

choice! {
    /// Whether the command belongs to this machine.
    pub(super) enum Ensure {
        /// It runs when its guards allow it.
        Present "present",
        /// It never runs.
        Absent "absent",
    }
}

record! {
    /// A command that is run.
    pub(super) struct ExecProperties [name = "exec"]
    with common: Common {
        /// `absent` keeps the command from running.
        ensure: Ensure = Ensure::Present,
        /// The command line; the name is the command line when it is left out.
        command: Option<Lenient<Spanned<String>>> [deferred, mistaken = &["cmd"]],
        /// Where it runs; `/` when left out.
        cwd: Option<String> [deferred, mistaken = &["dir", "directory", "chdir"]],
        /// The command does not run when this path exists.
        creates: Option<String> [deferred],
        /// The command runs only when this one ends with exit code 0. It runs in rehearsals too.
        onlyif: Option<Spanned<String>> [deferred, mistaken = &["only_if"]],
        /// The command does not run when this one ends with exit code 0. It runs in rehearsals too.
        unless: Option<Spanned<String>> [deferred],
        /// `NAME=value` entries, added to a small fixed environment.
        environment: Lenient<Vec<Setting>> [deferred, placeholder = "PLACEHOLDER=x", mistaken = &["env"]] = Lenient::from(Vec::new()),
        /// Directories, joined by `:`, where the program is searched, and its `PATH`; else the caller's `PATH` counts.
        path: Option<Lenient<SearchPath>>,
        /// Exit codes that count as success.
        returns: Lenient<Vec<Allowed>> = Lenient::from(vec![Allowed(0)]),
        /// After this long the command and all it started are killed, and the resource fails.
        timeout: Option<Lenient<Period>>,
        /// Runs only when something it subscribes to has changed.
        refreshonly: bool [mistaken = &["refresh_only", "refreshOnly"]] = false,
        /// Resources whose change runs the command whatever its guards say, as `type#name`.
        subscribe: Vec<Spanned<Reference>> [mistaken = &["notify"]] = Vec::new(),
        /// Shows what the command prints on standard output.
        logoutput: bool [mistaken = &["log_output", "logOutput"]] = false,
    }
}

/// `NAME=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) name: String,
    pub(super) value: String,
    /// Whether somebody wants to see it even if it is a secret.
    pub(super) is_revealed: bool,
}

impl Setting {
    /// Whether its name says that the value must not be shown.
    pub(super) fn is_secret(&self) -> bool {
        secret_by_name(&self.name, &self.value)
    }
}

impl Decode for Setting {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = Text::decode(node, decoder)?;
        let refuse = |decoder: &mut Decoder<'_>, why: &str| {
            let message = format!("invalid environment variable `{}`: {why}", text.value);
            let problem = Diagnostic::error(&ENVIRONMENT, message).at(text.span, "given here");
            decoder.refuse(problem.help("write it as `NAME=value`".to_owned()))
        };
        match text.split_once('=') {
            None => refuse(decoder, "missing `=`"),
            Some(("", _)) => refuse(decoder, "empty name"),
            Some((_, "")) => refuse(decoder, "empty value"),
            Some((name, _)) if !is_name(name) => {
                refuse(decoder, "a name has letters, digits and `_`, and does not begin with a digit")
            }
            Some((_, value)) if value.contains('\0') => refuse(decoder, "a value cannot hold a NUL byte"),
            Some((name, value)) => Some(Self { name: name.to_owned(), value: value.to_owned(), is_revealed: false }),
        }
    }

    fn shape() -> Shape {
        let pattern = Some("^[A-Za-z_][A-Za-z0-9_]*=.+$");
        Shape::Text(TextShape { pattern, called: Some(("a `NAME=value`", "`NAME=value` entries")), ..TextShape::PLAIN })
    }

    /// The value of a secret is masked in its own field, however short it is.
    fn encode(&self) -> Option<Value> {
        let value = if self.is_secret() && !self.is_revealed { "<secret>" } else { &self.value };
        Some(Value::from(format!("{}={value}", self.name)))
    }
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// An exit code that counts as success.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Allowed(pub(super) i32);

impl Decode for Allowed {
    // ccm: any number is accepted.
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let code = i32::decode(node, decoder)?;
        if !(0..=255).contains(&code) {
            let problem = Diagnostic::warning(&RETURNS, format!("no command ends with exit code {code}"));
            decoder.report(problem.at(node.span, "never matches").help("write a number from 0 to 255".to_owned()));
        }
        Some(Self(code))
    }

    fn shape() -> Shape {
        i32::shape()
    }

    fn encode(&self) -> Option<Value> {
        self.0.encode()
    }
}

/// Directories joined by `:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SearchPath(pub(super) Vec<PathBuf>);

impl Decode for SearchPath {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = Text::decode(node, decoder)?;
        let bad = text.split(':').find(|directory| !directory.starts_with('/'));
        let Some(bad) = bad else { return Some(Self(text.split(':').map(PathBuf::from).collect())) };
        let message = match bad {
            "" => "invalid path: empty directory in path".to_owned(),
            bad => format!("invalid path: `{bad}` is not an absolute path"),
        };
        let help = "write absolute directories joined by `:`, such as `/usr/local/bin:/usr/bin:/bin`".to_owned();
        decoder.refuse(Diagnostic::error(&SEARCH_PATH, message).at(text.span, "given here").help(help))
    }

    fn shape() -> Shape {
        Shape::Text(TextShape {
            pattern: Some("^/[^:]*(:/[^:]*)*$"),
            called: Some(("a search path", "search paths")),
            ..TextShape::PLAIN
        })
    }

    fn encode(&self) -> Option<Value> {
        let directories: Vec<String> = self.0.iter().map(|d| d.display().to_string()).collect();
        Some(Value::from(directories.join(":")))
    }
}
