//! Where providers print.

use crate::console;
use diagnostics::{Redactor, Style};
use providers::Terminal;

/// Standard error, for commands whose standard output is a result.
pub(crate) struct Aside {
    pub(crate) redactor: Redactor,
    pub(crate) quiet: bool,
    pub(crate) colour: bool,
    /// Whether nobody wants to see what is no message.
    discards: bool,
}

impl Aside {
    pub(crate) fn new(redactor: &Redactor, quiet: bool) -> Self {
        Self { redactor: redactor.clone(), quiet, colour: console::error_style() == Style::Colour, discards: false }
    }

    /// Without what goes to standard output, for `-o quiet`.
    pub(crate) fn without_output(self, discards: bool) -> Self {
        Self { discards, ..self }
    }
}

impl Terminal for Aside {
    fn out(&self, bytes: &[u8]) {
        if self.discards {
            return;
        }
        console::complain_bytes(&self.redactor.bytes(bytes));
    }

    fn err(&self, bytes: &[u8]) {
        console::complain_bytes(&self.redactor.bytes(bytes));
    }

    fn colour(&self) -> bool {
        self.colour
    }

    fn quiet(&self) -> bool {
        self.quiet
    }

    fn width(&self) -> usize {
        console::error_width()
    }
}
