//! Secrets from a document.

use super::export::{ITERATIONS, MAGIC, Password, SALT, VERSION};
use super::seal::{OVERHEAD, Plain, open_bare};
use super::{NameError, SecretName};
use diagnostics::{Diagnostics, Sources};
use document::Options;
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use value::base64;
use value::{Map, Secret, Value};
use zeroize::Zeroizing;

/// One secret of a document.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: SecretName,
    /// Its value.
    pub value: Secret<Zeroizing<Vec<u8>>>,
}

/// Why a document is not taken. No text shows a value of it.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Something is missing.
    #[error("the encrypted document is cut off")]
    CutOff,
    /// Too few, so that the password could be guessed; or so many that it would take hours.
    #[error("the encrypted document says {0} iterations, allowed are {ITERATIONS} to {MOST}")]
    Iterations(u32),
    /// Another password, or other bytes.
    #[error("the password is wrong, or the document is damaged")]
    WrongPassword,
    /// It is neither YAML nor JSON.
    #[error("the document cannot be read: {code} in line {line}")]
    Syntax {
        /// The code of the problem.
        code: &'static str,
        /// Where it is.
        line: u32,
    },
    /// It is something else.
    #[error("this is no export of secrets: expected `version: {VERSION}`")]
    Version,
    /// Its parts are not as they have to be.
    #[error("secrets[{at}]{field}: {why}")]
    Entry {
        /// Which one, from 0.
        at: usize,
        /// The part of it.
        field: &'static str,
        /// What is wrong.
        why: String,
    },
    /// There is no list of secrets.
    #[error("the document has no list `secrets`")]
    NoList,
}

const MOST: u32 = 100_000_000;

/// Whether a document is encrypted.
pub fn is_encrypted(document: &[u8]) -> bool {
    document.starts_with(MAGIC)
}

impl Password {
    /// Decrypts a document.
    pub fn decrypt(&self, document: &[u8]) -> Result<Zeroizing<Vec<u8>>, ImportError> {
        let rest = document.strip_prefix(MAGIC).ok_or(ImportError::CutOff)?;
        let (salt, rest) = rest.split_at_checked(SALT).ok_or(ImportError::CutOff)?;
        let (count, sealed) = rest.split_first_chunk().ok_or(ImportError::CutOff)?;
        let given = u32::from_be_bytes(*count);
        let iterations = NonZeroU32::new(given).filter(|count| (ITERATIONS..=MOST).contains(&count.get()));
        let iterations = iterations.ok_or(ImportError::Iterations(given))?;
        let sealed = base64::decode(sealed).map_err(|_| ImportError::CutOff)?;
        if sealed.len() < OVERHEAD - 1 {
            return Err(ImportError::CutOff);
        }
        open_bare(&self.key(salt, iterations), &sealed).ok_or(ImportError::WrongPassword)
    }
}

/// The secrets of a document that is not encrypted, all of them or none.
pub fn parse(document: &[u8]) -> Result<Vec<Entry>, ImportError> {
    let value = read(document)?;
    let map = value.as_map().filter(|map| map.get("version").and_then(Value::as_str) == Some(VERSION));
    let list = map.ok_or(ImportError::Version)?.get("secrets");
    let list = match list {
        Some(Value::Null) => return Ok(Vec::new()),
        list => list.and_then(Value::as_list).ok_or(ImportError::NoList)?,
    };
    let mut names = BTreeSet::new();
    let unique = |(at, item)| {
        let entry: Entry = entry(at, item)?;
        let twice = || wrong(at, ".name", format!("`{}` is there twice", entry.name));
        if names.insert(entry.name.clone()) { Ok(entry) } else { Err(twice()) }
    };
    list.iter().enumerate().map(unique).collect()
}

fn read(document: &[u8]) -> Result<Value, ImportError> {
    let mut sources = Sources::new();
    let parsed = document::take_in(document.to_vec(), "export", &mut sources).map_err(Diagnostics::from);
    let parsed = parsed.and_then(|file| {
        let node = document::parse_any(sources.content(file), file, &Options::solution())?;
        Ok(node.to_value())
    });
    parsed.map_err(|problems| {
        let first = problems.iter().next().expect("a document that is refused has a problem");
        let line = first.labels.first().map_or(1, |label| sources.position(label.span).line);
        ImportError::Syntax { code: first.code.id, line }
    })
}

fn entry(at: usize, item: &Value) -> Result<Entry, ImportError> {
    let Some(map) = item.as_map() else { return Err(wrong(at, "", "expected a map with `name` and `value`")) };
    let name = text(at, map, "name", ".name")?;
    // A name that is none may have swallowed its value.
    let name = SecretName::parse(name).map_err(|error: NameError| wrong(at, ".name", error.why))?;
    let value = text(at, map, "value", ".value")?;
    let value: Plain = match map.get("encoding").and_then(Value::as_str) {
        None => Zeroizing::new(value.as_bytes().to_vec()),
        Some("base64") => {
            let bytes = base64::decode(value.as_bytes()).map_err(|_| wrong(at, ".value", "expected base64"))?;
            Zeroizing::new(bytes)
        }
        Some(_) => return Err(wrong(at, ".encoding", "expected base64")),
    };
    Ok(Entry { name, value: Secret::new(value) })
}

fn text<'m>(at: usize, map: &'m Map, key: &str, field: &'static str) -> Result<&'m str, ImportError> {
    map.get(key).and_then(Value::as_str).ok_or_else(|| wrong(at, field, "expected text"))
}

fn wrong(at: usize, field: &'static str, why: impl Into<String>) -> ImportError {
    ImportError::Entry { at, field, why: why.into() }
}
