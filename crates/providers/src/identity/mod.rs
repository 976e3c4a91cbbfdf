//! Who gets tokens: the handlers that there are, where their tokens come from, and what a token says about its owner.

mod handlers;
mod jwt;
mod token;

pub use handlers::{IdentityHandler, TokenSource};
pub use token::token;

pub(crate) use handlers::{Handler, handlers, named};
pub(crate) use jwt::Claims;
pub(crate) use token::{held, not_authenticated};
