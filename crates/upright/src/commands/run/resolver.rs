//! `upright run resolver`: the values of a solution.

use super::common::{self, Asked, Loaded, Start, parted};
use super::hidden::hidden;
use crate::console;
use crate::exit::Exit;
use crate::solutions::flags::GLOBAL_HELP;
use crate::solutions::output;
use crate::solutions::reference::Search;
use clap::{Arg, ArgAction, ArgMatches, Command};
use diagnostics::Redactor;
use solution::{NamedResolver, Resolved, Solution, closure, draw_resolvers, resolve, whole_execution};
use std::collections::BTreeSet;
use std::sync::Arc;
use value::{List, Map, Value};

pub(super) fn command() -> Command {
    let switch =
        |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new("resolver")
        .visible_aliases(["resolvers"])
        .about("Works out the values of a solution and prints them")
        .after_help(format!(
            "Examples:\n  upright run resolver -f solution.yaml -o json\n  \
             upright run resolver url -f solution.yaml env=prod\n\n{GLOBAL_HELP}"
        ))
        .arg(
            Arg::new("words")
                .value_name("NAME|KEY=VALUE")
                .num_args(0..)
                .help("Resolvers, and parameters; all resolvers when none is named"),
        )
        .args(common::flags())
        .arg(switch("skip-transform", "Leave out transform and validate"))
        .arg(switch("graph", "Draw which resolver needs which, and run nothing"))
        .arg(common::graph_flag())
        .arg(switch("show-execution", "Tell how the resolvers did"))
        .arg(switch("redact", "Mask secrets in every form of output"))
        .arg(output::run_flag())
}

pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let (parameters, names) = parted(matches.get_many::<String>("words").into_iter().flatten().map(String::as_str));
    let asked = Asked {
        command: "run resolver",
        named: None,
        words: &parameters,
        search: Search::Solution,
        start: Start::Beside,
    };
    let loaded = match common::load(matches, asked, redactor) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    if matches.get_flag("graph") {
        return common::draw(&draw_resolvers(&loaded.solution, &loaded.order, common::graph_form(matches)), redactor);
    }
    let wanted = match wanted(&loaded, &names, redactor) {
        Ok(wanted) => wanted,
        Err(exit) => return exit,
    };
    let resolved = resolve(&loaded.session, &loaded.solution, &loaded.order, wanted.as_ref(), &loaded.resolving);
    common::remark(&loaded, &resolved);
    loaded.finish(matches);
    let form = matches.get_one::<String>("output").map_or("auto", String::as_str);
    if let Some(error) = &resolved.error {
        common::complain(&loaded, error, "resolver execution failed: ");
        return Exit::Failed.unless_ended(&loaded.session.interrupt);
    }
    if form == output::LINES {
        return Exit::Done;
    }
    let masked = matches.get_flag("redact");
    // What an expression is asked for is data, and it computes with real values.
    let expression = matches.get_one::<String>("expression");
    let is_data = is_data(form) || expression.is_some();
    let hides = !redactor.reveals() && (!is_data || masked && expression.is_none());
    let mut shown = shown(&loaded.solution, &resolved, form, hides);
    let tells = matches.get_flag("show-execution") || matches.get_flag("verbose");
    if let Some(shown) = shown.as_map_mut().filter(|_| tells) {
        shown.insert("__execution", whole_execution(&loaded.solution, &loaded.order, &resolved, redactor));
    }
    match filtered(&loaded, shown, matches, redactor) {
        Ok(value) if is_data && !masked => output::print_data(&value, form, redactor),
        Ok(value) => {
            let secrets = expression.map(|text| secrets_in(text, &loaded, &resolved)).unwrap_or_default();
            output::print(&hidden(&value, &secrets), form, masked, redactor)
        }
        Err(error) => {
            console::error(&error, redactor);
            Exit::Failed
        }
    }
}

fn wanted(loaded: &Loaded, names: &[&str], redactor: &Redactor) -> Result<Option<BTreeSet<usize>>, Exit> {
    if names.is_empty() {
        return Ok(None);
    }
    let numbers = loaded.solution.numbers(names.iter().copied()).map_err(|unknown| {
        let mut available: Vec<&str> = loaded.solution.resolvers.iter().map(|one| &*one.name).collect();
        available.sort_unstable();
        let message = format!("unknown resolver(s): {} (available: {})", unknown.join(", "), available.join(", "));
        console::error(&message, redactor);
        Exit::Invalid
    })?;
    Ok(Some(closure(&loaded.order, &numbers)))
}

/// Whether a form carries real values.
fn is_data(form: &str) -> bool {
    output::is_for_programs(form) || form == "quiet"
}

/// The values by name, in forms for people without what is internal. A resolver that did not run has the parameter of its name.
fn shown(solution: &Solution, resolved: &Resolved, form: &str, hides: bool) -> Value {
    let value = |one: &Arc<NamedResolver>| Some((Arc::clone(&one.name), resolved.data.get(&*one.name)?.clone()));
    let named = solution.resolvers.iter().filter_map(value);
    let mut shown: Map = named.collect();
    for (resolver, result) in solution.resolvers.iter().zip(&resolved.results) {
        let name = &*resolver.name;
        let is_secret = result.as_ref().map_or(resolver.resolver.sensitive, |result| result.is_secret);
        if resolver.resolver.internal && !is_data(form) && form != "mermaid" {
            shown.remove(name);
        } else if is_secret && hides && shown.contains_key(name) {
            shown.insert(name, "[REDACTED]");
        }
    }
    shown.into()
}

/// The values that an expression takes from resolvers whose values are never shown.
fn secrets_in<'r>(expression: &str, loaded: &Loaded, resolved: &'r Resolved) -> Vec<&'r Value> {
    let used = loaded.session.run.engines.cel().references(expression).unwrap_or_default();
    let is_used = |name: &String| {
        used.iter().filter(|one| one.root == "_").any(|one| one.fields.first().is_none_or(|field| field == name))
    };
    let secret = solution::secret_names(&loaded.solution, resolved);
    secret.iter().filter(|name| is_used(name)).filter_map(|name| resolved.data.get(name.as_str())).collect()
}

/// What `-w` leaves of a list, and what `-e` makes of it.
fn filtered(loaded: &Loaded, value: Value, matches: &ArgMatches, redactor: &Redactor) -> Result<Value, String> {
    let engines = &loaded.session.run.engines;
    let text = |name: &str| matches.get_one::<String>(name);
    let evaluate = |text: &str, value: &Value| {
        let variables: Map = [("_", value.clone())].into_iter().collect();
        engines.evaluate(text, &variables).map_err(|error| error.report(text, &variables))
    };
    let value = match (text("where"), value) {
        (Some(condition), Value::List(items)) => {
            let mut kept = List::new();
            for item in &items {
                if evaluate(condition, item)? == Value::Bool(true) {
                    kept.push(item.clone());
                }
            }
            kept.into()
        }
        (Some(condition), value) => {
            engines.cel().references(condition).map_err(|error| error.report(condition, &["_"]))?;
            let message = "-w chooses items of a list, and the result is none; -w does nothing here";
            console::warning(message, redactor);
            value
        }
        (None, value) => value,
    };
    match text("expression") {
        Some(expression) => evaluate(expression, &value),
        None => Ok(value),
    }
}
