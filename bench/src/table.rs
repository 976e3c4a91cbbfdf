//! The figures as a table.

use std::fmt::Write as _;

use crate::case::Case;
use crate::languages::Times;

/// One line per case, the fastest turn of each, and the ratio of the sums at the end.
pub(crate) fn render(cases: &[Case], ours: &[Vec<Times>], theirs: &[Vec<Option<Times>>]) -> String {
    let mut text =
        format!("{:38} {:>12} {:>12}  {:>12} {:>12}  {:>6}\n", "ns", "compile", "run", "compile", "run", "ratio");
    let mut sums = (0.0, 0.0);
    for (at, case) in cases.iter().enumerate() {
        let best = fastest(ours.iter().map(|turn| turn[at]));
        let _ =
            write!(text, "{:38} {:12.0} {:12.0}", format!("{} {}", case.language, case.name), best.compile, best.run);
        let other: Vec<Times> = theirs.iter().filter_map(|turn| turn[at]).collect();
        if other.is_empty() {
            text.push_str("  no reference\n");
            continue;
        }
        let other = fastest(other.into_iter());
        sums = (sums.0 + best.sum(), sums.1 + other.sum());
        let _ = writeln!(text, "  {:12.0} {:12.0}  {:6.2}", other.compile, other.run, best.sum() / other.sum());
    }
    if sums.1 > 0.0 {
        let _ = writeln!(text, "\nours / theirs, compile and run together: {:.2}", sums.0 / sums.1);
    }
    text
}

fn fastest(turns: impl Iterator<Item = Times>) -> Times {
    let first = Times { compile: f64::INFINITY, run: f64::INFINITY };
    turns.fold(first, |best, turn| Times { compile: best.compile.min(turn.compile), run: best.run.min(turn.run) })
}
