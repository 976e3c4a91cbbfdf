//! What a run owes and a later one pays when it dies: refreshes, noted before the change that causes them is made.

use crate::World;
use crate::damaged::{Damage, parse_kept, put_aside};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use system::files::{Attributes, Content, FileError, Links, Lock, Placed};
use system::{ReadWorld, WriteWorld};

/// The form of the file: a line that says so, and a line for each note. What stands twice counts as it stands last, and a last
/// line without an end is none: whoever wrote it died before the change. A newer form is put aside as it is.
const VERSION: u32 = 2;
/// The form before: one document.
const WHOLE: u32 = 1;
/// More than this no run writes.
const LARGEST: u64 = 64 * 1024 * 1024;
/// Notes are nobody else's business.
const MODE: u32 = 0o600;
/// How long somebody waits for another run of the same run to have written, and how often.
const TURN: Duration = Duration::from_millis(1);
const TURNS: usize = 2000;

/// A refresh that is owed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What it is about.
    #[serde(flatten)]
    pub debt: Debt,
    /// The digest of the state before the change: while it is still there, nothing was changed and nothing is owed. None for a
    /// change that leaves no trace in the state, such as a refresh.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub before: Option<String>,
    /// The digest of the properties to be reached.
    pub wanted: String,
    /// What told the subscriber's run from others when its refresh began.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mark: Option<String>,
    /// Whether this run made the change: then no later failure of the same resource takes it back.
    #[serde(skip)]
    pub made: bool,
}

/// Who has to be refreshed because of whom.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Debt {
    /// The manifest: an absolute path, or an address.
    pub source: String,
    /// The child manifests in which the changed resource stands.
    pub changed_in: Vec<String>,
    /// The changed resource.
    pub changed: String,
    /// The child manifests in which the subscriber stands.
    pub subscriber_in: Vec<String>,
    /// The subscriber; whoever subscribes when the child manifest could not be read yet.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub subscriber: Option<String>,
    /// How it names what it subscribes to.
    pub through: String,
}

#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
}

#[derive(Deserialize)]
struct Whole {
    refreshes: Vec<Note>,
}

/// The notes of all runs of this machine. Those of other manifests belong to their runs: one that a command of this run
/// starts writes while this one is at work.
pub struct Notes {
    all: Vec<Note>,
    /// The manifest of this run, and others that are the same one.
    sources: HashSet<String>,
    store: Option<Store>,
}

struct Store {
    path: PathBuf,
    world: WriteWorld,
    /// The file as this run saw it last.
    seen: Option<Placed>,
    /// Whether this run wrote it: then notes are added at its end, and all others need not be written again.
    is_own: bool,
    end: Option<Box<dyn Write + Send>>,
}

impl Notes {
    /// Reads the notes of a world, for a run of this manifest; what is wrong with them is told, and does not stop anybody.
    /// Only an applying run can write some.
    pub fn open(world: &World, source: &str, tell: &mut dyn FnMut(&str)) -> Self {
        let sources = HashSet::from([source.to_owned()]);
        let Some(directory) = &world.read().state_directory else {
            return Self { all: Vec::new(), sources, store: None };
        };
        let path = directory.join("refresh.json");
        let hands = match world {
            World::Apply(write) => Some(write),
            World::Rehearse(_) => None,
        };
        let store = hands.map(|write| Store {
            seen: placed(&path, &write.read),
            path: path.clone(),
            world: write.clone(),
            is_own: false,
            end: None,
        });
        let all = match world.read().files.read(&path, LARGEST) {
            Ok(bytes) => read(&bytes).unwrap_or_else(|damage| {
                tell(&aside(&path, &damage, hands));
                Vec::new()
            }),
            Err(error) if error.is_nothing() => Vec::new(),
            Err(error) => {
                tell(&format!("refreshes that an earlier run may owe are not known: {error}"));
                Vec::new()
            }
        };
        Self { all, sources, store }
    }

    /// All of them.
    pub fn all(&self) -> &[Note] {
        &self.all
    }

    /// Takes notes of manifests that are the same one for notes of this one. They are written down with the next change.
    pub fn adopt(&mut self, source: &str, is_same: impl Fn(&str) -> bool) {
        let others: HashSet<String> = self.all.iter().map(|note| note.debt.source.clone()).collect();
        let same: HashSet<String> = others.into_iter().filter(|other| other != source && is_same(other)).collect();
        for note in self.all.iter_mut().filter(|note| same.contains(&note.debt.source)) {
            source.clone_into(&mut note.debt.source);
        }
        self.sources.extend(same);
    }

    /// Notes debts. One that is noted already keeps the state that it began with while that is there. From another state on,
    /// something was changed since, and going back is a change too.
    pub fn add(&mut self, notes: Vec<Note>) -> Result<(), FileError> {
        if notes.is_empty() {
            return Ok(());
        }
        let mut lines = String::new();
        for note in notes {
            lines += &line(self.merge(note));
        }
        self.extend(&lines)
    }

    /// A debt that is noted already, or a new one. What an earlier refresh left says nothing of a newer change.
    fn merge(&mut self, note: Note) -> &Note {
        match self.all.iter().position(|known| known.debt == note.debt) {
            Some(at) => {
                let known = &mut self.all[at];
                let before = known.before.take().filter(|before| note.before.as_ref() == Some(before));
                *known = Note { before, made: known.made, ..note };
                known
            }
            None => self.all.push_mut(note),
        }
    }

    /// Puts others in the place of notes, in one step.
    pub fn exchange(&mut self, is_meant: impl Fn(&Debt) -> bool, others: Vec<Note>) -> Result<(), FileError> {
        self.all.retain(|note| !is_meant(&note.debt));
        for note in others {
            self.merge(note);
        }
        self.save()
    }

    /// Says that a refresh begins, and how a later run can tell whether it came to its end. Whoever is refreshed has seen the
    /// change: no state from before it takes it back.
    pub fn begin(&mut self, mark: Option<&str>, is_meant: impl Fn(&Debt) -> bool) -> Result<(), FileError> {
        for note in self.all.iter_mut().filter(|note| is_meant(&note.debt)) {
            note.before = None;
            // One that nobody can ask for now may be known from an earlier try.
            note.mark = mark.map(str::to_owned).or(note.mark.take());
        }
        self.save()
    }

    /// A change that was noted is made. The file has nothing to say about it: a later run looks at the state.
    pub fn make(&mut self, is_meant: impl Fn(&Debt) -> bool) {
        for note in self.all.iter_mut().filter(|note| is_meant(&note.debt)) {
            note.made = true;
        }
    }

    /// Drops notes, and says how many.
    pub fn drop(&mut self, is_meant: impl Fn(&Note) -> bool) -> Result<usize, FileError> {
        let before = self.all.len();
        self.all.retain(|note| !is_meant(note));
        let dropped = before - self.all.len();
        if dropped > 0 {
            self.save()?;
        }
        Ok(dropped)
    }

    /// Writes lines for notes that are new.
    fn extend(&mut self, lines: &str) -> Result<(), FileError> {
        let Some(store) = self.store.as_mut().filter(|store| store.is_own) else { return self.save() };
        let turn = store.turn();
        if !store.is_as_seen() {
            drop(turn);
            return self.save();
        }
        let end = match &mut store.end {
            Some(end) => end,
            None => store.end.insert(store.world.files.append(&store.path, MODE)?),
        };
        // A line that was not written to its end must not be gone on with.
        if end.write_all(lines.as_bytes()).is_err() {
            drop(turn);
            return self.save();
        }
        store.seen = placed(&store.path, &store.world.read);
        Ok(())
    }

    /// Writes them all.
    fn save(&mut self) -> Result<(), FileError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        let _turn = store.turn();
        if !store.is_as_seen() {
            take_over(&mut self.all, &self.sources, store);
        }
        let lines = std::iter::once(line(&Head { version: VERSION })).chain(self.all.iter().map(line));
        let text: String = lines.collect();
        (store.is_own, store.end) = (false, None);
        let content = Content::Bytes(text.as_bytes());
        store.seen = Some(store.world.files.replace(&store.path, content, Attributes::mode(MODE))?);
        store.is_own = true;
        Ok(())
    }
}

impl Store {
    /// Whether nobody else has written since.
    fn is_as_seen(&self) -> bool {
        self.seen == placed(&self.path, &self.world.read)
    }

    /// Keeps others of the same run out for one reading and writing. Whoever does not get its turn in time goes on without.
    fn turn(&self) -> Option<Box<dyn Send + Sync>> {
        let WriteWorld { read, files, .. } = &self.world;
        let path = self.path.with_extension("lock");
        for _ in 0..TURNS {
            match files.lock(&path, "") {
                Ok(Lock::Ours(lock, _)) => return Some(lock),
                Ok(Lock::Theirs(_)) if read.clock.sleep(TURN, &read.interrupt) => {}
                Ok(Lock::Theirs(_)) | Err(_) => return None,
            }
        }
        None
    }
}

/// The file as it is now.
fn placed(path: &Path, world: &ReadWorld) -> Option<Placed> {
    world.files.stat(path, Links::Follow).ok()?.as_ref().map(Placed::new)
}

/// What others have written counts for them. A file that cannot be read says nothing new.
fn take_over(notes: &mut Vec<Note>, sources: &HashSet<String>, store: &Store) {
    let is_own = |note: &Note| sources.contains(&note.debt.source);
    let bytes = match store.world.read.files.read(&store.path, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.is_nothing() => return notes.retain(is_own),
        Err(_) => return,
    };
    if let Ok(theirs) = read(&bytes) {
        let own = std::mem::take(notes).into_iter().filter(is_own);
        *notes = theirs.into_iter().filter(|note| !is_own(note)).chain(own).collect();
    }
}

fn line(of: &impl Serialize) -> String {
    serde_json::to_string(of).expect("notes are texts") + "\n"
}

fn read(bytes: &[u8]) -> Result<Vec<Note>, Damage> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    if serde_json::from_slice::<Head>(first).is_err() {
        return Ok(parse_kept::<Whole>(bytes, WHOLE)?.refreshes);
    }
    parse_kept::<Head>(first, VERSION)?;
    let (mut notes, mut places) = (Vec::new(), HashMap::new());
    for line in lines.filter(|line| line.ends_with(b"\n")) {
        let note: Note = serde_json::from_slice(line)?;
        let place = *places.entry(note.debt.clone()).or_insert(notes.len());
        if place == notes.len() { notes.push(note) } else { notes[place] = note }
    }
    Ok(notes)
}

/// Puts a damaged file aside, and says so.
fn aside(path: &Path, damage: &Damage, hands: Option<&WriteWorld>) -> String {
    let said = format!("{} cannot be read: {damage}", path.display());
    let Some(world) = hands else { return said };
    match put_aside(path, world) {
        Ok(kept) => format!("{said}; it is kept as {}, and refreshes that it noted are not made", kept.display()),
        Err(error) => format!("{said}; {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice;
    use system::FakeWorld;

    fn note(subscriber: &str) -> Note {
        let debt = Debt {
            source: "site.yaml".into(),
            changed_in: Vec::new(),
            changed: "file#/etc/a".into(),
            subscriber_in: Vec::new(),
            subscriber: Some(subscriber.into()),
            through: "file#/etc/a".into(),
        };
        Note { debt, before: Some("old".into()), wanted: "new".into(), mark: None, made: false }
    }

    fn world(fake: &FakeWorld) -> World {
        let mut write = fake.write();
        write.read.state_directory = Some("/state".into());
        World::Apply(write)
    }

    fn open(fake: &FakeWorld) -> (Notes, Vec<String>) {
        let mut told = Vec::new();
        let notes = Notes::open(&world(fake), "site.yaml", &mut |text| told.push(text.to_owned()));
        (notes, told)
    }

    fn kept() -> FakeWorld {
        let fake = FakeWorld::new();
        fake.files.add_directory("/state", Attributes::default());
        fake
    }

    #[test]
    fn a_later_run_finds_what_is_owed() {
        let fake = kept();
        open(&fake).0.add(vec![note("service#a")]).unwrap();
        let (mut notes, told) = open(&fake);
        assert_eq!((notes.all(), told.len()), (&[note("service#a")][..], 0));
        notes.begin(Some("7"), |debt| debt.subscriber.as_deref() == Some("service#a")).unwrap();
        let begun = Note { mark: Some("7".into()), before: None, ..note("service#a") };
        assert_eq!(open(&fake).0.all(), slice::from_ref(&begun));
        notes.begin(None, |_| true).unwrap();
        assert_eq!(open(&fake).0.all(), [begun]);
        assert_eq!(notes.drop(|note| note.debt.subscriber.as_deref() == Some("service#a")).unwrap(), 1);
        assert!(open(&fake).0.all().is_empty());
    }

    #[test]
    fn a_debt_keeps_the_state_it_began_with_while_that_is_there() {
        let fake = kept();
        let (mut notes, _) = open(&fake);
        let newer = Note { wanted: "newer".into(), ..note("service#a") };
        notes.add(vec![note("service#a")]).unwrap();
        notes.add(vec![newer.clone()]).unwrap();
        assert_eq!(notes.all(), slice::from_ref(&newer));
        // From another state on there is no way back.
        let traceless = Note { before: None, ..newer.clone() };
        notes.add(vec![Note { before: Some("between".into()), ..newer.clone() }]).unwrap();
        assert_eq!(notes.all(), slice::from_ref(&traceless));
        notes.add(vec![newer]).unwrap();
        assert_eq!(notes.all(), [traceless]);
    }

    #[test]
    fn whoever_takes_the_place_of_others_forgets_an_earlier_refresh() {
        let fake = kept();
        let (mut notes, _) = open(&fake);
        notes.add(vec![note("service#a")]).unwrap();
        notes.begin(Some("7"), |_| true).unwrap();
        let mut anybody = note("service#a");
        anybody.debt.subscriber = None;
        notes.add(vec![anybody]).unwrap();
        notes.exchange(|debt| debt.subscriber.is_none(), vec![note("service#a")]).unwrap();
        assert_eq!(notes.all(), [Note { before: None, ..note("service#a") }]);
    }

    #[test]
    fn notes_of_one_run_are_added_to_the_file_that_it_has_written() {
        let fake = kept();
        open(&fake).0.add(vec![note("service#old")]).unwrap();
        let (mut notes, _) = open(&fake);
        let names: Vec<String> = (0..5).map(|at| format!("service#{at}")).collect();
        for name in &names {
            notes.add(vec![note(name)]).unwrap();
        }
        notes.add(vec![Note { before: Some("between".into()), wanted: "newer".into(), ..note("service#3") }]).unwrap();
        let opened = fake.files.mutations().iter().filter(|done| done.verb == "append").count();
        assert_eq!(opened, 1, "the first one is written with all others, the rest at the end");
        assert_eq!(open(&fake).0.all(), notes.all());
        assert_eq!(notes.all().len(), 6);
        // What follows is written by whoever drops something.
        notes.drop(|note| note.debt.subscriber.as_deref() != Some("service#3")).unwrap();
        notes.add(vec![note("service#late")]).unwrap();
        assert_eq!(open(&fake).0.all(), notes.all());
    }

    /// A run within a run, and others beside that, write the same file.
    #[test]
    fn what_other_runs_note_meanwhile_is_kept() {
        let fake = kept();
        let of = |source: &str| {
            let world = world(&fake);
            Notes::open(&world, source, &mut |text| panic!("{text}"))
        };
        let note_of = |source: &str, subscriber: &str| {
            let mut note = note(subscriber);
            source.clone_into(&mut note.debt.source);
            note
        };
        let (mut outer, mut late) = (of("outer"), of("late"));
        outer.add(vec![note_of("outer", "service#a")]).unwrap();
        let mut inner = of("inner");
        inner.add(vec![note_of("inner", "service#b"), note_of("inner", "service#paid")]).unwrap();
        outer.add(vec![note_of("outer", "service#c")]).unwrap();
        inner.drop(|note| note.debt.subscriber.as_deref() == Some("service#paid")).unwrap();
        late.add(vec![note_of("late", "service#d")]).unwrap();
        outer.drop(|note| note.debt.subscriber.as_deref() == Some("service#a")).unwrap();
        let left = of("any");
        let mut left: Vec<(&str, &str)> =
            left.all().iter().map(|note| (&*note.debt.source, note.debt.subscriber.as_deref().unwrap())).collect();
        left.sort_unstable();
        assert_eq!(left, [("inner", "service#b"), ("late", "service#d"), ("outer", "service#c")]);
    }

    #[test]
    fn a_line_without_an_end_is_none() {
        let fake = kept();
        open(&fake).0.add(vec![note("service#a")]).unwrap();
        let mut bytes = fake.read().files.read("/state/refresh.json".as_ref(), 9999).unwrap();
        bytes.extend(b"{\"source\": \"si");
        fake.files.add_file("/state/refresh.json", bytes);
        let (mut notes, told) = open(&fake);
        assert_eq!((notes.all(), told.len()), (&[note("service#a")][..], 0));
        notes.add(vec![note("service#b")]).unwrap();
        assert_eq!(open(&fake).0.all(), [note("service#a"), note("service#b")]);
    }

    /// The file as a run leaves it that dies at any byte of what it adds: what was written to its end counts, the rest is
    /// as if it never was, and nobody is told of damage.
    #[test]
    fn a_run_that_dies_at_any_byte_leaves_whole_notes() {
        let fake = kept();
        let (mut notes, _) = open(&fake);
        let path = Path::new("/state/refresh.json");
        let size = || fake.read().files.read(path, 9999).unwrap().len();
        let mut ends = Vec::new();
        for name in ["service#a", "service#b\u{e4}\n", "service#c"] {
            notes.add(vec![note(name)]).unwrap();
            ends.push(size());
        }
        let whole = fake.read().files.read(path, 9999).unwrap();
        // The first one is written with the head, and put in its place as a whole.
        for cut in ends[0]..=whole.len() {
            fake.files.add_file("/state/refresh.json", &whole[..cut]);
            let (mut left, told) = open(&fake);
            let complete = ends.iter().filter(|end| **end <= cut).count();
            assert_eq!((left.all(), told.len()), (&notes.all()[..complete], 0), "cut at {cut}");
            left.add(vec![note("service#d")]).unwrap();
            assert_eq!(open(&fake).0.all(), left.all(), "cut at {cut}");
        }
    }

    #[test]
    fn notes_of_an_older_program_are_paid() {
        let fake = kept();
        let whole = serde_json::json!({"version": 1, "refreshes": [note("service#a")]});
        fake.files.add_file("/state/refresh.json", serde_json::to_string_pretty(&whole).unwrap());
        assert_eq!(open(&fake).0.all(), [note("service#a")]);
    }

    #[test]
    fn a_damaged_file_is_told_of_and_kept() {
        for (text, reason) in [
            ("{", "EOF"),
            ("{\"version\": 3}", "version 3 is of a newer program"),
            ("{\"version\": 2}\n{\n", "EOF"),
            ("{\"version\": 0}", "version 0 was never written"),
        ] {
            let fake = kept();
            fake.files.add_file("/state/refresh.json", text);
            let (mut notes, told) = open(&fake);
            assert!(told[0].contains(reason) && told[0].contains("kept as /state/refresh.json.damaged"), "{told:?}");
            notes.add(vec![note("service#a")]).unwrap();
            let aside = fake.read().files.read("/state/refresh.json.damaged".as_ref(), 99).unwrap();
            assert_eq!(aside, text.as_bytes());
            assert!(open(&fake).1.is_empty(), "it is told once");
        }
    }

    #[test]
    fn what_was_put_aside_before_stays() {
        let fake = kept();
        for (text, name) in [("{1", ".damaged"), ("{2", ".damaged.2"), ("{3", ".damaged.3")] {
            fake.files.add_file("/state/refresh.json", text);
            let (_, told) = open(&fake);
            assert!(told[0].contains(&format!("kept as /state/refresh.json{name},")), "{told:?}");
        }
        let aside = |name: &str| fake.read().files.read(format!("/state/refresh.json{name}").as_ref(), 99).unwrap();
        assert_eq!([".damaged", ".damaged.2", ".damaged.3"].map(aside), [b"{1", b"{2", b"{3"]);
    }

    #[test]
    fn a_rehearsal_reads_and_never_writes() {
        let fake = kept();
        open(&fake).0.add(vec![note("service#a")]).unwrap();
        let before = fake.files.mutations().len();
        let World::Apply(write) = world(&fake) else { unreachable!() };
        let mut notes = Notes::open(&World::rehearsal(&write.read), "site.yaml", &mut |_| {});
        assert_eq!(notes.all().len(), 1);
        notes.drop(|_| true).unwrap();
        assert_eq!(fake.files.mutations().len(), before);
    }
}
