//! Values as they are told to the redactor.

use crate::Node;
use diagnostics::{Redactor, SecretKind, Sources};

/// A longer value is registered in pieces: comparing takes as long as what is compared, and any text may repeat itself.
const LONGEST: usize = 4096;
const PIECE: usize = 256;

/// Registers a value, and what it is where quotes stand for themselves: `''` and `\"`.
pub fn register(value: &str, redactor: &Redactor) {
    let value = value.trim();
    if value.len() > LONGEST {
        value.as_bytes().chunks(PIECE).for_each(|piece| redactor.register(piece, SecretKind::Declared));
        return;
    }
    redactor.register(value.as_bytes(), SecretKind::Declared);
    if value.contains('\'') {
        redactor.register(value.replace("''", "'").as_bytes(), SecretKind::Declared);
        redactor.register(value.replace('\'', "''").as_bytes(), SecretKind::Declared);
    }
    if value.contains('\\') {
        let plain = value.replace("\\\"", "\"").replace("\\/", "/").replace("\\\\", "\\");
        redactor.register(plain.as_bytes(), SecretKind::Declared);
    }
}

/// Registers a value as it is written: a message quotes lines.
pub fn register_written(node: &Node<'_>, sources: &Sources, redactor: &Redactor) {
    let written = sources.slice(node.span);
    if !written.starts_with('*') {
        register(written.trim_matches(['"', '\'']), redactor);
    }
}
