//! `.env` files, and the environment variables that expressions see.

use std::ops::Range;

use system::Environment;
use value::{GoType, Map};

/// The variables of a `.env` file, and what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct Dotenv {
    /// Variables in the order of the file; the last of several with one name wins.
    pub variables: Map,
    /// Lines that are no settings.
    pub problems: Vec<DotenvError>,
}

/// A part of a `.env` file that is no setting. What can be used of it is used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct DotenvError {
    /// Where, as bytes of the file.
    pub at: Range<usize>,
    /// What is wrong.
    pub problem: DotenvProblem,
}

/// What can be wrong with a line of a `.env` file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DotenvProblem {
    /// There is no `=`; the line is left out.
    #[error("line is no setting, expected `NAME=value`")]
    NoSetting,
    /// The name has blanks or quotes in it, or is empty; the line is left out.
    #[error("name of a variable is not one word")]
    Name,
    /// A quoted value has no end; it is taken up to the end of its line.
    #[error("quoted value has no end")]
    OpenQuote,
    /// There is something after a quoted value; it is left out.
    #[error("unexpected text after a quoted value")]
    AfterQuote,
}

impl Dotenv {
    /// Reads the text of a file: `NAME=value`, `export NAME=value`, `'…'` as it stands, `"…"` with escapes, both over
    /// several lines; comments after `#`. Empty values are kept.
    pub fn parse(text: &str) -> Self {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut reader = Reader { text, at: start, found: Self::default() };
        while reader.at < text.len() {
            reader.setting();
        }
        reader.found
    }
}

/// The environment of the process, and over it the variables of a `.env` file.
pub fn environ(environment: &dyn Environment, dotenv: Option<&Map>) -> Map {
    let own = environment.vars().into_iter();
    let mut all: Map =
        own.map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())).collect();
    all.extend(dotenv.into_iter().flat_map(Map::iter).map(|(name, value)| (name.clone(), value.clone())));
    all.with_type(GoType::STRING_MAP)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    found: Dotenv,
}

impl<'t> Reader<'t> {
    /// One line, or several when a quoted value goes on.
    fn setting(&mut self) {
        let line = self.rest_of_line();
        let start = self.at + (line.len() - line.trim_start().len());
        let written = line.trim();
        self.at += line.len();
        self.skip_line_break();
        if written.is_empty() || written.starts_with('#') {
            return;
        }
        let whole = start..start + written.len();
        let Some((name, value)) = written.split_once('=') else { return self.problem(whole, DotenvProblem::NoSetting) };
        let trimmed = name.trim();
        let name =
            trimmed.strip_prefix("export").filter(|rest| rest.starts_with(char::is_whitespace)).unwrap_or(trimmed);
        let name = name.trim();
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '#')) {
            return self.problem(whole, DotenvProblem::Name);
        }
        let value_at = whole.end - value.trim_start().len();
        let value = self.value(value_at);
        self.found.variables.insert(name, value);
    }

    fn value(&mut self, at: usize) -> String {
        let text = self.text;
        let line_end = at + text[at..].find('\n').unwrap_or(text.len() - at);
        let line = text[at..line_end].trim_end();
        let quote = match line.as_bytes().first() {
            Some(quote @ (b'"' | b'\'')) => *quote,
            _ => return without_comment(line).to_owned(),
        };
        let Some(end) = closing(&text.as_bytes()[at + 1..], quote).map(|end| at + 1 + end) else {
            self.problem(at..at + line.len(), DotenvProblem::OpenQuote);
            return line[1..].to_owned();
        };
        self.after_quote(end + 1);
        let inside = &text[at + 1..end];
        if quote == b'"' { unescaped(inside) } else { inside.to_owned() }
    }

    /// Goes on after a quoted value.
    fn after_quote(&mut self, at: usize) {
        self.at = at;
        let rest = self.rest_of_line();
        let start = at + (rest.len() - rest.trim_start().len());
        let written = rest.trim();
        self.at += rest.len();
        self.skip_line_break();
        if !written.is_empty() && !written.starts_with('#') {
            self.problem(start..start + written.len(), DotenvProblem::AfterQuote);
        }
    }

    fn rest_of_line(&self) -> &'t str {
        let rest = &self.text[self.at..];
        &rest[..rest.find('\n').unwrap_or(rest.len())]
    }

    fn skip_line_break(&mut self) {
        self.at = (self.at + 1).min(self.text.len());
    }

    fn problem(&mut self, at: Range<usize>, problem: DotenvProblem) {
        self.found.problems.push(DotenvError { at, problem });
    }
}

/// An unquoted value ends before a `#` that follows a blank.
fn without_comment(value: &str) -> &str {
    let comment = value.char_indices().scan(true, |after_blank, (at, c)| {
        let begins = *after_blank && c == '#';
        *after_blank = c.is_whitespace();
        Some((at, begins))
    });
    let end = comment.into_iter().find(|(_, begins)| *begins).map_or(value.len(), |(at, _)| at);
    value[..end].trim_end()
}

/// Where a quoted value ends; in double quotes a backslash hides what follows it.
fn closing(bytes: &[u8], quote: u8) -> Option<usize> {
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if quote == b'"' => at += 2,
            byte if *byte == quote => return Some(at),
            _ => at += 1,
        }
    }
    None
}

/// `\n`, `\r` and `\t` are what they stand for, a quote, a backslash and a dollar are themselves; another backslash stays.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => plain.push('\n'),
            Some('r') => plain.push('\r'),
            Some('t') => plain.push('\t'),
            Some(escaped @ ('"' | '\\' | '$' | '\'' | '`')) => plain.push(escaped),
            other => plain.extend(std::iter::once('\\').chain(other)),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::FakeEnvironment;

    fn variables(text: &str) -> Vec<(String, String)> {
        let found = Dotenv::parse(text);
        assert_eq!(found.problems, [], "{text}");
        found.variables.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn every_way_to_write_a_value() {
        let cases = [
            ("A=1", "1"),
            ("A=", ""),
            ("A=\"\"", ""),
            ("export A=1", "1"),
            ("export\tA=1", "1"),
            ("  A = 1  ", "1"),
            ("A=b # c", "b"),
            ("A=b#c", "b#c"),
            ("A=# c", ""),
            ("A=\"b\"", "b"),
            ("A='b'", "b"),
            ("A=\"b # c\" # d", "b # c"),
            ("A='b\\n'", "b\\n"),
            (r#"A="b\n\t\"\\\$\d""#, "b\n\t\"\\$\\d"),
            ("A=\"one\ntwo\"\n", "one\ntwo"),
            ("A='one\r\ntwo'\r\n", "one\r\ntwo"),
            ("A=b=c", "b=c"),
            ("A=$HOME/x", "$HOME/x"),
            ("A=it's", "it's"),
            ("\u{feff}A=1\r\n", "1"),
            ("# A=0\n\nA=0\nA=1", "1"),
        ];
        for (text, value) in cases {
            assert_eq!(variables(text), [("A".to_owned(), value.to_owned())], "{text}");
        }
        assert_eq!(variables("A=\"x\ny\"\nB=2").len(), 2);
        assert!(variables("# nothing\n\n").is_empty());
        assert_eq!(variables("exported=1"), [("exported".to_owned(), "1".to_owned())]);
    }

    #[test]
    fn what_is_no_setting_is_said_and_the_rest_is_used() {
        let text = "A=1\nno setting\nB C=2\nD=\"open\nE='x' y\nF=3";
        let found = Dotenv::parse(text);
        let problems: Vec<_> =
            found.problems.iter().map(|problem| (&text[problem.at.clone()], problem.problem)).collect();
        assert_eq!(
            problems,
            [
                ("no setting", DotenvProblem::NoSetting),
                ("B C=2", DotenvProblem::Name),
                ("\"open", DotenvProblem::OpenQuote),
                ("y", DotenvProblem::AfterQuote),
            ]
        );
        let values: Vec<_> = found.variables.values().map(ToString::to_string).collect();
        assert_eq!(values, ["1", "open", "x", "3"]);
    }

    #[test]
    fn the_file_wins_over_the_process() {
        let process = FakeEnvironment::in_directory("/").with("A", "1").with("B", "");
        let file = Dotenv::parse("A=2\nC=").variables;
        let all = environ(&process, Some(&file));
        assert_eq!(all.get("A").map(ToString::to_string), Some("2".to_owned()));
        assert_eq!(all.len(), 3);
        assert_eq!(environ(&process, None).len(), 2);
    }
}
