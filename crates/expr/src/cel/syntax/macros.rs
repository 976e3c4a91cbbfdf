//! Calls that are replaced while the text is read. The expansions are those of cel-go, because types, messages and costs
//! follow from them.

use value::Value;

use super::ast::{Call, Fold, FoldKind, Id, Ids, Item, Node};
use super::operator::Operator;
use super::parser::{Parsed, Parser};
use super::place::Place;
use crate::cel::cause::Cause;

/// The name of the result so far; no text can contain it.
const ACCUMULATOR: &str = "@result";

/// A name that older programs could see; it is still no name for an item.
const OLD_ACCUMULATOR: &str = "__result__";

/// The name for the items of a range that has none.
const UNUSED: &str = "#unused";

/// The name for the list that `sortBy` sorts.
const SORT_INPUT: &str = "@__sortBy_input__";

/// The macros that are called on something.
const MACROS: [&str; 11] =
    ["all", "exists", "exists_one", "map", "filter", "sortBy", "optMap", "optFlatMap", "bind", "least", "greatest"];

impl<'a> Parser<'a> {
    /// What a call stands for, if it is that of a macro. The arguments are the scratch from `from` on.
    pub(super) fn expand(&mut self, call: Call<'a>, from: usize, place: Place) -> Parsed<Option<Id>> {
        let is_macro = match call.target {
            None => call.name == "has",
            Some(_) => MACROS.contains(&call.name),
        };
        if !is_macro {
            return Ok(None);
        }
        let arguments = self.scratch[from..].to_vec();
        let Some(target) = call.target else {
            return match arguments[..] {
                [argument] if !call.global => self.has(argument, place).map(Some),
                _ => Ok(None),
            };
        };
        Ok(Some(match (call.name, &arguments[..]) {
            ("all", [variable, predicate]) => self.quantifier(Quantifier::All, target, *variable, *predicate, place)?,
            ("exists", [variable, predicate]) => {
                self.quantifier(Quantifier::Exists, target, *variable, *predicate, place)?
            }
            ("exists_one", [variable, predicate]) => {
                self.quantifier(Quantifier::ExistsOne, target, *variable, *predicate, place)?
            }
            ("map", [variable, transform]) => self.map_items(target, *variable, None, *transform, place)?,
            ("map", [variable, filter, transform]) => {
                self.map_items(target, *variable, Some(*filter), *transform, place)?
            }
            ("filter", [variable, predicate]) => self.filter_items(target, *variable, *predicate, place)?,
            ("sortBy", [variable, key]) => self.sort_by(target, *variable, *key, place)?,
            ("optMap", [variable, transform]) => self.map_optional(target, *variable, *transform, true, place)?,
            ("optFlatMap", [variable, transform]) => self.map_optional(target, *variable, *transform, false, place)?,
            ("bind", [variable, initial, result]) if self.is_name(target, "cel") => {
                self.bind(*variable, *initial, *result, place)?
            }
            ("least", arguments) if self.is_name(target, "math") => {
                self.extreme("math.least()", "math.@min", target, arguments, place)?
            }
            ("greatest", arguments) if self.is_name(target, "math") => {
                self.extreme("math.greatest()", "math.@max", target, arguments, place)?
            }
            _ => return Ok(None),
        }))
    }

    fn has(&mut self, argument: Id, place: Place) -> Parsed<Id> {
        if let Node::Select { operand, field, test: false } = *self.ast.node(argument) {
            let field_place = self.ast.place(argument);
            return self.push(Node::Select { operand, field, test: true }, field_place.marked(place.mark));
        }
        self.macro_mistake("invalid argument to has() macro", argument)
    }

    fn quantifier(&mut self, which: Quantifier, range: Id, variable: Id, predicate: Id, place: Place) -> Parsed<Id> {
        let variable = match self.item_name(variable, "argument must be a simple name")? {
            Ok(name) => name,
            Err(mistake) => return Ok(mistake),
        };
        let (initial, condition, step, kind) = match which {
            Quantifier::All => self.all(predicate, place)?,
            Quantifier::Exists => self.exists(predicate, place)?,
            Quantifier::ExistsOne => self.exists_one(predicate, place)?,
        };
        let mut result = self.accumulator(place)?;
        if which == Quantifier::ExistsOne {
            let one = self.literal_node(Value::Int(1), place)?;
            result = self.expanded(Operator::Equals, &[result, one], place)?;
        }
        let fold = Fold { kind, range, variable, accumulator: ACCUMULATOR, initial, condition, step, result };
        self.push(Node::Fold(Box::new(fold)), place)
    }

    fn all(&mut self, predicate: Id, place: Place) -> Parsed<(Id, Id, Id, FoldKind)> {
        let initial = self.literal_node(Value::Bool(true), place)?;
        let so_far = self.accumulator(place)?;
        let condition = self.expanded(Operator::NotStrictlyFalse, &[so_far], place)?;
        let so_far = self.accumulator(place)?;
        let step = self.expanded(Operator::And, &[so_far, predicate], place)?;
        Ok((initial, condition, step, FoldKind::All { predicate }))
    }

    fn exists(&mut self, predicate: Id, place: Place) -> Parsed<(Id, Id, Id, FoldKind)> {
        let initial = self.literal_node(Value::Bool(false), place)?;
        let so_far = self.accumulator(place)?;
        let not = self.expanded(Operator::Not, &[so_far], place)?;
        let condition = self.expanded(Operator::NotStrictlyFalse, &[not], place)?;
        let so_far = self.accumulator(place)?;
        let step = self.expanded(Operator::Or, &[so_far, predicate], place)?;
        Ok((initial, condition, step, FoldKind::Exists { predicate }))
    }

    fn exists_one(&mut self, predicate: Id, place: Place) -> Parsed<(Id, Id, Id, FoldKind)> {
        let initial = self.literal_node(Value::Int(0), place)?;
        let condition = self.literal_node(Value::Bool(true), place)?;
        let (so_far, one) = (self.accumulator(place)?, self.literal_node(Value::Int(1), place)?);
        let more = self.expanded(Operator::Add, &[so_far, one], place)?;
        let so_far = self.accumulator(place)?;
        let step = self.expanded(Operator::Conditional, &[predicate, more, so_far], place)?;
        Ok((initial, condition, step, FoldKind::ExistsOne { predicate }))
    }

    fn map_items(&mut self, range: Id, variable: Id, filter: Option<Id>, transform: Id, place: Place) -> Parsed<Id> {
        let variable = match self.item_name(variable, "argument is not an identifier")? {
            Ok(name) => name,
            Err(mistake) => return Ok(mistake),
        };
        self.collect(range, variable, FoldKind::Map { filter, transform }, (filter, transform), place)
    }

    fn filter_items(&mut self, range: Id, variable: Id, predicate: Id, place: Place) -> Parsed<Id> {
        let item = variable;
        let variable = match self.item_name(variable, "argument is not an identifier")? {
            Ok(name) => name,
            Err(mistake) => return Ok(mistake),
        };
        self.collect(range, variable, FoldKind::Filter { predicate }, (Some(predicate), item), place)
    }

    /// A fold that adds one item after the other to a list, those for which the filter is true.
    fn collect(
        &mut self,
        range: Id,
        variable: &'a str,
        kind: FoldKind,
        (filter, item): (Option<Id>, Id),
        place: Place,
    ) -> Parsed<Id> {
        let initial = self.push(Node::List(Vec::new()), place)?;
        let condition = self.literal_node(Value::Bool(true), place)?;
        let so_far = self.accumulator(place)?;
        let items = self.push(Node::List(vec![Item { value: item, optional: false }]), place)?;
        let mut step = self.expanded(Operator::Add, &[so_far, items], place)?;
        if let Some(filter) = filter {
            let so_far = self.accumulator(place)?;
            step = self.expanded(Operator::Conditional, &[filter, step, so_far], place)?;
        }
        let result = self.accumulator(place)?;
        let fold = Fold { kind, range, variable, accumulator: ACCUMULATOR, initial, condition, step, result };
        self.push(Node::Fold(Box::new(fold)), place)
    }

    fn sort_by(&mut self, target: Id, variable: Id, key: Id, place: Place) -> Parsed<Id> {
        if !matches!(
            self.ast.node(target),
            Node::List(_)
                | Node::Select { .. }
                | Node::Ident { .. }
                | Node::Fold(_)
                | Node::Call(_)
                | Node::Operator { .. }
        ) {
            let text = "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
            return self.macro_mistake(text, target);
        }
        let input = self.ident(SORT_INPUT, place)?;
        let keys = self.map_items(input, variable, None, key, place)?;
        if matches!(self.ast.node(keys), Node::Invalid) {
            return Ok(keys);
        }
        let list = self.ident(SORT_INPUT, place)?;
        let sorted = self.named_call("@sortByAssociatedKeys", Some(list), &[keys], place)?;
        self.name_value(SORT_INPUT, target, sorted, place)
    }

    /// `optMap` wraps what it computes into an optional, `optFlatMap` computes one. The target is shared, not copied: it is
    /// computed for the question and again for the value, as in cel-go.
    fn map_optional(&mut self, target: Id, variable: Id, transform: Id, wrap: bool, place: Place) -> Parsed<Id> {
        let Node::Ident { name, global: false } = *self.ast.node(variable) else {
            let function = if wrap { "optMap" } else { "optFlatMap" };
            return self.macro_mistake(&format!("{function}() variable name must be a simple identifier"), variable);
        };
        let has_value = self.named_call("hasValue", Some(target), &[], place)?;
        let value = self.named_call("value", Some(target), &[], place)?;
        let mut mapped = self.name_value(name, value, transform, place)?;
        if wrap {
            mapped = self.named_call("optional.of", None, &[mapped], place)?;
        }
        let none = self.named_call("optional.none", None, &[], place)?;
        self.expanded(Operator::Conditional, &[has_value, mapped, none], place)
    }

    fn bind(&mut self, variable: Id, initial: Id, result: Id, place: Place) -> Parsed<Id> {
        let Node::Ident { name, global: false } = *self.ast.node(variable) else {
            return self.macro_mistake("cel.bind() variable names must be simple identifiers", variable);
        };
        self.name_value(name, initial, result, place)
    }

    /// A fold over nothing, whose accumulator is the name for a value.
    fn name_value(&mut self, name: &'a str, value: Id, result: Id, place: Place) -> Parsed<Id> {
        let range = self.push(Node::List(Vec::new()), place)?;
        let condition = self.literal_node(Value::Bool(false), place)?;
        let step = self.ident(name, place)?;
        let fold = Fold {
            kind: FoldKind::Bind,
            range,
            variable: UNUSED,
            accumulator: name,
            initial: value,
            condition,
            step,
            result,
        };
        self.push(Node::Fold(Box::new(fold)), place)
    }

    /// `math.least` and `math.greatest`.
    fn extreme(
        &mut self,
        shown: &str,
        function: &'static str,
        target: Id,
        arguments: &[Id],
        place: Place,
    ) -> Parsed<Id> {
        match arguments {
            [] => self.macro_mistake(&format!("{shown} requires at least one argument"), target),
            [only] if self.is_numeric(*only) || self.is_list_of_numbers(*only) => {
                self.named_call(function, None, arguments, place)
            }
            [only] => self.macro_mistake(&format!("{shown} invalid single argument value"), *only),
            _ => match arguments.iter().find(|argument| !self.is_numeric(**argument)) {
                Some(wrong) => self.macro_mistake(&format!("{shown} simple literal arguments must be numeric"), *wrong),
                None if arguments.len() == 2 => self.named_call(function, None, arguments, place),
                None => {
                    let items = arguments.iter().map(|value| Item { value: *value, optional: false }).collect();
                    let list = self.push(Node::List(items), place)?;
                    self.named_call(function, None, &[list], place)
                }
            },
        }
    }

    /// Whether it can be a number, as far as one can see.
    fn is_numeric(&self, id: Id) -> bool {
        match self.ast.node(id) {
            Node::Literal(value) => value.as_number().is_some(),
            Node::List(_) | Node::Map(_) | Node::Message { .. } => false,
            _ => true,
        }
    }

    fn is_list_of_numbers(&self, id: Id) -> bool {
        match self.ast.node(id) {
            Node::List(items) => !items.is_empty() && items.iter().all(|item| self.is_numeric(item.value)),
            _ => false,
        }
    }

    fn is_name(&self, id: Id, wanted: &str) -> bool {
        matches!(self.ast.node(id), Node::Ident { name, global: false } if *name == wanted)
    }

    /// The name for each item, or the node that stands for the mistake.
    fn item_name(&mut self, variable: Id, mistake: &str) -> Parsed<Result<&'a str, Id>> {
        let Node::Ident { name, global: false } = *self.ast.node(variable) else {
            return self.macro_mistake(mistake, variable).map(Err);
        };
        if name == OLD_ACCUMULATOR {
            return self.macro_mistake("iteration variable overwrites accumulator variable", variable).map(Err);
        }
        Ok(Ok(name))
    }

    fn macro_mistake(&mut self, text: &str, at: Id) -> Parsed<Id> {
        self.mistake(Cause::Macro { text: text.to_string() }, self.ast.place(at))
    }

    fn accumulator(&mut self, place: Place) -> Parsed<Id> {
        self.ident(ACCUMULATOR, place)
    }

    fn ident(&mut self, name: &'a str, place: Place) -> Parsed<Id> {
        self.push(Node::Ident { name, global: false }, place)
    }

    fn literal_node(&mut self, value: Value, place: Place) -> Parsed<Id> {
        self.push(Node::Literal(value), place)
    }

    /// An operator that the expansion of a macro contains.
    fn expanded(&mut self, operator: Operator, operands: &[Id], place: Place) -> Parsed<Id> {
        let operands = self.ast.keep(operands);
        self.push(Node::Operator { operator, operands }, place)
    }

    /// A call that the expansion of a macro contains.
    fn named_call(&mut self, name: &'static str, target: Option<Id>, arguments: &[Id], place: Place) -> Parsed<Id> {
        let arguments = if arguments.is_empty() { Ids::NONE } else { self.ast.keep(arguments) };
        self.push(Node::Call(Call { name, at: place.start, global: false, target, arguments }), place)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantifier {
    All,
    Exists,
    ExistsOne,
}
