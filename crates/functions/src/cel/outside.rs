//! What functions are handed from outside.

use std::sync::Arc;

use gostd::time::Zone;
use system::files::ReadFiles;
use system::{Clock, Interrupt, Random};

/// Where `debug.out` prints.
pub trait Debug: Send + Sync {
    /// Prints a line; it has no line break at its end.
    fn line(&self, text: &str);
}

/// The parts of the world that the functions use.
#[derive(Clone)]
pub struct Outside {
    /// `filepath.exists` looks here.
    pub files: Arc<dyn ReadFiles>,
    /// `time.now` and `time.nowFmt` ask it, `debug.sleep` waits for it.
    pub clock: Arc<dyn Clock>,
    /// The zone whose time `time.now` and `time.nowFmt` show.
    pub zone: Zone,
    /// `guid.new` takes from it.
    pub random: Arc<dyn Random>,
    /// Ends `debug.sleep`.
    pub interrupt: Interrupt,
    /// Where `debug.out` prints; without it, it is quiet.
    pub debug: Option<Arc<dyn Debug>>,
}
