//! Times and spans of time, which have texts of their own.

use value::{Duration, Timestamp};

use super::operand::{Operand, Shape};
use super::printer::Printer;
use super::spec::Flag;
use crate::time::month_name;

impl Printer {
    /// A span by its text, or as the number of nanoseconds.
    pub(super) fn duration(&mut self, span: Duration, operand: &Operand<'_>, verb: char) {
        if self.shows_own_text(verb) {
            self.string(span.to_string().as_bytes(), verb);
        } else {
            let shape = Shape::Int(span.as_nanos());
            self.scalar(&Operand { type_name: operand.type_name, shape }, verb);
        }
    }

    /// A time by its text, or as the structure that Go keeps it in.
    pub(super) fn time(&mut self, time: &Timestamp, verb: char) {
        if self.shows_own_text(verb) {
            self.string(time.to_string().as_bytes(), verb);
        } else if self.spec.has(Flag::GoSyntax) && !self.bare {
            self.text(go_syntax(time).as_bytes());
        } else {
            self.time_fields(time, verb);
        }
    }

    /// The fields of `time.Time`: nanoseconds, seconds since the year 1, and the time zone.
    fn time_fields(&mut self, time: &Timestamp, verb: char) {
        let since_year_one = time.unix_seconds() - Timestamp::GO_ZERO.unix_seconds();
        let between = if self.spec.has(Flag::GoSyntax) { ", " } else { " " };
        if self.spec.has(Flag::GoSyntax) {
            self.out.push("time.Time");
        }
        self.out.push("{");
        self.field_name("wall");
        self.scalar(&Operand { type_name: "uint64", shape: Shape::Uint(time.nanos().into()) }, verb);
        self.out.push(between);
        self.field_name("ext");
        self.scalar(&Operand { type_name: "int64", shape: Shape::Int(since_year_one) }, verb);
        self.out.push(between);
        self.field_name("loc");
        self.zone_pointer(is_utc(time), verb);
        self.out.push("}");
    }

    fn field_name(&mut self, name: &str) {
        if self.spec.has(Flag::FieldNames) || self.spec.has(Flag::GoSyntax) {
            self.out.push(name);
            self.out.push(":");
        }
    }
}

fn is_utc(time: &Timestamp) -> bool {
    time.offset_seconds() == 0 && time.zone() == "UTC"
}

/// The expression that makes this time, as `Time.GoString`.
fn go_syntax(time: &Timestamp) -> String {
    let at = time.civil();
    let zone =
        if is_utc(time) { "time.UTC".to_string() } else { format!("time.Location({})", value::quote(time.zone())) };
    format!(
        "time.Date({}, time.{}, {}, {}, {}, {}, {}, {zone})",
        at.year,
        month_name(at.month),
        at.day,
        at.hour,
        at.minute,
        at.second,
        time.nanos()
    )
}
