//! What can be done about an archive.

use serde::Serialize;
use std::fmt;

/// One step that brings an archive to its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Change {
    /// Downloads it, extracts it, removes it again: what of that is needed.
    Bring {
        /// Why it is downloaded.
        #[serde(skip_serializing_if = "Option::is_none")]
        download: Option<Because>,
        /// What differs of owner, group and mode, when that is all that is wrong with the file.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        attributes: Vec<String>,
        /// Why it is extracted.
        #[serde(skip_serializing_if = "Option::is_none")]
        extract: Option<Because>,
        /// Whether it is removed again.
        cleanup: bool,
    },
    /// Removes the file.
    Remove {},
}

/// A reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Because(pub(super) String);

impl Change {
    /// The originals' sentences.
    pub(super) fn would_have(&self) -> String {
        match self {
            Self::Remove {} => "Would have removed".to_owned(),
            Self::Bring { download, attributes, extract, cleanup } => {
                let sentences = [
                    (download.is_some(), "Would have downloaded"),
                    (!attributes.is_empty(), "Would have updated attributes"),
                    (extract.is_some(), "Would have extracted"),
                    (*cleanup, "Would have cleaned up"),
                ];
                sentences.iter().filter(|(is, _)| *is).map(|(_, text)| *text).collect::<Vec<_>>().join(". ")
            }
        }
    }
}

impl engine::Change for Change {
    fn step(&self) -> &'static str {
        match self {
            Self::Bring { .. } => "bring",
            Self::Remove {} => "remove",
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Bring { download, attributes, extract, cleanup } = self else {
            return f.write_str("remove the archive");
        };
        let because = |verb: &str, reason: &Because| match reason.0.as_str() {
            "" => verb.to_owned(),
            reason => format!("{verb} ({reason})"),
        };
        let words = [
            download.as_ref().map(|reason| because("download", reason)),
            Some(attributes.join(", ")).filter(|words| !words.is_empty()),
            extract.as_ref().map(|reason| because("extract", reason)),
            cleanup.then(|| "remove the archive".to_owned()),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
