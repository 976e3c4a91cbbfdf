//! The two real engines.

use crate::room::{Room, lists, tree};
use gotmpl::FunctionSet;
use jet::Functions;
use scaffold::{Engine, GoEngine, JetEngine, Scaffold};
use std::sync::Arc;
use value::{Map, Value};

fn with(room: &Room, engine: impl Engine + 'static) -> Scaffold {
    let data =
        Map::from_iter([("port", Value::Int(8080)), ("users", Value::from_iter(["u1", "u2"].map(Value::string)))]);
    let context = Value::Map(Map::from_iter([("data", Value::Map(data))]));
    Scaffold { engine: Arc::new(engine), context: Arc::new(context), ..room.scaffold() }
}

fn go(room: &Room) -> Scaffold {
    with(room, GoEngine::new(FunctionSet::new()))
}

fn jet(room: &Room) -> Scaffold {
    with(room, JetEngine::new(Functions::new()))
}

#[test]
fn go_renders_partials_and_writes_files() {
    let room = Room::with(&[
        ("_partials/p", "<{{ .port }}>"),
        ("a", "{{ render \"_partials/p\" .data }}{{ range .data.users }}{{ write (print . \".txt\") . }}{{ end }}"),
    ]);
    room.put("source/b", b"\xff{{ render \"raw\" . }}");
    room.put("source/raw", b"\xfe");
    room.apply(&go(&room)).unwrap();
    assert_eq!(
        room.tree("target"),
        tree(&[
            ("a", "0644 <8080>"),
            ("b", "0644 \u{fffd}\u{fffd}"),
            ("raw", "0644 \u{fffd}"),
            ("u1.txt", "0644 u1"),
            ("u2.txt", "0644 u2")
        ])
    );
    assert_eq!(std::fs::read(room.path("target/b")).unwrap(), b"\xff\xfe");
}

#[test]
fn jet_renders_partials_and_writes_files() {
    let room = Room::with(&[
        ("_partials/p", "<[[ data.port ]]>"),
        ("_partials/q", "<[[ . ]]>"),
        ("a", "[[ render(\"_partials/p\", .) ]][[ range i, u := data.users ]][[ write(u + \".txt\", u) ]][[ end ]]"),
        ("c", "[[ render(\"_partials/q\", \"x\") | upper ]] [[ .data.port ]]"),
    ]);
    room.put("source/b", b"\xff[[ render(\"raw\", .) ]]");
    room.put("source/raw", b"\xfe");
    room.apply(&jet(&room)).unwrap();
    let found = room.tree("target");
    assert_eq!([&found["a"], &found["c"], &found["u2.txt"]], ["0644 <8080>", "0644 <X> 8080", "0644 u2"]);
    assert_eq!(std::fs::read(room.path("target/b")).unwrap(), b"\xff\xfe");
}

#[test]
fn jet_partials_see_what_the_file_has_changed() {
    let room = Room::with(&[
        ("_partials/p", "<[[ data.port ]][[ render(\"_partials/q\", .) ]]>"),
        ("_partials/q", "([[ data.port ]])"),
        ("a", "[[ data.port = 1 ]][[ render(\"_partials/p\", .) ]]"),
        ("b", "[[ render(\"_partials/p\", .) ]]"),
    ]);
    room.apply(&jet(&room)).unwrap();
    assert_eq!([room.read("target/a"), room.read("target/b")], ["<1(1)>", "<8080(8080)>"]);
}

#[test]
fn a_jet_template_can_include_itself() {
    let room = Room::with(&[(
        "a",
        "[[ if isset(n) && n > 2 ]]end[[ else ]][[ n := isset(n) ? n + 1 : 1 ]][[ n ]] [[ include \"a\" ]][[ end ]]",
    )]);
    room.apply(&jet(&room)).unwrap();
    assert_eq!(room.read("target/a"), "1 2 3 end");
    room.put("source/a", "[[ include \"b\" ]]");
    room.put("source/b", "B");
    assert!(room.plan(&jet(&room)).unwrap_err().contains("/b"));
    room.put("source/a", "[[ include \"a\" ]]");
    assert!(room.plan(&jet(&room)).unwrap_err().contains("levels of includes"));
}

#[test]
fn delimiters_hold_for_partials_too() {
    let room = Room::with(&[("_partials/p", "(<% .data.port %>)"), ("a", "<% render \"_partials/p\" . %> {{ x }}")]);
    let engine = GoEngine::new(FunctionSet::new()).with_delimiters("<%", "%>");
    room.apply(&with(&room, engine)).unwrap();
    assert_eq!(room.read("target/a"), "(8080) {{ x }}");
    let room = Room::with(&[("_partials/p", "(<% data.port %>)"), ("a", "<% render(\"_partials/p\", .) %> [[ x ]]")]);
    let engine = JetEngine::new(Functions::new()).with_delimiters("<%", "%>");
    room.apply(&with(&room, engine)).unwrap();
    assert_eq!(room.read("target/a"), "(8080) [[ x ]]");
}

#[test]
fn errors_have_their_place() {
    let room = Room::with(&[
        ("a", "x\n{{ if }}"),
        ("b", "{{ render \"_partials/p\" . }}"),
        ("c", "é{{ .data.port.x }}"),
        ("_partials/p", "\n {{ fail }}"),
        ("d", "{{ write \"../x\" \"\" }}"),
    ]);
    assert_eq!(
        room.plan(&go(&room)).unwrap_err(),
        "@/source/_partials/p:2:5: template: b:1:3: executing \"b\" at <render \"_partials/p\" .>: error calling \
         render: parsing template p failed: template: p:2: function \"fail\" not defined\n\
         @/source/a:2:7: parsing template a failed: template: a:2: missing value for if\n\
         @/source/c:1:5: template: c:1:10: executing \"c\" at <.data.port.x>: can't evaluate field x in type interface {}\n\
         @/source/d:1:4: template: d:1:3: executing \"d\" at <write \"../x\" \"\">: error calling write: @/x is not in \
         target directory @/target"
    );
    let room = Room::with(&[
        ("a", "x\n[[ if ]]"),
        ("b", "[[ render(\"_partials/p\", .) ]]"),
        ("_partials/p", "\n [[ none ]]"),
        ("d", "[[ write(\"../x\", \"\") ]]"),
        ("e", "[[ write(\"x\", 5) ]]"),
        ("f", "[[ write(\"x\") ]]"),
    ]);
    let found = room.plan(&jet(&room)).unwrap_err();
    let lines: Vec<_> = found.lines().map(|line| line.split_once(": ").unwrap()).collect();
    assert_eq!(lines[0], ("@/source/_partials/p:2:5", "render: `none` is not defined"));
    assert!(
        lines[1].0.starts_with("@/source/a:2:") && lines[1].1.starts_with("parsing template a failed: "),
        "{found}"
    );
    assert_eq!(lines[2].1, "write: @/x is not in target directory @/target");
    assert_eq!(lines[3].1, "write: argument 2 is not text");
    assert_eq!(lines[4].1, "`write` takes 2 arguments, 1 given");
}

#[test]
fn a_blank_partial_skips_in_go_and_fails_in_jet() {
    let room = Room::with(&[("_partials/p", " "), ("a", "x{{ render \"_partials/p\" . }}"), ("b", "B")]);
    let mut scaffold = go(&room);
    scaffold.options.skip_empty = true;
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "b |  | ");
    room.put("source/a", "x[[ render(\"_partials/p\", .) ]]");
    let mut scaffold = jet(&room);
    scaffold.options.skip_empty = true;
    assert_eq!(room.plan(&scaffold).unwrap_err(), "@/source/a:1:5: render: skipped rendering");
    room.put("source/a", "x[[ try ]][[ render(\"_partials/p\", .) ]][[ catch ]]y[[ end ]]");
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "a b |  | ");
}

#[test]
fn deep_recursion_is_an_error() {
    let nested = |open: &str, call: &str, end: &str| open.repeat(900) + call + &end.repeat(900);
    let room = Room::with(&[("a", "{{ render \"p\" . }}")]);
    room.put("source/p", nested("{{ if true }}", "{{ render \"p\" . }}", "{{ end }}"));
    let found = room.plan(&go(&room)).unwrap_err();
    assert!(found.contains("limit of 50"), "{found:.300}");
    let room = Room::with(&[("a", "[[ render(\"p\", .) ]]")]);
    room.put("source/p", nested("[[ if true ]]", "[[ render(\"p\", .) ]]", "[[ end ]]"));
    room.plan(&jet(&room)).unwrap_err();
    room.put("source/p", "[[ if true ]][[ render(\"p\", .) ]][[ end ]]");
    let found = room.plan(&jet(&room)).unwrap_err();
    assert!(found.contains("limit of 50"), "{found:.300}");
}
