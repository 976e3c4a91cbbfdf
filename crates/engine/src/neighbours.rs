//! Who would be done in one go.

use system::{Disturbance, Observation};

/// The names of the resources, in their order, that a run would do in one go with the one whose turn it is. Told to a
/// rehearsal, where nobody announces anything.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Neighbours {
    /// Those that would have their turn, the first one among them.
    pub names: Vec<String>,
}

impl Observation for Neighbours {
    fn survives(&self, _by: &Disturbance<'_>) -> bool {
        true
    }
}
