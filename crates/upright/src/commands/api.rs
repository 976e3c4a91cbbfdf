//! `upright ensure api pipe`: one resource for another program, asked for on standard input and answered on standard
//! output.

use super::state;
use crate::console;
use crate::exit::Exit;
use crate::inputs;
use crate::output::DataForm;
use clap::{Arg, ArgAction, ArgMatches, Command};
use diagnostics::Redactor;
use engine::{Happening, Listener, MemorySession, World};
use manifest::Purpose;
use serde_json::{Map, Value as Json, json};
use std::path::Path;
use system::WriteWorld;

const RESPONSE_PROTOCOL: &str = "io.choria.ccm.v1.resource.ensure.response";

/// `ensure api …`.
pub(crate) fn command() -> Command {
    Command::new("api")
        .about("Speaks with other programs")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("pipe")
                .alias("piped")
                .about("Reads a request from standard input, brings the resource to its state, and prints the response")
                .arg(Arg::new("yaml").long("yaml").action(ArgAction::SetTrue).help("Answer in YAML instead of JSON")),
        )
}

/// Runs `ensure api pipe`. A request that cannot be understood is answered, too.
pub(super) fn run(matches: &ArgMatches, mut world: WriteWorld, redactor: &Redactor) -> Exit {
    let (is_noop, patience) = (matches.get_flag("noop"), state::patience(matches));
    world.read.state_directory = state::directory(matches, &world.read);
    if let Err(exit) = state::check_variables(&world.read, redactor) {
        return exit;
    }
    let Some(("pipe", matches)) = matches.subcommand() else { return Exit::Usage };
    let options = manifest::Options { inputs: inputs::of_one(matches), ..manifest::Options::default() };
    let read = world.read.files.read(Path::new("/dev/stdin"), options.limits.size as u64);
    let request = read.map_err(|error| error.to_string());
    let catalog = request
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "the request is not UTF-8 text".to_owned()))
        .and_then(|text| manifest::decode_request(&text, &world.read, redactor, &options));
    let (answer, exit) = match catalog {
        Ok(catalog) => {
            let lock = (!is_noop).then(|| state::lock("a request", patience, &world, redactor)).transpose();
            let _lock = match lock {
                Ok(lock) => lock,
                Err(exit) => return exit,
            };
            let world = if is_noop { World::rehearsal(&world.read) } else { World::Apply(world) };
            let mut heard = Heard::default();
            let mut session = catalog.references().map_or_else(MemorySession::default, MemorySession::for_questions);
            let outcome = manifest::run("request", &catalog, Purpose::Converge, &world, &mut session, &mut heard);
            let exit = match outcome.interrupted {
                Some(signal) => signal.into(),
                None if outcome.summary.failed > 0 => Exit::Failed,
                None => Exit::Done,
            };
            (("state", heard.event), exit)
        }
        Err(error) => (("error", Json::String(error)), Exit::Invalid),
    };
    let response = Map::from_iter([("protocol".to_owned(), json!(RESPONSE_PROTOCOL)), (answer.0.to_owned(), answer.1)]);
    let form = DataForm::yaml_if(matches.get_flag("yaml"));
    match console::print(&form.masked(&form.text_of(&Json::Object(response)), redactor)) {
        Exit::Done => exit,
        other => other,
    }
}

/// Keeps the last event.
#[derive(Default)]
struct Heard {
    event: Json,
}

impl Listener for Heard {
    fn hear(&mut self, happening: &Happening<'_>) {
        if let Happening::Finished(event) = happening {
            self.event = serde_json::to_value(event).expect("an event is plain data");
        }
    }
}
