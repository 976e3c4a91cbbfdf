//! The manifests inside of a manifest, read before the run: which names they bring, what is wrong with them, and whether
//! they lead back to where they began. What cannot be read yet is left to its step.

mod distant;
mod names;
mod survey;

pub(crate) use distant::Distant;
pub(crate) use names::{Around, Before};
pub(crate) use survey::{DEEPEST, Survey};
