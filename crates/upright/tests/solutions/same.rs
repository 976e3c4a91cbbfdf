//! Two runs print the same, however the threads take turns.

use crate::test::Test;
use crate::waiting::HEAD;
use std::fmt::Write;

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// At most two of the numbers before this one, without those that come first.
    fn needs(&mut self, number: u64, first: u64) -> Vec<u64> {
        let count = if number < first { 0 } else { self.below(3) };
        (0..count).map(|_| self.below(number)).collect()
    }
}

fn named(prefix: char, numbers: &[u64]) -> String {
    numbers.iter().map(|number| format!("{prefix}{number:03}")).collect::<Vec<_>>().join(", ")
}

/// 500 resolvers that take a random time, each one more than the sum of those it needs; and these values.
fn resolvers() -> (String, serde_json::Value) {
    let (mut dice, mut text) = (Dice(9), format!("{HEAD}  resolvers:\n"));
    let mut values: Vec<u64> = Vec::new();
    for number in 0..500 {
        let (needs, time) = (dice.needs(number, 100), dice.below(60));
        let wait = match number % 10 {
            0 => format!("{{provider: exec, inputs: {{command: \"sleep 0.0{time:02}\"}}}}"),
            _ => format!("{{provider: sleep, inputs: {{duration: {time}ms}}}}"),
        };
        let sum: String = needs.iter().map(|need| format!(" + _.r{need:03}")).collect();
        writeln!(text, "    r{number:03}: {{resolve: {{with: [{wait}]}}, transform: {{with: [{{provider: cel, inputs: {{expression: \"1{sum}\"}}}}]}}}}").unwrap();
        values.push(1 + needs.iter().map(|need| values[usize::try_from(*need).unwrap()]).sum::<u64>());
    }
    let values =
        values.iter().enumerate().map(|(number, value)| (format!("r{number:03}"), serde_json::Value::from(*value)));
    (text, values.collect())
}

#[test]
fn resolvers_at_the_same_time() {
    let (text, values) = resolvers();
    let mut case = Test::new().file("s.yaml", text);
    for form in ["json", "auto"] {
        let mut run = || case.again(&["run", "resolver", "-f", "s.yaml", "-o", form], 0);
        let (first, second) = (run(), run());
        assert!(first.raw() == second.raw(), "{form}: {}\n{}", first.raw(), second.raw());
        if form == "json" {
            assert_eq!(first.json(), values);
        }
    }
}

#[test]
fn failures_at_the_same_time() {
    let (mut dice, mut text) = (Dice(5), format!("{HEAD}  resolvers:\n"));
    for number in 0..100 {
        let time = dice.below(30);
        let rule = if number % 7 == 3 { "false" } else { "true" };
        writeln!(text, "    r{number:03}: {{resolve: {{with: [{{provider: sleep, inputs: {{duration: {time}ms}}}}]}}, validate: {{with: [{{provider: validation, inputs: {{expression: \"{rule}\"}}, message: no {number}}}]}}}}").unwrap();
    }
    let mut case = Test::new().file("s.yaml", text);
    for flag in ["-o=json", "--validate-all"] {
        let mut run = || case.again(&["run", "resolver", "-f", "s.yaml", flag], 1);
        let (first, second) = (run(), run());
        assert_eq!(first.raw(), second.raw());
        assert!(first.stderr().contains("no 3\n"), "{}", first.stderr());
    }
}

/// 200 actions that print, and what they print: in the order of the phases, and by name in each.
fn actions() -> (String, String) {
    let (mut dice, mut text) = (Dice(3), format!("{HEAD}  workflow:\n    actions:\n"));
    let mut phases: Vec<u64> = Vec::new();
    for number in 0..200 {
        let (needs, time) = (dice.needs(number, 50), dice.below(60));
        let what = if number % 2 == 0 {
            format!("provider: message, inputs: {{message: \"line {number}\"}}")
        } else {
            format!("provider: exec, inputs: {{command: \"sleep 0.0{time:02}; echo line {number}; echo more >&2\"}}")
        };
        writeln!(text, "      a{number:03}: {{dependsOn: [{}], {what}}}", named('a', &needs)).unwrap();
        phases.push(needs.iter().map(|need| phases[usize::try_from(*need).unwrap()] + 1).max().unwrap_or_default());
    }
    let mut order: Vec<usize> = (0..200).collect();
    order.sort_by_key(|number| phases[*number]);
    (text, order.iter().map(|number| format!("line {number}\n")).collect())
}

/// Without the lines that hold a time.
fn timeless(text: &str) -> String {
    let is_time = |line: &str| ["\"duration\"", "\"startTime\"", "\"endTime\""].iter().any(|key| line.contains(key));
    text.lines().filter(|line| !is_time(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn actions_at_the_same_time() {
    let (text, lines) = actions();
    let mut case = Test::new().file("s.yaml", text);
    for form in ["auto", "json"] {
        let mut run = || case.again(&["run", "solution", "-f", "s.yaml", "-o", form], 0);
        let (first, second) = (run(), run());
        assert_eq!(timeless(&first.raw()), timeless(&second.raw()));
        if form == "auto" {
            assert_eq!(first.stdout(), lines);
        }
    }
}

/// Each failure has its place, as a single one has.
#[test]
fn all_failures_have_places() {
    let solution = format!(
        "{HEAD}  resolvers:\n    a: {{resolve: {{with: [{{provider: file, inputs: {{operation: read, path: none}}}}]}}}}\n    b: {{resolve: {{with: [{{provider: cel, inputs: {{expression: 1/0}}}}]}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution);
    let said = test.again(&["run", "resolver", "-f", "s.yaml", "--validate-all"], 1).stderr();
    assert!(said.starts_with("error[solution::failed]: resolver execution failed: 2 resolver(s) failed"), "{said}");
    assert!(said.contains("s.yaml:6:") && said.contains("\n6 |     a:") && said.contains("\n7 |     b:"), "{said}");
}

/// More than is held in memory, of an action that is over long before the one that prints first.
#[test]
fn what_is_put_aside_is_printed_whole() {
    let numbers = |from: u32, to: u32| (from..=to).map(|number| format!("{number}\n")).collect::<String>();
    let workflow = "  workflow:
    actions:
      a: {provider: exec, inputs: {command: 'while [ ! -e done ]; do sleep 0.05; done; seq 1 1000'}}
      b: {provider: exec, inputs: {command: 'seq 1000000 1400000; seq 1 9 >&2; touch done'}}
";
    let mut test = Test::new().file("s.yaml", format!("{HEAD}{workflow}"));
    let ended = test.again(&["run", "solution", "-f", "s.yaml"], 0);
    let wanted = numbers(1, 1000) + &numbers(1_000_000, 1_400_000);
    assert!(ended.raw().starts_with(&wanted), "{} bytes instead of {}", ended.raw().len(), wanted.len());
    assert!(ended.stderr().contains(&numbers(1, 9)), "{}", ended.stderr());
}
