//! Searching a path in a document.

use std::borrow::Cow;
use std::ops::Range;

use value::{KeyOrder, Value};

use super::glob;
use super::json::{Json, Kind, Name, raw_within};
use super::limit::{Limit, Result, STEPS_PER_ENTRY, STEPS_PER_SCALAR};
use super::modifier;
use super::path::{ListStep, Next, ObjectStep, Query, What, split_pipe};
use super::query;
use super::read;
use super::selector::{self, Selector};

pub(super) struct Search {
    pub(super) order: KeyOrder,
    pub(super) limit: Limit,
    /// The addresses of what was left of the path where the search gave up.
    pub(super) stopped: Option<Range<usize>>,
}

/// What a path has found so far.
struct Hit<'a, 'p> {
    value: Json<'a>,
    /// What is to be searched in the result.
    pipe: Option<&'p [u8]>,
}

impl Search {
    /// Searches a path.
    pub(super) fn get<'a>(&mut self, part: Json<'a>, mut path: &[u8]) -> Result<Json<'a>> {
        let found = self.follow(part, &mut path);
        if found.is_err() {
            self.stop(path);
        }
        found
    }

    /// Keeps where the search gave up; it is the first, and so the innermost, that counts.
    #[cold]
    fn stop(&mut self, path: &[u8]) {
        let Range { start, end } = path.as_ptr_range();
        self.stopped.get_or_insert(start.addr()..end.addr());
    }

    /// Where the search gave up, in bytes of the whole path.
    pub(super) fn stopped_in(&self, whole: &[u8]) -> Option<Range<usize>> {
        let Range { start, end } = self.stopped.as_ref()?;
        let first = whole.as_ptr().addr();
        let at = start.checked_sub(first)?..end.checked_sub(first)?;
        (at.end <= whole.len()).then_some(at)
    }

    /// Searches a path and shortens it on the way; pipes and modifiers go round in this loop.
    fn follow<'a>(&mut self, mut part: Json<'a>, left: &mut &[u8]) -> Result<Json<'a>> {
        self.limit.enter()?;
        Limit::check(part.extent())?;
        let found = loop {
            let mut path = *left;
            self.limit.steps(2)?;
            if path.len() > 1 {
                let begun = match path[0] {
                    b'@' => modifier::apply(self, &part, path)?,
                    b'!' => self.literal(path)?,
                    b'[' | b'{' => match self.multipath(&part, path)? {
                        Multi::Built(built, rest) => Some((built, rest)),
                        Multi::Rest(rest) => {
                            path = rest;
                            None
                        }
                    },
                    _ => None,
                };
                match begun {
                    Some((result, [b'|' | b'.', rest @ ..])) => {
                        Limit::check(result.extent())?;
                        (part, *left) = (result, rest);
                        continue;
                    }
                    Some((result, _)) => break result,
                    None => {}
                }
            }
            let mut hit = Hit { value: Json::Missing, pipe: None };
            match path {
                [b'.', b'.', rest @ ..] => {
                    // Nothing is no line.
                    let lines = Json::list(if part.exists() { vec![part] } else { Vec::new() });
                    self.in_list(&mut hit, &lines, rest)?;
                }
                path => {
                    self.inside(&mut hit, &part, path)?;
                }
            }
            match hit.pipe {
                Some(rest) => {
                    Limit::check(hit.value.extent())?;
                    (part, *left) = (hit.value, rest);
                }
                None => break hit.value,
            }
        };
        self.limit.leave();
        Limit::check(found.extent())?;
        Ok(found)
    }

    /// Searches the lines of a text, for a path that begins with `..`.
    pub(super) fn get_in_lines<'a>(&mut self, lines: Vec<Json<'a>>, path: &[u8]) -> Result<Json<'a>> {
        let mut hit = Hit { value: Json::Missing, pipe: None };
        self.in_list(&mut hit, &Json::list(lines), path)?;
        match hit.pipe {
            Some(rest) => self.get(hit.value, rest),
            None => Ok(hit.value),
        }
    }

    /// Searches in a list or an object; whether the search is over.
    fn inside<'a, 'p>(&mut self, hit: &mut Hit<'a, 'p>, part: &Json<'a>, path: &'p [u8]) -> Result<bool> {
        self.limit.bytes(part.made_text())?;
        let over = match part.kind() {
            Kind::Object => self.in_object(hit, part, path),
            Kind::List => self.in_list(hit, part, path),
            // What hangs on something unknown is itself unknown.
            Kind::Unknown(_) => {
                hit.value = part.clone();
                Ok(true)
            }
            _ => Ok(false),
        };
        if over.is_err() {
            self.stop(path);
        }
        over
    }

    /// The JSON of a part.
    pub(super) fn raw(&mut self, part: &Json<'_>) -> Result<String> {
        self.limit.steps(STEPS_PER_SCALAR)?;
        raw_within(part, self.order, &mut self.limit)
    }

    fn deeper<'a, 'p>(&mut self, hit: &mut Hit<'a, 'p>, part: &Json<'a>, path: &'p [u8]) -> Result<bool> {
        self.limit.enter()?;
        let over = self.inside(hit, part, path)?;
        self.limit.leave();
        Ok(over)
    }

    fn in_object<'a, 'p>(&mut self, hit: &mut Hit<'a, 'p>, part: &Json<'a>, path: &'p [u8]) -> Result<bool> {
        let step = ObjectStep::of(path);
        self.limit.steps(STEPS_PER_ENTRY)?;
        self.limit.bytes(step.next.after(path))?;
        if let Next::Pipe(rest) = step.next {
            hit.pipe = Some(rest);
        }
        // Most components name one key of a map, which is asked for and not searched.
        if let (Json::Value(Value::Map(map)), false) = (part, step.wild)
            && map.keys().next().is_none_or(|key| key.as_str().is_some())
        {
            let found = std::str::from_utf8(&step.part).ok().and_then(|key| map.get(key));
            return found.map_or(Ok(false), |found| self.in_member(hit, Json::Value(found), step.next));
        }
        for found in self.members(part, &step)? {
            if self.in_member(hit, found, step.next)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes on in a member of an object.
    fn in_member<'a, 'p>(&mut self, hit: &mut Hit<'a, 'p>, found: Json<'a>, next: Next<'p>) -> Result<bool> {
        match next {
            Next::More(rest) => self.deeper(hit, &found, rest),
            Next::Nothing | Next::Pipe(_) => {
                hit.value = found;
                Ok(true)
            }
        }
    }

    /// The members that a component names, in their order.
    fn members<'a>(&mut self, part: &Json<'a>, step: &ObjectStep<'_>) -> Result<Vec<Json<'a>>> {
        let name = String::from_utf8_lossy(&step.part);
        let entries = part.entries(self.order).unwrap_or_default();
        self.limit.steps(entries.len() * STEPS_PER_ENTRY)?;
        let mut named = Vec::new();
        for (key, part) in entries {
            let is = if step.wild { glob::matches(&mut self.limit, &key.text, &name)? } else { *key.text == *name };
            if is {
                named.push(part);
            }
        }
        Ok(named)
    }

    fn in_list<'a, 'p>(&mut self, hit: &mut Hit<'a, 'p>, part: &Json<'a>, path: &'p [u8]) -> Result<bool> {
        let step = ListStep::of(path);
        self.limit.steps(STEPS_PER_ENTRY)?;
        self.limit.bytes(step.next.after(path))?;
        if let Next::Pipe(rest) = step.next {
            hit.pipe = Some(rest);
        }
        match step.what {
            What::Index(at) => self.in_item(hit, part, at, step.next),
            What::Count => {
                hit.value = Json::count(part.list_length().unwrap_or_default());
                Ok(true)
            }
            What::Each(path) => {
                self.in_each(hit, part, path)?;
                Ok(true)
            }
            What::Query(query) => self.in_matches(hit, part, &query, step.next),
            What::Nothing => Ok(false),
        }
    }

    fn in_item<'a, 'p>(
        &mut self,
        hit: &mut Hit<'a, 'p>,
        part: &Json<'a>,
        at: Option<usize>,
        next: Next<'p>,
    ) -> Result<bool> {
        let item = at.map_or(Json::Missing, |at| part.item(at));
        match next {
            _ if !item.exists() => Ok(false),
            Next::More(rest) => self.deeper(hit, &item, rest),
            Next::Nothing | Next::Pipe(_) => {
                hit.value = item;
                Ok(true)
            }
        }
    }

    /// `#.path`: what the path finds in each item, where it finds something.
    fn in_each<'a, 'p>(&mut self, hit: &mut Hit<'a, 'p>, part: &Json<'a>, path: &'p [u8]) -> Result<()> {
        self.limit.bytes(path.len())?;
        let path = match split_pipe(path) {
            Some((each, all)) => {
                hit.pipe = Some(all);
                each
            }
            None => path,
        };
        let mut found = Vec::new();
        for at in 0..part.list_length().unwrap_or_default() {
            let result = self.get(part.item(at), path)?;
            if result.exists() {
                found.push(result);
            }
        }
        hit.value = Json::list(found);
        Ok(())
    }

    fn in_matches<'a, 'p>(
        &mut self,
        hit: &mut Hit<'a, 'p>,
        part: &Json<'a>,
        query: &Query<'_>,
        mut next: Next<'p>,
    ) -> Result<bool> {
        let mut all = Vec::new();
        for at in 0..part.list_length().unwrap_or_default() {
            let item = part.item(at);
            if !self.is_match(query, &item)? {
                continue;
            }
            if let Next::More(path) = next {
                self.limit.bytes(path.len())?;
            }
            if let Next::More(path) = next
                && let Some((each, rest)) = split_pipe(path)
            {
                next = Next::More(each);
                hit.pipe = Some(rest);
            }
            let found = match next {
                Next::More(path) => self.get(item, path)?,
                Next::Nothing | Next::Pipe(_) => item,
            };
            if !query.all {
                hit.value = found;
                return Ok(true);
            }
            if found.exists() {
                all.push(found);
            }
        }
        if query.all && !hit.value.exists() {
            hit.value = Json::list(all);
        }
        Ok(false)
    }

    fn is_match(&mut self, query: &Query<'_>, item: &Json<'_>) -> Result<bool> {
        self.limit.steps(2)?;
        self.limit.bytes(item.made_text())?;
        let found = match item.kind() {
            Kind::List | Kind::Object => self.get(item.clone(), query.path)?,
            _ if !query.path.is_empty() => return Ok(false),
            _ => item.clone(),
        };
        query::matches(&mut self.limit, query, &found)
    }

    /// `!value`: what is written in the path itself.
    fn literal<'a, 'p>(&mut self, path: &'p [u8]) -> Result<Option<(Json<'a>, &'p [u8])>> {
        let text = &path[1..];
        let length = match text[0] {
            b'{' | b'[' | b'"' | b'+' | b'-' | b'0'..=b'9' => selector::end_of_literal(text),
            _ => {
                let end = text.iter().position(|byte| matches!(byte, b'|' | b'.')).unwrap_or(text.len());
                let word = text[..end].to_ascii_lowercase();
                if !matches!(word.as_slice(), b"true" | b"false" | b"null" | b"nan" | b"inf") {
                    return Ok(None);
                }
                end
            }
        };
        let (literal, rest) = text.split_at(length);
        let value = read::value(&String::from_utf8_lossy(literal), &mut self.limit)?;
        Ok(Some((value, rest)))
    }

    fn multipath<'a, 'p>(&mut self, part: &Json<'a>, path: &'p [u8]) -> Result<Multi<'a, 'p>> {
        let selectors = selector::selectors(path);
        self.limit.bytes(path.len() - selectors.as_ref().map_or(0, |(_, rest)| rest.len()))?;
        let Some((selectors, rest)) = selectors else { return Ok(Multi::Rest(b"")) };
        if !matches!(rest, [] | [b'|' | b'.', ..]) {
            return Ok(Multi::Rest(rest));
        }
        let mut found = Vec::with_capacity(selectors.len());
        for selector in &selectors {
            self.limit.steps(STEPS_PER_ENTRY)?;
            let result = self.get(part.clone(), selector.path)?;
            if result.exists() {
                found.push((name_of(selector), result));
            }
        }
        let built = if path[0] == b'{' {
            Json::object(found)
        } else {
            Json::list(found.into_iter().map(|(_, part)| part).collect())
        };
        Ok(Multi::Built(built, rest))
    }
}

/// What became of a path that begins like a multipath.
enum Multi<'a, 'p> {
    Built(Json<'a>, &'p [u8]),
    /// It is none; this is searched instead.
    Rest(&'p [u8]),
}

/// The name that was given, or the last one of the path.
fn name_of(selector: &Selector<'_>) -> Name {
    let given = String::from_utf8_lossy(selector.name);
    if given.is_empty() {
        return Name::new(&String::from_utf8_lossy(selector::last_name(selector.path)));
    }
    match given.strip_prefix('"').and(Value::from_json(&given).ok()) {
        Some(Value::String(name)) => Name::written(&name, &given),
        _ => Name::new(&given),
    }
}

/// Text of bytes that come from a path.
pub(super) fn path_text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
