//! The names that Go's `%T` prints.

use std::fmt;

use crate::Value;

/// A Go type by name. Lists and maps carry one, so that `%T`, `%#v`, `typeOf` and `kindOf` answer as in Go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GoType(&'static str);

impl GoType {
    /// `[]interface {}`, the type of a list that nobody typed.
    pub const LIST: Self = Self("[]interface {}");
    /// `[]string`.
    pub const STRINGS: Self = Self("[]string");
    /// `[]int`.
    pub const INTS: Self = Self("[]int");
    /// `[]float64`.
    pub const FLOATS: Self = Self("[]float64");
    /// `[][]interface {}`.
    pub const LISTS: Self = Self("[][]interface {}");
    /// `[]map[string]interface {}`.
    pub const MAPS: Self = Self("[]map[string]interface {}");
    /// `map[string]interface {}`, the type of a map that nobody typed.
    pub const MAP: Self = Self("map[string]interface {}");
    /// `map[string]string`.
    pub const STRING_MAP: Self = Self("map[string]string");
    /// `map[interface {}]interface {}`.
    pub const ANY_MAP: Self = Self("map[interface {}]interface {}");

    /// The type with this name, written as `%T` prints it.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// The name, as `%T` prints it.
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// The type of the elements of a slice or of the values of a map: `string` of `[]string`.
    pub fn element(self) -> Option<Self> {
        let text = match self.0.strip_prefix("map[") {
            Some(rest) => &rest[closing_bracket(rest)? + 1..],
            None => self.0.strip_prefix('[')?.split_once(']')?.1,
        };
        Some(Self(text))
    }

    /// Whether the elements may be of any type.
    pub fn holds_anything(self) -> bool {
        self.element().is_none_or(|element| matches!(element.0, "interface {}" | "any"))
    }
}

/// Where the bracket that is already open ends; keys of maps can have brackets of their own.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    text.bytes().position(|byte| {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

impl fmt::Display for GoType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Value {
    /// The name of the Go type that this value has: what `%T` prints.
    pub fn type_name(&self) -> &str {
        match self {
            Self::Null => "<nil>",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint64",
            Self::Float(_) => "float64",
            Self::String(_) => "string",
            Self::Bytes(_) => "[]uint8",
            Self::List(list) => list.go_type().name(),
            Self::Map(map) => map.go_type().name(),
            Self::Timestamp(_) => "time.Time",
            Self::Duration(_) => "time.Duration",
            Self::Opaque(value) => value.type_name(),
            Self::Unknown(_) => "unknown",
        }
    }

    /// The name of the reflection kind of that type: what `kindOf` answers.
    pub fn kind_name(&self) -> &'static str {
        match self {
            Self::Null => "invalid",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint64",
            Self::Float(_) => "float64",
            Self::String(_) => "string",
            Self::Bytes(_) | Self::List(_) => "slice",
            Self::Map(_) => "map",
            Self::Duration(_) => "int64",
            Self::Opaque(_) if self.as_raw_text().is_some() => "string",
            Self::Opaque(value) if value.type_name().starts_with('*') => "ptr",
            Self::Timestamp(_) | Self::Opaque(_) | Self::Unknown(_) => "struct",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_types() {
        for (given, element) in [
            ("[]string", Some("string")),
            ("[][]int", Some("[]int")),
            ("[4]int", Some("int")),
            ("map[string]interface {}", Some("interface {}")),
            ("map[[2]int][]string", Some("[]string")),
            ("int", None),
            ("map[", None),
        ] {
            assert_eq!(GoType::new(given).element().map(GoType::name), element, "{given}");
        }
        assert!(GoType::LIST.holds_anything() && GoType::ANY_MAP.holds_anything());
        assert!(!GoType::STRINGS.holds_anything() && !GoType::LISTS.holds_anything());
    }
}
