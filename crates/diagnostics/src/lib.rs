//! What every other crate uses to say that something is wrong, and where: spans over several files, stable codes with
//! an explanation each, one structure for a problem and one renderer per form. It also holds the redactor, the net
//! that keeps registered secrets out of everything that leaves the process.
#![warn(missing_docs)]

mod code;
mod diagnostic;
mod page;
mod redact;
mod render;
mod source;
mod span;
mod suggest;
mod veil;

pub use code::{Code, check as check_codes, find as find_code};
pub use diagnostic::{Diagnostic, Diagnostics, Explain, Label, Severity};
pub use page::explain as explain_code;
pub use redact::{LARGEST_SECRET, RedactingWriter, Redactor, SecretKind, Stream, install_panic_hook, secret_by_name};
pub use render::{Place, Record, Renderer, Style, is_deceptive};
pub use source::{Position, Sources};
pub use span::{FileId, Span, Spanned};
pub use suggest::suggest;
pub use veil::Veil;
