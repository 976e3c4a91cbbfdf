//! The secrets store: one encrypted file per secret, and the master keys that open them. Files, keys and names are those
//! of the original, so that both programs can use one store. Nothing is ever removed because a key is missing or a file
//! is damaged.

mod chest;
mod error;
mod export;
mod import;
mod keyring;
mod keys;
mod lock;
mod name;
mod places;
mod reading;
mod rotate;
mod rotation;
mod seal;
mod writing;

pub use error::StoreError;
pub use export::{ExportForm, Exported, Password};
pub use import::{Entry, ImportError, is_encrypted, parse as parse_export};
pub use keys::KeySource;
pub use name::{NameError, SecretName};
pub use places::Places;
pub use reading::Store;
pub use rotate::Rotated;
pub use seal::Damage;
pub use writing::{Existing, Kept, StoreWriter};

use engine::LogLevel;

/// Takes what the store has to say: warnings, and which secrets are read. Values are never said.
pub type Tell<'a> = dyn Fn(LogLevel, &str, &[(&str, &str)]) + 'a;
