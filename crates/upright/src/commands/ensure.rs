//! `upright ensure`: one resource, described by flags.

use super::api;
use super::running::{RunOptions, real_world};
use crate::console;
use crate::exit::Exit;
use crate::inputs;
use clap::ArgMatches;
use diagnostics::{FileId, Redactor, Sources, Span};
use document::{Entry, Kind, Node, Style};
use engine::{FlagKind, TypeDef};
use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use system::WriteWorld;
use system::files::FileError;
use thiserror::Error;

/// Runs `ensure <type> …`.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let Some((kind, matches)) = matches.subcommand() else { return Exit::Usage };
    if kind == "api" {
        return api::run(matches, real_world(redactor), redactor);
    }
    let Some(definition) = resources::find(kind) else { return Exit::Usage };
    let world = real_world(redactor);
    let run = RunOptions::of(matches, false, &world.read);
    let needs_session = ["require", "subscribe"].into_iter().find(|flag| values(matches, flag).next().is_some());
    if let (Some(flag), None) = (needs_session, &run.session) {
        console::error(&format!("session store should be set when using `--{flag}`: add `--session DIR`"), redactor);
        return Exit::Usage;
    }
    let mut line = Line::new(kind);
    if let Err(error) = line.read(definition, matches, &world) {
        console::error(&error.to_string(), redactor);
        return error.exit();
    }
    let mut sources = Sources::new();
    let file = sources.add("command line", line.text.as_str());
    let body = line.body(file);
    let options = manifest::Options { inputs: inputs::of_one(matches), ..manifest::Options::default() };
    match manifest::decode_one(definition, body, &world.read, &mut sources, redactor, &options) {
        Ok(catalog) => run.run("command line", &catalog, world, redactor),
        Err(problems) => {
            console::show(&problems, &sources, redactor);
            Exit::Invalid
        }
    }
}

/// The command line as a document: a text that messages point into, and what each part of it sets.
struct Line {
    text: String,
    parts: Vec<Part>,
}

/// A property and where its value stands in the text.
struct Part {
    property: &'static str,
    start: usize,
    end: usize,
    value: Kind<'static>,
}

impl Line {
    fn new(kind: &str) -> Self {
        Self { text: format!("upright ensure {kind}"), parts: Vec::new() }
    }

    fn read(&mut self, definition: &TypeDef, matches: &ArgMatches, world: &WriteWorld) -> Result<(), FlagError> {
        for argument in definition.ensure.arguments {
            if let Some(value) = matches.get_one::<String>(argument.name) {
                self.add(None, value, argument.property, text(value));
            }
        }
        for flag in definition.ensure.flags {
            self.flag(flag.long, flag.kind, matches, world)?;
        }
        for property in ["alias", "provider"] {
            if let Some(value) = matches.get_one::<String>(property) {
                self.add(Some(property), value, property, text(value));
            }
        }
        self.list("require", "require", matches, |value| Ok(text(value)))?;
        self.control(matches);
        self.health_check(matches)
    }

    /// `--if` and `--unless`.
    fn control(&mut self, matches: &ArgMatches) {
        let start = self.text.len();
        let mut entries = Vec::new();
        for key in ["if", "unless"] {
            if let Some(value) = matches.get_one::<String>(key) {
                let at = self.write(Some(key), value);
                entries.push(entry(key, at, text(value)));
            }
        }
        if !entries.is_empty() {
            self.parts.push(Part {
                property: "control",
                start: start + 1,
                end: self.text.len(),
                value: Kind::Map(entries),
            });
        }
    }

    /// `--check` and how often it is tried.
    fn health_check(&mut self, matches: &ArgMatches) -> Result<(), FlagError> {
        let Some(command) = matches.get_one::<String>("check") else { return Ok(()) };
        let start = self.text.len();
        let mut entries = vec![entry("command", self.write(Some("check"), command), text(command))];
        for (long, key) in [("check-tries", "tries"), ("check-sleep", "try_sleep")] {
            let Some(value) = matches.get_one::<String>(long) else { continue };
            let kind = match key {
                "tries" => Kind::Int(
                    value
                        .parse()
                        .map_err(|_| FlagError::wrong(format!("`--{long}` takes a whole number, not `{value}`")))?,
                ),
                _ => text(value),
            };
            let at = self.write(Some(long), value);
            entries.push(entry(key, at, kind));
        }
        let (start, end) = (start + 1, self.text.len());
        let span = Span::new(FileId::FIRST, offset(start), offset(end));
        let check = Node { span, kind: Kind::Map(entries), style: None };
        self.parts.push(Part { property: "health_checks", start, end, value: Kind::List(vec![check]) });
        Ok(())
    }

    fn flag(
        &mut self,
        long: &'static str,
        kind: FlagKind,
        matches: &ArgMatches,
        world: &WriteWorld,
    ) -> Result<(), FlagError> {
        let one = || matches.get_one::<String>(long);
        match kind {
            FlagKind::Switch(property) if matches.get_flag(long) => {
                self.add(Some(long), "", property, Kind::Bool(true));
            }
            FlagKind::SwitchOff(property) if matches.get_flag(long) => {
                if self.has(property) {
                    return Err(FlagError::wrong(format!(
                        "cannot use both `--{property}` and `--{long}`: keep one of them"
                    )));
                }
                self.add(Some(long), "", property, Kind::Bool(false));
            }
            FlagKind::Switch(_) | FlagKind::SwitchOff(_) => {}
            FlagKind::Text(property) | FlagKind::TextOr(property, _) => {
                if let Some(value) = one() {
                    self.add(Some(long), value, property, text(value));
                }
            }
            FlagKind::TextFrom(property, variable) => {
                let from_outside = || world.read.environment.var(variable).and_then(|value| value.into_string().ok());
                if let Some(value) = one().cloned().or_else(from_outside) {
                    self.add(Some(long), &value, property, text(&value));
                }
            }
            FlagKind::Map(property, sign) => self.map(long, property, matches, sign)?,
            FlagKind::Pairs(property, sign) => self.list(long, property, matches, |value| pair(long, value, sign))?,
            FlagKind::Texts(property) => self.list(long, property, matches, |value| Ok(text(value)))?,
            FlagKind::Numbers(property) => self.list(long, property, matches, |value| {
                value
                    .parse()
                    .map(Kind::Int)
                    .map_err(|_| FlagError::wrong(format!("`--{long}` takes a whole number, not `{value}`")))
            })?,
            FlagKind::FileInto(property) => {
                if let Some(path) = one() {
                    if self.has(property) {
                        return Err(FlagError::wrong(format!(
                            "cannot use both `--{property}` and `--{long}`: keep one of them"
                        )));
                    }
                    self.add(Some(long), path, property, text(&content_of(path, world)?));
                }
            }
            FlagKind::UserAndGroup(user, group) => self.accounts(long, one(), (user, group), world)?,
        }
        Ok(())
    }

    /// `user:group`, or whoever runs the command.
    fn accounts(
        &mut self,
        long: &'static str,
        given: Option<&String>,
        (user, group): (&'static str, &'static str),
        world: &WriteWorld,
    ) -> Result<(), FlagError> {
        let users = &world.read.users;
        let (uid, gid) = users.current();
        let given = given.map(|given| {
            given
                .split_once(':')
                .ok_or_else(|| FlagError::wrong(format!("`--{long}` takes `user:group`, not `{given}`")))
        });
        let shown = |name: Option<Arc<str>>, id: u32| name.map_or_else(|| id.to_string(), |name| name.to_string());
        let (owner, owning) = given.transpose()?.map_or_else(
            || (shown(users.user_name(uid), uid), shown(users.group_name(gid), gid)),
            |(owner, owning)| (owner.to_owned(), owning.to_owned()),
        );
        let (start, end) = self.write(Some(long), &format!("{owner}:{owning}"));
        let colon = start + owner.len();
        self.parts.push(Part { property: user, start, end: colon, value: text(&owner) });
        self.parts.push(Part { property: group, start: colon + 1, end, value: text(&owning) });
        Ok(())
    }

    fn list(
        &mut self,
        long: &'static str,
        property: &'static str,
        matches: &ArgMatches,
        kind: impl Fn(&str) -> Result<Kind<'static>, FlagError>,
    ) -> Result<(), FlagError> {
        let mut items = Vec::new();
        for value in values(matches, long) {
            items.push((self.write(Some(long), value), kind(value)?));
        }
        let Some(((start, _), _)) = items.first() else { return Ok(()) };
        let (start, end) = (*start, self.text.len());
        // The places of single items are lost here; the whole list is marked.
        let span = Span::new(FileId::FIRST, offset(start), offset(end));
        let nodes = items.into_iter().map(|(_, kind)| Node { span, kind, style: Some(Style::Double) }).collect();
        self.parts.push(Part { property, start, end, value: Kind::List(nodes) });
        Ok(())
    }

    /// One map of all the pairs.
    fn map(
        &mut self,
        long: &'static str,
        property: &'static str,
        matches: &ArgMatches,
        sign: char,
    ) -> Result<(), FlagError> {
        let (start, mut entries) = (self.text.len() + 1, Vec::new());
        for value in values(matches, long) {
            self.write(Some(long), value);
            // What has no sign in it may be a secret, as the values are that have.
            let wrong = || FlagError::wrong(format!("`--{long}` takes two texts with `{sign}` between them"));
            let (key, value) = value.split_once(sign).ok_or_else(wrong)?;
            entries.push(pair_of(key, value));
        }
        if !entries.is_empty() {
            self.parts.push(Part { property, start, end: self.text.len(), value: Kind::Map(entries) });
        }
        Ok(())
    }

    fn has(&self, property: &str) -> bool {
        self.parts.iter().any(|part| part.property == property)
    }

    fn add(&mut self, long: Option<&str>, shown: &str, property: &'static str, value: Kind<'static>) {
        let (start, end) = self.write(long, shown);
        self.parts.push(Part { property, start, end, value });
    }

    /// Writes a flag and its value, and says where the value stands.
    fn write(&mut self, long: Option<&str>, shown: &str) -> (usize, usize) {
        if let Some(long) = long {
            write!(self.text, " --{long}").expect("writing to memory does not fail");
        }
        if !shown.is_empty() || long.is_none() {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.text += &shown.replace('\n', " ");
        (start, self.text.len())
    }

    fn body(&mut self, file: FileId) -> Node<'static> {
        let whole = Span::new(file, 0, offset(self.text.len()));
        let entry = |part: Part| {
            let span = Span::new(file, offset(part.start), offset(part.end));
            let key = Node { span, kind: Kind::String(Cow::Borrowed(part.property)), style: Some(Style::Plain) };
            let style = (!matches!(part.value, Kind::List(_) | Kind::Map(_))).then_some(Style::Double);
            Entry { key, value: Node { span, kind: part.value, style }, comment: None }
        };
        Node { span: whole, kind: Kind::Map(self.parts.drain(..).map(entry).collect()), style: None }
    }
}

/// A key of a property that is a map, and where its value stands.
fn entry(key: &'static str, (start, end): (usize, usize), kind: Kind<'static>) -> Entry<'static> {
    let span = Span::new(FileId::FIRST, offset(start), offset(end));
    let key = Node { span, kind: Kind::String(Cow::Borrowed(key)), style: Some(Style::Plain) };
    Entry { key, value: Node { span, kind, style: Some(Style::Double) }, comment: None }
}

/// A map with one key.
fn pair(long: &str, value: &str, sign: char) -> Result<Kind<'static>, FlagError> {
    let Some((key, value)) = value.split_once(sign) else {
        return Err(FlagError::wrong(format!("`--{long}` takes two texts with `{sign}` between them, not `{value}`")));
    };
    Ok(Kind::Map(vec![pair_of(key, value)]))
}

fn pair_of(key: &str, value: &str) -> Entry<'static> {
    let span = Span::new(FileId::FIRST, 0, 0);
    let node = |text_of: &str| Node { span, kind: text(text_of), style: Some(Style::Double) };
    Entry { key: node(key), value: node(value), comment: None }
}

fn values<'a>(matches: &'a ArgMatches, flag: &str) -> impl Iterator<Item = &'a String> {
    matches.try_get_many::<String>(flag).ok().flatten().into_iter().flatten()
}

fn text(value: &str) -> Kind<'static> {
    Kind::String(Cow::Owned(value.to_owned()))
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Why the flags make no resource.
#[derive(Debug, Error)]
enum FlagError {
    #[error("{0}")]
    Wrong(String),
    #[error(transparent)]
    File(#[from] FileError),
}

impl FlagError {
    fn wrong(message: String) -> Self {
        Self::Wrong(message)
    }

    fn exit(&self) -> Exit {
        match self {
            Self::File(error) if error.is_nothing() => Exit::NotFound,
            Self::File(error) if error.is_permission_denied() => Exit::Denied,
            Self::File(_) | Self::Wrong(_) => Exit::Usage,
        }
    }
}

fn content_of(path: &str, world: &WriteWorld) -> Result<String, FlagError> {
    let bytes = world.read.files.read(Path::new(path), 64 * 1024 * 1024)?;
    String::from_utf8(bytes)
        .map_err(|_| FlagError::wrong(format!("`{path}` is not a text file; use `--source` to copy it")))
}
