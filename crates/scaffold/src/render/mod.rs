//! Rendering the files of a source, on all cores.

mod calls;
mod crew;
mod worker;

pub(crate) use crew::{Candidate, render_all};
pub(crate) use worker::Job;
