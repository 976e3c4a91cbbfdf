//! Secrets in texts that messages are about to quote. A document that cannot be decoded has not told its secrets to
//! anybody, and a message shows the line of the mistake. What holds secrets, the languages of documents say themselves.

mod addresses;
mod literals;
mod register;
mod scan;
mod settings;
mod skeleton;
mod telling;

pub use addresses::{register_address, register_addresses};
pub use literals::{Marks, literals, quoted};
pub use register::{register, register_written};
pub use scan::{annotated_names, register_annotated, register_keys};
pub use settings::{is_shouted, register_settings};
pub use skeleton::skeleton;
pub use telling::is_telling;

/// What of the value of a key must not be shown.
#[derive(Debug, Clone, Copy)]
pub enum Hidden {
    /// All of it.
    Whole,
    /// All of it, when it is a text or a list: what has keys is something else of that name.
    Text,
    /// The values in it, other than those of names that this accepts.
    Fields(fn(&str) -> bool),
    /// The values in it that are secret by their name, as variables of an environment are.
    Variables,
}

/// Which keys of a language hold secrets.
pub trait Names {
    /// What is hidden below a key.
    fn hidden(&self, key: &str) -> Option<Hidden>;

    /// Whether a word belongs to the language: such a word is no secret.
    fn is_known(&self, word: &str) -> bool;

    /// What of a value stands for itself; expressions in it do not.
    fn literals<'t>(&self, value: &'t str) -> Vec<&'t str> {
        vec![value]
    }
}
