//! Names of several words: `snake_case`, `kebab-case`, `CamelCase`. What a word is, is decided by the library that the
//! original uses, down to its treatment of digits.

use gostd::unicode::{is_letter, is_number, is_punct, is_space, is_upper, lower_char, upper_char};

/// What a run of characters consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing, or only characters that are none.
    Nothing,
    Number,
    /// An upper-case letter and what belongs to it.
    Upper,
    Letters,
    Connector,
    Punctuation,
    Other,
}

/// Words in lower case with `connector` between them.
pub(super) fn join_words(text: &str, connector: char) -> String {
    let mut names = Names { words: Words::new(text), connector, result: String::with_capacity(text.len() + 8) };
    while !names.words.rest.is_empty() {
        names.word();
    }
    names.write(names.words.kind, names.words.word);
    names.result
}

/// The words of a text, one after the other.
struct Words<'a> {
    kind: Kind,
    word: &'a str,
    rest: &'a str,
}

struct Names<'a> {
    words: Words<'a>,
    connector: char,
    result: String,
}

impl<'a> Names<'a> {
    /// Writes a word, and what has to stand between it and the next one.
    fn word(&mut self) {
        let (kind, word) = (self.words.kind, self.words.word);
        if kind != Kind::Connector {
            self.write(kind, word);
        }
        self.words.advance();
        match kind {
            Kind::Connector => self.write(kind, word),
            Kind::Punctuation => {}
            Kind::Number => self.letters_and_numbers(),
            _ if self.words.kind == Kind::Number => self.number_behind_word(),
            _ => self.connect(),
        }
    }

    /// A number behind a word belongs to what follows when those are letters (`http_2xx`), to the word when not
    /// (`bld4_floor`).
    fn number_behind_word(&mut self) {
        if self.words.rest.is_empty() {
            return;
        }
        let number = self.words.word;
        self.words.advance();
        if self.words.kind == Kind::Letters {
            self.result.push(self.connector);
            self.write(Kind::Number, number);
            self.letters_and_numbers();
        } else {
            self.write(Kind::Number, number);
            self.connect();
        }
    }

    fn letters_and_numbers(&mut self) {
        while matches!(self.words.kind, Kind::Letters | Kind::Number) {
            self.write(self.words.kind, self.words.word);
            self.words.advance();
        }
        if self.words.kind != Kind::Nothing {
            self.connect();
        }
    }

    /// A connector, unless something of that kind comes next anyway.
    fn connect(&mut self) {
        if !matches!(self.words.kind, Kind::Connector | Kind::Punctuation) {
            self.result.push(self.connector);
        }
    }

    fn write(&mut self, kind: Kind, word: &'a str) {
        if !matches!(kind, Kind::Upper | Kind::Connector) {
            self.result.push_str(word);
            return;
        }
        let connector = self.connector;
        self.result.extend(word.chars().map(|c| match c {
            c if is_connector(c) => connector,
            c if is_upper(c) => lower_char(c),
            c => c,
        }));
    }
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        let mut words = Self { kind: Kind::Nothing, word: "", rest: text };
        words.advance();
        words
    }

    fn advance(&mut self) {
        let text = self.rest;
        let (first, length) = first_valid(text, char::REPLACEMENT_CHARACTER);
        let (kind, length) = match first {
            char::REPLACEMENT_CHARACTER => (Kind::Nothing, length),
            c if is_connector(c) => (Kind::Connector, run(text, length, c, is_connector)),
            c if is_punct(c) => (Kind::Punctuation, run(text, length, c, is_punct)),
            c if is_upper(c) => (Kind::Upper, upper_run(text, length, c)),
            c if is_alphabetic(c) => (Kind::Letters, run(text, length, c, is_small)),
            c if is_number(c) => (Kind::Number, run(text, length, c, is_number)),
            c => (Kind::Other, run(text, length, c, is_other)),
        };
        (self.word, self.rest) = text.split_at(length);
        self.kind = kind;
    }
}

/// The end of the run that begins before `end`.
fn run(text: &str, mut end: usize, mut last: char, belongs: impl Fn(char) -> bool) -> usize {
    while end < text.len() {
        let (next, length) = first_valid(&text[end..], last);
        last = next;
        if !belongs(next) {
            break;
        }
        end += length;
    }
    end
}

/// The end of a word that begins with an upper-case letter: more of those, or small letters. The last one of several
/// belongs to the letters that follow: `HTTPServer` is `HTTP` and `Server`.
fn upper_run(text: &str, end: usize, first: char) -> usize {
    if end == text.len() {
        return end;
    }
    let (second, length) = first_valid(&text[end..], first);
    if !is_upper(second) {
        return if is_alphabetic(second) { run(text, end + length, second, is_small) } else { end };
    }
    let (mut end, mut last_length, mut last) = (end + length, length, second);
    while end < text.len() {
        let (next, length) = first_valid(&text[end..], last);
        last = next;
        if !is_upper(next) {
            break;
        }
        last_length = length;
        end += length;
    }
    if end < text.len() && is_alphabetic(last) { end - last_length } else { end }
}

/// The first character that is one, `otherwise` when there is none, and how many bytes it takes to get past it.
fn first_valid(text: &str, otherwise: char) -> (char, usize) {
    text.char_indices()
        .find(|(_, c)| *c != char::REPLACEMENT_CHARACTER)
        .map_or((otherwise, text.len()), |(at, c)| (c, at + c.len_utf8()))
}

fn is_connector(c: char) -> bool {
    matches!(c, '-' | '_') || is_space(c)
}

/// Letters, but for those of Chinese characters.
fn is_alphabetic(c: char) -> bool {
    is_letter(c) && !matches!(c, '\u{3400}'..='\u{4d85}' | '\u{4e00}'..='\u{9fcc}' | '\u{20000}'..='\u{2b81d}')
}

fn is_small(c: char) -> bool {
    is_alphabetic(c) && !is_upper(c)
}

fn is_other(c: char) -> bool {
    !is_connector(c) && !is_alphabetic(c) && !is_number(c) && !is_punct(c)
}

/// Words joined without anything between them, each with its first letter in upper case. Connectors stay at the start,
/// and where several follow each other all but one.
pub(super) fn camel_case(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + 1);
    let mut rest = text.trim_start_matches(is_connector);
    result.push_str(&text[..text.len() - rest.len()]);
    let Some(first) = rest.chars().next() else {
        // The original writes the last one twice.
        result.extend(text.chars().next_back());
        return result;
    };
    rest = &rest[first.len_utf8()..];
    let mut in_upper = is_upper(first);
    let mut last = upper_char(first);
    for c in rest.chars() {
        let next = match (is_connector(last), is_connector(c)) {
            (true, true) => {
                result.push(last);
                c
            }
            (true, false) => {
                in_upper = is_upper(c);
                upper_char(c)
            }
            (false, _) => {
                result.push(last);
                in_upper = in_upper && is_upper(c);
                if in_upper { lower_char(c) } else { c }
            }
        };
        last = next;
    }
    result.push(last);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_by_case_digits_and_signs() {
        for (text, snake, camel) in [
            ("", "", ""),
            ("FirstName", "first_name", "FirstName"),
            ("HTTPServer", "http_server", "Httpserver"),
            ("NoHTTPS", "no_https", "NoHTTPS"),
            ("GO PATH", "go_path", "GoPath"),
            ("GO-PATH", "go_path", "GoPath"),
            ("http2xx", "http_2xx", "Http2xx"),
            ("HTTP20xOK", "http_20x_ok", "Http20xOK"),
            ("Duration2m3s", "duration_2m3s", "Duration2m3s"),
            ("Bld4Floor3rd", "bld4_floor_3rd", "Bld4Floor3rd"),
            ("_complex__case_", "_complex__case_", "_Complex_Case_"),
            ("__", "__", "___"),
            ("userID2", "user_id2", "UserID2"),
            ("v1.2.3beta", "v1.2.3beta", "V1.2.3beta"),
            ("get /api/v1", "get_/api/v1", "Get/api/v1"),
            ("世FooBar12", "世_foo_bar12", "世FooBar12"),
            ("A\u{fffd}", "a\u{fffd}", "A\u{fffd}"),
        ] {
            assert_eq!((join_words(text, '_').as_str(), camel_case(text).as_str()), (snake, camel), "{text}");
        }
    }
}
