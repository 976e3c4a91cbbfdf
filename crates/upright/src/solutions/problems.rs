//! Problems of solutions, as a compiler shows them. Lines with mistakes may have secrets where nobody expects them.

use crate::console;
use diagnostics::{Diagnostics, Redactor, Sources};
use providers::Registry;
use solution::wary;

/// Shows all of them.
pub(crate) fn show(problems: &Diagnostics, sources: &Sources, registry: &Registry, redactor: &Redactor) {
    console::show(problems, sources, &wary(sources, registry, redactor));
}

/// Only the warnings, which do not keep a solution from being used.
pub(crate) fn show_warnings(problems: &Diagnostics, sources: &Sources, registry: &Registry, redactor: &Redactor) {
    if !problems.is_empty() {
        console::show_warnings(problems, sources, &wary(sources, registry, redactor));
    }
}
