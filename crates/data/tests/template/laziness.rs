//! Nothing is gathered or compiled that nobody needs, or twice.

use std::sync::{Arc, Mutex};

use super::{compiled, map};
use data::template::{Condition, Environment, Facts, Reach, Scope, Text};
use value::{Map, Value};

/// Facts that remember what they were asked.
struct Counting {
    facts: Map,
    asked: Mutex<Vec<String>>,
}

impl Facts for Counting {
    fn group(&self, name: &str) -> Option<Value> {
        self.asked.lock().unwrap().push(name.to_owned());
        self.facts.get(name).cloned()
    }

    fn all(&self) -> Map {
        self.asked.lock().unwrap().push("*".to_owned());
        self.facts.clone()
    }
}

fn asked(source: &str) -> String {
    let facts = map(r#"{"host": {"info": {"os": "linux"}}, "cpu": {"info": []}, "memory": {"total": 5}}"#);
    let facts = Arc::new(Counting { facts, asked: Mutex::default() });
    let environment = Environment::new(Scope::new(Reach::All), Arc::clone(&facts) as _);
    compiled(source, &environment).text(&environment).unwrap_or_else(|error| panic!("{source}: {error}"));
    let asked = facts.asked.lock().unwrap();
    asked.join(" ")
}

#[test]
fn facts_are_asked_for_by_group() {
    let cases = [
        ("plain {{ 1 + 1 }} {{ lookup('data.x', 1) }}", ""),
        ("{{ Facts.host.info.os }}", "host"),
        ("{{ Facts['host']['info'].os }}", "host"),
        ("{{ lookup('facts.host.info.os') }}", "host"),
        ("{{ lookup('facts.host.info.o*') }}", "host"),
        ("{{ true ? Facts.cpu.info : Facts.memory }}", "cpu"),
        ("{{ Facts.memory.total }} {{ Facts.cpu?.info }}", "memory cpu"),
        ("{{ len(Facts) }}", "*"),
        ("{{ Facts[lower('HOST')] }}", "*"),
        ("{{ lookup('facts.h*.info.os') }}", "*"),
        ("{{ lookup('{facts.cpu}') }}", "*"),
        ("{{ jet('[[ data.x ]]') }}", ""),
        ("{{ jet('[[ facts.host.info.os ]][[ Facts.cpu.info ]]') }}", "cpu host"),
        ("{{ jet('[[ .Facts.host.info.os ]]') }}", "*"),
        ("{{ jet('[[ facts.host.info.os ]][[ x := . ]][[ x.Facts.cpu.info ]]') }}", "*"),
        ("{{ jet('[[ range k, v := facts ]][[ k ]][[ end ]]') }}", "*"),
        ("{{ jet('[[ lookup(\"facts.cpu.info\") ]]') }}", "cpu"),
        ("{{ template('{{ Facts.host.info.os }}') }}", "host"),
    ];
    for (source, expected) in cases {
        assert_eq!(asked(source), expected, "{source}");
    }
}

#[test]
fn each_expression_is_compiled_once() {
    let scope = Scope::new(Reach::All);
    let environment = Environment::new(scope.clone(), Arc::new(map(r#"{"a": 1}"#)));
    for _ in 0..200 {
        let source = "{{ Facts.a }} ${ Facts.a } {{ Facts.a + 1 }} {{ Facts.a + 2 }} {{ template('{{ Facts.a }}') }}";
        compiled(source, &environment).text(&environment).unwrap();
    }
    assert_eq!(scope.compiles(), 4);
    for _ in 0..10 {
        assert!(Text::parse("{{ nope }}").compile(&scope).is_err());
        Condition::compile("Facts.a", &scope).unwrap();
    }
    assert_eq!(scope.compiles(), 6);
}
