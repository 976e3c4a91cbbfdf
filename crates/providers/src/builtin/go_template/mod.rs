//! `go-template`: text from Go templates, one or a tree of them.

mod decode;
mod ignored;
mod render;

use super::{expressions, words};
use crate::{BadTemplate, Capability, Context, Descriptor, Engines, Example, Fault, Inputs, Output, Provider, Schema};
use decode::{Given, Work};
use value::{Map, Unknown};

/// Renders templates.
pub(super) struct GoTemplate;

impl Provider for GoTemplate {
    type Decoded = Given;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: schema(),
            output_schemas: vec![
                (Capability::Transform, Schema::any("The text, or a list of `path` and `content`")),
                (
                    Capability::Action,
                    Schema::object("").with("success", Schema::flag("Not given: the text is the result")),
                ),
            ],
            capabilities: &[Capability::Transform, Capability::Action],
            category: "data",
            tags: &["template", "go-template", "render"],
            examples: EXAMPLES,
            ..Descriptor::new(
                "go-template",
                "Go Template",
                "2.0.0",
                "Renders Go templates with the values of resolvers, one text or a whole tree of files",
            )
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Given, Fault> {
        decode::decode(&inputs)
    }

    fn execute(&self, given: Given, context: &Context<'_>) -> Result<Output, Fault> {
        match &given.work {
            Work::Render(template) => render::one(&given, template, context),
            Work::Tree(entries) => render::tree(&given, entries, context),
        }
    }

    /// A template may do without what is not known.
    fn unknown(&self, inputs: &Inputs) -> Option<Unknown> {
        inputs.unknown_beside("data")
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn is_pure(&self, inputs: &Inputs) -> bool {
        words::only_makes_a_value(inputs, "template")
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        let name = inputs.filled("name");
        Some(match (inputs.text("operation"), name) {
            (Some("render-tree"), Some(name)) => format!("Would render template tree {name:?}"),
            (Some("render-tree"), None) => "Would render Go template tree".to_owned(),
            (_, Some(name)) => format!("Would render template {name:?}"),
            (_, None) => "Would render Go template".to_owned(),
        })
    }

    fn extract_dependencies(&self, literals: &Map, engines: &Engines) -> Option<Vec<String>> {
        let brought = literals.get("data").and_then(value::Value::as_map);
        let names = render::texts(literals).into_iter().flat_map(|text| render::resolvers(&text, literals, engines));
        let wanted = names.filter(|name| !brought.is_some_and(|data| data.contains_key(name.as_str())));
        Some(expressions::unique(wanted))
    }

    fn bad_templates(&self, inputs: &Inputs, engines: &Engines) -> Vec<BadTemplate> {
        render::bad_templates(inputs, engines)
    }
}

fn schema() -> Schema {
    let block = Schema::object("")
        .with("start", Schema::text("Where it begins; the mark belongs to it"))
        .with("end", Schema::text("Where it ends; the mark belongs to it"))
        .with("line", Schema::text("Every line with this in it"));
    let entry = Schema::object("")
        .with("path", Schema::text("Where the file belongs"))
        .with("content", Schema::text("The template"))
        // Those of `directory` have more.
        .of_values(&Schema::any("Not looked at"));
    Schema::object("")
        .with("operation", Schema::text("One template or many").one_of(["render", "render-tree"]).defaults_to("render"))
        .with("name", Schema::text("The name in messages; has to be there for `render`").at_most(255))
        .with("template", Schema::text("The template, for `render`").at_most(65536).raw())
        .with(
            "missingKey",
            Schema::text("What a key gives that is not there: `<no value>`, or an error")
                .one_of(["default", "zero", "error"])
                .defaults_to("default"),
        )
        .with("leftDelim", Schema::text("What begins an action").at_most(10).defaults_to("{{"))
        .with("rightDelim", Schema::text("What ends an action").at_most(10).defaults_to("}}"))
        .with("data", Schema::any("More data, a map; it hides values of resolvers of the same names"))
        .with(
            "ignoredBlocks",
            Schema::list("Text that is taken as it is: `start` and `end`, or `line`").of_items(&block).at_most(20),
        )
        .with("entries", Schema::list("The templates, for `render-tree`").of_items(&entry))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "A text",
        description: "Values of resolvers are fields of the dot, beside what `data` brings",
        yaml: "provider: go-template\ninputs:\n  name: greeting\n  template: \"Hello, {{ .name | upper }}!\"\n  data:\n    name: team\n",
    },
    Example {
        name: "A tree of files",
        description: "Entries usually come from the provider `directory`",
        yaml: "provider: go-template\ninputs:\n  operation: render-tree\n  entries:\n    - path: a.txt\n      content: \"port {{ .port }}\"\n  data:\n    port: 8080\n",
    },
    Example {
        name: "With text that is no template",
        description: "Lines with the mark are not looked at",
        yaml: "provider: go-template\ninputs:\n  name: workflow\n  template: |\n    name: {{ .app }}\n    run: echo ${{ github.sha }} # as it is\n  ignoredBlocks:\n    - line: \"# as it is\"\n  data:\n    app: web\n",
    },
];
