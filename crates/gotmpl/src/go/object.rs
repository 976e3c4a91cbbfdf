//! Structs with fields and methods: versions, certificates, months.

use std::any::Any;
use std::fmt;

use value::{Opaque, Value};

use super::Kind;
use crate::function::{Call, CallError, Param};
use crate::go::Type;

/// A value with fields and methods that a template can use: `(semver "1.2.3").Major`.
pub trait Object: Any + Send + Sync {
    /// The name of its Go type: `*semver.Version`, `sprig.certificate`.
    fn type_name(&self) -> &'static str;

    /// What `%v` prints.
    fn text(&self) -> String;

    /// Whether it is the same value; `other` may be of another type.
    fn equals(&self, other: &dyn Object) -> bool;

    /// Itself, to be cast to its type.
    fn as_any(&self) -> &dyn Any;

    /// The kind of its type.
    fn kind(&self) -> Kind {
        if self.type_name().starts_with('*') { Kind::Pointer } else { Kind::Struct }
    }

    /// The value of an exported field.
    fn field(&self, name: &str) -> Option<Value> {
        let _ = name;
        None
    }

    /// The methods that a template can call.
    fn methods(&self) -> &'static [Method] {
        &[]
    }

    /// The number or text that a named type such as `time.Month` is made of, and what stands for it in JSON.
    fn plain(&self) -> Option<Value> {
        None
    }
}

/// A method of an [`Object`].
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Its parameters, without the receiver.
    pub params: &'static [Param],
    /// What it gives back.
    pub returns: Type,
    /// What it does; the first value is the receiver.
    pub call: fn(&Value, &mut Call<'_>) -> Result<Value, CallError>,
}

/// An object as a value.
pub fn object(object: impl Object) -> Value {
    Value::opaque(Boxed(Box::new(object)))
}

/// The object inside `value`, if it is of type `T`.
pub fn as_object<T: Object>(value: &Value) -> Option<&T> {
    Boxed::of(value)?.as_any().downcast_ref()
}

/// The door through which an object becomes a value.
pub(crate) struct Boxed(Box<dyn Object>);

impl Boxed {
    pub(crate) fn of(value: &Value) -> Option<&dyn Object> {
        value.as_opaque::<Self>().map(|boxed| &*boxed.0)
    }
}

impl Opaque for Boxed {
    fn type_name(&self) -> &str {
        self.0.type_name()
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.0.equals(&*other.0))
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        self.0.plain()
    }
}
