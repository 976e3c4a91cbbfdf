//! The codes of mistakes in Jet templates.

use diagnostics::Code;

/// A template that cannot be parsed.
pub static JET_PARSE: Code = Code::new(
    "jet::parse",
    "A Jet template is not valid: an action is not closed, a function does not exist, or `if`, `range` or `block` has \
     no `end`. Nothing has been rendered.\n\n`upright eval jet` tries a template out.",
);

/// A template that cannot be rendered.
pub static JET_RENDER: Code = Code::new(
    "jet::render",
    "A Jet template is valid and cannot be rendered with this data: a field is asked of something that has none, a function \
     failed, or a limit is used up. The message names the place in the template.",
);

/// All of them.
pub const CODES: &[&Code] = &[&JET_PARSE, &JET_RENDER];
