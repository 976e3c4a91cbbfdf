//! The value of an expression.

use super::super::syntax::{Expression, For, Key, Node, Part, Step};
use super::datum::Datum;
use super::number::Number;
use super::operate::{choose, operate};
use std::collections::BTreeMap;
use value::Value;

/// How many parts and bytes an expression may go through.
const MOST: usize = 1_000_000;

/// The value, when the expression needs nothing but itself.
pub(crate) fn evaluate(expression: &Expression) -> Option<Value> {
    Evaluation { left: MOST, names: Vec::new(), items: Vec::new() }.value(expression)?.to_value()
}

struct Evaluation {
    left: usize,
    /// Names of loops, the innermost last.
    names: Vec<(String, Datum)>,
    /// Items of splats, the innermost last.
    items: Vec<Datum>,
}

impl Evaluation {
    fn spend(&mut self, much: usize) -> Option<()> {
        self.left = self.left.checked_sub(much)?;
        Some(())
    }

    fn value(&mut self, expression: &Expression) -> Option<Datum> {
        self.spend(1)?;
        match &expression.kind {
            Node::Null => Some(Datum::Null),
            Node::Bool(is) => Some(Datum::Bool(*is)),
            Node::Number(text) => Number::parse(text).map(Datum::Number),
            Node::Broken | Node::Call => None,
            Node::Variable(name) => self.name(name),
            Node::Item => self.copy(self.items.last().cloned()?),
            Node::Template { parts, is_wrap } => self.template(parts, *is_wrap),
            Node::Parens(inner) => self.value(inner),
            Node::Steps { of, steps } => self.steps(of, steps),
            Node::Splat { of, each } => self.splat(of, each),
            Node::Tuple(items) => items.iter().map(|item| self.value(item)).collect::<Option<_>>().map(Datum::List),
            Node::Object(entries) => self.object(entries),
            Node::For(made) => self.repeat(made),
            Node::Negate(operand) => self.value(operand)?.to_number().map(|number| Datum::Number(number.negated())),
            Node::Not(operand) => self.value(operand)?.to_bool().map(|is| Datum::Bool(!is)),
            Node::Binary { first, rest } => {
                let first = self.value(first);
                rest.iter().fold(first, |left, (operator, right)| operate(left, *operator, self.value(right)))
            }
            Node::Conditional(parts) => self.conditional(parts),
        }
    }

    fn name(&mut self, name: &str) -> Option<Datum> {
        let found = self.names.iter().rev().find(|(known, _)| known == name)?.1.clone();
        self.copy(found)
    }

    /// What is copied counts, so that small loops over large values end.
    fn copy(&mut self, datum: Datum) -> Option<Datum> {
        self.spend(datum.size())?;
        Some(datum)
    }

    fn conditional(&mut self, [condition, then, otherwise]: &[Expression; 3]) -> Option<Datum> {
        let is = self.value(condition)?.to_bool()?;
        let (then, otherwise) = (self.value(then), self.value(otherwise));
        if is { choose(then?, otherwise.as_ref()) } else { choose(otherwise?, then.as_ref()) }
    }

    fn object(&mut self, entries: &[(Key, Expression)]) -> Option<Datum> {
        let mut object = BTreeMap::new();
        for (key, value) in entries {
            let key = match key {
                Key::Name(name) => name.clone(),
                Key::Computed(key) => self.value(key)?.to_text()?,
            };
            object.insert(key, self.value(value)?);
        }
        Some(Datum::Object(object))
    }

    fn steps(&mut self, of: &Expression, steps: &[Step]) -> Option<Datum> {
        let mut value = self.value(of)?;
        for step in steps {
            let key = match step {
                Step::Attribute(name) => Datum::Text(name.clone()),
                Step::Index(index) => self.value(index)?,
            };
            value = match value {
                Datum::Object(mut entries) => entries.remove(&key.to_text()?)?,
                Datum::List(mut items) if matches!(step, Step::Index(_)) => {
                    let at = key.to_number()?.to_index().filter(|at| *at < items.len())?;
                    items.swap_remove(at)
                }
                _ => return None,
            };
        }
        Some(value)
    }

    /// A value that is no list counts as a list of one; null as none.
    fn splat(&mut self, of: &Expression, each: &Expression) -> Option<Datum> {
        let items = match self.value(of)? {
            Datum::List(items) => items,
            Datum::Null => Vec::new(),
            single => vec![single],
        };
        let mut made = Vec::with_capacity(items.len());
        for item in items {
            self.items.push(item);
            let value = self.value(each);
            self.items.pop();
            made.push(value?);
        }
        Some(Datum::List(made))
    }

    /// Calls `run` for each item of a collection, with the names of the loop set.
    fn each(
        &mut self,
        collection: &Expression,
        names: (&Option<String>, &str),
        mut run: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let items: Vec<(Datum, Datum)> = match self.value(collection)? {
            Datum::List(items) => {
                let numbered = |(at, item)| (Datum::Number(Number::from_index(at)), item);
                items.into_iter().enumerate().map(numbered).collect()
            }
            Datum::Object(entries) => entries.into_iter().map(|(key, value)| (Datum::Text(key), value)).collect(),
            _ => return None,
        };
        let outside = self.names.len();
        for (key, item) in items {
            self.spend(1)?;
            self.names.extend(names.0.iter().map(|name| (name.clone(), key.clone())));
            self.names.push((names.1.to_owned(), item));
            let ran = run(self);
            self.names.truncate(outside);
            ran?;
        }
        Some(())
    }

    fn repeat(&mut self, made: &For) -> Option<Datum> {
        let (mut list, mut object, mut groups) = (Vec::new(), BTreeMap::new(), BTreeMap::<String, Vec<Datum>>::new());
        self.each(&made.collection, (&made.key_name, &made.value_name), |this| {
            if let Some(condition) = &made.condition
                && !this.value(condition)?.to_bool()?
            {
                return Some(());
            }
            let Some(key) = &made.key else {
                list.push(this.value(&made.value)?);
                return Some(());
            };
            let key = this.value(key)?.to_text()?;
            let value = this.value(&made.value)?;
            if made.is_grouping {
                groups.entry(key).or_default().push(value);
                return Some(());
            }
            // Two values for one key are a mistake.
            object.insert(key, value).is_none().then_some(())
        })?;
        if made.is_grouping {
            object = groups.into_iter().map(|(key, values)| (key, Datum::List(values))).collect();
        }
        Some(if made.is_object { Datum::Object(object) } else { Datum::List(list) })
    }

    fn template(&mut self, parts: &[Part], is_wrap: bool) -> Option<Datum> {
        if let ([Part::Value(value)], true) = (parts, is_wrap) {
            return self.value(value);
        }
        let mut text = String::new();
        self.write(parts, &mut text)?;
        Some(Datum::Text(text))
    }

    fn write(&mut self, parts: &[Part], text: &mut String) -> Option<()> {
        for part in parts {
            match part {
                Part::Text(literal) => {
                    self.spend(literal.len())?;
                    text.push_str(literal);
                }
                Part::Value(value) => {
                    let value = self.value(value)?.to_text()?;
                    self.spend(value.len())?;
                    text.push_str(&value);
                }
                Part::If { condition, then, otherwise } => {
                    let is = self.value(condition)?.to_bool()?;
                    self.write(if is { then } else { otherwise }, text)?;
                }
                Part::For { key_name, value_name, collection, parts } => {
                    let mut made = String::new();
                    self.each(collection, (key_name, value_name), |this| this.write(parts, &mut made))?;
                    text.push_str(&made);
                }
            }
        }
        Some(())
    }
}
