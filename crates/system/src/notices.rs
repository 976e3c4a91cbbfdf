//! Words to whoever watches, while a step is still at work.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Says what a step waits for. Without a listener nobody hears it.
#[derive(Clone, Default)]
pub struct Notices {
    listener: Option<Arc<Listener>>,
    /// How far the step is that is at work.
    progress: Option<Arc<Mutex<String>>>,
}

type Listener = dyn Fn(&str) + Send + Sync;

impl Notices {
    /// Heard by `listener`.
    pub fn to(listener: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..Self::default() }
    }

    /// With somebody who looks at how far a step is.
    #[must_use]
    pub fn with_progress(self) -> Self {
        Self { progress: Some(Arc::default()), ..self }
    }

    /// How far a step is, in words; nothing when it is over. Nobody makes words that nobody looks at.
    pub fn at(&self, words: impl FnOnce() -> String) {
        if let Some(progress) = &self.progress {
            *progress.lock().unwrap_or_else(PoisonError::into_inner) = words();
        }
    }

    /// What was said last about how far a step is.
    pub fn progress(&self) -> String {
        let known = self.progress.as_ref();
        known.map(|known| known.lock().unwrap_or_else(PoisonError::into_inner).clone()).unwrap_or_default()
    }

    /// Says one line.
    pub fn say(&self, line: &str) {
        if let Some(listener) = &self.listener {
            listener(line);
        }
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notices").field("heard", &self.listener.is_some()).finish_non_exhaustive()
    }
}
