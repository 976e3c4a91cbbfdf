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
        ("Checked Resources", checked(summary)),
        ("Total Errors", summary.errors.to_string()),
    ];
    format!("\nManifest Run Summary\n\n{}", lines(&rows))
}

/// The report of a session.
pub(crate) fn session_report(summary: &Summary) -> String {
    let time = value::Duration::from_nanos(millis(summary));
    let mut rows = Vec::new();
    if time > value::Duration::ZERO {
        rows.push(("Run Time", time.to_string()));
    }
    rows.extend([
        ("Total Resources", summary.total.to_string()),
        ("Unique Resources", summary.unique().to_string()),
        ("Stable Resources", summary.stable.to_string()),
        ("Changed Resources", summary.changed.to_string()),
        ("Failed Resources", summary.failed.to_string()),
        ("Skipped Resources", summary.skipped.to_string()),
        ("Refreshed Resources", summary.refreshed.to_string()),
        ("Total Errors", summary.errors.to_string()),
    ]);
    format!("\nSession Summary\n\n{}", lines(&rows))
}

/// Labels to the right, values to the left.
fn lines(rows: &[(&str, String)]) -> String {
    rows.iter().map(|(label, value)| format!("{label:>21}: {value}\n")).collect::<Vec<_>>().concat()
}

/// How many resources have health checks, and how they stand.
fn checked(summary: &Summary) -> String {
    let [ok, warning, critical, unknown] = summary.health;
    match summary.checked {
        0 => "0".to_owned(),
        // ccm: there is no comma before `unknown`.
        count => format!("{count} (ok: {ok}, critical: {critical}, warning: {warning} unknown: {unknown})"),
    }
}

/// The duration without what is below a millisecond.
fn millis(summary: &Summary) -> i64 {
    i64::try_from(summary.duration.as_millis()).unwrap_or(0).saturating_mul(1_000_000)
}
