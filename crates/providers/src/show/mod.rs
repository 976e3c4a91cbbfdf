//! Values as people read them: tables, lists, trees, and the forms that programs read. Pure functions; colour and width are
//! given. The provider `message` and the output of commands use the same ones.

mod cell;
mod columns;
mod csv;
mod grid;
mod json;
mod list;
mod mermaid;
mod table;
mod text;
mod toml;
mod tree;

pub use columns::{Align, Column};
pub use csv::csv;
pub use json::{in_nanoseconds, json, yaml};
pub use list::list;
pub use mermaid::mermaid;
pub use table::table;
pub use text::{auto, text};
pub use toml::toml;
pub use tree::tree;

/// How something is to look.
#[derive(Debug, Clone)]
pub struct Look {
    /// Whether colours can be seen.
    pub colour: bool,
    /// How many columns of characters there are.
    pub width: usize,
    /// Whether tables have borders: on terminals.
    pub borders: bool,
    /// Columns of tables that come first, and how they look.
    pub columns: Vec<Column>,
}

impl Default for Look {
    /// As for a pipe.
    fn default() -> Self {
        Self { colour: false, width: 80, borders: false, columns: Vec::new() }
    }
}

/// Why a value has no such form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShowError {
    /// JSON has no words for it.
    #[error(transparent)]
    Json(#[from] value::JsonWriteError),
    /// YAML has no words for it.
    #[error(transparent)]
    Yaml(#[from] document::write::WriteError),
    /// TOML has no words for it.
    #[error("toml: {0}")]
    Toml(String),
}
