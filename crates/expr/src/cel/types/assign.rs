//! Which type can stand where another one is expected, and what open types turn out to be. The rules are those of cel-go,
//! with its preference for the more general of two types.

use super::arena::{Shape, Ty, Types};

impl Types {
    /// Whether two types fit each other: one value can be of both. What is learned of open types stays known only if
    /// they do. An open type on the right is bound first.
    pub(crate) fn is_assignable(&mut self, a: Ty, b: Ty) -> bool {
        let start = self.trail.len();
        let fits = self.assign(a, b);
        self.settle(start, fits)
    }

    /// The same for several pairs at once.
    pub(crate) fn are_assignable(&mut self, a: &[Ty], b: &[Ty]) -> bool {
        let start = self.trail.len();
        let fits = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.assign(*a, *b));
        self.settle(start, fits)
    }

    /// Keeps what a trial has bound, or undoes it.
    fn settle(&mut self, start: usize, fits: bool) -> bool {
        if fits {
            self.trail.truncate(start);
        }
        while self.trail.len() > start {
            let (number, before) = self.trail.pop().expect("the trail is longer than its start");
            self.bindings[number as usize] = before;
        }
        fits
    }

    fn assign(&mut self, a: Ty, b: Ty) -> bool {
        if a == b && !self.is_open(a) {
            return true;
        }
        if !self.burn() {
            return false;
        }
        if let Shape::Var(number) = self.shape(b) {
            match self.substitute_for(a, b, number) {
                Substitution::Valid => return true,
                Substitution::Taken => return false,
                Substitution::Impossible => {}
            }
        }
        if let Shape::Var(number) = self.shape(a) {
            return matches!(self.substitute_for(b, a, number), Substitution::Valid);
        }
        self.assign_shapes(a, b)
    }

    fn assign_shapes(&mut self, a: Ty, b: Ty) -> bool {
        match (self.shape(a), self.shape(b)) {
            (Shape::Dyn | Shape::Any | Shape::Error, _)
            | (_, Shape::Dyn | Shape::Any | Shape::Error)
            | (Shape::TypeOf(_) | Shape::Type, Shape::TypeOf(_) | Shape::Type) => true,
            (Shape::Null, other) | (other, Shape::Null) => is_nullable(other),
            (Shape::Wrapper(a), Shape::Wrapper(b)) => a == b,
            (Shape::Wrapper(inner), _) => inner == b,
            (_, Shape::Wrapper(inner)) => inner == a,
            (Shape::List(a), Shape::List(b)) | (Shape::Optional(a), Shape::Optional(b)) => self.assign(a, b),
            (Shape::Map(ak, av), Shape::Map(bk, bv)) => self.assign(ak, bk) && self.assign(av, bv),
            (a, b) => a == b,
        }
    }

    /// Whether the open type `open` can stand for `ty`; binds it if so.
    fn substitute_for(&mut self, ty: Ty, open: Ty, number: u32) -> Substitution {
        if ty == open {
            return Substitution::Valid;
        }
        if let Some(bound) = self.bindings[number as usize] {
            if ty == bound {
                return Substitution::Valid;
            }
            if !self.assign(ty, bound) {
                return Substitution::Taken;
            }
            let general = self.more_general(ty, bound);
            if self.is_free_of(open, general) {
                self.bind(number, general);
            }
            return Substitution::Valid;
        }
        if self.is_free_of(open, ty) {
            self.bind(number, ty);
            return Substitution::Valid;
        }
        Substitution::Impossible
    }

    fn bind(&mut self, number: u32, ty: Ty) {
        let before = self.bindings[number as usize].replace(ty);
        self.trail.push((number, before));
    }

    /// Whether an open type does not occur in `within`, so that it may stand for it.
    fn is_free_of(&self, open: Ty, within: Ty) -> bool {
        if open == within {
            return false;
        }
        if !self.is_open(within) {
            return true;
        }
        if !self.burn() {
            return false;
        }
        match self.shape(within) {
            Shape::Var(other) => match self.bindings[other as usize] {
                Some(bound) => self.is_free_of(open, bound),
                None => true,
            },
            Shape::List(a) | Shape::Optional(a) | Shape::TypeOf(a) => self.is_free_of(open, a),
            Shape::Map(a, b) => self.is_free_of(open, a) && self.is_free_of(open, b),
            _ => true,
        }
    }

    /// The more general of two types that fit each other.
    pub(crate) fn more_general(&self, a: Ty, b: Ty) -> Ty {
        if self.is_as_general(a, b) { a } else { b }
    }

    fn is_as_general(&self, a: Ty, b: Ty) -> bool {
        if a == b || !self.burn() {
            return true;
        }
        match (self.shape(a), self.shape(b)) {
            (Shape::Dyn | Shape::Any | Shape::Var(_), _) => true,
            (_, Shape::Dyn | Shape::Any | Shape::Var(_)) => false,
            (Shape::List(a), Shape::List(b)) | (Shape::Optional(a), Shape::Optional(b)) => self.is_as_general(a, b),
            (Shape::Map(ak, av), Shape::Map(bk, bv)) => self.is_as_general(ak, bk) && self.is_as_general(av, bv),
            (Shape::TypeOf(_) | Shape::Type, other) => matches!(other, Shape::TypeOf(_) | Shape::Type),
            // A type and its wrapper have one name.
            (Shape::Wrapper(inner), _) => inner == b,
            (_, Shape::Wrapper(inner)) => inner == a,
            _ => false,
        }
    }

    /// The type with what is known of open types put in; what is still open stays so.
    pub(crate) fn resolve(&mut self, ty: Ty) -> Ty {
        self.replace(ty, false)
    }

    /// The type with what is known of open types put in, and `dyn` for the rest.
    pub(crate) fn close(&mut self, ty: Ty) -> Ty {
        self.replace(ty, true)
    }

    fn replace(&mut self, ty: Ty, close: bool) -> Ty {
        if !self.is_open(ty) {
            return ty;
        }
        if !self.burn() {
            return Ty::DYN;
        }
        match self.shape(ty) {
            Shape::Var(number) => match self.bindings[number as usize] {
                Some(bound) => self.replace(bound, close),
                None if close => Ty::DYN,
                None => ty,
            },
            Shape::List(item) => {
                let item = self.replace(item, close);
                self.list(item)
            }
            Shape::Map(key, value) => {
                let (key, value) = (self.replace(key, close), self.replace(value, close));
                self.map(key, value)
            }
            Shape::Optional(value) => {
                let value = self.replace(value, close);
                self.optional(value)
            }
            Shape::TypeOf(of) => {
                let of = self.replace(of, close);
                self.type_of(of)
            }
            _ => ty,
        }
    }
}

/// What came of the question whether an open type can stand for another one.
enum Substitution {
    Valid,
    /// It stands for something else already.
    Taken,
    /// It occurs in the other one.
    Impossible,
}

/// Whether null is a value of such a type.
fn is_nullable(shape: Shape) -> bool {
    matches!(
        shape,
        Shape::Null | Shape::Optional(_) | Shape::Any | Shape::Duration | Shape::Timestamp | Shape::Wrapper(_)
    )
}
