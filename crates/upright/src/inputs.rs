//! What a manifest is resolved with, as flags: facts, data and variables from outside.

use crate::bridges::{self, Need};
use crate::console;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use data::facts::CustomProblems;
use diagnostics::Redactor;
use manifest::{Hiera, Inputs};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

const HEADING: &str = "Data";

/// The flags of `apply` and `check`.
pub(crate) fn flags() -> Vec<Arg> {
    vec![
        Arg::new("fact")
            .long("fact")
            .value_name("NAME=VALUE")
            .value_parser(fact)
            .action(ArgAction::Append)
            .help_heading(HEADING)
            .help("A fact, over those of the machine and of --facts; may be repeated"),
        Arg::new("facts")
            .long("facts")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .value_hint(clap::ValueHint::FilePath)
            .help_heading(HEADING)
            .help("Facts from a file with YAML or JSON, over those of the machine"),
        hiera().help("Data over that of the manifest: a file, or an http(s) address"),
        no_read_env(),
        read_env(),
        nats_context(),
        registration(),
    ]
}

/// The flags of `ensure`.
pub(crate) fn ensure_flags() -> Vec<Arg> {
    vec![
        hiera().help("Data for expressions: a file, or an http(s) address; .hiera when there is one"),
        no_read_env(),
        read_env(),
        nats_context(),
    ]
}

fn hiera() -> Arg {
    Arg::new("hiera").long("hiera").value_name("SOURCE").env("CCM_HIERA_DATA").hide_env(true).help_heading(HEADING)
}

/// The default, as a flag.
fn read_env() -> Arg {
    Arg::new("read-env").long("read-env").action(ArgAction::SetTrue).overrides_with("no-read-env").hide(true)
}

fn no_read_env() -> Arg {
    Arg::new("no-read-env")
        .long("no-read-env")
        .action(ArgAction::SetTrue)
        .help_heading(HEADING)
        .help("Do not read variables from .env in the working directory")
}

/// Taken so that scripts for the original run; what needs a NATS server says so when it is used.
pub(crate) fn nats_context() -> Arg {
    Arg::new("context").long("context").value_name("NAME").hide(true)
}

fn registration() -> Arg {
    Arg::new("registration").long("registration").short('R').value_name("STREAM").hide(true)
}

/// `NAME=VALUE`, or `NAME:VALUE`.
// ccm: key and value are split at the first `=` or `:`.
pub(crate) fn fact(given: &str) -> Result<(String, String), String> {
    match given.find(['=', ':']) {
        Some(at) if at > 0 => Ok((given[..at].to_owned(), given[at + 1..].to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// What was typed.
pub(crate) fn of(matches: &ArgMatches) -> Inputs {
    let facts = matches.try_get_many::<(String, String)>("fact").ok().flatten();
    let hiera = matches.try_get_one::<String>("hiera").ok().flatten().filter(|source| !source.is_empty());
    Inputs {
        facts_file: matches.try_get_one::<PathBuf>("facts").ok().flatten().cloned(),
        facts: facts.into_iter().flatten().cloned().collect(),
        hiera: hiera.map(|source| Hiera { source: source.clone(), optional: false }),
        env_file: !matches.get_flag("no-read-env"),
        source: Some(bridges::solution_data(need(matches))),
        fact_problems: Some(complain_of_custom_facts),
        ..Inputs::default()
    }
}

/// Commands that change something can be told to rehearse it, and then refuse what the run would refuse; the others only look.
fn need(matches: &ArgMatches) -> Need {
    let is_set = |name: &str| matches.try_get_one::<bool>(name).ok().flatten().copied();
    let looks = ["render", "monitor-only"].into_iter().any(|name| is_set(name) == Some(true));
    if is_set("noop").is_some() && !looks { Need::ToAct } else { Need::ToLook }
}

/// What was typed for one resource: without `--hiera`, data comes from `.hiera` when there is one.
pub(crate) fn of_one(matches: &ArgMatches) -> Inputs {
    let inputs = of(matches);
    let hiera = inputs.hiera.or_else(|| Some(Hiera { source: ".hiera".to_owned(), optional: true }));
    Inputs { hiera, ..inputs }
}

/// A manifest and each of its children read the files of custom facts by themselves; saying once what is wrong is enough.
static ARE_FACTS_TOLD: AtomicBool = AtomicBool::new(false);

/// Says what is wrong with the files of custom facts.
pub(crate) fn complain_of_custom_facts(problems: &CustomProblems<'_>, redactor: &Redactor) {
    if !ARE_FACTS_TOLD.swap(true, Ordering::Relaxed) {
        manifest::register_secrets(problems.sources, redactor);
        console::show_warnings(problems.warnings, problems.sources, redactor);
    }
}
