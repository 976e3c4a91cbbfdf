//! Hierarchical data, from text to values: every problem has a place inside the text and can be shown, and what is explained
//! about a key is what the key has.
#![no_main]

use data_templates::hiera::{Document, Stack, parse};
use data_templates::template::{Environment, Reach, Scope};
use diagnostics::{FileId, Redactor};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};
use value::Map;

static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| {
    let facts = Map::from_iter([("os", "debian"), ("role", "web")]);
    Environment::new(Scope::new(Reach::Facts), Arc::new(facts))
});

fuzz_target!(|text: &str| {
    let sources = fuzz::source_of(text);
    let root = match parse(text, FileId::FIRST, fuzz::limits()) {
        Ok(root) => root,
        Err(problems) => return fuzz::check_problems(&sources, &problems),
    };
    let stack = Stack::new(Document::new(&root, text));
    match stack.resolve(&ENVIRONMENT, &Redactor::default()) {
        Err(problems) => fuzz::check_problems(&sources, &problems),
        Ok(resolved) => {
            if !resolved.warnings.is_empty() {
                fuzz::check_problems(&sources, &resolved.warnings);
            }
            for (key, value) in resolved.data.iter().take(8).filter(|(key, _)| !key.to_string().contains(['.', '\\'])) {
                let explained = stack.explain(&key.to_string(), &ENVIRONMENT).expect("it was resolved before");
                assert_eq!(explained.value.map(|value| value.to_string()), Some(value.to_string()));
            }
        }
    }
});
