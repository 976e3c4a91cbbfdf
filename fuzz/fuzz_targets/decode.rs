//! Reading of documents into types: every problem has a place inside the text and can be shown, and what is accepted is
//! not reported as an error.
#![no_main]

use diagnostics::{FileId, Severity, Spanned};
use document::decode::{Decode, Decoder, Entries, OneOrMany, Policy, Text};
use document::{Dialect, Documents, Options, choice, parse_any, record};
use libfuzzer_sys::fuzz_target;
use value::{Map, Secret, Value};

choice! {
    /// What should be there.
    pub enum Ensure {
        /// It exists.
        Present "present",
        /// It does not.
        Absent "absent",
    }
}

record! {
    /// What every item has.
    pub struct Common [hints = &[("notify", "write `subscribe`")]] {
        /// What comes first.
        require: OneOrMany<String> = OneOrMany(Vec::new()),
        /// Another name.
        alias: Option<Spanned<String>>,
    }
}

record! {
    /// One item.
    pub struct Item with common: Common {
        /// What it is called.
        name: Spanned<String>,
        /// What should be there.
        ensure: Ensure = Ensure::Present,
        /// Who may do what.
        mode: Option<Text> [pattern = "^0?[0-7]{3}$"],
        /// How often it is tried.
        tries: u16 [min = 1, max = 10] = 3,
        /// How large it is.
        ratio: Option<f64>,
        /// What opens it.
        password: Option<Secret<String>>,
        /// Whether it is watched.
        watched "is_watched": bool = false,
    }
}

record! {
    /// A document.
    pub struct Site [extensions] {
        /// The items.
        items: Vec<Item>,
        /// Free data.
        data: Option<Map>,
        /// Numbers by name.
        vars: Entries<i64> = Entries::default(),
        /// Anything.
        any: Option<Value>,
    }
}

fuzz_target!(|text: &str| {
    for dialect in [Dialect::Goccy, Dialect::YamlV3] {
        decode(text, dialect);
    }
});

fn decode(text: &str, dialect: Dialect) {
    let sources = fuzz::source_of(text);
    let options = Options { dialect, limits: fuzz::limits(), documents: Documents::First };
    let Ok(node) = parse_any(text, FileId::FIRST, &options) else { return };
    let policy = if dialect == Dialect::Goccy { Policy::default() } else { Policy::Warning };
    let mut decoder = Decoder::new(&sources).with_dialect(dialect).with_unknown_keys(policy);
    let decoded = Site::decode(&node, &mut decoder);
    let problems = decoder.finish();
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
    assert!(decoded.is_some() || errors > 0, "refused without a reason");
    if problems.iter().count() > 0 {
        fuzz::check_problems(&sources, &problems);
    }
}
