//! The pages keep their word: transcripts are played, manifests are checked, tables are compared with the definitions,
//! links lead somewhere, and the form is the same everywhere. With `UPDATE_DOCS=1` outputs and tables are written anew.
#![expect(clippy::disallowed_methods, reason = "a test reads pages and plays their commands in a directory of its own")]

mod docs_support;

use docs_support::directory::Directory;
use docs_support::page::{Page, pages};
use docs_support::settle::settle;
use docs_support::{form, generated, links, play, program};

#[test]
fn transcripts_and_tables_are_what_the_program_prints() {
    settle(pages(), |page| {
        let (mut problems, text) = generated::renew(page);
        let (played, text) = play_here(&page.with_text(text));
        problems.extend(played);
        (problems, text)
    });
}

/// Plays a page on this machine, if it can be played here. Pages about services and packages have a machine of their own.
fn play_here(page: &Page) -> (Vec<String>, String) {
    if play::needs_root(page) && !rustix::process::geteuid().is_root() {
        let problem = format!("{} cannot be played: its manifests name `owner: root`, and this is not root", page.name);
        return (vec![problem], page.text.clone());
    }
    if page.is_played_on_a_host() {
        return (Vec::new(), page.text.clone());
    }
    play::play(page, &mut Directory::new())
}

#[test]
fn pages_have_one_form() {
    let problems: Vec<String> = pages().iter().flat_map(form::problems).collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn links_lead_somewhere_and_the_index_names_every_page() {
    let problems = links::problems(&pages());
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_field_of_an_event_and_of_the_summary_is_described() {
    let page = pages().into_iter().find(|page| page.name == "docs/output.md").expect("docs/output.md describes events");
    let words = ["ensure", "file", "/never-made", "directory", "--alias", "never", "--noop", "--output", "json"];
    let run: serde_json::Value = serde_json::from_str(&program::output(&words)).expect("the output is JSON");
    let fields = |value: &serde_json::Value| value.as_object().expect("a map").keys().cloned().collect::<Vec<_>>();
    let all = fields(&run["events"][0]).into_iter().chain(fields(&run["summary"]));
    let missing: Vec<String> = all.filter(|field| !page.text.contains(&format!("| `{field}` |"))).collect();
    assert!(missing.is_empty(), "docs/output.md does not describe {missing:?}");
}
