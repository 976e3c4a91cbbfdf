//! The providers that are built in. Adding one is a folder and a line in [`registry`].

mod cel;
mod debug;
mod directory;
mod env;
mod exec;
mod expressions;
mod file;
mod git;
mod go_template;
mod hcl;
mod http;
mod identity;
mod message;
mod metadata;
mod parameter;
mod secret;
mod sleep;
mod static_value;
mod validation;
mod words;

use crate::{AnyProvider, Overwrite, RegisterError, Registry};

/// All providers that are built in.
pub fn registry() -> Result<Registry, RegisterError> {
    let all: Vec<Box<dyn AnyProvider>> = vec![
        Box::new(identity::Identity),
        Box::new(secret::SecretProvider),
        Box::new(static_value::Static),
        Box::new(cel::Cel),
        Box::new(validation::Validation),
        Box::new(debug::Debug),
        Box::new(go_template::GoTemplate),
        Box::new(message::Message),
        Box::new(directory::Directory),
        Box::new(env::Env),
        Box::new(file::File::default()),
        Box::new(metadata::Metadata),
        Box::new(parameter::Parameter),
        Box::new(exec::Exec),
        Box::new(git::Git),
        Box::new(http::Http),
        Box::new(sleep::Sleep),
        Box::new(hcl::Hcl),
    ];
    let mut registry = Registry::default();
    all.into_iter().try_for_each(|provider| registry.register(provider, Overwrite::Never))?;
    Ok(registry)
}
