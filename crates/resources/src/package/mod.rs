//! Packages of the system: there, gone, at a version, or at the latest one.

mod along;
mod answer;
mod apt;
mod batch;
mod change;
mod choose;
mod definition;
mod desired;
mod dnf;
mod failure;
mod files;
mod guard;
mod harm;
mod history;
mod kept;
mod lists;
mod locks;
mod machine;
mod manager;
mod offer;
mod order;
mod packages;
mod plan;
mod properties;
mod provider;
mod state;
mod trial;
mod trials;
mod tried;
mod version;
mod waiting;

pub use definition::TYPE;
pub use version::{Scheme, compare_as_original, without_trailing_zeroes};
pub(crate) use waiting::limit as patience;
