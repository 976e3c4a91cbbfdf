//! Facts of a working tree.

use super::invoke::{Reach, Spoken, invoke};
use crate::{Context, Fault};
use value::Value;

/// A fact, by its name in documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Branch,
    Commit,
    ShortCommit,
    Tag,
    Remote,
    Root,
    Dirty,
    Author,
    Message,
}

pub(super) const NAMES: [(&str, Field); 9] = [
    ("branch", Field::Branch),
    ("commit", Field::Commit),
    ("shortCommit", Field::ShortCommit),
    ("tag", Field::Tag),
    ("remote", Field::Remote),
    ("root", Field::Root),
    ("dirty", Field::Dirty),
    ("author", Field::Author),
    ("message", Field::Message),
];

impl Field {
    pub(super) fn named(name: &str) -> Result<Self, Fault> {
        let known = || NAMES.map(|(name, _)| name).join(", ");
        let found = NAMES.iter().find(|(known, _)| *known == name).map(|(_, field)| *field);
        found.ok_or_else(|| Fault::new(format!("unsupported field: {name} (valid: {})", known())))
    }

    pub(super) fn name(self) -> &'static str {
        NAMES.iter().find(|(_, field)| *field == self).map_or("", |(name, _)| name)
    }

    pub(super) fn read(self, path: &str, remote: &str, context: &Context<'_>) -> Result<Value, Fault> {
        let directory = context.directories.process.join(path);
        let ask = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            invoke(&words, &directory, Reach::Look, None, context)
        };
        let root = ask(&["rev-parse", "--show-toplevel"])?;
        if root.code != 0 {
            return Err(Fault::new(format!("not a git repository: {path}: {}", root.stderr.trim())));
        }
        let fact = |words: &[&str]| self.answered(&ask(words)?);
        match self {
            Self::Root => Ok(root.stdout.trim().into()),
            // Before the first commit there is a branch already; without one this is what git itself says.
            Self::Branch => Ok(or(&ask(&["symbolic-ref", "--short", "-q", "HEAD"])?, "HEAD")),
            Self::Commit => fact(&["rev-parse", "--verify", "HEAD"]),
            Self::ShortCommit => fact(&["rev-parse", "--verify", "--short", "HEAD"]),
            Self::Tag => Ok(or(&ask(&["describe", "--tags", "--exact-match", "HEAD"])?, "")),
            Self::Remote => fact(&["remote", "get-url", remote]),
            Self::Dirty => Ok((!ask(&["status", "--porcelain"])?.stdout.trim().is_empty()).into()),
            Self::Author => fact(&["log", "-1", "--format=%an <%ae>"]),
            Self::Message => fact(&["log", "-1", "--format=%B"]),
        }
    }

    fn answered(self, spoken: &Spoken) -> Result<Value, Fault> {
        if spoken.code != 0 {
            return Err(Fault::new(format!("git {}: {}", self.name(), spoken.stderr.trim())));
        }
        let text = spoken.stdout.trim();
        Ok(if self == Self::Remote { without_user(text).into() } else { text.into() })
    }
}

fn or(spoken: &Spoken, otherwise: &str) -> Value {
    if spoken.code == 0 { spoken.stdout.trim().into() } else { otherwise.into() }
}

/// An address without who we are to it, which is nobody else's business. `git@host:path` says nothing that is secret.
fn without_user(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://").filter(|(scheme, _)| scheme.starts_with("http")) else {
        return address.to_owned();
    };
    let end = rest.find('/').unwrap_or(rest.len());
    let host = rest[..end].rfind('@').map_or(0, |at| at + 1);
    format!("{scheme}://{}", &rest[host..])
}

#[cfg(test)]
mod tests {
    use super::without_user;

    #[test]
    fn addresses_lose_their_users() {
        for (address, shown) in [
            ("https://u:p@host/x.git", "https://host/x.git"),
            ("https://token@host", "https://host"),
            ("https://host/a@b", "https://host/a@b"),
            ("git@host:x.git", "git@host:x.git"),
            ("/srv/x", "/srv/x"),
        ] {
            assert_eq!(without_user(address), shown);
        }
    }
}
