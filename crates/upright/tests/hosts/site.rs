//! A manifest on a host, and what came of it.

use testbed::{Host, Output, Root};

const MANIFEST: &str = "/srv/site.yaml";

/// A root with the program under test.
pub(crate) fn with_upright(root: Root) -> Root {
    root.with(env!("CARGO_BIN_EXE_upright"), "/usr/local/bin/upright")
}

/// Applies these resources, a list of `type: …`.
#[track_caller]
pub(crate) fn apply(host: &Host, resources: &str) -> Output {
    apply_with(host, resources, &[])
}

/// The same as a rehearsal.
#[track_caller]
pub(crate) fn rehearse(host: &Host, resources: &str) -> Output {
    apply_with(host, resources, &["--noop"])
}

/// The same with further arguments.
#[track_caller]
pub(crate) fn apply_with(host: &Host, resources: &str, arguments: &[&str]) -> Output {
    host.write(MANIFEST, manifest(resources));
    let words = ["apply", MANIFEST, "--no-report"].iter().chain(arguments);
    host.upright(words)
}

pub(crate) fn manifest(resources: &str) -> String {
    let indented = resources.trim().lines().map(|line| format!("    {line}\n"));
    format!("ccm:\n  resources:\n{}", indented.collect::<String>())
}

/// A manifest of packages, as `name` and `ensure`.
pub(crate) fn packages(list: &[(&str, &str)]) -> String {
    let lines = list.iter().map(|(name, ensure)| format!("    - {name}: {{ensure: \"{ensure}\"}}\n"));
    format!("- package:\n{}", lines.collect::<String>())
}

/// Steps that use what a package `demo` owns: its program, and a directory for a file of ours.
pub(crate) fn uses_of_demo(ours: &str) -> String {
    let attributes = "owner: root, group: root, mode: \"0644\"";
    format!(
        "- file: [{{/srv/copy: {{ensure: present, source: /usr/bin/demod, {attributes}}}}}]\n\
         - file: [{{{ours}: {{ensure: present, content: x, {attributes}}}}}]\n\
         - exec: [{{\"echo other\": {{creates: /usr/share/other}}}}]\n\
         - exec: [{{\"echo made\": {{creates: /usr/bin/demod}}}}]\n"
    )
}

/// The same in a manifest that ends where something fails.
#[track_caller]
pub(crate) fn stopping(host: &Host, resources: &str, arguments: &[&str]) -> Output {
    host.write(MANIFEST, format!("{}  fail_on_error: true\n", manifest(resources)));
    host.upright(["apply", MANIFEST, "--no-report"].iter().chain(arguments))
}

/// What a run says of a step that a rehearsal would take: `installed 1.0-1` for `install 1.0-1`.
pub(crate) fn done(step: &str) -> String {
    let (verb, details) = step.split_once(' ').unwrap_or((step, ""));
    let past = match verb {
        "stop" => "stopped".to_owned(),
        verb if verb.ends_with('e') => format!("{verb}d"),
        verb => format!("{verb}ed"),
    };
    format!("{past} {details}").trim_end().to_owned()
}

/// Asserts that a line of the output begins with these words, however wide the columns are.
#[track_caller]
pub(crate) fn expect_line(output: &Output, words: &str) {
    let is_it = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(words);
    assert!(output.stdout.lines().any(is_it), "no line `{words}`: {output}");
}
