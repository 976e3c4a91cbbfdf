//! Every example of the reference finds what it says, in text and in a value.

use expr::gjson::{Document, Entry, KeyOrder, reference};
use value::Value;

#[test]
fn every_example_finds_its_result() {
    let value = Value::from_json(Entry::DOCUMENT).unwrap();
    for entry in reference() {
        let in_text = Document::text(Entry::DOCUMENT).get(entry.example).unwrap();
        assert_eq!(in_text.raw().unwrap(), entry.result, "{}", entry.example);
        let in_value = Document::new(&value, KeyOrder::Keep).get(entry.example).unwrap();
        assert_eq!(in_value.raw().unwrap(), entry.result, "{}", entry.example);
        assert!(entry.help.ends_with('.'), "{}", entry.name);
    }
}
