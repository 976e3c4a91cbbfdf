//! Files as providers reach them: anywhere, or only below the output directory when there is one.

mod anywhere;
mod foresight;
mod links;
mod nothing;
mod pieces;
mod reach;
mod spot;

pub(crate) use foresight::Hand;
pub use foresight::{Deed, FileChange, Foresight};
pub(crate) use links::settled;
pub(crate) use pieces::copy_into;
pub(crate) use reach::{acting, foreseeing, looking, note_write, tried};
pub(crate) use spot::Spot;
