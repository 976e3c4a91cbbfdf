//! A command line as a list of words, split as a shell does it but with nothing expanded.

use std::iter::Peekable;
use std::str::Chars;

/// A line that ends in the middle of a word. The texts are those users know from `exec` resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// The second `'` is missing.
    #[error("Unterminated single-quoted string")]
    SingleQuote,
    /// The second `"` is missing.
    #[error("Unterminated double-quoted string")]
    DoubleQuote,
    /// Nothing follows a backslash.
    #[error("Unterminated backslash-escape")]
    Escape,
}

/// Splits at spaces, tabs and line feeds. Quotes and backslashes work as in a shell; a backslash before the end of a line
/// joins it with the next one.
pub fn words(line: &str) -> Result<Vec<String>, WordsError> {
    let mut words = Vec::new();
    let mut rest = line.chars().peekable();
    while let Some(word) = next_word(&mut rest)? {
        words.push(word);
    }
    Ok(words)
}

/// `None` at the end of the line. Quotes make a word even when there is nothing in them.
fn next_word(rest: &mut Peekable<Chars<'_>>) -> Result<Option<String>, WordsError> {
    let mut word = None;
    while let Some(letter) = rest.next() {
        match letter {
            ' ' | '\t' | '\n' if word.is_none() => {}
            ' ' | '\t' | '\n' => break,
            '\'' => single_quoted(rest, word.get_or_insert_default())?,
            '"' => double_quoted(rest, word.get_or_insert_default())?,
            '\\' => match rest.next().ok_or(WordsError::Escape)? {
                '\n' => {}
                escaped => word.get_or_insert_with(String::new).push(escaped),
            },
            letter => word.get_or_insert_with(String::new).push(letter),
        }
    }
    Ok(word)
}

fn single_quoted(rest: &mut Peekable<Chars<'_>>, word: &mut String) -> Result<(), WordsError> {
    loop {
        match rest.next().ok_or(WordsError::SingleQuote)? {
            '\'' => return Ok(()),
            letter => word.push(letter),
        }
    }
}

/// A backslash is only special before what would be special itself.
fn double_quoted(rest: &mut Peekable<Chars<'_>>, word: &mut String) -> Result<(), WordsError> {
    loop {
        match rest.next().ok_or(WordsError::DoubleQuote)? {
            '"' => return Ok(()),
            '\\' => match rest.next().ok_or(WordsError::DoubleQuote)? {
                '\n' => {}
                escaped @ ('$' | '`' | '"' | '\\') => word.push(escaped),
                other => word.extend(['\\', other]),
            },
            letter => word.push(letter),
        }
    }
}
