//! Every function is there, is described, and does what its example says.

use gotmpl::FunctionSet;
use value::Map;

use crate::support::{render_with, scafctl, sprig};

const NAMES: &str = include_str!("names.txt");

fn names(set: &FunctionSet) -> Vec<&'static str> {
    set.iter().map(gotmpl::Function::name).collect()
}

#[test]
fn all_functions_of_sprig_are_there() {
    let expected: Vec<_> = NAMES.split_whitespace().collect();
    assert_eq!(expected.len(), 211);
    assert_eq!(names(&sprig()), expected);
}

#[test]
fn scafctl_adds_its_own_and_takes_the_environment_away() {
    let (ours, sprig) = (scafctl(), sprig());
    let added: Vec<_> = names(&ours).into_iter().filter(|name| sprig.get(name).is_none()).collect();
    let removed: Vec<_> = names(&sprig).into_iter().filter(|name| ours.get(name).is_none()).collect();
    assert_eq!(
        added,
        [
            "cel",
            "fromYaml",
            "mustFromYaml",
            "mustToYaml",
            "selectField",
            "slugify",
            "toDnsString",
            "toHcl",
            "toYaml",
            "where"
        ]
    );
    assert_eq!(removed, ["env", "expandenv"]);
}

#[test]
fn functions_that_do_more_than_making_a_value_are_known() {
    let reaching: Vec<_> = names(&scafctl()).into_iter().filter(|name| functions::may_reach_outside(name)).collect();
    assert_eq!(
        reaching,
        [
            "genCA",
            "genCAWithKey",
            "genPrivateKey",
            "genSelfSignedCert",
            "genSelfSignedCertWithKey",
            "genSignedCert",
            "genSignedCertWithKey",
            "getHostByName"
        ]
    );
    for text in
        ["debug.out(1)", "1 + debug . sleep (5)", "filepath.exists('a')", "{{ cel \"filepath.exists('a')\" . }}"]
    {
        assert!(functions::may_reach_outside(text), "{text}");
    }
    for text in
        ["_.debug", "_.debug.level(1)", "target/debug/{{ .x }}", "tail debug.log {{ .x }}", "filepath.join(['a'])"]
    {
        assert!(!functions::may_reach_outside(text), "{text}");
    }
    assert!(functions::looks_at_files("!filepath. exists(_.a)") && !functions::looks_at_files("_.filepath.exists(1)"));
}

#[test]
fn all_functions_are_described() {
    let mut set = sprig();
    set.extend(scafctl().iter());
    for function in set.iter() {
        let (help, name) = (function.help_text(), function.name());
        assert!(!function.group().is_empty() && !help.is_empty(), "{name} has no help");
        assert!(!help.ends_with('.') && help.starts_with(|first: char| !first.is_uppercase()), "{name}: {help}");
        let (example, _) = function.example_text();
        let is_used = example.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        assert!(is_used, "the example of {name} does not use it: {example}");
    }
}

#[test]
fn examples_render_what_they_say() {
    let mut set = sprig();
    set.extend(scafctl().iter());
    for function in set.iter() {
        let (example, result) = function.example_text();
        let rendered = render_with(&set, example, &Map::new().into());
        assert_eq!(rendered.as_deref(), Ok(result), "{}: {example}", function.name());
    }
}
