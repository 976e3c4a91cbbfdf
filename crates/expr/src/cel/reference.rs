//! Everything that an expression can contain, for a page that lists it.

use super::engine::Engine;
use super::library::{MACROS, Native, Overload, TABLES};
use super::types::Type;

/// An operator, a macro or a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The heading that it belongs under.
    pub group: &'static str,
    /// Its name as one writes it: `+`, `map`, `strings.repeat`.
    pub name: &'static str,
    /// What it takes and gives, one line for each way to call it.
    pub signatures: Vec<String>,
    /// What it does, in one line.
    pub help: &'static str,
    /// An expression that shows it.
    pub example: &'static str,
    /// The result of the example as an expression; empty when it differs from run to run.
    pub result: &'static str,
}

impl Engine {
    /// Everything that expressions of this engine can contain: operators, macros, functions, and those that were handed
    /// in. What only macros use is left out.
    pub fn reference(&self) -> Vec<Entry> {
        let natives =
            TABLES.iter().copied().flatten().filter(|native| !native.name.contains('@') || native.name == "@in");
        let macros = MACROS.iter().map(|entry| Entry {
            group: "macros",
            name: entry.name,
            signatures: entry.signatures.iter().map(ToString::to_string).collect(),
            help: entry.help,
            example: entry.example,
            result: entry.result,
        });
        let handed_in = self.handed_in().iter().map(|function| Entry {
            group: function.group,
            name: function.name,
            signatures: function.overloads.iter().map(|overload| of_overload(function.name, overload)).collect(),
            help: function.help,
            example: function.example,
            result: function.result,
        });
        natives.map(of_native).chain(macros).chain(handed_in).collect()
    }
}

fn of_native(native: &Native) -> Entry {
    let signature = |name: &str, method, parameters: &[Type], result: Type| match operator_form(name) {
        Some(form) => operator_signature(form, parameters, result),
        None => signature(name, method, parameters, result),
    };
    Entry {
        group: native.group,
        name: operator_form(native.name).map_or(native.name, |(name, _)| name),
        signatures: (native.overloads.iter())
            .map(|overload| signature(native.name, overload.method, overload.parameters, overload.result))
            .collect(),
        help: native.help,
        example: native.example,
        result: native.result,
    }
}

fn of_overload(name: &str, overload: &Overload) -> String {
    signature(name, overload.method, overload.parameters, overload.result)
}

fn signature(name: &str, method: bool, parameters: &[Type], result: Type) -> String {
    let texts: Vec<String> = parameters.iter().map(ToString::to_string).collect();
    match texts.split_first() {
        Some((target, rest)) if method => format!("{target}.{name}({}) -> {result}", rest.join(", ")),
        _ => format!("{name}({}) -> {result}", texts.join(", ")),
    }
}

/// The sign of an operator, and how it stands between its operands.
fn operator_form(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "_?_:_" => ("?:", "_ ? _ : _"),
        "_&&_" => ("&&", "_ && _"),
        "_||_" => ("||", "_ || _"),
        "!_" => ("!", "!_"),
        "_==_" => ("==", "_ == _"),
        "_!=_" => ("!=", "_ != _"),
        "_<_" => ("<", "_ < _"),
        "_<=_" => ("<=", "_ <= _"),
        "_>_" => (">", "_ > _"),
        "_>=_" => (">=", "_ >= _"),
        "@in" => ("in", "_ in _"),
        "_+_" => ("+", "_ + _"),
        "_-_" => ("-", "_ - _"),
        "_*_" => ("*", "_ * _"),
        "_/_" => ("/", "_ / _"),
        "_%_" => ("%", "_ % _"),
        "-_" => ("- (sign)", "-_"),
        "_[_]" => ("[]", "_[_]"),
        "_[?_]" => ("[?]", "_[?_]"),
        "_?._" => (".?", "_.?_"),
        _ => return None,
    })
}

fn operator_signature((_, form): (&str, &str), parameters: &[Type], result: Type) -> String {
    let mut parts = form.split('_');
    let mut text = parts.next().unwrap_or_default().to_string();
    for (part, parameter) in parts.zip(parameters) {
        text.push_str(&parameter.to_string());
        text.push_str(part);
    }
    format!("{text} -> {result}")
}
