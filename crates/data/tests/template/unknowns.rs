//! What depends on something unknown is unknown, for the same reason.

use super::{compiled, environment, map};
use data::template::{Condition, Keys, expand_map};
use value::{Map, Unknown, Value};

fn with_unknown() -> data::template::Environment {
    let unknown = Value::from(Unknown::new("exec#a runs first"));
    let other = Value::from(vec![Value::from(Unknown::new("file#b is read later"))]);
    environment().with_data(Map::from_iter([("later", unknown), ("list", other), ("n", 1.into())]))
}

#[test]
fn texts_are_unknown_with_all_reasons() {
    let environment = with_unknown();
    let text = |source: &str| compiled(source, &environment).text(&environment).unwrap().value;
    let reason =
        |source: &str| text(source).as_unknown().unwrap_or_else(|| panic!("{source} is known")).reason().to_owned();
    assert_eq!(reason("x{{ Data.later }}"), "exec#a runs first");
    assert_eq!(reason("{{ Data.list }} {{ Data.later + 1 }}"), "file#b is read later; exec#a runs first");
    assert_eq!(reason("{{ file(Data.later) }}"), "exec#a runs first");
    assert_eq!(reason("{{ lookup('data.later') }}"), "exec#a runs first");
    assert_eq!(reason("{{ jet('[[ data.later ]]') }}"), "exec#a runs first");
    assert_eq!(reason("{{ template('{{ Data.later }}') }}"), "exec#a runs first");
    assert_eq!(text("{{ Data.n }}").to_string(), "1");
}

#[test]
fn conditions_and_values_too() {
    let environment = with_unknown();
    let condition = Condition::compile("Data.later == 1 || Data.n == 2", environment.scope()).unwrap();
    assert!(condition.holds(&environment).unwrap().value.as_unknown().is_some());
    let given = map(r#"{"a": "{{ Data.later }}", "b": "{{ Data.n }}"}"#);
    let expanded = expand_map(&given, Keys::Keep, &environment).unwrap().value;
    let expanded = expanded.as_map().unwrap();
    assert!(expanded.get("a").unwrap().as_unknown().is_some());
    assert_eq!(expanded.get("b"), Some(&Value::Int(1)));
    let given = map(r#"{"{{ Data.later }}": 1}"#);
    assert!(expand_map(&given, Keys::Expand, &environment).unwrap().value.as_unknown().is_some());
}
