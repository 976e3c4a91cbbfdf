//! Problems of YAML in the words of yaml.v3, which people search for.

use diagnostics::{Diagnostic, Diagnostics, Span};

/// The first problem of a text, with a line where yaml.v3 gives one.
pub(super) fn problem_of(text: &str, problems: &Diagnostics) -> String {
    let Some(problem) = problems.iter().next() else { return "the text cannot be read".to_owned() };
    let source = Source { text, span: problem.span() };
    source.known(problem).unwrap_or_else(|| source.own(problem))
}

/// The line of a place, from 1.
pub(super) fn line(text: &str, offset: u32) -> usize {
    let before = &text.as_bytes()[..text.len().min(offset as usize)];
    memchr::memchr_iter(b'\n', before).count() + 1
}

/// What the scanner finds; it names the line unless that is the first.
const SCANNED: &[(&str, &str)] = &[
    ("yaml::tab-indentation", "found character that cannot start any token"),
    ("yaml::reserved-character", "found character that cannot start any token"),
    ("yaml::nested-value", "mapping values are not allowed in this context"),
    ("yaml::list-not-allowed", "block sequence entries are not allowed in this context"),
    ("yaml::key-not-allowed", "mapping keys are not allowed in this context"),
    ("yaml::unknown-escape", "found unknown escape character"),
    ("yaml::block-header", "did not find expected comment or line break"),
    ("yaml::directive", "found unknown directive name"),
];

/// What the parser finds; it counts lines from zero.
const PARSED: &[(&str, &str)] = &[
    ("yaml::wrong-indentation", "did not find expected key"),
    ("yaml::missing-comma", "did not find expected ',' or '}'"),
    ("yaml::unexpected-bracket", "did not find expected node content"),
];

/// What is said without a line.
const PLACELESS: &[(&str, &str)] = &[
    ("yaml::control-character", "control characters are not allowed"),
    ("yaml::merge-not-a-map", "map merge requires map or sequence of maps as the value"),
];

struct Source<'t> {
    text: &'t str,
    span: Option<Span>,
}

impl Source<'_> {
    fn line(&self) -> usize {
        self.span.map_or(1, |span| line(self.text, span.start))
    }

    /// What stands at the place of the problem.
    fn found(&self) -> &str {
        self.span.and_then(|span| self.text.get(span.start as usize..span.end as usize)).unwrap_or_default()
    }

    fn own(&self, problem: &Diagnostic) -> String {
        format!("line {}: {}", self.line(), problem.message)
    }

    /// The words for problems that both know.
    fn known(&self, problem: &Diagnostic) -> Option<String> {
        let words = |table: &[(&str, &'static str)]| {
            table.iter().find(|(code, _)| *code == problem.code.id).map(|(_, words)| *words)
        };
        self.particular(problem)
            .or_else(|| words(SCANNED).map(|words| self.scanned(words)))
            .or_else(|| words(PARSED).map(|words| self.parsed(words)))
            .or_else(|| words(PLACELESS).map(str::to_owned))
    }

    /// The words that say what was found, or depend on it.
    fn particular(&self, problem: &Diagnostic) -> Option<String> {
        let (found, is_list) = (self.found(), problem.message.contains("list"));
        Some(match problem.code.id {
            "yaml::reserved-character" if found == "," => "did not find expected node content".to_owned(),
            "yaml::wrong-indentation" if problem.message.contains("text above") => {
                self.scanned("mapping values are not allowed in this context")
            }
            "yaml::list-not-allowed" if self.begins_line() => self.parsed("did not find expected key"),
            "yaml::unclosed-quote" => in_line(self.text.lines().count(), "found unexpected end of stream"),
            "yaml::unclosed-bracket" => format!("line {}: {}", self.text.lines().count(), self.unclosed()),
            "yaml::missing-comma" if is_list => self.parsed("did not find expected ',' or ']'"),
            "yaml::unknown-anchor" => format!("unknown anchor '{}' referenced", found.trim_start_matches('*')),
            "yaml::key-not-scalar" => {
                let tag = if found.starts_with('{') { "!!map" } else { "!!seq" };
                format!("unmarshal errors:\n  line {}: cannot unmarshal {tag} into string", self.line())
            }
            "yaml::tag-value" => {
                let own = if found.parse::<i64>().is_ok() { "!!int" } else { "!!str" };
                format!("cannot decode {own} `{found}` as a {}", problem.message.rsplit('`').nth(1)?)
            }
            "yaml::duplicate-key" => self.duplicate(problem)?,
            _ => return None,
        })
    }

    fn scanned(&self, words: &str) -> String {
        in_line(self.line(), words)
    }

    fn parsed(&self, words: &str) -> String {
        match self.line() - 1 {
            0 => words.to_owned(),
            line => format!("line {line}: {words}"),
        }
    }

    fn begins_line(&self) -> bool {
        let start = self.span.map_or(0, |span| span.start as usize);
        self.text
            .get(..start)
            .is_some_and(|before| before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty()))
    }

    fn unclosed(&self) -> &'static str {
        if self.text.trim_end().ends_with(['[', ',']) {
            "did not find expected node content"
        } else if self.found().starts_with('{') {
            "did not find expected ',' or '}'"
        } else {
            "did not find expected ',' or ']'"
        }
    }

    fn duplicate(&self, problem: &Diagnostic) -> Option<String> {
        let first = problem.labels.get(1)?.span;
        let (line, first) = (self.line(), line(self.text, first.start));
        let key = self.found().trim_matches(['"', '\'']);
        Some(format!(
            "unmarshal errors:\n  line {line}: mapping key {} already defined at line {first}",
            value::quote(key)
        ))
    }
}

fn in_line(line: usize, words: &str) -> String {
    if line > 1 { format!("line {line}: {words}") } else { words.to_owned() }
}
