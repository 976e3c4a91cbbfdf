//! Format strings: how they are read, what they make of values. The checker reads them with the types of the arguments,
//! the machine with their values.

use std::fmt::Write as _;

use value::{FloatFormat, Number, Value, format_float};

use super::conversions::seconds;
use crate::cel::eval::Budget;
use crate::cel::failure::{EvalCause, Failure};
use crate::cel::values::{MapRef, TypeValue, type_name};

/// What stands after a percent sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clause {
    String,
    Decimal,
    Fixed(usize),
    Scientific(usize),
    Binary,
    Hex { upper: bool },
    Octal,
}

/// What is wrong with a format string, and with which argument.
#[derive(Debug)]
pub(crate) struct FormatProblem<E> {
    pub(crate) text: String,
    pub(crate) detail: Option<E>,
}

/// Takes the parts of a format string one after the other.
pub(crate) trait Clauses {
    /// More about a clause that does not fit its argument.
    type Detail;

    /// How many arguments there are.
    fn arguments(&self) -> usize;

    /// Text that stands for itself.
    fn literal(&mut self, text: &str) -> Result<(), FormatProblem<Self::Detail>>;

    /// A clause with the number of its argument.
    fn clause(&mut self, clause: Clause, argument: usize) -> Result<(), FormatProblem<Self::Detail>>;
}

/// Digits after the point when the clause does not say how many.
const PRECISION: usize = 6;

/// The most digits after the point that can be asked for.
const MAX_PRECISION: usize = 1_000_000;

/// Reads a format string; the result is how many arguments it needs.
pub(crate) fn parse_format<C: Clauses>(format: &str, clauses: &mut C) -> Result<usize, FormatProblem<C::Detail>> {
    let problem = |text: String| FormatProblem { text, detail: None };
    let (mut rest, mut argument) = (format, 0);
    loop {
        let percent = rest.find('%').unwrap_or(rest.len());
        if percent > 0 {
            clauses.literal(&rest[..percent])?;
        }
        rest = &rest[percent..];
        if rest.is_empty() {
            return Ok(argument);
        }
        rest = &rest[1..];
        if let Some(after) = rest.strip_prefix('%') {
            clauses.literal("%")?;
            rest = after;
            continue;
        }
        if rest.is_empty() {
            return Err(problem("unexpected end of string".to_string()));
        }
        if argument >= clauses.arguments() {
            return Err(problem(format!("index {argument} out of range")));
        }
        let (clause, after) =
            clause(rest).map_err(|text| problem(format!("could not parse formatting clause: {text}")))?;
        clauses.clause(clause, argument)?;
        argument += 1;
        rest = after;
    }
}

/// Reads a clause after its percent sign.
fn clause(text: &str) -> Result<(Clause, &str), String> {
    let (precision, rest) = match text.strip_prefix('.') {
        None => (PRECISION, text),
        Some(rest) => {
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let end = end.ok_or("error while parsing precision: could not find end of precision specifier")?;
            let precision = rest[..end].parse().ok().filter(|precision| *precision <= MAX_PRECISION);
            let given = &rest[..end];
            let precision =
                precision.ok_or_else(|| format!("error while parsing precision: `{given}` is no precision"))?;
            (precision, &rest[end..])
        }
    };
    let mut chars = rest.chars();
    let clause = match chars.next() {
        Some('s') => Clause::String,
        Some('d') => Clause::Decimal,
        Some('f') => Clause::Fixed(precision),
        Some('e') => Clause::Scientific(precision),
        Some('b') => Clause::Binary,
        Some('x') => Clause::Hex { upper: false },
        Some('X') => Clause::Hex { upper: true },
        Some('o') => Clause::Octal,
        other => {
            let other = other.map(String::from).unwrap_or_default();
            return Err(format!("unrecognized formatting clause \"{other}\""));
        }
    };
    Ok((clause, chars.as_str()))
}

impl Clause {
    /// What is said of an argument of a type that the clause does not take.
    pub(crate) fn complaint(self, given: &str) -> String {
        let takes = match self {
            Self::String => {
                "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps"
            }
            Self::Decimal => "decimal clause can only be used on ints, uints, and doubles",
            Self::Fixed(_) => "fixed-point clause can only be used on ints, uints, and doubles",
            Self::Scientific(_) => "scientific clause can only be used on ints, uints, and doubles",
            Self::Binary => "only ints, uints, and bools can be formatted as binary",
            Self::Hex { .. } => "only ints, uints, bytes, and strings can be formatted as hex",
            Self::Octal => "octal clause can only be used on ints and uints",
        };
        format!("error during formatting: {takes}, was given {given}")
    }
}

/// Puts values into a format string.
pub(super) fn format(budget: &mut Budget, format: &str, items: &[Value]) -> Result<Value, Failure> {
    let mut formatter = Formatter { budget, items, text: Vec::new() };
    match parse_format(format, &mut formatter) {
        Ok(_) => Ok(Value::text(formatter.text)),
        Err(FormatProblem { detail: Some(failure), .. }) => Err(failure),
        Err(FormatProblem { text, .. }) => Err(Failure::new(text)),
    }
}

struct Formatter<'f> {
    budget: &'f mut Budget,
    items: &'f [Value],
    text: Vec<u8>,
}

impl Clauses for Formatter<'_> {
    type Detail = Failure;

    fn arguments(&self) -> usize {
        self.items.len()
    }

    fn literal(&mut self, text: &str) -> Result<(), FormatProblem<Failure>> {
        self.push(text.as_bytes()).map_err(failed)
    }

    fn clause(&mut self, clause: Clause, argument: usize) -> Result<(), FormatProblem<Failure>> {
        let items = self.items;
        self.write(clause, &items[argument]).map_err(failed)
    }
}

fn failed(failure: Failure) -> FormatProblem<Failure> {
    FormatProblem { text: String::new(), detail: Some(failure) }
}

/// How deep lists and maps in an argument may be nested.
const MAX_DEPTH: usize = 600;

/// The steps that a part of an argument takes, beside those for its text: parts can be shared, and are written each time.
const STEPS: usize = 8;

/// How many bytes of text take a step.
const BYTES_PER_STEP: usize = 2;

impl Formatter<'_> {
    fn push(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.budget.step(text.len() / BYTES_PER_STEP)?;
        self.budget.allocate(text.len())?;
        self.text.extend_from_slice(text);
        Ok(())
    }

    fn write(&mut self, clause: Clause, value: &Value) -> Result<(), Failure> {
        let text = match (clause, value) {
            (Clause::String, _) => return self.write_value(value, 0),
            (Clause::Decimal, Value::Int(number)) => number.to_string(),
            (Clause::Decimal, Value::Uint(number)) => number.to_string(),
            (Clause::Decimal, Value::Float(number)) => float(*number, FloatFormat::Plain, None),
            (Clause::Fixed(precision), _) if value.as_number().is_some() => {
                self.budget.allocate(precision)?;
                float(to_float(value), FloatFormat::Plain, Some(precision))
            }
            (Clause::Scientific(precision), _) if value.as_number().is_some() => {
                self.budget.allocate(precision)?;
                float(to_float(value), FloatFormat::LowerExponent, Some(precision))
            }
            (Clause::Binary, Value::Bool(flag)) => if *flag { "1" } else { "0" }.to_string(),
            (Clause::Binary, Value::Int(number)) => format!("{}{:b}", sign(*number), number.unsigned_abs()),
            (Clause::Binary, Value::Uint(number)) => format!("{number:b}"),
            (Clause::Octal, Value::Int(number)) => format!("{}{:o}", sign(*number), number.unsigned_abs()),
            (Clause::Octal, Value::Uint(number)) => format!("{number:o}"),
            (Clause::Hex { upper }, Value::Int(number)) => {
                format!("{}{}", sign(*number), hex_number(number.unsigned_abs(), upper))
            }
            (Clause::Hex { upper }, Value::Uint(number)) => hex_number(*number, upper),
            (Clause::Hex { upper }, Value::String(text)) => hex_bytes(text.as_bytes(), upper),
            (Clause::Hex { upper }, Value::Bytes(bytes)) => hex_bytes(bytes, upper),
            (Clause::Hex { upper }, Value::Opaque(_)) if let Some(text) = value.as_raw_text() => hex_bytes(text, upper),
            _ => return Err(Failure::new(clause.complaint(type_name(value)))),
        };
        self.push(text.as_bytes())
    }

    /// The text of a value; what is in lists and maps is written in the same way.
    fn write_value(&mut self, value: &Value, depth: usize) -> Result<(), Failure> {
        if depth > MAX_DEPTH {
            return Err(EvalCause::TooDeep.into());
        }
        self.budget.step(STEPS)?;
        let text = match value {
            Value::Null => "null".to_string(),
            Value::Bool(flag) => flag.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Uint(number) => number.to_string(),
            Value::Float(number) => float(*number, FloatFormat::Plain, None),
            Value::String(text) => return self.push(text.as_bytes()),
            Value::Bytes(bytes) => return self.push(bytes),
            Value::Duration(span) => seconds(*span),
            Value::Timestamp(time) => time.to_utc().unwrap_or(*time).to_rfc3339(),
            Value::List(list) => return self.write_list(list, depth),
            Value::Map(_) => return self.write_map(value, depth),
            Value::Opaque(_) if MapRef::of(value).is_some() => return self.write_map(value, depth),
            Value::Opaque(_) if let Some(text) = value.as_raw_text() => return self.push(text),
            _ => match value.as_opaque::<TypeValue>() {
                Some(name) => name.name().to_string(),
                None => return Err(Failure::new(Clause::String.complaint(type_name(value)))),
            },
        };
        self.push(text.as_bytes())
    }

    fn write_list(&mut self, list: &[Value], depth: usize) -> Result<(), Failure> {
        self.push(b"[")?;
        for (at, item) in list.iter().enumerate() {
            self.push(if at == 0 { b"" } else { b", " })?;
            self.write_value(item, depth + 1)?;
        }
        self.push(b"]")
    }

    /// Entries are sorted by the texts of their keys.
    fn write_map(&mut self, value: &Value, depth: usize) -> Result<(), Failure> {
        let Some(map) = MapRef::of(value) else { return Ok(()) };
        let mut entries = Vec::with_capacity(map.len());
        for (key, value) in map.entries() {
            let start = self.text.len();
            self.write_value(&key, depth + 1)?;
            entries.push((self.text.split_off(start), value));
        }
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        self.push(b"{")?;
        for (at, (key, value)) in entries.into_iter().enumerate() {
            self.push(if at == 0 { b"" } else { b", " })?;
            self.push(&key)?;
            self.push(b": ")?;
            self.write_value(value, depth + 1)?;
        }
        self.push(b"}")
    }
}

fn sign(number: i64) -> &'static str {
    if number < 0 { "-" } else { "" }
}

fn to_float(value: &Value) -> f64 {
    value.as_number().map_or(0.0, Number::to_f64)
}

fn float(number: f64, format: FloatFormat, precision: Option<usize>) -> String {
    match number {
        _ if number.is_nan() => "NaN".to_string(),
        f64::INFINITY => "Infinity".to_string(),
        f64::NEG_INFINITY => "-Infinity".to_string(),
        _ => format_float(number, format, precision),
    }
}

fn hex_number(number: u64, upper: bool) -> String {
    if upper { format!("{number:X}") } else { format!("{number:x}") }
}

fn hex_bytes(bytes: &[u8], upper: bool) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = if upper { write!(text, "{byte:02X}") } else { write!(text, "{byte:02x}") };
    }
    text
}
