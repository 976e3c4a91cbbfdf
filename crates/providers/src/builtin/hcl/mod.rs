//! `hcl`: reads, lays out, checks and writes the files of Terraform.

mod blocks;
mod constant;
mod decode;
mod found;
mod generate;
mod json_syntax;
mod operations;
mod sources;
mod syntax;

use crate::{Capability, Context, Descriptor, Example, Fault, Inputs, Output, Provider, Schema};
use decode::{Given, Work};

/// Works with HCL.
pub(super) struct Hcl;

impl Provider for Hcl {
    type Decoded = Given;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: schema(),
            output_schemas: vec![(Capability::From, output_schema()), (Capability::Transform, output_schema())],
            capabilities: &[Capability::From, Capability::Transform],
            category: "data",
            tags: &["hcl", "terraform", "opentofu"],
            examples: EXAMPLES,
            beta: true,
            ..Descriptor::new(
                "hcl",
                "HCL",
                "2.0.0",
                "Reads, lays out, checks and writes HCL, the language of Terraform files, and its JSON form",
            )
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Given, Fault> {
        decode::decode(&inputs)
    }

    fn execute(&self, given: Given, context: &Context<'_>) -> Result<Output, Fault> {
        if context.dry_run {
            return operations::rehearsed(&given.work, context);
        }
        match given.work {
            Work::Generate { blocks, form } => generate::generate(&blocks, form, context),
            Work::Read { operation, from } => operations::read(operation, &from, context),
        }
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn looks(&self, inputs: &Inputs) -> bool {
        ["path", "paths", "dir"].iter().any(|place| inputs.get(place).is_some())
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        let operation = inputs.filled("operation").unwrap_or("parse");
        if operation == "generate" {
            let form = if inputs.text("output_format") == Some("json") { "Terraform JSON" } else { "HCL" };
            return Some(format!("Would generate {form}"));
        }
        let from = match (inputs.filled("path"), inputs.list("paths"), inputs.filled("dir")) {
            (Some(path), _, _) => path.to_owned(),
            (_, Some(paths), _) => format!("{} files", paths.len()),
            (_, _, Some(directory)) => directory.to_owned(),
            _ => "inline content".to_owned(),
        };
        Some(format!("Would {operation} HCL from {from}"))
    }
}

fn schema() -> Schema {
    let path = Schema::text("");
    Schema::object("")
        .with(
            "operation",
            Schema::text("What to do; `parse` when not given").one_of(["parse", "format", "validate", "generate"]),
        )
        .with("content", Schema::text("The text").at_most(10 << 20))
        .with("path", Schema::text("A file"))
        .with("paths", Schema::list("Several files").of_items(&path).at_most(1000))
        .with("dir", Schema::text("A directory: its files that end with `.tf` or `.tf.json`"))
        .with("blocks", found::schema())
        .with(
            "output_format",
            Schema::text("The form to write, for `generate`; `hcl` when not given").one_of(["hcl", "json"]),
        )
}

fn output_schema() -> Schema {
    let list = |description| Schema::list(description);
    Schema::object("")
        .with("variables", list("Variables, of `parse`"))
        .with("outputs", list("Outputs, of `parse`"))
        .with("modules", list("Modules, of `parse`"))
        .with("resources", list("Resources, of `parse`"))
        .with("data", list("Data sources, of `parse`"))
        .with("providers", list("Providers, of `parse`"))
        .with("moved", list("Moves, of `parse`"))
        .with("import", list("Imports, of `parse`"))
        .with("check", list("Checks, of `parse`"))
        .with("locals", Schema::object("Local values, of `parse`"))
        .with("terraform", Schema::object("Settings, of `parse`"))
        .with("attributes", Schema::object("Arguments outside of blocks, of `parse`"))
        .with("formatted", Schema::text("The text in its canonical layout, of `format`"))
        .with("changed", Schema::flag("Whether the layout was another, of `format`"))
        .with("valid", Schema::flag("Whether there is no problem, of `validate`"))
        .with("error_count", Schema::integer("How many problems there are, of `validate`"))
        .with("diagnostics", list("The problems, of `validate`"))
        .with("files", list("The results of several files, of `format` and `validate`"))
        .with("hcl", Schema::text("The text, of `generate`"))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "What a file says",
        description: "Values that need nothing but themselves are values; everything else is text",
        yaml: "provider: hcl\ninputs:\n  content: |\n    variable \"region\" {\n      type    = string\n      default = \"north\"\n    }\n",
    },
    Example {
        name: "The canonical layout",
        description: "As `terraform fmt` has it",
        yaml: "provider: hcl\ninputs:\n  operation: format\n  content: \"a=1\\nbcd = 2\\n\"\n",
    },
    Example {
        name: "All problems of a text",
        description: "With their places",
        yaml: "provider: hcl\ninputs:\n  operation: validate\n  content: \"a = \"\n",
    },
    Example {
        name: "A file from data",
        description: "The same shape that `parse` gives",
        yaml: "provider: hcl\ninputs:\n  operation: generate\n  blocks:\n    variables:\n      - {name: region, type: string, default: north}\n    outputs:\n      - {name: where, value: var.region}\n",
    },
];
