//! Second names of keys.

/// Second names of the keys of a map: what Go calls the fields of a struct whose JSON names are the keys. They do not show
/// when the map is listed, printed or written.
#[derive(Debug)]
pub struct Aliases(&'static [(&'static str, &'static str)]);

impl Aliases {
    /// Pairs of a second name and the key that it stands for.
    pub const fn new(pairs: &'static [(&'static str, &'static str)]) -> Self {
        Self(pairs)
    }

    /// The key that `name` stands for.
    pub(super) fn key(&self, name: &str) -> Option<&'static str> {
        self.0.iter().find(|(alias, _)| *alias == name).map(|(_, key)| *key)
    }

    /// The keys, in their order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &'static str> + use<> {
        self.0.iter().map(|(_, key)| *key)
    }
}
