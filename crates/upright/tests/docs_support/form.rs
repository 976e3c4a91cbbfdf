//! The form that all pages have: plain words, and the same order on every page about a resource type.

use super::page::Page;

/// Words that say nothing, or speak to somebody.
const NO_WORDS: &[&str] = &["simply", "easily", "please", "you", "your", "we", "our", "obviously", "powerful"];

/// The sections of a page about a resource type, in order; others may follow.
const SECTIONS: &[&str] = &["## Example", "## Ensure values", "## Properties"];

/// What is not in the form.
pub(crate) fn problems(page: &Page) -> Vec<String> {
    let mut problems = lines(page);
    if page.name.starts_with("docs/resources/") {
        problems.extend(of_resource(page));
    }
    let length = page.text.lines().count();
    if page.name == "ARCHITECTURE.md" && length > 150 {
        problems.push(format!("ARCHITECTURE.md has {length} lines, 150 are enough"));
    }
    problems
}

fn lines(page: &Page) -> Vec<String> {
    let prose = page.prose();
    let flaws = |at: usize| {
        let (number, line) = prose[at];
        let next = prose.get(at + 1).filter(|(next, _)| *next == number + 1).map(|(_, line)| *line);
        let found = [
            (line.ends_with(' '), "ends with a blank".to_owned()),
            (line.contains('\u{2014}'), "has an em dash".to_owned()),
            (line.starts_with('#') && next == Some(""), "is a heading with an empty line below".to_owned()),
            (line.is_empty() && next == Some(""), "is empty, and so is the next".to_owned()),
        ];
        let words = words(line).filter(|word| NO_WORDS.contains(&word.as_str()));
        let said = words.map(|word| format!("says `{word}`"));
        let found = found.into_iter().filter(|(is, _)| *is).map(|(_, flaw)| flaw);
        found.chain(said).map(|flaw| format!("{}:{number}: {flaw}", page.name)).collect::<Vec<_>>()
    };
    (0..prose.len()).flat_map(flaws).collect()
}

/// The words of a line outside of back quotes, in lower case.
fn words(line: &str) -> impl Iterator<Item = String> {
    let outside = line.split('`').step_by(2);
    outside.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '\'')).map(str::to_lowercase)
}

fn of_resource(page: &Page) -> Vec<String> {
    let mut problems = Vec::new();
    if !page.text.starts_with("+++\ntitle = ") {
        problems.push(format!("{} does not begin with its front matter", page.name));
    }
    if !page.text.contains("\n> [!info] ") {
        problems.push(format!("{} has no callout", page.name));
    }
    let headings = page.prose().into_iter().map(|(_, line)| line).filter(|line| line.starts_with("## "));
    let first: Vec<&str> = headings.take(SECTIONS.len()).collect();
    if first != SECTIONS {
        problems.push(format!("{} begins with the sections {first:?}, not {SECTIONS:?}", page.name));
    }
    problems
}
