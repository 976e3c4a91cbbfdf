//! What is to be done, as data.

use crate::Reference;
use serde::Serialize;
use serde_json::Value as Json;
use std::fmt;

/// One step of a plan: printable, storable, comparable. It holds no closure, no handle and no borrowed world.
pub trait Change: fmt::Display + Serialize + Send + Sync {
    /// A stable word for the kind of step (`write`, `remove`, `run`): the same step left over after acting was not done.
    fn step(&self) -> &'static str;

    /// Whether it was not done, by a step that is left over after acting.
    fn is_undone_by(&self, left: &Self) -> bool
    where
        Self: Sized,
    {
        self.step() == left.step()
    }

    /// Whether something is another because of it, also when a later step fails.
    fn lasts(&self) -> bool {
        true
    }

    /// Whether a subscription is the reason for it.
    fn refreshes(&self) -> bool {
        false
    }

    /// In words for people, with what a diff shows beside it.
    fn headline(&self, _diff: Option<&Diff>) -> String {
        self.to_string()
    }

    /// A word that says more than that something changes.
    fn verb(&self) -> Option<Verb> {
        None
    }

    /// What stands behind the verb.
    fn details(&self) -> String {
        String::new()
    }
}

/// What is done to a resource, as people say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verb {
    /// `install`, behind `would`.
    pub plain: &'static str,
    /// `installed`.
    pub past: &'static str,
}

/// The difference that a change makes to a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diff {
    /// A unified diff, or a line that says why there is none.
    pub text: String,
    /// Lines that would be added.
    pub added: usize,
    /// Lines that would be removed.
    pub removed: usize,
}

/// A change of any type: what outputs need of it.
pub trait AnyChange: Send + Sync {
    /// In words for people.
    fn text(&self, diff: Option<&Diff>) -> String;
    /// A word that says more than that something changes.
    fn verb(&self) -> Option<Verb>;
    /// What stands behind the verb.
    fn details(&self) -> String;
    /// As data for programs: what the change holds, with its `step` and its `text`.
    fn data(&self) -> Json;
}

impl<C: Change> AnyChange for C {
    fn text(&self, diff: Option<&Diff>) -> String {
        self.headline(diff)
    }

    fn verb(&self) -> Option<Verb> {
        Change::verb(self)
    }

    fn details(&self) -> String {
        Change::details(self)
    }

    fn data(&self) -> Json {
        let mut json = serde_json::to_value(self).unwrap_or(Json::Null);
        if let Json::Object(map) = &mut json {
            map.insert("step".to_owned(), Json::from(self.step()));
            map.insert("text".to_owned(), Json::from(self.to_string()));
        }
        json
    }
}

/// What lies between the observed state and the desired one. Empty means: it is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan<C> {
    /// What is to be done, in order.
    pub changes: Vec<C>,
    /// Why it cannot be done.
    pub obstacles: Vec<Obstacle>,
}

/// Something that stands in the way of a plan, known before anything is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// What is wrong, as a lowercase fragment.
    pub message: String,
    /// What to do about it, left out when an earlier step may do that.
    pub advice: Option<String>,
    /// What might take it away before the real run comes here.
    pub remedy: Remedy,
}

/// What might take an obstacle away. A rehearsal then says so instead of failing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Nothing.
    Nothing,
    /// An earlier step whose effects cannot be foreseen: it may bring a missing parent, owner, source or unit.
    Step,
    /// The same, of something that simply is not there yet.
    Arrival,
    /// An earlier command, but not what comes with a package.
    Command,
    /// Nobody knows: too little can be seen to say that it stands in the way.
    Unknown,
}

impl Obstacle {
    /// Something that stays in the way whatever happens before.
    pub fn lasting(message: impl Into<String>) -> Self {
        Self { message: message.into(), advice: None, remedy: Remedy::Nothing }
    }

    /// Something missing that an earlier step might bring.
    pub fn missing(message: impl Into<String>) -> Self {
        Self { message: message.into(), advice: None, remedy: Remedy::Step }
    }

    /// Something that is not there and comes with an earlier step, such as the unit of a package.
    pub fn not_there_yet(message: impl Into<String>) -> Self {
        Self { message: message.into(), advice: None, remedy: Remedy::Arrival }
    }

    /// Something that only an earlier command might mend: it brings what is missing, or clears what is in the way.
    pub fn until_a_command(message: impl Into<String>) -> Self {
        Self { message: message.into(), advice: None, remedy: Remedy::Command }
    }

    /// Something that fails the run, but of which a rehearsal cannot say that it will.
    pub fn not_known(message: impl Into<String>) -> Self {
        Self { message: message.into(), advice: None, remedy: Remedy::Unknown }
    }

    /// The same with what to do about it, as a fragment.
    #[must_use]
    pub fn advise(self, advice: impl Into<String>) -> Self {
        Self { advice: Some(advice.into()), ..self }
    }
}

impl<C> Plan<C> {
    /// Nothing to do.
    pub const fn empty() -> Self {
        Self { changes: Vec::new(), obstacles: Vec::new() }
    }

    /// One thing to do.
    pub fn one(change: C) -> Self {
        Self { changes: vec![change], obstacles: Vec::new() }
    }

    /// The same with obstacles.
    #[must_use]
    pub fn unless(mut self, obstacles: impl IntoIterator<Item = Obstacle>) -> Self {
        self.obstacles.extend(obstacles);
        self
    }

    /// Nothing can be done, because.
    pub fn blocked(obstacle: Obstacle) -> Self {
        Self { changes: Vec::new(), obstacles: vec![obstacle] }
    }

    /// Whether the state is right.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.obstacles.is_empty()
    }
}

/// Whether something that this resource subscribes to has changed in this run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trigger {
    /// Nothing has.
    None,
    /// This one has.
    Refreshed(Reference),
}
