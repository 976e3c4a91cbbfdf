//! Every example of every provider runs, in the first mode of its provider. A new provider is among them by itself.

use crate::kit::{Kit, Screen};
use crate::server::Server;
use crate::{git, http, secret};
use providers::Manners;
use std::path::{Path, PathBuf};
use value::{Unknown, Value};

/// A kit with what the examples speak of.
fn stage(provider: &str) -> Kit {
    let mut kit = match provider {
        "git" => git::kit(),
        "http" => http::kit(),
        "secret" => secret::kit(),
        _ => Kit::new(),
    };
    kit.screen = Some(Screen::default());
    kit.write("config/name.txt", "demo");
    kit.write("src/main.go", "package main\n");
    kit.run.environment.set("HOME", "/root");
    kit.parameters.insert("env", "dev");
    if provider == "git" {
        let repository = kit.root().join("repo");
        kit.write("repo/b.txt", "b\n");
        git::git(&repository, &["add", "b.txt"]);
        kit.directories.process = repository;
    }
    kit
}

/// What the examples of `http` ask.
fn server() -> Server {
    http::server(
        "/items: { body: '[1]', headers: { Content-Type: application/json, Link: '</items?page=2>; rel=\"next\"' } }\n\
         /items?page=2: { body: '[2]' }\n\
         POST /jobs: { status: 201 }",
    )
}

#[test]
fn examples_run() {
    let server = server();
    let here = |yaml: &str| yaml.replace("https://api.example.com", &format!("http://127.0.0.1:{}", server.port));
    let mut names = Vec::new();
    for provider in Kit::new().registry.names() {
        let kit = stage(provider);
        let descriptor = kit.registry.get(provider).unwrap().descriptor();
        assert!(!descriptor.examples.is_empty(), "{provider} has no example");
        for (index, example) in descriptor.examples.iter().enumerate() {
            let output = kit.example_with(provider, descriptor.capabilities[0], index, here);
            // Nobody has logged in here, and `identity` says so.
            let is_fine = output.warnings.is_empty() || provider == "identity";
            assert!(is_fine, "{provider}, {}: {:?}", example.name, output.warnings);
        }
        names.push(provider);
    }
    assert!(names.len() >= 18, "{names:?}");
}

/// What a rehearsal does not know it does not use: no provider takes the reason for a text, or what is not there for what
/// is not given.
#[test]
fn what_is_not_known_makes_a_call_unknown() {
    for provider in Kit::new().registry.names() {
        let kit = Kit { rehearsal: true, manners: Manners::Lenient, ..stage(provider) };
        let before = tree(&kit.root());
        let descriptor = kit.registry.get(provider).unwrap().descriptor();
        for example in descriptor.examples {
            let step = crate::scenarios::parse("example", example.yaml);
            let inputs = step.as_map().unwrap().get("inputs").and_then(Value::as_map).cloned().unwrap_or_default();
            for (name, given) in inputs.iter() {
                let mut unknown = inputs.clone();
                unknown.insert(name.clone(), Unknown::new("it is not sent"));
                for mode in descriptor.capabilities {
                    let output = kit.call_with(provider, *mode, unknown.clone());
                    let output =
                        output.unwrap_or_else(|error| panic!("{provider}, {}, {name:?}: {error}", example.name));
                    let why = output.data.as_unknown().map(Unknown::reason);
                    assert_eq!(why, Some("it is not sent"), "{provider}, {}, {name:?} for {given}", example.name);
                }
            }
        }
        let screen = kit.screen.as_ref().unwrap();
        assert_eq!((screen.out_text(), screen.err_text(), tree(&kit.root())), (String::new(), String::new(), before));
    }
}

fn tree(root: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = vec![root.to_owned()];
    for at in 0.. {
        let Some(place) = all.get(at).cloned() else { break };
        all.extend(std::fs::read_dir(place).into_iter().flatten().map(|entry| entry.unwrap().path()));
    }
    all
}
