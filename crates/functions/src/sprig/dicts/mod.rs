//! Maps with text as keys. `set`, `unset` and the merging functions change the map that they are given, and everybody who
//! holds it sees that.

mod merge;

use gotmpl::go::{self, Dict, Nil, Type};
use gotmpl::{Call, CallError, Function, Param};
use value::{GoType, Key, List, Map, Value};

use self::merge::{MergeError, Target, Winner};
use super::declare::{any, map, string, text, text_of};

const GROUP: &str = "dicts";

const MERGED: &[Param] = &[map("target"), map("sources")];
const MERGE: Function = Function::new("merge", MERGED, Type::Any, |call| merged(call, Winner::Target, OnError::Empty))
    .variadic()
    .changes_maps()
    .help(GROUP, "puts into the first map what it does not have, or has empty, from the others")
    .example(r#"{{ merge (dict "a" 1) (dict "a" 2 "b" 3) }}"#, "map[a:1 b:3]");
const MERGE_OVERWRITE: Function =
    Function::new("mergeOverwrite", MERGED, Type::Any, |call| merged(call, Winner::Source, OnError::Empty))
        .variadic()
        .changes_maps()
        .help(GROUP, "puts everything from the others into the first map; the last one wins")
        .example(r#"{{ mergeOverwrite (dict "a" 1) (dict "a" 2 "b" 3) }}"#, "map[a:2 b:3]");
const DEEP_COPY: Function = Function::new("deepCopy", &[any("value")], Type::Any, deep_copy)
    .help(GROUP, "a copy that shares no maps with the original")
    .example(
        r#"{{ $d := dict "a" 1 }}{{ $c := deepCopy $d }}{{ $_ := set $c "a" 2 }}{{ $d }} {{ $c }}"#,
        "map[a:1] map[a:2]",
    );

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("dict", &[any("keysAndValues")], Type::Map, dict)
        .variadic()
        .help(GROUP, "a map of keys and values in turn; a last key without a value gets an empty text")
        .example(r#"{{ dict "a" 1 "b" true }}"#, "map[a:1 b:true]"),
    Function::new("get", &[map("map"), text("key")], Type::Any, get)
        .help(GROUP, "the value under the key, an empty text when there is none")
        .example(r#"{{ get (dict "a" 1) "a" }}"#, "1"),
    Function::new("set", &[map("map"), text("key"), any("value")], Type::Map, set)
        .changes_maps()
        .help(GROUP, "puts a value into the map and gives the map back")
        .example(r#"{{ $d := dict "a" 1 }}{{ $_ := set $d "b" 2 }}{{ $d }}"#, "map[a:1 b:2]"),
    Function::new("unset", &[map("map"), text("key")], Type::Map, unset)
        .changes_maps()
        .help(GROUP, "takes a key out of the map and gives the map back")
        .example(r#"{{ $d := dict "a" 1 "b" 2 }}{{ $_ := unset $d "a" }}{{ $d }}"#, "map[b:2]"),
    Function::new("hasKey", &[map("map"), text("key")], Type::Bool, has_key)
        .help(GROUP, "whether the map has the key")
        .example(r#"{{ hasKey (dict "a" 1) "b" }}"#, "false"),
    Function::new("pluck", &[text("key"), map("maps")], Type::List, pluck)
        .variadic()
        .help(GROUP, "the values under the key in those of the maps that have it")
        .example(r#"{{ pluck "a" (dict "a" 1) (dict "b" 2) (dict "a" 3) }}"#, "[1 3]"),
    Function::new("keys", &[map("maps")], Type::Strings, keys)
        .variadic()
        .help(GROUP, "the keys of the maps, one map after the other, each sorted")
        .example(r#"{{ keys (dict "b" 1 "a" 2) }}"#, "[a b]"),
    Function::new("values", &[map("map")], Type::List, values)
        .help(GROUP, "the values of the map, sorted by their keys")
        .example(r#"{{ values (dict "b" 1 "a" 2) }}"#, "[2 1]"),
    Function::new("pick", &[map("map"), text("keys")], Type::Map, pick)
        .variadic()
        .help(GROUP, "a new map with these keys only")
        .example(r#"{{ pick (dict "a" 1 "b" 2) "a" "c" }}"#, "map[a:1]"),
    Function::new("omit", &[map("map"), text("keys")], Type::Map, omit)
        .variadic()
        .help(GROUP, "a new map without these keys")
        .example(r#"{{ omit (dict "a" 1 "b" 2) "a" }}"#, "map[b:2]"),
    Function::new("dig", &[any("keysDefaultAndMap")], Type::Any, dig)
        .variadic()
        .help(GROUP, "the value at the end of a path of keys; the last but one argument when a key is missing")
        .example(r#"{{ dig "a" "b" "none" (dict "a" (dict "b" 5)) }}"#, "5"),
    MERGE,
    MERGE_OVERWRITE,
    Function::new("mustMerge", MERGED, Type::Any, |call| merged(call, Winner::Target, OnError::Fail))
        .variadic()
        .changes_maps()
        .help(GROUP, "as `merge`; fails where values cannot be merged")
        .example(r#"{{ mustMerge (dict "a" 1) (dict "b" 3) }}"#, "map[a:1 b:3]"),
    Function::new("mustMergeOverwrite", MERGED, Type::Any, |call| merged(call, Winner::Source, OnError::Fail))
        .variadic()
        .changes_maps()
        .help(GROUP, "as `mergeOverwrite`; fails where values cannot be merged")
        .example(r#"{{ mustMergeOverwrite (dict "a" 1) (dict "a" 3) }}"#, "map[a:3]"),
    DEEP_COPY,
    DEEP_COPY.named("mustDeepCopy").example(r#"{{ mustDeepCopy (dict "a" 1) }}"#, "map[a:1]"),
];

fn dict(call: &mut Call<'_>) -> Result<Value, CallError> {
    let mut map = Map::with_capacity(call.len().div_ceil(2));
    for pair in call.rest(0).chunks(2) {
        map.insert(key_of(&pair[0])?, pair.get(1).cloned().unwrap_or_else(|| "".into()));
    }
    Ok(map.into())
}

fn key_of(value: &Value) -> Result<Key, CallError> {
    Ok(match value {
        Value::String(text) => Key::String(text.clone()),
        other => gostd::utf8::to_text(&text_of(other)?).into_owned().into(),
    })
}

/// The value under a key of the map in an argument.
fn lookup(map: &Value, key: &str) -> Option<Value> {
    match (map, Dict::of(map)) {
        (Value::Map(map), _) => map.get(key).cloned(),
        (_, Some(dict)) => dict.get(key),
        _ => None,
    }
}

fn get(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok(lookup(call.value(0), &call.text(1)).unwrap_or_else(|| "".into()))
}

fn set(call: &mut Call<'_>) -> Result<Value, CallError> {
    let value = call.take(2);
    call.dict(0)?.insert(&*call.text(1), value);
    Ok(call.take(0))
}

fn unset(call: &mut Call<'_>) -> Result<Value, CallError> {
    if let Some(dict) = Dict::of(call.value(0)) {
        dict.remove(&call.text(1));
    }
    Ok(call.take(0))
}

fn has_key(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok(lookup(call.value(0), &call.text(1)).is_some().into())
}

fn pluck(call: &mut Call<'_>) -> Result<Value, CallError> {
    let key = call.text(0);
    Ok(call.rest(1).iter().filter_map(|map| lookup(map, &key)).collect())
}

fn keys(call: &mut Call<'_>) -> Result<Value, CallError> {
    let mut keys = List::new();
    for at in 0..call.len() {
        keys.extend(call.map(at).sorted().map(|(key, _)| key.to_value()));
    }
    Ok(keys.with_type(GoType::STRINGS).into())
}

fn values(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok(call.map(0).sorted().map(|(_, value)| value.clone()).collect())
}

fn pick(call: &mut Call<'_>) -> Result<Value, CallError> {
    let mut picked = Map::new();
    for at in 1..call.len() {
        if let Some(value) = lookup(call.value(0), &call.text(at)) {
            picked.insert(&*call.text(at), value);
        }
    }
    Ok(picked.into())
}

fn omit(call: &mut Call<'_>) -> Result<Value, CallError> {
    let mut map = call.map(0).with_type(GoType::MAP);
    for at in 1..call.len() {
        map.remove(&*call.text(at));
    }
    Ok(map.into())
}

fn dig(call: &mut Call<'_>) -> Result<Value, CallError> {
    let Some(keys) = call.len().checked_sub(2).filter(|keys| *keys > 0) else {
        return Err("dig needs at least three arguments".into());
    };
    check(call.value(keys + 1), Type::Map)?;
    for at in 0..keys {
        check(call.value(at), Type::String)?;
    }
    let mut found = call.value(keys + 1).clone();
    for at in 0..keys {
        check(&found, Type::Map)?;
        match lookup(&found, &call.text(at)) {
            Some(value) => found = value,
            None => return Ok(call.take(keys)),
        }
    }
    Ok(found)
}

/// What Go says when a value is not of the type that the code asserts.
fn check(value: &Value, wanted: Type) -> Result<(), CallError> {
    let is = if value.is_null() { "nil" } else { go::type_name(value) };
    if is == wanted.name() {
        return Ok(());
    }
    Err(CallError::new(format!("interface conversion: interface {{}} is {is}, not {wanted}")))
}

/// What becomes of values that cannot be merged.
#[derive(Clone, Copy)]
enum OnError {
    /// The result is an empty text.
    Empty,
    /// The function fails.
    Fail,
}

fn merged(call: &mut Call<'_>, winner: Winner, on_error: OnError) -> Result<Value, CallError> {
    let sources: Vec<_> = (1..call.len()).map(|at| call.map(at)).collect();
    let result = match Dict::of(call.value(0)) {
        Some(mut dict) => merge_all(&mut dict, &sources, winner, call).map(|()| dict.value()),
        None => merge_into_nothing(call, &sources, winner),
    };
    match (result, on_error) {
        (Ok(value), _) => Ok(value),
        (Err(MergeError::Fatal(error)), _) => Err(error),
        (Err(MergeError::Different), OnError::Empty) => Ok(string("")),
        (Err(MergeError::Different), OnError::Fail) => Err("src and dst must be of same type".into()),
    }
}

fn merge_all(target: &mut dyn Target, sources: &[Map], winner: Winner, call: &mut Call<'_>) -> Result<(), MergeError> {
    sources.iter().try_for_each(|source| merge::merge(target, source, winner, call))
}

/// A nil map stays nil until there is something to put in.
fn merge_into_nothing(call: &mut Call<'_>, sources: &[Map], winner: Winner) -> Result<Value, MergeError> {
    if (1..call.len()).all(|at| go::is_nil(call.value(at))) {
        return Ok(Nil::value(GoType::MAP));
    }
    let mut map = Map::new();
    merge_all(&mut map, sources, winner, call)?;
    Ok(map.into())
}

fn deep_copy(call: &mut Call<'_>) -> Result<Value, CallError> {
    if call.value(0).is_null() {
        return Err("reflect: call of reflect.Value.Type on zero Value".into());
    }
    Ok(go::plain(call.value(0))?)
}
