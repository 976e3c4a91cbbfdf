//! What `identity` says about itself.

use super::wish::Operation;
use crate::{Capability, Descriptor, Example, Schema};

pub(super) fn descriptor() -> Descriptor {
    Descriptor {
        schema: Schema::object("")
            .with(
                "operation",
                Schema::text(
                    "What to ask: whether somebody is authenticated, the claims of the token, its groups, or all handlers",
                )
                .one_of(Operation::ALL.map(Operation::name)),
            )
            .with(
                "handler",
                Schema::text("The handler to ask; the first that has a token when left out")
                    .pattern("^[a-z][a-z0-9-]*$")
                    .at_most(100)
                    .example("entra"),
            )
            .with("scope", Schema::text("What a token is wanted for; status and claims only").at_most(1024)),
        output_schemas: vec![(Capability::From, output())],
        capabilities: &[Capability::From],
        category: "security",
        tags: &["identity", "authentication", "claims", "security"],
        examples: &[
            Example {
                name: "Status",
                description: "Whether a token is at hand, and how long it is good",
                yaml: "provider: identity\ninputs:\n  operation: status\n",
            },
            Example {
                name: "Claims",
                description: "What the token of a handler says about its owner",
                yaml: "provider: identity\ninputs:\n  operation: claims\n  handler: github\n",
            },
            Example {
                name: "Handlers",
                description: "All handlers, and which of them have a token",
                yaml: "provider: identity\ninputs:\n  operation: list\n",
            },
        ],
        ..Descriptor::new(
            "identity",
            "Identity",
            "1.0.0",
            "Says who is authenticated, from handlers of tokens; never gives a token away",
        )
    }
}

fn output() -> Schema {
    Schema::object("")
        .with("operation", Schema::text("The operation"))
        .with("handler", Schema::text("The handler that was asked"))
        .with("authenticated", Schema::flag("Whether it has a token"))
        .with("identityType", Schema::text("user or service-principal"))
        .with("tenantId", Schema::text("status: the tenant"))
        .with("clientId", Schema::text("status: the application"))
        .with("expiresAt", Schema::text("status: when the token ends"))
        .with("expiresIn", Schema::text("status: how long it is good, or expired"))
        .with("claims", Schema::any("claims: what the token says, and displayIdentity; null without a token"))
        .with("groups", Schema::list("groups: the groups of the token's owner"))
        .with("handlers", Schema::list("list: name, displayName, flows, capabilities, authenticated, identity"))
        .with("count", Schema::integer("groups, list: how many"))
}
