//! What is easily got wrong, as the original does it.

use jet::{Functions, Input, Limits, Options, Set, Template, Templates};
use value::{Aliases, GoType, List, Map, Value};

use super::{outcome, template};

#[test]
fn numbers() {
    for (text, printed) in [
        ("{{ 1e7 }} {{ \"\" + 1e7 }} {{ slice(1e7) }}", "10000000 1e+07 [1e+07]"),
        ("{{ port / 3 }} {{ port / port }} {{ 7 % 4 }} {{ -7.9 % 4 }}", "2693.3333333333335 1 3 -3"),
        ("{{ port + \"1\" }} {{ 1 + \"1.5\" }} {{ \"a\" + 1.50 }}", "8081 2.5 a1.5"),
        ("{{ port == 8080.9 }} {{ 8080.9 == port }}", "true false"),
        ("{{ true - 1 }}", "/t:1:4: a truth value is neither a number nor text, nothing can be added to it"),
        ("{{ 5 - true }} {{ 5 - false }}", "5 4"),
        ("{{ 1e308 * 10 }} {{ 1e308 * 10 - 1e308 * 10 }} {{ -0.0 }}", "+Inf Nan -0"),
        ("{{ port-1 }} {{ port - 1 }} {{ port+1 }}", "8079 8079 8081"),
    ] {
        assert_eq!(outcome(text), printed, "{text}");
    }
}

#[test]
fn items_of_a_range_have_no_type() {
    for (text, printed) in [
        ("{{ range slice(0, \"\", false) }}{{ if . }}T{{ else }}F{{ end }}{{ end }}", "TTT"),
        ("{{ range i, v := slice(0, \"\", false) }}{{ if v }}T{{ else }}F{{ end }}{{ end }}", "FFF"),
        ("{{ range slice(1e6, 2) }}{{ . }} {{ end }}", "1e+06 2 "),
        ("{{ range i, v := slice(1e6) }}{{ v }}{{ end }}", "1000000"),
        ("{{ range split(\"a b\", \" \") }}{{ upper(.) }}{{ end }}", "AB"),
        ("{{ range slice(map(\"k\", 1)) }}{{ .k }}{{ .k = 2 }}{{ .k }}{{ end }}", "11"),
    ] {
        assert_eq!(outcome(text), printed, "{text}");
    }
}

#[test]
fn counters_go_on_by_themselves() {
    let text = "{{ last := -1 }}{{ range i := ints(0, 3) }}{{ last }},{{ last = i }}{{ end }}{{ last }}";
    assert_eq!(outcome(text), "-1,1,2,3");
    assert_eq!(outcome("{{ r := ints(0, 2) }}{{ range r }}{{ . }}{{ end }}{{ range r }}{{ . }}{{ end }}"), "0101");
}

#[test]
fn maps_are_shared() {
    for (text, printed) in [
        ("{{ m := limits }}{{ m.soft = 1 }}{{ limits.soft }}{{ isset(limits.new) }}", "1false"),
        (
            "{{ l := slice(limits) }}{{ limits.soft = 1 }}{{ l }}{{ json(l) }}",
            "[map[hard:4096 soft:1]][{\"hard\":4096,\"soft\":1}]",
        ),
        ("{{ m := map() }}{{ n := m }}{{ m.a = 1 }}{{ n }}{{ n.a = nil }}{{ m }}", "map[a:1]map[]"),
        ("{{ limits.soft = limits }}{{ isset(limits.soft.hard) }}", "true"),
        ("{{ map(\"a\", nil, \"b\", 1) }}", "map[b:1]"),
        ("{{ limits == limits }}{{ map(\"a\", 1) == map(\"a\", 1) }}{{ slice(1) == slice(1) }}", "truetruetrue"),
    ] {
        assert_eq!(outcome(text), printed, "{text}");
    }
}

#[test]
fn errors_leave_scopes_and_contexts_behind() {
    for (text, printed) in [
        ("{{ try }}{{ if q := 1; q }}{{ nope }}{{ end }}{{ end }}{{ isset(q) }}", "true"),
        ("{{ try }}{{ range hosts }}{{ nope }}{{ end }}{{ end }}{{ . }}", "a.test"),
        ("{{ try }}{{ x := 1 }}{{ nope }}{{ end }}{{ isset(x) }}", "false"),
        ("{{ try }}{{ include \"greeting.jet\" nope }}{{ catch }}c{{ end }}", "c"),
    ] {
        assert_eq!(outcome(text), printed, "{text}");
    }
}

#[test]
fn returns_do_not_end_a_template() {
    let templates = Templates::from_iter([
        ("a.jet", "{{ return 1 }}{{ return 2 }}"),
        ("b.jet", "{{ return 1 }}{{ if true }}{{ end }}"),
        ("c.jet", "{{ range i, v := slice(1, 2, 3) }}{{ return v }}{{ end }}"),
    ]);
    let set = Set::new(templates, &Options::default());
    let text = set.parse("t", b"{{ exec(\"a.jet\") }}<{{ exec(\"b.jet\") }}>{{ exec(\"c.jet\") }}").unwrap();
    assert_eq!(rendered(&text, &Map::new()), "2<>1");
}

fn rendered(template: &Template, variables: &Map) -> String {
    let functions = Functions::new();
    let input = Input { variables, context: None, functions: &functions, limits: Limits::default() };
    let output = template.render(input).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(output).expect("the templates of these tests are UTF-8")
}

#[test]
fn types_of_lists_and_maps_matter() {
    let list: List = ["a", "b"].into_iter().map(Value::from).collect();
    let map = Map::from_iter([("k", "v")]).with_type(GoType::STRING_MAP);
    let variables = Map::from_iter([
        ("texts", Value::from(list.with_type(GoType::STRINGS))),
        ("environ", map.into()),
        ("bytes", Value::bytes(*b"hi")),
        ("count", Value::Uint(3)),
    ]);
    let text = b"{{ range texts }}{{ upper(.) }}{{ end }}{{ range environ }}{{ upper(.) }}{{ end }} {{ bytes }} {{ bytes[0] }} \
        {{ range bytes }}{{ . }},{{ end }} {{ \"x\" + bytes }} {{ count - 4 }} {{ count - count - count }} {{ environ.x }}";
    let template = Template::parse("t", text, &Options::default()).unwrap();
    assert_eq!(rendered(&template, &variables), "ABV hi 104 104,105, xhi -1 18446744073709551613 ");
}

#[test]
fn white_space_and_comments() {
    for (text, printed) in [
        (" \n {{ 1 }}", "1"),
        (" \n x", " \n x"),
        (" \n ", ""),
        ("a{* b *}", "a"),
        ("a{* b *} c", "a c"),
        ("a{* b *}{{ 1 }}", "a1"),
        ("a {{- 1 -}} b", "a1b"),
        ("a {{-1}} b", "a -1 b"),
        ("{{ \"a\" & }}", "a"),
    ] {
        assert_eq!(outcome(text), printed, "{text:?}");
    }
}

#[test]
fn delimiters() {
    for (left, right, text) in
        [("[[", "]]", "[[ 1 ]]"), ("<%", "%>", "<%1%>"), ("«", "»", "« 1 »"), ("", "", "{{ 1 }}")]
    {
        let template = Template::parse("t", text.as_bytes(), &Options::default().with_delimiters(left, right)).unwrap();
        assert_eq!(rendered(&template, &Map::new()), "1");
    }
    let options = Options::default().with_comments("<!--", "-->");
    let template = Template::parse("t", b"a<!-- {{ nope }} -->{* x *}{{ 1 }}", &options).unwrap();
    assert_eq!(rendered(&template, &Map::new()), "a{* x *}1");
}

#[test]
fn templates_are_shared_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Template>();
    check::<Set>();
    let template = Template::parse("t", b"{{ range ints(0, 100) }}{{ n + 1 }}{{ end }}", &Options::default()).unwrap();
    std::thread::scope(|scope| {
        for n in 0..4_i64 {
            let template = &template;
            scope.spawn(move || {
                let printed = rendered(template, &Map::from_iter([("n", n)]));
                assert_eq!(printed, (n + 1).to_string().repeat(100));
            });
        }
    });
}

#[test]
fn names_of_templates() {
    let templates = Templates::from_iter([
        ("sub/a.jet", "A{{ include \"b\" }}{{ include \"../c.jet\" }}{{ includeIfExists(\"b.jet\") }}"),
        ("sub/b.jet", "B"),
        ("c.jet", "C"),
        ("d.html.jet", "D"),
    ]);
    let set = Set::new(templates, &Options::default());
    let text = set.parse("t", b"{{ include \"sub/a\" }}{{ include \"/sub/../d\" }}").unwrap();
    assert_eq!(rendered(&text, &Map::new()), "ABCD");
    assert_eq!(set.load("c").unwrap().name(), "/c.jet");
    assert_eq!(set.load("nope").err().unwrap().to_string(), "/nope:1:1: there is no template `/nope`");
    assert!(set.parse("/", b"").is_err());
}

#[test]
fn members_answer_to_their_aliases() {
    static NAMES: Aliases = Aliases::new(&[("HostID", "hostId")]);
    let info = Map::from_iter([("hostId", "x")]).with_aliases(&NAMES);
    let variables = Map::from_iter([("info", info)]);
    let functions = Functions::new();
    let input = Input { variables: &variables, context: None, functions: &functions, limits: Limits::default() };
    let text =
        r#"{{info.HostID}} {{info.hostId}} {{info["HostID"]}} {{isset(info.HostID)}} {{isset(info.Hostid)}} {{info}}"#;
    assert_eq!(template(text).render(input).unwrap(), b"x x x true false map[hostId:x]");
}
