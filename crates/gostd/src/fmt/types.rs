//! Names of Go types, taken apart.

use crate::strconv::Bits;

/// The types that are not made of others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Basic {
    Bool,
    Int,
    Uint,
    Float(Bits),
    Complex(Bits),
    String,
}

impl Basic {
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "bool" => Self::Bool,
            "int" | "int8" | "int16" | "int32" | "int64" => Self::Int,
            "uint" | "uint8" | "uint16" | "uint32" | "uint64" | "uintptr" => Self::Uint,
            "float32" => Self::Float(Bits::Single),
            "float64" => Self::Float(Bits::Double),
            "complex64" => Self::Complex(Bits::Single),
            "complex128" => Self::Complex(Bits::Double),
            "string" => Self::String,
            _ => return None,
        })
    }
}

/// The type of the elements of a list or of the values of a map; `None` when they may be of any type.
pub(super) fn element(name: &str) -> Option<&str> {
    let text = match name.strip_prefix("map[") {
        Some(rest) => &rest[closing_bracket(rest)? + 1..],
        None => name.strip_prefix('[')?.split_once(']')?.1,
    };
    concrete(text)
}

/// The type of the keys of a map; `None` when they may be of any type.
pub(super) fn key(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("map[")?;
    concrete(&rest[..closing_bracket(rest)?])
}

fn concrete(name: &str) -> Option<&str> {
    (!name.starts_with("interface {") && name != "any").then_some(name)
}

/// Where the bracket that is already open ends.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_types() {
        for (name, key_type, element_type) in [
            ("[]string", None, Some("string")),
            ("[]interface {}", None, None),
            ("[4][]int", None, Some("[]int")),
            ("map[string]interface {}", Some("string"), None),
            ("map[[2]int][]string", Some("[2]int"), Some("[]string")),
            ("map[interface {}]uint8", None, Some("uint8")),
            ("int", None, None),
            ("map[", None, None),
            ("[", None, None),
        ] {
            assert_eq!((key(name), element(name)), (key_type, element_type), "{name}");
        }
    }
}
