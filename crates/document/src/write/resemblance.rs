//! Texts that YAML would read as something else when they are not quoted.

/// Whether yaml.v3 quotes a text because it would be read as another type, by itself or by a parser of YAML 1.1.
pub(super) fn reads_as_other(text: &str) -> bool {
    match text.as_bytes().first() {
        None => true,
        Some(b'0'..=b'9' | b'+' | b'-') => is_number(text) || is_time(text) || is_base_60(text) || is_infinite(text),
        Some(b'.') => is_infinite(text) || is_dotted_float(text) || matches!(text, ".nan" | ".NaN" | ".NAN"),
        Some(_) => is_word(text),
    }
}

/// Truth values and nothing, of YAML 1.2 and 1.1.
fn is_word(text: &str) -> bool {
    matches!(
        text,
        "true"
            | "True"
            | "TRUE"
            | "false"
            | "False"
            | "FALSE"
            | "~"
            | "null"
            | "Null"
            | "NULL"
            | "y"
            | "Y"
            | "yes"
            | "Yes"
            | "YES"
            | "on"
            | "On"
            | "ON"
            | "n"
            | "N"
            | "no"
            | "No"
            | "NO"
            | "off"
            | "Off"
            | "OFF"
    )
}

fn is_infinite(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF")
}

/// A number that begins with a point; here an underscore has to stand between two digits.
fn is_dotted_float(text: &str) -> bool {
    let between_digits = |parts: &[u8]| parts[1] != b'_' || (parts[0].is_ascii_digit() && parts[2].is_ascii_digit());
    !text.ends_with('_') && text.as_bytes().windows(3).all(between_digits) && is_float(&text.replace('_', ""))
}

fn is_number(text: &str) -> bool {
    let plain = if text.contains('_') { &text.replace('_', "") } else { text };
    is_integer(plain) || is_float(plain)
}

/// What Go's `ParseInt` and `ParseUint` take with base 0, and what yaml.v3 takes behind `0b` and `0o`.
fn is_integer(text: &str) -> bool {
    let (sign, unsigned) = split_sign(text);
    let (base, digits) = split_base(unsigned);
    if fits(sign, digits, base) {
        return true;
    }
    let inner_signed =
        unsigned.strip_prefix("0b").map(|rest| (2, rest)).or(unsigned.strip_prefix("0o").map(|rest| (8, rest)));
    match inner_signed {
        Some((base, rest)) if sign.is_empty() => {
            let (sign, digits) = split_sign(rest);
            fits(sign, digits, base)
        }
        _ => false,
    }
}

fn split_sign(text: &str) -> (&str, &str) {
    text.split_at(usize::from(text.starts_with(['+', '-'])))
}

fn split_base(text: &str) -> (u32, &str) {
    match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'o' | b'O', ..] => (8, &text[2..]),
        [b'0', _, ..] => (8, &text[1..]),
        _ => (10, text),
    }
}

/// Whether digits make a number of 64 bits; one with a sign has to fit a signed number.
fn fits(sign: &str, digits: &str, base: u32) -> bool {
    if !digits.chars().all(|char| char.is_digit(base)) {
        return false;
    }
    match (u64::from_str_radix(digits, base), sign) {
        (Ok(_), "") => true,
        (Ok(number), "-") => number <= i64::MIN.unsigned_abs(),
        (Ok(number), _) => number <= i64::MAX.unsigned_abs(),
        (Err(_), _) => false,
    }
}

/// Digits with a point or an exponent or neither; one that is too large to be a number stays text.
fn is_float(text: &str) -> bool {
    let (_, unsigned) = split_sign(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(split_sign(exponent).1)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    has_digits
        && is_digits(whole)
        && is_digits(fraction)
        && exponent.is_none_or(|exponent| !exponent.is_empty() && is_digits(exponent))
        && text.parse().is_ok_and(f64::is_finite)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// YAML 1.1's `12:30:45`.
fn is_base_60(text: &str) -> bool {
    let (_, unsigned) = split_sign(text);
    let Some((first, rest)) = unsigned.split_once(':') else { return false };
    let is_sixtieth = |part: &str| match part.as_bytes() {
        [digit] | [b'0'..=b'5', digit] => digit.is_ascii_digit(),
        _ => false,
    };
    let (parts, fraction) = rest.split_once('.').unwrap_or((rest, ""));
    let with_gaps = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    first.starts_with(|char: char| char.is_ascii_digit())
        && with_gaps(first)
        && with_gaps(fraction)
        && parts.split(':').all(is_sixtieth)
}

/// A date, or a date and a time, in one of the four layouts of yaml.v3, as Go's `time.Parse` takes them.
fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some((year, rest)) = bytes.split_first_chunk::<4>() else { return false };
    if !year.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let year = year.iter().fold(0, |year: u16, digit| year * 10 + u16::from(digit - b'0'));
    Clock(rest).date(year).is_some_and(|rest| rest.0.is_empty() || rest.is_time_of_day())
}

/// What is left of a time.
#[derive(Clone, Copy)]
struct Clock<'t>(&'t [u8]);

impl<'t> Clock<'t> {
    fn date(self, year: u16) -> Option<Self> {
        let (month, rest) = self.after(b'-')?.number()?;
        let (day, rest) = rest.after(b'-')?.number()?;
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
            2 => 28,
            1..=12 => 31,
            _ => return None,
        };
        (1..=days).contains(&day).then_some(rest)
    }

    /// `T…` with an offset, or spaces and no offset.
    fn is_time_of_day(self) -> bool {
        match self.0 {
            [b'T' | b't', rest @ ..] => Clock(rest).time().is_some_and(Clock::is_offset),
            [b' ', ..] => Clock(self.0.trim_ascii_start()).time().is_some_and(|rest| rest.0.is_empty()),
            _ => false,
        }
    }

    fn time(self) -> Option<Self> {
        let (hour, rest) = self.number()?;
        let (minute, rest) = rest.after(b':')?.number()?;
        let (second, rest) = rest.after(b':')?.number()?;
        (hour < 24 && minute < 60 && second < 60).then(|| rest.skip_fraction())
    }

    fn skip_fraction(self) -> Self {
        match self.0 {
            [b'.' | b',', rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit) => {
                Clock(&rest[rest.iter().take_while(|byte| byte.is_ascii_digit()).count()..])
            }
            _ => self,
        }
    }

    fn is_offset(self) -> bool {
        match self.0 {
            b"Z" => true,
            [b'+' | b'-', a, b, b':', c, d] => {
                let two = |tens: u8, ones: u8| {
                    (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| (tens - b'0') * 10 + ones - b'0')
                };
                two(*a, *b).is_some_and(|hours| hours <= 24) && two(*c, *d).is_some_and(|minutes| minutes <= 60)
            }
            _ => false,
        }
    }

    fn after(self, separator: u8) -> Option<Self> {
        self.0.strip_prefix(&[separator]).map(Clock)
    }

    /// One or two digits.
    fn number(self) -> Option<(u8, Clock<'t>)> {
        match self.0 {
            [a, b, rest @ ..] if a.is_ascii_digit() && b.is_ascii_digit() => {
                Some(((a - b'0') * 10 + b - b'0', Clock(rest)))
            }
            [a, rest @ ..] if a.is_ascii_digit() => Some((a - b'0', Clock(rest))),
            _ => None,
        }
    }
}
