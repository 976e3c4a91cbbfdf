//! Texts as labels of host names.

use gostd::unicode::lower_char;

/// The longest label.
const LONGEST: usize = 63;

/// Lower case, with a dash for everything that is no letter or digit of ASCII; no two dashes in a row, none at the ends,
/// and at most 63 characters.
pub(super) fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len().min(LONGEST));
    for c in text.chars().map(lower_char) {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() > LONGEST {
            break;
        }
    }
    slug.truncate(LONGEST);
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}
