//! `range`.

use std::cell::Cell;
use std::rc::Rc;
use std::vec;

use value::{List, Value};

use super::print::verb_text;
use super::runtime::Runtime;
use crate::ast::{Range, Targets};
use crate::error::{Cause, Run};
use crate::val::{Val, View, with_map};

/// What is ranged over, one item after the other.
enum Items {
    List {
        list: List,
        next: usize,
        opened: bool,
    },
    Bytes {
        bytes: Vec<u8>,
        next: usize,
    },
    Entries {
        entries: vec::IntoIter<(Val, Value)>,
        opened: bool,
    },
    /// Both counters go on by themselves; who holds one sees it.
    Ints {
        index: Rc<Cell<i64>>,
        value: Rc<Cell<i64>>,
        to: i64,
    },
}

impl Items {
    /// The next key and value.
    fn next(&mut self) -> Option<(Val, Val)> {
        match self {
            Self::List { list, next, opened } => {
                let item = list.get(*next)?.clone();
                let key = Val::Plain(Value::Int(i64::try_from(*next).unwrap_or(i64::MAX)));
                *next += 1;
                Some((key, typed(item, *opened)))
            }
            Self::Bytes { bytes, next } => {
                let byte = *bytes.get(*next)?;
                let key = Val::Plain(Value::Int(i64::try_from(*next).unwrap_or(i64::MAX)));
                *next += 1;
                Some((key, Val::Uint8(byte)))
            }
            Self::Entries { entries, opened } => entries.next().map(|(key, item)| (key, typed(item, *opened))),
            Self::Ints { index, value, to } => {
                index.set(index.get().wrapping_add(1));
                value.set(value.get().wrapping_add(1));
                (value.get() != *to).then(|| (Val::Counter(Rc::clone(index)), Val::Counter(Rc::clone(value))))
            }
        }
    }
}

/// An item of a list of one type is known by it; other items are inside of an interface.
fn typed(item: Value, opened: bool) -> Val {
    if opened { Val::Plain(item) } else { Val::Any(item) }
}

impl Runtime<'_> {
    pub(super) fn range(&mut self, range: &Range, returned: &mut Val) -> Run<()> {
        let context = self.context.clone();
        let subject = self.eval(&range.subject)?;
        let declares = matches!(range.targets, Targets::Declare(_));
        if declares {
            self.push_scope();
        }
        let mut items = self.items(range, &subject)?;
        let mut next = items.next();
        if next.is_none()
            && let Some(otherwise) = &range.otherwise
        {
            *returned = self.list(otherwise)?;
        }
        while let Some((key, value)) = next.filter(|_| !returned.is_valid()) {
            self.step(range.at, 1)?;
            self.bind(range, key, value)?;
            *returned = self.list(&range.body)?;
            next = items.next();
        }
        self.context = context;
        if declares {
            self.pop_scope();
        }
        Ok(())
    }

    /// Hands out a key and a value: with two targets both, with one the key, and the value is the context.
    fn bind(&mut self, range: &Range, key: Val, value: Val) -> Run<()> {
        let (key, value) = (self.load(key, range.at)?, self.load(value, range.at)?);
        match &range.targets {
            Targets::None => self.context = value,
            Targets::Declare(names) => match names.as_slice() {
                [first, second] => {
                    self.scope.declare(first, key);
                    self.scope.declare(second, value);
                }
                names => {
                    if let Some(name) = names.first() {
                        self.scope.declare(name, key);
                    }
                    self.context = value;
                }
            },
            Targets::Assign(targets) => match targets.as_slice() {
                [first, second] => {
                    self.set(first, key)?;
                    self.set(second, value)?;
                }
                targets => {
                    for target in targets {
                        self.set(target, key.clone())?;
                    }
                    self.context = value;
                }
            },
        }
        Ok(())
    }

    fn items(&mut self, range: &Range, subject: &Val) -> Run<Items> {
        let opened = subject.clone().opened();
        match opened.view() {
            View::Invalid => return Err(self.fault(range.subject.at, range.line, Cause::RangeOverNothing)),
            View::Any(_) => return Err(self.fault(range.subject.at, range.line, Cause::RangeOverNull)),
            View::List(list) => {
                let opened = !list.go_type().holds_anything();
                return Ok(Items::List { list: list.clone(), next: 0, opened });
            }
            View::Bytes(bytes) => return Ok(Items::Bytes { bytes: bytes.to_vec(), next: 0 }),
            View::Map(map) => {
                let entries = with_map(map, entries).expect("it was seen to be a map");
                self.step(range.at, entries.len())?;
                let opened = with_map(map, |map| !map.go_type().holds_anything()).unwrap_or(false);
                return Ok(Items::Entries { entries: entries.into_iter(), opened });
            }
            // Inside of an interface the original does not see that it can be ranged over.
            View::Ints(from, to) if matches!(subject, Val::Plain(_)) => {
                let (index, value) = (Rc::new(Cell::new(-1)), Rc::new(Cell::new(from.wrapping_sub(1))));
                return Ok(Items::Ints { index, value, to });
            }
            View::Object(object) => {
                let plain = Val::given(object.plain());
                if !matches!(plain.view(), View::Object(_)) {
                    return self.items(range, &plain);
                }
            }
            _ => {}
        }
        let (value, of) = (verb_text(subject), subject.type_name().into_owned());
        Err(self.fault(range.subject.at, range.line, Cause::NotRangeable { value, of }))
    }
}

/// Keys and values of a map, ordered by key.
fn entries(map: &value::Map) -> Vec<(Val, Value)> {
    let any_key = map.go_type().name().starts_with("map[interface {}]");
    let key = |key: &value::Key| if any_key { Val::Any(key.to_value()) } else { Val::Plain(key.to_value()) };
    map.sorted().map(|(name, value)| (key(name), value.clone())).collect()
}
