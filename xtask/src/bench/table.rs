//! The figures as a table.

use super::cases::{Measured, Measurement};
use std::fmt::Write as _;
use std::time::Duration;

/// One line per program and case, ours above its floors, whose sum it is compared with, then how time grows with the number of files.
pub(super) fn render(results: &[Measurement]) -> String {
    let mut text = format!(
        "{:<18} {:>6}  {:<10} {:>10} {:>10} {:>7} {:>10} {:>7} {:>9}\n",
        "work", "files", "program", "wall min", "median", "ratio", "cpu min", "ratio", "peak"
    );
    for result in results {
        for (index, program) in result.programs.iter().enumerate() {
            let floors = if index == 0 { &result.programs[1..] } else { &[] };
            line(&mut text, result, program, floors);
        }
    }
    for (small, large) in growths(results) {
        let ratio = wall_min(&large.programs[0]).as_secs_f64() / wall_min(&small.programs[0]).as_secs_f64();
        let _ = writeln!(text, "{}: {} files take {ratio:.1}x of {}", large.work.name(), large.files, small.files);
    }
    text
}

fn line(text: &mut String, result: &Measurement, program: &Measured, floors: &[Measured]) {
    let files = if result.files == 0 { "-".to_owned() } else { result.files.to_string() };
    let peak = program.costs.iter().map(|cost| cost.peak_kib).max().unwrap_or_default();
    let _ = writeln!(
        text,
        "{:<18} {files:>6}  {:<10} {:>10} {:>10} {:>7} {:>10} {:>7} {:>9}",
        result.work.name(),
        program.name,
        milliseconds(wall_min(program)),
        milliseconds(wall_median(program)),
        ratio(program, floors, wall_min),
        milliseconds(cpu_min(program)),
        ratio(program, floors, cpu_min),
        mebibytes(peak),
    );
}

fn ratio(ours: &Measured, floors: &[Measured], figure: fn(&Measured) -> Duration) -> String {
    if floors.is_empty() {
        return String::new();
    }
    let floor: Duration = floors.iter().map(figure).sum();
    format!("{:.2}x", figure(ours).as_secs_f64() / floor.as_secs_f64())
}

/// Pairs of results of the same work on more and more files.
fn growths(results: &[Measurement]) -> impl Iterator<Item = (&Measurement, &Measurement)> {
    let pairs = results.iter().zip(results.iter().skip(1));
    pairs.filter(|(small, large)| small.work == large.work && small.files < large.files)
}

fn wall_min(program: &Measured) -> Duration {
    program.costs.iter().map(|cost| cost.wall).min().unwrap_or_default()
}

fn cpu_min(program: &Measured) -> Duration {
    program.costs.iter().map(|cost| cost.cpu).min().unwrap_or_default()
}

fn wall_median(program: &Measured) -> Duration {
    let mut walls: Vec<Duration> = program.costs.iter().map(|cost| cost.wall).collect();
    walls.sort();
    walls.get(walls.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

/// One digit behind the point, without a detour over floats.
fn mebibytes(kib: u64) -> String {
    let tenths = kib * 10 / 1024;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::super::cases::Work;
    use super::super::measure::Cost;
    use super::*;

    fn measured(name: &'static str, walls: &[u64]) -> Measured {
        let cost = |ms: &u64| Cost { wall: Duration::from_millis(*ms), cpu: Duration::from_millis(1), peak_kib: 3_584 };
        Measured { name, costs: walls.iter().map(cost).collect() }
    }

    #[test]
    fn ratios_are_of_the_fastest_runs() {
        let small = vec![measured("upright", &[30, 20, 25]), measured("cp -r", &[16, 10, 40])];
        let large = vec![measured("upright", &[210]), measured("cp -r", &[100])];
        let results = [
            Measurement { work: Work::First, files: 1_000, programs: small },
            Measurement { work: Work::First, files: 10_000, programs: large },
        ];
        let expected = "\
work                files  program      wall min     median   ratio    cpu min   ratio      peak
first                1000  upright      20.00 ms   25.00 ms   2.00x    1.00 ms   1.00x   3.5 MiB
first                1000  cp -r        10.00 ms   16.00 ms            1.00 ms           3.5 MiB
first               10000  upright     210.00 ms  210.00 ms   2.10x    1.00 ms   1.00x   3.5 MiB
first               10000  cp -r       100.00 ms  100.00 ms            1.00 ms           3.5 MiB
first: 10000 files take 10.5x of 1000
";
        assert_eq!(render(&results), expected);
    }
}
