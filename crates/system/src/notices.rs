//! Words to whoever watches, while a step is still at work.

use std::fmt;
use std::sync::Arc;

/// Says what a step waits for. Without a listener nobody hears it.
#[derive(Clone, Default)]
pub struct Notices {
    listener: Option<Arc<Listener>>,
}

type Listener = dyn Fn(&str) + Send + Sync;

impl Notices {
    /// Heard by `listener`.
    pub fn to(listener: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)) }
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
        f.debug_struct("Notices").field("heard", &self.listener.is_some()).finish()
    }
}
