//! Reading a format: text, and directives with flags, width, precision, argument indexes and a verb.

use super::arg::{Arg, Args};
use super::operand::{Operand, Shape};
use super::printer::Printer;
use super::spec::{Flag, Spec};
use crate::utf8;

/// Widths, precisions and argument indexes beyond this are mistakes.
const LARGEST: i64 = 1_000_000;

/// A format that is being worked through.
pub(super) struct Format<'a> {
    text: &'a [u8],
    at: usize,
    args: &'a dyn Args,
    next: usize,
    /// Whether the format chose arguments by their index, so that unused ones are no mistake.
    reordered: bool,
    /// Whether the indexes of the current directive made sense.
    good_index: bool,
    printer: Printer,
}

impl<'a> Format<'a> {
    pub(super) fn new(text: &'a [u8], args: &'a dyn Args, printer: Printer) -> Self {
        Self { text, at: 0, args, next: 0, reordered: false, good_index: true, printer }
    }

    /// Writes everything and gives the printer back.
    pub(super) fn run(mut self) -> Printer {
        while self.at < self.text.len() && !self.printer.out.is_full() {
            let rest = &self.text[self.at..];
            let length = rest.iter().position(|byte| *byte == b'%').unwrap_or(rest.len());
            self.printer.out.push(&rest[..length]);
            self.at += length;
            if self.take(b'%') {
                self.directive();
            }
        }
        if !self.reordered && self.next < self.args.count() {
            self.extra();
        }
        self.printer
    }

    fn directive(&mut self) {
        self.good_index = true;
        self.printer.spec = Spec::default();
        self.flags();
        let indexed = self.index();
        let indexed = self.width(indexed);
        let indexed = self.precision(indexed);
        if !indexed {
            self.index();
        }
        match utf8::decode(&self.text[self.at..]) {
            None => self.printer.out.push("%!(NOVERB)"),
            Some((verb, length)) => {
                self.at += length;
                self.verb(verb);
            }
        }
    }

    fn flags(&mut self) {
        while let Some(flag) = self.peek().and_then(Flag::from_byte) {
            self.printer.spec.flags.set(flag, true);
            self.at += 1;
        }
    }

    /// Reads a width; tells whether an index still waits for its verb.
    fn width(&mut self, indexed: bool) -> bool {
        if self.take(b'*') {
            let width = self.number_from_argument();
            if width.is_none() {
                self.printer.out.push("%!(BADWIDTH)");
            }
            if width.is_some_and(|width| width < 0) {
                self.printer.spec.flags.set(Flag::Minus, true);
                self.printer.spec.flags.set(Flag::Zero, false);
            }
            self.printer.spec.width = width.map(magnitude);
            return false;
        }
        self.printer.spec.width = self.number(self.text.len());
        self.good_index &= !(indexed && self.printer.spec.width.is_some());
        indexed
    }

    /// Reads a precision; tells whether an index still waits for its verb.
    fn precision(&mut self, indexed: bool) -> bool {
        if self.at + 1 >= self.text.len() || !self.take(b'.') {
            return indexed;
        }
        self.good_index &= !indexed;
        let indexed = self.index();
        if !self.take(b'*') {
            self.printer.spec.precision = Some(self.number(self.text.len()).unwrap_or(0));
            return indexed;
        }
        let precision = self.number_from_argument().filter(|precision| *precision >= 0);
        if precision.is_none() {
            self.printer.out.push("%!(BADPREC)");
        }
        self.printer.spec.precision = precision.map(magnitude);
        false
    }

    fn verb(&mut self, verb: char) {
        let complaint = match self.args.at(self.next) {
            _ if verb == '%' => return self.printer.out.push("%"),
            _ if !self.good_index => "(BADINDEX)",
            None => "(MISSING)",
            Some(arg) => return self.print(arg, verb),
        };
        self.printer.out.push("%!");
        self.printer.out.push_char(verb);
        self.printer.out.push(complaint);
    }

    fn print(&mut self, arg: Arg<'_>, verb: char) {
        if matches!(verb, 'v' | 'w') {
            self.printer.spec.read_as_value();
        }
        self.printer.print(arg, verb);
        self.next += 1;
    }

    /// Reads `[n]`; tells whether there was one that is a number.
    fn index(&mut self) -> bool {
        if self.peek() != Some(b'[') {
            return false;
        }
        self.reordered = true;
        let (start, rest) = (self.at, &self.text[self.at..]);
        // The last two bytes of a format cannot be an index.
        let Some(length) = rest.iter().position(|byte| *byte == b']').filter(|_| rest.len() > 2) else {
            self.at += 1;
            self.good_index = false;
            return false;
        };
        let end = start + length;
        self.at += 1;
        let number = self.number(end).filter(|_| self.at == end);
        self.at = end + 1;
        match number {
            Some(number @ 1..) if number <= self.args.count() => self.next = number - 1,
            _ => self.good_index = false,
        }
        number.is_some()
    }

    /// Reads a number before `end`. One that is far too large swallows everything up to there.
    fn number(&mut self, end: usize) -> Option<usize> {
        let mut number = None;
        while let Some(digit) = self.peek().filter(|byte| self.at < end && byte.is_ascii_digit()) {
            let sum = number.unwrap_or(0);
            if sum > magnitude(LARGEST) {
                self.at = end;
                return None;
            }
            number = Some(sum * 10 + usize::from(digit - b'0'));
            self.at += 1;
        }
        number
    }

    /// Takes an argument as a width or a precision.
    fn number_from_argument(&mut self) -> Option<i64> {
        let arg = self.args.at(self.next)?;
        self.next += 1;
        let number = integer(&Operand::new(arg.value, arg.go_type).shape)?;
        (-LARGEST..=LARGEST).contains(&number).then_some(number)
    }

    /// Lists the arguments that no directive took.
    fn extra(&mut self) {
        self.printer.spec = Spec::default();
        self.printer.out.push("%!(EXTRA ");
        let args = self.args;
        for (position, arg) in (self.next..).map_while(|position| args.at(position)).enumerate() {
            if position > 0 {
                self.printer.out.push(", ");
            }
            let operand = Operand::new(arg.value, arg.go_type);
            if !matches!(operand.shape, Shape::Nil) {
                self.printer.out.push(operand.type_name);
                self.printer.out.push("=");
            }
            self.printer.print(arg, 'v');
        }
        self.printer.out.push(")");
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }
}

fn integer(shape: &Shape<'_>) -> Option<i64> {
    match shape {
        Shape::Int(number) => Some(*number),
        Shape::Uint(number) => i64::try_from(*number).ok(),
        Shape::Duration(span) => Some(span.as_nanos()),
        Shape::Opaque(opaque) => opaque.to_plain()?.as_int(),
        _ => None,
    }
}

fn magnitude(number: i64) -> usize {
    usize::try_from(number.unsigned_abs()).expect("widths are below a million")
}
