//! goss rules against this machine, with the files, sockets, processes and servers that a case has.

mod dns;
mod http;
mod listen;
mod processes;
mod room;
mod tls;
mod zone;

use diagnostics::{FileId, Redactor, Renderer, Sources};
use goss::{CheckResult, Outcome, Report, Rules};
use serde_json::{Value as Json, json};

use self::room::Room;
use super::Engine;
use crate::case::Input;

pub(super) const ENGINE: Engine =
    Engine { name: "goss", compatibility: Some("crates/goss/COMPATIBILITY.md"), stages: &[], answer, agrees };

/// What counts in a result.
const FIELDS: [&str; 5] = ["resource", "id", "property", "successful", "skipped"];

/// What the original says when one of the values is none that JSON has: then there is no result at all. Ours has results.
const UNWRITABLE: &str = "(goss produced an empty document)";

/// The status has to be the recorded one, and each result; lines where the wording is not ours. What made the original die is an
/// error or a failure in ours.
fn agrees(expected: &Json, got: &Json) -> bool {
    if expected["status"] == "CRASH" {
        return got["status"] == "CRITICAL" || got["status"] == "ERROR";
    }
    if expected["error"] == UNWRITABLE {
        return got["status"] != "ERROR";
    }
    if expected["status"] != got["status"] {
        return false;
    }
    let (Some(wanted), Some(results)) = (expected["results"].as_array(), got["results"].as_array()) else {
        return expected["status"] == "ERROR";
    };
    let summary = expected["summary"].as_str().is_none_or(|summary| got["summary"].as_str() == Some(summary));
    let same =
        |(wanted, got): (&Json, &Json)| FIELDS.iter().all(|name| wanted[name] == got[name]) && same_line(wanted, got);
    summary && wanted.len() == results.len() && wanted.iter().zip(results).all(same)
}

/// Errors are in our words, readers have no Go names, and secrets are masked.
fn same_line(wanted: &Json, got: &Json) -> bool {
    let line = |result: &Json| result["line"].as_str().unwrap_or_default().to_owned();
    let (wanted, got) = (line(wanted), line(got));
    let is_ours = wanted.contains(": Error ") || wanted.contains("\"object: *") || got.contains("<secret>");
    is_ours || wanted == got
}

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let room = Room::new(input).map_err(|error| error.to_string())?;
    let text = room.show(input.required("rules")?);
    let out = match check(&text, &room) {
        Ok(report) => shown(&report),
        Err(error) => json!({ "status": "ERROR", "error": error }),
    };
    Ok(room.hide(&out))
}

fn check(text: &str, room: &Room) -> Result<Report, String> {
    let mut sources = Sources::new();
    let file = sources.add("rules.yaml", text);
    debug_assert_eq!(file, FileId::FIRST);
    let suite = Rules::parse(text, file).and_then(|rules| rules.load(room.world(), room.temporary(), &mut sources));
    let suite = suite.map_err(|problems| {
        let renderer = Renderer::new(&sources, Redactor::default());
        problems.iter().map(|problem| renderer.line(problem)).collect::<Vec<_>>().join("\n")
    })?;
    suite.check(room.world(), None, &Redactor::default()).map_err(|error| error.to_string())
}

fn shown(report: &Report) -> Json {
    let results: Vec<Json> = report.results.iter().map(result).collect();
    let status = if report.is_success() { "OK" } else { "CRITICAL" };
    let summary = report.summary();
    let (head, _) = summary.split_once("Duration: ").unwrap_or((&summary, ""));
    json!({ "status": status, "summary": format!("{head}Duration: #.###s"), "results": results })
}

fn result(result: &CheckResult) -> Json {
    json!({
        "resource": result.kind,
        "id": result.id,
        "property": result.property,
        "successful": result.outcome == Outcome::Passed,
        "skipped": result.outcome == Outcome::Skipped,
        "line": result.line,
    })
}
