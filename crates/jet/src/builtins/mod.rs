//! The functions that every template has, each declared once in [`table`].

mod escape;
mod kind;
mod members;
mod methods;
mod table;
mod text;

pub(crate) use kind::{Argument, Builtin, Kind, Parameter, Signature, Special, Writer};
pub(crate) use members::member;
pub(crate) use methods::{METHODS, Method};
pub(crate) use table::ALL;
