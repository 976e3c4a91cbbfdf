//! Facts from the outside: what machines tell, what files add, and what is not read.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod custom;
mod hardware;
mod lazy;
mod loading;
mod merging;
mod network;
mod platforms;
mod real;
mod storage;

use data::facts::{Facts, Layers};
use system::FakeWorld;
use value::{Path, Value};

/// The facts of a made-up world, without custom files.
fn facts(world: &FakeWorld) -> Facts {
    Facts::new(&world.read(), Layers::default())
}

/// One fact by its path.
fn fact(facts: &Facts, path: &str) -> Value {
    let path: Path = path.parse().unwrap();
    Value::from(facts.all()).get(&path).unwrap_or_else(|error| panic!("{error}")).clone()
}

fn json(value: &Value) -> String {
    value.to_json(value::Escape::Plain, value::KeyOrder::Keep).unwrap()
}
