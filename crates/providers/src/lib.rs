//! Solution providers: the contract that each of them keeps, the registry, the one path by which they are called, and
//! those that are built in. A provider is a stateless function with a schema; it runs only when it is named, and
//! everything it gets has been resolved and checked before.
#![warn(missing_docs)]

mod address;
mod builtin;
mod capability;
mod coerce;
mod context;
mod descriptor;
mod embedded;
mod engines;
mod executor;
mod fault;
mod fields;
mod files;
mod forms;
mod given;
mod identity;
mod inputs;
mod preview;
mod provider;
mod registry;
mod schema;
mod secrets;
mod settings;
pub mod show;
pub mod store;
mod strangers;
mod validate;

pub use builtin::registry as built_in;
pub use capability::Capability;
pub use coerce::{CoerceError, coerce};
pub use context::{
    Calling, Context, Directories, Hands, Iteration, ProgramFacts, Run, RunEnvironment, Scope, SolutionFacts, Terminal,
    Writing,
};
pub use descriptor::{Contact, Descriptor, Example, InDryRun, Link};
pub use embedded::{BadTemplate, Embedded, Names, Sees};
pub use engines::{CelError, Engines, TemplateError, TemplateForm};
pub use executor::{ExecuteError, InputFault, Manners, execute, what_if};
pub use fault::{Cause, Fault};
pub use fields::keep_secret;
pub use files::{Deed, FileChange, Foresight};
pub use forms::{Bindings, CODES as FORM_CODES, Form, FormError, FormProblem, FormReference, FormText, FormUse};
pub use given::{each_leaf, keep_secrets, keep_urls};
pub use identity::{IdentityHandler, TokenSource, token as identity_token};
pub use inputs::Inputs;
pub use preview::{End, NOTHING, Preview, preview};
pub use provider::{AnyProvider, CallError, Output, Provider};
pub use registry::{Overwrite, RegisterError, Registered, Registry};
pub use schema::{Schema, SchemaType};
pub use secrets::{NoSecrets, SecretSource};
pub use settings::Settings;
pub use strangers::{Stranger, strangers};
pub use validate::schema_problems;
