//! What an expression refers to.

use expr::exprlang::{Environment, Function, Signature, Step, Type, scan};

fn environment() -> Environment {
    Environment::new()
        .variable("Facts", Type::Map)
        .variable("Data", Type::Map)
        .function(Function::declared("lookup", Signature::any()))
}

/// References as `path` or `path?` when guarded, then calls as `name/count`.
fn listed(text: &str) -> String {
    let found = scan(text, &environment()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let step = |step: &Step| match step {
        Step::Name(name) => name.to_string(),
        Step::Index(index) => index.to_string(),
    };
    let references = found.references.iter().map(|reference| {
        let path: Vec<_> = reference.path.iter().map(step).collect();
        format!("{}{}", path.join("."), if reference.guarded { "?" } else { "" })
    });
    let calls = found.calls.iter().map(|call| format!("{}/{}", call.name, call.arguments.len()));
    references.chain(calls).collect::<Vec<_>>().join(" ")
}

#[test]
fn paths() {
    for (text, expected) in [
        ("Facts.host.info.os == 'linux'", "Facts.host.info.os"),
        ("Facts['host']['info'][0].x", "Facts.host.info.0.x"),
        ("Data.list[-1]", "Data.list.-1"),
        ("Data.list[Data.n].x", "Data.list Data.n"),
        ("$env.Data.x", "Data.x"),
        ("Data", "Data"),
        ("[Data.a, {k: Data.b}, -Data.c]", "Data.a Data.b Data.c"),
        ("Data.a[Data.from:Data.to]", "Data.a Data.from Data.to"),
        ("date(Data.d).Format(Data.f)", "Data.d Data.f"),
        ("1 + 2", ""),
    ] {
        assert_eq!(listed(text), expected, "{text}");
    }
}

#[test]
fn loops_and_locals_are_not_listed() {
    for (text, expected) in [
        ("map(Data.svc, .name + #.port + Facts.os)", "Data.svc Facts.os"),
        ("filter(Data.svc, {let s = #; s.on and any(s.tags, # == Data.tag)})", "Data.svc Data.tag"),
        ("let f = Facts.host; f.info.os", "Facts.host"),
        ("Data.words | sort() | join(Data.glue)", "Data.words Data.glue"),
    ] {
        assert_eq!(listed(text), expected, "{text}");
    }
}

#[test]
fn guards() {
    for (text, expected) in [
        ("Data.a.b ?? Data.c", "Data.a.b? Data.c"),
        ("Data.a?.b.c", "Data.a.b.c?"),
        ("(Data.a ?? {}).b", "Data.a?"),
        ("get(Data.a, 'b')", "Data.a.b?"),
        ("get(Data.a, Data.k)", "Data.a? Data.k"),
        ("'a' in Data.m", "Data.m.a?"),
        ("Data.k in Data.m", "Data.k Data.m?"),
        ("Data.a != nil", "Data.a?"),
        ("nil == Data.a", "Data.a?"),
        ("Data.a != nil && Data.a.b > 1", "Data.a? Data.a.b?"),
        ("Data.a == nil || Data.a.b > 1", "Data.a? Data.a.b?"),
        ("Data.a == nil && Data.a.b > 1", "Data.a? Data.a.b"),
        ("'a' in Data && Data.a.b > 1", "Data.a? Data.a.b?"),
        ("not ('a' in Data) ? 1 : Data.a.b", "Data.a? Data.a.b?"),
        (
            "Data.a != nil and Data.b != nil ? Data.a.x + Data.b.x : Data.a.y",
            "Data.a? Data.b? Data.a.x? Data.b.x? Data.a.y",
        ),
        ("if Data.on { Data.on.x } else { Data.off }", "Data.on Data.on.x? Data.off"),
        ("Data.a + (Data.b ?? 1)", "Data.a Data.b?"),
    ] {
        assert_eq!(listed(text), expected, "{text}");
    }
}

#[test]
fn calls_have_their_literals() {
    assert_eq!(listed("lookup('data.x', Data.d) + lookup('data.y')"), "Data.d lookup/2 lookup/1");
    let found = scan("1 + lookup('data.x', Data.d)", &environment()).unwrap();
    let call = &found.calls[0];
    assert_eq!(call.arguments[0].literal.as_ref().and_then(|value| value.as_str()), Some("data.x"));
    assert_eq!((call.arguments[0].place.start, call.arguments[0].place.end), (11, 19));
    assert_eq!(call.arguments[1].literal, None);
    assert_eq!((call.place.start, call.place.end), (4, 10));
}

#[test]
fn places_cover_the_path() {
    let text = "1 + Facts.host.info['os']";
    let found = scan(text, &environment()).unwrap();
    assert_eq!(&text[found.references[0].place.range()], "Facts.host.info['os'");
}
