//! Values of every kind: formatting never fails, and what is written as JSON or YAML reads back and is written the same.
#![no_main]

use document::write::{YamlStyle, to_yaml};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use value::{Duration, Escape, Key, KeyOrder, List, Map, Timestamp, Value};

fuzz_target!(|bytes: &[u8]| {
    let mut input = Unstructured::new(bytes);
    let (Ok(one), Ok(two)) = (value(&mut input, 0), value(&mut input, 0)) else { return };
    for value in [&one, &two, &one.merged(&two)] {
        let _ = (value.to_string(), format!("{value:?}"), to_yaml(value, &YamlStyle::default()));
        fuzz::check_written_twice(value);
        if !fuzz::has_twins(value) {
            check_json(value);
        }
    }
});

fn check_json(value: &Value) {
    let Ok(written) = value.to_json(Escape::Plain, KeyOrder::Keep) else { return };
    let again = Value::from_json(&written).expect("what is written as JSON is JSON");
    assert_eq!(again.to_json(Escape::Plain, KeyOrder::Keep), Ok(written));
}

fn value(input: &mut Unstructured<'_>, depth: usize) -> Result<Value> {
    Ok(match input.int_in_range(0..=if depth < 5 { 10 } else { 8 })? {
        0 => Value::Null,
        1 => Value::Bool(input.arbitrary()?),
        2 => Value::Int(input.arbitrary()?),
        3 => Value::Uint(input.arbitrary()?),
        4 => Value::Float(input.arbitrary()?),
        5 => Value::string(input.arbitrary::<&str>()?),
        6 => Value::bytes(input.arbitrary::<&[u8]>()?),
        7 => Value::Duration(Duration::from_nanos(input.arbitrary()?)),
        8 => timestamp(input)?,
        9 => Value::List(list(input, depth)?),
        _ => Value::Map(map(input, depth)?),
    })
}

fn timestamp(input: &mut Unstructured<'_>) -> Result<Value> {
    // RFC 3339 has no seconds in its offsets.
    let offset = input.int_in_range(-1_439..=1_439)? * 60;
    let parts = Timestamp::from_parts(input.arbitrary()?, input.arbitrary()?, offset);
    Ok(parts.map_or(Value::Null, Value::Timestamp))
}

fn list(input: &mut Unstructured<'_>, depth: usize) -> Result<List> {
    (0..input.int_in_range(0..=4)?).map(|_| value(input, depth + 1)).collect()
}

fn map(input: &mut Unstructured<'_>, depth: usize) -> Result<Map> {
    let mut map = Map::new();
    for _ in 0..input.int_in_range(0..=4)? {
        map.insert(key(input)?, value(input, depth + 1)?);
    }
    Ok(map)
}

fn key(input: &mut Unstructured<'_>) -> Result<Key> {
    Ok(match input.int_in_range(0..=3)? {
        0 => Key::from(input.arbitrary::<bool>()?),
        1 => Key::from(input.arbitrary::<i64>()?),
        2 => Key::from(input.arbitrary::<u64>()?),
        _ => Key::from(input.arbitrary::<&str>()?),
    })
}
