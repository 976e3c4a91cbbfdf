//! Permission bits.

use diagnostics::{Code, Diagnostic, Explain, Span};
use document::Node;
use document::decode::{Decode, Decoder, Shape, Text, TextShape, Value, Written};
use thiserror::Error;

/// The largest mode that a manifest can ask for.
const LARGEST: u32 = 0o777;

/// A mode that is none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum ModeError {
    #[error("mode `{given}` is a number, not a text")]
    Unquoted { given: String, help: Option<String>, at: Span },
    #[error("mode `{given}` is not an octal number of three or four digits")]
    NotOctal { given: String, at: Span },
    #[error("mode `{given}` is greater than 0777")]
    TooLarge { given: String, at: Span },
}

pub(crate) static UNQUOTED: Code = Code::new(
    "file::mode-unquoted",
    "A mode is written in quotes. Without them YAML reads `0644` as an octal number, 420 in decimal, and what is left \
     no longer says what was meant.\n\n```yaml\nmode: \"0644\"\n```",
);

pub(crate) static NOT_OCTAL: Code = Code::new(
    "file::mode-not-octal",
    "A mode is three or four octal digits, with or without the prefix `0o`: `\"644\"`, `\"0644\"` and `\"0o644\"` are \
     the same. Symbolic modes such as `u=rw,go=r` are not understood.",
);

pub(crate) static TOO_LARGE: Code = Code::new(
    "file::mode-too-large",
    "Only the permission bits up to `0777` can be managed. Set-uid, set-gid and sticky bits are not.",
);

impl Explain for ModeError {
    fn explain(&self) -> Diagnostic {
        let (code, at, help) = match self {
            Self::Unquoted { at, help, .. } => (&UNQUOTED, at, help.clone()),
            Self::NotOctal { at, .. } => (&NOT_OCTAL, at, Some("write it as `\"0644\"`".to_owned())),
            Self::TooLarge { at, .. } => {
                (&TOO_LARGE, at, Some("set-uid, set-gid and sticky bits are not managed: leave them out".to_owned()))
            }
        };
        Diagnostic::error(code, self.to_string()).at(*at, "given here").help(help)
    }
}

/// Permission bits, and how they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mode {
    pub(crate) bits: u32,
    written: String,
}

impl Mode {
    /// What an empty text says.
    pub(crate) fn is_empty(&self) -> bool {
        self.written.is_empty()
    }
}

impl Decode for Mode {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = Text::decode(node, decoder)?;
        let bits = if text.is_empty() { Ok(0) } else { parse(&text) };
        match bits {
            Ok(bits) => Some(Self { bits, written: text.value }),
            Err(error) => decoder.refuse(error.explain()),
        }
    }

    fn shape() -> Shape {
        Shape::Text(TextShape { called: Some(("a mode in quotes", "modes in quotes")), ..TextShape::PLAIN })
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::from(self.written.as_str()))
    }
}

/// Reads `644`, `0644`, `0o644` or `0O644`.
fn parse(text: &Text) -> Result<u32, ModeError> {
    let (given, at) = (text.value.clone(), text.span);
    if text.written == Written::Number {
        let given = text.source.as_ref().unwrap_or(&given);
        let tens = counted_in_tens(given);
        // ccm: numbers become texts, and `755` is one that says what it said.
        if tens.is_some() || *given != text.value || given.len() != 3 {
            return Err(ModeError::Unquoted { given: given.clone(), help: tens.or_else(|| text.quote_it()), at });
        }
    }
    let digits = given.strip_prefix("0o").or_else(|| given.strip_prefix("0O")).unwrap_or(&given);
    let is_octal = digits.len() >= 3 && digits.bytes().all(|b| matches!(b, b'0'..=b'7'));
    match u32::from_str_radix(digits, 8) {
        Ok(mode) if is_octal && mode > LARGEST => Err(ModeError::TooLarge { given, at }),
        Ok(mode) if is_octal && digits.len() <= 4 => Ok(mode),
        _ => Err(ModeError::NotOctal { given, at }),
    }
}

/// A number such as 420 is what programs make of 0644: the owner could not even read and write what its digits say.
fn counted_in_tens(given: &str) -> Option<String> {
    let owner_works = |bits: u32| bits <= LARGEST && bits >> 6 & 0o6 == 0o6;
    let meant = given.parse().ok().filter(|bits| !given.starts_with('0') && owner_works(*bits))?;
    let is_plausible = u32::from_str_radix(given, 8).is_ok_and(owner_works);
    (!is_plausible).then(|| format!("modes are octal, and {given} is 0{meant:o} there: write `\"0{meant:o}\"`"))
}

/// A directory that can be read or written can be entered too.
// ccm: file/type.go, execute is added to every triad that has read or write.
pub(crate) fn of_directory(mode: u32) -> u32 {
    (0..3).fold(mode, |mode, triad| {
        let shift = triad * 3;
        if mode & (0o6 << shift) == 0 { mode } else { mode | (0o1 << shift) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use diagnostics::FileId;
    use document::Style;

    fn text(value: &str, written: Written) -> Text {
        let span = Span::new(FileId::FIRST, 0, 0);
        Text { value: value.to_owned(), span, written, style: Style::Plain, source: None }
    }

    #[test]
    fn all_forms_mean_the_same() {
        for form in ["644", "0644", "0o644", "0O644", "0o0644"] {
            assert_eq!(parse(&text(form, Written::Text)), Ok(0o644), "{form}");
        }
        assert_eq!(parse(&text("000", Written::Text)), Ok(0));
        assert_eq!(parse(&text("755", Written::Number)), Ok(0o755), "the number has the digits that were written");
    }

    #[test]
    fn what_is_no_mode_is_refused() {
        let refused = |form| parse(&text(form, Written::Text)).expect_err(form).to_string();
        for form in ["", "77", "-644", "0888", "rw-r--r--", "0o", "+644", " 644", "00644"] {
            assert_eq!(refused(form), format!("mode `{form}` is not an octal number of three or four digits"));
        }
        for form in ["1777", "4755", "07777", "0o7777"] {
            assert_eq!(refused(form), format!("mode `{form}` is greater than 0777"));
        }
        for (value, source) in [("420", "420"), ("420", "0644"), ("420", "0o644"), ("1777", "1777"), ("644", "6_44")] {
            let number = Text { source: Some(source.to_owned()), ..text(value, Written::Number) };
            assert!(matches!(parse(&number), Err(ModeError::Unquoted { .. })), "{source}");
        }
    }

    #[test]
    fn what_a_program_counted_in_tens_is_translated() {
        for (given, meant) in [("420", "0644"), ("493", "0755"), ("384", "0600"), ("511", "0777")] {
            assert!(counted_in_tens(given).is_some_and(|help| help.ends_with(&format!("write `\"{meant}\"`"))));
        }
        for given in ["644", "755", "0644", "0", "99999", "-1", "600", "1.5"] {
            assert_eq!(counted_in_tens(given), None, "{given}");
        }
    }

    #[test]
    fn a_directory_that_can_be_read_can_be_entered() {
        for (mode, wanted) in
            [(0o644, 0o755), (0o600, 0o700), (0o640, 0o750), (0o711, 0o711), (0o000, 0o000), (0o222, 0o333)]
        {
            assert_eq!(of_directory(mode), wanted, "{mode:o}");
        }
    }
}
