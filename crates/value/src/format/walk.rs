//! Writing nested values piece by piece, without recursion: the depth of a value costs memory, not stack.

use std::fmt;

use crate::{Key, List, Map, Value};

/// How a form of text writes the parts of a value.
pub(super) struct Form {
    pub(super) list: Marks,
    pub(super) map: Marks,
    /// Between a key and its value.
    pub(super) colon: &'static str,
    pub(super) sort: bool,
    pub(super) scalar: fn(&Value, &mut fmt::Formatter<'_>) -> fmt::Result,
    pub(super) key: fn(&Key, &mut fmt::Formatter<'_>) -> fmt::Result,
}

/// What stands before, between and after the parts.
pub(super) struct Marks {
    pub(super) open: &'static str,
    pub(super) between: &'static str,
    pub(super) close: &'static str,
}

/// A piece that is still to be written.
enum Piece<'a> {
    Value(&'a Value),
    Key(&'a Key),
    Text(&'static str),
}

impl Form {
    pub(super) fn write(&self, value: &Value, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = vec![Piece::Value(value)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Value(Value::List(list)) => self.queue_list(list, &mut pieces),
                Piece::Value(Value::Map(map)) => self.queue_map(map, &mut pieces),
                Piece::Value(scalar) => (self.scalar)(scalar, f)?,
                Piece::Key(key) => (self.key)(key, f)?,
                Piece::Text(text) => f.write_str(text)?,
            }
        }
        Ok(())
    }

    /// Queues the pieces of a list; the last one first, since the queue is emptied from its end.
    fn queue_list<'a>(&self, list: &'a List, pieces: &mut Vec<Piece<'a>>) {
        pieces.push(Piece::Text(self.list.close));
        for (position, item) in list.iter().enumerate().rev() {
            pieces.push(Piece::Value(item));
            pieces.push(Piece::Text(self.list.before(position)));
        }
        if list.is_empty() {
            pieces.push(Piece::Text(self.list.open));
        }
    }

    fn queue_map<'a>(&self, map: &'a Map, pieces: &mut Vec<Piece<'a>>) {
        pieces.push(Piece::Text(self.map.close));
        let entries = if self.sort { map.sorted() } else { map.iter().collect::<Vec<_>>().into_iter() };
        for (position, (key, value)) in entries.enumerate().rev() {
            pieces.push(Piece::Value(value));
            pieces.push(Piece::Text(self.colon));
            pieces.push(Piece::Key(key));
            pieces.push(Piece::Text(self.map.before(position)));
        }
        if map.is_empty() {
            pieces.push(Piece::Text(self.map.open));
        }
    }
}

impl Marks {
    fn before(&self, position: usize) -> &'static str {
        if position == 0 { self.open } else { self.between }
    }
}
