//! JSON: every place is inside the text, both readers agree, and what was read can be written and read again.
#![no_main]

use diagnostics::FileId;
use libfuzzer_sys::fuzz_target;
use value::{Escape, KeyOrder, Value};

fuzz_target!(|text: &str| {
    // Documents may begin with a byte order mark, other JSON may not.
    let value = Value::from_json(text.strip_prefix('\u{feff}').unwrap_or(text));
    match document::parse_json(text, FileId::FIRST, fuzz::limits()) {
        Ok(node) => {
            fuzz::check_node(text, &node);
            let value = value.as_ref().expect("what is a document is JSON");
            // Only one of the readers keeps the minus of `-0`.
            assert!(value.loosely_equal(&node.to_value()), "{value:?} is not {:?}", node.to_value());
        }
        Err(problems) => fuzz::check_problems(&fuzz::source_of(text), &problems),
    }
    if let Ok(value) = value {
        let written = value.to_json(Escape::Html, KeyOrder::Keep).expect("what was JSON can be JSON");
        // A float without a fraction is written as Go does it, as a whole number, so that texts are compared.
        let again = Value::from_json(&written).expect("what was written is JSON");
        assert_eq!(again.to_json(Escape::Html, KeyOrder::Keep), Ok(written));
    }
});
