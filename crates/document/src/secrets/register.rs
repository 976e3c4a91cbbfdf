//! Values as they are told to the redactor.

use crate::Node;
use diagnostics::{LARGEST_SECRET, Redactor, SecretKind, Sources};

/// A longer value is registered in pieces: comparing takes as long as what is compared, and any text may repeat itself.
const LONGEST: usize = 4096;
const PIECE: usize = 256;

/// Of a value that is refused as a secret, its two ends are registered: a message shows less than this of a line.
const END: usize = 4 * PIECE;

/// Registers a value, and what it is where quotes stand for themselves: `''` and `\"`.
pub fn register(value: &str, redactor: &Redactor) {
    let value = value.trim();
    if value.len() > LONGEST {
        pieces(value.as_bytes()).for_each(|piece| redactor.register(piece, SecretKind::Declared));
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

/// All of a long value, or its two ends when it is longer than any secret may be.
fn pieces(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = if value.len() > LARGEST_SECRET { [&value[..END], &value[value.len() - END..]] } else { [value, &[]] };
    parts.into_iter().flat_map(|part| part.chunks(PIECE))
}

/// Registers the name of an anchor with nothing behind it: it may be meant as it is.
fn register_anchor(node: &Node<'_>, sources: &Sources, redactor: &Redactor) {
    let before = &sources.content(node.span.file)[..node.span.start as usize];
    let line = before.trim_end().rsplit('\n').next().unwrap_or_default();
    if let Some((_, name)) = line.rsplit_once('&').filter(|(_, name)| !name.contains(char::is_whitespace)) {
        register(name, redactor);
    }
}

/// Registers a value as it is written: a message quotes lines.
pub fn register_written(node: &Node<'_>, sources: &Sources, redactor: &Redactor) {
    let written = sources.slice(node.span);
    if node.is_null() {
        return register_anchor(node, sources, redactor);
    }
    if !written.starts_with('*') {
        register(written.trim_matches(['"', '\'']), redactor);
    }
}
