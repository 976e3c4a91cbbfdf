//! What actions print. On a terminal it is passed on as it comes, in whole lines that begin with the name of the action
//! while several run. Into a pipe it goes in the order of the actions: the first that is not over prints live, what the
//! others print is held until it is their turn. The actions of a solution that another one runs do the same where that
//! one prints.

use super::progress::Progress;
use super::shelf::{Shelf, Stored};
use crate::console;
use crate::exit::Exit;
use diagnostics::{Redactor, Style};
use providers::Terminal;
use solution::workflow::{ActionResult, ActionStatus, Streams};
use std::collections::HashMap;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::WriteWorld;
use value::Value;

/// The output of all actions.
pub(crate) struct Held {
    for_people: bool,
    /// Whether the results of actions that have shown nothing are shown.
    tells_results: bool,
    printer: Option<Arc<Printer>>,
    board: Arc<Board>,
}

/// Who prints, and what waits.
struct Board {
    is_terminal: bool,
    /// Whether standard error is one.
    is_error_terminal: bool,
    /// Where everything goes.
    out: Arc<dyn Terminal>,
    redactor: Redactor,
    world: WriteWorld,
    /// Whether something could not be printed.
    lost: Arc<AtomicBool>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The actions of this phase, in order.
    actions: Vec<Waiting>,
    /// Which of them has a name.
    places: HashMap<String, usize>,
    /// The first that is not over: it prints live.
    turn: usize,
    /// How many are not over.
    running: usize,
    /// Whose last line has no end yet, of standard output and standard error.
    open: [Option<usize>; 2],
}

/// An action of the phase, and what it has printed that nobody has seen.
struct Waiting {
    name: String,
    is_over: bool,
    pieces: Vec<Piece>,
    shelf: Shelf,
    /// The beginnings of lines, of standard output and standard error.
    lines: [Vec<u8>; 2],
}

/// A part of the output, in the order in which it came.
struct Piece {
    is_error: bool,
    what: Stored,
}

impl Held {
    /// On standard output and standard error.
    pub(crate) fn new(
        for_people: bool,
        quiet: bool,
        progress: &Progress,
        world: &WriteWorld,
        redactor: &Redactor,
    ) -> Self {
        let lost = Arc::new(AtomicBool::new(false));
        let printer = Arc::new(Printer {
            quiet,
            redactor: redactor.clone(),
            progress: progress.clone(),
            lost: Arc::clone(&lost),
            is_open: AtomicBool::new(false),
        });
        let board = Board::new(Arc::clone(&printer) as _, lost, world, redactor);
        Self { for_people, tells_results: true, printer: Some(printer), board: Arc::new(board) }
    }

    /// Where another action prints, which runs these.
    pub(crate) fn within(out: &Arc<dyn Terminal>, world: &WriteWorld, redactor: &Redactor) -> Self {
        let board = Board::new(Arc::clone(out), Arc::default(), world, redactor);
        Self { for_people: true, tells_results: false, printer: None, board: Arc::new(board) }
    }

    /// Whatever is said next on standard error begins a line.
    pub(crate) fn end_line(&self) {
        if let Some(printer) = self.printer.as_ref().filter(|printer| printer.is_open.swap(false, Ordering::Relaxed)) {
            printer.err(b"\n");
        }
    }

    /// How the program ends when something could not be printed.
    pub(crate) fn exit(&self) -> Option<Exit> {
        self.board.lost.load(Ordering::Relaxed).then_some(Exit::Failed)
    }
}

impl Streams for Held {
    fn begin(&self, names: &[&str]) {
        let waiting = |name: &&str| Waiting {
            name: (*name).to_owned(),
            is_over: false,
            pieces: Vec::new(),
            shelf: Shelf::default(),
            lines: [Vec::new(), Vec::new()],
        };
        let mut state = self.board.state();
        state.actions = names.iter().map(waiting).collect();
        state.places = names.iter().enumerate().map(|(index, name)| ((*name).to_owned(), index)).collect();
        (state.turn, state.running, state.open) = (0, names.len(), [None; 2]);
    }

    fn of(&self, action: &str) -> Option<Arc<dyn Terminal>> {
        let screen =
            || Arc::new(Screen { action: action.to_owned(), board: Arc::clone(&self.board) }) as Arc<dyn Terminal>;
        self.for_people.then(screen)
    }

    fn ended(&self, action: &str, result: &ActionResult) {
        if self.for_people && self.tells_results && result.status == ActionStatus::Succeeded {
            self.board.take(action, false, &untold(result, "stdout"));
        }
        self.board.ended(action);
    }
}

/// What an action has printed that nobody has seen, with an end of line.
pub(crate) fn untold(result: &ActionResult, stream: &str) -> Vec<u8> {
    let printed = result.results.as_ref().and_then(Value::as_map).and_then(|results| results.get(stream));
    let printed = printed.and_then(Value::as_text_bytes).filter(|_| !result.streamed).unwrap_or_default();
    let shown = if result.is_hidden && !printed.is_empty() { b"[REDACTED]" } else { printed };
    let end: &[u8] = if shown.is_empty() || shown.ends_with(b"\n") { b"" } else { b"\n" };
    [shown, end].concat()
}

impl Board {
    fn new(out: Arc<dyn Terminal>, lost: Arc<AtomicBool>, world: &WriteWorld, redactor: &Redactor) -> Self {
        Self {
            is_terminal: std::io::stdout().is_terminal(),
            is_error_terminal: std::io::stderr().is_terminal(),
            out,
            redactor: redactor.clone(),
            world: world.clone(),
            lost,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, action: &str, is_error: bool, bytes: &[u8]) {
        let mut state = self.state();
        // An action that was given up prints to nobody.
        let Some(index) = state.at_work(action) else { return };
        if self.is_terminal {
            let several = state.running > 1;
            let text = state.actions[index].whole_lines(is_error, bytes, several);
            self.put(&mut state, index, is_error, &text);
        } else if index == state.turn {
            self.put(&mut state, index, is_error, bytes);
        } else {
            state.actions[index].hold(is_error, bytes, &self.world);
        }
    }

    /// An action is over; those after it print what they held, up to the first that is not over.
    fn ended(&self, action: &str) {
        let mut state = self.state();
        let Some(index) = state.at_work(action) else { return };
        state.actions[index].is_over = true;
        state.running -= 1;
        for is_error in [false, true] {
            let rest = state.actions[index].rest(is_error);
            self.put(&mut state, index, is_error, &rest);
        }
        self.hand_on(&mut state);
        self.end_lines(&mut state);
    }

    /// Those whose turn it is print what they held.
    fn hand_on(&self, state: &mut State) {
        let before = state.turn;
        while state.actions.get(state.turn).is_some_and(|one| one.is_over) {
            state.turn += 1;
        }
        for index in before..=state.turn {
            let Some(waiting) = state.actions.get_mut(index) else { return };
            for piece in std::mem::take(&mut waiting.pieces) {
                let is_error = piece.is_error;
                match piece.what.read() {
                    Ok(bytes) => self.put(state, index, is_error, &bytes),
                    Err(error) => {
                        let name = &state.actions[index].name;
                        let text = format!("what action `{name}` printed is lost: it was put aside, and now: {error}");
                        console::error(&text, &self.redactor);
                        self.lost.store(true, Ordering::Relaxed);
                        break;
                    }
                }
            }
        }
    }

    /// On a terminal whatever comes next begins a line, also after an action that did not end its last one. A pipe gets the
    /// bytes as they are.
    fn end_lines(&self, state: &mut State) {
        for (is_error, is_terminal) in [(false, self.is_terminal), (true, self.is_error_terminal)] {
            let open = state.open[usize::from(is_error)].filter(|index| is_terminal && state.actions[*index].is_over);
            if let Some(index) = open {
                self.put(state, index, is_error, b"\n");
            }
        }
    }

    /// What one action prints follows what it printed before, byte by byte. Another one of the same phase begins a line.
    fn put(&self, state: &mut State, index: usize, is_error: bool, bytes: &[u8]) {
        let Some(last) = bytes.last() else { return };
        let open = &mut state.open[usize::from(is_error)];
        let begins_line = !self.is_terminal && open.is_some_and(|other| other != index);
        *open = (*last != b'\n').then_some(index);
        let print = |bytes: &[u8]| if is_error { self.out.err(bytes) } else { self.out.out(bytes) };
        if begins_line {
            print(b"\n");
        }
        print(bytes);
    }
}

impl State {
    /// Where an action is that is not over.
    fn at_work(&self, action: &str) -> Option<usize> {
        let index = *self.places.get(action)?;
        (!self.actions[index].is_over).then_some(index)
    }
}

impl Waiting {
    fn hold(&mut self, is_error: bool, bytes: &[u8], world: &WriteWorld) {
        self.pieces.push(Piece { is_error, what: self.shelf.put(bytes, world) });
    }

    /// The lines that are whole now, each with the name of the action when others print too.
    fn whole_lines(&mut self, is_error: bool, bytes: &[u8], named: bool) -> Vec<u8> {
        let line = &mut self.lines[usize::from(is_error)];
        line.extend_from_slice(bytes);
        if !named {
            return std::mem::take(line);
        }
        let Some(end) = line.iter().rposition(|byte| *byte == b'\n') else { return Vec::new() };
        let whole: Vec<u8> = line.drain(..=end).collect();
        self.prefixed(&whole)
    }

    /// What is left of the last line.
    fn rest(&mut self, is_error: bool) -> Vec<u8> {
        let rest = std::mem::take(&mut self.lines[usize::from(is_error)]);
        if rest.is_empty() { rest } else { [self.prefixed(&rest), b"\n".to_vec()].concat() }
    }

    fn prefixed(&self, lines: &[u8]) -> Vec<u8> {
        let parts = lines.split_inclusive(|byte| *byte == b'\n');
        parts.flat_map(|line| [format!("[{}] ", self.name).as_bytes(), line].concat()).collect()
    }
}

/// Where one action prints.
struct Screen {
    action: String,
    board: Arc<Board>,
}

impl Terminal for Screen {
    fn out(&self, bytes: &[u8]) {
        self.board.take(&self.action, false, bytes);
    }

    fn err(&self, bytes: &[u8]) {
        self.board.take(&self.action, true, bytes);
    }

    fn colour(&self) -> bool {
        self.board.out.colour()
    }

    fn quiet(&self) -> bool {
        self.board.out.quiet()
    }

    fn width(&self) -> usize {
        self.board.out.width()
    }
}

/// Standard output and standard error, without secrets.
struct Printer {
    quiet: bool,
    redactor: Redactor,
    progress: Progress,
    lost: Arc<AtomicBool>,
    /// Whether the last line of standard error has no end yet.
    is_open: AtomicBool,
}

impl Terminal for Printer {
    fn out(&self, bytes: &[u8]) {
        self.progress.clear();
        if console::print_bytes(&self.redactor.bytes(bytes)) == Exit::Failed {
            self.lost.store(true, Ordering::Relaxed);
        }
    }

    fn err(&self, bytes: &[u8]) {
        self.progress.clear();
        self.is_open.store(!bytes.ends_with(b"\n"), Ordering::Relaxed);
        console::complain_bytes(&self.redactor.bytes(bytes));
    }

    fn colour(&self) -> bool {
        console::output_style() == Style::Colour
    }

    fn quiet(&self) -> bool {
        self.quiet
    }

    fn width(&self) -> usize {
        console::error_width()
    }
}
