//! Files: what can be looked at, and what can be changed. The real ones are only handed out as part of a world.

mod access;
mod beneath;
mod destination;
mod digest;
mod draft;
mod error;
mod fake;
mod jail;
mod making;
mod overlay;
mod port;
mod real;
mod staging;
mod verbs;
mod walk;

pub use access::{Access, Customs, Fixed};
pub use beneath::{ReadAnywhere, ReadBeneath, WriteBeneath};
pub use destination::{Delivered, Destination};
pub use digest::{Digest, DigestError};
pub use error::{FileError, FileErrorKind};
pub use fake::{FakeFiles, Mutation};
pub use making::{NewFile, OpenFile, WriteTree};
pub use overlay::{Change, ForeseeBeneath, Foreseen, Notes, Overlay};
pub use port::{
    Attributes, Content, FileIdentity, FileKind, Links, Lock, LockHolder, Placed, ReadFiles, Removal, Special, Stat,
    Take, WriteFiles,
};
pub use real::{is_handed_over, is_unfinished};
pub use staging::{Spool, Staging};

pub(crate) use real::RealFiles;
pub(crate) use walk::without_links;
