//! The outer keys of a manifest.

use crate::codes::NO_RESOURCES;
use diagnostics::{Diagnostic, Spanned};
use document::decode::{Decode, Decoder, Shape};
use document::{Kind, Node, choice, record};

record! {
    /// The desired state of a host.
    pub(crate) struct Top [name = "manifest", extensions, hints = &[("resources", "put it below `ccm:`, indented")]] {
        /// Data of the manifest itself.
        data: Option<Elsewhere>,
        /// Which overrides count on which machine, and how they are merged.
        hierarchy: Option<Spanned<Hierarchy>>,
        /// Data for some machines.
        overrides: Option<Elsewhere>,
        /// A solution whose values lie under the data.
        solution: Option<Beneath>,
        /// The resources and how they are applied.
        ccm: Ccm,
    }
}

record! {
    /// A solution whose values lie under the data of the manifest.
    pub(crate) struct Beneath [name = "solution"] {
        /// The solution; a relative path starts beside the manifest.
        file: Spanned<String>,
        /// Its parameters; expressions see facts.
        parameters: Option<Elsewhere>,
        /// Only these resolvers, and what they need.
        resolvers: Option<Vec<String>>,
    }
}

record! {
    /// The resources and how they are applied.
    pub(crate) struct Ccm [name = "ccm"] {
        /// The resources, in the order in which they are applied.
        resources: Option<Resources>,
        /// A Jet template that makes the list of resources, beside the manifest.
        resources_jet_file: Option<Spanned<String>>,
        /// Stops after the first resource that fails.
        fail_on_error: bool = false,
        /// Shown before the first resource.
        pre_message: Option<Spanned<String>>,
        /// Shown after the last resource, when nothing failed.
        post_message: Option<Spanned<String>>,
    }
}

record! {
    /// Which overrides count on which machine, and how they are merged.
    pub(crate) struct Hierarchy [name = "hierarchy"] {
        /// Names of overrides, the most specific one first; templates are expanded.
        order: Vec<String>,
        /// Whether the first match counts or all are merged.
        merge: Option<Merge>,
    }
}

choice! {
    /// How overrides are merged.
    pub(crate) enum Merge {
        /// The first one that matches replaces keys at the top.
        First "first",
        /// All that match are merged, maps key by key.
        Deep "deep",
    }
}

/// Stands for data, which is read with its places by those who resolve it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Elsewhere;

impl Decode for Elsewhere {
    fn decode(_: &Node<'_>, _: &mut Decoder<'_>) -> Option<Self> {
        Some(Self)
    }

    fn shape() -> Shape {
        Shape::MapOf(|| Shape::Anything)
    }
}

/// Stands for the list of resources, whose items are decoded one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Resources;

impl Decode for Resources {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        if matches!(node.kind, Kind::List(_)) {
            return Some(Self);
        }
        let message = format!("expected a list of resources, found {}", node.kind_name());
        let problem = Diagnostic::error(&NO_RESOURCES, message).at(node.span, "given here");
        decoder.refuse(problem.help("begin each resource with a dash: `- file:`".to_owned()))
    }

    fn shape() -> Shape {
        Shape::List(|| Shape::Anything)
    }
}
