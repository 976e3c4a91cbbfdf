//! Types while an expression is checked: each distinct type is kept once, so that equal types are equal numbers.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Write as _;

use super::declared::Type;

/// A type of one [`Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ty(u32);

/// What a type is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    Dyn,
    Any,
    /// What a mistake has left; it fits everywhere.
    Error,
    Null,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Duration,
    Timestamp,
    /// The type of all types.
    Type,
    /// A value or null; only the well-known messages have such types.
    Wrapper(Ty),
    List(Ty),
    Map(Ty, Ty),
    Optional(Ty),
    TypeOf(Ty),
    /// A type that is not known yet.
    Var(u32),
}

/// All types of an expression, and what is known of those that are still open.
pub(crate) struct Types {
    shapes: Vec<Shape>,
    /// Whether a type has an open one in it.
    open: Vec<bool>,
    known: HashMap<Shape, Ty>,
    /// What the open types stand for, as far as that is known.
    pub(super) bindings: Vec<Option<Ty>>,
    /// Bindings that a trial has replaced, so that it can be undone.
    pub(super) trail: Vec<(u32, Option<Ty>)>,
    /// How many comparisons are left before the types count as too complex.
    fuel: Cell<u32>,
}

/// The simple types are the first ones in every arena.
const SIMPLE: [Shape; 13] = [
    Shape::Dyn,
    Shape::Any,
    Shape::Error,
    Shape::Null,
    Shape::Bool,
    Shape::Int,
    Shape::Uint,
    Shape::Double,
    Shape::String,
    Shape::Bytes,
    Shape::Duration,
    Shape::Timestamp,
    Shape::Type,
];

/// Comparisons that one expression may need.
const FUEL: u32 = 2_000_000;

/// Texts of types are cut at this length: types can be larger than any text.
const MAX_TEXT: usize = 400;

impl Ty {
    pub(crate) const DYN: Self = Self(0);
    pub(crate) const ANY: Self = Self(1);
    pub(crate) const ERROR: Self = Self(2);
    pub(crate) const NULL: Self = Self(3);
    pub(crate) const BOOL: Self = Self(4);
    pub(crate) const INT: Self = Self(5);
    pub(crate) const UINT: Self = Self(6);
    pub(crate) const DOUBLE: Self = Self(7);
    pub(crate) const STRING: Self = Self(8);
    pub(crate) const BYTES: Self = Self(9);
    pub(crate) const DURATION: Self = Self(10);
    pub(crate) const TIMESTAMP: Self = Self(11);
    pub(crate) const TYPE: Self = Self(12);
}

impl Types {
    pub(crate) fn new() -> Self {
        Self {
            shapes: SIMPLE.to_vec(),
            open: vec![false; SIMPLE.len()],
            known: HashMap::new(),
            bindings: Vec::new(),
            trail: Vec::new(),
            fuel: Cell::new(FUEL),
        }
    }

    pub(crate) fn shape(&self, ty: Ty) -> Shape {
        self.shapes[ty.0 as usize]
    }

    pub(super) fn is_open(&self, ty: Ty) -> bool {
        self.open[ty.0 as usize]
    }

    /// Whether comparing has taken longer than an expression deserves.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.fuel.get() == 0
    }

    /// Whether there is fuel for one more comparison.
    pub(super) fn burn(&self) -> bool {
        let left = self.fuel.get();
        self.fuel.set(left.saturating_sub(1));
        left > 0
    }

    pub(crate) fn list(&mut self, item: Ty) -> Ty {
        self.intern(Shape::List(item))
    }

    pub(crate) fn map(&mut self, key: Ty, value: Ty) -> Ty {
        self.intern(Shape::Map(key, value))
    }

    pub(crate) fn optional(&mut self, value: Ty) -> Ty {
        self.intern(Shape::Optional(value))
    }

    pub(crate) fn type_of(&mut self, ty: Ty) -> Ty {
        self.intern(Shape::TypeOf(ty))
    }

    pub(crate) fn wrapper(&mut self, ty: Ty) -> Ty {
        self.intern(Shape::Wrapper(ty))
    }

    /// A type of which nothing is known yet.
    pub(crate) fn fresh(&mut self) -> Ty {
        let number = u32::try_from(self.bindings.len()).expect("an expression has fewer types");
        self.bindings.push(None);
        self.add(Shape::Var(number), true)
    }

    fn intern(&mut self, shape: Shape) -> Ty {
        if let Some(ty) = self.known.get(&shape) {
            return *ty;
        }
        let open = match shape {
            Shape::Wrapper(a) | Shape::List(a) | Shape::Optional(a) | Shape::TypeOf(a) => self.is_open(a),
            Shape::Map(a, b) => self.is_open(a) || self.is_open(b),
            _ => false,
        };
        let ty = self.add(shape, open);
        self.known.insert(shape, ty);
        ty
    }

    fn add(&mut self, shape: Shape, open: bool) -> Ty {
        let ty = Ty(u32::try_from(self.shapes.len()).expect("an expression has fewer types"));
        self.shapes.push(shape);
        self.open.push(open);
        ty
    }

    /// A declared type; `params` holds the open types for the names in it.
    pub(crate) fn declare(&mut self, declared: &Type, params: &mut Vec<(&'static str, Ty)>) -> Ty {
        match declared {
            Type::Dyn => Ty::DYN,
            Type::Any => Ty::ANY,
            Type::Null => Ty::NULL,
            Type::Bool => Ty::BOOL,
            Type::Int => Ty::INT,
            Type::Uint => Ty::UINT,
            Type::Double => Ty::DOUBLE,
            Type::String => Ty::STRING,
            Type::Bytes => Ty::BYTES,
            Type::Duration => Ty::DURATION,
            Type::Timestamp => Ty::TIMESTAMP,
            Type::List(item) => {
                let item = self.declare(item, params);
                self.list(item)
            }
            Type::Map(key, value) => {
                let (key, value) = (self.declare(key, params), self.declare(value, params));
                self.map(key, value)
            }
            Type::Optional(value) => {
                let value = self.declare(value, params);
                self.optional(value)
            }
            Type::TypeOf(of) => {
                let of = self.declare(of, params);
                self.type_of(of)
            }
            Type::Param(name) => self.param(name, params),
        }
    }

    fn param(&mut self, name: &'static str, params: &mut Vec<(&'static str, Ty)>) -> Ty {
        if let Some((_, ty)) = params.iter().find(|(known, _)| *known == name) {
            return *ty;
        }
        let ty = self.fresh();
        params.push((name, ty));
        ty
    }

    /// The text of a type in messages.
    pub(crate) fn text(&self, ty: Ty) -> String {
        let mut text = String::new();
        self.write(ty, &mut text);
        text
    }

    fn write(&self, ty: Ty, text: &mut String) {
        if text.len() > MAX_TEXT {
            if !text.ends_with('…') {
                text.push('…');
            }
            return;
        }
        let (name, parts): (&str, &[Ty]) = match self.shape(ty) {
            Shape::Dyn => ("dyn", &[]),
            Shape::Any => ("any", &[]),
            Shape::Error => ("!error!", &[]),
            Shape::Null => ("null", &[]),
            Shape::Bool => ("bool", &[]),
            Shape::Int => ("int", &[]),
            Shape::Uint => ("uint", &[]),
            Shape::Double => ("double", &[]),
            Shape::String => ("string", &[]),
            Shape::Bytes => ("bytes", &[]),
            Shape::Duration => ("duration", &[]),
            Shape::Timestamp => ("timestamp", &[]),
            Shape::Type => ("type", &[]),
            Shape::Wrapper(of) => ("wrapper", &[of]),
            Shape::List(item) => ("list", &[item]),
            Shape::Map(key, value) => ("map", &[key, value]),
            Shape::Optional(value) => ("optional_type", &[value]),
            Shape::TypeOf(of) => ("type", &[of]),
            Shape::Var(number) => {
                let _ = write!(text, "_var{number}");
                return;
            }
        };
        text.push_str(name);
        for (at, part) in parts.iter().enumerate() {
            text.push_str(if at == 0 { "(" } else { ", " });
            self.write(*part, text);
        }
        if !parts.is_empty() {
            text.push(')');
        }
    }
}
