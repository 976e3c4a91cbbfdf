//! What the configuration says to providers.

use std::time::Duration;

/// Settings that hold for a whole run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Whether `http` may ask private addresses.
    pub allow_private_addresses: bool,
    /// How long a request may take when nothing is said.
    pub http_timeout: Duration,
    /// The longest body of an answer.
    pub max_response_body: u64,
    /// What one CEL expression may cost; 0 is no limit.
    pub cel_cost_limit: u64,
    /// Whether templates may read the environment.
    pub template_environment: bool,
    /// A value larger than this is an error; 0 is no limit.
    pub max_value_size: u64,
    /// Handlers of tokens that the configuration names.
    pub identities: Vec<crate::IdentityHandler>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            allow_private_addresses: false,
            http_timeout: Duration::from_secs(30),
            max_response_body: 100 << 20,
            cel_cost_limit: 1_000_000,
            template_environment: false,
            max_value_size: 10 << 20,
            identities: Vec::new(),
        }
    }
}
