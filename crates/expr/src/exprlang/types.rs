//! What is known about values before an expression runs.

use std::fmt;

/// The type of a name, an argument or a result, as far as it is known before an expression runs.
///
/// Where a type is known, misuse is found when the expression is compiled; where it is [`Type::Any`], when it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type {
    /// Anything.
    Any,
    /// A truth value.
    Bool,
    /// A signed integer.
    Int,
    /// A floating-point number.
    Float,
    /// Text.
    String,
    /// Bytes.
    Bytes,
    /// A list of anything.
    List,
    /// A list of texts.
    Strings,
    /// A map from text to anything.
    Map,
    /// A map from text to text; a missing key gives the empty text.
    StringMap,
    /// An instant.
    Time,
    /// A span of time.
    Duration,
    /// A function that is carried around, not called.
    Function,
}

/// A type as the checker knows it. Lists know what is in them by a position in [`Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nature {
    /// Nothing is known, not even that it may be anything.
    Unknown,
    /// It is declared to be anything.
    Any,
    Nil,
    Bool,
    Int,
    /// An integer of another width, as some methods give it.
    Int64,
    /// A byte of a text or of bytes.
    Byte,
    Float,
    Text,
    Bytes,
    /// A list of anything whose items are known to have a type.
    List(Item),
    Strings,
    Map,
    StringMap,
    /// What `fromPairs` gives: a map with keys of any type.
    AnyMap,
    /// What `groupBy` gives: a map from anything to lists.
    Groups,
    Time,
    Duration,
    Zone,
    Month,
    Weekday,
    /// A function or a method that is not called.
    Function,
}

/// A class of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NatureKind {
    Invalid,
    Interface,
    Bool,
    Int,
    Int64,
    Byte,
    Float,
    Text,
    Slice,
    Map,
    Struct,
    Pointer,
    Function,
}

/// What is in a list: a position in [`Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Item(u32);

/// The types of the items of lists.
#[derive(Debug)]
pub(crate) struct Types {
    items: Vec<Nature>,
}

/// A list whose items may be anything.
pub(crate) const LIST: Nature = Nature::List(Item(0));

impl Types {
    pub(crate) fn new() -> Self {
        Self { items: vec![Nature::Any] }
    }

    /// A list of such items.
    pub(crate) fn list_of(&mut self, item: Nature) -> Nature {
        if item == Nature::Any {
            return LIST;
        }
        self.items.push(item);
        Nature::List(Item(u32::try_from(self.items.len() - 1).expect("the number of nodes is limited")))
    }

    /// What is in a list or in a map.
    pub(crate) fn item(&self, container: Nature) -> Nature {
        match container {
            Nature::List(Item(at)) => self.items[at as usize],
            Nature::Strings | Nature::StringMap => Nature::Text,
            Nature::Bytes => Nature::Byte,
            Nature::Groups => LIST,
            Nature::Map | Nature::AnyMap => Nature::Any,
            _ => Nature::Unknown,
        }
    }
}

impl Nature {
    pub(crate) fn is_unknown(self) -> bool {
        matches!(self, Self::Unknown | Self::Any)
    }

    pub(crate) fn is_integer(self) -> bool {
        matches!(self, Self::Int | Self::Int64 | Self::Byte)
    }

    pub(crate) fn is_number(self) -> bool {
        self.is_integer() || self == Self::Float
    }

    /// Numbers, and what is a number underneath.
    pub(crate) fn is_numeric_kind(self) -> bool {
        self.is_number() || matches!(self, Self::Duration | Self::Month | Self::Weekday)
    }

    pub(crate) fn is_list(self) -> bool {
        matches!(self, Self::List(_) | Self::Strings | Self::Bytes)
    }

    pub(crate) fn is_map(self) -> bool {
        matches!(self, Self::Map | Self::StringMap | Self::AnyMap | Self::Groups)
    }

    /// The class of types that Go's reflection puts it in.
    pub(crate) fn kind(self) -> NatureKind {
        match self {
            Self::Unknown | Self::Nil => NatureKind::Invalid,
            Self::Any => NatureKind::Interface,
            Self::Bool => NatureKind::Bool,
            Self::Int | Self::Month | Self::Weekday => NatureKind::Int,
            Self::Int64 | Self::Duration => NatureKind::Int64,
            Self::Byte => NatureKind::Byte,
            Self::Float => NatureKind::Float,
            Self::Text => NatureKind::Text,
            Self::Bytes | Self::List(_) | Self::Strings => NatureKind::Slice,
            Self::Map | Self::StringMap | Self::AnyMap | Self::Groups => NatureKind::Map,
            Self::Time => NatureKind::Struct,
            Self::Zone => NatureKind::Pointer,
            Self::Function => NatureKind::Function,
        }
    }

    /// What the keys of a map are.
    pub(crate) fn key(self) -> Self {
        if matches!(self, Self::AnyMap | Self::Groups) { Self::Any } else { Self::Text }
    }

    /// Whether Go would let a variable of that type hold it.
    pub(crate) fn assignable_to(self, other: Self) -> bool {
        match (self, other) {
            (Self::Nil, other) => {
                other == Self::Any || other.is_list() || other.is_map() || matches!(other, Self::Zone | Self::Function)
            }
            (Self::Unknown, _) | (_, Self::Unknown | Self::Nil) => false,
            (_, Self::Any) | (Self::List(_), Self::List(_)) => true,
            (a, b) => a == b,
        }
    }

    /// Whether the two can be asked to be equal.
    pub(crate) fn comparable_to(self, other: Self) -> bool {
        self.is_unknown()
            || other.is_unknown()
            || self == Self::Nil
            || other == Self::Nil
            || self.is_number() && other.is_number()
            || self.is_list() && other.is_list()
            || self.assignable_to(other)
    }
}

impl From<Type> for Nature {
    fn from(declared: Type) -> Self {
        match declared {
            Type::Any => Self::Any,
            Type::Bool => Self::Bool,
            Type::Int => Self::Int,
            Type::Float => Self::Float,
            Type::String => Self::Text,
            Type::Bytes => Self::Bytes,
            Type::List => LIST,
            Type::Strings => Self::Strings,
            Type::Map => Self::Map,
            Type::StringMap => Self::StringMap,
            Type::Time => Self::Time,
            Type::Duration => Self::Duration,
            Type::Function => Self::Function,
        }
    }
}

impl fmt::Display for Nature {
    /// How messages name it, with its article.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown | Self::Any => "a value of unknown type",
            Self::Nil => "nil",
            Self::Bool => "a bool",
            Self::Int | Self::Int64 => "an int",
            Self::Byte => "a byte",
            Self::Float => "a float",
            Self::Text => "a string",
            Self::Bytes => "bytes",
            Self::List(_) => "a list",
            Self::Strings => "a list of strings",
            Self::Map => "a map",
            Self::StringMap => "a map of strings",
            Self::AnyMap => "a map of pairs",
            Self::Groups => "a map of groups",
            Self::Time => "a time",
            Self::Duration => "a duration",
            Self::Zone => "a time zone",
            Self::Month => "a month",
            Self::Weekday => "a weekday",
            Self::Function => "a function",
        })
    }
}
