//! What texts refer to.

use super::{compiled, environment, map};
use data::template::{Condition, Reference, Root};
use value::Value;

fn references(source: &str) -> Vec<Reference> {
    let environment = environment();
    compiled(source, &environment).references(environment.scope())
}

/// `Data:a.b` for what has to be there, `Data?a.b` for what may be missing.
fn listed(source: &str) -> String {
    let shown = references(source).into_iter().map(|reference| {
        let steps: Vec<_> = reference
            .path
            .iter()
            .map(|step| match step {
                expr::exprlang::Step::Name(name) => name.to_string(),
                expr::exprlang::Step::Index(index) => index.to_string(),
            })
            .collect();
        format!("{:?}{}{}", reference.root, if reference.guarded { '?' } else { ':' }, steps.join("."))
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn paths_and_keys_with_their_guards() {
    let cases = [
        ("{{ Data.web.port }} {{ Facts.os }}", "Data:web.port Facts:os"),
        ("{{ Data.web?.port ?? 80 }}", "Data?web.port"),
        ("{{ get(Data, 'web') }} {{ 'x' in Data }}", "Data?web Data?x"),
        ("{{ lookup('data.web.0.port') }}", "Data:web.0.port"),
        ("{{ lookup('data.web', 1) }} {{ lookup('data.x', nil) }}", "Data?web Data:x"),
        ("{{ lookup('facts.disks.#.name') }} {{ lookup('nope.x') }}", "Facts:disks Nowhere:nope.x"),
        ("{{ map(Data.users, .name) }} {{ let x = Data.a; x.b }}", "Data:users Data:a"),
        ("{{ Environ.HOME }} {{ upper('x') }}", "Environ:HOME"),
        ("{{ template('{{ Data.a }} {{ Data?.b }}') }} {{ template('{{ Data.c }}.templ') }}", "Data:a Data?b"),
    ];
    for (source, expected) in cases {
        assert_eq!(listed(source), expected, "{source}");
    }
}

#[test]
fn places_are_in_the_text() {
    let source = "é {{ Data.web.port }} {{ lookup('data.x') }} {{ template('é {{ Facts.os }}') }} {{ template('\\t{{ Facts.os }}') }}";
    let places: Vec<_> = references(source).into_iter().map(|reference| &source[reference.at]).collect();
    assert_eq!(places[0], "Data.web.port");
    assert!(places[1].starts_with("lookup"), "{places:?}");
    assert_eq!(places[2..], ["Facts.os", "'\\t{{ Facts.os }}'"]);
    let environment = environment();
    let condition = Condition::compile("Facts.os == 'linux'", environment.scope()).unwrap();
    assert_eq!(condition.references(environment.scope())[0].at, 0..8);
}

#[test]
fn values_are_asked_whether_they_have_it() {
    let data = Value::from(map(r#"{"web": {"port": 1, "0": 2}, "list": [1], "null": null}"#));
    let is_in = |source: &str| {
        references(source).into_iter().all(|reference| reference.root == Root::Data && reference.is_in(&data))
    };
    for source in ["Data.web.port", "Data.list[3].x", "Data.null", "Data", "lookup('data.web.0')"] {
        assert!(is_in(&format!("{{{{ {source} }}}}")), "{source}");
    }
    for source in ["Data.web.x", "Data.null.x", "Data.nope", "lookup('data.web.port.x')"] {
        assert!(!is_in(&format!("{{{{ {source} }}}}")), "{source}");
    }
    let is_exactly_in = |source: &str| {
        references(&format!("{{{{ {source} }}}}")).iter().all(|reference| reference.is_exactly_in(&data))
    };
    for source in ["Data.list[0]", "Data.list[-1]", "lookup('data.list.0')", "Data.list"] {
        assert!(is_exactly_in(source), "{source}");
    }
    for source in ["Data.list[1]", "Data.list[-2]", "Data.list[0].x", "lookup('data.list.1')", "Data.web.x"] {
        assert!(!is_exactly_in(source), "{source}");
    }
}

#[test]
fn a_key_without_a_root_leads_nowhere() {
    let roots = |source: &str| references(source).into_iter().map(|reference| reference.root).collect::<Vec<_>>();
    for key in ["dta.x", "common", "fact.host.info.hostname"] {
        assert_eq!(roots(&format!("{{{{ lookup('{key}') }}}}")), [Root::Nowhere], "{key}");
    }
    assert_eq!(roots("{{ lookup('{data.a,data.b}') }}"), []);
}
