//! Measures how long a manifest of 1,000 files, and other texts, take to parse: `cargo run --release -p document --example parse_speed`.
#![expect(clippy::disallowed_methods, reason = "a measurement needs a clock")]
#![expect(clippy::print_stdout, reason = "the result of a measurement")]

use diagnostics::FileId;
use document::{Node, Options, parse, parse_json};
use std::time::{Duration, Instant};

fn main() {
    let plain = manifest(&"x".repeat(512));
    let escaped = manifest(&"some text\\n".repeat(47));
    report("manifest, texts as they are", &plain, |text| parse(text, FileId::FIRST, &Options::manifest()).ok());
    report("manifest, texts with escapes", &escaped, |text| parse(text, FileId::FIRST, &Options::manifest()).ok());
    report("solution, texts as they are", &plain, |text| parse(text, FileId::FIRST, &Options::solution()).ok());
    report("block texts", &blocks(), |text| parse(text, FileId::FIRST, &Options::manifest()).ok());
    let keys = repeated(10_000, |i| format!("key_{i}: {i}\n"));
    report("10,000 keys in one map", &keys, |text| parse(text, FileId::FIRST, &Options::manifest()).ok());
    report("data in layers", &layers(), |text| parse(text, FileId::FIRST, &Options::manifest()).ok());
    report("JSON", &json(), |text| parse_json(text, FileId::FIRST, Options::manifest().limits).ok());
}

fn manifest(content: &str) -> String {
    let file = |i| {
        format!(
            "    - file:
      - /srv/app/file_{i}.conf:
          ensure: present
          owner: root
          group: root
          mode: \"0644\"
          content: \"{content}\"
          require:
            - package#nginx
            - file#/srv/app
          tags: [web, app]
          # the reason for this file
          description: made for measuring
"
        )
    };
    format!("ccm:\n  resources:\n{}", repeated(1000, file))
}

fn blocks() -> String {
    let lines = "          a line of a configuration file with some words\n".repeat(20);
    repeated(600, |i| format!("k{i}:\n  content: |\n{lines}"))
}

/// What override layers look like: texts, lists, maps, and maps with lists.
fn layers() -> String {
    let entry = |layer: usize, key: usize| match key % 4 {
        0 => format!("    key{key}: value {key} of layer {layer}\n"),
        1 => format!("    key{key}:\n      - value {key} of layer {layer}\n      - {layer}\n"),
        2 => format!("    key{key}:\n      name: value {key} of layer {layer}\n      size: {layer}\n"),
        _ => format!("    key{key}:\n      name: value {key} of layer {layer}\n      list: [{key}, {layer}]\n"),
    };
    let layer = |layer| format!("  layer{layer}:\n{}", repeated(500, |key| entry(layer, key)));
    format!("overrides:\n{}", repeated(20, layer))
}

fn repeated(times: usize, piece: impl Fn(usize) -> String) -> String {
    (0..times).map(piece).collect::<Vec<_>>().concat()
}

fn json() -> String {
    let item =
        format!("{{\"ensure\": \"present\", \"mode\": \"0644\", \"size\": 12, \"content\": \"{}\"}}", "x".repeat(512));
    format!("[{}]", vec![item; 1500].join(", "))
}

fn report<'t>(what: &str, text: &'t str, read: impl Fn(&'t str) -> Option<Node<'t>>) {
    let mut best = Duration::MAX;
    for _ in 0..50 {
        let start = Instant::now();
        let node = read(text);
        best = best.min(start.elapsed());
        assert!(node.is_some(), "the text is well-formed");
    }
    println!("{what}: {} kB in {:.3} ms", text.len() / 1000, best.as_secs_f64() * 1000.0);
}
