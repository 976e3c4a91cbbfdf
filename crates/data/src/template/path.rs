//! The beginning of a GJSON path, as far as it consists of plain names.

/// The names with which a path begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Steps<'k> {
    /// Plain names, each followed by `.`, `|` or the end.
    pub(super) names: Vec<&'k str>,
    /// Whether the whole path consists of them.
    pub(super) complete: bool,
}

/// What makes a part more than a plain name, in any place of it: patterns, queries, modifiers, literals, other paths,
/// escapes.
const SPECIAL: &[char] = &['*', '?', '#', '@', '!', '{', '}', '[', ']', '(', ')', '"', '\\'];

pub(super) fn steps(path: &str) -> Steps<'_> {
    let mut names = Vec::new();
    for part in path.split(['.', '|']) {
        if part.contains(SPECIAL) {
            return Steps { names, complete: false };
        }
        names.push(part);
    }
    Steps { names, complete: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_until_something_else() {
        let cases: [(&str, &[&str], bool); 8] = [
            ("facts.host.info", &["facts", "host", "info"], true),
            ("facts", &["facts"], true),
            ("facts|host", &["facts", "host"], true),
            ("facts.h*", &["facts"], false),
            (r"data.a\.b", &["data"], false),
            ("{facts.a,data.b}", &[], false),
            ("data.users.#(n==\"x\").id", &["data", "users"], false),
            ("", &[""], true),
        ];
        for (path, names, complete) in cases {
            assert_eq!(steps(path), Steps { names: names.to_vec(), complete }, "{path}");
        }
    }
}
