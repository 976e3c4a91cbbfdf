//! What `secret` says about itself.

use crate::{Capability, Descriptor, Example, Schema};

pub(super) fn descriptor() -> Descriptor {
    Descriptor {
        schema: Schema::object("")
            .with("operation", Schema::text("What to do: get one secret, or list names").one_of(["get", "list"]))
            .with("name", Schema::text("The name of the secret to get").pattern("^[a-zA-Z0-9._-]+$").example("api-key"))
            .with(
                "pattern",
                Schema::text("A regular expression: get takes the first name that matches, list only those that match")
                    .example("^api-"),
            )
            .with("required", Schema::flag("Whether a secret that is not there is an error; true when left out"))
            .with("fallback", Schema::text("What is given when the secret is not there and not required")),
        output_schemas: vec![(
            Capability::From,
            Schema::any("get: the value of the secret, as text; list: the names, sorted"),
        )],
        capabilities: &[Capability::From],
        category: "security",
        tags: &["secret", "credentials", "encryption", "security"],
        examples: &[
            Example {
                name: "A secret",
                description: "The value of one secret, which has to be there",
                yaml: "provider: secret\ninputs:\n  operation: get\n  name: api-key\n",
            },
            Example {
                name: "A secret that may be missing",
                description: "What is given instead when there is none",
                yaml: "provider: secret\ninputs:\n  operation: get\n  name: proxy-password\n  required: false\n  fallback: none\n",
            },
            Example {
                name: "Names",
                description: "The names of all secrets that begin with api-",
                yaml: "provider: secret\ninputs:\n  operation: list\n  pattern: ^api-\n",
            },
        ],
        ..Descriptor::new("secret", "Secret", "1.0.0", "Reads encrypted values from the secrets store")
    }
}
