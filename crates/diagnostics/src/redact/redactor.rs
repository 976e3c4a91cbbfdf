//! The shared list of secrets, and masking of whole texts.

use super::form::{Form, forms};
use super::index::Index;
use super::scan::{End, Part, Rest, Scan};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// Why something is a secret, which decides how short it may be to be masked wherever it turns up. A shorter one is
/// masked in its own field only, by whoever shows that field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretKind {
    /// A document or a definition says so.
    Declared,
    /// The name of an environment variable suggests it, see [`secret_by_name`](crate::secret_by_name).
    ByName,
}

/// How many bytes a secret may have. Each is kept in all its forms and compared with everything that leaves, so whoever
/// declares a longer one is told that it cannot be.
pub const LARGEST_SECRET: usize = 1 << 20;

impl SecretKind {
    /// The fewest bytes that are masked everywhere.
    pub const fn shortest(self) -> usize {
        match self {
            Self::Declared => 6,
            Self::ByName => 8,
        }
    }
}

/// Masks registered secrets. Clones share the list; secrets may be registered while others read. Without any secret a
/// text passes at the cost of one atomic load.
#[derive(Clone)]
pub struct Redactor {
    mask: Arc<str>,
    shared: Arc<Shared>,
}

struct Shared {
    /// Somebody wants to see secrets.
    reveals: AtomicBool,
    /// Counts the registered secrets.
    generation: AtomicU64,
    registry: Mutex<Registry>,
    published: RwLock<Published>,
}

#[derive(Clone, Default)]
struct Registry {
    known: HashSet<(Vec<u8>, usize)>,
    /// What a document calls its parts.
    names: HashSet<Box<[u8]>>,
    /// What stands for secrets, in one redactor or another that shares this list.
    masks: Vec<Arc<str>>,
    /// Forms that are not in the published index yet.
    fresh: Vec<Form>,
}

/// What readers use, made when the first of them needs it.
#[derive(Clone)]
pub(super) struct Published {
    generation: u64,
    pub(super) index: Arc<Index>,
    /// Whether a secret is part of a mask itself.
    in_mask: bool,
}

impl Default for Redactor {
    /// Masks with `<secret>`.
    fn default() -> Self {
        Self::new("<secret>")
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secrets = self.shared.generation.load(Ordering::Acquire);
        f.debug_struct("Redactor").field("mask", &self.mask).field("secrets", &secrets).finish()
    }
}

impl Redactor {
    /// No secrets yet; `mask` stands for each that is found later.
    pub fn new(mask: impl Into<Arc<str>>) -> Self {
        let published = Published { generation: 0, index: Arc::new(Index::new()), in_mask: false };
        let mask = mask.into();
        Self {
            mask: Arc::clone(&mask),
            shared: Arc::new(Shared {
                reveals: AtomicBool::new(false),
                generation: AtomicU64::new(0),
                registry: Mutex::new(Registry { masks: vec![mask], ..Registry::default() }),
                published: RwLock::new(published),
            }),
        }
    }

    /// The same secrets with another mask: what stands for a secret depends on where it is seen.
    #[must_use]
    pub fn masking(&self, mask: impl Into<Arc<str>>) -> Self {
        let mask = mask.into();
        let mut registry = self.registry();
        registry.masks.push(Arc::clone(&mask));
        let mut published = self.shared.published.write().unwrap_or_else(PoisonError::into_inner);
        published.in_mask = published.in_mask || is_in(&mask, &published.index);
        Self { mask, shared: Arc::clone(&self.shared) }
    }

    /// One that knows the same secrets, and keeps for itself what it is told from now on: a message about a document with
    /// mistakes may not quote what a run that goes on may well show.
    #[must_use]
    pub fn separate(&self) -> Self {
        let registry = self.registry();
        let published = self.shared.published.read().unwrap_or_else(PoisonError::into_inner);
        Self {
            mask: Arc::clone(&self.mask),
            shared: Arc::new(Shared {
                reveals: AtomicBool::new(self.reveals()),
                generation: AtomicU64::new(self.shared.generation.load(Ordering::Acquire)),
                registry: Mutex::new(registry.clone()),
                published: RwLock::new(published.clone()),
            }),
        }
    }

    /// From now on nothing is masked, because somebody wants to see it.
    pub fn reveal(&self) {
        self.shared.reveals.store(true, Ordering::Relaxed);
    }

    /// Whether nothing is masked.
    pub fn reveals(&self) -> bool {
        self.shared.reveals.load(Ordering::Relaxed)
    }

    /// What stands for a secret.
    pub fn mask(&self) -> &str {
        &self.mask
    }

    /// From now on these are no secrets because they stand in one: a document calls its parts so.
    pub fn spare<'n>(&self, names: impl IntoIterator<Item = &'n str>) {
        self.registry().names.extend(names.into_iter().map(|name| Box::from(name.as_bytes())));
    }

    /// From now on `secret` is masked in everything, unless it is too short for its kind.
    pub fn register(&self, secret: &[u8], kind: SecretKind) {
        if secret.len() < kind.shortest() || self.reveals() {
            return;
        }
        let mut registry = self.registry();
        if registry.known.insert((secret.to_vec(), kind.shortest())) {
            registry.fresh.extend(forms(secret, kind.shortest()));
            self.shared.generation.fetch_add(1, Ordering::Release);
        }
    }

    /// The same of what stands in a declared secret, unless it is one of the names that are spared.
    pub fn register_within(&self, secret: &[u8]) {
        let is_name = self.registry().names.contains(secret);
        if !is_name {
            self.register(secret, SecretKind::Declared);
        }
    }

    /// The text without secrets; the same text when there is none in it.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.bytes(text.as_bytes()) {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            // A secret that is no UTF-8 itself may have cut a character.
            Cow::Owned(bytes) => Cow::Owned(
                String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
            ),
        }
    }

    /// The bytes without secrets; the same bytes when there is none in them.
    pub fn bytes<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let Some(published) = self.published() else { return Cow::Borrowed(bytes) };
        let mut out = Vec::new();
        let mut masked = false;
        self.scan(&published, bytes, 0, End::Final, |part| match part {
            Part::Secret(_) => {
                masked = true;
                out.extend_from_slice(self.mask().as_bytes());
            }
            Part::Text(range) if range.len() == bytes.len() => {}
            Part::Text(range) => out.extend_from_slice(&bytes[range]),
        });
        if masked { Cow::Owned(out) } else { Cow::Borrowed(bytes) }
    }

    /// Where the secrets are, in order and without overlaps.
    pub fn find(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if let Some(published) = self.published() {
            self.scan(&published, bytes, 0, End::Final, |part| {
                if let Part::Secret(range) = part {
                    found.push(range);
                }
            });
        }
        found
    }

    /// Whether there is anything to mask. Work that only masking needs can be left out without.
    pub fn has_secrets(&self) -> bool {
        self.shared.generation.load(Ordering::Acquire) > 0
    }

    /// How much of a text that was cut behind its last byte can be kept: what ends inside of something that may be a
    /// secret would not be recognised as one any more, so the cut belongs before it.
    pub fn before_cut(&self, bytes: &[u8]) -> usize {
        let Some(published) = self.published() else { return bytes.len() };
        let mut last = 0;
        let rest = self.scan(&published, bytes, 0, End::Open, |part| {
            if let Part::Secret(range) = part {
                last = range.start;
            }
        });
        // A secret that overlaps with what may follow would be cut as well.
        if rest.covered > 0 { last } else { rest.from }
    }

    /// Goes through a text, of which the first `covered` bytes belong to a mask that is out already.
    pub(super) fn scan(
        &self,
        published: &Published,
        text: &[u8],
        covered: usize,
        end: End,
        emit: impl FnMut(Part),
    ) -> Rest {
        let mask = published.in_mask.then_some(self.mask().as_bytes());
        Scan { index: &published.index, mask, text, end, emit }.run(covered)
    }

    /// The index of all secrets registered so far; `None` without any.
    pub(super) fn published(&self) -> Option<Published> {
        let generation = self.shared.generation.load(Ordering::Acquire);
        if generation == 0 {
            return None;
        }
        let published = self.shared.published.read().unwrap_or_else(PoisonError::into_inner).clone();
        Some(if published.generation < generation { self.publish() } else { published })
    }

    fn publish(&self) -> Published {
        let mut registry = self.registry();
        let mut published = self.shared.published.write().unwrap_or_else(PoisonError::into_inner);
        if !registry.fresh.is_empty() {
            Arc::make_mut(&mut published.index).extend(std::mem::take(&mut registry.fresh));
            published.in_mask = registry.masks.iter().any(|mask| is_in(mask, &published.index));
        }
        // Nobody registers while the lock is held.
        published.generation = self.shared.generation.load(Ordering::Acquire);
        published.clone()
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.shared.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a secret is part of a mask.
fn is_in(mask: &str, index: &Index) -> bool {
    (0..mask.len()).any(|at| index.find(mask.as_bytes(), at).end.is_some())
}
