//! What holds for all texts and spans.

use super::{Renderer, Style};
use crate::{Code, Diagnostic, FileId, Redactor, SecretKind, Sources, Span};
use proptest::collection::vec;
use proptest::prelude::*;

static CODE: Code = Code::new("a::b", "A page.");

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[ab\t\r\n\u{1b}é名😀\u{301}\u{202e}]{0,60}", "(?s).{0,60}", "[ab名]{130,600}"]
}

/// Spans that fit, and spans that do not.
fn span() -> impl Strategy<Value = Span> {
    let at = || prop_oneof![0..80_u32, 0..900_u32, any::<u32>()];
    (0..3_u32, at(), at()).prop_map(|(file, start, end)| Span::new(FileId(file), start, end))
}

fn diagnostic() -> impl Strategy<Value = Diagnostic> {
    let labels = vec((span(), text()), 0..5);
    (text(), labels, vec(text(), 0..2), proptest::option::of(text())).prop_map(|(message, labels, notes, help)| {
        let start = Diagnostic::warning(&CODE, message);
        let labelled = labels.into_iter().fold(start, |diagnostic, (span, text)| diagnostic.at(span, text));
        notes.into_iter().fold(labelled, Diagnostic::note).help(help)
    })
}

fn without_escapes(text: &str) -> String {
    let (first, rest) = text.split_once('\x1b').unwrap_or((text, ""));
    let rest = rest.split('\x1b').filter_map(|part| part.split_once('m')).map(|(_, plain)| plain);
    std::iter::once(first).chain(rest).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_problem_can_be_shown(texts in vec(text(), 0..3), diagnostic in diagnostic()) {
        let mut sources = Sources::new();
        for text in texts {
            sources.add("site.yaml", text);
        }
        let redactor = Redactor::default();
        redactor.register("aaaaaa".as_bytes(), SecretKind::Declared);
        redactor.register("bb\nab\nbb".as_bytes(), SecretKind::Declared);
        let renderer = Renderer::new(&sources, redactor);

        let plain = renderer.text(&diagnostic, Style::Plain);
        prop_assert!(plain.ends_with('\n'));
        prop_assert!(!plain.contains("aaaaaa"), "{}", plain);
        prop_assert!(plain.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", plain);
        prop_assert_eq!(without_escapes(&renderer.text(&diagnostic, Style::Colour)), plain);
        prop_assert!(renderer.line(&diagnostic).chars().all(|c| !c.is_control()));
        let json: serde_json::Value = serde_json::from_str(&renderer.json(&diagnostic)).unwrap();
        prop_assert_eq!(json["labels"].as_array().unwrap().len(), diagnostic.labels.len());
    }
}
