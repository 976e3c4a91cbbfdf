//! Every example of a descriptor runs, in the first mode of its provider.

use crate::kit::{Kit, Screen};
use diagnostics::Sources;
use document::Options;
use value::Value;

/// The providers whose examples need nothing but some files and values.
const PROVIDERS: [&str; 11] = [
    "cel",
    "validation",
    "debug",
    "message",
    "go-template",
    "hcl",
    "directory",
    "env",
    "file",
    "metadata",
    "parameter",
];

fn kit() -> Kit {
    let mut kit = Kit { screen: Some(Screen::default()), ..Kit::new() };
    kit.write("config/name.txt", "demo");
    kit.write("src/main.go", "package main\n");
    kit.run.environment.set("HOME", "/root");
    kit.parameters.insert("env", "dev");
    kit
}

#[test]
fn examples_run() {
    let kit = kit();
    for provider in PROVIDERS {
        let Some(registered) = kit.registry.get(provider) else { panic!("{provider} is not registered") };
        let descriptor = registered.descriptor();
        assert!(!descriptor.examples.is_empty(), "{provider} has no example");
        for example in descriptor.examples {
            let step = parse(example.yaml);
            let step = step.as_map().unwrap();
            assert_eq!(step.get("provider").and_then(Value::as_str), Some(provider));
            let inputs = step.get("inputs").and_then(Value::as_map).cloned().unwrap_or_default();
            let output = kit.call_with(provider, descriptor.capabilities[0], inputs);
            let output = output.unwrap_or_else(|error| panic!("{provider}, {}: {error}", example.name));
            assert!(output.warnings.is_empty(), "{provider}, {}: {:?}", example.name, output.warnings);
        }
    }
}

fn parse(text: &str) -> Value {
    let mut sources = Sources::default();
    let file = sources.add("example", text.to_owned());
    document::parse(text, file, &Options::solution()).unwrap().to_value()
}
