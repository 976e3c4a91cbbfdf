//! Refreshes that are not lost: what a subscriber is owed is noted before the change is made, and dropped when it has
//! been refreshed. A run that comes after one that died finds the note and delivers.

use super::child::absolute;
use super::frame::Frame;
use engine::{Debt, Event, Note, Notes, Reference, Resource, Status, Trigger, Verdict, World};
use std::collections::{HashMap, HashSet};
use system::ReadWorld;
use system::files::{Digest, FileError, Links, is_handed_over};

/// What this run owes, and what earlier ones do.
pub(super) struct Refreshes {
    notes: Notes,
    source: String,
    /// What failed in this run, by its children and its name, and nobody knows what it has done all the same.
    in_doubt: HashSet<(Vec<String>, String)>,
    /// Debts of this run, which are none when it turns out that nothing had to be changed.
    ahead: HashSet<Debt>,
    /// Debts whose subscriber was met, whether or not it was refreshed.
    met: HashSet<Debt>,
    /// Manifests whose steps were all reached, with the children that they have.
    seen: HashMap<Vec<String>, HashSet<String>>,
    /// Whether the whole run is a rehearsal.
    is_rehearsal: bool,
    /// What keeps notes from being written is told once.
    is_broken: bool,
}

/// Who is refreshed for a change.
pub(super) struct Subscriber {
    /// The children that it stands in.
    pub(super) within: Vec<String>,
    /// None for whoever subscribes there.
    pub(super) who: Option<Reference>,
    /// The name that it subscribes to.
    pub(super) through: Reference,
}

/// Who subscribes to what in one manifest: by the name that is subscribed to.
pub(super) type Subscribers = HashMap<Reference, Vec<Reference>>;

impl Refreshes {
    /// The notes of earlier runs; what is wrong with them is told.
    pub(super) fn open(source: &str, world: &World, tell: &mut dyn FnMut(&str)) -> Self {
        let source = absolute(source, world.read()).display().to_string();
        let mut notes = Notes::open(world, &source, tell);
        notes.adopt(&source, |other| is_same_file(&source, other, world.read()));
        Self {
            notes,
            source,
            in_doubt: HashSet::new(),
            ahead: HashSet::new(),
            met: HashSet::new(),
            seen: HashMap::new(),
            is_rehearsal: world.is_rehearsal(),
            is_broken: false,
        }
    }

    /// Notes what is owed to whom, before `resource` is changed. There is no state from before a refresh: a command that ran
    /// and a service that was restarted are what they were.
    pub(super) fn owe(
        &mut self,
        frame: &Frame<'_>,
        resource: &dyn Resource,
        before: Option<&dyn Status>,
        tell: &mut dyn FnMut(&str),
    ) {
        let subscribers = frame.subscribers_of(resource);
        if subscribers.is_empty() {
            return;
        }
        let wanted = digest(serde_json::to_string(&resource.properties()).unwrap_or_default().as_bytes());
        let before = before.map(|before| state(resource, before));
        let mut notes = Vec::new();
        for Subscriber { within, who, through } in subscribers {
            let debt = Debt {
                source: self.source.clone(),
                changed_in: frame.within().to_vec(),
                changed: resource.identity().reference.to_string(),
                subscriber_in: within,
                subscriber: who.map(|who| who.to_string()),
                through: through.to_string(),
            };
            notes.push(Note { debt, before: before.clone(), wanted: wanted.clone(), mark: None, made: false });
        }
        let is_known = |note: &&Note| self.notes.all().iter().any(|known| known.debt == note.debt);
        self.ahead.extend(notes.iter().filter(|note| !is_known(note)).map(|note| note.debt.clone()));
        let added = self.notes.add(notes);
        self.check(added, tell);
    }

    /// The steps of a manifest begin: what whoever subscribes in it is owed goes to those who do. What a rehearsal inside
    /// of a run reads may never be there.
    pub(super) fn enter(&mut self, frame: &Frame<'_>, tell: &mut dyn FnMut(&str)) {
        if frame.world.is_rehearsal() != self.is_rehearsal {
            return;
        }
        if frame.within().is_empty() {
            self.follow(frame, tell);
        }
        let is_meant = |debt: &Debt| {
            debt.subscriber.is_none() && debt.source == self.source && debt.subscriber_in == frame.within()
        };
        let open = self.notes.all().iter().filter(|note| is_meant(&note.debt));
        let (mut is_any, mut heirs) = (false, Vec::new());
        for note in open {
            is_any = true;
            let through = Reference::parse(&note.debt.through).ok();
            for Subscriber { within, who, .. } in through.iter().flat_map(|through| frame.heirs(through)) {
                let subscriber = who.map(|who| who.to_string());
                heirs.push(Note {
                    debt: Debt { subscriber_in: within, subscriber, ..note.debt.clone() },
                    ..note.clone()
                });
            }
        }
        if is_any {
            let exchanged = self.notes.exchange(is_meant, heirs);
            self.check(exchanged, tell);
        }
    }

    /// What a subscriber is owed goes with it when it has moved into another manifest of the tree since.
    fn follow(&mut self, outermost: &Frame<'_>, tell: &mut dyn FnMut(&str)) {
        let moved = |debt: &Debt| {
            let through = Reference::parse(&debt.through).ok().filter(|_| debt.source == self.source)?;
            let (who, there) = (debt.subscriber.as_ref()?, &debt.subscriber_in);
            let is_it = |one: &Subscriber| one.who.as_ref().is_some_and(|own| own.to_string() == *who);
            let all = outermost.everybody(&through);
            let is_still_there = |one: &Subscriber| match one.who {
                Some(_) => one.within == *there && is_it(one),
                None => there.starts_with(&one.within),
            };
            if all.iter().any(is_still_there) { None } else { all.into_iter().find(is_it) }
        };
        let (mut from, mut to) = (HashSet::new(), Vec::new());
        for note in self.notes.all() {
            if let Some(Subscriber { within, .. }) = moved(&note.debt) {
                from.insert(note.debt.clone());
                to.push(Note { debt: Debt { subscriber_in: within, ..note.debt.clone() }, ..note.clone() });
            }
        }
        if !to.is_empty() {
            let exchanged = self.notes.exchange(|debt| from.contains(debt), to);
            self.check(exchanged, tell);
        }
    }

    /// Why a subscriber is refreshed although nothing changed in this run: an earlier one owes it. A refresh that was made
    /// before the earlier run died is not made again.
    pub(super) fn owed(&mut self, frame: &Frame<'_>, resource: &dyn Resource, tell: &mut dyn FnMut(&str)) -> Trigger {
        let mine = self.meet(frame, resource);
        if mine.is_empty() {
            return Trigger::None;
        }
        let now = resource.mark(frame.world);
        let is_done = |note: &Note| note.mark.is_some() && now.is_some() && note.mark != now;
        let dropped = self.notes.drop(|note| mine.contains(&note.debt) && is_done(note));
        self.check(dropped.map(drop), tell);
        let mut left = self.notes.all().iter().filter(|note| mine.contains(&note.debt));
        let through = left.next().and_then(|note| Reference::parse(&note.debt.through).ok());
        through.map_or(Trigger::None, Trigger::Refreshed)
    }

    /// The debts to a subscriber, in as far as it still subscribes. One whose cause has just failed is paid when that is well
    /// again: what is left of it tells then whether it was changed.
    fn meet(&mut self, frame: &Frame<'_>, resource: &dyn Resource) -> HashSet<Debt> {
        let still: Vec<String> = resource.subscriptions().iter().map(|s| s.value.to_string()).collect();
        if still.is_empty() {
            return HashSet::new();
        }
        let name = resource.identity().reference.to_string();
        let is_mine = |note: &&Note| {
            let debt = &note.debt;
            debt.source == self.source
                && debt.subscriber_in == frame.within()
                && debt.subscriber.as_deref() == Some(&*name)
                && still.contains(&debt.through)
        };
        let mine: Vec<&Note> = self.notes.all().iter().filter(is_mine).collect();
        self.met.extend(mine.iter().map(|note| note.debt.clone()));
        let is_due = |note: &&Note| {
            let cause = (note.debt.changed_in.clone(), note.debt.changed.clone());
            note.made || !self.in_doubt.contains(&cause)
        };
        mine.into_iter().filter(is_due).map(|note| note.debt.clone()).collect()
    }

    /// A refresh begins: that it has is noted first, and how a later run can tell that it happened.
    pub(super) fn begin(&mut self, frame: &Frame<'_>, resource: &dyn Resource, tell: &mut dyn FnMut(&str)) {
        let mine = self.meet(frame, resource);
        if !mine.is_empty() {
            let mark = resource.mark(frame.world);
            let begun = self.notes.begin(mark.as_deref(), |debt| mine.contains(debt));
            self.check(begun, tell);
        }
    }

    /// A step ended: a subscriber that is well is owed nothing any more, a change that was not made owes nothing.
    pub(super) fn ended(&mut self, frame: &Frame<'_>, event: &Event<'_>, tell: &mut dyn FnMut(&str)) {
        if self.notes.all().is_empty() {
            return;
        }
        // Whoever is skipped still subscribes.
        let paid = self.meet(frame, event.resource);
        // A rehearsal of the whole run keeps in mind what a run would write down; one inside of a run leaves nothing.
        let counts = event.rehearsal == self.is_rehearsal && !frame.is_trial() && !event.monitoring;
        let Some(converged) = event.converged().filter(|_| counts) else { return };
        let is_well = event.error().is_none();
        let name = event.reference().to_string();
        let still = |now: Option<&dyn Status>| now.map(|now| Digests::of(event.resource, now));
        let left = match &converged.verdict {
            Verdict::Failed { changed: false, .. } => still(converged.left.as_deref()),
            Verdict::Stable => still(converged.status.as_deref()),
            _ => None,
        };
        let (is_stable, ahead) = (converged.verdict == Verdict::Stable, &self.ahead);
        let (source, own) = (&self.source, (frame.within().to_vec(), name));
        if matches!(converged.verdict, Verdict::Failed { .. }) && left.is_none() {
            self.in_doubt.insert(own.clone());
        } else {
            self.in_doubt.remove(&own);
        }
        let is_cause = |debt: &Debt| debt.source == *source && debt.changed_in == own.0 && debt.changed == own.1;
        if event.changed() {
            self.notes.make(is_cause);
        }
        let dropped = self.notes.drop(|note| {
            let debt = &note.debt;
            // What is declared twice was changed by its first step, whatever becomes of the second.
            let is_void = || is_still(left.as_ref(), note) || (is_stable && ahead.contains(debt));
            (is_well && paid.contains(debt)) || (is_cause(debt) && !note.made && is_void())
        });
        self.check(dropped.map(drop), tell);
    }

    /// All steps of a manifest were reached.
    pub(super) fn saw(&mut self, frame: &Frame<'_>) {
        if !self.notes.all().is_empty() {
            let children = frame.catalog.steps.iter().filter_map(|step| step.child.as_ref());
            let children = children.map(|child| child.name().to_owned()).collect();
            self.seen.insert(frame.within().to_vec(), children);
        }
    }

    /// The run came to its end: what nobody subscribes to any more is dropped, and said once. From standard input
    /// comes another manifest every time, which knows nothing of the one before.
    pub(super) fn settle(&mut self, tell: &mut dyn FnMut(&str)) {
        if is_handed_over(self.source.as_ref()) {
            return;
        }
        let is_gone = |note: &Note| {
            let debt = &note.debt;
            debt.source == self.source && !self.met.contains(debt) && self.would_have_met(debt)
        };
        let gone: Vec<Debt> =
            self.notes.all().iter().filter(|note| is_gone(note)).map(|note| note.debt.clone()).collect();
        for text in told_of_gone(&gone) {
            tell(&text);
        }
        let gone: HashSet<Debt> = gone.into_iter().collect();
        let dropped = self.notes.drop(|note| gone.contains(&note.debt));
        self.check(dropped.map(drop), tell);
    }

    /// Whether a subscriber would have had its turn in this run if it were still there.
    fn would_have_met(&self, debt: &Debt) -> bool {
        let way = &debt.subscriber_in;
        let is_no_child = |at: usize| self.seen.get(&way[..at]).is_some_and(|children| !children.contains(&way[at]));
        (debt.subscriber.is_some() && self.seen.contains_key(way)) || (0..way.len()).any(is_no_child)
    }

    fn check(&mut self, written: Result<(), FileError>, tell: &mut dyn FnMut(&str)) {
        if let Err(error) = written
            && !std::mem::replace(&mut self.is_broken, true)
        {
            tell(&format!("refreshes are lost if this run dies: {error}"));
        }
    }
}

/// What is said of debts to those who are gone, in the order in which they were noted. A child that is no longer applied is
/// told of once, however much it is owed.
fn told_of_gone(gone: &[Debt]) -> Vec<String> {
    let (mut told, mut children) = (Vec::new(), HashSet::new());
    for Debt { subscriber_in, subscriber, through, .. } in gone {
        if let Some(subscriber) = subscriber {
            told.push(format!("{subscriber} is not refreshed for {through}: it no longer subscribes to it"));
        } else if children.insert(subscriber_in) {
            let is_same = |debt: &&Debt| debt.subscriber.is_none() && debt.subscriber_in == *subscriber_in;
            let more = match gone.iter().filter(is_same).count() {
                1 => String::new(),
                count => format!(" and {} more", count - 1),
            };
            let child = subscriber_in.join(" > ");
            told.push(format!("nobody is refreshed for {through}{more} in {child}: it is no longer applied"));
        }
    }
    told
}

/// The digests of a state, as it is known now and as somebody would know it who did not look at the content.
struct Digests {
    whole: String,
    at_a_glance: String,
}

impl Digests {
    fn of(resource: &dyn Resource, status: &dyn Status) -> Self {
        let name = &resource.identity().reference.name;
        let at_a_glance = digest_of(status.ensure(), status.fields_at_a_glance(name));
        Self { whole: state(resource, status), at_a_glance }
    }
}

/// Whether a state is the one from before a change.
fn is_still(now: Option<&Digests>, note: &Note) -> bool {
    now.zip(note.before.as_ref()).is_some_and(|(now, before)| [&now.whole, &now.at_a_glance].contains(&before))
}

/// Whether two manifests are one file, such as one that a link leads to. A link that leads elsewhere by now counts as it is
/// now: a newer release of a manifest pays what an older one owes.
fn is_same_file(one: &str, other: &str, world: &ReadWorld) -> bool {
    let identity = |path: &str| Some(world.files.stat(path.as_ref(), Links::Follow).ok()??.identity);
    identity(one).is_some_and(|identity_of_one| identity(other) == Some(identity_of_one))
}

/// What tells one state of a resource from another.
fn state(resource: &dyn Resource, status: &dyn Status) -> String {
    let name = &resource.identity().reference.name;
    digest_of(status.ensure(), status.fields(name))
}

fn digest_of(ensure: &str, fields: serde_json::Map<String, serde_json::Value>) -> String {
    digest(format!("{ensure} {}", serde_json::Value::Object(fields)).as_bytes())
}

fn digest(bytes: &[u8]) -> String {
    Digest::of(bytes).to_string()
}

/// Who subscribes to what in a manifest.
pub(super) fn subscribers<'a>(resources: impl Iterator<Item = &'a dyn Resource>) -> Subscribers {
    let mut subscribers = Subscribers::new();
    for resource in resources {
        for subscription in resource.subscriptions() {
            let own = resource.identity().reference.clone();
            subscribers.entry(subscription.value.clone()).or_default().push(own);
        }
    }
    subscribers
}

/// The names under which others know a resource.
pub(super) fn names(resource: &dyn Resource) -> impl Iterator<Item = Reference> {
    let reference = &resource.identity().reference;
    let alias = resource.common().alias().map(|alias| Reference::new(reference.kind.clone(), alias));
    std::iter::once(reference.clone()).chain(alias)
}
