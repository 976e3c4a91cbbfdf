//! Commands: run when a guard asks for it, when something they subscribe to has changed, or always.

mod change;
mod command;
mod construct;
mod definition;
mod desired;
mod failure;
mod guard;
mod obstacles;
mod plan;
mod properties;
mod provider;
mod state;

pub use definition::TYPE;
