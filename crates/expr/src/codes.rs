//! The codes of mistakes in expressions.

use diagnostics::Code;

/// An expression of a manifest that does not compile.
pub static EXPR_COMPILE: Code = Code::new(
    "expr::compile",
    "An expression in a manifest (`{{ … }}`, `${ … }`, `control`) is not valid: its syntax is wrong, a name or function does \
     not exist, a function has too few or too many arguments, or types do not fit. Nothing has run.\n\n\
     `upright eval expr` tries an expression out.",
);

/// An expression of a manifest that fails.
pub static EXPR_RUN: Code = Code::new(
    "expr::run",
    "An expression in a manifest is valid and could not be worked out with the values of this run. Often a key is missing: \
     `Data.web?.port ?? 80` takes 80 when `web` or `port` is not there.",
);

/// A CEL expression that does not compile.
pub static CEL_COMPILE: Code = Code::new(
    "cel::compile",
    "A CEL expression is not valid: its syntax is wrong, a name or function does not exist, or types do not fit. Nothing has \
     run.\n\n`upright eval cel` tries an expression out.",
);

/// A CEL expression that fails.
pub static CEL_RUN: Code = Code::new(
    "cel::run",
    "A CEL expression is valid and could not be worked out with the values of this run. Often a key is missing: `has(_.a)` \
     asks for it, `_.?a.orValue(1)` takes 1 when it is not there.",
);

/// A GJSON path that finds nothing.
pub static GJSON_MISSING: Code = Code::new(
    "gjson::missing",
    "A GJSON path leads to nothing in the data. A dot separates keys (`a.b`), `\\.` is a dot inside of a key, `#` is the length \
     of a list, `#.name` the names of all items.",
);

/// A GJSON path that no data makes sense of.
pub static GJSON_PATH: Code = Code::new(
    "gjson::path",
    "A GJSON path is broken: a query `#(…)`, a multipath `[…]` or `{…}`, or a text is not closed, or a modifier does not \
     exist. `lookup` takes such a path for something else, as the original does, and finds the wrong thing or nothing.\n\n\
     `upright eval validate --type gjson` checks a path, `upright eval gjson` tries it out.",
);

/// A GJSON path that asks for more than a search may use.
pub static GJSON_LIMIT: Code = Code::new(
    "gjson::limit",
    "A GJSON path is longer than 1 MiB, is nested more than 256 levels deep, works for longer than its data justifies (5,000,000 steps, and in large data 128 for each part and two for each byte of its texts), or makes more than 1,000,000 parts \
     or 64 MiB of JSON. Paths that people write stay far below; a path that repeats `[@this,@this]` or `@tostr` doubles what \
     it makes each time.",
);

/// All of them.
pub const CODES: &[&Code] =
    &[&EXPR_COMPILE, &EXPR_RUN, &CEL_COMPILE, &CEL_RUN, &GJSON_MISSING, &GJSON_PATH, &GJSON_LIMIT];
