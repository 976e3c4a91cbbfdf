//! What templates render: bytes, writers, source maps, maps held by reference, several threads.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use gotmpl::go::{self, Number, Type};
use gotmpl::{Function, FunctionSet, Limits, MissingKey, Options, Param, Template};
use value::{Aliases, GoType, List, Map, Value};

fn data() -> Value {
    Value::from_json(r#"{"name": "web", "list": [{"id": 1}, {"id": 2}], "m": {"b": 2, "a": 1}, "nil": null}"#).unwrap()
}

fn render(source: impl Into<Vec<u8>>, functions: &FunctionSet) -> Result<Vec<u8>, String> {
    let template = Template::parse("t", source, &Options::new(functions)).map_err(|error| error.to_string())?;
    template.render(&data(), &Limits::default()).map_err(|error| error.to_string())
}

fn text(source: &str) -> String {
    String::from_utf8(render(source, &FunctionSet::new()).unwrap()).unwrap()
}

#[test]
fn bytes_that_are_not_utf8_pass() {
    let functions = FunctionSet::new();
    assert_eq!(render(b"\xff{{.name}}\xc3\x28".to_vec(), &functions).unwrap(), b"\xffweb\xc3\x28");
    assert_eq!(render(r#"{{"\xff"}}{{print "\xfe" 1}}{{slice "é" 1}}"#, &functions).unwrap(), b"\xff\xfe1\xa9");
    assert_eq!(render(b"{{/* \xff */}}{{`\xff`}}".to_vec(), &functions).unwrap(), b"\xff");
    assert_eq!(render(r#"{{printf "%q %x" "\xff" "\xff"}}{{len "\xff"}}"#, &functions).unwrap(), br#""\xff" ff1"#);
}

#[test]
fn variables_keep_to_their_blocks() {
    assert_eq!(text("{{$x := 1}}{{if true}}{{$x := 2}}{{$x}}{{end}}{{$x}}"), "21");
    assert_eq!(text("{{$x := 1}}{{if true}}{{$x = 2}}{{end}}{{$x}}"), "2");
    assert_eq!(text("{{$x := 0}}{{if false}}{{$x := 1}}{{else}}{{$x}}{{end}}"), "0");
    assert_eq!(text("{{$x := 1}}{{or true ($x := 2)}}{{$x}}{{or false ($x := 3)}}{{$x}}"), "true133");
    assert_eq!(text("{{range 2}}{{or (eq . 1) ($x := 5)}}{{end}}"), "5true");
    assert_eq!(text("{{range $x := .nil}}{{else}}{{$x}}{{end}}"), "<no value>");
    assert_eq!(text("{{$x := 9}}{{range $x = .list}}{{end}}{{$x.id}}"), "2");
}

#[test]
fn missing_keys() {
    let functions = FunctionSet::new();
    let with = |missing_key, source: &str| {
        let options = Options { missing_key, ..Options::new(&functions) };
        let template = Template::parse("t", source, &options).unwrap();
        template.render(&data(), &Limits::default()).map_err(|error| error.message)
    };
    assert_eq!(with(MissingKey::Zero, "{{.x}}{{.x.y}}").unwrap_err(), "nil pointer evaluating interface {}.y".into());
    assert_eq!(with(MissingKey::Default, "{{.x}}{{.x.y}}").unwrap(), b"<no value><no value>");
    assert_eq!(with(MissingKey::Error, "{{.x}}").unwrap_err(), "map has no entry for key \"x\"".into());
    assert_eq!(with(MissingKey::Error, "{{.nil}}{{index .m \"x\"}}").unwrap(), b"<no value><no value>");
}

#[test]
fn a_source_map_leads_back() {
    let source = "head {{.name}} mid{{range .list}}<{{.id}}>{{end}}\n{{define \"d\"}}in{{end}}{{template \"d\"}}";
    let template = Template::parse("t", source, &Options::new(&FunctionSet::new())).unwrap();
    let (output, map) = template.render_mapped(&data(), &Limits::default()).unwrap();
    assert_eq!(output, b"head web mid<1><2>\nin");
    let from = |offset: usize| {
        let (start, end) = map.find(offset).unwrap();
        &source[start as usize..end as usize]
    };
    assert_eq!((from(0), from(3), from(5), from(7)), ("h", "d", ".name", ".name"));
    assert_eq!((from(9), from(12), from(13), from(16)), ("m", "<", ".id", ".id"));
    assert_eq!((from(18), from(19), from(20)), ("\n", "i", "n"));
}

struct Broken;

impl std::io::Write for Broken {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn into_a_writer() {
    let template = Template::parse("t", "{{range 30000}}{{.}},{{end}}", &Options::new(&FunctionSet::new())).unwrap();
    let mut written = Vec::new();
    template.render_to(&Value::Null, &Limits::default(), &mut written).unwrap();
    assert_eq!(written, template.render(&Value::Null, &Limits::default()).unwrap());

    let error = template.render_to(&Value::Null, &Limits::default(), &mut Broken).unwrap_err();
    assert!(matches!(error.cause, gotmpl::Cause::Write(_)));
}

fn dicts() -> FunctionSet {
    const SET: &[Param] =
        &[Param::new("map", Type::Map), Param::new("key", Type::String), Param::new("value", Type::Any)];
    let set = Function::new("set", SET, Type::Map, |call| {
        let value = call.take(2);
        call.dict(0)?.insert(&*call.text(1), value);
        Ok(call.take(0))
    });
    let dict = Function::new("dict", &SET[1..], Type::Map, |call| {
        Ok(Map::from_iter([(call.text(0).into_owned(), call.value(1).clone())]).into())
    });
    let sixty_four = Function::new("i64", &[], Type::Int64, |_| Ok(Number::Int64(3).into()));
    let words = Function::new("words", &[], Type::Strings, |_| {
        Ok(List::from_iter(["a", "b"]).with_type(GoType::STRINGS).into())
    });
    FunctionSet::from_iter([set.changes_maps(), dict, sixty_four, words])
}

#[test]
fn maps_are_changed_for_all_who_hold_them() {
    let functions = dicts();
    for (source, expected) in [
        (r#"{{$d := dict "a" 1}}{{$e := $d}}{{$_ := set $e "b" 2}}{{$d}}"#, "map[a:1 b:2]"),
        (r#"{{$_ := set .m "c" 3}}{{.m}}{{$.m.c}}{{index .m "c"}}{{len .m}}"#, "map[a:1 b:2 c:3]333"),
        (r#"{{range .list}}{{$_ := set . "x" .id}}{{end}}{{.list}}"#, "[map[id:1 x:1] map[id:2 x:2]]"),
        (r#"{{$_ := set . "top" 1}}{{.top}}{{with .m}}{{$.top}}{{end}}"#, "11"),
        (r#"{{$d := dict "in" (dict "x" 1)}}{{$_ := set $d.in "y" 2}}{{$d}}"#, "map[in:map[x:1 y:2]]"),
        (r#"{{$d := dict "m" .m}}{{$_ := set .m "z" 26}}{{printf "%v" $d}}"#, "map[m:map[a:1 b:2 z:26]]"),
        (r#"{{range $k, $v := set .m "0" 0}}{{$k}}{{$v}} {{end}}"#, "00 a1 b2 "),
        (r#"{{if set (dict "a" 1) "a" 2}}yes{{end}}{{html (dict "a" "<")}}"#, "yesmap[a:&lt;]"),
    ] {
        assert_eq!(String::from_utf8(render(source, &functions).unwrap()).unwrap(), expected, "{source}");
    }
    assert_eq!(
        render(r#"{{set .nil "a" 1}}"#, &functions).unwrap_err(),
        "template: t:1:6: executing \"t\" at <.nil>: wrong type for value; expected map[string]interface {}; got interface {}"
    );
    assert_eq!(
        render(r#"{{set nil "a" 1}}"#, &functions).unwrap_err(),
        "template: t:1:2: executing \"t\" at <set nil \"a\" 1>: error calling set: assignment to entry in nil map"
    );
}

#[test]
fn types_are_go_s() {
    let functions = dicts();
    for (source, expected) in [
        (r#"{{printf "%T %T %T" i64 words (index words 0)}}"#, "int64 []string string"),
        (r#"{{printf "%s %d %v %x" i64 i64 i64 i64}}"#, "%!s(int64=3) 3 3 3"),
        (r#"{{range $i := i64}}{{printf "%T" $i}} {{end}}{{eq i64 3}}"#, "int64 int64 int64 true"),
        (r#"{{printf "%T %T %T %T" 1 1.0 'a' (index "a" 0)}}"#, "int float64 int uint8"),
        (r#"{{printf "%v %T" 2i 2i}}"#, "(0+2i) complex128"),
    ] {
        assert_eq!(String::from_utf8(render(source, &functions).unwrap()).unwrap(), expected, "{source}");
    }
    assert_eq!(
        render("{{words.x}}", &functions).unwrap_err(),
        "template: t:1:2: executing \"t\" at <words>: can't evaluate field x in type []string"
    );
}

#[test]
fn many_threads_render_one_template() {
    let functions = dicts();
    let source = r#"{{range .list}}{{$_ := set . "n" .id}}{{.n}}{{end}}{{.list}}"#;
    let template = Template::parse("t", source, &Options::new(&functions)).unwrap();
    let data = data();
    std::thread::scope(|scope| {
        let render = || template.render(&data, &Limits::default()).unwrap();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(render)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), b"12[map[id:1 n:1] map[id:2 n:2]]");
        }
    });
}

#[test]
fn views_of_values() {
    let number = Value::from(Number::Uint8(7));
    assert_eq!((go::as_uint(&number), go::kind(&number), go::is_true(&number)), (Some(7), go::Kind::Uint8, true));
    let nil = go::Nil::value(GoType::LIST);
    assert_eq!((go::length(&nil), go::is_nil(&nil), go::kind(&nil)), (Some(0), true, go::Kind::Slice));
    assert!(go::deep_equal(&Value::from(vec![1.into()]), &Value::from(vec![1.into()])));
    assert!(!go::deep_equal(&Value::from(vec![1.into()]), &Value::from(vec![Number::Int64(1).into()])));
    assert!(!go::deep_equal(&nil, &List::new().into()));
    let doubled = |start: Value| (0..60).fold(start, |list, _| Value::from(vec![list.clone(), list]));
    assert!(go::deep_equal(&doubled(1.into()), &doubled(1.into())));
    assert!(!go::deep_equal(&doubled(1.into()), &doubled(2.into())));
    let not_a_number = Value::from(vec![f64::NAN.into()]);
    assert!(go::deep_equal(&not_a_number, &not_a_number));
    assert!(!go::deep_equal(&not_a_number, &Value::from(vec![f64::NAN.into()])));
}

#[test]
fn fields_answer_to_their_aliases() {
    static NAMES: Aliases = Aliases::new(&[("HostID", "hostId")]);
    let info = Map::from_iter([("hostId", "x")]).with_aliases(&NAMES);
    let data = Value::from(Map::from_iter([("info", info)]));
    let functions = FunctionSet::new();
    let source = "{{.info.HostID}} {{.info.hostId}} {{with .info}}{{.HostID}}{{end}} {{.info}}";
    let template = Template::parse("t", source, &Options::new(&functions)).unwrap();
    assert_eq!(template.render(&data, &Limits::default()).unwrap(), b"x x x map[hostId:x]");
}
