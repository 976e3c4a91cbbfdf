//! Every example of the reference is executed.

use std::collections::BTreeSet;

use super::render;

#[test]
fn examples_print_what_they_say() {
    for entry in jet::reference() {
        let printed = render(entry.example).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        assert_eq!(printed, entry.result, "{}", entry.example);
    }
}

#[test]
fn entries_are_complete_and_there_once() {
    let mut seen = BTreeSet::new();
    for entry in jet::reference() {
        assert!(seen.insert((entry.group, entry.name, entry.signature)), "{} is there twice", entry.name);
        assert!(entry.help.ends_with('.') && !entry.signature.is_empty(), "{}", entry.name);
    }
}

#[test]
fn all_functions_of_the_original_are_there() {
    let names: BTreeSet<&str> = jet::reference().iter().map(|entry| entry.name).collect();
    let all = "lower upper hasPrefix hasSuffix repeat replace split trimSpace html url safeHtml safeJs raw unsafe writeJson \
               json map slice array isset len includeIfExists exec ints dump";
    for name in all.split_whitespace() {
        assert!(names.contains(name), "{name}");
    }
}
