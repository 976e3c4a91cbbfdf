//! Why a case fails: the original's message and our error are both brought to one of a few causes, which have to be the
//! same. The words are not compared. Ours is told by the kind of its error; only functions that fail in their own words
//! are told by those.

pub(crate) mod cel;
pub(crate) mod expr;

use std::ops::Range;

use serde_json::Value as Json;

/// The field of an answer that has our cause; it is no part of the recorded shape.
pub(crate) const FIELD: &str = "cause";

/// Why an expression fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The text cannot be read.
    Syntax,
    /// A macro was used in a way that it cannot be used.
    Macro,
    /// A name, function, pointer, field or method that is not there.
    UnknownName,
    /// A name that is taken.
    Redeclared,
    /// Too many arguments, or too few.
    ArgumentCount,
    /// A value of a type that does not go there.
    Type,
    /// A position outside of a list or a text.
    Index,
    /// A key that is not there.
    MissingKey,
    /// A division by zero.
    Division,
    /// A number or a time beyond what its type can hold.
    Overflow,
    /// A value of the right type that cannot be read, converted or used.
    Value,
    /// More than an expression may use.
    Limit,
    /// Something outside of the expression is not there.
    Outside,
}

impl Kind {
    pub(crate) const ALL: [Self; 13] = [
        Self::Syntax,
        Self::Macro,
        Self::UnknownName,
        Self::Redeclared,
        Self::ArgumentCount,
        Self::Type,
        Self::Index,
        Self::MissingKey,
        Self::Division,
        Self::Overflow,
        Self::Value,
        Self::Limit,
        Self::Outside,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Macro => "macro",
            Self::UnknownName => "unknown name",
            Self::Redeclared => "redeclared name",
            Self::ArgumentCount => "number of arguments",
            Self::Type => "type",
            Self::Index => "index",
            Self::MissingKey => "missing key",
            Self::Division => "division by zero",
            Self::Overflow => "overflow",
            Self::Value => "value",
            Self::Limit => "limit",
            Self::Outside => "outside",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Words of a message and the cause that they tell; the first that a message has counts.
pub(crate) type Words = &'static [(&'static str, Kind)];

/// The cause that a message tells by its words.
pub(crate) fn told(words: Words, message: &str) -> Option<Kind> {
    let first = message.lines().next().unwrap_or_default();
    words.iter().find(|(words, _)| first.contains(words)).map(|(_, kind)| *kind)
}

/// The original's words of an engine; none for one whose causes are not compared.
fn words_of(engine: &str) -> Option<Words> {
    match engine {
        "cel" => Some(cel::RECORDED),
        "expr" => Some(expr::RECORDED),
        _ => None,
    }
}

/// How the causes of two answers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Causes {
    Same,
    Different,
    /// No words of the recorded message are known, which is no proof against ours: that the project's own cases have no
    /// such message is tested.
    Untold,
}

/// Whether two answers of an engine fail for the same cause, when both fail. Words that the expression itself gives are
/// the same.
pub(crate) fn compare(engine: &str, expected: &Json, got: &Json) -> Causes {
    let (Some(words), Some(recorded), Some(ours)) =
        (words_of(engine), expected["error"].as_str(), got["error"].as_str())
    else {
        return Causes::Same;
    };
    if without_place(recorded) == without_place(ours) {
        return Causes::Same;
    }
    let Some(recorded) = told(words, recorded) else { return Causes::Untold };
    let ours = got[FIELD].as_str().and_then(Kind::named);
    if Some(recorded) == ours || (recorded, ours) == COUNTED { Causes::Same } else { Causes::Different }
}

/// Of several overloads, expr tells the last one, which may take another number of arguments: `split(1, ",")` has "not
/// enough arguments" there, and an argument of a wrong type here.
const COUNTED: (Kind, Option<Kind>) = (Kind::ArgumentCount, Some(Kind::Type));

/// A message without the place at its end.
fn without_place(message: &str) -> &str {
    let first = message.lines().next().unwrap_or_default();
    first.rsplit_once(" (").filter(|(_, place)| place.contains(':')).map_or(first, |(message, _)| message)
}

/// A failed answer, with its cause. An error without a place is told as such, which no recorded answer is.
pub(crate) fn failure(error: &str, phase: &str, cause: Option<Kind>, place: &Range<usize>, text: &str) -> Json {
    let is_place = place.end <= text.len() && (place.start < place.end || place.start == text.len());
    let phase = if is_place { phase } else { "no place" };
    serde_json::json!({ "error": error, "phase": phase, FIELD: cause.map(Kind::name) })
}

/// An answer in the recorded shape.
pub(crate) fn without_cause(mut got: Json) -> Json {
    if let Some(fields) = got.as_object_mut().filter(|fields| fields.contains_key("error")) {
        fields.remove(FIELD);
    }
    got
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn causes_are_compared() {
        let ours = failure("unknown name `foo` (1:1)", "compile", Some(Kind::UnknownName), &(0..3), "foo");
        let recorded = |error: &str| json!({ "error": error, "phase": "compile" });
        assert_eq!(compare("expr", &recorded("unknown name foo (1:1)\n | foo"), &ours), Causes::Same);
        let other = recorded("invalid operation: + (mismatched types int and string)");
        assert_eq!(compare("expr", &other, &ours), Causes::Different);
        assert_eq!(compare("expr", &recorded("words that nobody knows"), &ours), Causes::Untold);
        let of_cel = failure("undeclared reference to `foo` (1:1)", "compile", Some(Kind::UnknownName), &(0..3), "foo");
        let other = recorded("ERROR: <input>:1:1: found no matching overload for 'foo'");
        assert_eq!(compare("cel", &other, &of_cel), Causes::Different);
        assert_eq!(without_cause(of_cel), recorded("undeclared reference to `foo` (1:1)"));
    }

    #[test]
    fn the_cause_of_every_recorded_error_is_known() {
        let cases = crate::case::read_all(&crate::arguments::root().join("tests/vectors")).expect("they are there").all;
        let failed = cases.iter().filter_map(|case| Some((case, case.out["error"].as_str()?)));
        let unknown: Vec<String> = failed
            .filter(|(case, error)| words_of(case.engine()).is_some_and(|words| told(words, error).is_none()))
            // What an expression throws has the words that it gives.
            .filter(|(case, _)| case.engine() != "cel" || !case.input["expr"].to_string().contains("debug.throw"))
            .map(|(case, error)| format!("{}: {error}", case.id))
            .collect();
        assert_eq!(unknown, Vec::<String>::new());
    }

    #[test]
    fn an_error_has_a_place() {
        let phase = |place| failure("", "run", None, &place, "foo")["phase"].clone();
        assert_eq!((phase(0..3), phase(3..3)), (json!("run"), json!("run")));
        assert_eq!((phase(0..0), phase(2..5)), (json!("no place"), json!("no place")));
    }
}
