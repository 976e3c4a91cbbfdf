//! The parts of a path.

use std::borrow::Cow;

/// The first component of a path, for an object.
pub(super) struct ObjectStep<'p> {
    /// The key, without escapes.
    pub(super) part: Cow<'p, [u8]>,
    pub(super) wild: bool,
    pub(super) next: Next<'p>,
}

/// What comes after a component.
#[derive(Clone, Copy)]
pub(super) enum Next<'p> {
    Nothing,
    /// Goes on inside of what was found.
    More(&'p [u8]),
    /// Goes on with the result as a whole.
    Pipe(&'p [u8]),
}

impl<'p> Next<'p> {
    /// What comes after a component that ends here.
    fn at(path: &'p [u8], end: usize) -> Self {
        match path.get(end..) {
            Some([b'|', rest @ ..]) => Self::Pipe(rest),
            Some([b'.', rest @ ..]) => after_dot(rest),
            _ => Self::Nothing,
        }
    }

    /// How long the component is that comes before, in a path.
    pub(super) fn after(self, path: &[u8]) -> usize {
        match self {
            Self::Nothing => path.len(),
            Self::More(rest) | Self::Pipe(rest) => path.len() - rest.len(),
        }
    }
}

impl<'p> ObjectStep<'p> {
    pub(super) fn of(path: &'p [u8]) -> Self {
        let end = path.iter().position(|byte| matches!(byte, b'|' | b'.' | b'\\')).unwrap_or(path.len());
        if path.get(end) == Some(&b'\\') {
            return Self::escaped(path);
        }
        let part = &path[..end];
        let wild = part.iter().any(|byte| is_wild(*byte));
        Self { part: Cow::Borrowed(part), wild, next: Next::at(path, end) }
    }

    /// A component in which something is escaped: what it says is not what is written.
    fn escaped(path: &'p [u8]) -> Self {
        let (mut part, mut wild, mut at) = (Vec::new(), false, 0);
        while at < path.len() && !matches!(path[at], b'|' | b'.') {
            match path[at] {
                b'\\' => {
                    at += 1;
                    part.extend(path.get(at));
                }
                byte => {
                    wild |= is_wild(byte);
                    part.push(byte);
                }
            }
            at += 1;
        }
        Self { part: Cow::Owned(part), wild, next: Next::at(path, at) }
    }
}

fn is_wild(byte: u8) -> bool {
    matches!(byte, b'*' | b'?')
}

/// A modifier or a selector after a dot takes the whole result.
fn after_dot(rest: &[u8]) -> Next<'_> {
    if !rest.is_empty() && begins_pipe(rest) { Next::Pipe(rest) } else { Next::More(rest) }
}

fn begins_pipe(rest: &[u8]) -> bool {
    match rest[0] {
        b'[' | b'{' => true,
        b'@' => {
            let end = rest.iter().position(|byte| matches!(byte, b'.' | b'|' | b':')).unwrap_or(rest.len());
            super::modifier::exists(&rest[1..end])
        }
        _ => false,
    }
}

/// The first component of a path, for a list.
pub(super) struct ListStep<'p> {
    pub(super) what: What<'p>,
    pub(super) next: Next<'p>,
}

pub(super) enum What<'p> {
    /// A position, if it is one.
    Index(Option<usize>),
    /// `#`: how many items there are.
    Count,
    /// `#.path`: the path in each item.
    Each(&'p [u8]),
    /// `#(…)`.
    Query(Query<'p>),
    /// Something with `#` that is none of these.
    Nothing,
}

/// `path operator value` between parentheses.
pub(super) struct Query<'p> {
    pub(super) path: &'p [u8],
    pub(super) operator: &'p [u8],
    pub(super) value: Vec<u8>,
    /// All matches, not only the first.
    pub(super) all: bool,
}

impl<'p> ListStep<'p> {
    pub(super) fn of(path: &'p [u8]) -> Self {
        let mut hash = false;
        let mut query = None;
        let mut at = 0;
        while at < path.len() {
            match path[at] {
                b'|' => return Self::ends(path, at, hash, query, Next::Pipe(&path[at + 1..])),
                b'.' => {
                    let rest = &path[at + 1..];
                    let next = if hash { Next::More(rest) } else { after_dot(rest) };
                    return Self::ends(path, at, hash, query, next);
                }
                b'#' => {
                    hash = true;
                    if at == 0 && matches!(path.get(1), Some(b'[' | b'(')) {
                        let Some((parsed, end)) = Query::of(path) else {
                            // A broken query looks for anything and takes the rest of the path with it.
                            let broken = Query { path: b"", operator: b"", value: Vec::new(), all: false };
                            return Self { what: What::Query(broken), next: Next::Nothing };
                        };
                        at = end - 1;
                        query = Some(Query { all: path.get(end) == Some(&b'#'), ..parsed });
                    }
                }
                _ => {}
            }
            at += 1;
        }
        Self::ends(path, path.len(), hash, query, Next::Nothing)
    }

    fn ends(path: &'p [u8], end: usize, hash: bool, query: Option<Query<'p>>, next: Next<'p>) -> Self {
        let part = &path[..end];
        let what = match (query, next) {
            (Some(query), _) => What::Query(query),
            (None, Next::More(rest)) if part == b"#" => What::Each(rest),
            (None, _) if part == b"#" => What::Count,
            (None, _) if hash => What::Nothing,
            (None, _) => What::Index(position(part)),
        };
        Self { what, next }
    }
}

/// Decimal digits; too many of them wrap around, as upstream counts.
fn position(digits: &[u8]) -> Option<usize> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = digits.iter().fold(0_u64, |sum, digit| sum.wrapping_mul(10).wrapping_add(u64::from(digit - b'0')));
    usize::try_from(number).ok()
}

impl<'p> Query<'p> {
    /// A query at the beginning of a path, and where it ends.
    pub(super) fn of(path: &'p [u8]) -> Option<(Self, usize)> {
        let mut operator_at = None;
        let mut escapes = false;
        let mut depth = 1;
        let mut at = 2;
        while at < path.len() {
            match path[at] {
                b'!' | b'=' | b'<' | b'>' | b'%' if depth == 1 && operator_at.is_none() => operator_at = Some(at),
                b'\\' => at += 1,
                b'[' | b'(' => depth += 1,
                b']' | b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some((Self::parts(path, operator_at, at, escapes), at + 1));
                    }
                }
                b'"' => at = end_of_quotes(path, at, &mut escapes),
                _ => {}
            }
            at += 1;
        }
        None
    }

    fn parts(path: &'p [u8], operator_at: Option<usize>, end: usize, escapes: bool) -> Self {
        let Some(start) = operator_at else {
            return Self { path: trim(&path[2..end]), operator: b"", value: Vec::new(), all: false };
        };
        let (operator, value) = split_operator(trim(&path[start..end]));
        Self { path: trim(&path[2..start]), operator, value: unquoted(trim(value), escapes), all: false }
    }
}

/// The position of the closing quote.
pub(super) fn end_of_quotes(path: &[u8], open: usize, escapes: &mut bool) -> usize {
    let mut at = open + 1;
    while at < path.len() {
        match path[at] {
            b'\\' => {
                *escapes = true;
                at += 1;
            }
            b'"' => break,
            _ => {}
        }
        at += 1;
    }
    at
}

fn split_operator(text: &[u8]) -> (&[u8], &[u8]) {
    match text {
        [_] => (text, b""),
        [b'=', b'=', ..] => text[1..].split_at(1),
        [b'!', b'=' | b'%', ..] | [b'<' | b'>', b'=', ..] => text.split_at(2),
        [b'<' | b'>' | b'=' | b'%', ..] => text.split_at(1),
        _ => (b"", text),
    }
}

/// A value without its quotes, and without escapes when there are any.
fn unquoted(value: &[u8], escapes: bool) -> Vec<u8> {
    match value {
        [b'"', inner @ .., b'"'] if escapes => super::read::unescape(inner),
        [b'"', inner @ .., b'"'] => inner.to_vec(),
        value => value.to_vec(),
    }
}

pub(super) fn trim(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|byte| *byte > b' ').unwrap_or(text.len());
    let end = text.iter().rposition(|byte| *byte > b' ').map_or(start, |at| at + 1);
    &text[start..end]
}

/// A path after `#.` or a query that has a pipe in it: the part before the pipe is for each item, the part after it for
/// all of them.
pub(super) fn split_pipe(path: &[u8]) -> Option<(&[u8], &[u8])> {
    if !path.contains(&b'|') {
        return None;
    }
    if path[0] == b'{' {
        let end = super::selector::end_of_block(&path[1..]) + 1;
        return (path.get(end) == Some(&b'|')).then(|| (&path[..end], &path[end + 1..]));
    }
    let mut at = 0;
    while at < path.len() {
        match path[at] {
            b'\\' => at += 1,
            b'.' if at + 1 == path.len() => return None,
            b'.' if path[at + 1] == b'#' => {
                at += 2;
                match path.get(at) {
                    None => return None,
                    Some(b'[') => at = end_of_query(path, at, b'[', b']'),
                    Some(b'(') => at = end_of_query(path, at, b'(', b')'),
                    // The sign after `#` is skipped, whatever it is.
                    Some(_) => {}
                }
            }
            b'|' => return Some((&path[..at], &path[at + 1..])),
            _ => {}
        }
        at += 1;
    }
    None
}

fn end_of_query(path: &[u8], open_at: usize, open: u8, close: u8) -> usize {
    let mut depth = 1;
    let mut at = open_at + 1;
    while at < path.len() {
        match path[at] {
            b'\\' => at += 1,
            byte if byte == open => depth += 1,
            byte if byte == close => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            b'"' => at = end_of_quotes(path, at, &mut false),
            _ => {}
        }
        at += 1;
    }
    at
}
