//! A world made up, and templates rendered in it.

use std::sync::Arc;

use functions::{EnvFunctions, Hosts, Outside};
use gotmpl::{FunctionSet, Limits, Options, Template};
use system::{FakeClock, FakeEnvironment, FakeRandom};
use value::{Map, Value};

/// The moment at which the clock stands: 2024-05-06 07:08:09 UTC.
pub(crate) const NOW: u64 = 1_714_979_289;

struct Localhost;

impl Hosts for Localhost {
    fn addresses(&self, name: &str) -> Vec<String> {
        if name == "localhost" { vec!["127.0.0.1".to_owned()] } else { Vec::new() }
    }
}

/// A clock that stands still and random numbers that count.
pub(crate) fn bare() -> Outside {
    Outside::new(Arc::new(FakeClock::at(NOW)), Arc::new(FakeRandom::default()))
}

/// The same with an environment and a host.
pub(crate) fn outside() -> Outside {
    let environment = FakeEnvironment::in_directory("/").with("HOME", "/home/me").with("A_B", "c");
    bare().with_environment(Arc::new(environment)).with_hosts(Arc::new(Localhost))
}

pub(crate) fn sprig() -> FunctionSet {
    functions::sprig(&outside())
}

pub(crate) fn scafctl() -> FunctionSet {
    functions::scafctl(&outside(), EnvFunctions::Removed)
}

/// What a template renders, or why it does not.
pub(crate) fn render_with(functions: &FunctionSet, template: &str, data: &Value) -> Result<String, String> {
    render_within(&Limits::default(), functions, template, data)
}

/// The same with a budget.
pub(crate) fn render_within(
    limits: &Limits,
    functions: &FunctionSet,
    template: &str,
    data: &Value,
) -> Result<String, String> {
    let template = Template::parse("t", template, &Options::new(functions)).map_err(|error| error.to_string())?;
    let bytes = template.render(data, limits).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What a template renders with the functions of sprig and no data.
pub(crate) fn render(template: &str) -> String {
    render_with(&sprig(), template, &Map::new().into()).expect("renders")
}

/// The error of a template, from the name of the function on.
pub(crate) fn failure(template: &str) -> String {
    let error = render_with(&sprig(), template, &Map::new().into()).expect_err("fails");
    error.split_once("error calling ").map_or(error.clone(), |(_, error)| error.to_owned())
}
