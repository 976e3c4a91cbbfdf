//! Standard output and standard error: colour rules, closed pipes, redaction.

use diagnostics::{Diagnostics, Redactor, Renderer, Severity, Sources, Style};
use std::io::{self, IsTerminal, Write};
use system::{Environment, RealEnvironment};

/// Whether a stream gets colour: a terminal that is not dumb, and nobody asked for none.
pub(crate) fn style(is_terminal: bool, environment: &dyn Environment) -> Style {
    let is_set = |name: &str| environment.var(name).is_some_and(|value| !value.is_empty());
    let is_dumb = environment.var("TERM").is_some_and(|term| term == "dumb");
    if is_terminal && !is_dumb && !is_set("NO_COLOR") { Style::Colour } else { Style::Plain }
}

/// Whether a line on standard error can be drawn again.
pub(crate) fn can_redraw(environment: &dyn Environment) -> bool {
    io::stderr().is_terminal() && environment.var("TERM").is_none_or(|term| term != "dumb")
}

/// The style of standard error.
pub(crate) fn error_style() -> Style {
    style(io::stderr().is_terminal(), &RealEnvironment)
}

/// The style of standard output.
pub(crate) fn output_style() -> Style {
    style(io::stdout().is_terminal(), &RealEnvironment)
}

/// Prints a result; whoever closed the pipe has seen enough.
pub(crate) fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    ignore_broken_pipe(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()));
}

/// Prints something that is not a result.
pub(crate) fn complain(text: &str) {
    ignore_broken_pipe(io::stderr().lock().write_all(text.as_bytes()));
}

/// `error: message`, for what has no place in a document.
pub(crate) fn error(message: &str, redactor: &Redactor) {
    let (red, plain) = if error_style() == Style::Colour { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    complain(&format!("{red}error{plain}: {}\n", redactor.text(message)));
}

/// Problems of a document, as a compiler shows them.
pub(crate) fn show(problems: &Diagnostics, sources: &Sources, redactor: &Redactor) {
    complain(&Renderer::new(sources, redactor.clone()).report(problems, error_style()));
}

/// Only the warnings, which do not keep a document from being used.
pub(crate) fn show_warnings(problems: &Diagnostics, sources: &Sources, redactor: &Redactor) {
    let mut warnings = Diagnostics::new();
    problems.iter().filter(|p| p.severity == Severity::Warning).for_each(|p| warnings.push(p.clone()));
    if !warnings.is_empty() {
        show(&warnings, sources, redactor);
    }
}

/// A program that reads our output may stop reading; anything else that goes wrong with a stream cannot be told anybody.
pub(crate) fn ignore_broken_pipe(result: io::Result<()>) {
    drop(result);
}

/// A panic is a bug of ours: it is said in one line, without secrets.
pub(crate) fn install_panic_hook(redactor: &Redactor) {
    let backtrace = RealEnvironment.var("RUST_BACKTRACE").is_some_and(|value| value != "0");
    diagnostics::install_panic_hook(redactor.clone(), backtrace, complain);
}
