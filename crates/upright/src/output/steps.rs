//! What a run waits for.

use std::collections::HashSet;
use std::time::Duration;

/// A step that is over before this is not named.
const QUIET: Duration = Duration::from_millis(600);

/// The steps that are at work, and how many are over.
#[derive(Default)]
pub(super) struct Steps {
    pub(super) total: usize,
    over: usize,
    /// With the time at which each began, the first of them first.
    running: Vec<(String, Duration)>,
    left: HashSet<String>,
}

impl Steps {
    /// A step begins, and the one before it is over.
    pub(super) fn follow(&mut self, name: String, now: Duration) {
        self.over += self.running.len();
        self.running.clear();
        self.enter(name, now);
    }

    /// A step begins beside others.
    pub(super) fn enter(&mut self, name: String, now: Duration) {
        self.running.push((name, now));
    }

    /// A step is over, or will not be begun. It may be told twice: when it ends, and with what became of it.
    pub(super) fn leave(&mut self, name: String) {
        // A solution that another one runs may have steps of the same name; they are over first.
        if let Some(place) = self.running.iter().rposition(|(running, _)| *running == name) {
            self.running.remove(place);
        }
        self.over += usize::from(self.left.insert(name));
    }

    /// Names the step that is at work longest, once that is worth a word.
    pub(super) fn line(&self, now: Duration) -> Option<String> {
        let (name, since) = self.running.first()?;
        let waited = now.saturating_sub(*since);
        let more = match self.running.len() - 1 {
            0 => String::new(),
            others => format!(" (and {others} more)"),
        };
        let (at, total) = ((self.over + 1).min(self.total), self.total);
        (waited >= QUIET).then(|| format!("[{at}/{total}] {name} {} s{more}", waited.as_secs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(total: usize) -> Steps {
        Steps { total, ..Steps::default() }
    }

    fn at(steps: &Steps, seconds: u64) -> Option<String> {
        steps.line(Duration::from_secs(seconds))
    }

    #[test]
    fn the_step_that_is_at_work_longest_is_named() {
        let mut steps = steps(3);
        let second = Duration::from_secs(1);
        steps.enter("aa".to_owned(), Duration::ZERO);
        steps.enter("bb".to_owned(), second);
        assert_eq!(at(&steps, 2).as_deref(), Some("[1/3] aa 2 s (and 1 more)"));
        steps.leave("bb".to_owned());
        steps.enter("cc".to_owned(), 2 * second);
        assert_eq!(at(&steps, 3).as_deref(), Some("[2/3] aa 3 s (and 1 more)"));
        steps.leave("aa".to_owned());
        assert_eq!(at(&steps, 4).as_deref(), Some("[3/3] cc 2 s"));
        steps.leave("cc".to_owned());
        assert_eq!(at(&steps, 9), None);
    }

    #[test]
    fn what_is_told_twice_counts_once_and_what_never_began_counts() {
        let mut steps = steps(4);
        steps.enter("a".to_owned(), Duration::ZERO);
        for name in ["a", "a", "skipped"] {
            steps.leave(name.to_owned());
        }
        steps.enter("b".to_owned(), Duration::ZERO);
        assert_eq!(at(&steps, 1).as_deref(), Some("[3/4] b 1 s"));
    }

    #[test]
    fn in_a_row_the_next_one_ends_the_one_before() {
        let mut steps = steps(2);
        steps.follow("same".to_owned(), Duration::ZERO);
        steps.follow("same".to_owned(), Duration::from_secs(5));
        assert_eq!(steps.line(Duration::from_millis(5_500)), None, "what is quick is not named");
        assert_eq!(at(&steps, 6).as_deref(), Some("[2/2] same 1 s"));
    }
}
