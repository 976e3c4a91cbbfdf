//! Multipaths: `[a,b]` and `{a,"name":b}`.

/// One path of a multipath.
pub(super) struct Selector<'p> {
    pub(super) name: &'p [u8],
    pub(super) path: &'p [u8],
}

/// The paths between the brackets, and what comes after them; `None` when the brackets do not close.
pub(super) fn selectors(path: &[u8]) -> Option<(Vec<Selector<'_>>, &[u8])> {
    let mut found = Vec::new();
    let (mut depth, mut start, mut at) = (1, 1, 1);
    let mut colon = None;
    let mut modifier = false;
    while at < path.len() {
        match path[at] {
            b'\\' => at += 1,
            b'@' if matches!(path[at - 1], b'.' | b'|') => modifier = true,
            b':' if !modifier && colon.is_none() && depth == 1 => colon = Some(at),
            b',' if depth == 1 => {
                found.push(selector(path, start, colon.take(), at));
                modifier = false;
                start = at + 1;
            }
            b'"' => at = end_of_quotes(path, at),
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    found.push(selector(path, start, colon, at));
                    return Some((found, &path[at + 1..]));
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn selector(path: &[u8], start: usize, colon: Option<usize>, end: usize) -> Selector<'_> {
    match colon {
        Some(colon) => Selector { name: &path[start..colon], path: &path[colon + 1..end] },
        None => Selector { name: b"", path: &path[start..end] },
    }
}

fn end_of_quotes(path: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while at < path.len() && path[at] != b'"' {
        at += if path[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// The name of the last component of a path, if it is a simple one.
pub(super) fn last_name(path: &[u8]) -> &[u8] {
    let separates = |at: usize| matches!(path[at], b'|' | b'.') && (at == 0 || path[at - 1] != b'\\');
    let last = (0..path.len()).rev().find(|at| separates(*at)).map_or(path, |at| &path[at + 1..]);
    let simple = |byte: &u8| *byte >= b' ' && !b"[]{}()#|!".contains(byte);
    if last.iter().all(simple) { last } else { b"_" }
}

/// Where the block ends whose opening bracket, or quote, is the first byte; the end of the text when it does not close.
pub(super) fn end_of_block(text: &[u8]) -> usize {
    if text.first() == Some(&b'"') {
        return (end_of_text(text, 0) + 1).min(text.len());
    }
    end_of_literal(text)
}

/// The position of the quote that ends a text.
pub(super) fn end_of_text(text: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while at < text.len() && text[at] != b'"' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// Where a literal ends: a list or an object with its bracket, anything else with a bracket that it does not open.
pub(super) fn end_of_literal(text: &[u8]) -> usize {
    let mut depth = 1;
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'"' => at = end_of_text(text, at),
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    text.len()
}
