//! Printing nested values without recursion: the depth of a value costs memory, not stack.

use std::slice;
use std::vec;

use value::{Key, Value};

use super::operand::{Operand, Shape};
use super::printer::Printer;
use super::spec::Flag;
use super::types;

/// A list or a map whose parts are still to be printed.
struct Open<'a> {
    parts: Parts<'a>,
    started: bool,
}

enum Parts<'a> {
    List { items: slice::Iter<'a, Value>, element: Option<&'a str> },
    Map { entries: vec::IntoIter<(&'a Key, &'a Value)>, key: Option<&'a str>, element: Option<&'a str> },
}

impl Printer {
    /// Prints a value and all that is in it.
    pub(super) fn walk(&mut self, operand: &Operand<'_>, verb: char) {
        let mut open = Vec::new();
        self.enter(operand, verb, &mut open);
        while let Some(current) = open.last_mut() {
            if self.out.is_full() {
                return;
            }
            let Some(next) = self.next_part(current, verb) else {
                self.close(&current.parts);
                open.pop();
                continue;
            };
            if matches!(next.shape, Shape::Nil) && self.spec.has(Flag::GoSyntax) {
                self.out.push("interface {}(nil)");
            } else {
                self.enter(&next, verb, &mut open);
            }
        }
    }

    /// Prints a scalar, or opens what is made of parts.
    fn enter<'a>(&mut self, operand: &Operand<'a>, verb: char, open: &mut Vec<Open<'a>>) {
        let go_syntax = self.spec.has(Flag::GoSyntax);
        let name = operand.type_name;
        let element = || types::element(name);
        let parts = match operand.shape {
            Shape::List(list) => Parts::List { items: list.iter(), element: element() },
            Shape::Map(map) => Parts::Map { entries: map.sorted(), key: types::key(name), element: element() },
            Shape::NilList | Shape::NilMap if go_syntax => {
                self.out.push(name);
                return self.out.push("(nil)");
            }
            Shape::NilList => return self.out.push("[]"),
            Shape::NilMap => return self.out.push("map[]"),
            _ => return self.scalar(operand, verb),
        };
        match (go_syntax, &parts) {
            (true, _) => self.out.push(format!("{name}{{")),
            (false, Parts::List { .. }) => self.out.push("["),
            (false, Parts::Map { .. }) => self.out.push("map["),
        }
        open.push(Open { parts, started: false });
    }

    /// Writes what stands before the next part, a key with it, and gives the part.
    fn next_part<'a>(&mut self, open: &mut Open<'a>, verb: char) -> Option<Operand<'a>> {
        let go_syntax = self.spec.has(Flag::GoSyntax);
        let separator = match (std::mem::replace(&mut open.started, true), go_syntax) {
            (false, _) => "",
            (true, true) => ", ",
            (true, false) => " ",
        };
        match &mut open.parts {
            Parts::List { items, element } => {
                let item = items.next()?;
                self.out.push(separator);
                Some(Operand::new(item, *element))
            }
            Parts::Map { entries, key, element } => {
                let (name, value) = entries.next()?;
                self.out.push(separator);
                self.scalar(&Operand::from_key(name, *key), verb);
                self.out.push(":");
                Some(Operand::new(value, *element))
            }
        }
    }

    fn close(&mut self, parts: &Parts<'_>) {
        let go_syntax = self.spec.has(Flag::GoSyntax);
        self.out.push(match parts {
            _ if go_syntax => "}",
            Parts::List { .. } | Parts::Map { .. } => "]",
        });
    }
}
