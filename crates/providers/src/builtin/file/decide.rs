//! What becomes of a file that is there.

use crate::{Fault, Writing};
use value::{Value, quote};

/// What to do with a file that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strategy {
    Error,
    Overwrite,
    Skip,
    SkipUnchanged,
    Append,
}

/// What was done with a file, or would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Created,
    Overwritten,
    Skipped,
    Unchanged,
    Appended,
    /// Only planned, never done.
    Error,
}

/// What there is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    Create,
    Overwrite,
    Append,
    /// Nothing.
    Leave(Status),
    /// The file is there and has other content.
    Conflict,
}

impl Strategy {
    pub(super) const ALL: [Self; 5] = [Self::Error, Self::Overwrite, Self::Skip, Self::SkipUnchanged, Self::Append];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Overwrite => "overwrite",
            Self::Skip => "skip",
            Self::SkipUnchanged => "skip-unchanged",
            Self::Append => "append",
        }
    }

    /// The strategy that a value names; `place` is what the error calls it.
    pub(super) fn of(given: &Value, place: &str) -> Result<Self, Fault> {
        let given = given.to_string();
        Self::ALL.into_iter().find(|strategy| strategy.name() == given).ok_or_else(|| {
            let valid = Self::ALL.map(Self::name).join(", ");
            Fault::new(format!("{place}: invalid strategy {} (valid: {valid})", quote(&given)))
        })
    }

    /// The first that says something: the inputs, the command line. Nobody overwrites anything unasked.
    pub(super) fn chosen(said: Option<Self>, writing: &Writing) -> Result<Self, Fault> {
        match (said, &writing.on_conflict) {
            (Some(strategy), _) => Ok(strategy),
            (None, Some(given)) => Self::of(&Value::string(given.as_str()), "--on-conflict"),
            (None, None) => Ok(Self::Error),
        }
    }

    /// Whether lines can be compared at all.
    pub(super) fn check_dedupe(self, dedupe: bool) -> Result<(), Fault> {
        if dedupe && self != Self::Append {
            return Err(Fault::new(format!(
                "dedupe can only be used with append strategy, got {}",
                quote(self.name())
            )));
        }
        Ok(())
    }

    /// What to do. Whether the content is the same is asked only when it matters.
    pub(super) fn decide<E>(
        self,
        is_there: bool,
        content: &[u8],
        is_same: impl Fn() -> Result<bool, E>,
    ) -> Result<Decision, E> {
        Ok(match (self, is_there) {
            (Self::Append, _) if content.is_empty() => Decision::Leave(Status::Unchanged),
            (_, false) => Decision::Create,
            (Self::Append, true) => Decision::Append,
            (Self::Skip, true) => Decision::Leave(Status::Skipped),
            (Self::Error | Self::SkipUnchanged, true) if is_same()? => Decision::Leave(Status::Unchanged),
            (Self::Error, true) => Decision::Conflict,
            (Self::Overwrite | Self::SkipUnchanged, true) => Decision::Overwrite,
        })
    }
}

impl Status {
    pub(super) const DONE: [Self; 5] =
        [Self::Created, Self::Overwritten, Self::Skipped, Self::Unchanged, Self::Appended];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Overwritten => "overwritten",
            Self::Skipped => "skipped",
            Self::Unchanged => "unchanged",
            Self::Appended => "appended",
            Self::Error => "error",
        }
    }

    /// Whether the file is another one afterwards.
    pub(super) fn is_written(self) -> bool {
        matches!(self, Self::Created | Self::Overwritten | Self::Appended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_meets_every_file() {
        use Decision::{Append, Conflict, Create, Leave, Overwrite};
        let (skipped, unchanged) = (Leave(Status::Skipped), Leave(Status::Unchanged));
        for (strategy, same, different) in [
            (Strategy::Error, unchanged, Conflict),
            (Strategy::Overwrite, Overwrite, Overwrite),
            (Strategy::Skip, skipped, skipped),
            (Strategy::SkipUnchanged, unchanged, Overwrite),
            (Strategy::Append, Append, Append),
        ] {
            let decide = |is_there, is_same| strategy.decide(is_there, b"x", || Ok::<_, ()>(is_same)).unwrap();
            assert_eq!(decide(false, false), Create, "{strategy:?}");
            assert_eq!(decide(true, true), same, "{strategy:?}");
            assert_eq!(decide(true, false), different, "{strategy:?}");
        }
        for is_there in [true, false] {
            assert_eq!(Strategy::Append.decide(is_there, b"", || Ok::<_, ()>(false)), Ok(unchanged));
        }
        let compare = || -> Result<bool, ()> { panic!("nothing is compared in vain") };
        assert_eq!(Strategy::Skip.decide(true, b"x", compare), Ok(skipped));
    }
}
