//! Values as Go's reflection sees them: kinds and types, the values that [`value::Value`] has no variant for, and maps
//! that can be changed while others hold them.

mod dict;
mod equal;
mod kind;
mod nil;
mod number;
mod object;
mod plain;
mod types;
mod view;

pub use dict::Dict;
pub(crate) use dict::share;
pub use equal::deep_equal;
pub use kind::{Kind, kind, type_name};
pub use nil::Nil;
pub use number::Number;
pub(crate) use object::Boxed;
pub use object::{Method, Object, as_object, object};
pub use plain::{NestingError, plain};
pub use types::Type;
pub use view::{as_float, as_int, as_list, as_map, as_text, as_uint, is_nil, is_true, length};
