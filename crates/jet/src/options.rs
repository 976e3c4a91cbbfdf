//! How a set of templates is written.

/// The marks around actions and comments. An empty mark stands for the default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Begins an action.
    pub left: String,
    /// Ends an action.
    pub right: String,
    /// Begins a comment.
    pub left_comment: String,
    /// Ends a comment.
    pub right_comment: String,
}

impl Default for Options {
    /// `{{`, `}}`, `{*` and `*}`.
    fn default() -> Self {
        Self { left: "{{".into(), right: "}}".into(), left_comment: "{*".into(), right_comment: "*}".into() }
    }
}

impl Options {
    /// Other marks around actions; an empty one keeps the default.
    #[must_use]
    pub fn with_delimiters(self, left: &str, right: &str) -> Self {
        Self { left: given_or(left, self.left), right: given_or(right, self.right), ..self }
    }

    /// Other marks around comments; an empty one keeps the default.
    #[must_use]
    pub fn with_comments(self, left: &str, right: &str) -> Self {
        Self {
            left_comment: given_or(left, self.left_comment),
            right_comment: given_or(right, self.right_comment),
            ..self
        }
    }

    /// The same with defaults for empty marks.
    pub(crate) fn complete(&self) -> Self {
        Self::default().with_delimiters(&self.left, &self.right).with_comments(&self.left_comment, &self.right_comment)
    }
}

fn given_or(given: &str, otherwise: String) -> String {
    if given.is_empty() { otherwise } else { given.to_owned() }
}
