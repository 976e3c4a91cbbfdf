//! Which distribution it is: the files that distributions leave in `/etc`, in the order in which the original asks.

use super::view::{View, lines};
use std::path::Path;
use system::files::{FileKind, Links};

/// A distribution.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Platform {
    pub(super) name: String,
    pub(super) family: &'static str,
    pub(super) version: String,
}

/// What `/etc/lsb-release` says.
#[derive(Default)]
struct Lsb {
    id: String,
    release: String,
}

pub(super) fn detect(view: &View<'_>) -> Platform {
    let lsb = lsb(view);
    let (name, version) = release_file(view, &lsb).unwrap_or_else(|| by_lsb(lsb));
    let name = name.trim_matches('"').to_owned();
    Platform { family: family(&name), name, version }
}

/// Name and version by the first file that is there.
fn release_file(view: &View<'_>, lsb: &Lsb) -> Option<(String, String)> {
    let found = FILES.iter().find_map(|(file, read)| {
        let path = view.etc(file);
        has_content(view, &path).then_some((path, read))
    });
    let (path, read) = found?;
    Some(read(view, &view.text(path).unwrap_or_default(), lsb))
}

/// How a file is read: its text to name and version.
type Read = fn(&View<'_>, &str, &Lsb) -> (String, String);

/// The files in the order in which they are looked for.
const FILES: &[(&str, Read)] = &[
    ("oracle-release", |_, text, _| ("oracle".into(), redhat_version(text))),
    ("enterprise-release", |_, text, _| ("oracle".into(), redhat_version(text))),
    ("slackware-version", |_, text, _| ("slackware".into(), joined(text).replacen("slackware ", "", 1))),
    ("debian_version", debian),
    ("neokylin-release", redhat),
    ("redhat-release", redhat),
    ("system-release", redhat),
    ("gentoo-release", |_, text, _| ("gentoo".into(), redhat_version(text))),
    ("SuSE-release", |_, text, _| (suse_name(text), suse_version(text))),
    ("arch-release", |_, _, lsb| ("arch".into(), lsb.release.clone())),
    ("alpine-release", |_, text, _| ("alpine".into(), first_line(text))),
    ("os-release", |_, text, _| os_release(text)),
];

/// A file with a few bytes in it; some distributions keep empty ones of others.
fn has_content(view: &View<'_>, path: &Path) -> bool {
    let found = view.world.files.stat(path, Links::Follow);
    found.is_ok_and(|stat| stat.is_some_and(|stat| stat.size > 4 && stat.kind != FileKind::Directory))
}

fn lsb(view: &View<'_>) -> Lsb {
    let mut lsb = Lsb::default();
    let text = view.text(view.etc("lsb-release")).unwrap_or_default();
    for (key, value) in settings(&text) {
        match key {
            "DISTRIB_ID" => lsb.id = value.replace('"', ""),
            "DISTRIB_RELEASE" => lsb.release = value.replace('"', ""),
            _ => {}
        }
    }
    lsb
}

/// `KEY=value` lines; a value ends at the next `=`.
fn settings(text: &str) -> impl Iterator<Item = (&str, &str)> {
    lines(text).filter_map(|line| {
        let mut parts = line.split('=');
        Some((parts.next()?, parts.next()?))
    })
}

/// Name and version when no file tells.
fn by_lsb(lsb: Lsb) -> (String, String) {
    let name = match lsb.id.as_str() {
        "" => return Default::default(),
        "ScientificSL" => "scientific".to_owned(),
        id => id.to_lowercase(),
    };
    (name, lsb.release)
}

/// Debian, and those that are made from it.
fn debian(view: &View<'_>, text: &str, lsb: &Lsb) -> (String, String) {
    let name = match lsb.id.as_str() {
        "Ubuntu" => "ubuntu",
        "LinuxMint" => "linuxmint",
        "Kylin" => "Kylin",
        "uos" => "uos",
        "Deepin" => "Deepin",
        _ if has_content(view, Path::new("/usr/bin/raspi-config")) => {
            return ("raspbian".into(), first_line(text));
        }
        _ => return ("debian".into(), first_line(text)),
    };
    (name.to_owned(), lsb.release.clone())
}

/// `Rocky Linux release 9.4 (Blue Onyx)`.
fn redhat(_: &View<'_>, text: &str, _: &Lsb) -> (String, String) {
    let line = joined(text);
    let first = line.split(' ').next().unwrap_or_default();
    let name = if line.contains("red hat") { "redhat" } else { first };
    (name.to_owned(), redhat_version(text))
}

fn redhat_version(text: &str) -> String {
    let text = joined(text);
    if text.contains("rawhide") {
        return "rawhide".to_owned();
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let version = |rest: &str| {
        let tail = rest.strip_prefix(is_word)?;
        let length = tail.find(|c: char| !is_version(c)).unwrap_or(tail.len());
        Some(rest[..rest.len() - tail.len() + length].to_owned())
    };
    text.match_indices("release ").find_map(|(at, word)| version(&text[at + word.len()..])).unwrap_or_default()
}

fn suse_name(text: &str) -> String {
    if joined(text).contains("opensuse") { "opensuse".to_owned() } else { "suse".to_owned() }
}

/// `VERSION = 12` and `PATCHLEVEL = 3` are 12.3.
fn suse_version(text: &str) -> String {
    let mut version = String::new();
    for line in lines(text) {
        if let Some(found) = number_behind(line, "VERSION = ", is_version) {
            found.clone_into(&mut version);
        } else if let Some(level) = number_behind(line, "PATCHLEVEL = ", |c| c.is_ascii_digit()) {
            version = format!("{version}.{level}");
        }
    }
    version
}

fn number_behind<'t>(line: &'t str, word: &str, part: fn(char) -> bool) -> Option<&'t str> {
    line.match_indices(word).find_map(|(at, _)| {
        let rest = &line[at + word.len()..];
        let length = rest.find(|c| !part(c)).unwrap_or(rest.len());
        (length > 0).then(|| &rest[..length])
    })
}

fn is_version(c: char) -> bool {
    c.is_ascii_digit() || c == '.'
}

/// Name and version as `os-release` has them.
pub(super) fn os_release(text: &str) -> (String, String) {
    let (mut name, mut version) = Default::default();
    for (key, value) in settings(text) {
        match key {
            "ID" => name = unquoted(value),
            "VERSION_ID" => version = unquoted(value),
            _ => {}
        }
    }
    let name = if name == "amzn" { "amazon" } else { name };
    (name.to_owned(), str::to_owned(version))
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

fn first_line(text: &str) -> String {
    lines(text).next().unwrap_or_default().to_owned()
}

/// All lines as one, in lower case.
fn joined(text: &str) -> String {
    text.replace('\n', "").to_lowercase()
}

fn family(name: &str) -> &'static str {
    match name {
        "debian" | "ubuntu" | "linuxmint" | "raspbian" | "Kylin" | "cumuluslinux" | "uos" | "Deepin" => "debian",
        "fedora" => "fedora",
        "oracle"
        | "centos"
        | "redhat"
        | "scientific"
        | "enterpriseenterprise"
        | "amazon"
        | "xenserver"
        | "cloudlinux"
        | "ibm_powerkvm"
        | "rocky"
        | "almalinux" => "rhel",
        "suse"
        | "opensuse"
        | "opensuse-leap"
        | "opensuse-tumbleweed"
        | "opensuse-tumbleweed-kubic"
        | "sles"
        | "sled"
        | "caasp" => "suse",
        "gentoo" => "gentoo",
        "slackware" => "slackware",
        "arch" => "arch",
        "exherbo" => "exherbo",
        "alpine" => "alpine",
        "coreos" => "coreos",
        "solus" => "solus",
        "neokylin" => "neokylin",
        "anolis" => "anolis",
        "nixos" => "nixos",
        _ => "",
    }
}
