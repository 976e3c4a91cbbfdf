//! The Debian mirror that this machine uses, out of its apt sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The address of the mirror that serves the release this machine runs.
pub(crate) fn address() -> String {
    let release = fs::read_to_string("/etc/os-release").ok().and_then(|text| codename(&text));
    let release = release.expect("/etc/os-release names no release: the test bed needs a Debian machine");
    let found = sources().iter().find_map(|file| mirror(&fs::read_to_string(file).ok()?, &release));
    found.unwrap_or_else(|| panic!("the apt sources of this machine name no mirror of `{release}`"))
}

fn codename(os_release: &str) -> Option<String> {
    let line = os_release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="))?;
    Some(line.trim_matches('"').to_owned())
}

fn sources() -> Vec<PathBuf> {
    let folder = Path::new("/etc/apt/sources.list.d");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    files.sort();
    files.insert(0, PathBuf::from("/etc/apt/sources.list"));
    files
}

/// The first address that offers `release` itself, in either form of sources.
fn mirror(text: &str, release: &str) -> Option<String> {
    let stanzas = text.split("\n\n").find_map(|stanza| from_stanza(stanza, release));
    stanzas.or_else(|| text.lines().find_map(|line| from_line(line, release)))
}

/// `deb [options] address suite component…`.
fn from_line(line: &str, release: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("deb ")?.trim_start();
    let rest = rest.strip_prefix('[').map_or(Some(rest), |options| Some(options.split_once(']')?.1))?;
    let mut words = rest.split_whitespace();
    let address = words.next()?;
    (words.next()? == release && is_remote(address)).then(|| address.to_owned())
}

/// The lines `Types:`, `URIs:` and `Suites:` of one paragraph.
fn from_stanza(stanza: &str, release: &str) -> Option<String> {
    let field = |name: &str| stanza.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let has = |name: &str, word: &str| field(name).is_some_and(|text| text.split_whitespace().any(|w| w == word));
    let address = field("URIs")?.split_whitespace().find(|address| is_remote(address))?;
    (has("Types", "deb") && has("Suites", release)).then(|| address.to_owned())
}

fn is_remote(address: &str) -> bool {
    address.starts_with("http://") || address.starts_with("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_sources_name_the_mirror() {
        let stanzas = "Types: deb\nURIs: https://a.example/x\nSuites: nodistro\n\n\
                       Types: deb\n# a remark\nURIs: http://m.example/debian\nSuites: bookworm bookworm-updates\n";
        assert_eq!(mirror(stanzas, "bookworm").as_deref(), Some("http://m.example/debian"));
        let lines = "deb cdrom:[x]/ bookworm main\ndeb https://b.example cloud-bookworm main\n\
                     deb [arch=amd64 signed-by=/k] http://m.example/debian bookworm main\n";
        assert_eq!(mirror(lines, "bookworm").as_deref(), Some("http://m.example/debian"));
        assert_eq!(mirror("deb http://m.example/s bookworm-security main\n", "bookworm"), None);
    }

    #[test]
    fn the_release_is_the_codename() {
        assert_eq!(codename("ID=debian\nVERSION_CODENAME=bookworm\n").as_deref(), Some("bookworm"));
    }
}
