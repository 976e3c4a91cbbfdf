//! A large document.

use super::support::Case;
use std::fmt::Write;

/// 500 keys, 20 overrides of 500 keys each, all of which count.
fn large() -> String {
    let mut text = String::from("hierarchy:\n  merge: deep\n  order:\n");
    for layer in 0..20 {
        writeln!(text, "    - layer{layer}").unwrap();
    }
    let keys = |text: &mut String, indent: &str, salt: usize| {
        for key in 0..125 {
            writeln!(text, "{indent}text{key}: value {salt} of {key}\n{indent}number{key}: {salt}").unwrap();
            writeln!(text, "{indent}map{key}: {{a: {salt}, b{salt}: text}}\n{indent}list{key}: [one, two]").unwrap();
        }
    };
    text.push_str("data:\n");
    keys(&mut text, "  ", 0);
    text.push_str("overrides:\n");
    for layer in 0..20 {
        writeln!(text, "  layer{layer}:").unwrap();
        keys(&mut text, "    ", layer);
    }
    text
}

#[test]
fn all_overrides_of_a_large_document_count() {
    let resolved = Case::new(&large()).resolve().unwrap();
    assert_eq!(resolved.data.len(), 500);
    assert_eq!(resolved.data.get("number3").unwrap().as_int(), Some(19));
    assert_eq!(resolved.data.get("map3").unwrap().as_map().unwrap().len(), 21);
    assert_eq!(resolved.data.get("list7").unwrap().as_list().unwrap().len(), 42);
}
