//! What is wrong with a path, whatever it is searched in.
//!
//! The search itself is lenient, as upstream is: it takes a broken path for something else. Only what no data could make
//! sense of is a mistake here. `@name` without such a modifier is not: it can be a key.

use std::ops::Range;

use super::limit::Limit;
use super::modifier;
use super::path::{Next, ObjectStep, Query, end_of_quotes};
use super::selector::{end_of_block, selectors};
use super::{GjsonError, limit};

/// What is wrong with a path, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct PathError {
    /// What is wrong.
    pub kind: PathErrorKind,
    /// Where, in bytes of the path.
    pub at: Range<usize>,
}

/// What can be wrong with a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathErrorKind {
    /// `#(…` without its end.
    #[error("the query is not closed")]
    OpenQuery,
    /// `[…` or `{…` without its end.
    #[error("the multipath is not closed")]
    OpenMultipath,
    /// A text without its second quote.
    #[error("the text is not closed")]
    OpenText,
    /// The JSON of a modifier's argument has no end.
    #[error("the argument of `@{0}` is not closed")]
    OpenArgument(String),
    /// `@name:{…}` with a name that no modifier has.
    #[error("there is no modifier `@{0}`")]
    NoModifier(String),
    /// It cannot be searched at all.
    #[error(transparent)]
    Limit(#[from] GjsonError),
}

impl PathError {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match &self.kind {
            PathErrorKind::OpenQuery => {
                Some("a query ends with `)`: `#(size>40)`, or `#(size>40)#` for all".to_owned())
            }
            PathErrorKind::OpenMultipath => Some("it begins with `[` or `{` and ends with `]` or `}`".to_owned()),
            PathErrorKind::OpenText => Some("a text ends with `\"`; `\\\"` is a quote inside of it".to_owned()),
            PathErrorKind::OpenArgument(_) => Some("an argument is JSON: `@flatten:{\"deep\":true}`".to_owned()),
            PathErrorKind::NoModifier(name) => Some(meant(name)),
            PathErrorKind::Limit(error) => Some(error.help().to_owned()),
        }
    }
}

/// The modifier that a name is like, or all of them.
fn meant(name: &str) -> String {
    match diagnostics::suggest(name, modifier::names()) {
        Some(meant) => format!("did you mean `@{meant}`?"),
        None => {
            format!("there are {}", modifier::names().map(|name| format!("`@{name}`")).collect::<Vec<_>>().join(", "))
        }
    }
}

/// What could be a mistake in a valid path: `@name` that is no modifier, and so a key.
pub fn doubts(path: &str) -> Vec<String> {
    let mut checker = Checker::new(path);
    drop(checker.path(path.as_bytes()));
    let like = |name: String| {
        let meant = diagnostics::suggest(&name, modifier::names())?;
        Some(format!("`@{name}` is a key, not the modifier `@{meant}`"))
    };
    checker.keys.into_iter().filter_map(like).collect()
}

/// Whether a path can mean something.
pub fn check(path: &str) -> Result<(), PathError> {
    let whole = 0..path.len();
    Limit::check_path(path).map_err(|error| PathError { kind: error.into(), at: whole })?;
    Checker::new(path).path(path.as_bytes())
}

/// The components of a path, as a search takes them one after the other.
pub fn components(path: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < path.len() {
        let (component, next) = first_component(path, at..path.len());
        found.push(component);
        at = next;
    }
    found
}

/// The component that a part of a path begins with.
pub(super) fn component_of(path: &str, at: Range<usize>) -> Range<usize> {
    first_component(path, at).0
}

/// The same, and where the next one begins. What is broken goes up to the end.
fn first_component(path: &str, Range { start, end }: Range<usize>) -> (Range<usize>, usize) {
    let rest = Checker::new(path).step(&path.as_bytes()[start..end]).unwrap_or_default();
    match rest.len() {
        0 => (start..end, end),
        // A dot or a pipe is between them.
        length => (start..end - length - 1, end - length),
    }
}

type Checked<T = ()> = Result<T, PathError>;

struct Checker<'p> {
    whole: &'p [u8],
    depth: usize,
    /// Names after `@` that no modifier has.
    keys: Vec<String>,
}

impl<'p> Checker<'p> {
    fn new(path: &'p str) -> Self {
        Self { whole: path.as_bytes(), depth: 0, keys: Vec::new() }
    }

    /// Goes through the components of a path as a search does.
    fn path(&mut self, mut path: &'p [u8]) -> Checked {
        self.depth += 1;
        if self.depth > limit::MAX_DEPTH {
            return Err(self.mistake(GjsonError::TooDeep, path, path.len()));
        }
        while !path.is_empty() {
            path = self.step(path)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// What comes after the first component.
    fn step(&mut self, path: &'p [u8]) -> Checked<&'p [u8]> {
        match path.first() {
            Some(b'@') => self.modifier(path),
            Some(b'!') => self.literal(path),
            Some(b'[' | b'{') if path.len() > 1 => self.multipath(path),
            Some(b'#') if matches!(path.get(1), Some(b'[' | b'(')) => self.query(path),
            _ => Ok(component(path)),
        }
    }

    fn mistake(&self, kind: impl Into<PathErrorKind>, from: &[u8], length: usize) -> PathError {
        let start = from.as_ptr().addr() - self.whole.as_ptr().addr();
        PathError { kind: kind.into(), at: start..start + length }
    }

    fn modifier(&mut self, path: &'p [u8]) -> Checked<&'p [u8]> {
        let end = path.iter().position(|byte| matches!(byte, b':' | b'|' | b'.')).unwrap_or(path.len());
        let name = String::from_utf8_lossy(&path[1..end]).into_owned();
        let argument = path.get(end).filter(|byte| **byte == b':').map(|_| &path[end + 1..]);
        let json = argument.filter(|text| matches!(text.first(), Some(b'{' | b'[' | b'"')));
        if !modifier::exists(name.as_bytes()) {
            if json.is_some() {
                return Err(self.mistake(PathErrorKind::NoModifier(name), path, end));
            }
            self.keys.push(name);
            return Ok(component(path));
        }
        let Some(argument) = argument else { return Ok(after(&path[end..])) };
        if let Some(text) = json.filter(|_| name != "dig") {
            if !is_closed(text) {
                return Err(self.mistake(PathErrorKind::OpenArgument(name), text, text.len()));
            }
            return Ok(after(&text[end_of_block(text)..]));
        }
        let (own, rest) = modifier::split_argument(argument);
        if name == "dig" {
            self.path(own)?;
        }
        Ok(after(rest))
    }

    fn literal(&mut self, path: &'p [u8]) -> Checked<&'p [u8]> {
        match path.get(1) {
            Some(b'"') if super::selector::end_of_text(path, 1) >= path.len() => {
                Err(self.mistake(PathErrorKind::OpenText, &path[1..], path.len() - 1))
            }
            Some(b'{' | b'[' | b'"') => Ok(after(&path[1 + end_of_block(&path[1..])..])),
            _ => Ok(component(path)),
        }
    }

    fn multipath(&mut self, path: &'p [u8]) -> Checked<&'p [u8]> {
        let Some((selectors, rest)) = selectors(path) else {
            return Err(self.open(PathErrorKind::OpenMultipath, path, 1));
        };
        for selector in selectors {
            self.path(selector.path)?;
        }
        Ok(after(rest))
    }

    fn query(&mut self, path: &'p [u8]) -> Checked<&'p [u8]> {
        let Some((query, end)) = Query::of(path) else {
            return Err(self.open(PathErrorKind::OpenQuery, path, 2));
        };
        self.path(query.path)?;
        Ok(component(&path[end..]))
    }

    /// Something that does not end; often a text inside of it does not, and took its end along.
    fn open(&self, kind: PathErrorKind, path: &[u8], begins: usize) -> PathError {
        let mut at = begins;
        while at < path.len() {
            match path[at] {
                b'\\' => at += 1,
                b'"' => {
                    let end = end_of_quotes(path, at, &mut false);
                    if end >= path.len() {
                        return self.mistake(PathErrorKind::OpenText, &path[at..], path.len() - at);
                    }
                    at = end;
                }
                _ => {}
            }
            at += 1;
        }
        self.mistake(kind, path, path.len())
    }
}

/// Whether a block ends with the bracket, or quote, that belongs to it.
fn is_closed(text: &[u8]) -> bool {
    // One more sign of any kind stays outside of a block that is closed.
    let more = [text, b" "].concat();
    end_of_block(&more) < more.len()
}

/// What comes after a plain component.
fn component(path: &[u8]) -> &[u8] {
    match ObjectStep::of(path).next {
        Next::Nothing => b"",
        Next::More(rest) | Next::Pipe(rest) => rest,
    }
}

/// What comes after something that a dot or a pipe ends.
fn after(rest: &[u8]) -> &[u8] {
    match rest {
        [b'|' | b'.', rest @ ..] => rest,
        // Anything else ends the search.
        _ => b"",
    }
}

#[cfg(test)]
mod tests {
    use super::{PathErrorKind, check, components, doubts};

    #[test]
    fn what_a_search_can_use_is_valid() {
        for path in [
            "",
            "a",
            "a.b.0",
            "a.",
            ".a",
            "..",
            "..#.name",
            r"a\.b",
            "a|b",
            "#",
            "#.a",
            "*.a?",
            "@this",
            "@type",
            "graph.@xml:lang",
            "a.@value",
            "a|@reverse|0",
            "@flatten:{\"deep\":true}|0",
            "@dig:a.#(b=1).c|#",
            "[a,b]",
            "{a,\"b\":c.d}",
            "{\"a\":!\"x]\",b}",
            "!\"x\"",
            "!true",
            "!key",
            "a.#(b==\"x)\")#.c",
            "a.#[b=1].c",
            "a.#(b.#(c=1)#.d=2)#",
            "a.#x",
            "[",
            "{",
            "@pretty:{\"indent\":\"]\"}",
            "@tostr:x",
            "[a,b]c",
            "日本.#(日=\"本\").x",
        ] {
            assert_eq!(check(path), Ok(()), "{path}");
        }
    }

    #[test]
    fn what_no_data_makes_sense_of_is_refused() {
        let deep = format!("{}a{}", "[".repeat(300), "]".repeat(300));
        for (path, text, at) in [
            ("hosts.#(zone==\"core\".name", "the query is not closed", 6..25),
            ("hosts.#(zone==\"core).name", "the text is not closed", 14..25),
            ("hosts.#(a=1)#.#(b", "the query is not closed", 14..17),
            ("a|[b,c", "the multipath is not closed", 2..6),
            ("{\"a\":b,c.#(d}", "the multipath is not closed", 0..13),
            ("[a,{b,\"c]", "the text is not closed", 6..9),
            ("tags|@flaten:{\"deep\":true}", "there is no modifier `@flaten`", 5..12),
            ("tags.@flatten:{\"deep\":true", "the argument of `@flatten` is not closed", 14..26),
            ("@dig:#(a", "the query is not closed", 5..8),
            ("[!\"a]", "the text is not closed", 2..5),
            ("a|!\"b", "the text is not closed", 3..5),
            (&deep, "path is nested too deep", 256..345),
        ] {
            let refused = check(path).expect_err(path);
            assert_eq!((refused.to_string().as_str(), refused.at), (text, at), "{path:.60}");
        }
    }

    #[test]
    fn a_key_that_is_like_a_modifier_is_told() {
        assert_eq!(doubts("a|@revers"), ["`@revers` is a key, not the modifier `@reverse`"]);
        assert_eq!(doubts("a.@type.@reverse"), [""; 0]);
        let refused = check("a|@flaten:[]").unwrap_err();
        assert_eq!(refused.kind, PathErrorKind::NoModifier("flaten".to_owned()));
        assert_eq!(refused.help().as_deref(), Some("did you mean `@flatten`?"));
    }

    #[test]
    fn a_path_has_components() {
        for (path, expected) in [
            ("", &[][..]),
            ("a.@foo", &["a", "@foo"]),
            (r"a\.b|c", &[r"a\.b", "c"]),
            ("a.#(b.c==\"x.y\")#.d", &["a", "#(b.c==\"x.y\")#", "d"]),
            ("a|@flatten:{\"a.b\":1}|0", &["a", "@flatten:{\"a.b\":1}", "0"]),
            ("[a.b,c].0", &["[a.b,c]", "0"]),
            ("日本.#.x", &["日本", "#", "x"]),
            ("a.#(b.c", &["a", "#(b.c"]),
        ] {
            let found: Vec<&str> = components(path).into_iter().map(|at| &path[at]).collect();
            assert_eq!(found, expected, "{path}");
        }
    }
}
