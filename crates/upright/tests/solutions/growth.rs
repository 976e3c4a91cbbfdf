//! A loop that is twice as long takes twice as long, whatever waits for it.

use crate::test::Test;
use crate::waiting::HEAD;
use std::time::{Duration, Instant};

const FEW: usize = 500;
const TIMES: usize = 4;

/// A loop, and another one that is related to it.
fn loops(length: usize, relation: &str, value: &str) -> Test {
    let items = vec!["1"; length].join(",");
    let each = "provider: static, forEach: {in: {rslvr: items}}";
    Test::new().file(
        "s.yaml",
        format!(
            "{HEAD}  resolvers:
    items: {{resolve: {{with: [{{provider: static, inputs: {{value: [{items}]}}}}]}}}}
  workflow:
    actions:
      first: {{{each}, inputs: {{value: {{expr: __item}}}}}}
      second: {{{each}, {relation}inputs: {{value: {{expr: \"{value}\"}}}}}}
"
        ),
    )
}

/// The shortest of some runs: what else the machine does only adds to them.
fn shortest(test: &mut Test) -> Duration {
    let run = |_| {
        let start = Instant::now();
        test.again(&["run", "solution", "-f", "s.yaml", "-o", "json"], 0);
        start.elapsed()
    };
    (0..3).map(run).min().unwrap()
}

/// With an edge from each element to each, four times as many took more than ten times as long.
#[test]
fn loops_that_are_related_grow_by_their_length() {
    for (relation, value) in [
        ("dependsOn: [first], ", "__item"),
        ("exclusive: [first], ", "__item"),
        ("", "__actions.first.results[__index]"),
    ] {
        let few = shortest(&mut loops(FEW, relation, value));
        let many = shortest(&mut loops(FEW * TIMES, relation, value));
        let most = u32::try_from(TIMES * 3 / 2).unwrap();
        assert!(many < few * most, "{relation}{value}: {FEW} take {few:?}, {TIMES} times as many {many:?}");
    }
}
