//! Numbers: what one literal is as every type that can hold it.

/// A number as every type that can hold it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Number {
    pub(crate) int: Option<i64>,
    pub(crate) uint: Option<u64>,
    pub(crate) float: Option<f64>,
    /// Real and imaginary part.
    pub(crate) complex: Option<(f64, f64)>,
    /// Whether it is a floating-point number where no type is wanted.
    pub(crate) is_written_as_float: bool,
}

impl Number {
    /// `'x'`
    pub(super) fn character(text: &[u8]) -> Result<Self, String> {
        let (found, rest) = super::strconv::unquote_char(&text[1..], b'\'').ok_or("invalid syntax")?;
        if rest != b"'" {
            return Err(format!("malformed character constant: {}", String::from_utf8_lossy(text)));
        }
        let code = i64::from(found);
        Ok(Self { int: Some(code), uint: Some(found.into()), float: Some(f64::from(found)), ..Self::default() })
    }

    /// `1+2i`
    pub(super) fn complex(text: &[u8]) -> Result<Self, String> {
        super::strconv::scan_complex(text).map(|(real, imaginary)| Self::from_complex(real, imaginary))
    }

    /// All other numbers.
    pub(super) fn read(text: &[u8]) -> Result<Self, String> {
        let shown = String::from_utf8_lossy(text);
        if let Some(imaginary) = shown.strip_suffix('i').and_then(super::strconv::parse_float) {
            return Ok(Self::from_complex(0.0, imaginary));
        }
        let int = super::strconv::parse_int(&shown);
        let uint = super::strconv::parse_uint(&shown).or(int.filter(|int| *int == 0).map(|_| 0));
        #[expect(clippy::cast_precision_loss, reason = "a float that is written as an integer is the nearest one")]
        let float = int.map(|int| int as f64).or_else(|| uint.map(|uint| uint as f64));
        if float.is_some() {
            return Ok(Self { int, uint, float, is_written_as_float: looks_like_float(&shown), complex: None });
        }
        let quoted = || value::quote(&shown);
        let float =
            super::strconv::parse_float(&shown).ok_or_else(|| format!("illegal number syntax: {}", quoted()))?;
        if !shown.contains(['.', 'e', 'E', 'p', 'P']) {
            return Err(format!("integer overflow: {}", quoted()));
        }
        Ok(Self { is_written_as_float: looks_like_float(&shown), ..Self::from_float(float) })
    }

    fn from_complex(real: f64, imaginary: f64) -> Self {
        let simple = if imaginary == 0.0 { Self::from_float(real) } else { Self::default() };
        Self { complex: Some((real, imaginary)), ..simple }
    }

    /// A float, and the integers that it is equal to.
    fn from_float(float: f64) -> Self {
        Self { int: int_of(float), uint: uint_of(float), float: Some(float), ..Self::default() }
    }
}

/// The integer that the float is; beyond the ends Go's conversion gives the smallest one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "it is compared with what it came from"
)]
#[expect(clippy::float_cmp, reason = "the question is whether they are the same")]
fn int_of(float: f64) -> Option<i64> {
    let in_range = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float);
    let int = if in_range { float as i64 } else { i64::MIN };
    (int as f64 == float).then_some(int)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "as above")]
#[expect(clippy::float_cmp, reason = "the question is whether they are the same")]
fn uint_of(float: f64) -> Option<u64> {
    let uint = float as u64;
    (uint as f64 == float).then_some(uint)
}

/// Whether a number is meant to be a float.
fn looks_like_float(text: &str) -> bool {
    let is_hex = text.len() > 2 && (text.starts_with("0x") || text.starts_with("0X"));
    let has_power = text.contains(['p', 'P']);
    has_power || (!is_hex && text.contains(['.', 'e', 'E']))
}
