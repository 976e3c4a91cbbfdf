//! Plays the blocks of a page in order: files are written, manifests are checked, transcripts are compared.

use super::mask;
use super::page::{Block, Page};
use super::stage::Stage;

/// How a crash of the program begins. No page may promise one.
const CRASH: &str = "this is a bug in upright";

/// How a solution begins.
const ENVELOPE: &str = "apiVersion: scafctl.io/v1";

/// A command of a transcript and what it should print.
struct Exchange<'a> {
    /// The lines of the command, as they stand in the page.
    command: Vec<&'a str>,
    expected: Vec<&'a str>,
}

impl Exchange<'_> {
    /// What the shell is given.
    fn line(&self) -> String {
        self.command.join("\n").trim_start_matches("$ ").to_owned()
    }
}

/// The problems of a page, and its text with the outputs as they are now.
pub(crate) fn play(page: &Page, stage: &mut dyn Stage) -> (Vec<String>, String) {
    let (blocks, mut problems) = (page.blocks(), Vec::new());
    let mut lines: Vec<String> = page.text.lines().map(str::to_owned).collect();
    // From the end, so that the numbers of the lines before stay true.
    let mut renewed = Vec::new();
    for block in &blocks {
        if block.language == "console" {
            renewed.push((block, transcript(page, block, stage, &mut problems)));
        } else {
            problems.extend(file(page, block, stage));
        }
    }
    for (block, text) in renewed.into_iter().rev() {
        let start = block.first - 1;
        lines.splice(start..start + block.lines.len(), text);
    }
    (problems, lines.join("\n") + "\n")
}

/// Whether only root can play a page.
pub(crate) fn needs_root(page: &Page) -> bool {
    page.blocks().iter().filter(|block| block.title().is_some()).any(|block| block.text().contains("owner: root"))
}

/// Writes a block with a title; a manifest or a solution has to pass `check`, unless it says that it is wrong.
fn file(page: &Page, block: &Block<'_>, stage: &mut dyn Stage) -> Option<String> {
    let is_document = block.language == "yaml" && (block.lines.contains(&"ccm:") || block.lines.contains(&ENVELOPE));
    let title = block.title().or(is_document.then_some("example.yaml"))?;
    stage.write(title, &block.text());
    if !is_document {
        return None;
    }
    let output = stage.run(&format!("upright check {title}"));
    let is_wrong = stage.last() != 0;
    let answer = if is_wrong { "has problems" } else { "has no problems, and the page says it has" };
    (is_wrong != block.is_wrong()).then(|| format!("{}:{}: this document {answer}\n{output}", page.name, block.first))
}

/// Plays a transcript and gives its lines as they are now.
fn transcript(page: &Page, block: &Block<'_>, stage: &mut dyn Stage, problems: &mut Vec<String>) -> Vec<String> {
    let mut lines = Vec::new();
    for exchange in exchanges(&block.lines) {
        let output = stage.run(&exchange.line());
        let actual: Vec<String> = output.lines().map(|line| line.trim_end().to_owned()).collect();
        let expected: Vec<String> = exchange.expected.iter().map(ToString::to_string).collect();
        let is_crash = output.contains(CRASH);
        let is_right = mask::matches(&expected, &actual) && !is_crash;
        if !is_right {
            let place = format!("{}:{}: {}", page.name, block.first, exchange.command[0]);
            problems.push(format!(
                "{place}\n--- the page says\n{}\n--- it prints\n{}",
                expected.join("\n"),
                actual.join("\n")
            ));
        }
        lines.extend(exchange.command.iter().map(ToString::to_string));
        lines.extend(if is_right || is_crash { expected } else { actual });
    }
    lines
}

/// A command begins with `$ ` and goes on after a backslash; what follows is its output.
fn exchanges<'a>(lines: &[&'a str]) -> Vec<Exchange<'a>> {
    let mut exchanges: Vec<Exchange<'a>> = Vec::new();
    for line in lines {
        match exchanges.last_mut() {
            _ if line.starts_with("$ ") => exchanges.push(Exchange { command: vec![line], expected: Vec::new() }),
            Some(last) if last.expected.is_empty() && last.command.last().is_some_and(|line| line.ends_with('\\')) => {
                last.command.push(line);
            }
            Some(last) => last.expected.push(line),
            None => panic!("a transcript begins with `$ `, not with `{line}`"),
        }
    }
    exchanges
}
