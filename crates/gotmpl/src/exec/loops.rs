//! Loops over integers, lists and maps.

use value::{Duration, Key, List, Value};

use super::error::Failure;
use super::fields::keep_of;
use super::machine::Machine;
use super::val::Val;
use crate::go::{Kind, Number, as_int, as_list, as_map, as_uint, kind, length};
use crate::program::Keep;

/// A loop that is under way.
pub(crate) struct Loop<'r> {
    items: Items<'r>,
    /// How many dots there are inside of the body.
    dots: usize,
}

/// What is still to be looped over.
enum Items<'r> {
    Count { next: u64, end: u64, like: Counted },
    Borrowed { list: &'r [Value], next: usize, keep: Keep },
    List { list: List, next: usize, keep: Keep },
    Entries(std::vec::IntoIter<(&'r Key, &'r Value)>, Keep),
    Pairs(std::vec::IntoIter<(Key, Value)>, Keep),
}

impl<'r> Iterator for Items<'r> {
    type Item = (Val<'r>, Val<'r>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Count { next, end, like } => {
                let number = (*next < *end).then_some(*next)?;
                *next += 1;
                Some((Val::Nothing, Val::concrete(like.number(number))))
            }
            Self::Borrowed { list, next, keep } => {
                let item = list.get(*next)?;
                *next += 1;
                Some((position(*next - 1), Val::Ref(item, *keep)))
            }
            Self::List { list, next, keep } => {
                let item = list.get(*next)?.clone();
                *next += 1;
                Some((position(*next - 1), Val::Own(item, *keep)))
            }
            Self::Entries(entries, keep) => {
                let (key, value) = entries.next()?;
                Some((Val::concrete(key.to_value()), Val::Ref(value, *keep)))
            }
            Self::Pairs(pairs, keep) => {
                let (key, value) = pairs.next()?;
                Some((Val::concrete(key.to_value()), Val::Own(value, *keep)))
            }
        }
    }
}

fn position<'v>(at: usize) -> Val<'v> {
    Val::concrete(Value::Int(i64::try_from(at).unwrap_or(i64::MAX)))
}

/// What a loop over a number counts in: the type of that number.
#[derive(Clone, Copy)]
enum Counted {
    Kind(Kind),
    Duration,
}

impl Counted {
    fn number(self, number: u64) -> Value {
        match self {
            Self::Kind(kind) => number_of(kind, number),
            Self::Duration => Duration::from_nanos(number.cast_signed()).into(),
        }
    }
}

/// A number below a bound of this kind, as a value of that kind.
#[expect(clippy::cast_possible_truncation, reason = "the number is below one that fits")]
fn number_of(kind: Kind, number: u64) -> Value {
    match kind {
        Kind::Int8 => Number::Int8(number as i8).into(),
        Kind::Int16 => Number::Int16(number as i16).into(),
        Kind::Int32 => Number::Int32(number as i32).into(),
        Kind::Int64 => Number::Int64(number.cast_signed()).into(),
        Kind::Uint => Number::Uint(number).into(),
        Kind::Uint8 => Number::Uint8(number as u8).into(),
        Kind::Uint16 => Number::Uint16(number as u16).into(),
        Kind::Uint32 => Number::Uint32(number as u32).into(),
        Kind::Uint64 => Value::Uint(number),
        _ => Value::Int(number.cast_signed()),
    }
}

impl<'r> Machine<'r, '_> {
    pub(super) fn begin_loop(&mut self, range: u32) -> Result<(), Failure> {
        let value = self.pop();
        let mut items = self.items(value, range)?;
        let site = &self.job.program.ranges[range as usize];
        let Some((index, element)) = items.next() else {
            self.at = site.otherwise as usize;
            return Ok(());
        };
        self.dots.push(Val::Nothing);
        self.loops.push(Loop { items, dots: self.dots.len() });
        self.iterate(range, index, element)
    }

    pub(super) fn next_iteration(&mut self, range: u32) -> Result<(), Failure> {
        let current = self.loops.last_mut().expect("the loop has begun");
        if let Some((index, element)) = current.items.next() {
            return self.iterate(range, index, element);
        }
        self.end_loop(range);
        Ok(())
    }

    fn iterate(&mut self, range: u32, index: Val<'r>, element: Val<'r>) -> Result<(), Failure> {
        let site = &self.job.program.ranges[range as usize];
        if let Some(slot) = site.index {
            self.set(slot, index, site.assigns)?;
        }
        if let Some(slot) = site.element {
            self.set(slot, element.clone(), site.assigns)?;
        }
        *self.dots.last_mut().expect("the loop has a dot") = element;
        self.at = site.body as usize;
        Ok(())
    }

    fn set(&mut self, slot: u32, value: Val<'r>, assigns: bool) -> Result<(), Failure> {
        if assigns {
            return self.assign(slot, value);
        }
        self.variables[self.base + slot as usize] = value;
        Ok(())
    }

    pub(super) fn continue_loop(&mut self, range: u32) -> Result<(), Failure> {
        let dots = self.loops.last().expect("the loop has begun").dots;
        self.dots.truncate(dots);
        self.next_iteration(range)
    }

    pub(super) fn end_loop(&mut self, range: u32) {
        let ended = self.loops.pop().expect("the loop has begun");
        self.dots.truncate(ended.dots - 1);
        self.at = self.job.program.ranges[range as usize].end as usize;
    }

    /// What there is to loop over.
    fn items(&mut self, value: Val<'r>, range: u32) -> Result<Items<'r>, Failure> {
        if let Some(size) = value.get().filter(|value| kind(value) == Kind::Map).and_then(length) {
            // Sorting a map is work also when the loop ends at once.
            self.budget.charge_steps(size)?;
        }
        let value = match value {
            Val::Ref(value, _) => match borrowed(value) {
                Some(items) => return Ok(items),
                None => value.clone(),
            },
            Val::Own(value, _) => value,
            Val::Nothing | Val::Undeclared => return Ok(Items::Borrowed { list: &[], next: 0, keep: Keep::Concrete }),
        };
        if let Some(count) = count(&value) {
            return self.counted(&value, count, range);
        }
        if let Value::Unknown(unknown) = value {
            return Err(Failure::Unknown(unknown));
        }
        if let Some(list) = as_list(&value) {
            return Ok(Items::List { keep: keep_of(list.go_type()), list, next: 0 });
        }
        if let Some(map) = as_map(&value) {
            let mut pairs: Vec<_> = map.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            pairs.sort_by(|left, right| left.0.cmp(&right.0));
            return Ok(Items::Pairs(pairs.into_iter(), keep_of(map.go_type())));
        }
        Err(Failure::new(format!("range can't iterate over {}", self.shown(&value)?)))
    }

    fn counted(&self, value: &Value, end: u64, range: u32) -> Result<Items<'r>, Failure> {
        if self.job.program.ranges[range as usize].index.is_some() {
            let shown = self.shown(value)?;
            return Err(Failure::new(format!("can't use {shown} to iterate over more than one variable")));
        }
        let like = match value {
            Value::Duration(_) => Counted::Duration,
            value => Counted::Kind(kind(value)),
        };
        Ok(Items::Count { next: 0, end, like })
    }

    /// A value as `%v` shows it in a message.
    fn shown(&self, value: &Value) -> Result<String, Failure> {
        let value = self.plain(value)?;
        let text = gostd::fmt::sprint(&[crate::builtin::argument(&value)]);
        Ok(text.map_or_else(|error| error.to_string(), gostd::utf8::into_text))
    }
}

/// Lists and maps of the data are looped over where they are.
fn borrowed(value: &Value) -> Option<Items<'_>> {
    match value {
        Value::List(list) => Some(Items::Borrowed { list, next: 0, keep: keep_of(list.go_type()) }),
        Value::Map(map) => Some(Items::Entries(map.sorted(), keep_of(map.go_type()))),
        _ => None,
    }
}

/// How often to loop over an integer.
fn count(value: &Value) -> Option<u64> {
    as_int(value).map(|number| u64::try_from(number).unwrap_or(0)).or_else(|| as_uint(value))
}
