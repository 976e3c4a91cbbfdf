//! Stable names of problems.

use crate::suggest;
use std::collections::BTreeSet;

/// A kind of problem: declared once as a `static` in the module that raises it, listed in its crate's `CODES`.
/// `upright explain`, the reference page and the tests are made from those lists.
#[derive(Debug)]
pub struct Code {
    /// `area::kebab`, stable across releases.
    pub id: &'static str,
    /// What it means, why it is a problem and what to do: a few sentences, with an example where that helps.
    pub page: &'static str,
}

impl Code {
    /// A code and its page.
    pub const fn new(id: &'static str, page: &'static str) -> Self {
        Self { id, page }
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

/// The code with this name in the lists of all crates; otherwise the name that was probably meant.
pub fn find(lists: &[&[&'static Code]], id: &str) -> Result<&'static Code, Option<&'static str>> {
    let all = || lists.iter().copied().flatten().copied();
    all().find(|code| code.id == id).ok_or_else(|| suggest(id, all().map(|code| code.id)))
}

/// What is wrong with the lists of all crates, for their tests: names that are not `area::kebab` or taken twice, pages
/// that are missing or cut off.
pub fn check(lists: &[&[&'static Code]]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for code in lists.iter().copied().flatten() {
        let flaws = [
            (!is_name(code.id), "is not of the form `area::kebab`"),
            (!seen.insert(code.id), "is there twice"),
            (code.page.trim().is_empty(), "has no page"),
            (!ends_properly(code.page), "has a page that does not end with a sentence or a closed block"),
            (!has_pairs_of_backticks(code.page), "has a page with an open backtick"),
        ];
        wrong.extend(flaws.iter().filter(|(is, _)| *is).map(|(_, flaw)| format!("`{}` {flaw}", code.id)));
    }
    wrong
}

fn is_name(id: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let kebab = |part: &str| part.split('-').all(word) && part.starts_with(|c: char| c.is_ascii_lowercase());
    id.split_once("::").is_some_and(|(area, name)| kebab(area) && kebab(name))
}

fn ends_properly(page: &str) -> bool {
    let page = page.trim_end();
    let closed = page.lines().filter(|line| is_fence(line)).count().is_multiple_of(2);
    closed && (page.ends_with(['.', '?', '!']) || page.lines().last().is_some_and(is_fence))
}

fn has_pairs_of_backticks(page: &str) -> bool {
    let mut in_block = false;
    let outside = page.lines().filter(|line| {
        in_block ^= is_fence(line);
        !in_block && !is_fence(line)
    });
    outside.flat_map(str::chars).filter(|c| *c == '`').count().is_multiple_of(2)
}

/// Whether a line of a page begins or ends a block of code.
pub(crate) fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

#[cfg(test)]
mod tests {
    use super::*;

    static MODE: Code = Code::new("file::mode-not-octal", "The mode is not octal.\n\n```yaml\nmode: \"0644\"\n```\n");
    static OWNER: Code = Code::new("file::no-owner", "There is no `owner`.");
    static TWICE: Code = Code::new("file::no-owner", "A file has no owner.");
    static BAD: Code = Code::new("File::bad_name", "A page that stops in the `middle");
    static OPEN: Code = Code::new("file::open-block", "Like this:\n```\nmode: \"0644\"");
    static EMPTY: Code = Code::new("file::sub::name", " ");

    #[test]
    fn by_name() {
        let lists: [&[&'static Code]; 2] = [&[&MODE], &[&OWNER]];
        assert_eq!(find(&lists, "file::no-owner"), Ok(&OWNER));
        assert_eq!(find(&lists, "file::mode-not-octl"), Err(Some("file::mode-not-octal")));
        assert_eq!(find(&lists, "FILE::NO_OWNER"), Err(Some("file::no-owner")));
        assert_eq!(find(&lists, "something"), Err(None));
    }

    #[test]
    fn lists_are_checked() {
        assert_eq!(check(&[&[&MODE], &[&OWNER]]), Vec::<String>::new());
        insta::assert_snapshot!(check(&[&[&OWNER, &TWICE], &[&BAD, &OPEN, &EMPTY]]).join("\n"), @"
        `file::no-owner` is there twice
        `File::bad_name` is not of the form `area::kebab`
        `File::bad_name` has a page that does not end with a sentence or a closed block
        `File::bad_name` has a page with an open backtick
        `file::open-block` has a page that does not end with a sentence or a closed block
        `file::sub::name` is not of the form `area::kebab`
        `file::sub::name` has no page
        `file::sub::name` has a page that does not end with a sentence or a closed block
        ");
    }
}
