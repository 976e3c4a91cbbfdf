//! What a manifest says about a file.

use super::account::Account;
use super::mode::Mode;
use diagnostics::Spanned;
use document::decode::Lenient;
use document::{choice, record};
use engine::Common;

choice! {
    /// What should be at the path.
    pub(super) enum Ensure {
        /// A regular file.
        Present "present",
        /// Nothing.
        Absent "absent",
        /// A directory.
        Directory "directory",
    }
}

record! {
    /// A file or a directory, with its content, owner and mode.
    pub(super) struct FileProperties [name = "file", hints = &[
        ("path", "the name of a `file` is its path"),
        ("target", "symbolic links are not managed by `file`"),
        ("recurse", "`file` manages one path; `force: true` with `ensure: absent` removes a tree"),
    ]]
    with common: Common {
        /// Whether the path is a file, a directory, or nothing.
        ensure: Lenient<Spanned<Ensure>>,
        /// The whole content. Left out or null, the content is not managed; `""` is an empty file.
        content: Option<Spanned<String>> [deferred, mistaken = &["contents", "text", "body"]],
        /// A file on this machine whose content is copied; relative to the directory of the manifest.
        source: Option<Spanned<String>> [deferred, mistaken = &["src"]],
        /// The owner: a name, or a number. Required unless absent.
        owner: Option<Lenient<Spanned<Account>>> [mistaken = &["user"]],
        /// The group: a name, or a number. Required unless absent.
        group: Option<Lenient<Spanned<Account>>>,
        /// The permission bits as three or four octal digits in quotes, such as `"0644"`. Required unless absent.
        mode: Option<Lenient<Spanned<Mode>>> [pattern = "^(0[oO])?[0-7]{3,4}$", mistaken = &["permissions", "perms"]],
        /// With `ensure: absent`, removes a directory with all that is in it.
        force: Option<Lenient<Spanned<bool>>>,
    }
}
