//! The answer of `systemctl show`.

use super::unit::{Activity, Enablement, Ending, Load, Reading, Unit, limit};
use std::collections::HashMap;
use std::path::PathBuf;

/// What is asked about every unit.
pub(super) const PROPERTIES: &str = "LoadState,LoadError,ActiveState,SubState,Type,UnitFileState,NeedDaemonReload,\
    FragmentPath,DropInPaths,CanReload,Job,InvocationID,InactiveExitTimestamp,Result,ExecMainCode,ExecMainStatus,TimeoutStartUSec,TimeoutStopUSec";

/// The units of an answer, in the order they were asked for; none when something in it is not understood.
pub(super) fn parse(text: &str) -> Option<Vec<Unit>> {
    let blocks = text.split("\n\n").map(str::trim).filter(|block| !block.is_empty());
    blocks.map(|block| unit(&fields(block))).collect()
}

fn fields(block: &str) -> HashMap<&str, &str> {
    block.lines().filter_map(|line| line.split_once('=')).collect()
}

fn unit(fields: &HashMap<&str, &str>) -> Option<Unit> {
    let field = |name| fields.get(name).copied().unwrap_or_default();
    let text = |name| field(name).to_owned();
    let enablement = Enablement::of(field("UnitFileState"));
    let load = load(fields.get("LoadState")?, field("LoadError"));
    // An alias of a masked unit may come out as one that cannot be read; it stays so however often it is read.
    let is_masked_alias = matches!(load, Load::Bad(_)) && enablement.is_masked();
    // So does a masked one to which something is added by the name of its kind.
    let is_masked = is_masked_alias || load == Load::Masked;
    let reading = reading(field("NeedDaemonReload"), field("LoadError"));
    Some(Unit {
        load: if is_masked_alias { Load::Masked } else { load },
        active: Activity::of(fields.get("ActiveState")?, field("SubState"))?,
        enablement,
        reading: if is_masked { Reading::Current } else { reading },
        file: Some(PathBuf::from(field("FragmentPath"))).filter(|path| !path.as_os_str().is_empty()),
        additions: additions(fields.get("LoadState")?, field("DropInPaths")),
        can_reload: field("CanReload") == "yes",
        has_job: !matches!(field("Job"), "" | "0"),
        is_simple: matches!(field("Type"), "simple" | "exec" | "idle"),
        invocation: text("InvocationID"),
        started: text("InactiveExitTimestamp"),
        ending: Ending { result: text("Result"), code: text("ExecMainCode"), status: text("ExecMainStatus") },
        start_limit: limit(field("TimeoutStartUSec")),
        stop_limit: limit(field("TimeoutStopUSec")),
    })
}

fn load(state: &str, error: &str) -> Load {
    match state {
        "not-found" => Load::NotFound,
        "masked" => Load::Masked,
        // A unit that is not loaded yet is one of which nothing bad is known.
        "loaded" | "merged" | "stub" => Load::Loaded,
        _ => Load::Bad(reason(error).unwrap_or(state).to_owned()),
    }
}

/// A unit that is masked, or whose file cannot be read, gets no additions.
fn additions(state: &str, paths: &str) -> Option<Vec<PathBuf>> {
    matches!(state, "loaded" | "bad-setting").then(|| paths.split_whitespace().map(PathBuf::from).collect())
}

/// A unit whose file was gone and came back while it runs is not read again by itself: systemd calls it busy, and does not
/// say that it has to be told.
fn reading(is_needed: &str, error: &str) -> Reading {
    let is_busy = reason(error).is_some_and(|reason| reason.ends_with(": Device or resource busy"));
    if is_needed == "yes" || is_busy { Reading::Outdated } else { Reading::Current }
}

/// The words of an error: `org.freedesktop.systemd1.BadUnitSetting "Unit a.service has a bad unit file setting."`.
fn reason(error: &str) -> Option<&str> {
    let (_, quoted) = error.split_once(" \"")?;
    Some(quoted.trim_end_matches('"').trim_end_matches('.'))
}

/// How the last of the commands ended that did not end well, out of what `show` says of `ExecReload`:
/// `{ path=/bin/false ; argv[]=/bin/false ; … ; pid=7 ; code=exited ; status=1 }`.
pub(super) fn why_not_reloaded(text: &str) -> Option<String> {
    text.lines().rev().find_map(|line| {
        let (_, ending) = line.rsplit_once(" ; code=")?;
        let (code, status) = ending.split_once(" ; status=")?;
        let status = status.trim_end_matches('}').trim().split('/').next()?;
        match code {
            "exited" if status != "0" => Some(format!("its `ExecReload` ended with exit code {status}")),
            "killed" | "dumped" => Some(format!("its `ExecReload` was ended by signal {status}")),
            _ => None,
        }
    })
}
