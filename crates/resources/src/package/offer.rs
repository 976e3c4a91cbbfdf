//! What the sources of a machine offer.

use std::collections::HashMap;
use std::time::Duration;

/// What can be had of one package.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Offer {
    /// What would be installed when no version is asked for.
    pub(super) candidate: Option<Available>,
    /// All versions, the best one first.
    pub(super) versions: Vec<Available>,
    /// Whether others provide it under this name, but no package is called so.
    pub(super) is_virtual: bool,
}

/// A version and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Available {
    pub(super) version: String,
    /// The release or repository; `None` when it is only known because it is installed.
    pub(super) origin: Option<String>,
}

/// What is known about the lists that offers come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lists {
    /// There are none.
    Missing {
        /// The command that would fetch them.
        fetch: &'static str,
    },
    /// They were fetched this long ago, so far as that is known.
    Fetched {
        ago: Option<Duration>,
        /// The command that would fetch them again.
        fetch: &'static str,
    },
    /// An earlier step of a rehearsal would change what they are made from.
    Foreseen {
        /// What that step would write.
        path: String,
    },
}

/// The answer to one question about several names; a name that nobody offers is not in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offers {
    pub(super) by_name: HashMap<String, Offer>,
    pub(super) lists: Lists,
}

impl Lists {
    /// As the end of a sentence that says what is not offered.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Missing { fetch } => format!("there are no package lists, `{fetch}` fetches them"),
            Self::Fetched { ago: Some(ago), fetch } => {
                format!("the package lists are {} old, `{fetch}` fetches new ones", age(*ago))
            }
            Self::Fetched { ago: None, fetch } => format!("`{fetch}` fetches new package lists"),
            Self::Foreseen { path } => format!("`{path}`, which is written first, may change that"),
        }
    }
}

/// As people say it, in one unit.
fn age(ago: Duration) -> String {
    let seconds = ago.as_secs();
    let (count, unit) = match seconds {
        0..60 => (seconds, "second"),
        60..3600 => (seconds / 60, "minute"),
        3600..172_800 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::age;
    use std::time::Duration;

    #[test]
    fn ages_are_said_in_one_unit() {
        for (seconds, text) in [
            (0, "0 seconds"),
            (1, "1 second"),
            (119, "1 minute"),
            (7_200, "2 hours"),
            (172_799, "47 hours"),
            (172_800, "2 days"),
            (8_640_000, "100 days"),
        ] {
            assert_eq!(age(Duration::from_secs(seconds)), text);
        }
    }
}
