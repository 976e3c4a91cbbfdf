//! The providers that are built in. Adding one is a folder and a line in [`registry`].

mod static_value;

use crate::{AnyProvider, Overwrite, RegisterError, Registry};

/// All providers that are built in.
pub fn registry() -> Result<Registry, RegisterError> {
    let all: Vec<Box<dyn AnyProvider>> = vec![Box::new(static_value::Static)];
    let mut registry = Registry::default();
    all.into_iter().try_for_each(|provider| registry.register(provider, Overwrite::Never))?;
    Ok(registry)
}
