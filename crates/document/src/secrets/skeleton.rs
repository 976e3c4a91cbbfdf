//! What messages show of a text that cannot be parsed and has secrets somewhere: signs, and the words of the language.
//! Everything else may be part of a secret; which quotes and brackets belong together, nobody knows.

use diagnostics::Veil;
use std::collections::HashSet;
use std::ops::Range;

/// What ends a word, whatever it is part of.
const SIGNS: [char; 8] = ['{', '}', '[', ']', ',', ':', '"', '\''];

/// Words that the messages of parsers have by themselves, between backticks.
const OF_MESSAGES: [&str; 6] = ["key: value", "depth", "size", "aliases", "nodes", "null"];

/// Hides all of a text but the words that are known, where they stand alone.
pub fn skeleton(text: &str, is_known: &dyn Fn(&str) -> bool) -> Veil {
    let mut hidden: Vec<Range<usize>> = Vec::new();
    let mut harmless = HashSet::from(OF_MESSAGES.map(str::to_owned));
    for word in words(text) {
        if is_known(&text[word.clone()]) || is_block_header(&text[word.clone()]) {
            harmless.insert(text[word].to_owned());
            continue;
        }
        match hidden.last_mut() {
            // Signs inside of a secret tell of it too.
            Some(last) if !text[last.end..word.start].contains(char::is_whitespace) => last.end = word.end,
            _ => hidden.push(word),
        }
    }
    Veil::new(hidden, harmless)
}

/// What stands between signs, without blanks around it and without the dashes of items.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let pieces = text.split(|c| c == '\n' || SIGNS.contains(&c));
    pieces.filter_map(|piece| {
        let mut word = piece.trim();
        while let Some(rest) = word.strip_prefix(['-', '?']).filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            word = rest.trim_start();
        }
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (!word.is_empty()).then_some(start..start + word.len())
    })
}

/// `|`, `>-`, `|2+`.
fn is_block_header(word: &str) -> bool {
    word.strip_prefix(['|', '>']).is_some_and(|rest| rest.len() <= 2 && !rest.contains(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use diagnostics::{Code, Diagnostic, FileId, Redactor, Renderer, Sources, Span, Style};

    static CODE: Code = Code::new("a::b", "A page.");

    /// The line of a message about a text.
    fn shown(text: &str) -> String {
        let mut sources = Sources::new();
        let file = sources.add("s.yaml", text);
        sources.cover(file, skeleton(text, &|word| ["value", "static", "provider"].contains(&word)));
        let problem = Diagnostic::error(&CODE, "x").at(Span::new(FileId::FIRST, 0, 1), "here");
        let report = Renderer::new(&sources, Redactor::new("***")).text(&problem, Style::Plain);
        report.lines().nth(3).unwrap().trim_start_matches(['1', ' ', '|']).to_owned()
    }

    #[test]
    fn words_of_the_language_and_signs_are_shown() {
        for (text, expected) in [
            ("provider: static", "provider: static"),
            ("- {provider: \"static\", 'value': [", "- {provider: \"static\", 'value': ["),
            ("value: |-", "value: |-"),
            ("value: hunter22", "value: ***"),
            ("value: &hunter22", "value: ***"),
            ("value: *hunter22 x", "value: ***"),
            ("value: 'it's hunter22'", "value: '***'"),
            ("value: a value is static", "value: ***"),
            ("value: \"hun\"ter22", "value: \"***"),
            ("value: hun:ter22, b", "value: ***, ***"),
            ("- - hunter22 # why", "- - ***"),
            ("hunter22", "***"),
            ("{[,:\"", "{[,:\""),
        ] {
            assert_eq!(shown(text).trim_end(), expected, "{text}");
        }
    }
}
