//! Results as the rest of the program takes them.

use value::{Key, List, Map, Value};

use crate::cel::eval::Budget;
use crate::cel::failure::Failure;

/// [`to_plain`] while an expression runs: the walk takes steps, and a copy takes memory.
pub fn to_plain_within(budget: &mut Budget, value: &Value) -> Result<Value, Failure> {
    let extent = budget.walk(value)?;
    if is_plain(value) {
        return Ok(value.clone());
    }
    budget.allocate(extent.nodes.saturating_mul(size_of::<Value>()))?;
    Ok(rebuild(value))
}

/// The value that other languages see: an optional is its value or null, a type is its name, entries of maps whose keys
/// are no text are left out.
pub fn to_plain(value: &Value) -> Value {
    if is_plain(value) { value.clone() } else { rebuild(value) }
}

/// Whether nothing in a value has to change.
fn is_plain(value: &Value) -> bool {
    let mut queue = vec![value];
    while let Some(value) = queue.pop() {
        match value {
            Value::List(list) => queue.extend(list.iter()),
            Value::Map(map) => {
                if map.keys().any(|key| !matches!(key, Key::String(_))) {
                    return false;
                }
                queue.extend(map.values());
            }
            Value::Opaque(_) if value.as_raw_text().is_some() => {}
            Value::Opaque(opaque) if opaque.to_plain().is_some() => return false,
            _ => {}
        }
    }
    true
}

/// What is left to do for a value: look at it, or put together what was made of its parts.
enum Task {
    Visit(Value),
    List(usize),
    Map(Vec<Key>),
}

/// Takes a value apart and puts it together again without recursion.
fn rebuild(value: &Value) -> Value {
    let mut tasks = vec![Task::Visit(value.clone())];
    let mut done: Vec<Value> = Vec::new();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Visit(value) => visit(value, &mut tasks, &mut done),
            Task::List(length) => {
                let items = done.split_off(done.len() - length);
                done.push(List::from(items).into());
            }
            Task::Map(keys) => {
                let values = done.split_off(done.len() - keys.len());
                done.push(keys.into_iter().zip(values).collect::<Map>().into());
            }
        }
    }
    done.pop().expect("every visit leaves one value")
}

fn visit(value: Value, tasks: &mut Vec<Task>, done: &mut Vec<Value>) {
    match &value {
        Value::List(list) => {
            tasks.push(Task::List(list.len()));
            tasks.extend(list.iter().rev().cloned().map(Task::Visit));
        }
        Value::Map(map) => {
            let kept: Vec<_> = map.iter().filter(|(key, _)| matches!(key, Key::String(_))).collect();
            tasks.push(Task::Map(kept.iter().map(|(key, _)| (*key).clone()).collect()));
            tasks.extend(kept.iter().rev().map(|(_, value)| Task::Visit((*value).clone())));
        }
        Value::Opaque(_) if value.as_raw_text().is_some() => done.push(value),
        Value::Opaque(opaque) => match opaque.to_plain() {
            Some(plain) => tasks.push(Task::Visit(plain)),
            None => done.push(value),
        },
        _ => done.push(value),
    }
}
