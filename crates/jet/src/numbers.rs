//! Numbers that are written as text.

/// A float as Go's `strconv.ParseFloat` reads it; `Err(true)` when it is too large.
pub(crate) fn parse_float(text: &str) -> Result<f64, bool> {
    match text.parse::<f64>() {
        Ok(number) if number.is_infinite() && text.contains(|c: char| c.is_ascii_digit()) => Err(true),
        Ok(number) => Ok(number),
        Err(_) => Err(false),
    }
}
