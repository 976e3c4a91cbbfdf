//! What paths are searched in.

use std::ops::Range;

use value::{KeyOrder, Value};

use super::check::{PathError, component_of};
use super::found::Found;
use super::json::Json;
use super::limit::{GjsonError, Limit};
use super::read;
use super::search::Search;

/// A document that paths are searched in.
pub struct Document<'a> {
    root: Root<'a>,
    order: KeyOrder,
}

enum Root<'a> {
    Value(&'a Value),
    Named(Vec<(&'a str, &'a Value)>),
    Text(&'a str),
}

impl<'a> Document<'a> {
    /// A value. Upstream makes JSON of Go's maps, whose keys are sorted then: `*`, `@keys` and `@values` show it.
    pub fn new(value: &'a Value, order: KeyOrder) -> Self {
        Self { root: Root::Value(value), order }
    }

    /// An object of these values, in this order; the keys inside of them are sorted.
    pub fn of(entries: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Self {
        Self { root: Root::Named(entries.into_iter().collect()), order: KeyOrder::Sorted }
    }

    /// JSON text, which is read as upstream reads it: mistakes in it are skipped. Several values in it are lines, which
    /// paths that begin with `..` search.
    pub fn text(text: &'a str) -> Self {
        Self { root: Root::Text(text), order: KeyOrder::Keep }
    }

    /// Searches a path.
    pub fn get(&self, path: &str) -> Result<Found<'a>, GjsonError> {
        self.find(path).map_err(|stopped| stopped.error)
    }

    /// The same; an error tells the component of the path that is to blame.
    pub fn search(&self, path: &str) -> Result<Found<'a>, PathError> {
        self.find(path).map_err(|Stopped { error, at }| {
            let at = at.map_or(0..path.len(), |at| component_of(path, at));
            PathError { kind: error.into(), at }
        })
    }

    fn find(&self, path: &str) -> Result<Found<'a>, Stopped> {
        Limit::check_path(path)?;
        match self.find_within(path, Limit::new()) {
            Err(stopped) if stopped.error == GjsonError::TooLarge => match self.root.limit() {
                Some(limit) => self.find_within(path, limit),
                None => Err(stopped),
            },
            found => found,
        }
    }

    fn find_within(&self, path: &str, limit: Limit) -> Result<Found<'a>, Stopped> {
        let mut search = Search { order: self.order, limit, stopped: None };
        let part = self.part(path, &mut search);
        let part = part.map_err(|error| Stopped { error, at: search.stopped_in(path.as_bytes()) })?;
        Ok(Found { part, order: self.order })
    }

    fn part(&self, path: &str, search: &mut Search) -> Result<Json<'a>, GjsonError> {
        match (&self.root, path.strip_prefix("..")) {
            (Root::Text(text), Some(path)) => {
                let lines = read::lines(text, &mut search.limit)?;
                search.get_in_lines(lines, path.as_bytes())
            }
            (root, _) => {
                let root = root.part(search)?;
                search.get(root, path.as_bytes())
            }
        }
    }
}

/// Why a search did not come to its end.
struct Stopped {
    error: GjsonError,
    /// The part of the path that was still to be searched, when it had begun.
    at: Option<Range<usize>>,
}

impl From<GjsonError> for Stopped {
    fn from(error: GjsonError) -> Self {
        Self { error, at: None }
    }
}

impl<'a> Root<'a> {
    /// What a search in a large document may use.
    fn limit(&self) -> Option<Limit> {
        match self {
            Self::Value(value) => Limit::for_large(std::iter::once(*value)),
            Self::Named(entries) => Limit::for_large(entries.iter().map(|(_, value)| *value)),
            Self::Text(_) => None,
        }
    }

    fn part(&self, search: &mut Search) -> Result<Json<'a>, GjsonError> {
        match self {
            Self::Value(value) => Ok(Json::Value(value)),
            Self::Named(entries) => Ok(Json::object(
                entries.iter().map(|(name, value)| (super::json::Name::new(name), Json::Value(value))).collect(),
            )),
            Self::Text(text) => read::value(text, &mut search.limit),
        }
    }
}
