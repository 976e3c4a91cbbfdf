//! Where the entries of a tree go.

use super::request::{Entry, Tree};
use crate::files::Spot;
use crate::{Context, Fault, TemplateError, TemplateForm};
use gostd::path::extension;
use std::path::{Component, Path, PathBuf};
use value::{Map, Value, quote};

/// The place of an entry. Its `given` path is the one below the base, as results name it.
pub(super) fn place(tree: &Tree, entry: &Entry, base: &Spot, context: &Context<'_>) -> Result<Spot, Fault> {
    let path = entry.path.strip_suffix(tree.strip_suffix.as_str()).unwrap_or(&entry.path);
    let path = match &tree.output_path {
        Some(template) => rendered(template, path, entry, context)?,
        None => path.to_owned(),
    };
    let below = below(&path).ok_or_else(|| {
        let base = base.shown.to_string_lossy();
        let (index, path, base) = (entry.index, quote(&path), quote(&base));
        Fault::new(format!("path traversal detected: entries[{index}] path {path} resolves outside basePath {base}"))
    })?;
    Ok(base.below(&path, &below))
}

/// The names of a path that stays below where it starts; a slash at its beginning has no meaning.
fn below(path: &str) -> Option<PathBuf> {
    let clean = gostd::path::clean(Path::new(path.trim_start_matches('/')));
    let stays = clean.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    stays.then(|| clean.components().filter(|part| matches!(part, Component::Normal(_))).collect())
}

fn rendered(template: &str, path: &str, entry: &Entry, context: &Context<'_>) -> Result<String, Fault> {
    let engines = &context.run.engines;
    let text = engines.render("outputPath", template, TemplateForm::default(), &variables(path)).map_err(|error| {
        let place = error.place();
        let why = match error {
            TemplateError::Parse(error) => error.to_string(),
            TemplateError::Render(error) => error.to_string(),
        };
        Fault::new(format!("failed to render outputPath for {}: {why}", quote(&entry.path))).at("outputPath", place)
    })?;
    let text = text.to_string();
    let text = text.trim().trim_start_matches('/');
    if text.is_empty() || text == "." {
        return Err(Fault::new(format!("outputPath is empty for {}", quote(&entry.path)))
            .help("the template has to give a path below `basePath`".to_owned()));
    }
    Ok(text.to_owned())
}

/// What the template sees of a path.
fn variables(path: &str) -> Value {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    let ending = extension(name);
    let stem = &name[..name.len() - ending.len()];
    let variables = [
        ("__filePath", path),
        ("__fileName", name),
        ("__fileStem", stem),
        ("__fileExtension", ending),
        ("__fileDir", directory),
    ];
    variables.into_iter().collect::<Map>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below() {
        for (path, expected) in [
            ("a/./b/../c", Some("a/c")),
            ("/etc/x", Some("etc/x")),
            ("//x", Some("x")),
            ("..", None),
            ("a/../../x", None),
            ("/../x", None),
            (".", Some("")),
        ] {
            assert_eq!(below(path), expected.map(PathBuf::from), "{path}");
        }
    }

    #[test]
    fn templates_see_the_parts_of_a_path() {
        let shown = |path: &str| variables(path).to_string();
        assert_eq!(
            shown("a/b/c.tar.gz"),
            "map[__fileDir:a/b __fileExtension:.gz __fileName:c.tar.gz __filePath:a/b/c.tar.gz __fileStem:c.tar]"
        );
        assert_eq!(shown(".x"), "map[__fileDir: __fileExtension:.x __fileName:.x __filePath:.x __fileStem:]");
    }
}
