//! Lists. All functions take slices of any type; those that change something give a new `[]interface {}`.

use gotmpl::go::{self, Kind, Nil, Type};
use gotmpl::{Call, CallError, Function};
use value::{GoType, List, Value};

use super::declare::{LISTS, any, int, is_empty, nil_dereference, string, strings, text, text_of};
use super::numbers::cast;

const GROUP: &str = "lists";

const PUSH: Function = Function::new("append", &[any("list"), any("item")], Type::List, append)
    .help(GROUP, "a new list with the item at the end")
    .example(r#"{{ append (list 1 2) "x" }}"#, "[1 2 x]");
const PREPEND: Function = Function::new("prepend", &[any("list"), any("item")], Type::List, prepend)
    .help(GROUP, "a new list with the item at the start")
    .example(r#"{{ prepend (list 1 2) "x" }}"#, "[x 1 2]");
const FIRST: Function = Function::new("first", &[any("list")], Type::Any, first)
    .help(GROUP, "the first item, nil of an empty list")
    .example("{{ first (list 1 2 3) }}", "1");
const REST: Function = Function::new("rest", &[any("list")], Type::List, rest)
    .help(GROUP, "all items but the first")
    .example("{{ rest (list 1 2 3) }}", "[2 3]");
const LAST: Function = Function::new("last", &[any("list")], Type::Any, last)
    .help(GROUP, "the last item, nil of an empty list")
    .example("{{ last (list 1 2 3) }}", "3");
const INITIAL: Function = Function::new("initial", &[any("list")], Type::List, initial)
    .help(GROUP, "all items but the last")
    .example("{{ initial (list 1 2 3) }}", "[1 2]");
const REVERSE: Function = Function::new("reverse", &[any("list")], Type::List, reverse)
    .help(GROUP, "the items from the last to the first")
    .example("{{ reverse (list 1 2 3) }}", "[3 2 1]");
const UNIQ: Function = Function::new("uniq", &[any("list")], Type::List, uniq)
    .help(GROUP, "the items without repetitions; values of different types differ")
    .example(r#"{{ uniq (list 1 2 1 "1") }}"#, "[1 2 1]");
const WITHOUT: Function = Function::new("without", &[any("list"), any("omitted")], Type::List, without)
    .variadic()
    .help(GROUP, "the items that are not among the other arguments")
    .example("{{ without (list 1 2 3 2) 2 }}", "[1 3]");
const HAS: Function = Function::new("has", &[any("item"), any("list")], Type::Bool, has)
    .help(GROUP, "whether the list has the item")
    .example("{{ has 2 (list 1 2 3) }}", "true");
const SLICE: Function = Function::new("slice", &[any("list"), any("indices")], Type::Any, slice)
    .variadic()
    .help(GROUP, "the items from the first index to before the second one; replaces the built-in function")
    .example("{{ slice (list 1 2 3 4) 1 3 }}", "[2 3]");
const CHUNK: Function = Function::new("chunk", &[int("size"), any("list")], LISTS, chunk)
    .help(GROUP, "the items in lists of at most this size")
    .example("{{ chunk 2 (list 1 2 3) }}", "[[1 2] [3]]");
const COMPACT: Function = Function::new("compact", &[any("list")], Type::List, compact)
    .help(GROUP, "the items that are not empty")
    .example(r#"{{ compact (list 1 0 "" "a" false) }}"#, "[1 a]");
const LIST: Function = Function::new("list", &[any("items")], Type::List, list)
    .variadic()
    .help(GROUP, "a list of the arguments")
    .example(r#"{{ list 1 "a" true }}"#, "[1 a true]");

pub(super) static FUNCTIONS: &[Function] = &[
    LIST,
    LIST.named("tuple").example(r#"{{ tuple 1 "a" }}"#, "[1 a]"),
    PUSH,
    PUSH.named("push").example("{{ push (list 1) 2 }}", "[1 2]"),
    PUSH.named("mustAppend").example("{{ mustAppend (list 1) 2 }}", "[1 2]"),
    PUSH.named("mustPush").example("{{ mustPush (list 1) 2 }}", "[1 2]"),
    PREPEND,
    PREPEND.named("mustPrepend").example("{{ mustPrepend (list 1) 2 }}", "[2 1]"),
    FIRST,
    FIRST.named("mustFirst").example("{{ mustFirst (list 1 2) }}", "1"),
    REST,
    REST.named("mustRest").example("{{ mustRest (list 1 2) }}", "[2]"),
    LAST,
    LAST.named("mustLast").example("{{ mustLast (list 1 2) }}", "2"),
    INITIAL,
    INITIAL.named("mustInitial").example("{{ mustInitial (list 1 2) }}", "[1]"),
    REVERSE,
    REVERSE.named("mustReverse").example("{{ mustReverse (list 1 2) }}", "[2 1]"),
    UNIQ,
    UNIQ.named("mustUniq").example("{{ mustUniq (list 1 1) }}", "[1]"),
    WITHOUT,
    WITHOUT.named("mustWithout").example("{{ mustWithout (list 1 2) 1 }}", "[2]"),
    HAS,
    HAS.named("mustHas").example("{{ mustHas 4 (list 1 2) }}", "false"),
    SLICE,
    SLICE.named("mustSlice").example("{{ mustSlice (list 1 2 3) 1 }}", "[2 3]"),
    CHUNK,
    CHUNK.named("mustChunk").example("{{ mustChunk 1 (list 1 2) }}", "[[1] [2]]"),
    COMPACT,
    COMPACT.named("mustCompact").example(r#"{{ mustCompact (list "" "a") }}"#, "[a]"),
    Function::new("concat", &[any("lists")], Type::Any, concat)
        .variadic()
        .help(GROUP, "the items of all lists in one")
        .example("{{ concat (list 1 2) (list 3) }}", "[1 2 3]"),
    Function::new("join", &[text("separator"), any("list")], Type::String, join)
        .help(GROUP, "the items as text with the separator between them; nil items are left out")
        .example(r#"{{ join "-" (list 1 "a" true) }}"#, "1-a-true"),
    Function::new("sortAlpha", &[any("list")], Type::Strings, sort_alpha)
        .help(GROUP, "the items as text, sorted byte by byte")
        .example(r#"{{ sortAlpha (list "b" "a" "C") }}"#, "[C a b]"),
    Function::new("toStrings", &[any("list")], Type::Strings, to_strings)
        .help(GROUP, "the items as text; anything else is a list of one")
        .example("{{ toStrings (list 1 true) }}", "[1 true]"),
];

/// The items of the slice that a function needs, or the error that says what it got instead.
fn items(value: &Value, complaint: &str) -> Result<List, CallError> {
    match go::kind(value) {
        Kind::Invalid => Err(nil_dereference()),
        Kind::Slice => Ok(go::as_list(value).expect("a slice has items")),
        other => Err(CallError::new(format!("{complaint} {}", other.name()))),
    }
}

fn list(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok(call.rest(0).to_vec().into())
}

fn append(call: &mut Call<'_>) -> Result<Value, CallError> {
    let mut list = untyped(items(call.value(0), "Cannot push on type")?);
    call.charge(list.len() * size_of::<Value>())?;
    list.push(call.take(1));
    Ok(list.into())
}

fn prepend(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items(call.value(0), "Cannot prepend on type")?;
    call.charge(list.len() * size_of::<Value>())?;
    let item = call.take(1);
    Ok(std::iter::once(item).chain(list).collect())
}

fn untyped(list: List) -> List {
    list.with_type(GoType::LIST)
}

fn first(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok(items(call.value(0), "Cannot find first on type")?.first().cloned().unwrap_or_default())
}

fn last(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok(items(call.value(0), "Cannot find last on type")?.last().cloned().unwrap_or_default())
}

fn rest(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items(call.value(0), "Cannot find rest on type")?;
    call.charge(list.len() * size_of::<Value>())?;
    Ok(list.get(1..).map_or_else(|| Nil::value(GoType::LIST), |rest| rest.to_vec().into()))
}

fn initial(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items(call.value(0), "Cannot find initial on type")?;
    call.charge(list.len() * size_of::<Value>())?;
    Ok(list.split_last().map_or_else(|| Nil::value(GoType::LIST), |(_, initial)| initial.to_vec().into()))
}

fn reverse(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items(call.value(0), "Cannot find reverse on type")?;
    call.charge(list.len() * size_of::<Value>())?;
    Ok(list.iter().rev().cloned().collect())
}

fn compact(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items(call.value(0), "Cannot compact on type")?;
    Ok(list.into_iter().filter(|item| !is_empty(item)).collect())
}

fn uniq(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items(call.value(0), "Cannot find uniq on type")?;
    let mut unique: Vec<Value> = Vec::new();
    for item in list {
        call.work(unique.len())?;
        if !contains(&unique, &item) {
            unique.push(item);
        }
    }
    Ok(unique.into())
}

fn without(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items(call.value(0), "Cannot find without on type")?;
    call.work(list.len().saturating_mul(call.len() - 1))?;
    let omitted = call.rest(1);
    Ok(list.into_iter().filter(|item| !contains(omitted, item)).collect())
}

fn has(call: &mut Call<'_>) -> Result<Value, CallError> {
    if call.value(1).is_null() {
        return Ok(false.into());
    }
    let list = items(call.value(1), "Cannot find has on type")?;
    call.work(list.len())?;
    Ok(contains(&list, call.value(0)).into())
}

fn contains(list: &[Value], item: &Value) -> bool {
    list.iter().any(|other| go::deep_equal(item, other))
}

fn slice(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items(call.value(0), "list should be type of slice or array but")?;
    if list.is_empty() {
        return Ok(Value::Null);
    }
    let index = |at: usize| call.rest(at).first().map(cast::to_int64);
    let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
    let (start, end) = (index(1).unwrap_or(0), index(2).unwrap_or(length));
    let part = (0 <= start && start <= end && end <= length)
        .then(|| usize::try_from(start).ok().zip(usize::try_from(end).ok()))
        .flatten()
        .and_then(|(start, end)| list.get(start..end))
        .ok_or_else(|| CallError::new("reflect.Value.Slice: slice index out of bounds"))?;
    if let Value::Bytes(bytes) = call.value(0) {
        let (start, end) = (usize::try_from(start).unwrap_or(0), usize::try_from(end).unwrap_or(0));
        return Ok(Value::bytes(&bytes[start..end]));
    }
    Ok(List::from(part.to_vec()).with_type(list.go_type()).into())
}

fn chunk(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items(call.value(1), "Cannot chunk type")?;
    let Some(size) = usize::try_from(call.int(0)).ok().filter(|size| *size > 0) else {
        return chunk_of_no_size(call.int(0), &list);
    };
    call.charge(list.len() * size_of::<Value>() * 2)?;
    let chunks: List = list.chunks(size).map(|chunk| Value::from(chunk.to_vec())).collect();
    Ok(chunks.with_type(GoType::LISTS).into())
}

/// What Go's arithmetic makes of sizes that are not positive.
fn chunk_of_no_size(size: i64, list: &List) -> Result<Value, CallError> {
    let chunks = match (list.len(), size.unsigned_abs()) {
        (1, 2..) => List::from_iter([Value::from(list.to_vec())]),
        (2.., size) if list.len() as u64 - 1 <= size => List::new(),
        _ => return Err("runtime error: makeslice: len out of range".into()),
    };
    Ok(chunks.with_type(GoType::LISTS).into())
}

fn concat(call: &mut Call<'_>) -> Result<Value, CallError> {
    let mut all = Vec::new();
    for at in 0..call.len() {
        let list = match go::kind(call.value(at)) {
            Kind::Invalid => return Err(nil_dereference()),
            Kind::Slice => go::as_list(call.value(at)).expect("a slice has items"),
            other => return Err(CallError::new(format!("Cannot concat type {} as list", other.name()))),
        };
        call.charge(list.len() * size_of::<Value>())?;
        all.extend(list);
    }
    if all.is_empty() { Ok(Nil::value(GoType::LIST)) } else { Ok(all.into()) }
}

/// The items of a slice as text, nil ones left out; anything else as a list of one.
fn texts(value: &Value) -> Result<Vec<Vec<u8>>, CallError> {
    match go::as_list(value) {
        Some(list) => list.iter().filter(|item| !item.is_null()).map(|item| Ok(text_of(item)?.into_owned())).collect(),
        None if value.is_null() => Ok(Vec::new()),
        None => Ok(vec![text_of(value)?.into_owned()]),
    }
}

/// A `[]string` is given back as it is, and a nil one stays nil.
fn is_nil_strings(value: &Value) -> bool {
    Nil::of(value).is_some_and(|nil| nil.go_type() == GoType::STRINGS)
}

fn join(call: &mut Call<'_>) -> Result<Value, CallError> {
    let texts = texts(call.value(1))?;
    let separators = call.bytes(0).len().saturating_mul(texts.len());
    call.charge(separators.saturating_add(texts.iter().map(Vec::len).sum()))?;
    Ok(string(texts.join(call.bytes(0))))
}

fn sort_alpha(call: &mut Call<'_>) -> Result<Value, CallError> {
    if is_nil_strings(call.value(0)) {
        return Ok(call.take(0));
    }
    if go::kind(call.value(0)) != Kind::Slice {
        return Ok(strings([text_of(call.value(0))?.into_owned()]));
    }
    let mut texts = texts(call.value(0))?;
    texts.sort_unstable();
    Ok(strings(texts))
}

fn to_strings(call: &mut Call<'_>) -> Result<Value, CallError> {
    if is_nil_strings(call.value(0)) {
        return Ok(call.take(0));
    }
    Ok(strings(texts(call.value(0))?))
}
