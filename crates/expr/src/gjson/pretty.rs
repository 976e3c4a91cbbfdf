//! JSON with line breaks, as `@pretty` writes it: short lists stay on one line.

use value::KeyOrder;

use super::json::{Json, Kind, Name, raw_within};
use super::limit::{GjsonError, Limit, MAX_RAW, Result, STEPS_PER_SCALAR};

/// How it is written.
pub(super) struct Style {
    /// Lists that fit into so many characters stay on one line.
    pub(super) width: i64,
    pub(super) prefix: String,
    pub(super) indent: String,
    pub(super) sort_keys: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { width: 80, prefix: String::new(), indent: "  ".to_string(), sort_keys: false }
    }
}

pub(super) fn pretty(limit: &mut Limit, part: &Json<'_>, order: KeyOrder, style: &Style) -> Result<String> {
    let mut writer = Writer { out: style.prefix.clone(), counted: 0, line: 0, order, style, limit };
    writer.any(part, 0)?;
    let mut out = writer.out;
    if !out.is_empty() {
        out.push('\n');
    }
    Ok(out)
}

/// JSON without blanks between its parts.
pub(super) fn compact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if c == '"' {
            (super::selector::end_of_text(rest.as_bytes(), 0) + 1).min(rest.len())
        } else {
            c.len_utf8()
        };
        if c > ' ' {
            out.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    out
}

/// Whether a text is not too long yet.
fn checked(text: &str) -> Result<()> {
    if text.len() > MAX_RAW { Err(GjsonError::TooLarge) } else { Ok(()) }
}

struct Writer<'s, 'l> {
    out: String,
    /// How much of it has taken from the limit.
    counted: usize,
    /// Where the line began, the way upstream counts it.
    line: usize,
    order: KeyOrder,
    style: &'s Style,
    limit: &'l mut Limit,
}

impl Writer<'_, '_> {
    fn any(&mut self, part: &Json<'_>, level: usize) -> Result<()> {
        self.limit.steps(2 + part.steps())?;
        self.limit.enter()?;
        if let Some(items) = part.items() {
            self.list(&items, level)?;
        } else if let Some(entries) = part.entries(self.order) {
            self.object(entries, level)?;
        } else {
            self.limit.steps(STEPS_PER_SCALAR)?;
            let text = raw_within(part, self.order, self.limit)?;
            self.counted += text.len();
            self.out.push_str(&text);
        }
        self.count()?;
        self.limit.leave();
        Ok(())
    }

    /// What was written takes from the limit.
    fn count(&mut self) -> Result<()> {
        checked(&self.out)?;
        self.limit.bytes(self.out.len() - self.counted)?;
        self.counted = self.out.len();
        Ok(())
    }

    fn list(&mut self, items: &[Json<'_>], level: usize) -> Result<()> {
        let column = i64::try_from(self.out.len() - self.line).unwrap_or(i64::MAX);
        let room = self.style.width - column;
        if self.style.width > 0
            && room > 3
            && let Some(line) = self.one_line(items, usize::try_from(room).unwrap_or(usize::MAX))?
        {
            self.out.push_str(&line);
            return Ok(());
        }
        self.out.push('[');
        for (position, item) in items.iter().enumerate() {
            if position == 0 {
                self.break_line(level + 1)?;
            } else {
                self.out.push(',');
                self.break_line(level + 1)?;
                // Upstream puts the break in the place of a blank after the comma, and counts from behind it.
                self.line += usize::from(self.style.width != -1);
            }
            self.any(item, level + 1)?;
        }
        self.close(items.is_empty(), level, ']')
    }

    /// A list on one line; `None` when there is an object in it, or when it is longer than the room for it.
    fn one_line(&mut self, items: &[Json<'_>], room: usize) -> Result<Option<String>> {
        let mut line = "[".to_string();
        for (position, item) in items.iter().enumerate() {
            self.limit.steps(2)?;
            if position > 0 {
                line.push_str(", ");
            }
            if let Some(inner) = item.items() {
                self.limit.steps(inner.len())?;
                self.limit.enter()?;
                let inner = self.one_line(&inner, room)?;
                self.limit.leave();
                let Some(inner) = inner else { return Ok(None) };
                line.push_str(&inner);
            } else if matches!(item.kind(), Kind::Object) {
                return Ok(None);
            } else {
                self.limit.steps(STEPS_PER_SCALAR)?;
                let text = raw_within(item, self.order, self.limit)?;
                line.push_str(&text);
            }
            checked(&line)?;
            if line.len() >= room {
                return Ok(None);
            }
        }
        line.push(']');
        self.limit.bytes(line.len())?;
        Ok(Some(line))
    }

    fn object(&mut self, mut entries: Vec<(Name, Json<'_>)>, level: usize) -> Result<()> {
        if self.style.sort_keys {
            entries.sort_by(|(a, _), (b, _)| a.text.cmp(&b.text));
        }
        self.out.push('{');
        for (position, (name, part)) in entries.iter().enumerate() {
            if position > 0 {
                self.out.push(',');
            }
            self.break_line(level + 1)?;
            self.out.push_str(&name.raw());
            self.out.push_str(": ");
            self.any(part, level + 1)?;
        }
        self.close(entries.is_empty(), level, '}')
    }

    fn close(&mut self, empty: bool, level: usize, bracket: char) -> Result<()> {
        if !empty {
            self.break_line(level)?;
        }
        self.out.push(bracket);
        Ok(())
    }

    fn break_line(&mut self, level: usize) -> Result<()> {
        // An indent can be longer than what is indented.
        let length = self.style.prefix.len() + self.style.indent.len() * level;
        self.limit.bytes(length)?;
        self.counted += length;

        self.line = self.out.len();
        self.out.push('\n');
        self.out.push_str(&self.style.prefix);
        self.out.extend(std::iter::repeat_n(self.style.indent.as_str(), level));
        Ok(())
    }
}
