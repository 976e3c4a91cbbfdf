//! Values as the machine holds them: what Go's `reflect.Value` tells apart.

use value::Value;

use crate::go::type_name;
use crate::program::Keep;

/// A value, borrowed from the data or the template where possible.
///
/// One that came out of an interface, as the values of a `map[string]interface {}` do, knows it: messages and a nil in
/// it depend on that.
#[derive(Clone)]
pub(crate) enum Val<'v> {
    /// A variable that is not declared.
    Undeclared,
    /// No value at all: what a missing key gives, printed as `<no value>`.
    Nothing,
    Ref(&'v Value, Keep),
    Own(Value, Keep),
}

impl Val<'_> {
    /// A value of its own type.
    pub(crate) fn concrete(value: Value) -> Self {
        Self::Own(value, Keep::Concrete)
    }

    /// The value; nothing when there is none at all.
    pub(crate) fn get(&self) -> Option<&Value> {
        match self {
            Self::Undeclared | Self::Nothing => None,
            Self::Ref(value, _) => Some(value),
            Self::Own(value, _) => Some(value),
        }
    }

    /// The value, unless there is none or it is a nil without a type.
    pub(crate) fn present(&self) -> Option<&Value> {
        self.get().filter(|value| !value.is_null())
    }

    /// Whether it still is inside of an interface.
    pub(crate) fn is_interface(&self) -> bool {
        matches!(self, Self::Ref(_, Keep::Interface) | Self::Own(_, Keep::Interface))
    }

    /// The value without the interface around it; nothing when that was nil.
    pub(crate) fn unwrapped(self) -> Self {
        match self {
            Self::Ref(Value::Null, _) | Self::Own(Value::Null, _) => Self::Nothing,
            Self::Ref(value, _) => Self::Ref(value, Keep::Concrete),
            Self::Own(value, _) => Self::Own(value, Keep::Concrete),
            other => other,
        }
    }

    /// The value as `keep` says.
    pub(crate) fn kept(self, keep: Keep) -> Self {
        match keep {
            Keep::Interface => self,
            Keep::Concrete => self.unwrapped(),
        }
    }

    /// The name of its static type.
    pub(crate) fn type_name(&self) -> &str {
        match self.get() {
            Some(_) if self.is_interface() => "interface {}",
            Some(value) => type_name(value),
            None => "<nil>",
        }
    }

    /// The value as a function gets it; nothing is nil.
    pub(crate) fn into_value(self) -> Value {
        match self {
            Self::Undeclared | Self::Nothing => Value::Null,
            Self::Ref(value, _) => value.clone(),
            Self::Own(value, _) => value,
        }
    }

    /// A part of this value, borrowed when this one is.
    pub(crate) fn part(&self, find: impl for<'e> FnOnce(&'e Value) -> Option<&'e Value>, keep: Keep) -> Option<Self> {
        match self {
            Self::Undeclared | Self::Nothing => None,
            Self::Ref(value, _) => find(value).map(|part| Self::Ref(part, keep)),
            Self::Own(value, _) => find(value).map(|part| Self::Own(part.clone(), keep)),
        }
    }
}
