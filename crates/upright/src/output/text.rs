//! One line per step as it happens, the diff below it, a summary that can be read alone.

use super::progress::Progress;
use super::report::report;
use super::words::{self, last_line, one_line, reason, standing};
use crate::console::Losses;
use diagnostics::{Redactor, Style};
use engine::{Event, Happening, Listener, Resource};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::time::Duration;
use system::Clock;

/// References wider than this do not push the other column to the right.
const WIDEST: usize = 48;
/// The column of words.
const WORD: usize = 14;
/// In a pipe, lines wait this long at most for company.
const PATIENCE: Duration = Duration::from_millis(20);
/// A longer line is cut.
const LONGEST_LINE: usize = 4096;
/// What a command printed is shown up to this many lines, from the end.
const MOST_OUTPUT: usize = 20;

/// Where the text goes.
pub(super) struct Out {
    pub(super) stdout: Box<dyn Write>,
    pub(super) is_terminal: bool,
    pub(super) style: Style,
    pub(super) losses: Losses,
}

pub(super) struct Text {
    out: BufWriter<Box<dyn Write>>,
    style: Style,
    is_terminal: bool,
    losses: Losses,
    report: bool,
    /// A message before the first step stands apart from it.
    has_begun: bool,
    width: usize,
    /// The line in the making, kept for its memory.
    line: String,
    clock: Arc<dyn Clock>,
    flushed: Duration,
    redactor: Redactor,
    progress: Progress,
}

impl Text {
    pub(super) fn new(out: Out, report: bool, clock: Arc<dyn Clock>, redactor: Redactor, progress: Progress) -> Self {
        let Out { stdout, is_terminal, style, losses } = out;
        let (out, flushed) = (BufWriter::with_capacity(64 * 1024, stdout), clock.monotonic());
        let line = String::new();
        Self {
            out,
            style,
            is_terminal,
            losses,
            report,
            has_begun: false,
            width: 0,
            line,
            clock,
            flushed,
            redactor,
            progress,
        }
    }

    /// Everything passes here. What could be cut or stand behind a prefix is masked before; this is the net below.
    fn say(&mut self, text: &str) {
        self.progress.clear();
        let text = self.redactor.text(text);
        self.losses.note(self.out.write_all(text.as_bytes()));
        if self.is_terminal || self.clock.monotonic().saturating_sub(self.flushed) > PATIENCE {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.losses.note(self.out.flush());
        self.flushed = self.clock.monotonic();
    }

    fn step(&mut self, event: &Event<'_>) {
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        self.headline(event, &mut line);
        self.details(event, &mut line);
        self.say(&line);
        self.line = line;
    }

    /// The reference, a word and the reason, in columns.
    fn headline(&self, event: &Event<'_>, line: &mut String) {
        // What stands in a child is indented; the line of the child itself comes after it.
        line.extend(event.within.iter().map(|_| "  "));
        line.extend(shown(event.resource));
        pad(line, self.width + 2);
        let word = standing(event);
        let (on, off) = self.colour(&word);
        line.extend([on, &word, off]);
        let reason = reason(event);
        if !reason.is_empty() {
            let shown = on.len() + off.len();
            pad(line, self.width + WORD + 3 + shown);
            line.push_str(&one_line(&reason));
        }
        line.push('\n');
    }

    /// The diff, and what a command printed.
    fn details(&self, event: &Event<'_>, text: &mut String) {
        if let Some(diff) = event.converged().and_then(|c| c.diff.as_ref()) {
            for line in diff.text.split_terminator('\n') {
                let (on, off) = self.diff_colour(line);
                writeln!(text, "    {on}{}{off}", one_line_but_tabs(line)).expect("writing to memory does not fail");
            }
        }
        for line in words::health(event).flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()) {
            writeln!(text, "    | {}", one_line_but_tabs(&line)).expect("writing to memory does not fail");
        }
        if let Some(output) = event.output() {
            let lines: Vec<&str> = output.lines().collect();
            let hidden = if event.failed() { lines.len().saturating_sub(MOST_OUTPUT) } else { 0 };
            if hidden > 0 {
                writeln!(text, "    | [... {hidden} lines before these]").expect("writing to memory does not fail");
            }
            for line in &lines[hidden..] {
                writeln!(text, "    | {}", one_line_but_tabs(line)).expect("writing to memory does not fail");
            }
        }
    }

    fn colour(&self, word: &str) -> (&'static str, &'static str) {
        match (self.style, word) {
            (Style::Plain, _) | (Style::Colour, "stable") => ("", ""),
            (Style::Colour, "failed") => ("\x1b[1;31m", "\x1b[0m"),
            (Style::Colour, "skipped") => ("\x1b[2m", "\x1b[0m"),
            (Style::Colour, _) => ("\x1b[33m", "\x1b[0m"),
        }
    }

    fn diff_colour(&self, line: &str) -> (&'static str, &'static str) {
        match (self.style, line.as_bytes().first()) {
            (Style::Colour, Some(b'+')) => ("\x1b[32m", "\x1b[0m"),
            (Style::Colour, Some(b'-')) => ("\x1b[31m", "\x1b[0m"),
            (Style::Colour, Some(b'@')) => ("\x1b[36m", "\x1b[0m"),
            _ => ("", ""),
        }
    }
}

/// How a resource is called in its line.
fn shown(resource: &dyn Resource) -> [Cow<'_, str>; 4] {
    let (reference, alias) = (&resource.identity().reference, resource.common().alias());
    let mark = if alias.is_some() { " (alias)" } else { "" };
    [Cow::Borrowed(&reference.kind), "#".into(), one_line(alias.unwrap_or(&reference.name)), mark.into()]
}

/// Fills a line up to a column, with at least two blanks.
fn pad(line: &mut String, column: usize) {
    let missing = column.saturating_sub(line.chars().count()).max(2);
    line.extend(std::iter::repeat_n(' ', missing));
}

/// Tabs belong to files; other control characters could belong to a terminal. A line without end is cut.
fn one_line_but_tabs(line: &str) -> String {
    if let Some((cut, _)) = line.char_indices().nth(LONGEST_LINE) {
        return format!("{} [... {} bytes more]", one_line_but_tabs(&line[..cut]), line.len() - cut);
    }
    line.split('\t').map(one_line).collect::<Vec<_>>().join("\t")
}

impl Listener for Text {
    fn hear(&mut self, happening: &Happening<'_>) {
        match happening {
            Happening::Began { resources, .. } => {
                let width = |resource: &&dyn Resource| shown(*resource).iter().map(|part| part.chars().count()).sum();
                self.width = resources.iter().map(width).max().unwrap_or(0).min(WIDEST);
                self.progress.begin(resources.len());
            }
            Happening::Message(text) => {
                let text = self.redactor.text(text);
                let lines: Vec<String> = text.lines().map(one_line_but_tabs).collect();
                let after = if self.has_begun { "" } else { "\n" };
                self.say(&format!("\n{}\n{after}", lines.join("\n")));
            }
            Happening::Starting(resource) => {
                self.has_begun = true;
                if resource.may_wait() {
                    self.flush();
                }
                self.progress.step(&resource.identity().reference);
            }
            Happening::Finished(event) => self.step(event),
            Happening::Noticed(text) => self.say(&format!("{}\n", one_line(text))),
            Happening::Called(_)
            | Happening::Phase { .. }
            | Happening::Stepping(..)
            | Happening::Left(..)
            | Happening::Stepped(_)
            | Happening::Logged(_) => {}
            Happening::Ended(summary) => {
                self.progress.end();
                if self.report {
                    self.say(&report(summary));
                }
                self.say(&format!("\n{}\n", last_line(summary)));
                self.flush();
            }
        }
    }
}
