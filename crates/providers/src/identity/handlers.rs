//! The handlers of tokens: those that documents may name, and those of the configuration.

use crate::{Fault, Settings};
use std::path::PathBuf;

/// A handler of tokens that the configuration names.
#[derive(Debug, Clone)]
pub struct IdentityHandler {
    /// What documents call it.
    pub name: String,
    /// What people call it.
    pub display_name: String,
    /// Where its token is.
    pub token: TokenSource,
}

/// Where a token is taken from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenSource {
    /// An environment variable.
    Environment(String),
    /// A file.
    File(PathBuf),
    /// The secrets store.
    Store(String),
}

/// A handler of either kind.
#[derive(Clone, Copy)]
pub(crate) struct Handler<'a> {
    pub(crate) name: &'a str,
    pub(crate) display_name: &'a str,
    /// How somebody logs in.
    pub(crate) flows: &'a [&'static str],
    pub(crate) capabilities: &'a [&'static str],
    /// Nothing when there is no way to get one here.
    pub(crate) token: Option<&'a TokenSource>,
}

impl Handler<'_> {
    /// Whether each request for a token has to say what it is for.
    pub(crate) fn needs_scope(&self) -> bool {
        self.capabilities.contains(&SCOPES_ON_REQUEST)
    }

    /// Whether groups of a user can be asked for.
    pub(crate) fn has_groups(&self) -> bool {
        self.token.is_some() || self.name == "entra"
    }
}

const SCOPES_ON_REQUEST: &str = "scopes_on_token_request";

/// Handlers of the original whose names documents use. Logging in is not part of this program, so they have no tokens.
const KNOWN: &[Handler<'static>] = &[
    Handler {
        name: "entra",
        display_name: "Microsoft Entra ID",
        flows: &["device_code", "interactive", "service_principal", "workload_identity"],
        capabilities: &["scopes_on_login", SCOPES_ON_REQUEST, "tenant_id", "federated_token", "callback_port"],
        token: None,
    },
    Handler {
        name: "gcp",
        display_name: "Google Cloud",
        flows: &["interactive", "device_code", "service_principal", "workload_identity", "metadata", "gcloud_adc"],
        capabilities: &["scopes_on_login", SCOPES_ON_REQUEST, "federated_token", "callback_port"],
        token: None,
    },
    Handler {
        name: "github",
        display_name: "GitHub",
        flows: &["device_code", "interactive", "pat", "github_app"],
        capabilities: &["scopes_on_login", "hostname", "callback_port"],
        token: None,
    },
];

/// All handlers, sorted by name. One of the configuration takes the place of a known one.
pub(crate) fn handlers(settings: &Settings) -> Vec<Handler<'_>> {
    let mut all: Vec<Handler<'_>> = settings.identities.iter().map(configured).collect();
    for known in KNOWN {
        if all.iter().all(|handler| handler.name != known.name) {
            all.push(*known);
        }
    }
    all.sort_by(|a, b| a.name.cmp(b.name));
    all
}

fn configured(handler: &IdentityHandler) -> Handler<'_> {
    let display_name = if handler.display_name.is_empty() { &handler.name } else { &handler.display_name };
    Handler { name: &handler.name, display_name, flows: &["token"], capabilities: &[], token: Some(&handler.token) }
}

/// One handler.
pub(crate) fn named<'s>(settings: &'s Settings, name: &str) -> Result<Handler<'s>, Fault> {
    let all = handlers(settings);
    let known: Vec<&str> = all.iter().map(|handler| handler.name).collect();
    let help = format!("handlers are {}", known.join(", "));
    let found = all.into_iter().find(|handler| handler.name == name);
    found.ok_or_else(|| Fault::new(format!("auth handler {name:?} not found")).help(help))
}
