//! What is wanted of a command, checked and complete.

use super::command::{LineError, split};
use super::construct::operator;
use super::properties::ExecProperties;
use diagnostics::{Code, Diagnostic, SecretKind, Spanned};
use document::decode::{Decoder, Lenient};
use engine::Context;
use std::path::PathBuf;
use std::time::Duration;

/// A command and when it runs.
pub(super) struct Desired {
    pub(super) properties: ExecProperties,
    pub(super) shell: bool,
    pub(super) environment: Vec<(String, String)>,
    pub(super) search: Option<Vec<PathBuf>>,
    pub(super) returns: Vec<i32>,
    pub(super) timeout: Option<Duration>,
}

pub(super) static ENVIRONMENT: Code = Code::new(
    "exec::environment",
    "Entries of `environment` are `NAME=value`, with a name of letters, digits and `_` that does not begin with a digit, \
     and a value that is not empty.\n\n```yaml\nenvironment:\n  - APP_ENV=production\n```",
);

pub(super) static SEARCH_PATH: Code = Code::new(
    "exec::path",
    "`path` lists the directories in which the program of a command is searched, joined by `:`. Each one is absolute and \
     none is empty. The command sees the list as its `PATH`.",
);

pub(super) static COMMAND: Code = Code::new(
    "exec::command",
    "The name of an `exec` is its command line unless `command` is given. It is split into words like a shell does, with \
     single quotes, double quotes and backslashes, but nothing is expanded. `provider: shell` hands the line to \
     `/bin/sh` instead.",
);

pub(super) static OPERATOR: Code = Code::new(
    "exec::shell-operator",
    "The posix provider, which is used unless `provider: shell` is set, starts the program directly. Pipes, redirections, \
     `&&` and commands within the line are then arguments like any other, which is hardly ever meant.",
);

pub(super) static RETURNS: Code = Code::new(
    "exec::returns",
    "`returns` lists the exit codes that count as success. A command ends with a code from 0 to 255; one that is ended by a \
     signal has none, and fails.",
);

/// The problems that this type finds.
pub(super) const CODES: &[&Code] = &[&ENVIRONMENT, &SEARCH_PATH, &COMMAND, &OPERATOR, &RETURNS];

impl Desired {
    pub(super) fn new(
        mut properties: ExecProperties,
        context: &Context<'_>,
        decoder: &mut Decoder<'_>,
    ) -> Option<Self> {
        let shell = properties.common.provider.as_ref().is_some_and(|provider| provider.value == "shell");
        let name = check_name(&properties, shell, decoder);
        if !shell {
            judge_lines(&properties, decoder);
        }
        if context.redactor.reveals() {
            properties.environment.get_mut()?.iter_mut().for_each(|setting| setting.is_revealed = true);
        }
        let settings = properties.environment.get()?;
        for setting in settings.iter().filter(|setting| setting.is_secret()) {
            context.redactor.register(setting.value.as_bytes(), SecretKind::ByName);
        }
        let environment = settings.iter().map(|s| (s.name.clone(), s.value.clone())).collect();
        let search = given(properties.path.as_ref())?.map(|path| path.0.clone());
        let timeout = given(properties.timeout.as_ref())?.map(|time| time.0);
        let returns = properties.returns.get()?.iter().map(|allowed| allowed.0).collect();
        name?;
        // ccm: events always have the command, also when the name is the command line.
        let span = properties.common.name.span;
        properties.command.get_or_insert_with(|| Spanned::new(String::new(), span).into());
        let timeout = timeout.filter(|timeout| !timeout.is_zero());
        Some(Self { properties, shell, environment, search, returns, timeout })
    }

    /// The command line.
    pub(super) fn line(&self) -> &str {
        &line(&self.properties).expect("a command that was refused is not desired").value
    }
}

/// The command line: the name, unless there is a `command`; none when that was refused.
fn line(properties: &ExecProperties) -> Option<&Spanned<String>> {
    let command = given(properties.command.as_ref())?;
    Some(command.filter(|command| !command.value.is_empty()).unwrap_or(&properties.common.name))
}

/// Lines that no shell will see: one that was written for a shell, and one that fails the resource when its turn comes.
fn judge_lines(properties: &ExecProperties, decoder: &mut Decoder<'_>) {
    let guards = [&properties.onlyif, &properties.unless].into_iter().flatten();
    // What stands inside of an expression is not for a shell, and what comes out of it is not known yet.
    let is_literal = |text: &&Spanned<String>| !text.value.contains("{{") && !text.value.contains("${");
    for text in guards.clone().chain(line(properties)).filter(is_literal) {
        warn_of_operator(text, decoder);
    }
    // A name that is no command line is refused, and an empty text counts as left out.
    let is_given = |text: &&Spanned<String>| !text.value.is_empty();
    for text in guards.chain(properties.command.as_ref().and_then(Lenient::get)).filter(is_given).filter(is_literal) {
        warn_of_bad_line(text, decoder);
    }
}

fn warn_of_operator(text: &Spanned<String>, decoder: &mut Decoder<'_>) {
    if let Some(part) = operator(&text.value) {
        let message = format!("no shell sees this line, so `{part}` is given to the program as it stands");
        let help = "add `provider: shell`, or quote it if the program wants it".to_owned();
        decoder.report(Diagnostic::warning(&OPERATOR, message).at(text.span, "runs without a shell").help(help));
    }
}

fn warn_of_bad_line(text: &Spanned<String>, decoder: &mut Decoder<'_>) {
    if let Err(error) = split(&text.value) {
        let help = match error {
            LineError::Words(_) => "mend the quotes, or add `provider: shell`",
            LineError::Blank => "write a command line, or leave it out",
            LineError::Nul => "no argument of a program can hold one",
        };
        let problem = Diagnostic::warning(&COMMAND, error.to_string()).at(text.span, "fails when its turn comes");
        decoder.report(problem.help(help.to_owned()));
    }
}

/// What was given, if anything; the outer `None` when it was refused.
#[expect(clippy::option_option, reason = "refused, left out and given are three things")]
fn given<T>(property: Option<&Lenient<T>>) -> Option<Option<&T>> {
    match property {
        None => Some(None),
        Some(property) => property.get().map(Some),
    }
}

/// A name that is the command line has to be one.
fn check_name(properties: &ExecProperties, shell: bool, decoder: &mut Decoder<'_>) -> Option<()> {
    let name = &properties.common.name;
    if shell || line(properties)?.span != name.span {
        return Some(());
    }
    let Err(error) = split(&name.value) else { return Some(()) };
    let help = "mend the quotes, or give the command line as `command`".to_owned();
    decoder.refuse(Diagnostic::error(&COMMAND, error.to_string()).at(name.span, "taken as the command line").help(help))
}
