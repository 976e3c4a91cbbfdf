//! A resource type made for the tests: a shelf on which things should stand, each a file below `/shelf`.
//!
//! The names of things say what goes wrong with them: `ghost` is never there although it was put up, `forbidden` cannot
//! be put up, `awaited` cannot unless somebody brings it, `asked` rests on the answer of a command, `command` may change
//! anything, `parcel`, `gift` and `crate` bring what nobody knows once they are unpacked, `broken` cannot be looked at, `missing` cannot be looked at because it is not there.

use diagnostics::{Redactor, Sources};
use document::decode::Decoder;
use document::{Options, parse, record};
use engine::{
    Ahead, Common, Context, EnsureCommand, Failure, Obstacle, Plan, ProviderDef, Resource, ResourceType, Status,
    Trigger, TypeDef,
};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use system::files::{Attributes, Content, FileError, Foreseen, Links, ReadFiles, WriteFiles};

record! {
    /// A shelf.
    pub(crate) struct Properties [name = "shelf"]
    with common: Common {
        /// What should stand on it.
        things: Vec<String>,
    }
}

pub(crate) struct Shelf;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Put {
    pub(crate) thing: String,
    #[serde(skip)]
    polish: bool,
}

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.polish { "polish" } else { "put up" }, self.thing)
    }
}

impl engine::Change for Put {
    /// One word per thing, so that a thing that is left over is known to be the same.
    fn step(&self) -> &'static str {
        match self.thing.as_str() {
            "ghost" => "put-ghost",
            _ => "put",
        }
    }

    fn refreshes(&self) -> bool {
        self.polish
    }
}

pub(crate) struct Standing {
    there: Vec<String>,
    last: Option<String>,
}

impl Status for Standing {
    fn ensure(&self) -> &str {
        if self.there.is_empty() { "empty" } else { "filled" }
    }

    fn fields(&self, _name: &str) -> serde_json::Map<String, serde_json::Value> {
        let fields = [("there".to_owned(), self.there.clone().into()), ("last".to_owned(), self.last.clone().into())];
        fields.into_iter().collect()
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("the shelf is broken")]
    Broken,
    #[error("the shelf is not there")]
    NotThere,
    #[error("it fell down")]
    Fallen,
    #[error(transparent)]
    File(#[from] FileError),
}

impl Failure for Trouble {
    fn could_be_brought(&self) -> bool {
        matches!(self, Self::NotThere)
    }

    fn changed(&self) -> bool {
        matches!(self, Self::Fallen)
    }
}

pub(crate) struct Reads(Arc<dyn ReadFiles>);
pub(crate) struct Verbs(Arc<dyn WriteFiles>);

fn path(thing: &str) -> PathBuf {
    PathBuf::from("/shelf").join(thing)
}

impl ResourceType for Shelf {
    const NAME: &'static str = "shelf";
    const MAY_WAIT: bool = false;
    type Properties = Properties;
    type Desired = Properties;
    type State = Standing;
    type Seen = Option<String>;
    type Change = Put;
    type Reads = Reads;
    type Verbs = Verbs;
    type Error = Trouble;

    fn providers() -> &'static [ProviderDef<Self>] {
        &[
            ProviderDef {
                name: "wood",
                suits: |_, _| Ok(Some(5)),
                reads: |w| Box::new(Reads(w.files.clone())),
                verbs: |w| Box::new(Verbs(w.files.clone())),
            },
            ProviderDef {
                name: "steel",
                suits: |_, _| Ok(Some(2)),
                reads: |w| Box::new(Reads(w.files.clone())),
                verbs: |w| Box::new(Verbs(w.files.clone())),
            },
            ProviderDef {
                name: "glass",
                suits: |_, _| Ok(None),
                reads: |w| Box::new(Reads(w.files.clone())),
                verbs: |w| Box::new(Verbs(w.files.clone())),
            },
        ]
    }

    fn desired(properties: Properties, _context: &Context<'_>, _decoder: &mut Decoder<'_>) -> Option<Properties> {
        Some(properties)
    }

    fn properties(desired: &Properties) -> &Properties {
        desired
    }

    fn common(properties: &Properties) -> &Common {
        &properties.common
    }

    fn ensure(_desired: &Properties) -> &'static str {
        "filled"
    }

    fn asks_the_machine(desired: &Properties) -> bool {
        desired.things.iter().any(|thing| thing == "asked")
    }

    fn observe(desired: &Properties, on: &Reads) -> Result<Standing, Trouble> {
        let mut there = Vec::new();
        for thing in &desired.things {
            match thing.as_str() {
                "broken" => return Err(Trouble::Broken),
                "missing" if on.0.stat(&path("missing"), Links::Keep)?.is_none() => return Err(Trouble::NotThere),
                _ if on.0.stat(&path(thing), Links::Keep)?.is_some() => there.push(thing.clone()),
                _ => {}
            }
        }
        Ok(Standing { there, last: None })
    }

    fn observe_again(
        desired: &Properties,
        on: &Reads,
        _before: Standing,
        seen: Option<String>,
    ) -> Result<Standing, Trouble> {
        Ok(Standing { last: seen, ..Self::observe(desired, on)? })
    }

    fn plan(desired: &Properties, state: &Standing, trigger: &Trigger) -> Plan<Put> {
        let polish = matches!(trigger, Trigger::Refreshed(_));
        let wanted = desired.things.iter().filter(|thing| polish || !state.there.contains(thing));
        let changes: Vec<Put> = wanted.map(|thing| Put { thing: thing.clone(), polish }).collect();
        let obstacles: Vec<Obstacle> = changes
            .iter()
            .filter_map(|change| match change.thing.as_str() {
                "forbidden" => Some(Obstacle::lasting("forbidden is forbidden")),
                "awaited" => Some(Obstacle::missing("awaited is not there")),
                "arriving" => Some(Obstacle::not_there_yet("arriving is not there")),
                _ => None,
            })
            .collect();
        Plan { changes, obstacles }
    }

    fn act(change: &Put, _desired: &Properties, on: &Verbs) -> Result<Option<String>, Trouble> {
        if change.thing == "slippery" {
            return Err(Trouble::Fallen);
        }
        if change.thing != "ghost" {
            on.0.replace(&path(&change.thing), Content::Bytes(b""), Attributes::default())?;
        }
        Ok(Some(change.thing.clone()))
    }

    fn foresee(change: &Put, _desired: &Properties, ahead: &Ahead<'_>) {
        if change.thing == "command" {
            ahead.anything_may_follow();
        }
        if ["parcel", "gift", "crate"].contains(&change.thing.as_str()) {
            ahead.anything_may_follow_once("is unpacked");
        }
        ahead.files().put_file(&path(&change.thing), Attributes::default(), Foreseen::Known(Vec::new())).unwrap();
    }

    fn would_have(changes: &[Put]) -> String {
        format!("Would have put up {}", changes.len())
    }
}

pub(crate) const TYPE: TypeDef =
    TypeDef::of::<Shelf>("A shelf.", &[], EnsureCommand { arguments: &[], flags: &[] }, &[]);

/// A shelf from its properties; what is wrong with them is the error.
pub(crate) fn try_shelf(body: &str) -> Result<Box<dyn Resource>, Vec<String>> {
    let mut sources = Sources::new();
    let file = sources.add("shelf.yaml", body);
    let text = sources.text(file);
    let node = parse(&text, file, &Options::manifest()).expect("a good document");
    let redactor = Redactor::new("<secret>");
    let context = Context::new("/".into(), &sources, &redactor);
    let mut decoder = Decoder::new(&sources);
    let resource = (TYPE.decode)(&node, &mut decoder, &context);
    let problems: Vec<String> = decoder.finish().iter().map(|problem| problem.message.clone()).collect();
    if problems.is_empty() { Ok(resource.expect("without problems")) } else { Err(problems) }
}

/// A shelf with these things.
pub(crate) fn shelf(things: &[&str]) -> Box<dyn Resource> {
    named_shelf("test", things)
}

/// The same with a name of its own.
pub(crate) fn named_shelf(name: &str, things: &[&str]) -> Box<dyn Resource> {
    try_shelf(&format!("name: {name}\nthings: [{}]\n", things.join(", "))).unwrap()
}
