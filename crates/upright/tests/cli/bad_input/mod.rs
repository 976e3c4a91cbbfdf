//! Bad input: a diagnostic with file, line and column, exit code 3, and nothing is changed.

mod forms;
mod keys;
mod limits;
mod references;
mod syntax;
mod values;

use crate::test::Test;

/// A first resource that could be applied.
const GOOD: &str = "\
ccm:
  resources:
    - exec: {name: canary, command: touch canary, cwd: \"@ROOT@\"}
";

/// Applies and checks a document that cannot be used; both say the same, and nothing is changed.
fn refused(document: impl AsRef<[u8]>) -> String {
    refused_with(document, &[])
}

fn refused_with(document: impl AsRef<[u8]>, flags: &[&str]) -> String {
    let mut test = Test::new().file("site.yaml", document);
    let before = test.tree();
    let applied = test.again(&[&["apply", "site.yaml"], flags].concat(), 3);
    let checked = test.again(&[&["check", "site.yaml"], flags].concat(), 3);
    assert_eq!(applied.stdout(), "", "results and complaints are not mixed");
    assert_eq!(applied.stderr(), checked.stderr(), "`check` finds what `apply` refuses");
    assert_eq!(before, test.tree(), "nothing is changed");
    for place in ["error[", "--> site.yaml:"] {
        assert!(applied.stderr().contains(place), "no `{place}` in:\n{}", applied.stderr());
    }
    applied.stderr()
}

/// The same for items of `resources` that stand behind one that could be applied, indented as the items are.
fn refused_items(items: &str) -> String {
    refused(format!("{GOOD}{items}"))
}

/// The same for properties of a file, one a line. The path is one that could never be written.
fn refused_file(properties: &str) -> String {
    let lines: String = properties.lines().map(|line| format!("            {line}\n")).collect();
    refused_items(&format!("    - file:\n        - /nowhere/motd:\n{lines}"))
}

/// The same for properties of a command.
fn refused_exec(properties: &str) -> String {
    let lines: String = properties.lines().map(|line| format!("            {line}\n")).collect();
    refused_items(&format!("    - exec:\n        - reindex:\n{lines}"))
}

/// Without this, every test here could pass because nothing can be applied at all.
#[test]
fn the_first_resource_could_be_applied() {
    let test = Test::new().file("site.yaml", GOOD).args(["apply", "site.yaml"]);
    test.exit(0);
    assert!(test.exists("canary"));
}
