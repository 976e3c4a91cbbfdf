//! The problems a JSON text can have.

use diagnostics::Code;

pub(super) static UNEXPECTED: Code = Code::new(
    "json::unexpected",
    "The text is not JSON here: something else was expected. JSON has no comments, no comma behind the last item, and keys and texts \
     are in double quotes.",
);
pub(super) static UNCLOSED: Code =
    Code::new("json::unclosed-bracket", "A list that begins with `[`, or a map that begins with `{`, is not closed.");
pub(super) static STRING: Code = Code::new(
    "json::string",
    "A text in double quotes is not closed, has a control character, or an escape that JSON does not know. JSON knows `\\\"`, `\\\\`, `\\/`, \
     `\\b`, `\\f`, `\\n`, `\\r`, `\\t` and `\\uHHHH`; characters above U+FFFF are two `\\u` in a row.",
);
pub(super) static NUMBER: Code = Code::new(
    "json::number",
    "The number is not written as JSON writes numbers: `-12`, `0.5`, `1e6`. There is no `+` in front, no leading zero, no `.5` and no `0x`.",
);
pub(super) static DUPLICATE_KEY: Code = Code::new(
    "json::duplicate-key",
    "A map has the same key twice, so one of the values would be lost. Remove one of them, or rename it.",
);

/// Every problem of JSON.
pub const CODES: &[&Code] = &[&UNEXPECTED, &UNCLOSED, &STRING, &NUMBER, &DUPLICATE_KEY];
