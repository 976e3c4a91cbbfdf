//! The codes of mistakes in Go templates.

use diagnostics::Code;

/// A template that cannot be parsed.
pub static TEMPLATE_PARSE: Code = Code::new(
    "template::parse",
    "A Go template is not valid: an action is not closed, a function does not exist, or `if`, `range`, `with` or `define` has \
     no `end`. Nothing has been rendered.\n\n`upright eval template` tries a template out.",
);

/// A template that cannot be rendered.
pub static TEMPLATE_RENDER: Code = Code::new(
    "template::render",
    "A Go template is valid and cannot be rendered with this data: a field is asked of something that has none, a function \
     failed, or a limit is used up. The message is the one that Go gives.",
);

/// All of them.
pub const CODES: &[&Code] = &[&TEMPLATE_PARSE, &TEMPLATE_RENDER];
