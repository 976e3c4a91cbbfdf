//! The kinds of problems that decoding finds.

use diagnostics::Code;

/// A key that the record does not have.
pub static UNKNOWN_KEY: Code = Code::new(
    "decode::unknown-key",
    "A map has a key that means nothing there. Most often it is misspelled or stands at the wrong level of \
     indentation; the message names the key that was probably meant, or all keys that are possible.\n\n\
     Top-level keys that begin with `x-` are free: that is the place for anchors and notes.",
);

/// A value of another kind than the type asks for.
pub static WRONG_TYPE: Code = Code::new(
    "decode::wrong-type",
    "A value is of another kind than its key asks for: a list where a text belongs, or a text where a number \
     belongs. The message says what was given and what was expected.\n\n\
     YAML gives plain words a type by their look: `true` is a truth value, `10` a number, `1.10` the number 1.1. \
     Quotes keep a text a text: `\"1.10\"`.",
);

/// A required key that is missing.
pub static MISSING_KEY: Code = Code::new(
    "decode::missing-key",
    "A map lacks a key that it must have. A key without a value (`name:`) counts as missing, too, and so does a name of \
     nothing but blanks.",
);

/// A word that is not one of the choices.
pub static BAD_CHOICE: Code = Code::new(
    "decode::bad-choice",
    "A key takes one of a few words, and another one was given. The message lists the words; they are case-sensitive.",
);

/// A key that is written twice.
pub static DUPLICATE_KEY: Code = Code::new(
    "decode::duplicate-key",
    "A map has the same key twice, so one of the two values would be lost. Remove one, or merge them.",
);

/// A number outside its bounds.
pub static OUT_OF_RANGE: Code = Code::new(
    "decode::out-of-range",
    "A number is smaller or greater than its key allows. The message says what the bounds are.",
);

/// A number that becomes another text than the one that is written.
pub static OTHER_TEXT: Code = Code::new(
    "decode::other-text",
    "A text is wanted, and what stands there without quotes is a number, a truth value or a time to YAML. It counts as \
     the text of that value: `1.10` becomes `1.1`, `0x10` becomes `16`. Quotes keep it as it is written: `\"1.10\"`.",
);

/// A text that is no duration.
pub static DURATION: Code = Code::new(
    "decode::duration",
    "A duration is a number and a unit, or several of them: `500ms`, `30s`, `5m`, `1h30m`, `1d`, `2w`. `M` is a month of \
     30 days, `y` a year of 365. It is not negative.",
);

/// All of them.
pub const CODES: &[&Code] =
    &[&UNKNOWN_KEY, &WRONG_TYPE, &MISSING_KEY, &BAD_CHOICE, &DUPLICATE_KEY, &OUT_OF_RANGE, &OTHER_TEXT, &DURATION];
