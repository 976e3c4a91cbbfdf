//! What differs from run to run, and from machine to machine.

/// Fields of JSON and YAML whose values are times or chance.
const FIELDS: &[&str] = &[
    "event_id",
    "timestamp",
    "duration",
    "mtime",
    "start_time",
    "end_time",
    "total_duration",
    "startTime",
    "endTime",
    "totalDuration",
];

/// A line without times and chance.
pub(super) fn mask(line: &str) -> String {
    let line = match line.split_once("Run Time: ") {
        Some((before, _)) => format!("{before}Run Time: #"),
        None => line.to_owned(),
    };
    let line = between(&between(&line, " in ", " s."), "Duration: ", "s");
    FIELDS.iter().fold(line, |line, name| field(&line, name))
}

/// `before 0.02 after` becomes `before # after`.
fn between(line: &str, before: &str, after: &str) -> String {
    let Some((head, rest)) = line.split_once(before) else { return line.to_owned() };
    match rest.split_once(after) {
        Some((number, tail)) if number.parse::<f64>().is_ok() => format!("{head}{before}#{after}{tail}"),
        _ => line.to_owned(),
    }
}

/// The value of a field, up to the next comma or the end: `"duration": 12,` becomes `"duration": #,`.
fn field(line: &str, name: &str) -> String {
    let trimmed = line.trim_start_matches([' ', '-']);
    let marks = [format!("\"{name}\": "), format!("\"{name}\":"), format!("{name}: ")];
    let Some(mark) =
        marks.iter().find(|mark| line.contains(*mark) && (mark.starts_with('"') || trimmed.starts_with(*mark)))
    else {
        return line.to_owned();
    };
    let mut parts = line.split(mark.as_str());
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |line, part| {
        let end = part.find([',', '}']).unwrap_or(part.len());
        format!("{line}{mark}#{}", &part[end..])
    })
}

/// Whether an output is the expected one. A line `...` stands for any number of lines.
pub(super) fn matches(expected: &[String], actual: &[String]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first == "..." => (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..])),
        Some((first, rest)) => {
            actual.split_first().is_some_and(|(line, others)| mask(first) == mask(line) && matches(rest, others))
        }
    }
}
