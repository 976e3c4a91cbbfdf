//! What a solution is: its parameters, resolvers and actions.

use crate::bridges;
use crate::console;
use crate::exit::Exit;
use crate::solutions::config::Config;
use crate::solutions::flags::Globals;
use crate::solutions::problems;
use crate::solutions::reference::{self, NoText, Search};
use crate::solutions::setup::Setup;
use diagnostics::Redactor;
use document::Limits;
use document::decode::Entries;
use providers::Engines;
use solution::model::{Action, Resolver, Rule, Step};
use solution::{Order, Solution, Strictness};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use value::Value;

/// Prints the page of a solution.
pub(super) fn run(named: Option<&str>, globals: &Globals, redactor: &Redactor) -> Exit {
    match page(named, globals, redactor) {
        Ok(page) => console::print(&redactor.text(&page)),
        Err(exit) => exit,
    }
}

fn page(named: Option<&str>, globals: &Globals, redactor: &Redactor) -> Result<String, Exit> {
    let fail = |exit: Exit, message: &str| {
        console::error(message, redactor);
        exit
    };
    let setup = Setup::new(globals, redactor)?;
    let world = &setup.world.read;
    let config = Config::load(globals.config.as_deref(), world, redactor);
    let (text, origin) =
        reference::read(named, Search::Any, &setup, &config).map_err(|NoText(exit, message)| fail(exit, &message))?;
    let (registry, _) = bridges::registry().map_err(|error| fail(Exit::Failed, &error.to_string()))?;
    let solution = solution::load(&text, &origin, world, Limits::default(), Strictness::Run, &registry, redactor)
        .map_err(|refused| {
            problems::show(&refused.problems, &refused.sources, &registry, redactor);
            Exit::Invalid
        })?;
    let engines = Engines::new(world, &config.settings(), None);
    let order = solution::order(&solution, &engines, &registry).map_err(|problems| {
        problems::show(&problems, &solution.sources, &registry, redactor);
        Exit::Invalid
    })?;
    Ok(written(&solution, &order, &engines))
}

fn written(solution: &Solution, order: &Order, engines: &Engines) -> String {
    let facts = &solution.facts;
    let mut page = format!("{} {}", facts.name, facts.version);
    if !facts.display_name.is_empty() {
        let _ = write!(page, " ({})", facts.display_name);
    }
    page.push('\n');
    if !facts.description.is_empty() {
        let _ = writeln!(page, "\n{}", facts.description.trim_end());
    }
    section(&mut page, "Parameters", &parameters(solution));
    section(&mut page, "Resolvers", &resolvers(solution, order));
    let workflow = solution.workflow.as_ref();
    let of =
        |actions: Option<&Entries<Option<Action>>>| actions.map(|all| actions_of(all, engines)).unwrap_or_default();
    section(&mut page, "Actions", &of(workflow.and_then(|workflow| workflow.actions.as_ref())));
    section(&mut page, "Actions at the end, whatever happened", &of(workflow.and_then(|one| one.finally.as_ref())));
    page
}

/// A name, and what is said of it in one or more lines.
type Entry = (String, Vec<String>);

fn section(page: &mut String, title: &str, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    let widest = entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let _ = writeln!(page, "\n{title}");
    for (name, lines) in entries {
        for (at, line) in lines.iter().enumerate() {
            let name = if at == 0 { name.as_str() } else { "" };
            let _ = writeln!(page, "  {name:widest$}  {line}");
        }
    }
}

/// What `-r` gives, by key: who reads it, and whether there is something else to take.
fn parameters(solution: &Solution) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for one in &solution.resolvers {
        let sources = steps(one.resolver.resolve.as_ref().and_then(|phase| phase.with.as_ref()));
        for (at, step) in sources.iter().enumerate().filter(|(_, step)| provider(step) == "parameter") {
            let key = step.inputs.as_ref().and_then(|inputs| inputs.get("key")).and_then(Option::as_ref);
            let Some(key) = key.and_then(|form| form.as_literal()).and_then(Value::as_str) else { continue };
            let need = if at + 1 == sources.len() && at == 0 { "required" } else { "optional" };
            let line = format!("{need}, {}, for resolver `{}`", kind(&one.resolver), one.name);
            match entries.iter_mut().find(|(known, _)| known == key) {
                Some((_, lines)) => lines.push(line),
                None => entries.push((key.to_owned(), vec![line])),
            }
        }
    }
    entries
}

fn resolvers(solution: &Solution, order: &Order) -> Vec<Entry> {
    let name = |number: &usize| format!("`{}`", solution.resolvers[*number].name);
    let entry = |(number, one): (usize, &std::sync::Arc<solution::NamedResolver>)| {
        let resolver = &one.resolver;
        let mut needs: Vec<String> = order.needs[number].iter().map(name).collect();
        needs.sort();
        let mut facts = vec![format!("phase {}", order.phase_of(number))];
        facts.extend(joined("from", resolver.resolve.as_ref().map(|phase| called(phase.with.as_ref()))));
        facts.extend(joined("changed by", resolver.transform.as_ref().map(|phase| called(phase.with.as_ref()))));
        facts.extend(joined("checked by", resolver.validate.as_ref().map(|phase| rules(phase.with.as_ref()))));
        facts.extend(joined("needs", Some(needs)));
        facts.extend(resolver.when.as_ref().map(|when| format!("when `{}`", when.text)));
        facts.extend(resolver.sensitive.then(|| "sensitive".to_owned()));
        facts.extend(resolver.internal.then(|| "internal".to_owned()));
        let about = title(resolver.display_name.as_deref(), resolver.description.as_deref());
        (one.name.to_string(), vec![described(kind(resolver), &about), facts.join("; ")])
    };
    solution.resolvers.iter().enumerate().map(entry).collect()
}

fn actions_of(actions: &Entries<Option<Action>>, engines: &Engines) -> Vec<Entry> {
    let actions = actions.iter().filter_map(|(name, action)| Some((&name.value, action.as_ref()?)));
    let entry = |(name, action): (&String, &Action)| {
        let quoted = |names: &Option<Vec<diagnostics::Spanned<String>>>| -> Vec<String> {
            names.iter().flatten().map(|name| format!("`{}`", name.value)).collect()
        };
        let mut facts = Vec::new();
        facts.extend(joined("after", Some(quoted(&action.depends_on))));
        facts.extend(joined("reads", Some(read(action, engines))));
        facts.extend(joined("never beside", Some(quoted(&action.exclusive))));
        facts.extend(action.when.as_ref().map(|when| format!("when `{}`", when.text)));
        facts.extend(action.for_each.is_some().then(|| "for each item of a list".to_owned()));
        let tries = action.retry.as_ref().and_then(|retry| retry.max_attempts.as_ref());
        facts.extend(tries.map(|tries| format!("up to {} tries", tries.value)));
        facts.extend(action.alias.as_ref().map(|alias| format!("also called `{}`", alias.value)));
        let about = title(action.display_name.as_deref(), action.description.as_deref());
        let provider = action.provider.as_ref().map_or("no provider", |provider| provider.value.as_str());
        let mut lines = vec![described(provider, &about)];
        lines.extend((!facts.is_empty()).then(|| facts.join("; ")));
        (name.clone(), lines)
    };
    actions.map(entry).collect()
}

/// The actions whose results an action uses.
fn read(action: &Action, engines: &Engines) -> Vec<String> {
    let forms = action.inputs.iter().flat_map(|inputs| inputs.iter()).filter_map(|(_, form)| form.as_ref());
    let uses = forms.flat_map(|form| form.uses(engines)).filter(|one| one.root == "__actions");
    let names: BTreeSet<String> = uses.filter_map(|one| one.fields.first().map(|name| format!("`{name}`"))).collect();
    names.into_iter().collect()
}

fn kind(resolver: &Resolver) -> &str {
    resolver.kind.as_ref().map_or("any", |kind| kind.value.as_str())
}

fn steps(with: Option<&Vec<Step>>) -> &[Step] {
    with.map_or(&[], Vec::as_slice)
}

fn provider(step: &Step) -> &str {
    step.provider.as_ref().map_or("", |provider| provider.value.as_str())
}

fn called(with: Option<&Vec<Step>>) -> Vec<String> {
    steps(with).iter().map(|step| provider(step).to_owned()).collect()
}

fn rules(with: Option<&Vec<Rule>>) -> Vec<String> {
    let name = |rule: &Rule| rule.provider.as_ref().map(|provider| provider.value.clone());
    with.into_iter().flatten().filter_map(name).collect()
}

fn joined(word: &str, names: Option<Vec<String>>) -> Option<String> {
    let names = names.filter(|names| !names.is_empty())?;
    Some(format!("{word} {}", names.join(", ")))
}

fn title(display: Option<&str>, description: Option<&str>) -> String {
    let parts = [display, description].into_iter().flatten().map(|text| text.trim().replace('\n', " "));
    parts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ")
}

fn described(kind: &str, about: &str) -> String {
    if about.is_empty() { kind.to_owned() } else { format!("{kind}: {about}") }
}
