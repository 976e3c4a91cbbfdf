//! Where providers print.

use crate::console;
use diagnostics::{Redactor, Style};
use providers::Terminal;

/// Standard error, for commands whose standard output is a result.
pub(crate) struct Aside {
    pub(crate) redactor: Redactor,
    pub(crate) quiet: bool,
    pub(crate) colour: bool,
}

impl Aside {
    pub(crate) fn new(redactor: &Redactor, quiet: bool) -> Self {
        Self { redactor: redactor.clone(), quiet, colour: console::error_style() == Style::Colour }
    }
}

impl Terminal for Aside {
    fn out(&self, bytes: &[u8]) {
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
