//! Printing one operand: types and addresses first, then values by their kind, and what is written when a verb does not fit.

use super::arg::Arg;
use super::operand::{Operand, Shape};
use super::spec::{Flag, Spec};
use crate::limit::Output;

/// Where all pointers point to; real addresses would differ from run to run.
const ADDRESS: u64 = 0xc0_0001_2000;

/// The output with the directive that is being written.
pub(super) struct Printer {
    pub(super) out: Output,
    pub(super) spec: Spec,
    /// Whether the text for a wrong verb is being written: values are then shown bare, without their own texts.
    pub(super) bare: bool,
}

impl Printer {
    pub(super) fn new(limit: usize) -> Self {
        Self { out: Output::new(limit), spec: Spec::default(), bare: false }
    }

    /// Prints an operand with a verb.
    pub(super) fn print(&mut self, arg: Arg<'_>, verb: char) {
        let operand = Operand::new(arg.value, arg.go_type);
        match (verb, &operand.shape) {
            ('T' | 'v', Shape::Nil) => self.pad(b"<nil>"),
            (_, Shape::Nil) => self.nil_with_bad_verb(verb),
            ('T', _) => self.text(operand.type_name.as_bytes()),
            ('p', _) => self.pointer(&operand),
            // Bytes are the one kind for which `%w` is judged byte by byte.
            ('w', Shape::Bytes(bytes)) if operand.type_name == "[]uint8" => {
                self.each_byte(bytes, operand.type_name, verb);
            }
            ('w', _) => self.bad_verb(&operand, verb),
            // Alone, the type of bytes has its short name.
            ('v', Shape::Bytes(bytes)) if self.spec.has(Flag::GoSyntax) && operand.type_name == "[]uint8" => {
                self.each_byte(bytes, "[]byte", verb);
            }
            _ => self.walk(&operand, verb),
        }
    }

    /// Prints what is not made of other values.
    pub(super) fn scalar(&mut self, operand: &Operand<'_>, verb: char) {
        let fits = match &operand.shape {
            Shape::Nil => return self.out.push("<nil>"),
            Shape::Bool(value) => self.boolean(*value, verb),
            Shape::Int(value) => self.signed(*value, verb),
            Shape::Uint(value) => self.unsigned(*value, verb),
            Shape::Float(value, bits) => self.float(*value, *bits, verb),
            Shape::Complex(real, imaginary, bits) => self.complex(*real, *imaginary, *bits, verb),
            Shape::Text(text) => self.string(text, verb),
            Shape::Bytes(bytes) => return self.bytes(bytes, operand.type_name, verb),
            Shape::Duration(span) => return self.duration(*span, operand, verb),
            Shape::Time(time) => return self.time(time, verb),
            Shape::Opaque(_) | Shape::Other(_) => return self.opaque(operand, verb),
            Shape::List(_) | Shape::Map(_) | Shape::NilList | Shape::NilMap => {
                unreachable!("lists and maps are taken apart before")
            }
        };
        if !fits {
            self.bad_verb(operand, verb);
        }
    }

    /// Writes `%!verb(type=value)`.
    pub(super) fn bad_verb(&mut self, operand: &Operand<'_>, verb: char) {
        let outer = std::mem::replace(&mut self.bare, true);
        self.open_bad_verb(verb);
        self.out.push(operand.type_name);
        self.out.push("=");
        self.walk(operand, 'v');
        self.out.push(")");
        self.bare = outer;
    }

    fn nil_with_bad_verb(&mut self, verb: char) {
        self.open_bad_verb(verb);
        self.out.push("<nil>)");
    }

    fn open_bad_verb(&mut self, verb: char) {
        self.out.push("%!");
        self.out.push_char(verb);
        self.out.push("(");
    }

    fn boolean(&mut self, value: bool, verb: char) -> bool {
        let fits = matches!(verb, 't' | 'v');
        if fits {
            self.pad(if value { b"true" } else { b"false" });
        }
        fits
    }

    /// Whether values with a text of their own show it for this verb.
    pub(super) fn shows_own_text(&self, verb: char) -> bool {
        !self.bare && !self.spec.has(Flag::GoSyntax) && matches!(verb, 'v' | 's' | 'x' | 'X' | 'q')
    }

    fn opaque(&mut self, operand: &Operand<'_>, verb: char) {
        let text = || match &operand.shape {
            Shape::Opaque(value) => OpaqueText(*value).to_string(),
            Shape::Other(text) => text.clone(),
            _ => unreachable!("only values with a text come here"),
        };
        if self.shows_own_text(verb) {
            self.string(text().as_bytes(), verb);
            return;
        }
        let plain = if let Shape::Opaque(value) = operand.shape { value.to_plain() } else { None };
        match plain.as_ref().and_then(Shape::scalar) {
            Some(shape) => self.scalar(&Operand { type_name: operand.type_name, shape }, verb),
            None if verb == 'v' => self.text(text().as_bytes()),
            None => self.bad_verb(operand, verb),
        }
    }

    fn pointer(&mut self, operand: &Operand<'_>) {
        let address = match &operand.shape {
            Shape::NilList | Shape::NilMap => 0,
            Shape::List(_) | Shape::Map(_) | Shape::Bytes(_) => ADDRESS,
            Shape::Opaque(_) if operand.type_name.starts_with('*') => ADDRESS,
            _ => return self.bad_verb(operand, 'p'),
        };
        self.hex_with_prefix(address, !self.spec.has(Flag::Sharp));
    }

    /// The time zone that a time points to; UTC is no pointer at all.
    pub(super) fn zone_pointer(&mut self, is_utc: bool, verb: char) {
        let address = if is_utc { 0 } else { ADDRESS };
        match verb {
            'v' if self.spec.has(Flag::GoSyntax) => {
                self.out.push("(*time.Location)(");
                if is_utc {
                    self.out.push("nil");
                } else {
                    self.hex_with_prefix(address, true);
                }
                self.out.push(")");
            }
            'v' if is_utc => self.pad(b"<nil>"),
            'v' => self.hex_with_prefix(address, !self.spec.has(Flag::Sharp)),
            'b' | 'o' | 'd' | 'x' | 'X' => {
                self.unsigned(address, verb);
            }
            _ => {
                self.open_bad_verb(verb);
                self.out.push("*time.Location=");
                self.zone_pointer(is_utc, 'v');
                self.out.push(")");
            }
        }
    }
}

struct OpaqueText<'a>(&'a dyn value::Opaque);

impl std::fmt::Display for OpaqueText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.display(f)
    }
}
