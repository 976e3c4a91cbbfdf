//! What comes of the problems of pages.

use super::page::Page;

/// Fails with everything that was found. When that is asked for, pages are written anew first; what is wrong then is
/// wrong with the program, or with the page's own manifests.
pub(crate) fn settle(pages: Vec<Page>, renew: impl Fn(&Page) -> (Vec<String>, String)) {
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
