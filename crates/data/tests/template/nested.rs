//! Templates inside of texts.

use super::{environment, shown, text, value};
use data::template::{Condition, Text, TextError, go_functions, jet_functions, render_jet};
use value::Value;

#[test]
fn templates_keep_types_and_files_are_found() {
    assert_eq!(value("{{ template('port.templ') }}").unwrap().value, Value::Int(8080));
    assert_eq!(shown("{{ template(file('motd')) }}"), "Welcome 8080\n");
    assert_eq!(shown("{{ jet('list.jet') }}{{ template('list.jet') }}"), "<web><db><web><db>");
    assert_eq!(shown("{{ jet('<% data.port %>', '<%', '%>') }}"), "8080");
}

#[test]
fn templates_that_are_no_text_stay_what_they_are() {
    let files = system::files::FakeFiles::new();
    files.add_file("/a.templ", b"\xff$".as_slice());
    files.add_file("/b.templ", b"\xff{{ 1 }}".as_slice());
    let environment = environment().with_files(std::sync::Arc::new(files), "/");
    let value = |source: &str| super::compiled(source, &environment).value(&environment);
    let raw = value("{{ template('a.templ') }}").unwrap().value;
    assert_eq!(raw.as_raw_text().unwrap(), b"\xff$");
    assert_eq!(value("{{ template('b.templ') }}").unwrap_err().to_string(), "template `b.templ` is not UTF-8");
}

#[test]
fn an_error_in_a_file_says_where() {
    let error = text("{{ template('wrong.templ') }}").unwrap_err();
    assert_eq!(error.to_string(), "wrong.templ:2:18: unknown name `nope` in `Data.port + nope`");
    for (source, expected) in [
        ("{{ jet('wrong.jet') }}", "wrong.jet:2:7: unexpected `]]` in `if`, expected a value"),
        ("{{ jet('[[ data.list.x ]]') }}", "template:1:4: lists and texts have no fields, and no `x`"),
    ] {
        assert_eq!(text(source).unwrap_err().to_string(), expected, "{source}");
    }
    let error = text("{{ file('nope') }}").unwrap_err();
    assert!(error.to_string().starts_with("failed to read file `/srv/nope`: "), "{error}");
}

#[test]
fn templates_that_call_themselves_end() {
    let error = text("{{ template('loop.templ') }}").unwrap_err();
    assert!(error.to_string().contains("templates call each other more than 8 levels deep"), "{error}");
    let deep = "[[ if true ]]".repeat(300) + "[[ template('x') ]]" + &"[[ end ]]".repeat(300);
    let error = text(&format!("{{{{ jet(`{deep}`) }}}}")).unwrap_err();
    assert!(error.to_string().contains("levels"), "{error}");
    let many = text("{{ map(1..20000, jet('x')) }}").unwrap_err();
    assert!(many.to_string().contains("more than 10000 templates"), "{many}");
}

#[test]
fn a_document_from_jet_has_a_map() {
    let template = b"- file:\n[[ range facts.roles ]]    - [[ . ]]\n[[ end ]]";
    let rendered = render_jet(&environment(), "resources.jet", template, 1000).unwrap();
    assert_eq!(rendered.text, b"- file:\n    - web\n    - db\n");
    let origin = rendered.map.origin(14).unwrap();
    assert_eq!((origin.place.line, origin.verbatim), (2, false));
    assert_eq!(rendered.secret, None);
    let error = render_jet(&environment(), "resources.jet", b"a\n[[ nope ]]", 1000).err().unwrap();
    assert!(error.to_string().starts_with("/resources.jet:2:4: "), "{error}");
}

#[test]
fn lookup_in_jet_takes_a_default_and_sees_changes_once() {
    let jet = |source: &str| shown(&format!("{{{{ jet(`{source}`) }}}}"));
    assert_eq!(jet("[[ lookup(\"data.zz\", 5) ]][[ lookup(\"data.port\") ]]"), "58080");
    assert_eq!(jet("[[ data.port = 1 ]][[ lookup(\"data.port\") ]]"), "1");
    assert_eq!(
        jet("[[ lookup(\"data.port\") ]][[ data.port = 1 ]][[ lookup(\"data.port\") ]][[ data.port ]]"),
        "808080801"
    );
}

#[test]
fn other_engines_are_handed_the_same_functions() {
    let environment = environment();
    let names = |mut names: Vec<String>| {
        names.sort();
        names.join(" ")
    };
    let go = go_functions(&environment);
    assert_eq!(
        names(go.iter().map(|function| function.name().to_owned()).collect()),
        "file jet kvGet lookup readFile registrations"
    );
    let jet = jet_functions(&environment);
    assert_eq!(
        names(jet.iter().map(|function| function.name().to_owned()).collect()),
        "file kvGet lookup readFile registrations template"
    );
    let answer = go.get("lookup").unwrap().apply(&mut ["data.zz".into(), 1.into()]).unwrap();
    assert_eq!(answer, Value::Int(1));
}

#[test]
fn the_stack_holds_templates_inside_of_each_other() {
    let files = system::files::FakeFiles::new();
    for level in 0..8_u32 {
        let depth = (400_usize >> (level + 1)).max(24) / 2 - 4;
        let call = format!("[[ template(\"{}.jet\") ]]", level + 1);
        files.add_file(format!("/{level}.jet"), "[[ if true ]]".repeat(depth) + &call + &"[[ end ]]".repeat(depth));
    }
    let environment = environment().with_files(std::sync::Arc::new(files), "/");
    let error = super::compiled("{{ jet('0.jet') }}", &environment).text(&environment).unwrap_err();
    assert!(error.to_string().contains("templates call each other more than 8 levels deep"), "{error}");
}

/// What would fail when a text runs: the part that is pointed at, and the words.
fn miscalls(source: &str) -> Vec<String> {
    let wrong = Text::parse(source).miscalls(environment().scope());
    wrong.iter().map(|error: &TextError| format!("{}: {error}", &source[error.at.clone()])).collect()
}

#[test]
fn templates_that_are_written_down_are_judged_before_they_run() {
    let cases: [(&str, &[&str]); 10] = [
        ("é {{ jet('é [[ if ]]') }}", &["]]: unexpected `]]` in `if`, expected a value"]),
        ("{{ jet('[[ nofun() ]] [[ nope.x ]]') }}", &["nofun: `nofun` is not defined", "nope: `nope` is not defined"]),
        ("{{ jet('<% nofun() %>[[', '<%', '%>') }}", &["nofun: `nofun` is not defined"]),
        (
            "{{ template('{{ nofn() }} ${ Data. }') }}",
            &["nofn: unknown name `nofn`", ".: unexpected end of the expression, expected a name"],
        ),
        ("{{ template('{{ lookup() }}') }}", &["lookup: `lookup` takes 1 or 2 arguments, 0 given"]),
        ("{{ template(`{{ jet('[[ nope ]]') }}`) }}", &["nope: `nope` is not defined"]),
        (
            "{{ true ? jet('a\\n [[ nope ]]') : 1 }}",
            &["'a\\n [[ nope ]]': line 2, column 5 of the template: `nope` is not defined"],
        ),
        (
            "{{ template('\\t{{ nope }}') }}",
            &["'\\t{{ nope }}': line 1, column 5 of the template: unknown name `nope`"],
        ),
        (
            "{{ jet('[[ lookup() ]] [[ 1 | kvGet ]]') }}",
            &["lookup: `lookup` takes 1 to 2 arguments, 0 given", "kvGet: `kvGet` takes 2 arguments, 1 given"],
        ),
        ("{{ jet('[[ é') }}", &["é: the action has no end"]),
    ];
    for (source, expected) in cases {
        assert_eq!(miscalls(source), expected, "{source}");
    }
    let condition = "jet('[[ nope ]]') == 'x'";
    let wrong = Condition::miscalls(condition, environment().scope());
    assert_eq!((wrong.len(), wrong[0].at.clone(), wrong[0].code().id), (1, 8..12, "jet::parse"));
}

#[test]
fn templates_that_run_or_are_only_known_then_are_not_judged() {
    for source in [
        "{{ jet('[[ if data.port > 1 ]][[ lookup(\"data.x\", 1) ]][[ end ]][[ Facts.os | upper ]]') }}",
        "{{ jet('[[ try ]][[ nofun() ]][[ end ]][[ if isset(x) ]][[ x ]][[ end ]]') }}",
        "{{ jet('[[ if ]] nope.jet') }} {{ template('{{ nope }}.templ') }} {{ template('{{ nope }}.jet') }}",
        "{{ jet('[[ if ]]', Data.left, ']]') }} {{ jet('[[ ' + 'if ]]') }} {{ template(Data.text) }}",
        "{{ template('{{ Data.port + 1 }} [[ if ]]') }} {{ upper('[[ if ]] {{ nope }}') }}",
    ] {
        assert_eq!(miscalls(source), [""; 0], "{source}");
    }
}
