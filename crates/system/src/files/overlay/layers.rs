//! The two layers and how a path is found in them. Entries are kept under the path without links, so that a file
//! written through a linked directory is seen under both names.

use super::entries::Entries;
use super::entry::{Below, Entry};
use super::notes::{Change, Notes};
use crate::files::error::Attempt;
use crate::files::walk::{Missing, Seen, Stop, Walk};
use crate::files::{FileError, FileKind, Links, ReadFiles, Stat};
use crate::rights::{Answer, Wish};
use crate::{Clock, Users};
use rustix::io::Errno;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use value::Unknown;

/// Files as they will be. Copies show the same files.
#[derive(Clone)]
pub struct Overlay {
    layers: Arc<Layers>,
}

pub(super) struct Layers {
    pub(super) lower: Arc<dyn ReadFiles>,
    /// What an earlier layer says, where this one says nothing.
    beneath: Option<Arc<Layers>>,
    pub(super) clock: Arc<dyn Clock>,
    /// Whose new files are, and who may look at what.
    pub(super) users: Arc<dyn Users>,
    /// Where relative paths begin.
    directory: PathBuf,
    entries: Mutex<Entries>,
    /// What was taken away since the last step that may have brought anything.
    taken: Mutex<Vec<PathBuf>>,
    /// What is foreseen in whole since the last step that may have changed anything.
    settled: Mutex<HashSet<PathBuf>>,
    /// Directories that names were looked up in, and where they are without links.
    entered: Mutex<HashMap<OsString, PathBuf>>,
    /// When somebody wants some.
    notes: Mutex<Option<Notes>>,
}

/// What is at a path without links.
pub(super) enum Found {
    Entry(Entry),
    /// Whatever the lower layer has there.
    Lower,
    Nothing,
    /// Whatever the lower layer has there, or what takes its place; where that has nothing, nobody knows.
    More(Unknown),
    Unknown(Unknown),
}

/// What is at the end of a walk.
#[derive(Clone, Copy)]
pub(super) struct End {
    links: Links,
    missing: Missing,
}

impl End {
    pub(super) const FOLLOW: Self = Self { links: Links::Follow, missing: Missing::Ends };
    pub(super) const KEEP: Self = Self { links: Links::Keep, missing: Missing::Ends };
    /// Somebody brings what is missing, whoever it is.
    pub(super) const BROUGHT: Self = Self { links: Links::Keep, missing: Missing::Expected };
    /// We make what is missing.
    pub(super) const MADE: Self = Self { links: Links::Keep, missing: Missing::Made };
}

impl Overlay {
    /// Nothing lies over `lower` yet. New files are of the current one of `users` and from the time of `clock`; relative
    /// paths begin in `directory`.
    pub fn new(
        lower: Arc<dyn ReadFiles>,
        clock: Arc<dyn Clock>,
        users: Arc<dyn Users>,
        directory: impl Into<PathBuf>,
    ) -> Self {
        let (directory, beneath) = (directory.into(), None);
        let (entries, taken, entered, notes) = (Mutex::default(), Mutex::default(), Mutex::default(), Mutex::default());
        let settled = Mutex::default();
        Self {
            layers: Arc::new(Layers {
                lower,
                beneath,
                clock,
                users,
                directory,
                entries,
                taken,
                settled,
                entered,
                notes,
            }),
        }
    }

    /// A layer over this one, which stays as it is: what is foreseen there is seen there alone. Nothing is to be foreseen in
    /// this one as long as the other is used.
    #[must_use]
    pub fn over(&self) -> Self {
        let Layers { lower, clock, users, directory, .. } = &*self.layers;
        Self {
            layers: Arc::new(Layers {
                lower: Arc::clone(lower),
                beneath: Some(Arc::clone(&self.layers)),
                clock: Arc::clone(clock),
                users: Arc::clone(users),
                directory: directory.clone(),
                entries: Mutex::default(),
                taken: Mutex::default(),
                settled: Mutex::default(),
                entered: Mutex::default(),
                notes: Mutex::default(),
            }),
        }
    }

    /// From here on, it is noted what is looked at and what would be another.
    pub fn begin_notes(&self) {
        self.resume_notes(Notes::default());
    }

    /// From here on, more is noted.
    pub fn resume_notes(&self, notes: Notes) {
        // What is known of the way to a directory is looked at once more.
        self.layers.forget_ways();
        *self.layers.notes() = Some(notes);
    }

    /// What was noted; no more is.
    pub fn take_notes(&self) -> Notes {
        self.layers.notes().take().unwrap_or_default()
    }

    /// Notes that somebody wants to know of this path itself.
    pub fn note_question(&self, path: &Path) {
        if !self.layers.is_noting() {
            return;
        }
        let place = self.layers.resolve(path, End::BROUGHT, Attempt::new("look at", path));
        self.layers.note(|notes| notes.asked.extend(place.ok()));
    }

    /// Whether what is at a path was foreseen since anything may have happened to it, so that all of it is known.
    pub fn is_settled(&self, path: &Path) -> bool {
        let layers = self.layers();
        let place = layers.resolve(path, End::BROUGHT, Attempt::new("look at", path));
        place
            .is_ok_and(|place| layers.settled().contains(&place) || layers.taken().iter().any(|t| place.starts_with(t)))
    }

    /// What is at a path is foreseen from what is there now: that may be another by then.
    pub fn unsettle(&self, path: &Path) {
        let layers = self.layers();
        if let Ok(place) = layers.resolve(path, End::BROUGHT, Attempt::new("look at", path)) {
            layers.settled().remove(&place);
        }
    }

    /// From here on, anything that is there may be another, and what is gone may be there.
    pub fn doubt_everything(&self) {
        self.layers.settled().clear();
        self.doubt_what_is_gone();
    }

    /// From here on, anything may have been brought.
    pub fn doubt_what_is_gone(&self) {
        self.layers.taken().clear();
    }

    pub(super) fn layers(&self) -> &Layers {
        &self.layers
    }
}

impl Layers {
    pub(super) fn taken(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Places of which all is known since then.
    pub(super) fn settled(&self) -> MutexGuard<'_, HashSet<PathBuf>> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn entered(&self) -> MutexGuard<'_, HashMap<OsString, PathBuf>> {
        self.entered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notes(&self) -> MutexGuard<'_, Option<Notes>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_noting(&self) -> bool {
        self.notes().is_some()
    }

    pub(super) fn note(&self, note: impl FnOnce(&mut Notes)) {
        if let Some(notes) = &mut *self.notes() {
            note(notes);
        }
    }

    /// Whether the lower layer has all there is to say, and nobody wants to know what it is asked.
    pub(super) fn is_empty(&self) -> bool {
        self.beneath.is_none() && self.entries().is_empty() && !self.is_noting()
    }

    /// Lays something over a place.
    pub(super) fn put(&self, place: PathBuf, entry: Entry, change: Change) {
        self.note(|notes| notes.change(&place, change));
        self.settled().remove(&place);
        self.entries().insert(place, entry);
    }

    /// Whether something above a path, or at it, was taken away.
    pub(super) fn is_taken(&self, place: &Path) -> bool {
        self.taken().iter().any(|taken| place.starts_with(taken))
            || self.beneath.as_ref().is_some_and(|beneath| beneath.is_taken(place))
    }

    /// Drops what is remembered of the ways to directories; called when one may lead elsewhere, or nowhere, by now.
    pub(super) fn forget_ways(&self) {
        self.entered().clear();
    }

    /// The path without links, in the view of both layers. The last name is only looked at when a link is followed.
    pub(super) fn resolve(&self, path: &Path, end: End, attempt: Attempt<'_>) -> Result<PathBuf, FileError> {
        let path = self.directory.join(path);
        let (false, Some(parent), Some(name)) = (goes_up(&path), path.parent(), path.file_name()) else {
            return self.walk(&path, end, attempt);
        };
        if end.links == Links::Follow {
            return self.follow(&path, attempt);
        }
        match self.enter(parent, attempt) {
            Err(error) if end.missing != Missing::Ends && error.is_not_found() => self.walk(&path, end, attempt),
            entered => Ok(entered?.join(name)),
        }
    }

    fn follow(&self, path: &Path, attempt: Attempt<'_>) -> Result<PathBuf, FileError> {
        if let Some(place) = self.entered().get(path.as_os_str()) {
            return Ok(place.clone());
        }
        let place = self.resolve(path, End::KEEP, attempt)?;
        match self.look(&place)? {
            Seen::Link(_) => self.walk(path, End::FOLLOW, attempt),
            _ => Ok(place),
        }
    }

    /// The place of a directory, when names can be looked up in it. Each directory is looked at once; what is not known
    /// is looked at each time.
    fn enter(&self, directory: &Path, attempt: Attempt<'_>) -> Result<PathBuf, FileError> {
        let (mut place, steps) = self.known_part(directory);
        let mut is_known = true;
        for step in steps.into_iter().rev() {
            let next = step.file_name().map_or_else(|| PathBuf::from("/"), |name| place.join(name));
            place = match self.look(&next)? {
                Seen::Directory => next,
                Seen::Unknown => {
                    is_known = false;
                    next
                }
                Seen::Nothing => return Err(attempt.not_found()),
                Seen::Leaf => return Err(attempt.not_a_directory(&next)),
                Seen::Link(_) => self.linked_directory(step, attempt)?,
            };
            self.check_search(&place, attempt)?;
            if is_known {
                self.entered().insert(step.as_os_str().to_owned(), place.clone());
            }
        }
        Ok(place)
    }

    /// The place of the nearest directory at or above a path that is known, and what is left, the last part first.
    fn known_part<'p>(&self, directory: &'p Path) -> (PathBuf, Vec<&'p Path>) {
        let entered = self.entered();
        let mut steps = Vec::new();
        for above in directory.ancestors() {
            if let Some(place) = entered.get(above.as_os_str()) {
                return (place.clone(), steps);
            }
            steps.push(above);
        }
        (PathBuf::from("/"), steps)
    }

    /// A link counts towards the links of the whole path, so the path is walked from its beginning.
    fn linked_directory(&self, path: &Path, attempt: Attempt<'_>) -> Result<PathBuf, FileError> {
        let place = self.walk(path, End::FOLLOW, attempt)?;
        match self.look(&place)? {
            Seen::Nothing => Err(attempt.not_found()),
            Seen::Leaf => Err(attempt.not_a_directory(&place)),
            Seen::Directory | Seen::Unknown | Seen::Link(_) => Ok(place),
        }
    }

    fn walk(&self, path: &Path, end: End, attempt: Attempt<'_>) -> Result<PathBuf, FileError> {
        let walk = Walk {
            from: Path::new("/"),
            confined: false,
            follow_last: end.links == Links::Follow,
            missing: end.missing,
        };
        let look = |path: &Path| {
            path.parent().map_or(Ok(()), |parent| self.check_search(parent, attempt))?;
            self.look(path)
        };
        walk.resolve(path, look).map_err(|stop| match stop {
            Stop::NotFound => attempt.not_found(),
            Stop::NotADirectory(at) => attempt.not_a_directory(&at),
            Stop::TooManyLinks => attempt.io(Errno::LOOP),
            Stop::Escapes => attempt.escapes(Path::new("/")),
            Stop::Failed(error) => error,
        })
    }

    fn look(&self, path: &Path) -> Result<Seen, FileError> {
        Ok(match self.find(path) {
            Found::Entry(Entry::Directory(..)) => Seen::Directory,
            Found::Entry(Entry::File(..) | Entry::Other(_)) => Seen::Leaf,
            Found::Entry(Entry::Link(_, target)) => Seen::Link(target),
            Found::Entry(Entry::Unknown(_) | Entry::Something(_)) | Found::Unknown(_) => Seen::Unknown,
            Found::Entry(Entry::Gone) | Found::Nothing => Seen::Nothing,
            Found::More(_) => self.look_through(path)?,
            Found::Lower => match self.stat_of_lower(path)?.map(|stat| stat.kind) {
                None => Seen::Nothing,
                Some(FileKind::Directory) => Seen::Directory,
                Some(FileKind::Link) => Seen::Link(self.lower.read_link(path)?),
                Some(FileKind::File | FileKind::Other) => Seen::Leaf,
            },
        })
    }

    /// Directories and links are hardly ever replaced by something else; what is no way is not looked at.
    fn look_through(&self, path: &Path) -> Result<Seen, FileError> {
        Ok(match self.stat_of_lower(path)?.map(|stat| stat.kind) {
            Some(FileKind::Directory) => Seen::Directory,
            Some(FileKind::Link) => Seen::Link(self.lower.read_link(path)?),
            Some(FileKind::File | FileKind::Other) | None => Seen::Unknown,
        })
    }

    /// What is known about a path without links: its own entry, or what the nearest directory above says.
    pub(super) fn find(&self, path: &Path) -> Found {
        self.note(|notes| notes.looked.extend([path.to_owned()]));
        let entries = self.entries();
        if let Some(entry) = entries.get(path) {
            return Found::Entry(entry.clone());
        }
        match entries.nearest_above(path) {
            None | Some(Entry::Directory(_, Below::Lower)) => {
                self.beneath.as_ref().map_or(Found::Lower, |beneath| beneath.find(path))
            }
            Some(Entry::Directory(_, Below::More(reason))) => Found::More(reason.clone()),
            Some(Entry::Directory(_, Below::Unknown(reason)) | Entry::Unknown(reason) | Entry::Something(reason)) => {
                Found::Unknown(reason.clone())
            }
            Some(
                Entry::Directory(_, Below::Nothing) | Entry::File(..) | Entry::Link(..) | Entry::Other(_) | Entry::Gone,
            ) => Found::Nothing,
        }
    }

    /// What will be at a path without links.
    pub(super) fn stat(&self, path: &Path, attempt: Attempt<'_>) -> Result<Option<Stat>, FileError> {
        match self.find(path) {
            Found::Entry(
                Entry::File(stat, _) | Entry::Directory(stat, _) | Entry::Link(stat, _) | Entry::Other(stat),
            ) => Ok(Some(stat)),
            Found::Entry(Entry::Gone) | Found::Nothing => Ok(None),
            Found::Entry(Entry::Unknown(reason) | Entry::Something(reason))
            | Found::More(reason)
            | Found::Unknown(reason) => Err(attempt.unknown(&reason)),
            Found::Lower => self.stat_of_lower(path),
        }
    }

    /// Whether something will be at a path without links, whatever it is.
    pub(super) fn exists(&self, path: &Path, attempt: Attempt<'_>) -> Result<bool, FileError> {
        match self.find(path) {
            Found::Entry(Entry::Something(_)) => Ok(true),
            Found::More(_) if self.stat_of_lower(path)?.is_some() => Ok(true),
            _ => Ok(self.stat(path, attempt)?.is_some()),
        }
    }

    /// What the lower layer has at a path without links.
    pub(super) fn stat_of_lower(&self, path: &Path) -> Result<Option<Stat>, FileError> {
        self.lower.stat(path, Links::Keep).map_err(|error| self.denied_now(error, path))
    }

    /// What we may not look at now is not known when an earlier step would change the rights of a directory above.
    pub(super) fn denied_now(&self, error: FileError, path: &Path) -> FileError {
        if error.is_permission_denied() && self.has_other_rights_above(path) { other_rights(&error) } else { error }
    }

    pub(super) fn has_other_rights_above(&self, path: &Path) -> bool {
        match self.entries().nearest_above(path) {
            None => self.beneath.as_ref().is_some_and(|beneath| beneath.has_other_rights_above(path)),
            Some(entry) => matches!(entry, Entry::Directory(_, Below::Lower)),
        }
    }

    /// What is known of the things in a directory, by name.
    pub(super) fn known_in(&self, directory: &Path) -> BTreeMap<OsString, Entry> {
        let entries = self.entries();
        let own = entries.get(directory).or_else(|| entries.nearest_above(directory));
        let is_open = matches!(own, None | Some(Entry::Directory(_, Below::Lower)));
        let beneath = self.beneath.as_ref().filter(|_| is_open);
        let mut known = beneath.map(|beneath| beneath.known_in(directory)).unwrap_or_default();
        let within = entries.below(directory).filter(|(path, _)| path.parent() == Some(directory));
        known.extend(within.map(|(path, entry)| (path.file_name().unwrap_or_default().to_owned(), entry.clone())));
        known
    }

    /// Whether names can be looked up in a directory by then; the lower layer speaks for its own.
    fn check_search(&self, directory: &Path, attempt: Attempt<'_>) -> Result<(), FileError> {
        let Some(stat) = self.stat_of_entry(directory) else { return Ok(()) };
        self.check(&stat, Wish::Search, attempt)
    }

    /// What a layer says of a directory that has an entry.
    fn stat_of_entry(&self, directory: &Path) -> Option<Stat> {
        match self.entries().get(directory) {
            Some(Entry::Directory(stat, _)) => Some(stat.clone()),
            Some(_) => None,
            None => self.beneath.as_ref()?.stat_of_entry(directory),
        }
    }

    /// Whether we may do something by then with what has these attributes.
    pub(super) fn check(&self, stat: &Stat, wish: Wish, attempt: Attempt<'_>) -> Result<(), FileError> {
        match self.users.rights().ask(stat, wish) {
            Answer::Yes => Ok(()),
            Answer::No => Err(attempt.io(Errno::ACCESS)),
            Answer::Perhaps => Err(other_rights(&attempt.io(Errno::ACCESS))),
        }
    }
}

/// An earlier step changes who may do what, and only the run will tell what comes of it.
pub(super) fn other_rights(error: &FileError) -> FileError {
    let reason = Unknown::new(format!("{error}, but an earlier step would change the rights"));
    Attempt::new(error.verb, &error.path).unknown(&reason)
}

/// Whether a path may have `..` in it, so that names before that count for nothing.
fn goes_up(path: &Path) -> bool {
    let bytes = OsStr::as_bytes(path.as_os_str());
    bytes.windows(3).any(|part| part == b"/..")
}
