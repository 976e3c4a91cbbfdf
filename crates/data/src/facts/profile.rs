//! Facts of another machine that were written down.

use super::{cpu, host, memory, network, partition, swap};
use value::{Aliases, Map, Value};

/// Where the structs of the original stand in the tree; a list there holds one in each item.
static RECORDS: [(&[&str], &Aliases); 9] = [
    (&["host", "info"], &host::INFO),
    (&["cpu", "info"], &cpu::INFO),
    (&["memory", "virtual"], &memory::VIRTUAL),
    (&["memory", "swap", "info"], &swap::INFO),
    (&["memory", "swap", "devices"], &swap::DEVICE),
    (&["network", "interfaces"], &network::INTERFACE),
    (&["network", "interfaces", "addrs"], &network::ADDRESS),
    (&["partition", "partitions"], &partition::PARTITION),
    (&["partition", "usage"], &partition::USAGE),
];

/// Lets written facts answer to the Go names, as those that are gathered do.
#[must_use]
pub fn with_go_names(facts: Map) -> Map {
    let mut facts = Value::Map(facts);
    for (path, names) in &RECORDS {
        name(&mut facts, path, names);
    }
    match facts {
        Value::Map(facts) => facts,
        _ => Map::new(),
    }
}

/// Gives names to the maps at the end of a path.
fn name(value: &mut Value, path: &[&str], names: &'static Aliases) {
    match value {
        Value::List(list) => {
            let items = list.iter().cloned().map(|mut item| {
                name(&mut item, path, names);
                item
            });
            *list = items.collect();
        }
        Value::Map(map) => match path {
            [] => *map = std::mem::take(map).with_aliases(names),
            [first, rest @ ..] => {
                if let Some(inner) = map.get_mut(*first) {
                    name(inner, rest, names);
                }
            }
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Facts, Layers};
    use system::FakeWorld;

    /// Every record that is gathered is in the table: a machine whose facts are written down and read again has the same
    /// names.
    #[test]
    fn the_table_has_every_record() {
        let world = FakeWorld::new().read();
        let gathered = Value::Map(Facts::new(&world, Layers::default()).all());
        let written =
            Value::from_json(&gathered.to_json(value::Escape::Plain, value::KeyOrder::Keep).unwrap()).unwrap();
        let Value::Map(written) = written else { panic!("{written}") };
        compare(&gathered, &Value::Map(with_go_names(written)));
    }

    fn compare(gathered: &Value, written: &Value) {
        match (gathered, written) {
            (Value::Map(gathered), Value::Map(written)) => {
                assert_eq!(gathered.aliases().is_some(), written.aliases().is_some(), "{gathered:?}");
                gathered.iter().for_each(|(key, value)| compare(value, written.get(key.as_ref()).unwrap()));
            }
            (Value::List(gathered), Value::List(written)) => {
                gathered.iter().zip(written.iter()).for_each(|(one, other)| compare(one, other));
            }
            _ => {}
        }
    }

    #[test]
    fn items_of_lists_answer_too() {
        let facts = Value::from_json(
            r#"{"cpu": {"info": [{"vendorId": "x"}]}, "network": {"interfaces": [{"mtu": 1, "addrs": [{"addr": "::1/128"}]}]},
                "other": {"info": {"os": "linux"}}}"#,
        );
        let Ok(Value::Map(facts)) = facts else { panic!("{facts:?}") };
        let facts = with_go_names(facts);
        let at = |path: &[&str]| {
            path.iter().try_fold(Value::Map(facts.clone()), |value, name| match value {
                Value::Map(map) => map.field(name).cloned(),
                Value::List(list) => list.first().and_then(Value::as_map).and_then(|map| map.field(name)).cloned(),
                _ => None,
            })
        };
        assert_eq!(at(&["cpu", "info", "VendorID"]), Some("x".into()));
        assert_eq!(at(&["network", "interfaces", "MTU"]), Some(1.into()));
        assert_eq!(at(&["network", "interfaces", "addrs", "Addr"]), Some("::1/128".into()));
        assert_eq!(at(&["other", "info", "OS"]), None);
    }
}
