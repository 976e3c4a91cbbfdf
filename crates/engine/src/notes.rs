//! What a run owes and a later one pays when it dies: refreshes, noted before the change that causes them is made.

use crate::World;
use crate::damaged::{Damage, parse_kept, put_aside};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::WriteWorld;
use system::files::{Attributes, Content, FileError, WriteFiles};

/// The form of the file. A newer one is put aside as it is.
const VERSION: u32 = 1;
/// More than this no run writes.
const LARGEST: u64 = 16 * 1024 * 1024;

/// A refresh that is owed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What it is about.
    #[serde(flatten)]
    pub debt: Debt,
    /// The digest of the state before the change: while it is still there, nothing was changed and nothing is owed.
    pub before: String,
    /// The digest of the properties to be reached.
    pub wanted: String,
    /// What told the subscriber's run from others when its refresh began.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mark: Option<String>,
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
struct Kept {
    version: u32,
    refreshes: Vec<Note>,
}

/// The notes of all runs of this machine.
pub struct Notes {
    notes: Vec<Note>,
    store: Option<Store>,
}

struct Store {
    path: PathBuf,
    files: Arc<dyn WriteFiles>,
}

impl Notes {
    /// Reads the notes of a world; what is wrong with them is told, and does not stop anybody. Only an applying run can
    /// write some.
    pub fn open(world: &World, tell: &mut dyn FnMut(&str)) -> Self {
        let Some(directory) = &world.read().state_directory else { return Self { notes: Vec::new(), store: None } };
        let path = directory.join("refresh.json");
        let hands = match world {
            World::Apply(write) => Some(write),
            World::Rehearse(_) => None,
        };
        let store = hands.map(|write| Store { path: path.clone(), files: Arc::clone(&write.files) });
        let notes = match world.read().files.read(&path, LARGEST) {
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
        Self { notes, store }
    }

    /// All of them.
    pub fn all(&self) -> &[Note] {
        &self.notes
    }

    /// Takes notes of manifests that are the same one for notes of this one. They are written down with the next change.
    pub fn adopt(&mut self, source: &str, is_same: impl Fn(&str) -> bool) {
        let others: HashSet<String> = self.notes.iter().map(|note| note.debt.source.clone()).collect();
        let same: HashSet<String> = others.into_iter().filter(|other| other != source && is_same(other)).collect();
        for note in self.notes.iter_mut().filter(|note| same.contains(&note.debt.source)) {
            source.clone_into(&mut note.debt.source);
        }
    }

    /// Notes debts. One that is noted already keeps the state that it began with.
    pub fn add(&mut self, notes: Vec<Note>) -> Result<(), FileError> {
        if notes.is_empty() {
            return Ok(());
        }
        for note in notes {
            match self.notes.iter_mut().find(|known| known.debt == note.debt) {
                Some(known) => *known = Note { before: std::mem::take(&mut known.before), ..note },
                None => self.notes.push(note),
            }
        }
        self.save()
    }

    /// Puts others in the place of notes, in one step. Those that are noted already stay as they are.
    pub fn exchange(&mut self, is_meant: impl Fn(&Debt) -> bool, others: Vec<Note>) -> Result<(), FileError> {
        self.notes.retain(|note| !is_meant(&note.debt));
        for note in others {
            if self.notes.iter().all(|known| known.debt != note.debt) {
                self.notes.push(note);
            }
        }
        self.save()
    }

    /// Says, before its refresh begins, how a later run can tell whether a subscriber was refreshed.
    pub fn mark(&mut self, mark: &str, is_meant: impl Fn(&Debt) -> bool) -> Result<(), FileError> {
        for note in self.notes.iter_mut().filter(|note| is_meant(&note.debt)) {
            note.mark = Some(mark.to_owned());
        }
        self.save()
    }

    /// Drops notes, and says how many.
    pub fn drop(&mut self, is_meant: impl Fn(&Note) -> bool) -> Result<usize, FileError> {
        let before = self.notes.len();
        self.notes.retain(|note| !is_meant(note));
        let dropped = before - self.notes.len();
        if dropped > 0 {
            self.save()?;
        }
        Ok(dropped)
    }

    fn save(&self) -> Result<(), FileError> {
        let Some(store) = &self.store else { return Ok(()) };
        let kept = Kept { version: VERSION, refreshes: self.notes.clone() };
        let text = serde_json::to_string_pretty(&kept).expect("notes are texts") + "\n";
        store.files.replace(&store.path, Content::Bytes(text.as_bytes()), Attributes::mode(0o600)).map(drop)
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Note>, Damage> {
    Ok(parse_kept::<Kept>(bytes, VERSION)?.refreshes)
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
        Note { debt, before: "old".into(), wanted: "new".into(), mark: None }
    }

    fn world(fake: &FakeWorld) -> World {
        let mut write = fake.write();
        write.read.state_directory = Some("/state".into());
        World::Apply(write)
    }

    fn open(fake: &FakeWorld) -> (Notes, Vec<String>) {
        let mut told = Vec::new();
        let notes = Notes::open(&world(fake), &mut |text| told.push(text.to_owned()));
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
        notes.mark("7", |debt| debt.subscriber.as_deref() == Some("service#a")).unwrap();
        assert_eq!(open(&fake).0.all()[0].mark.as_deref(), Some("7"));
        assert_eq!(notes.drop(|note| note.debt.subscriber.as_deref() == Some("service#a")).unwrap(), 1);
        assert!(open(&fake).0.all().is_empty());
    }

    #[test]
    fn a_debt_keeps_the_state_it_began_with() {
        let fake = kept();
        let (mut notes, _) = open(&fake);
        notes.add(vec![note("service#a")]).unwrap();
        notes.mark("7", |_| true).unwrap();
        notes.add(vec![Note { before: "between".into(), wanted: "newer".into(), ..note("service#a") }]).unwrap();
        assert_eq!(notes.all(), [Note { wanted: "newer".into(), ..note("service#a") }]);
    }

    #[test]
    fn a_damaged_file_is_told_of_and_kept() {
        for (text, reason) in [
            ("{", "EOF"),
            ("{\"version\": 2}", "version 2 is of a newer program"),
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
        let mut notes = Notes::open(&World::rehearsal(&write.read), &mut |_| {});
        assert_eq!(notes.all().len(), 1);
        notes.drop(|_| true).unwrap();
        assert_eq!(fake.files.mutations().len(), before);
    }
}
