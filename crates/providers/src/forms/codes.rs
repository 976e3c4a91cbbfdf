//! The kinds of problems of inputs.

use diagnostics::Code;

/// More than one form for one input.
pub(super) static TWO_FORMS: Code = Code::new(
    "input::two-forms",
    "An input of a provider has exactly one form: a literal value, `rslvr:` with the name of a resolver, `expr:` with a \
     CEL expression, or `tmpl:` with a Go template. Here it has more than one, so it is not clear which one is meant. \
     Remove all but one.",
);

/// A form whose text is no text.
pub(super) static NO_TEXT: Code = Code::new(
    "input::no-text",
    "`rslvr:`, `expr:` and `tmpl:` take a text: the name of a resolver, a CEL expression or a Go template. Numbers and \
     truth values are taken as their text; lists and maps are not. Quote an expression that YAML reads as a list or a \
     map: `expr: \"[1, 2]\"`.",
);

/// All of them.
pub static CODES: &[&Code] = &[&TWO_FORMS, &NO_TEXT];
