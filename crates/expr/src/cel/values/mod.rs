//! Values as CEL sees them: their types, what is equal, what comes first, and the kinds that only CEL has.

mod brackets;
mod equality;
mod kinds;
mod literal;
mod maps;
mod odd_map;
mod optional;
mod order;
mod plain;
mod text;
mod type_value;

pub(crate) use equality::{contains, equal};
pub use kinds::type_name;
pub(crate) use kinds::{is_zero, kind_name, size_of};
pub use literal::to_literal;
pub(crate) use maps::MapRef;
pub(crate) use odd_map::{MapBuilder, OddMap};
pub use optional::Optional;
pub(crate) use order::compare;
pub use plain::{to_plain, to_plain_within};
pub(crate) use text::shown;
pub use type_value::TypeValue;
