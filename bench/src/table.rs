//! The figures as a table.

use std::fmt::Write as _;

use crate::case::Case;
use crate::languages::Times;

/// One line per case, the fastest turn of each with its ratios, and the ratios of the sums at the end, for each language and
/// for all together.
pub(crate) fn render(cases: &[Case], ours: &[Vec<Times>], theirs: &[Vec<Option<Times>>]) -> String {
    let mut text = format!(
        "{:38} {:>10} {:>10}  {:>10} {:>10}  {:>7} {:>7}\n",
        "ns", "compile", "run", "compile", "run", "compile", "run"
    );
    let mut sums: Vec<(&str, Times, Times)> = Vec::new();
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
        match sums.last_mut().filter(|(language, ..)| *language == case.language) {
            Some((_, ours, theirs)) => (*ours, *theirs) = (ours.and(best), theirs.and(other)),
            None => sums.push((&case.language, best, other)),
        }
        let _ = writeln!(text, "  {:10.0} {:10.0}  {}", other.compile, other.run, ratios(best, other));
    }
    text + &summary(&sums)
}

/// A line per language, and one for all of them; nothing where there is nothing to compare with.
fn summary(sums: &[(&str, Times, Times)]) -> String {
    if sums.is_empty() {
        return String::new();
    }
    let all = sums.iter().fold((Times::NONE, Times::NONE), |(a, b), (_, ours, theirs)| (a.and(*ours), b.and(*theirs)));
    let line = |of: &str, (ours, theirs)| format!("{:62}{}\n", format!("ours / theirs, {of}"), ratios(ours, theirs));
    let each: String = sums.iter().map(|(language, ours, theirs)| line(language, (*ours, *theirs))).collect();
    format!("\n{each}{}", line("all together", all))
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
