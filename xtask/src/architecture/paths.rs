//! The paths that a Rust source names, with grouped imports spelled out: `use std::{fs, io}` gives `std::fs`, `std::io`.
//! A reading of tokens, not of the language: enough to find a name, blind to what macros make.

use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    /// `::`
    Step,
    Open,
    Close,
    Other,
}

/// Every path of the source in the order it is named.
pub(super) fn of(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    // What stands before the groups that are open; a plain block opens an empty one.
    let mut groups: Vec<String> = vec![String::new()];
    let mut path = String::new();
    let mut joined = false;
    for token in tokens(source) {
        match token {
            Token::Word(word) if joined => path.push_str(&word),
            Token::Word(word) => {
                end(&mut found, &mut path);
                path = format!("{}{word}", groups.last().expect("the outermost group is never closed"));
            }
            Token::Step if path.is_empty() => {}
            Token::Step => path.push_str("::"),
            Token::Open => {
                let prefix = if joined { std::mem::take(&mut path) } else { String::new() };
                end(&mut found, &mut path);
                groups.push(prefix);
            }
            Token::Close => {
                end(&mut found, &mut path);
                if groups.len() > 1 {
                    groups.pop();
                }
            }
            Token::Other => end(&mut found, &mut path),
        }
        joined = path.ends_with("::");
    }
    end(&mut found, &mut path);
    found
}

fn end(found: &mut Vec<String>, path: &mut String) {
    if !path.is_empty() {
        found.push(std::mem::take(path).trim_end_matches("::").to_owned());
    }
}

fn tokens(source: &str) -> Vec<Token> {
    let mut rest = source.chars().peekable();
    let mut found = Vec::new();
    while let Some(first) = rest.next() {
        match first {
            _ if first.is_whitespace() => {}
            '/' if rest.peek() == Some(&'/') => skip_line(&mut rest),
            '/' if rest.peek() == Some(&'*') => skip_block(&mut rest),
            '"' => skip_string(&mut rest),
            '\'' => skip_character(&mut rest),
            ':' if rest.next_if_eq(&':').is_some() => found.push(Token::Step),
            '{' => found.push(Token::Open),
            '}' => found.push(Token::Close),
            _ if is_word(first) => word(first, &mut rest, &mut found),
            _ => found.push(Token::Other),
        }
    }
    found
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn word(first: char, rest: &mut Peekable<Chars<'_>>, found: &mut Vec<Token>) {
    let mut word = String::from(first);
    while let Some(next) = rest.next_if(|next| is_word(*next)) {
        word.push(next);
    }
    let raw = matches!(word.as_str(), "r" | "br" | "cr");
    match rest.peek() {
        Some('#') if raw => raw_string_or_name(rest),
        Some('"') if raw => skip_raw_string(rest, 0),
        _ => found.push(Token::Word(word)),
    }
}

/// After `r`: hashes and a quote begin a raw string; one hash and a letter begin a raw name, which is read next.
fn raw_string_or_name(rest: &mut Peekable<Chars<'_>>) {
    let mut hashes = 0;
    while rest.next_if_eq(&'#').is_some() {
        hashes += 1;
    }
    if rest.peek() == Some(&'"') {
        skip_raw_string(rest, hashes);
    }
}

fn skip_raw_string(rest: &mut Peekable<Chars<'_>>, hashes: usize) {
    rest.next();
    while let Some(next) = rest.next() {
        if next == '"' && (0..hashes).all(|_| rest.next_if_eq(&'#').is_some()) {
            return;
        }
    }
}

fn skip_line(rest: &mut Peekable<Chars<'_>>) {
    while rest.next_if(|next| *next != '\n').is_some() {}
}

fn skip_block(rest: &mut Peekable<Chars<'_>>) {
    let mut depth = 0_usize;
    let mut last = '/';
    for next in rest.by_ref() {
        match (last, next) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                last = next;
                continue;
            }
        }
        if depth == 0 {
            return;
        }
        last = ' ';
    }
}

fn skip_string(rest: &mut Peekable<Chars<'_>>) {
    while let Some(next) = rest.next() {
        match next {
            '\\' => drop(rest.next()),
            '"' => return,
            _ => {}
        }
    }
}

/// A character in quotes, or the mark of a lifetime: then only the mark is skipped.
fn skip_character(rest: &mut Peekable<Chars<'_>>) {
    if rest.next_if_eq(&'\\').is_some() {
        rest.next();
        while rest.next_if(|next| *next != '\'').is_some() {}
        rest.next();
        return;
    }
    let mut ahead = rest.clone();
    ahead.next();
    if ahead.next() == Some('\'') {
        rest.next();
        rest.next();
    }
}
