//! `upright status`: what is there, without a wish for anything.

use super::running::real_world;
use crate::console;
use crate::exit::Exit;
use crate::output::DataForm;
use clap::{Arg, ArgAction, ArgMatches, Command};
use diagnostics::Redactor;
use serde_json::Value as Json;
use std::path::PathBuf;

/// `upright status`.
pub(crate) fn command() -> Command {
    Command::new("status").alias("info").about("Shows what is there under the name of a resource").defer(|command| {
        let kinds = resources::ALL.iter().map(|definition| definition.name);
        command
            .after_help("Example:\n  upright status file /etc/motd")
            .arg(
                Arg::new("type")
                    .required(true)
                    .value_parser(clap::builder::PossibleValuesParser::new(kinds))
                    .help("The type"),
            )
            .arg(
                Arg::new("name")
                    .required(true)
                    .value_parser(clap::builder::NonEmptyStringValueParser::new())
                    .help("The name; for a file its path"),
            )
            .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON instead of YAML"))
    })
}

/// Runs `status`.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let text = |name: &str| matches.get_one::<String>(name).map_or("", String::as_str);
    let Some(definition) = resources::find(text("type")) else { return Exit::Usage };
    let world = real_world(redactor).read;
    let name = if definition.name == "file" { absolute(text("name"), &world) } else { text("name").to_owned() };
    match (definition.look)(&name, &world) {
        Some(Ok(status)) => {
            if status.ensure() == "absent" {
                console::warning(&format!("there is no {} `{name}`", definition.name), redactor);
            }
            let mut fields = status.fields(&name);
            let shown = fields.remove("metadata").unwrap_or(Json::Object(fields));
            let form = DataForm::yaml_if(!matches.get_flag("json"));
            console::print(&form.masked(&form.text_of(&shown), redactor))
        }
        Some(Err(error)) => {
            console::error(&error, redactor);
            Exit::Failed
        }
        None => {
            let kind = definition.name;
            let message = format!(
                "the state of `{kind}` resources hangs on their properties: `upright ensure {kind} … --noop` looks at one"
            );
            console::print(&format!("{message}\n"))
        }
    }
}

fn absolute(name: &str, world: &system::ReadWorld) -> String {
    let here = world.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
    here.join(name).display().to_string()
}
