//! What a number literal means.

use crate::exprlang::error::Problem;
use crate::exprlang::syntax::Node;

/// Reads a literal as it was scanned: decimal, `0x`, `0o`, `0b`, or with a point or an exponent; `_` anywhere between.
pub(super) fn number(given: &str) -> Result<Node, Problem> {
    let digits = if given.contains('_') { given.replace('_', "") } else { given.to_string() };
    let lower = digits.to_ascii_lowercase();
    if let Some(hex) = lower.strip_prefix("0x") {
        return integer(given, hex, 16);
    }
    if lower.contains(['.', 'e']) {
        return float(given, &lower);
    }
    match (lower.strip_prefix("0b"), lower.strip_prefix("0o")) {
        (Some(binary), _) => integer(given, binary, 2),
        (_, Some(octal)) => integer(given, octal, 8),
        _ => integer(given, &lower, 10),
    }
}

fn integer(given: &str, digits: &str, radix: u32) -> Result<Node, Problem> {
    i64::from_str_radix(digits, radix).map(Node::Int).map_err(|error| match error.kind() {
        std::num::IntErrorKind::PosOverflow => Problem::NumberRange { given: given.to_string() },
        _ => Problem::Number { given: given.to_string() },
    })
}

fn float(given: &str, digits: &str) -> Result<Node, Problem> {
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Node::Float(number)),
        Ok(_) => Err(Problem::NumberRange { given: given.to_string() }),
        Err(_) => Err(Problem::Number { given: given.to_string() }),
    }
}
