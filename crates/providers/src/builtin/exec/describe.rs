//! What `exec` says about itself.

use crate::{Capability, Descriptor, Example, Schema};

pub(super) fn descriptor() -> Descriptor {
    Descriptor {
        schema: inputs(),
        output_schemas: vec![
            (Capability::Action, output()),
            (Capability::From, output()),
            (Capability::Transform, output()),
        ],
        capabilities: &[Capability::Action, Capability::From, Capability::Transform],
        waits: true,
        category: "system",
        tags: &["exec", "shell", "command", "process"],
        examples: EXAMPLES,
        ..Descriptor::new(
            "exec",
            "Exec",
            "2.0.0",
            "Runs a command line in a shell and gives what it printed and how it ended",
        )
    }
}

fn inputs() -> Schema {
    Schema::object("")
        .with("command", Schema::text("The command line").at_least(1).at_most(100_000).example("echo hello"))
        .with("args", Schema::list("Arguments that are quoted and added to the command line").at_most(100))
        .with("stdin", Schema::text("What the command can read from its standard input").raw())
        .with("workingDir", Schema::text("Where it runs").at_most(500))
        .with(
            "env",
            Schema::any("Variables that are added to the environment: a map of names and values").of_variables(),
        )
        .with(
            "timeout",
            Schema::integer("After so many seconds it is ended; 0 is no limit")
                .at_least(0)
                .at_most(3600)
                .with_fractions(),
        )
        .with(
            "shell",
            Schema::text("Which shell reads the command line; auto and sh end at the first command that fails")
                .one_of(["auto", "sh", "bash", "pwsh", "cmd"])
                .defaults_to("auto"),
        )
        .with("raw", Schema::flag("Give only what was printed, trimmed; in resolvers"))
        .with("passthrough", Schema::flag("Print to the terminal only, and keep nothing"))
        .with("failOnError", Schema::flag("Fail when the exit code is not 0"))
        .require(&["command"])
}

fn output() -> Schema {
    Schema::object("")
        .with("stdout", Schema::text("What was printed"))
        .with("stderr", Schema::text("What was complained"))
        .with("exitCode", Schema::integer("How it ended"))
        .with("success", Schema::flag("Whether the exit code is 0"))
        .with("command", Schema::text("The command line with its arguments"))
        .with("shell", Schema::text("The shell as it was named"))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "A command with arguments",
        description: "Each argument reaches the command as it is, whatever is in it",
        yaml: "provider: exec\ninputs:\n  command: printf '%s\\n'\n  args: [one, \"two words\", $HOME]\n",
    },
    Example {
        name: "A value from a command",
        description: "What was printed, without blanks around it",
        yaml: "provider: exec\ninputs:\n  command: uname -s\n  raw: true\n",
    },
    Example {
        name: "A failure that counts",
        description: "Without failOnError the exit code is a part of the result and nothing more",
        yaml: "provider: exec\ninputs:\n  command: test -d /\n  failOnError: true\n",
    },
];
