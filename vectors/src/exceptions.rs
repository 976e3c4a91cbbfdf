//! Cases that are answered differently on purpose: the rows of the tables in `COMPATIBILITY.md` whose first cell is an id,
//! or an id with `*` for any text.

use crate::arguments::root;
use crate::engines::Engine;

/// The ids and patterns of all engines.
pub(crate) struct Exceptions(Vec<String>);

impl Exceptions {
    pub(crate) fn contain(&self, id: &str) -> bool {
        self.0.iter().any(|pattern| matches(pattern, id))
    }
}

/// Reads the pages of the engines.
pub(crate) fn read(engines: &[Engine]) -> Result<Exceptions, String> {
    let mut found = Vec::new();
    for (engine, page) in engines.iter().filter_map(|engine| Some((engine, engine.compatibility?))) {
        let path = root().join(page);
        let page = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        found.extend(rows(&page, engine.name).map(str::to_owned));
    }
    Ok(Exceptions(found))
}

fn rows<'a>(page: &'a str, engine: &'a str) -> impl Iterator<Item = &'a str> {
    let ids = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(id, _)| id);
    ids.filter(move |id| id.split('/').next() == Some(engine))
}

/// Whether a pattern, in which `*` stands for any text, describes the whole id.
fn matches(pattern: &str, id: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = id.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let Some(last) = pattern.contains('*').then(|| pattern.rsplit('*').next().unwrap_or_default()) else {
        return rest.is_empty();
    };
    let middle: Vec<&str> = parts.collect();
    let found = middle[..middle.len() - 1].iter().try_fold(rest, |rest, part| Some(rest.split_once(part)?.1));
    found.is_some_and(|rest| rest.ends_with(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(matches("a/b/c", "a/b/c") && !matches("a/b/c", "a/b/cd") && !matches("a/b/cd", "a/b/c"));
        assert!(matches("a/*/c", "a/b/c") && matches("a/*", "a/b/c") && matches("*b*", "a/b/c"));
        assert!(!matches("a/*x*", "a/b/c") && !matches("a/*/d", "a/b/c") && matches("a/b*b", "a/bbb"));
        assert!(!matches("a/b*b", "a/b"));
    }

    #[test]
    fn rows_of_tables_are_exceptions_of_their_engine() {
        let page = "| case | why |\n|---|---|\n| `yaml/a/1` | x |\n| `expr/b/*` | y |\ntext `yaml/c/2`\n";
        assert_eq!(rows(page, "yaml").collect::<Vec<_>>(), ["yaml/a/1"]);
        assert_eq!(rows(page, "expr").collect::<Vec<_>>(), ["expr/b/*"]);
    }
}
