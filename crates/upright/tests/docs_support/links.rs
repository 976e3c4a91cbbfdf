//! Links between pages.

use super::page::Page;

/// Links that lead nowhere, and pages that the index does not name.
pub(crate) fn problems(pages: &[Page]) -> Vec<String> {
    let mut problems: Vec<String> = pages.iter().flat_map(broken).collect();
    let index = pages.iter().find(|page| page.name == "docs/README.md").expect("docs has an index");
    for page in pages.iter().filter_map(|page| page.name.strip_prefix("docs/")).filter(|name| *name != "README.md") {
        if !index.text.contains(&format!("]({page})")) {
            problems.push(format!("docs/README.md does not link to {page}"));
        }
    }
    problems
}

fn broken(page: &Page) -> Vec<String> {
    let targets = page.prose().into_iter().flat_map(|(line, text)| targets(text).map(move |target| (line, target)));
    let is_local = |target: &str| !target.contains("://");
    let leads_nowhere = |target: &str| {
        let path = target.split('#').next().unwrap_or_default();
        !path.is_empty() && !page.folder().join(path).exists()
    };
    targets
        .filter(|(_, target)| is_local(target) && leads_nowhere(target))
        .map(|(line, target)| format!("{}:{line}: `{target}` leads nowhere", page.name))
        .collect()
}

/// What stands in `](…)`.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}
