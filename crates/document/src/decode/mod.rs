//! Reading nodes into types. One definition gives the struct, its decoding with every problem reported at once, and its
//! [`Shape`], from which schemas, flags and reference pages are made.

mod anything;
mod choice;
mod codes;
mod collection;
mod decoder;
mod encode;
mod given;
mod lenient;
mod macros;
mod marks;
mod period;
mod record;
mod scalar;
mod shape;
mod text;
mod words;

pub use codes::{
    BAD_CHOICE, CODES, DUPLICATE_KEY, DURATION, MISSING_KEY, OTHER_TEXT, OUT_OF_RANGE, UNKNOWN_KEY, WRONG_TYPE,
};
pub use collection::{Entries, OneOrMany};
pub use decoder::{Decode, Decoder, Policy};
pub use encode::Encoded;
pub use lenient::Lenient;
pub use marks::{Expansion, Marks, RecordMarks};
pub use period::Period;
pub use record::{Fields, Record};
pub use shape::{ChoiceOption, ChoiceShape, Doc, Field, RecordShape, Shape, TextShape};
pub use text::{Text, Written};
pub use value::Value;
