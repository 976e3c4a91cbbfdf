//! Complex numbers.

use super::error::{NumError, NumProblem, Reason};
use super::float_parse::read_prefix;
use super::float_text::Bits;

/// The real and the imaginary part of the number that a text stands for, as `strconv.ParseComplex`: `N`, `Ni` or `N±Ni`,
/// in parentheses or not. `bits` is the size of each part.
pub fn parse_complex(text: &str, bits: Bits) -> Result<(f64, f64), NumError<(f64, f64)>> {
    read(text, bits).map_err(|(problem, value)| NumError::new("ParseComplex", text, problem, value))
}

fn read(text: &str, bits: Bits) -> Result<(f64, f64), Reason<(f64, f64)>> {
    let syntax = (NumProblem::Syntax, (0.0, 0.0));
    let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let (length, real) = read_prefix(text, bits).ok_or(syntax)?;
    let rest = &text[length..];
    let (parts, results) = match rest {
        "" => ((number(&real), 0.0), [real, Ok(0.0)]),
        "i" => ((0.0, number(&real)), [real, Ok(0.0)]),
        _ if rest.starts_with(['+', '-']) => {
            // The sign is left away so that `+NaNi` is read, but `++1i` is not.
            let rest = rest.strip_prefix('+').filter(|text| !text.is_empty() && !text.starts_with('+')).unwrap_or(rest);
            let (length, imaginary) = read_prefix(rest, bits).ok_or(syntax)?;
            if &rest[length..] != "i" {
                return Err(syntax);
            }
            ((number(&real), number(&imaginary)), [real, imaginary])
        }
        _ => return Err(syntax),
    };
    if results.iter().all(Result::is_ok) { Ok(parts) } else { Err((NumProblem::Range, parts)) }
}

/// The number, or infinity when it is out of range.
fn number(result: &Result<f64, Reason<f64>>) -> f64 {
    match result {
        Ok(number) | Err((_, number)) => *number,
    }
}
