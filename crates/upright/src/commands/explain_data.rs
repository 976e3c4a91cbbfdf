//! `upright data explain`: how a key of a manifest gets its value.

use super::apply::{load_error, options, path};
use super::running::real_world;
use crate::console;
use crate::exit::Exit;
use crate::{inputs, limits};
use clap::{Arg, ArgMatches, Command, value_parser};
use data::hiera::{Explanation, Held, Layer, Merge};
use diagnostics::{Redactor, Sources};
use std::fmt::Write as _;
use std::path::PathBuf;
use value::{Escape, KeyOrder, Value};

/// `upright data …`.
pub(crate) fn command() -> Command {
    Command::new("data").about("Says where data comes from").defer(|command| {
        command.subcommand_required(true).arg_required_else_help(true).subcommand(
            Command::new("explain")
                .about("Shows every layer that has a key, and which of them counts")
                .after_help("Example:\n  upright data explain app.port site.yaml --fact role=web")
                .arg(
                    Arg::new("key")
                        .required(true)
                        .value_parser(clap::builder::NonEmptyStringValueParser::new())
                        .help("The key; keys inside of each other have dots between them"),
                )
                .arg(
                    Arg::new("manifest")
                        .default_value("manifest.yaml")
                        .value_parser(value_parser!(PathBuf))
                        .value_hint(clap::ValueHint::FilePath)
                        .help("The manifest, or any document with data; - is standard input"),
                )
                .args(inputs::flags())
                .args(limits::document_flags()),
        )
    })
}

/// Runs `data …`.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let Some(("explain", matches)) = matches.subcommand() else { return Exit::Usage };
    let (world, mut sources) = (real_world(redactor).read, Sources::new());
    let key = matches.get_one::<String>("key").map_or("", String::as_str);
    let manifest = path(matches, "manifest");
    let explained = manifest::explain(&manifest, key, &world, &mut sources, redactor, &options(matches));
    let exit = match explained {
        Ok(Ok(explanation)) => {
            let explanation = if redactor.reveals() { explanation } else { explanation.masked() };
            let exit = if explanation.value.is_some() { Exit::Done } else { Exit::NotFound };
            match console::print(&redactor.text(&text(&explanation, &sources))) {
                Exit::Done => exit,
                other => other,
            }
        }
        Ok(Err(problems)) => {
            console::show(&problems, &sources, redactor);
            crate::codes::exit_of(&problems)
        }
        Err(error) => load_error(&error, redactor),
    };
    exit.unless_ended(&world.interrupt)
}

/// The value, and one line for each layer.
fn text(explanation: &Explanation, sources: &Sources) -> String {
    let shown = one_line;
    let mut text = match &explanation.value {
        Some(value) => format!("{} = {}\n", explanation.key, shown(value)),
        None => format!("{} has no value\n", explanation.key),
    };
    if explanation.layers.is_empty() {
        text.push_str("  no layer has it");
        if let Some(meant) = &explanation.meant {
            write!(text, "; did you mean `{meant}`?").expect("writing to memory does not fail");
        }
        text.push('\n');
    }
    if let Some(list) = &explanation.list {
        writeln!(text, "  it is inside of the list {list}, which is merged as a whole:")
            .expect("writing to memory does not fail");
    }
    for held in &explanation.layers {
        let counts = if held.counts { "*" } else { " " };
        let value = held.value.as_ref().map_or_else(String::new, |value| format!(": {}", shown(value)));
        writeln!(text, "{counts} {} {}{value}", layer(held, sources), held.effect)
            .expect("writing to memory does not fail");
    }
    text
}

fn layer(held: &Held, sources: &Sources) -> String {
    let place = held.at.map(|span| format!(" ({})", sources.place(span))).unwrap_or_default();
    match &held.layer {
        Layer::Base => format!("data{place}"),
        Layer::Override { name, merge, .. } => {
            let merge = match merge {
                Merge::First => "first",
                Merge::Deep => "deep",
            };
            format!("override `{name}`{place}, merge {merge},")
        }
        Layer::Passed(from) => from.clone(),
    }
}

fn one_line(value: &Value) -> String {
    value.to_json(Escape::Plain, KeyOrder::Keep).unwrap_or_else(|_| value.to_string())
}
