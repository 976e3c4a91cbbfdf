//! `metadata`.

use crate::kit::{Kit, json};
use providers::{Capability, ProgramFacts, SolutionFacts};

#[test]
fn everything_is_told() {
    let mut kit = Kit::new();
    kit.run.environment.set("SHELL", "/bin/sh");
    kit.run.program = ProgramFacts {
        version: "1.2.3".to_owned(),
        commit: "abc".to_owned(),
        built: "2024-01-02T03:04:05Z".to_owned(),
        arguments: ["/usr/bin/upright", "run", "resolver", "-o", "json"].map(ToOwned::to_owned).into(),
        command: "run resolver".to_owned(),
    };
    kit.solution = SolutionFacts {
        name: "demo-case".to_owned(),
        version: "1.0.0".to_owned(),
        display_name: "Demo Case".to_owned(),
        description: "A case".to_owned(),
        category: "demo".to_owned(),
        tags: vec!["x".to_owned(), "y".to_owned()],
        ..SolutionFacts::default()
    };
    let told = json(&kit.data("metadata", Capability::From, "{}")).replace(kit.root().to_str().unwrap(), "@");
    let machine = if cfg!(target_arch = "x86_64") { "amd64" } else { "arm64" };
    assert_eq!(
        told.replace(&format!(r#""arch":"{machine}""#), r#""arch":"A""#),
        r#"{"arch":"A","args":["/usr/bin/upright","run","resolver","-o","json"],"command":"upright/run/resolver","cwd":"@","entrypoint":"cli","os":"linux","shell":"/bin/sh","solution":{"category":"demo","description":"A case","displayName":"Demo Case","name":"demo-case","tags":["x","y"],"version":"1.0.0"},"version":{"buildTime":"2024-01-02T03:04:05Z","buildVersion":"1.2.3","commit":"abc"}}"#
    );
}

#[test]
fn nothing_known_is_empty() {
    let told = json(&Kit::new().data("metadata", Capability::From, "{}"));
    assert!(told.contains(r#""tags":[],"version":"""#), "{told}");
    assert!(told.contains(r#""entrypoint":"unknown""#), "{told}");
}
