//! The figures as a table.

use std::fmt::Write as _;

use crate::case::Case;
use crate::languages::Times;

/// One line per case, the fastest turn of each with its ratios, and the ratios of the sums at the end.
pub(crate) fn render(cases: &[Case], ours: &[Vec<Times>], theirs: &[Vec<Option<Times>>]) -> String {
    let mut text = format!(
        "{:38} {:>10} {:>10}  {:>10} {:>10}  {:>7} {:>7}\n",
        "ns", "compile", "run", "compile", "run", "compile", "run"
    );
    let (mut our_sum, mut their_sum) = (Times::NONE, Times::NONE);
    for (at, case) in cases.iter().enumerate() {
        let best = fastest(ours.iter().map(|turn| turn[at]));
        let _ =
            write!(text, "{:38} {:10.0} {:10.0}", format!("{} {}", case.language, case.name), best.compile, best.run);
        let other: Vec<Times> = theirs.iter().filter_map(|turn| turn[at]).collect();
        if other.is_empty() {
            text.push_str("  no reference\n");
            continue;
        }
        let other = fastest(other.into_iter());
        (our_sum, their_sum) = (our_sum.and(best), their_sum.and(other));
        let _ = writeln!(text, "  {:10.0} {:10.0}  {}", other.compile, other.run, ratios(best, other));
    }
    if their_sum.run > 0.0 {
        let _ = writeln!(text, "\n{:62}{}", "ours / theirs, all together", ratios(our_sum, their_sum));
    }
    text
}

/// Ours to theirs; a language that does not compile has none for it.
fn ratios(ours: Times, theirs: Times) -> String {
    let ratio =
        |ours: f64, theirs: f64| if theirs > 0.0 { format!("{:7.2}", ours / theirs) } else { format!("{:>7}", "-") };
    format!("{} {}", ratio(ours.compile, theirs.compile), ratio(ours.run, theirs.run))
}

fn fastest(turns: impl Iterator<Item = Times>) -> Times {
    let first = Times { compile: f64::INFINITY, run: f64::INFINITY };
    turns.fold(first, |best, turn| Times { compile: best.compile.min(turn.compile), run: best.run.min(turn.run) })
}
