//! JSON Schema (draft 2020-12) from shapes: what editors check and complete with.

mod definitions;
mod render;

pub use render::{SchemaOptions, json_schema};
