//! Trees of templates, in a room on the disk: they run real commands.

mod functions;
mod resource;
mod room;

use scaffold::{Applied, GoEngine, JetEngine, Options, Plan, Post, Scaffold, ShortMemory};
use serde_json::{Map as JsonMap, Value as Json, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::{Interrupt, WriteWorld};
use value::{Map, Value};

use self::room::Room;
use super::Engine;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "scaffold",
    compatibility: Some("crates/scaffold/COMPATIBILITY.md"),
    stages: &["resources"],
    answer,
    agrees,
};

/// What the original looks at after a run, whether it failed or not.
const TREE: &[&str] = &["files", "dirs", "links", "dir_modes", "target_exists", "outside"];

/// A failure of ours leaves the tree as it was, also where the original was half way through.
fn agrees(expected: &Json, got: &Json) -> bool {
    let same = |name: &&str| expected.get(name).is_none_or(|want| got.get(name) == Some(want));
    if compare::failed(expected) && got["untouched"] == true {
        return compare::fields(&[], expected, got);
    }
    let lists = ["initial", "changed", "stable", "purged", "resource_changed", "noop_message"];
    let second = expected.get("second").and_then(Json::as_object).into_iter().flatten();
    TREE.iter().all(same) && compare::fields(&lists, expected, got) && {
        let mut second = second.map(|(name, want)| got["second"].get(name) == Some(want));
        second.all(|same| same)
    }
}

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let room = Room::new(input).map_err(|error| error.to_string())?;
    let (scaffold, world) = (scaffold(input, &room)?, WriteWorld::real(Interrupt::never(), Vec::new()));
    let look = |target: &Path| {
        let mut seen = json!({});
        room.look(target, input, &mut seen).map(|()| seen).map_err(|error| error.to_string())
    };
    let before = look(&scaffold.target)?;
    let (mut out, target) = if input.stage() == Some("resources") {
        resource::answer(input, &room)
    } else {
        (repeated(input, || run(&scaffold, &world)), scaffold.target.clone())
    };
    let after = look(&target)?;
    out["untouched"] = json!(TREE.iter().all(|name| before.get(name) == after.get(name)));
    for (name, seen) in after.as_object().into_iter().flatten() {
        out[name] = seen.clone();
    }
    Ok(room.hide(&out))
}

/// Some cases are applied twice.
fn repeated(input: &Input<'_>, run: impl Fn() -> Json) -> Json {
    let mut out = run();
    if input.field("repeat").is_some() && !compare::failed(&out) {
        out["second"] = run();
    }
    out
}

/// One application: what was planned, what was done, what would be planned then.
fn run(scaffold: &Scaffold, world: &WriteWorld) -> Json {
    let outcome = (|| {
        let prepared = scaffold.prepare(world).map_err(|problems| problems.to_string())?;
        let initial = lists(prepared.plan());
        let Applied { changed, purged, .. } = prepared.apply(world).map_err(|error| error.to_string())?;
        let last = scaffold.rehearse(&world.read).map_err(|problems| problems.to_string())?;
        let mut out = lists(last.plan());
        out["initial"] = initial;
        out["resource_changed"] = json!(!changed.is_empty() || !purged.is_empty());
        Ok::<_, String>(out)
    })();
    outcome.unwrap_or_else(|error| json!({ "error": error, "phase": "apply" }))
}

fn lists(plan: &Plan) -> Json {
    let shown = |paths: Vec<&Path>| paths.iter().map(|path| path.display().to_string()).collect::<Json>();
    let (changed, stable, purged) = (plan.changed().collect(), plan.stable().collect(), plan.purged().collect());
    json!({ "changed": shown(changed), "stable": shown(stable), "purged": shown(purged) })
}

fn scaffold(input: &Input<'_>, room: &Room) -> Result<Scaffold, String> {
    // The resource decides about these; here it is always there and always applied.
    let (_, _) = (input.field("ensure"), input.field("noop"));
    let variables = variables(input);
    let (left, right) = (input.text("left").unwrap_or_default(), input.text("right").unwrap_or_default());
    let engine: Arc<dyn scaffold::Engine> = match input.required("engine")? {
        "go" => {
            let functions = functions::go(&variables, room.path());
            Arc::new(GoEngine::new(functions).with_delimiters(left, right))
        }
        "jet" => {
            let functions = functions::jet(&variables, room.path());
            Arc::new(JetEngine::new(functions).with_delimiters(left, right))
        }
        other => return Err(format!("no engine `{other}`")),
    };
    let mut scaffold = Scaffold::new(source(input, room), target(input, room), engine, Value::Map(variables));
    scaffold.options = options(input);
    scaffold.memory = Arc::new(ShortMemory::default());
    Ok(scaffold)
}

/// A path with a scheme is taken as it is, every other one begins in the working directory.
fn source(input: &Input<'_>, room: &Room) -> PathBuf {
    match input.text("source_path") {
        Some(path) if path.contains("://") => PathBuf::from(path),
        Some(path) => room.path().join(room.show(path)),
        None => room.path().join("source"),
    }
}

fn target(input: &Input<'_>, room: &Room) -> PathBuf {
    input.text("name").map_or_else(|| room.path().join("target"), |name| PathBuf::from(room.show(name)))
}

fn options(input: &Input<'_>) -> Options {
    let is_set = |name| input.field(name).and_then(Json::as_bool).unwrap_or_default();
    let posts = input.field("post").and_then(Json::as_array).into_iter().flatten();
    let pairs = posts.filter_map(Json::as_object).flat_map(JsonMap::iter);
    let post = pairs.map(|(pattern, command)| Post::new(pattern, command.as_str().unwrap_or_default()));
    Options { skip_empty: is_set("skip_empty"), purge: is_set("purge"), post: post.collect(), ..Options::default() }
}

/// What templates see. Data of the resource takes the place of all other data.
fn variables(input: &Input<'_>) -> Map {
    let own = input.value("resource_data").filter(|own| own.as_map().is_some_and(|own| !own.is_empty()));
    let given = input.value("data");
    let empty = || Value::Map(Map::new());
    let data = own.or(given).unwrap_or_else(empty);
    let (facts, environ) = (input.value("facts").unwrap_or_else(empty), empty());
    let named = [("data", data), ("facts", facts), ("environ", environ)];
    let capital = |name: &str| name[..1].to_uppercase() + &name[1..];
    named
        .iter()
        .flat_map(|(name, value)| [((*name).to_owned(), value.clone()), (capital(name), value.clone())])
        .collect()
}
