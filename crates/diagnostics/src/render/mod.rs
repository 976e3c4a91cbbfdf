//! Problems as text, as one line, as JSON: one renderer per form.
//!
//! [`Renderer`] has the three forms and what they share: the lines of each file, found once, and the redactor, which
//! sees every text before it is laid out, so that carets stand right under a line with a mask in it. No text can send
//! control sequences to a terminal: they are shown as escapes.

mod escape;
mod json;
mod lines;
mod marks;
mod paint;
mod renderer;
mod snippet;
mod text;
mod view;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

pub use escape::is_deceptive;
pub use json::{Place, Record};
pub use paint::Style;
pub use renderer::Renderer;

pub(crate) use paint::{Canvas, Role};
