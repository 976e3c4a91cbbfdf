//! `upright get resolver refs`: the resolvers that a text refers to.

use crate::console;
use crate::exit::Exit;
use crate::solutions::flags::Globals;
use crate::solutions::output;
use crate::solutions::setup::Setup;
use clap::{Arg, ArgGroup, ArgMatches, Command, value_parser};
use diagnostics::{Diagnostic, Diagnostics, FileId, Redactor, Sources, Span};
use document::Limits;
use providers::{Engines, Settings, TemplateForm};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use value::{List, Map, Value};

/// The command.
pub(super) fn command() -> Command {
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).allow_hyphen_values(true).help(help)
    };
    let refs = Command::new("refs")
        .about("Lists the resolvers that a template or an expression refers to")
        .arg(text("template", "TEXT", "A Go template"))
        .arg(text("template-file", "FILE", "A file with one").value_parser(value_parser!(PathBuf)))
        .arg(text("expr", "CEL", "An expression in CEL"))
        .group(ArgGroup::new("text").args(["template", "template-file", "expr"]).required(true))
        .arg(output::flag("auto"));
    Command::new("resolver")
        .visible_aliases(["resolvers"])
        .about("Tells which resolvers a text refers to")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(refs)
}

/// Lists the names.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let Some(("refs", matches)) = matches.subcommand() else { return Exit::Usage };
    let setup = match Setup::new(&Globals::of(matches), redactor) {
        Ok(setup) => setup,
        Err(exit) => return exit,
    };
    let text = match Given::of(matches, &setup) {
        Ok(text) => text,
        Err((exit, message)) => {
            console::error(&message, redactor);
            return exit;
        }
    };
    match text.references() {
        Ok(names) => {
            let form = matches.get_one::<String>("output").map_or("auto", String::as_str);
            output::print(&text.record(&names), form, false, redactor)
        }
        Err(problems) => {
            console::show(&problems, &text.sources, redactor);
            Exit::Invalid
        }
    }
}

/// The text that was given.
struct Given {
    /// What the result calls it.
    source: String,
    kind: Kind,
    text: String,
    sources: Sources,
    file: FileId,
    engines: Engines,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Template,
    File,
    Expression,
}

impl Given {
    fn of(matches: &ArgMatches, setup: &Setup) -> Result<Self, (Exit, String)> {
        let engines = Engines::new(&setup.world.read, &Settings::default(), None);
        let given = |name: &str| matches.get_one::<String>(name).cloned();
        if let Some(file) = matches.get_one::<PathBuf>("template-file") {
            let limit = u64::try_from(Limits::default().size).unwrap_or(u64::MAX);
            let read = setup.world.read.files.read(&setup.directory.join(file), limit);
            let bytes = read.map_err(|error| {
                (if error.is_not_found() { Exit::NotFound } else { Exit::Failed }, error.to_string())
            })?;
            let text =
                String::from_utf8(bytes).map_err(|_| (Exit::Invalid, format!("{} is no UTF-8", file.display())))?;
            let name = file.display().to_string();
            return Ok(Self::new(name.clone(), &name, Kind::File, text, engines));
        }
        let (kind, text) = match given("template") {
            Some(text) => (Kind::Template, text),
            None => (Kind::Expression, given("expr").unwrap_or_default()),
        };
        Ok(Self::new(text.clone(), "command line", kind, text, engines))
    }

    fn new(source: String, name: &str, kind: Kind, text: String, engines: Engines) -> Self {
        let mut sources = Sources::default();
        let file = sources.add(name, text.as_str());
        Self { source, kind, text, sources, file, engines }
    }

    fn references(&self) -> Result<BTreeSet<String>, Diagnostics> {
        if self.kind == Kind::Expression { self.of_expression() } else { self.of_template() }
    }

    fn of_expression(&self) -> Result<BTreeSet<String>, Diagnostics> {
        let found = self.engines.cel().references(&self.text).map_err(|error| {
            let mut problems = Diagnostics::new();
            for problem in error.problems() {
                let found = Diagnostic::error(&expr::CEL_COMPILE, problem.to_string());
                problems.push(found.at(self.span(problem.place.range()), "").help(problem.help()));
            }
            problems
        })?;
        let names = found.into_iter().filter(|one| one.root == "_").filter_map(|one| one.fields.into_iter().next());
        Ok(names.filter(|name| !is_own(name)).collect())
    }

    fn of_template(&self) -> Result<BTreeSet<String>, Diagnostics> {
        let template = self.engines.template("template", &self.text, TemplateForm::default());
        let template = template.map_err(|error| {
            let mut problems = Diagnostics::new();
            let place = self.span(error.start as usize..error.end as usize);
            problems.push(Diagnostic::error(&gotmpl::TEMPLATE_PARSE, error.message.clone()).at(place, ""));
            problems
        })?;
        Ok(template.references().iter().filter_map(|one| named(&one.path)).collect())
    }

    fn span(&self, place: Range<usize>) -> Span {
        let at = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        Span::new(self.file, at(place.start), at(place.end))
    }

    fn record(&self, names: &BTreeSet<String>) -> Value {
        let kind = match self.kind {
            Kind::Template => "template",
            Kind::File => "template-file",
            Kind::Expression => "cel-expression",
        };
        let list: List = names.iter().map(|name| Value::string(name.as_str())).collect();
        let record: Map = [
            ("source", Value::string(self.source.as_str())),
            ("sourceType", kind.into()),
            ("references", list.into()),
            ("count", i64::try_from(names.len()).unwrap_or(i64::MAX).into()),
        ]
        .into_iter()
        .collect();
        record.into()
    }
}

/// The resolver that a path of a template means: `._.name` and `._name` are `name`, as the original reads them.
fn named(path: &[Arc<str>]) -> Option<String> {
    let name = match path {
        [first, second, ..] if &**first == "_" => second,
        [first, ..] if is_own(first) => return None,
        [first, ..] => first.strip_prefix('_').unwrap_or(first),
        [] => return None,
    };
    (!name.is_empty() && !is_own(name)).then(|| name.to_owned())
}

/// Names of the program itself: `__self`, `__item`.
fn is_own(name: &str) -> bool {
    name.starts_with("__")
}
