//! How often each provider was called, and how it went.

use crate::{CallEvent, Metrics, StepEvent, StepKind};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// The calls of a run, by provider.
#[derive(Debug, Clone, Default)]
pub struct CallCounts(BTreeMap<String, Count>);

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    total: u64,
    failed: u64,
    time: Duration,
}

/// The upper bounds of the histogram of durations, in seconds.
const BOUNDS: &[f64] = &[0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 2.5, 5.0, 10.0, 20.0];
const RULE: &str = "--------------------------------------------------------------------------------";

impl CallCounts {
    /// Counts a call.
    pub fn count(&mut self, call: &CallEvent<'_>) {
        if !self.0.contains_key(call.provider) {
            self.0.insert(call.provider.to_owned(), Count::default());
        }
        let count = self.0.get_mut(call.provider).expect("it was just made");
        count.total += 1;
        count.failed += u64::from(call.error.is_some());
        count.time += call.took;
    }

    /// The table that people see, sorted by provider; nothing when nothing was called.
    pub fn table(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let heads = ("Provider", "Total", "Success", "Failure", "Avg Duration", "Success %");
        let mut table = format!(
            "Provider Execution Metrics:\n{RULE}\n{:<25} {:>8} {:>8} {:>8} {:>12} {:>12}\n{RULE}\n",
            heads.0, heads.1, heads.2, heads.3, heads.4, heads.5
        );
        for (provider, count) in &self.0 {
            let average = count.time.as_millis() / u128::from(count.total);
            let good = count.total - count.failed;
            #[expect(clippy::cast_precision_loss, reason = "a share with one digit")]
            let share = good as f64 / count.total as f64 * 100.0;
            // Writing to a text does not fail.
            let _ = writeln!(
                table,
                "{provider:<25} {:>8} {good:>8} {:>8} {:>12} {share:>11.1}%",
                count.total,
                count.failed,
                format!("{average}ms")
            );
        }
        table + RULE + "\n"
    }
}

impl Metrics {
    /// Counts a call.
    pub fn call(&mut self, call: &CallEvent<'_>) {
        let status = if call.error.is_some() { "failure" } else { "success" };
        let labels = [("provider_name", call.provider), ("status", status)];
        self.observe(
            "scafctl_provider_execution_duration_seconds",
            "Duration of provider executions in seconds",
            &labels,
            BOUNDS,
            call.took.as_secs_f64(),
        );
        self.add("scafctl_provider_execution_total", "Total number of provider executions", &labels, 1.0);
    }

    /// Counts a resolver or an action.
    pub fn step(&mut self, step: &StepEvent<'_>) {
        let labels = |name: &'static str| [(name, step.name), ("status", step.status)];
        let took = step.took.as_secs_f64();
        match step.kind {
            StepKind::Resolver => {
                let (labels, help) = (labels("resolver_name"), "Duration of resolver executions in seconds");
                self.observe("scafctl_resolver_execution_duration_seconds", help, &labels, BOUNDS, took);
                self.add("scafctl_resolver_executions_total", "Total number of resolver executions", &labels, 1.0);
                #[expect(clippy::cast_precision_loss, reason = "nobody calls so often")]
                let calls = step.calls as f64;
                let help = "Total number of provider calls by resolvers";
                self.add("scafctl_resolver_provider_calls_total", help, &labels[..1], calls);
            }
            StepKind::Action => {
                let (labels, help) = (labels("action_name"), "Duration of action executions in seconds");
                self.observe("scafctl_action_execution_duration_seconds", help, &labels, BOUNDS, took);
                self.add("scafctl_action_executions_total", "Total number of action executions", &labels, 1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Timestamp;

    fn call(provider: &'static str, millis: u64, error: Option<&'static str>) -> CallEvent<'static> {
        let (started, took) = (Timestamp::UNIX_EPOCH, Duration::from_millis(millis));
        CallEvent { provider, mode: "from", dry_run: false, started, took, error, span: None }
    }

    #[test]
    fn the_table_is_that_of_the_original() {
        let mut counts = CallCounts::default();
        assert_eq!(counts.table(), "");
        for millis in [200, 250, 300] {
            counts.count(&call("http", millis, (millis == 300).then_some("no")));
        }
        counts.count(&call("cel", 0, None));
        let expected = "\
Provider Execution Metrics:
--------------------------------------------------------------------------------
Provider                     Total  Success  Failure Avg Duration    Success %
--------------------------------------------------------------------------------
cel                              1        1        0          0ms       100.0%
http                             3        2        1        250ms        66.7%
--------------------------------------------------------------------------------
";
        assert_eq!(counts.table(), expected);
    }

    #[test]
    fn prometheus_sees_a_histogram_and_a_counter() {
        let mut metrics = Metrics::default();
        metrics.call(&call("http", 150, None));
        metrics.call(&call("http", 30_000, Some("no")));
        insta::assert_snapshot!(metrics.text());
    }
}
