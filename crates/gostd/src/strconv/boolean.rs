//! Truth values.

use super::error::{NumError, NumProblem};

/// The truth value that a text stands for, as `strconv.ParseBool`.
pub fn parse_bool(text: &str) -> Result<bool, NumError<bool>> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(NumError::new("ParseBool", text, NumProblem::Syntax, false)),
    }
}
