//! Paths as manifests write them.

use diagnostics::{Code, Diagnostic, Spanned};
use document::decode::Decoder;
use gostd::path::clean_text;
use std::path::PathBuf;

/// The absolute path that a text is; what else it is, is reported with the words of the type.
pub(crate) fn absolute(
    given: &Spanned<String>,
    called: &str,
    code: &'static Code,
    decoder: &mut Decoder<'_>,
) -> Option<PathBuf> {
    let refuse = |decoder: &mut Decoder<'_>, what: String, help: String| {
        decoder.refuse(Diagnostic::error(code, what).at(given.span, "given here").help(help))
    };
    let text = &given.value;
    if text.contains('\0') {
        return refuse(decoder, format!("{called} must not hold a NUL byte"), "remove it".to_owned());
    }
    if !is_clean(text) {
        return refuse(
            decoder,
            format!("{called} must be canonical: `{text}`"),
            format!("write `{}`", clean_text(text)),
        );
    }
    if !text.starts_with('/') {
        let help = format!("begin it with a slash, such as `/{text}`");
        return refuse(decoder, format!("{called} must be absolute: `{text}`"), help);
    }
    Some(PathBuf::from(text))
}

/// Whether an absolute path is written the shortest way; others are cleaned to see it.
fn is_clean(path: &str) -> bool {
    match path.strip_prefix('/') {
        Some(rest) => rest.is_empty() || rest.split('/').all(|part| !matches!(part, "" | "." | "..")),
        None => clean_text(path) == path,
    }
}

#[cfg(test)]
mod tests {
    use super::is_clean;
    use gostd::path::clean_text;

    #[test]
    fn paths_are_cleaned_as_go_does() {
        let cases = [
            ("/", "/"),
            ("//", "/"),
            ("/a/", "/a"),
            ("/a//b", "/a/b"),
            ("/a/./b", "/a/b"),
            ("/a/../b", "/b"),
            ("/../a", "/a"),
            ("", "."),
            ("a/..", "."),
            ("../a", "../a"),
            ("../../a", "../../a"),
            ("./a", "a"),
            ("a/../../b", "../b"),
            ("/..", "/"),
        ];
        for (given, wanted) in cases {
            assert_eq!(clean_text(given), wanted, "{given}");
            assert_eq!(is_clean(given), given == wanted, "{given}");
        }
    }
}
