//! Standard output and standard error: colour rules, closed pipes, redaction.

use crate::exit::Exit;
use diagnostics::{Diagnostics, Redactor, Renderer, Severity, Sources, Style};
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use system::{Environment, RealEnvironment};

/// Whether `--no-color` was given.
static COLOURLESS: AtomicBool = AtomicBool::new(false);

/// From now on nothing is coloured.
pub(crate) fn forbid_colour() {
    COLOURLESS.store(true, Ordering::Relaxed);
}

/// Whether a stream gets colour: a terminal that is not dumb, and nobody asked for none.
pub(crate) fn style(is_terminal: bool, environment: &dyn Environment) -> Style {
    let is_terminal = is_terminal && !COLOURLESS.load(Ordering::Relaxed);
    let is_set = |name: &str| environment.var(name).is_some_and(|value| !value.is_empty());
    let is_dumb = environment.var("TERM").is_some_and(|term| term == "dumb");
    if is_terminal && !is_dumb && !is_set("NO_COLOR") { Style::Colour } else { Style::Plain }
}

/// Whether a line on standard error can be drawn again.
pub(crate) fn can_redraw(environment: &dyn Environment) -> bool {
    error_is_terminal() && environment.var("TERM").is_none_or(|term| term != "dumb")
}

/// Whether standard error is a terminal.
pub(crate) fn error_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// The style of standard error.
pub(crate) fn error_style() -> Style {
    style(io::stderr().is_terminal(), &RealEnvironment)
}

/// The style of standard output.
pub(crate) fn output_style() -> Style {
    style(io::stdout().is_terminal(), &RealEnvironment)
}

/// Prints a result; whoever closed the pipe has seen enough, but a result that is lost is a failure.
pub(crate) fn print(text: &str) -> Exit {
    print_bytes(text.as_bytes())
}

/// The same, of a result that need not be text.
pub(crate) fn print_bytes(bytes: &[u8]) -> Exit {
    let mut stdout = io::stdout().lock();
    delivered(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// How a command ends whose result was written, or not.
pub(crate) fn delivered(result: io::Result<()>) -> Exit {
    let losses = Losses::default();
    losses.note(result);
    losses.exit().unwrap_or(Exit::Done)
}

/// One that is full refuses every line; saying so once is enough.
static IS_LOSS_TOLD: AtomicBool = AtomicBool::new(false);

/// What could not be written to standard output.
#[derive(Clone, Default)]
pub(crate) struct Losses(Rc<RefCell<Option<io::Error>>>);

impl Losses {
    /// Remembers the first error; a program that stopped reading is none.
    pub(crate) fn note(&self, result: io::Result<()>) {
        if let Err(error) = result
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            self.0.borrow_mut().get_or_insert(error);
        }
    }

    /// Says that something was lost, if it was.
    pub(crate) fn exit(&self) -> Option<Exit> {
        let error = self.0.borrow_mut().take()?;
        if !IS_LOSS_TOLD.swap(true, Ordering::Relaxed) {
            complain(&format!("error: the output could not be written: {error}\n"));
        }
        Some(Exit::Failed)
    }
}

/// Prints something that is not a result.
pub(crate) fn complain(text: &str) {
    complain_bytes(text.as_bytes());
}

/// The same, of something that need not be text.
pub(crate) fn complain_bytes(bytes: &[u8]) {
    // Nobody is left to tell that standard error is gone.
    drop(io::stderr().lock().write_all(bytes));
}

/// How many columns standard output has.
pub(crate) fn output_width() -> usize {
    width(system::terminal::columns(io::stdout()))
}

/// How many columns standard error has.
pub(crate) fn error_width() -> usize {
    width(system::terminal::columns(io::stderr()))
}

/// What `COLUMNS` says, else the terminal, else 80.
fn width(terminal: Option<usize>) -> usize {
    let said = RealEnvironment.var("COLUMNS").and_then(|columns| columns.to_str()?.parse().ok());
    said.filter(|columns| *columns > 0).or(terminal).unwrap_or(80)
}

/// What a step says while it is at work. A line that shows progress makes room, and is drawn again by itself.
pub(crate) fn notice(line: &str) {
    let erase = if can_redraw(&RealEnvironment) { "\r\x1b[2K" } else { "" };
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    complain(&format!("{erase}{line}\n"));
}

/// `error: message`, for what has no place in a document.
pub(crate) fn error(message: &str, redactor: &Redactor) {
    let (red, plain) = if error_style() == Style::Colour { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    complain(&format!("{red}error{plain}: {}\n", redactor.text(message)));
}

/// Whether warnings are left out.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// From here on, only results and errors are shown.
pub(crate) fn leave_warnings_out() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// `warning: message`, for what has no place in a document and stops nothing.
pub(crate) fn warning(message: &str, redactor: &Redactor) {
    if IS_QUIET.load(Ordering::Relaxed) {
        return;
    }
    let (yellow, plain) = if error_style() == Style::Colour { ("\x1b[1;33m", "\x1b[0m") } else { ("", "") };
    complain(&format!("{yellow}warning{plain}: {}\n", redactor.text(message)));
}

/// Problems of a document, as a compiler shows them.
pub(crate) fn show(problems: &Diagnostics, sources: &Sources, redactor: &Redactor) {
    complain(&Renderer::new(sources, redactor.clone()).report(problems, error_style()));
}

/// Only the warnings, which do not keep a document from being used.
pub(crate) fn show_warnings(problems: &Diagnostics, sources: &Sources, redactor: &Redactor) {
    let mut warnings = Diagnostics::new();
    problems.iter().filter(|p| p.severity == Severity::Warning).for_each(|p| warnings.push(p.clone()));
    if !warnings.is_empty() && !IS_QUIET.load(Ordering::Relaxed) {
        show(&warnings, sources, redactor);
    }
}

/// A panic is a bug of ours: it is said in one line, without secrets.
pub(crate) fn install_panic_hook(redactor: &Redactor) {
    let backtrace = RealEnvironment.var("RUST_BACKTRACE").is_some_and(|value| value != "0");
    diagnostics::install_panic_hook(redactor.clone(), backtrace, complain);
}
