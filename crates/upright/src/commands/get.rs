//! `upright get`: what there is to use in solutions.

use super::resolver_refs;
use crate::bridges;
use crate::console;
use crate::exit::Exit;
use crate::solutions::flags::GLOBAL_HELP;
use crate::solutions::output;
use clap::{Arg, ArgAction, ArgMatches, Command};
use diagnostics::{Redactor, suggest};
use providers::{Capability, Descriptor, Engines, Registry, Schema, Settings};
use std::fmt::Write as _;
use system::{Interrupt, ReadWorld};
use value::{List, Map, Value};

/// The command with what can be listed.
pub(crate) fn command() -> Command {
    Command::new("get").about("Lists what solutions can use: providers, functions; resolvers of a text").defer(
        |command| {
            command
                .after_help(GLOBAL_HELP)
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(provider())
                .subcommand(resolver_refs::command())
                .subcommand(functions("cel-functions", "Functions of CEL expressions"))
                .subcommand(functions("go-template-functions", "Functions of Go templates"))
        },
    )
}

fn provider() -> Command {
    Command::new("provider")
        .visible_aliases(["providers"])
        .about("Lists providers, or shows everything about one")
        .arg(Arg::new("name").value_name("NAME").help("The provider"))
        .arg(
            Arg::new("capability")
                .long("capability")
                .value_name("CAPABILITY")
                .value_parser(Capability::ALL.map(Capability::name))
                .help("Only those that can be used so"),
        )
        .arg(Arg::new("category").long("category").value_name("CATEGORY").help("Only those of this category"))
        .arg(output::flag("auto"))
}

fn functions(name: &'static str, about: &'static str) -> Command {
    let switch =
        |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new(name)
        .about(about)
        .arg(switch("builtin", "Only those of the language and its libraries").conflicts_with("custom"))
        .arg(switch("custom", "Only those that were added for solutions"))
        .arg(
            Arg::new("search").long("search").short('s').value_name("TEXT").help("Only those whose name has this text"),
        )
        .arg(output::flag("auto"))
}

/// Lists what was asked for.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    match matches.subcommand() {
        Some(("provider", matches)) => providers(matches, redactor),
        Some(("resolver", matches)) => resolver_refs::run(matches, redactor),
        Some(("cel-functions", matches)) => listed(&cel_functions(&engines()), matches, redactor),
        Some(("go-template-functions", matches)) => listed(&template_functions(&engines()), matches, redactor),
        _ => Exit::Usage,
    }
}

fn engines() -> Engines {
    let world = ReadWorld::real(Interrupt::never(), Vec::new());
    Engines::new(&world, &Settings::default(), None)
}

fn providers(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let registry = match bridges::registry().map(|(registry, _)| registry) {
        Ok(registry) => registry,
        Err(error) => return fail(Exit::Failed, &error.to_string(), redactor),
    };
    let form = matches.get_one::<String>("output").map_or("auto", String::as_str);
    if let Some(name) = matches.get_one::<String>("name") {
        return match registry.get(name) {
            Some(found) => output::print(&detail(found.descriptor()), form, false, redactor),
            None => fail(Exit::NotFound, &unknown(name, &registry), redactor),
        };
    }
    let capability = matches.get_one::<String>("capability").and_then(|name| Capability::named(name));
    let category = matches.get_one::<String>("category");
    let rows: List = registry
        .iter()
        .map(providers::Registered::descriptor)
        .filter(|one| capability.is_none_or(|capability| one.supports(capability)))
        .filter(|one| category.is_none_or(|category| one.category.eq_ignore_ascii_case(category)))
        .map(row)
        .collect();
    output::print(&rows.into(), form, false, redactor)
}

fn row(descriptor: &Descriptor) -> Value {
    let capabilities = descriptor.capabilities.iter().map(|one| one.name()).collect::<Vec<_>>().join(", ");
    let map: Map = [
        ("name", Value::string(descriptor.name)),
        ("displayName", descriptor.display_name.into()),
        ("version", descriptor.version.into()),
        ("description", descriptor.description.into()),
        ("capabilities", capabilities.into()),
        ("category", descriptor.category.into()),
        ("deprecated", descriptor.deprecated.into()),
        ("beta", descriptor.beta.into()),
    ]
    .into_iter()
    .collect();
    map.into()
}

/// What the original leaves out of the description of inputs.
const LIMITS: [&str; 6] = ["maxLength", "minLength", "pattern", "minimum", "maximum", "maxItems"];

/// The descriptor as the original prints it: each input says itself whether it has to be given, and without limits.
fn detail(descriptor: &Descriptor) -> Value {
    let Value::Map(mut map) = descriptor.to_value() else { return Value::Null };
    if let Some(Value::Map(schema)) = map.get_mut("schema") {
        schema.remove("required");
        if let Some(Value::Map(properties)) = schema.get_mut("properties") {
            for name in descriptor.schema.properties().map(|(name, _)| name) {
                if let Some(Value::Map(property)) = properties.get_mut(name) {
                    for limit in LIMITS {
                        property.remove(limit);
                    }
                }
            }
            for name in descriptor.schema.required() {
                if let Some(Value::Map(property)) = properties.get_mut(*name) {
                    property.insert("required", true);
                }
            }
        }
    }
    let usage = usages(descriptor).into_iter().map(Value::from).collect::<List>();
    map.insert("cliUsage", usage);
    map.into()
}

/// How it is called by hand.
fn usages(descriptor: &Descriptor) -> Vec<String> {
    let required: Vec<String> = descriptor.schema.required().iter().map(|name| format!(" {name}=…")).collect();
    vec![format!("upright run provider {}{}", descriptor.name, required.concat())]
}

/// What is said of a provider that is not there.
pub(super) fn unknown(name: &str, registry: &Registry) -> String {
    match suggest(name, registry.names()) {
        Some(known) => format!("there is no provider `{name}`; did you mean `{known}`?"),
        None => format!("there is no provider `{name}`; `upright get provider` lists all of them"),
    }
}

/// The page of a provider, or the names of all.
pub(super) fn explain_provider(name: Option<&str>) -> Exit {
    let redactor = Redactor::default();
    let registry = match bridges::registry().map(|(registry, _)| registry) {
        Ok(registry) => registry,
        Err(error) => return fail(Exit::Failed, &error.to_string(), &redactor),
    };
    let Some(name) = name else {
        return console::print(&(registry.names().collect::<Vec<_>>().join("\n") + "\n"));
    };
    match registry.get(name) {
        Some(found) => console::print(&page(found.descriptor())),
        None => fail(Exit::NotFound, &unknown(name, &registry), &redactor),
    }
}

fn page(descriptor: &Descriptor) -> String {
    let capabilities = descriptor.capabilities.iter().map(|one| one.name()).collect::<Vec<_>>().join(", ");
    let mut page = format!(
        "{} {} ({})\n\n{}\n\nUsed as: {capabilities}\n",
        descriptor.name, descriptor.version, descriptor.display_name, descriptor.description
    );
    // Writing to a text does not fail.
    if descriptor.beta {
        page.push_str("Beta: inputs and outputs may still change.\n");
    }
    let _ = write!(page, "\nInputs\n{}", fields(&descriptor.schema));
    for (capability, schema) in &descriptor.output_schemas {
        let _ = write!(page, "\nOutput as {capability}\n{}", fields(schema));
    }
    for example in descriptor.examples {
        let yaml = example.yaml.trim_end().replace('\n', "\n    ");
        let _ = writeln!(page, "\nExample: {}\n{}\n    {yaml}", example.name, example.description);
    }
    page
}

fn fields(schema: &Schema) -> String {
    if schema.properties().next().is_none() {
        return format!(
            "  {}\n",
            if schema.description().is_empty() { "nothing in particular" } else { schema.description() }
        );
    }
    let widest = schema.properties().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, property): (&str, &Schema)| {
        let kind = property.kind().map_or("any", providers::SchemaType::name);
        let required = if schema.required().contains(&name) { ", required" } else { "" };
        let default = property.default_value().map(|value| format!(", default {value}")).unwrap_or_default();
        let choices = property.choices().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let choices = if choices.is_empty() { choices } else { format!(" (one of {choices})") };
        format!("  {name:widest$}  {kind}{required}{default}: {}{choices}\n", property.description())
    };
    schema.properties().map(line).collect()
}

/// A function as it is listed.
struct Listed {
    name: String,
    group: String,
    description: String,
    custom: bool,
    signature: String,
    example: String,
}

/// The families of functions that were added to CEL for solutions.
const OWN_FAMILIES: [&str; 12] =
    ["arrays", "debug", "filepath", "guid", "json", "map", "out", "regex", "sort", "strings", "time", "yaml"];
/// A name in those families that is one of the libraries of CEL.
const OF_LIBRARIES: [&str; 1] = ["strings.quote"];
/// Names without a family that CEL does not have.
const OWN_NAMES: [&str; 2] = ["toLowerCase", "toUpperCase"];

fn cel_functions(engines: &Engines) -> Vec<Listed> {
    let entries = engines.cel().reference().into_iter().map(|entry| Listed {
        name: entry.name.to_owned(),
        group: entry.group.to_owned(),
        description: entry.help.to_owned(),
        custom: is_own(entry.name),
        signature: entry.signatures.join("; "),
        example: entry.example.to_owned(),
    });
    sorted(entries.collect())
}

fn is_own(name: &str) -> bool {
    let family = name.split_once('.').map_or("", |(family, _)| family);
    OWN_NAMES.contains(&name) || OWN_FAMILIES.contains(&family) && !OF_LIBRARIES.contains(&name)
}

fn template_functions(engines: &Engines) -> Vec<Listed> {
    let functions = engines.functions().iter().map(|function| Listed {
        name: function.name().to_owned(),
        group: function.group().to_owned(),
        description: function.help_text().to_owned(),
        custom: function.group() == "scafctl",
        signature: function.signature(),
        example: function.example_text().0.to_owned(),
    });
    sorted(functions.collect())
}

fn sorted(mut functions: Vec<Listed>) -> Vec<Listed> {
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    functions
}

fn listed(functions: &[Listed], matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let search = matches.get_one::<String>("search").map_or("", String::as_str);
    let (builtin, custom) = (matches.get_flag("builtin"), matches.get_flag("custom"));
    let found: Vec<&Listed> = functions
        .iter()
        .filter(|function| (!builtin || !function.custom) && (!custom || function.custom))
        .filter(|function| function.name.contains(search))
        .collect();
    let form = matches.get_one::<String>("output").map_or("auto", String::as_str);
    // Six columns are too many for a terminal; who looks for one function gets all about it.
    let is_short = found.len() > 1 && !output::is_for_programs(form);
    let rows: List = found.iter().map(|function| Value::from(function.row(is_short))).collect();
    output::print(&rows.into(), form, false, redactor)
}

impl Listed {
    fn row(&self, is_short: bool) -> Map {
        let all = [
            ("name", Value::string(self.name.as_str())),
            ("category", self.group.as_str().into()),
            ("description", self.description.as_str().into()),
            ("custom", self.custom.into()),
            ("signature", self.signature.as_str().into()),
            ("example", self.example.as_str().into()),
        ];
        all.into_iter().take(if is_short { 3 } else { 6 }).collect()
    }
}

fn fail(exit: Exit, message: &str, redactor: &Redactor) -> Exit {
    console::error(message, redactor);
    exit
}
