//! What a manifest says about a package.

use super::desired::ENSURE;
use diagnostics::{Diagnostic, Spanned};
use document::decode::{Decode, Decoder, Lenient, Shape, Text, TextShape, Value};
use document::{Node, record};
use engine::Common;

record! {
    /// A package of the system.
    pub(super) struct PackageProperties [name = "package", hints = &[
        ("version", "the version of a `package` is its `ensure`"),
        ("state", "the state of a `package` is its `ensure`"),
    ]]
    with common: Common {
        /// `present`, `absent`, `latest`, or a version. For apt a version is the whole one, as `dpkg -s` shows it; for
        /// dnf it is `version`, `version-release` or `epoch:version-release`.
        ensure: Lenient<Spanned<Ensure>>,
    }
}

/// What should be of the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ensure {
    /// It is there, in any version.
    Present,
    /// It is not there.
    Absent,
    /// It is there in the version that would be installed now.
    Latest,
    /// It is there in this version.
    Version(String),
}

impl Ensure {
    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Present => "present",
            Self::Absent => "absent",
            Self::Latest => "latest",
            Self::Version(version) => version,
        }
    }

    /// Whether what comes later could undo it unseen, and keeps it so.
    pub(super) fn is_promise(&self) -> bool {
        matches!(self, Self::Absent | Self::Latest | Self::Version(_))
    }
}

impl Decode for Ensure {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = Text::decode(node, decoder)?;
        if let Some(source) = text.source.as_ref().filter(|source| **source != text.value) {
            let message = format!("version `{source}` without quotes is {}", node.kind_name());
            return decoder
                .refuse(Diagnostic::error(&ENSURE, message).at(text.span, "given here").help(text.quote_it()));
        }
        Some(match &*text {
            "present" => Self::Present,
            "absent" => Self::Absent,
            "latest" => Self::Latest,
            _ => Self::Version(text.value),
        })
    }

    fn shape() -> Shape {
        Shape::Text(TextShape { called: Some(("a state or version", "states or versions")), ..TextShape::PLAIN })
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::from(self.as_str()))
    }
}
