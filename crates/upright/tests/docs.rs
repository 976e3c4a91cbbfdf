//! The pages keep their word: transcripts are played, manifests are checked, tables are compared with the definitions,
//! links lead somewhere, and the form is the same everywhere. With `UPDATE_DOCS=1` outputs and tables are written anew.
#![expect(clippy::disallowed_methods, reason = "a test reads pages and plays their commands in a directory of its own")]

mod docs_support;

use docs_support::page::{Page, pages};
use docs_support::{form, generated, links, play, program};

/// Fails with everything that was found. When that is asked for, pages are written anew first; what is wrong then is
/// wrong with the program, or with the page's own manifests.
fn settle(pages: Vec<Page>, renew: impl Fn(&Page) -> (Vec<String>, String)) {
    let is_update = std::env::var_os("UPDATE_DOCS").is_some();
    let mut problems = Vec::new();
    for page in pages {
        let (mut found, text) = renew(&page);
        if is_update {
            page.write(&text);
            found = renew(&page.with_text(text)).0;
        }
        problems.extend(found);
    }
    assert!(problems.is_empty(), "\n{}\nUPDATE_DOCS=1 writes outputs and tables anew", problems.join("\n"));
}

#[test]
fn transcripts_and_tables_are_what_the_program_prints() {
    settle(pages(), |page| {
        let (mut problems, text) = generated::renew(page);
        let (played, text) = play::play(&page.with_text(text));
        problems.extend(played);
        (problems, text)
    });
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
