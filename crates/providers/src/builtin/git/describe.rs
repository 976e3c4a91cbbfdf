//! What `git` says about itself.

use super::field::NAMES;
use crate::{Capability, Descriptor, Example, Schema};

const OPERATIONS: [&str; 10] = ["clone", "pull", "status", "add", "commit", "push", "checkout", "branch", "log", "tag"];

pub(super) fn descriptor() -> Descriptor {
    Descriptor {
        schema: inputs(),
        output_schemas: vec![(Capability::Action, output()), (Capability::From, output())],
        sensitive_fields: &["password"],
        capabilities: &[Capability::Action, Capability::From],
        waits: true,
        category: "version-control",
        tags: &["git", "repository", "version-control", "scm"],
        examples: EXAMPLES,
        ..Descriptor::new(
            "git",
            "Git",
            "1.0.0",
            "Works with git repositories by the program of that name, and reads facts of a working tree",
        )
    }
}

fn inputs() -> Schema {
    Schema::object("")
        .with("operation", Schema::text("What to do").one_of(OPERATIONS))
        .with(
            "field",
            Schema::text("A fact of the working tree to give, instead of an operation")
                .one_of(NAMES.map(|(name, _)| name)),
        )
        .with(
            "repository",
            Schema::text("Where to clone from").at_most(1000).of_address().example("https://example.com/app.git"),
        )
        .with("path", Schema::text("The working tree, from where the program was started").at_most(500))
        .with("branch", Schema::text("The branch").at_most(255))
        .with("message", Schema::text("The message of a commit or a tag").at_most(1000))
        .with("files", Schema::list("What to add").at_most(100))
        .with("tag", Schema::text("The tag to make; without it tags are listed").at_most(255))
        .with(
            "remote",
            Schema::text("The remote to pull from or to push to").at_most(255).of_address().defaults_to("origin"),
        )
        .with("depth", Schema::integer("How many commits to clone").at_least(1))
        .with("username", Schema::text("Who to be for clone, pull and push over HTTP").at_most(255))
        .with("password", Schema::text("The password or token of that user").at_most(500).secret())
        .with("force", Schema::flag("Push even if commits are lost").defaults_to(false))
}

fn output() -> Schema {
    Schema::object("")
        .with("success", Schema::flag("Whether git ended with 0"))
        .with("output", Schema::text("What git printed, or what it complained when it printed nothing"))
        .with("error", Schema::text("What git complained, when it failed"))
        .with("operation", Schema::text("What was done"))
        .with("path", Schema::text("The working tree, as it was given"))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "The branch",
        description: "The name of the branch that is checked out",
        yaml: "provider: git\ninputs:\n  field: branch\n",
    },
    Example {
        name: "What has changed",
        description: "The output is empty when nothing has",
        yaml: "provider: git\ninputs:\n  operation: status\n  path: .\n",
    },
    Example {
        name: "A commit",
        description: "Of what was added before",
        yaml: "provider: git\ninputs:\n  operation: commit\n  path: .\n  message: Generated files\n",
    },
];
