//! Secrets in a text without a tree: what stands around the keys that hold secrets. Too much is taken rather than too
//! little; each byte is looked at a few times at most, whatever the text is.

use super::{Hidden, Names, register};
use diagnostics::{LARGEST_SECRET, Redactor, secret_by_name};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Registers the values of keys that hold secrets.
pub fn register_keys(text: &str, names: &dyn Names, redactor: &Redactor) {
    Scan::new(text, names, redactor).keys();
    if let Cow::Owned(plain) = unescaped(text) {
        Scan::new(&plain, names, redactor).keys();
    }
}

/// Registers what is annotated with `@secret`: the value in the line, or of the key below it.
pub fn register_annotated(text: &str, names: &dyn Names, redactor: &Redactor) {
    let mut scan = Scan::new(text, names, redactor);
    for key in annotated_keys(text) {
        scan.value(key.value, key.column);
    }
}

/// The keys that a text annotates with `@secret`.
pub fn annotated_names(text: &str) -> impl Iterator<Item = &str> {
    annotated_keys(text).into_iter().map(|key| key.name).filter(|name| !name.is_empty())
}

/// A key with its value.
struct Key<'t> {
    name: &'t str,
    /// How far it is from the beginning of its line.
    column: usize,
    /// Where its value begins.
    value: usize,
}

/// The lines with `@secret`, or those below a comment with it.
fn annotated_keys(text: &str) -> Vec<Key<'_>> {
    let mut keys = Vec::new();
    let mut is_announced = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let behind = line.find('#').map_or("", |at| &line[at..]);
        let is_comment = line.trim_start().starts_with('#');
        if is_comment {
            is_announced |= behind.contains("@secret");
        } else {
            if is_announced || behind.contains("@secret") {
                keys.push(key_in(line, start));
            }
            is_announced = false;
        }
        start += line.len();
    }
    keys
}

/// The key in a line, behind the dashes of items; an item without a key is a value.
fn key_in(line: &str, start: usize) -> Key<'_> {
    let body = line.trim_start_matches([' ', '\t', '-', '?', '{']);
    let column = line.len() - body.len();
    let sign = body.match_indices(':').map(|(at, _)| at).find(|at| {
        let before = body[..*at].chars().next_back();
        matches!(before, Some('"' | '\'')) || body[at + 1..].chars().next().is_none_or(char::is_whitespace)
    });
    match sign {
        Some(at) => Key { name: body[..at].trim_matches(['"', '\'', ' ']), column, value: start + column + at + 1 },
        None => Key { name: "", column, value: start + column },
    }
}

struct Scan<'t, 'r> {
    text: &'t str,
    names: &'r dyn Names,
    redactor: &'r Redactor,
    /// Where lines begin.
    starts: Vec<usize>,
    /// Anchors that were followed.
    anchors: HashSet<&'t str>,
    /// What was asked about names. Documents have few, and each many times.
    asked: HashMap<&'t str, Option<Hidden>>,
}

impl<'t, 'r> Scan<'t, 'r> {
    fn new(text: &'t str, names: &'r dyn Names, redactor: &'r Redactor) -> Self {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1)).collect();
        Self { text, names, redactor, starts, anchors: HashSet::new(), asked: HashMap::new() }
    }

    fn keys(&mut self) {
        let mut done = 0;
        for (at, _) in self.text.match_indices([':', '=']) {
            if at < done {
                continue;
            }
            let key = self.key_before(at);
            match self.hidden(key.name) {
                Some(Hidden::Whole) => done = self.value(key.value, key.column),
                Some(Hidden::Text) if self.is_text(key.value) => done = self.value(key.value, key.column),
                Some(Hidden::Fields(is_harmless)) => done = self.fields(&key, is_harmless),
                // Where a value ends is not known, so its name alone counts.
                Some(Hidden::Variables) => done = self.fields(&key, |name| !secret_by_name(name, "")),
                Some(Hidden::Text) | None => {}
            }
        }
        self.signless();
    }

    fn hidden(&mut self, name: &'t str) -> Option<Hidden> {
        *self.asked.entry(name).or_insert_with(|| self.names.hidden(name))
    }

    /// Registers what stands behind a name without a sign between them, or below one that is alone.
    fn signless(&mut self) {
        let mut lines = self.text.lines().peekable();
        while let Some(line) = lines.next() {
            let line = line.trim_start_matches([' ', '\t', '-', '?', '{', '"', '\'']);
            let name = line.split(|c| !is_name(c)).next().unwrap_or_default();
            let rest = line[name.len()..].trim_start_matches(['"', '\'', ' ', '\t']);
            if rest.starts_with([':', '=']) || !matches!(self.hidden(name), Some(Hidden::Whole | Hidden::Text)) {
                continue;
            }
            match rest.trim_start_matches(|c: char| c.is_ascii_punctuation()) {
                "" => lines.peek().filter(|next| !is_structure(next)).into_iter().for_each(|next| self.several(next)),
                value => self.several(value),
            }
        }
    }

    /// Whether what begins here is no map.
    fn is_text(&self, from: usize) -> bool {
        let start = self.without_properties(from);
        let line = self.text[start..self.line_end(start)].trim_end();
        let is_key = |line: &str| line.ends_with(':') || line.contains(": ");
        match line.chars().next() {
            Some('{') => false,
            Some('#') | None => {
                let next = self.text[self.line_end(start)..].lines().find(|line| !line.trim().is_empty());
                !next.is_some_and(is_key)
            }
            Some(_) => true,
        }
    }

    /// The key in front of a sign.
    fn key_before(&self, sign: usize) -> Key<'t> {
        let head = self.text[..sign].trim_end_matches(['"', '\'', ' ', '\t', '\r', '\n']);
        let start = head.trim_end_matches(is_name).len();
        Key { name: &head[start..], column: start - self.line_start(start), value: sign + 1 }
    }

    fn line_start(&self, at: usize) -> usize {
        self.starts[self.starts.partition_point(|start| *start <= at).saturating_sub(1)]
    }

    fn line_end(&self, at: usize) -> usize {
        let next = self.starts.partition_point(|start| *start <= at);
        self.starts.get(next).map_or(self.text.len(), |start| start - 1)
    }

    /// Registers the value that begins here; it ends where the place is that is returned.
    fn value(&mut self, from: usize, column: usize) -> usize {
        let start = self.without_properties(from);
        let line_end = self.line_end(start);
        let line = &self.text[start..line_end];
        if let Some(name) = line.strip_prefix('*') {
            // What begins with a star may be meant as it is, and a message names the anchor that is not there.
            self.whole(name);
            self.anchored(name.split(ends_name).next().unwrap_or_default());
        }
        // What is in quotes is no anchor.
        self.text[from..start].split(['"', '\'']).skip(1).for_each(|piece| self.whole(piece));
        let mut end = line_end;
        if let Some(quote) = line.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            let close = self.closing(start + 1, quote).unwrap_or(line_end);
            self.several(&self.text[start + 1..close]);
            // Behind quotes that were closed too early the value goes on.
            let rest = &self.text[close..self.line_end(close)];
            rest.split(['"', '\'']).for_each(|piece| self.several(piece));
            let whole = close + rest.find([',', '}', ']']).unwrap_or(0);
            self.several(&self.text[start..whole]);
            // Quotes that are not closed here end where others begin, and what is between them is looked at as well.
            end = if close > line_end { line_end } else { whole };
        } else {
            self.several(line);
        }
        end.max(self.below(start, line_end, column))
    }

    /// Registers the lines of a value below its first one.
    fn below(&mut self, start: usize, line_end: usize, column: usize) -> usize {
        let mut end = line_end;
        // With nothing but signs in the first line the next one belongs to it, however it is indented.
        let first = self.text[start..line_end].split('#').next().unwrap_or_default();
        let mut is_open = !first.contains(|c: char| c.is_alphanumeric()) || first.trim_start().starts_with(['|', '>']);
        while end < self.text.len() {
            let next = &self.text[end + 1..self.line_end(end + 1)];
            let is_blank = next.trim().is_empty();
            if !is_blank && !is_open && !is_below(next, column) && is_structure(next) {
                break;
            }
            is_open &= is_blank;
            self.several(next);
            end += 1 + next.len();
        }
        self.whole(&self.text[start..end]);
        end
    }

    /// Registers what stands behind an anchor; each is followed once.
    fn anchored(&mut self, name: &'t str) {
        if name.is_empty() || !self.anchors.insert(name) {
            return;
        }
        let anchor = format!("&{name}");
        let mut found = self.text.match_indices(&anchor).map(|(at, _)| at + anchor.len());
        let is_whole = |at: &usize| self.text[*at..].chars().next().is_none_or(ends_name);
        if let Some(at) = found.find(is_whole) {
            let line = self.line_start(at);
            let column = indent(&self.text[line..]);
            self.value(at, column);
        }
    }

    /// Registers header fields: those whose name is not harmless.
    fn fields(&mut self, key: &Key<'_>, is_harmless: fn(&str) -> bool) -> usize {
        let end = self.end_of_fields(key);
        let region = &self.text[key.value..end];
        let mut done = key.value;
        for (at, _) in region.match_indices([':', '=']).map(|(at, sign)| (key.value + at, sign)) {
            let field = self.key_before(at);
            // A key of a property says that the fields have ended.
            if at >= done && !is_harmless(field.name) && !self.names.is_known(field.name) {
                done = self.value(field.value, field.column);
            }
        }
        for line in region.lines().filter(|line| !line.contains([':', '='])) {
            self.several(line);
        }
        end.max(done)
    }

    /// Where header fields end: at the bracket that closes them, or where lines are indented less.
    fn end_of_fields(&self, key: &Key<'_>) -> usize {
        let rest = &self.text[key.value..];
        let start = key.value + rest.len() - rest.trim_start().len();
        if self.text[start..].starts_with(['{', '[']) {
            return self.bracket(start);
        }
        let mut end = self.line_end(key.value);
        while end < self.text.len() {
            let next = &self.text[end + 1..self.line_end(end + 1)];
            if !next.trim().is_empty() && !is_below(next, key.column) {
                break;
            }
            end += 1 + next.len();
        }
        end
    }

    /// Where a bracket is closed; the end of the text when it is not.
    fn bracket(&self, start: usize) -> usize {
        let mut depth = 0_usize;
        for (at, sign) in self.text[start..].match_indices(['{', '[', '}', ']']) {
            depth = if matches!(sign, "{" | "[") { depth + 1 } else { depth.saturating_sub(1) };
            if depth == 0 {
                return start + at;
            }
        }
        self.text.len()
    }

    /// Behind blanks, and behind tags and anchors.
    fn without_properties(&self, from: usize) -> usize {
        let mut rest = self.text[from..].trim_start_matches([' ', '\t']);
        while rest.starts_with(['&', '!']) {
            rest = rest.trim_start_matches(|c: char| !c.is_whitespace()).trim_start_matches([' ', '\t']);
        }
        self.text.len() - rest.len()
    }

    /// Where a quote is closed: a backslash, or a second quote, keeps it open.
    fn closing(&self, from: usize, quote: char) -> Option<usize> {
        let mut characters = self.text[from..].char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            if c == '\\' && quote == '"' {
                characters.next();
            } else if c == quote && (quote == '"' || characters.next_if(|(_, next)| *next == quote).is_none()) {
                return Some(from + at);
            }
        }
        None
    }

    /// Registers lines: each as it is, without what surrounds it, and its words.
    fn several(&self, lines: &str) {
        self.whole(lines);
        for line in lines.lines() {
            let value = line.split(" #").next().unwrap_or_default();
            let behind = value.split_once(':').map_or("", |(_, behind)| behind);
            let first = value.split([',', '}', ']']).next().unwrap_or_default();
            for piece in [line, value, behind, first].into_iter().chain(first.split_whitespace()) {
                self.whole(piece);
            }
        }
    }

    fn whole(&self, text: &str) {
        // What is too long for a secret is refused; a message shows its ends only.
        if text.len() > LARGEST_SECRET {
            return register(text.trim_matches(['"', '\'']), self.redactor);
        }
        for literal in self.names.literals(text) {
            let bare = literal.trim().trim_matches(['"', '\'', '{', '}', '[', ']', ',', ' ', '-', '\n']);
            for value in
                [literal.trim(), bare].into_iter().filter(|value| !self.names.is_known(value.trim_end_matches(':')))
            {
                register(value, self.redactor);
            }
        }
    }
}

/// Whether a line belongs to the key above it, at this column: it is indented deeper, or the item of a list.
fn is_below(line: &str, column: usize) -> bool {
    let indent = indent(line);
    indent > column || indent == column && line[indent..].starts_with("- ")
}

/// Whether a line may be a part of the document beside the one above it. Another one is the rest of a text, too far left.
fn is_structure(line: &str) -> bool {
    line.contains(':') || line.trim_start().starts_with(['-', '#', '}', ']', '.'])
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

fn ends_name(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '}' | ']' | '{' | '[')
}

/// The text without escapes that stand for one character by its number.
fn unescaped(text: &str) -> Cow<'_, str> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((at, character, length)) = next_escape(rest) {
        plain += &rest[..at];
        plain.push(character);
        rest = &rest[at + length..];
    }
    if plain.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(plain + rest) }
}

/// The next `\xXX`, `\uXXXX` or `\UXXXXXXXX`: where it is, what it stands for, and how long it is.
fn next_escape(text: &str) -> Option<(usize, char, usize)> {
    text.match_indices('\\').find_map(|(at, _)| {
        let digits = match text.as_bytes().get(at + 1)? {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            _ => return None,
        };
        let number = u32::from_str_radix(text.get(at + 2..at + 2 + digits)?, 16).ok()?;
        Some((at, char::from_u32(number)?, digits + 2))
    })
}
