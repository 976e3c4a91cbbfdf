//! The line of a message, with and without colours.

use super::decode::Given;
use std::fmt::Write as _;

/// How messages of a type look where colours can be seen.
struct Look {
    icon: &'static str,
    colour: &'static str,
    bold: bool,
}

const PLAIN: Look = Look { icon: "", colour: "", bold: false };

fn look(kind: &str) -> Look {
    match kind {
        "success" => Look { icon: "✅", colour: "#00FF00", bold: true },
        "warning" => Look { icon: "⚠️", colour: "#FFFF00", bold: false },
        "error" => Look { icon: "❌", colour: "#FF0000", bold: true },
        "info" => Look { icon: "💡", colour: "#00FFFF", bold: false },
        "debug" => Look { icon: "🐛", colour: "#FF00FF", bold: true },
        _ => PLAIN,
    }
}

/// Without colours: an icon only when the inputs say so.
pub(super) fn plain(given: &Given, text: &str) -> String {
    if given.is_raw() {
        return text.to_owned();
    }
    let label = given.label.as_ref().map(|label| format!("[{label}]")).unwrap_or_default();
    joined(given.style.icon.as_deref().unwrap_or_default(), &label, text)
}

/// With the colours and the icon of the type, or those of the inputs.
pub(super) fn coloured(given: &Given, text: &str) -> String {
    if given.is_raw() {
        return text.to_owned();
    }
    let (look, style) = (look(given.kind), &given.style);
    let mut codes = Vec::new();
    if style.bold.unwrap_or(look.bold) {
        codes.push("1".to_owned());
    }
    if style.italic.unwrap_or(false) {
        codes.push("3".to_owned());
    }
    codes.extend(colour_code(style.colour.as_deref().unwrap_or(look.colour)));
    let text = if codes.is_empty() { text.to_owned() } else { painted(text, &codes.join(";")) };
    let label = given.label.as_ref().map(|label| format!("\x1b[2m[{label}]\x1b[0m")).unwrap_or_default();
    joined(style.icon.as_deref().unwrap_or(look.icon), &label, &text)
}

fn joined(icon: &str, label: &str, text: &str) -> String {
    let mut line = String::new();
    for part in [icon, label].into_iter().filter(|part| !part.is_empty()) {
        line.extend([part, " "]);
    }
    line + text
}

/// Each line by itself, so that nothing behind a line has its colour.
fn painted(text: &str, codes: &str) -> String {
    let mut out = String::new();
    for (index, line) in text.split('\n').enumerate() {
        let end = if index > 0 { "\n" } else { "" };
        let _ = if line.is_empty() { write!(out, "{end}") } else { write!(out, "{end}\x1b[{codes}m{line}\x1b[0m") };
    }
    out
}

/// The code of `#RRGGBB`, `#RGB` or the number of a colour; anything else is no colour.
fn colour_code(colour: &str) -> Option<String> {
    let Some(digits) = colour.strip_prefix('#') else {
        return colour.parse::<u8>().ok().map(|number| format!("38;5;{number}"));
    };
    let wide: String = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_owned(),
    };
    let number = u32::from_str_radix(&wide, 16).ok().filter(|_| wide.len() == 6)?;
    Some(format!("38;2;{};{};{}", number >> 16, number >> 8 & 0xff, number & 0xff))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_understood() {
        let code = |colour: &str| colour_code(colour).unwrap_or_default();
        assert_eq!(code("#FF5733"), "38;2;255;87;51");
        assert_eq!(code("#f00"), "38;2;255;0;0");
        assert_eq!(code("196"), "38;5;196");
        assert_eq!([code("red"), code("#12345"), code("#ééé"), code("300")].concat(), "");
    }
}
