//! What the test of the pages is made of.

pub(crate) mod directory;
pub(crate) mod form;
pub(crate) mod generated;
pub(crate) mod links;
mod mask;
pub(crate) mod page;
pub(crate) mod play;
pub(crate) mod program;
pub(crate) mod reference;
pub(crate) mod settle;
pub(crate) mod stage;
