//! Telling the two kinds of documents apart by their keys.

use document::Node;

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// It has a `ccm` section, or hierarchical data.
    Manifest,
    /// It has the envelope of a solution.
    Solution,
}

impl DocumentKind {
    /// By its keys; a document that says nothing is taken for a manifest.
    pub fn of(root: &Node<'_>) -> Self {
        let has = |key: &str| root.get(key).is_some();
        let is_kind = root.get("kind").and_then(Node::as_str) == Some("Solution");
        let is_solution = !has("ccm") && (is_kind || (has("spec") && (has("apiVersion") || has("metadata"))));
        if is_solution { Self::Solution } else { Self::Manifest }
    }
}
