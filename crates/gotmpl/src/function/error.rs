//! Why a function has no result.

/// Why a function has no result. The message follows `error calling name: ` in the error of the template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CallError {
    message: String,
    limit: bool,
}

impl CallError {
    /// An error in the words of the function, which are Go's words where there are any.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), limit: false }
    }

    /// A budget is used up; `message` names it.
    pub fn limit(message: impl Into<String>) -> Self {
        Self { message: message.into(), limit: true }
    }

    /// Whether a budget is used up.
    pub fn is_limit(&self) -> bool {
        self.limit
    }
}

impl From<String> for CallError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for CallError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

impl From<crate::go::NestingError> for CallError {
    fn from(error: crate::go::NestingError) -> Self {
        Self::limit(error.to_string())
    }
}
