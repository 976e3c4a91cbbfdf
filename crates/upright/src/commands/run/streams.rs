//! What actions print: live while one runs alone, else held and printed when it is over.

use crate::console;
use diagnostics::{Redactor, Style};
use providers::Terminal;
use solution::workflow::{ActionResult, Streams};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The output of actions.
pub(super) struct Held {
    for_people: bool,
    quiet: bool,
    redactor: Redactor,
    actions: Mutex<HashMap<String, Arc<Screen>>>,
}

impl Held {
    pub(super) fn new(for_people: bool, quiet: bool, redactor: &Redactor) -> Self {
        Self { for_people, quiet, redactor: redactor.clone(), actions: Mutex::default() }
    }

    fn actions(&self) -> MutexGuard<'_, HashMap<String, Arc<Screen>>> {
        self.actions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Streams for Held {
    fn begin(&self, names: &[&str]) {
        let live = names.len() == 1;
        for name in names {
            let screen = Screen { live, quiet: self.quiet, redactor: self.redactor.clone(), held: Mutex::default() };
            self.actions().insert((*name).to_owned(), Arc::new(screen));
        }
    }

    fn of(&self, action: &str) -> Option<Arc<dyn Terminal>> {
        if !self.for_people {
            return None;
        }
        self.actions().get(action).map(|screen| Arc::clone(screen) as Arc<dyn Terminal>)
    }

    fn ended(&self, action: &str, _result: &ActionResult) {
        let screen = self.actions().remove(action);
        for (is_error, bytes) in screen.iter().flat_map(|screen| std::mem::take(&mut *screen.held())) {
            put(is_error, &bytes, &self.redactor);
        }
    }
}

/// Where one action prints.
struct Screen {
    live: bool,
    quiet: bool,
    redactor: Redactor,
    held: Mutex<Vec<(bool, Vec<u8>)>>,
}

impl Screen {
    fn held(&self) -> MutexGuard<'_, Vec<(bool, Vec<u8>)>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, is_error: bool, bytes: &[u8]) {
        if self.live { put(is_error, bytes, &self.redactor) } else { self.held().push((is_error, bytes.to_vec())) }
    }
}

fn put(is_error: bool, bytes: &[u8], redactor: &Redactor) {
    let bytes = redactor.bytes(bytes);
    if is_error {
        console::complain_bytes(&bytes);
    } else {
        console::print_bytes(&bytes);
    }
}

impl Terminal for Screen {
    fn out(&self, bytes: &[u8]) {
        self.take(false, bytes);
    }

    fn err(&self, bytes: &[u8]) {
        self.take(true, bytes);
    }

    fn colour(&self) -> bool {
        console::output_style() == Style::Colour
    }

    fn quiet(&self) -> bool {
        self.quiet
    }

    fn width(&self) -> usize {
        console::error_width()
    }
}
