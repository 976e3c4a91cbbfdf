//! How a program gets its values: paths, functions, unknowns, texts that are not UTF-8.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use expr::exprlang::{Budget, Environment, Function, FunctionCall, FunctionError, Signature, Type, Variables, compile};
use value::{Aliases, Map, Timestamp, Unknown, Value};

/// Facts that are gathered group by group.
#[derive(Default)]
struct Lazy {
    asked: RefCell<Vec<String>>,
}

impl Variables for Lazy {
    fn get(&self, name: &str) -> Option<Cow<'_, Value>> {
        self.asked.borrow_mut().push(name.to_string());
        (name == "Facts").then(|| Cow::Owned(facts()))
    }

    fn path(&self, path: &[Arc<str>]) -> (usize, Cow<'_, Value>) {
        match path {
            [facts_name, group, ..] if &**facts_name == "Facts" => {
                self.asked.borrow_mut().push(format!("Facts.{group}"));
                let group = facts().as_map().and_then(|map| map.get(&**group).cloned()).unwrap_or_default();
                (2, Cow::Owned(group))
            }
            path => (1, self.get(&path[0]).unwrap_or(Cow::Owned(Value::Null))),
        }
    }

    fn now(&self) -> Option<Timestamp> {
        "2024-02-29T12:00:00Z".parse().ok()
    }

    fn call(&self, call: &FunctionCall<'_>) -> Result<Value, FunctionError> {
        Ok(format!("{}@{}", call.name, call.place.start).into())
    }
}

fn facts() -> Value {
    Value::from_json(r#"{"host": {"info": {"os": "linux"}}, "cpu": [{"mhz": 2400}]}"#).expect("it is well formed")
}

fn environment() -> Environment {
    Environment::new()
        .variable("Facts", Type::Map)
        .variable("later", Type::Any)
        .function(Function::declared("where", Signature::any()))
}

fn run(text: &str, variables: &dyn Variables) -> Value {
    let program = compile(text, &environment()).unwrap_or_else(|error| panic!("{text}: {error}"));
    program.run(variables, &Budget::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_path_asks_for_one_group() {
    for (text, expected, asked) in [
        ("Facts.host.info.os", "linux", "Facts.host"),
        ("Facts['host'].info.os", "linux", "Facts.host"),
        ("Facts.host?.info.os", "linux", "Facts.host"),
        ("Facts.nope?.info.os.x", "<nil>", "Facts.nope"),
        ("$env.Facts.host.info.os", "linux", "Facts.host"),
        ("Facts.cpu[0].mhz", "2400", "Facts.cpu"),
        ("len(Facts)", "2", "Facts"),
    ] {
        let lazy = Lazy::default();
        assert_eq!(run(text, &lazy).to_string(), expected, "{text}");
        assert_eq!(lazy.asked.borrow().join(" "), asked, "{text}");
    }
}

#[test]
fn what_is_not_reached_is_not_asked_for() {
    let lazy = Lazy::default();
    run("true || Facts.host.info.os == 'x'", &lazy);
    run("1 > 2 && Facts.host.info.os == 'x'", &lazy);
    run("1 > 2 ? Facts.host : 1", &lazy);
    assert!(lazy.asked.borrow().is_empty());
}

#[test]
fn functions_know_their_place() {
    assert_eq!(run("'a' + where(1, 2)", &Lazy::default()).to_string(), "awhere@6");
}

#[test]
fn time_comes_from_outside() {
    assert_eq!(run("now().Format('2006-01-02')", &Lazy::default()).to_string(), "2024-02-29");
    let program = compile("now()", &environment()).unwrap();
    assert_eq!(program.run(&(), &Budget::default()).unwrap_err().to_string(), "time is not available here");
}

#[test]
fn times_in_zones_follow_the_clocks() {
    let summer = "date('2024-03-30 12:00', '2006-01-02 15:04', 'Europe/Zurich')";
    for (rest, expected) in [
        ("", "2024-03-30 12:00:00 +0100 CET"),
        (".Add(duration('24h'))", "2024-03-31 13:00:00 +0200 CEST"),
        (".AddDate(0, 0, 1)", "2024-03-31 12:00:00 +0200 CEST"),
        (" + duration('24h')", "2024-03-31 13:00:00 +0200 CEST"),
        (".Location()", "Europe/Zurich"),
        (".UTC()", "2024-03-30 11:00:00 +0000 UTC"),
    ] {
        let value = run(&format!("{summer}{rest}"), &());
        assert_eq!(value.to_string(), expected, "{rest}");
    }
    assert!(run(summer, &()).as_timestamp().is_some(), "a result is a timestamp");
    assert!(run(&format!("[{{at: {summer}}}]"), &()).to_json(value::Escape::Plain, value::KeyOrder::Keep).is_ok());
}

#[test]
fn what_hangs_on_the_unknown_is_unknown() {
    let variables = Map::from_iter([("later", Value::from(Unknown::new("exec#a runs first")))]);
    for text in [
        "later",
        "later + 1",
        "later == 1",
        "later.x.y",
        "later[0]",
        "len(later)",
        "string(later)",
        "type(later)",
        "!later",
        "later ? 1 : 2",
        "later in [1]",
        "1 in later",
        "map(later, #)",
        "later ?? 1",
        "sum([1, later])",
        "[1, later] == [1, 2]",
        "{\"a\": later} != {\"a\": 1}",
        "2 in [1, later]",
    ] {
        let result = run(text, &variables);
        assert_eq!(result.as_unknown().map(Unknown::reason), Some("exec#a runs first"), "{text}");
    }
    assert_eq!(run("false && later", &variables), Value::Bool(false));
    assert_eq!(run("len([later])", &variables), Value::Int(1));
}

#[test]
fn texts_need_not_be_utf8() {
    let cut = run("'☃'[0:1]", &());
    assert_eq!(cut.as_raw_text(), Some(&b"\xe2"[..]));
    assert_eq!(cut.to_string(), "\u{fffd}");
    assert_eq!(run("'☃'[0:1] + '☃'[1:3]", &()), Value::from("☃"));
    assert_eq!(
        run("let s = '☃x'; s[0:1] == s[0:1] && s[0:2] startsWith s[0:1] && len(s[0:2]) == 2", &()),
        Value::Bool(true)
    );
    assert_eq!(run("type(fromBase64('/+8='))", &()), Value::from("string"));
}

/// As Go's `fmt` prints maps.
#[test]
fn keys_that_are_not_utf8_are_sorted_by_their_bytes() {
    let printed = |pairs: &str| run(&format!("let s = 'héllo'; string(fromPairs([{pairs}]))"), &()).to_string();
    assert_eq!(printed("['a', 1], ['2' + s[2:5], 2]"), "map[2\u{fffd}ll:2 a:1]");
    assert_eq!(printed("['é', 1], [s[2:3], 2], [s[1:2], 3], ['b', 4]"), "map[b:4 \u{fffd}:2 \u{fffd}:3 é:1]");
    assert_eq!(
        run("let s = 'héllo'; toPairs(fromPairs([['a', 1], [s[2:3], 2], ['z', 3]]))[1][0]", &()),
        Value::from("z")
    );
}

#[test]
fn months_and_weekdays_count_as_numbers_in_statistics() {
    let run = |text: &str| {
        let program = compile(text, &Environment::new()).unwrap_or_else(|error| panic!("{text}: {error}"));
        program.run(&(), &Budget::default()).map(|value| value.to_string())
    };
    assert_eq!(run("mean(date('2024-01-02').Weekday(), 4)").unwrap(), "3");
    assert_eq!(run("median([date('2024-01-02').Month(), 2])").unwrap(), "1.5");
    assert_eq!(run("min(date('2024-01-02').Month(), [])").unwrap(), "January");
    assert_eq!(run("take([1, 2, 3], date('2024-01-02').Weekday())").unwrap(), "[1 2]");
    assert_eq!(run("mean(-0.0)").unwrap(), "0");
    assert!(run("max(date('2024-01-02').Weekday(), 5)").is_err());
}

#[test]
fn members_answer_to_their_aliases() {
    static NAMES: Aliases = Aliases::new(&[("HostID", "hostId")]);
    let info = Map::from_iter([("hostId", "x")]).with_aliases(&NAMES);
    let variables = Map::from_iter([("Facts", info)]);
    for text in [
        "Facts.HostID",
        "Facts.hostId",
        "Facts['HostID']",
        "Facts?.HostID",
        "get(Facts, 'HostID')",
        "[Facts][0].HostID",
    ] {
        assert_eq!(run(text, &variables), Value::from("x"), "{text}");
    }
    assert_eq!(run("'HostID' in Facts", &variables), Value::Bool(true));
    assert_eq!(run("Facts.Hostid", &variables), Value::Null);
    assert_eq!(run("keys(Facts)", &variables).to_string(), "[hostId]");
    assert_eq!(run("toJSON(Facts)", &variables).to_string(), "{\n  \"hostId\": \"x\"\n}");
}
