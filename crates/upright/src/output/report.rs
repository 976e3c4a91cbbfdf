//! The report of the original, with its labels.

use engine::Summary;

/// Right-aligned labels and numbers.
pub(super) fn report(summary: &Summary) -> String {
    let rows = [
        ("Run Time", value::Duration::from_nanos(millis(summary)).to_string()),
        ("Total Resources", summary.total.to_string()),
        ("Stable Resources", summary.stable.to_string()),
        ("Changed Resources", summary.changed.to_string()),
        ("Failed Resources", summary.failed.to_string()),
        ("Skipped Resources", summary.skipped.to_string()),
        ("Refreshed Resources", summary.refreshed.to_string()),
        ("Unmet Requirements", summary.unmet.to_string()),
        ("Checked Resources", 0.to_string()),
        ("Total Errors", summary.errors.to_string()),
    ];
    let lines: Vec<String> = rows.into_iter().map(|(label, value)| format!("{label:>21}: {value}\n")).collect();
    format!("\nManifest Run Summary\n\n{}", lines.concat())
}

/// The duration without what is below a millisecond.
fn millis(summary: &Summary) -> i64 {
    i64::try_from(summary.duration.as_millis()).unwrap_or(0).saturating_mul(1_000_000)
}
