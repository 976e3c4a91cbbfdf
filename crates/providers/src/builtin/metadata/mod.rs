//! `metadata`: what is known of the program, the run and the solution.

use crate::{Capability, Context, Descriptor, Example, Fault, Inputs, Output, Provider, Schema, SolutionFacts};
use value::{List, Map, Value};

/// Tells about the run.
pub(super) struct Metadata;

impl Provider for Metadata {
    type Decoded = ();

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            output_schemas: vec![(Capability::From, output())],
            capabilities: &[Capability::From],
            category: "system",
            tags: &["metadata", "version", "solution", "platform"],
            examples: &[Example {
                name: "All there is to know",
                description: "`_.about.solution.version` is then the version of the solution",
                yaml: "provider: metadata\ninputs: {}\n",
            }],
            ..Descriptor::new("metadata", "Metadata", "3.1.0", "Tells about the program, the run and the solution")
        }
    }

    fn decode(&self, _inputs: Inputs) -> Result<(), Fault> {
        Ok(())
    }

    fn execute(&self, (): (), context: &Context<'_>) -> Result<Output, Fault> {
        let program = &context.run.program;
        let mut data = Map::new();
        data.insert(
            "version",
            texts([("buildVersion", &program.version), ("commit", &program.commit), ("buildTime", &program.built)]),
        );
        data.insert("args", list(&program.arguments));
        data.insert("cwd", context.directories.process.to_string_lossy().into_owned());
        data.insert("entrypoint", if program.arguments.is_empty() { "unknown" } else { "cli" });
        data.insert("command", command(&program.arguments, &program.command));
        data.insert("solution", context.solution.map_or_else(|| solution(&SolutionFacts::default()), solution));
        data.insert("os", system());
        data.insert("arch", machine());
        data.insert("shell", context.run.environment.get("SHELL").unwrap_or_default());
        Ok(Output::of(data))
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn looks(&self, _inputs: &Inputs) -> bool {
        false
    }
}

fn output() -> Schema {
    let text = Schema::text;
    let version = Schema::object("The program")
        .with("buildVersion", text("Its version"))
        .with("commit", text("What it was built from"))
        .with("buildTime", text("When it was built"));
    let solution = Schema::object("The `metadata` of the solution")
        .with("name", text(""))
        .with("version", text(""))
        .with("displayName", text(""))
        .with("description", text(""))
        .with("category", text(""))
        .with("tags", Schema::list(""));
    Schema::object("")
        .with("version", version)
        .with("args", Schema::list("What was typed"))
        .with("cwd", text("Where the program was started"))
        .with("entrypoint", text("`cli`, or `unknown`"))
        .with("command", text("The command, as `upright/run/solution`"))
        .with("solution", solution)
        .with("os", text("The system, as Go calls it: `linux`, `darwin`"))
        .with("arch", text("The machine, as Go calls it: `amd64`, `arm64`"))
        .with("shell", text("The user's shell"))
}

fn texts<const N: usize>(fields: [(&'static str, &String); N]) -> Map {
    fields.into_iter().map(|(name, text)| (name, Value::string(text.as_str()))).collect()
}

fn list(texts: &[String]) -> List {
    texts.iter().map(|text| Value::string(text.as_str())).collect()
}

fn solution(facts: &SolutionFacts) -> Map {
    let mut map = texts([
        ("name", &facts.name),
        ("version", &facts.version),
        ("displayName", &facts.display_name),
        ("description", &facts.description),
        ("category", &facts.category),
    ]);
    map.insert("tags", list(&facts.tags));
    map
}

/// The program's name and the words of the command, as a path.
fn command(arguments: &[String], command: &str) -> String {
    let program = arguments.first().and_then(|program| program.rsplit('/').next()).unwrap_or_default();
    let words = [program].into_iter().chain(command.split_whitespace()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("/")
}

fn system() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    }
}

fn machine() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "x86" => "386",
        "powerpc64" => "ppc64",
        "loongarch64" => "loong64",
        other => other,
    }
}
