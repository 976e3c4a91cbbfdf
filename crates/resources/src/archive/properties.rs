//! What a manifest says about an archive.

use super::checksum::Checksum;
use super::headers::HeaderFields;
use super::url::Address;
use crate::file::account::Account;
use crate::file::mode::Mode;
use diagnostics::Spanned;
use document::decode::Lenient;
use document::{choice, record};
use engine::Common;
use system::http::Headers;
use value::Secret;

choice! {
    /// What should be at the path.
    pub(super) enum Ensure {
        /// The archive, or what was extracted from it.
        Present "present",
        /// No archive; what was extracted stays.
        Absent "absent",
    }
}

record! {
    /// An archive that is downloaded, and extracted.
    pub(super) struct ArchiveProperties [name = "archive", hints = &[
        ("source", "the address of an `archive` is its `url`"),
        ("path", "the name of an `archive` is the path that it is stored at"),
        ("extract", "write `extract_parent` with the directory to extract into"),
    ]]
    with common: Common {
        /// Whether the archive is there and extracted, or not there.
        ensure: Lenient<Spanned<Ensure>>,
        /// Where it comes from: an address that begins with `http://` or `https://` and ends like the name.
        url: Option<Lenient<Spanned<Address>>>,
        /// Header fields of the request.
        headers: Option<Lenient<HeaderFields>> [secret_unless = Headers::is_harmless],
        /// The user for basic authentication.
        username: Option<String> [mistaken = &["user"]],
        /// The password for basic authentication.
        password: Option<Secret<String>>,
        /// What the archive has to be: `sha256:` or `sha512:` and hexadecimal digits, or the digits alone.
        checksum: Option<Lenient<Spanned<Checksum>>>,
        /// The directory that it is extracted into; made when it is missing.
        extract_parent: Option<Lenient<Spanned<String>>> [mistaken = &["extract_to", "destination"]],
        /// A path that extracting brings: when it is there, nothing is extracted.
        creates: Option<Lenient<Spanned<String>>>,
        /// Removes the archive once it is extracted.
        cleanup: Option<Lenient<Spanned<bool>>>,
        /// The owner of the archive: a name, or a number.
        owner: Option<Lenient<Spanned<Account>>> [mistaken = &["user"]],
        /// The group of the archive: a name, or a number.
        group: Option<Lenient<Spanned<Account>>>,
        /// The permission bits of the archive; 0644 for one that is downloaded, and left alone otherwise, when left out.
        mode: Option<Lenient<Spanned<Mode>>> [pattern = "^(0[oO])?[0-7]{3,4}$", mistaken = &["permissions", "perms"]],
        /// The owner of all that is extracted; whoever the archive says for root, and the one who runs for others, when left out.
        extract_owner: Option<Lenient<Spanned<Account>>>,
        /// The group of all that is extracted.
        extract_group: Option<Lenient<Spanned<Account>>>,
    }
}
