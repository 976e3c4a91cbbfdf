//! What a manifest can ask about: the facts of a machine, hierarchical data, and the expressions in texts that use both.
//! It reads the machine through the ports of `system` only, and gathers nothing that nobody asks for.
#![warn(missing_docs)]

pub mod facts;
pub mod hiera;
pub mod template;
