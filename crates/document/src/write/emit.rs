//! The layout: where lines begin, how far they are indented, what stands behind a dash or a colon.

use super::form::{Form, form_of};
use super::order::natural;
use super::scalar::{BINARY, Scalar, scalar_of};
use value::{Key, MAX_DEPTH, Map, Value};

/// The order of the keys of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// As they are.
    Keep,
    /// As yaml.v3 sorts the keys of a Go map: `a2` before `a10`.
    #[default]
    Natural,
}

/// What to do where yaml.v3 writes something that does not read back as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Fidelity {
    /// Write the same bytes as yaml.v3: a text of several lines that begins with a line break loses it, one that begins
    /// with a space or a tab may be unreadable, and a key `<<` becomes a merge.
    #[default]
    Bytes,
    /// Quote such a text, and write numbers as yaml.v3 does: `1` for 1.0.
    Texts,
    /// Quote such a text and write `1.0` for a number that yaml.v3 writes as `1`, so that everything reads back as it was.
    Meaning,
}

/// How YAML is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YamlStyle {
    /// Spaces per level, 2 to 9; others mean 2, as in yaml.v3.
    pub indent: usize,
    /// The order of keys.
    pub order: Order,
    /// What to do where yaml.v3 writes something that does not read back as it was.
    pub fidelity: Fidelity,
}

impl Default for YamlStyle {
    /// What `yaml.Marshal` writes.
    fn default() -> Self {
        Self { indent: 4, order: Order::Natural, fidelity: Fidelity::Bytes }
    }
}

/// A value that YAML cannot express.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Lists and maps are nested too deep.
    #[error("value is nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// A value that is not known yet.
    #[error("value is not known yet: {reason}")]
    Unknown {
        /// Why not.
        reason: String,
    },
    /// A value of one language that has no plain form.
    #[error("a value of type `{type_name}` has no YAML form")]
    Opaque {
        /// The name of its type.
        type_name: String,
    },
}

/// Writes one document; it ends with a line break.
pub fn to_yaml(value: &Value, style: &YamlStyle) -> Result<String, WriteError> {
    let step = if (2..=9).contains(&style.indent) { style.indent } else { 2 };
    let mut emitter = Emitter { style: *style, step, out: String::new(), column: 0, is_open: true, is_spaced: true };
    emitter.node(value, Parent { indent: None, is_list: false }, 0)?;
    emitter.begin_line(0);
    Ok(emitter.out)
}

/// The block that a node stands in.
#[derive(Clone, Copy)]
struct Parent {
    /// `None` for the document itself.
    indent: Option<usize>,
    is_list: bool,
}

struct Emitter {
    style: YamlStyle,
    step: usize,
    out: String,
    column: usize,
    /// The line has nothing but indentation, dashes, `?` and `:`, so a block may begin on it.
    is_open: bool,
    /// No space is needed before the next token.
    is_spaced: bool,
}

impl Emitter {
    fn node(&mut self, value: &Value, parent: Parent, depth: usize) -> Result<(), WriteError> {
        if depth > MAX_DEPTH {
            return Err(WriteError::TooDeep);
        }
        match value {
            Value::List(items) if items.is_empty() => self.token("[]"),
            Value::List(items) => return self.list(items, self.block_indent(parent), depth),
            Value::Map(map) if map.is_empty() => self.token("{}"),
            Value::Map(map) => return self.map(map, self.block_indent(parent), depth),
            Value::Opaque(opaque) if value.as_raw_text().is_none() => {
                let type_name = || WriteError::Opaque { type_name: opaque.type_name().to_owned() };
                return self.node(&opaque.to_plain().ok_or_else(type_name)?, parent, depth + 1);
            }
            Value::Unknown(unknown) => return Err(WriteError::Unknown { reason: unknown.reason().to_owned() }),
            _ => self.scalar(&scalar_of(value, self.style.fidelity), self.scalar_indent(parent)),
        }
        Ok(())
    }

    fn list(&mut self, items: &[Value], indent: usize, depth: usize) -> Result<(), WriteError> {
        for item in items {
            self.begin_line(indent);
            self.indicator('-');
            self.node(item, Parent { indent: Some(indent), is_list: true }, depth + 1)?;
        }
        Ok(())
    }

    fn map(&mut self, map: &Map, indent: usize, depth: usize) -> Result<(), WriteError> {
        for (key, value) in self.ordered(map) {
            self.begin_line(indent);
            self.key(key, indent);
            self.node(value, Parent { indent: Some(indent), is_list: false }, depth + 1)?;
        }
        Ok(())
    }

    fn ordered<'m>(&self, map: &'m Map) -> Vec<(&'m Key, &'m Value)> {
        let entries = map.iter().collect();
        match self.style.order {
            Order::Keep => entries,
            Order::Natural => natural(entries),
        }
    }

    /// A key and its colon. One that is long or has several lines stands behind a `?`, and its colon on a line below.
    fn key(&mut self, key: &Key, indent: usize) {
        let key_value = key.to_value();
        let key = scalar_of(&key_value, self.style.fidelity);
        let parent = Parent { indent: Some(indent), is_list: false };
        if key.is_simple_key() {
            self.scalar(&key, self.scalar_indent(parent));
            self.push(':');
            self.is_open = false;
            self.is_spaced = false;
        } else {
            self.indicator('?');
            self.scalar(&key, self.scalar_indent(parent));
            self.begin_line(indent);
            self.indicator(':');
        }
    }

    fn scalar(&mut self, scalar: &Scalar<'_>, indent: usize) {
        if scalar.is_binary {
            self.token(BINARY);
        }
        let text = scalar.text.as_ref();
        match form_of(scalar, self.style.fidelity) {
            Form::Plain => self.token(text),
            Form::Single => self.single_quoted(text, indent),
            Form::Double => self.token(&super::escape::double_quoted(text)),
            Form::Literal => self.literal(text, indent),
        }
    }

    /// `'…'`. The only line breaks here are those that only Unicode knows; they are kept and indented after.
    fn single_quoted(&mut self, text: &str, indent: usize) {
        self.token("'");
        self.lines(&text.replace('\'', "''"), indent, false);
        self.push('\'');
        self.is_open = false;
        self.is_spaced = false;
    }

    /// `|` with its hints, and the lines below it.
    fn literal(&mut self, text: &str, indent: usize) {
        self.token("|");
        if text.starts_with([' ', '\n', '\u{2028}', '\u{2029}']) {
            self.out.push_str(&self.step.to_string());
        }
        self.out.push_str(chomping(text));
        self.is_spaced = true;
        self.lines(text, indent, true);
    }

    /// Lines that are indented, empty ones excepted.
    fn lines(&mut self, text: &str, indent: usize, mut at_start: bool) {
        for line in text.split_inclusive(is_break) {
            let content = line.trim_end_matches(is_break);
            if !content.is_empty() {
                if at_start {
                    self.begin_line(indent);
                }
                self.write(content);
            }
            at_start = content.len() < line.len();
            if at_start {
                self.line_break(&line[content.len()..]);
            }
        }
    }

    fn block_indent(&self, parent: Parent) -> usize {
        parent.indent.map_or(0, |indent| self.below(indent, parent.is_list))
    }

    fn scalar_indent(&self, parent: Parent) -> usize {
        parent.indent.map_or(self.step, |indent| self.below(indent, parent.is_list))
    }

    /// What stands in a list is indented by the dash and its space, anything else to the next multiple of the step.
    fn below(&self, indent: usize, is_list: bool) -> usize {
        if is_list { indent + 2 } else { (indent / self.step + 1) * self.step }
    }

    /// Goes to `indent` on an open line, or on a new one.
    fn begin_line(&mut self, indent: usize) {
        if !self.is_open || self.column > indent || (self.column == indent && !self.is_spaced) {
            self.line_break("\n");
        }
        let missing = indent.saturating_sub(self.column);
        self.out.extend(std::iter::repeat_n(' ', missing));
        self.column += missing;
        self.is_spaced = true;
    }

    /// A character behind which a block may begin on the same line.
    fn indicator(&mut self, indicator: char) {
        self.space();
        self.push(indicator);
        self.is_spaced = false;
    }

    fn token(&mut self, text: &str) {
        self.space();
        self.write(text);
        self.is_spaced = false;
    }

    fn space(&mut self) {
        if !self.is_spaced {
            self.push(' ');
        }
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.len();
        self.is_open = false;
    }

    fn push(&mut self, char: char) {
        self.out.push(char);
        self.column += 1;
    }

    fn line_break(&mut self, text: &str) {
        self.out.push_str(text);
        self.column = 0;
        self.is_open = true;
    }
}

/// What becomes of the line breaks at the end of a literal text: none, one or all are kept.
fn chomping(text: &str) -> &'static str {
    let Some(before) = text.strip_suffix(is_break) else { return "-" };
    if before.is_empty() || before.ends_with(is_break) { "+" } else { "" }
}

/// The line breaks of YAML 1.1.
pub(super) fn is_break(char: char) -> bool {
    matches!(char, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
