//! Text with or without colour.

use crate::Severity;

/// Whether a terminal shows the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Letters only.
    Plain,
    /// With ANSI colours; without them it is the plain text.
    Colour,
}

/// What a piece of text is; decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// As the terminal has it.
    Plain,
    /// The message itself, a title.
    Strong,
    /// What belongs to the problem.
    Problem(Severity),
    /// Frames and places that belong to it.
    Frame,
    /// Something to type.
    Code,
}

impl Role {
    fn escape(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "\x1b[1m",
            Self::Problem(Severity::Error) => "\x1b[1;31m",
            Self::Problem(Severity::Warning) => "\x1b[1;33m",
            Self::Frame => "\x1b[1;34m",
            Self::Code => "\x1b[36m",
        }
    }
}

/// A text that is being made.
#[derive(Debug)]
pub(crate) struct Canvas {
    style: Style,
    text: String,
}

impl Canvas {
    pub(crate) fn new(style: Style) -> Self {
        Self { style, text: String::new() }
    }

    /// Appends a piece.
    pub(crate) fn add(&mut self, role: Role, text: &str) -> &mut Self {
        let escape = if self.style == Style::Plain || text.is_empty() { "" } else { role.escape() };
        self.text.push_str(escape);
        self.text.push_str(text);
        if !escape.is_empty() {
            self.text.push_str("\x1b[0m");
        }
        self
    }

    /// Appends blanks.
    pub(crate) fn space(&mut self, columns: usize) -> &mut Self {
        self.text.extend(std::iter::repeat_n(' ', columns));
        self
    }

    /// Ends the line.
    pub(crate) fn end_line(&mut self) -> &mut Self {
        self.text.push('\n');
        self
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}
