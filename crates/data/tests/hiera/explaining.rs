//! How a key gets its value.

use super::support::Case;
use data::hiera::Layer;
use std::fmt::Write;

/// One line a layer.
fn explained(case: &Case, key: &str) -> String {
    let explained = case.explain(key).unwrap();
    let value = explained.value.map_or("nothing".to_owned(), |value| value.to_string());
    let mut out = format!("{} = {value}\n", explained.key);
    for held in explained.layers {
        let layer = match &held.layer {
            Layer::Base => "data".to_owned(),
            Layer::Override { name, order, merge } => {
                let order = order.map_or("default order".to_owned(), |at| case.sources.place(at));
                format!("override {name} ({merge}, {order})")
            }
            Layer::Passed(from) => from.clone(),
        };
        let at = held.at.map_or("-".to_owned(), |at| case.sources.place(at));
        let value = held.value.map_or("nothing".to_owned(), |value| value.to_string());
        let counts = if held.counts { "" } else { ", lost" };
        writeln!(out, "{at} {layer}: {value}, {}{counts}", held.effect).unwrap();
    }
    out
}

const DEEP: &str = "\
hierarchy:
  order: ['os:{{ Facts.os }}', none, site]
  merge: deep
data:
  port: 80
  tags: [a]
  web: {root: /srv, log: {level: info}}
overrides:
  os:debian:
    port: 8080
    tags: [b]
    web: {log: {level: debug}}
  site:
    port: 443
    web: {log: off}
";

fn deep() -> Case {
    Case::new(DEEP).facts(r#"{"os": "debian"}"#)
}

#[test]
fn scalars_lists_and_maps() {
    insta::assert_snapshot!(explained(&deep(), "port"), @"
    port = 443
    site.yaml:5:9 data: 80, sets it, lost
    site.yaml:10:11 override os:debian (deep, site.yaml:2:11): 8080, replaces it, lost
    site.yaml:14:11 override site (deep, site.yaml:2:38): 443, replaces it
    ");
    insta::assert_snapshot!(explained(&deep(), "tags"), @r"
    tags = [a b]
    site.yaml:6:9 data: [a], sets it
    site.yaml:11:11 override os:debian (deep, site.yaml:2:11): [b], is merged with it
    ");
    insta::assert_snapshot!(explained(&deep(), "tags.1"), @r"
    tags.1 = b
    site.yaml:6:9 data: [a], sets it
    site.yaml:11:11 override os:debian (deep, site.yaml:2:11): [b], is merged with it
    ");
    insta::assert_snapshot!(explained(&deep(), "web.log.level"), @"
    web.log.level = nothing
    site.yaml:7:34 data: info, sets it, lost
    site.yaml:12:24 override os:debian (deep, site.yaml:2:11): debug, replaces it, lost
    site.yaml:15:16 override site (deep, site.yaml:2:38): nothing, removes it, lost
    ");
    insta::assert_snapshot!(explained(&deep(), "web.root"), @r"
    web.root = /srv
    site.yaml:7:15 data: /srv, sets it
    ");
    insta::assert_snapshot!(explained(&deep(), "nope"), @"nope = nothing");
}

#[test]
fn inside_of_a_list() {
    let case = Case::new("data: {l: [{a: {b: 1}}, [2, 3]]}\n");
    for (key, value) in [("l.0.a.b", Some("1")), ("l.1.1", Some("3")), ("l.2", None), ("l.0.c", None), ("l.x", None)] {
        let explained = case.explain(key).unwrap();
        assert_eq!((explained.key.as_str(), explained.list.as_deref()), (key, Some("l")));
        assert_eq!(explained.value.map(|value| value.to_string()).as_deref(), value, "{key}");
        assert_eq!(explained.layers.len(), 1, "{key}");
    }
    assert_eq!(case.explain("l").unwrap().list, None);
}

#[test]
fn the_first_match_replaces_at_the_top() {
    let case = Case::new("data: {m: {a: 1, b: 2}}\noverrides: {default: {m: {a: 3}}}\n");
    insta::assert_snapshot!(explained(&case, "m.a"), @"
    m.a = 3
    site.yaml:1:15 data: 1, sets it, lost
    site.yaml:2:30 override default (first, default order): 3, replaces it
    ");
    insta::assert_snapshot!(explained(&case, "m.b"), @"
    m.b = nothing
    site.yaml:1:21 data: 2, sets it, lost
    site.yaml:2:26 override default (first, default order): nothing, removes it, lost
    ");
}

#[test]
fn other_documents_and_passed_data() {
    let more = "hierarchy: {order: [x]}\ndata: {port: 1, tags: [c]}\noverrides: {x: {tags: [d]}}\n";
    let case = deep().over("more.yaml", more).passed(r#"{"tags": ["e"], "port": 2}"#);
    insta::assert_snapshot!(explained(&case, "tags"), @r"
    tags = [a b d e]
    site.yaml:6:9 data: [a], sets it
    site.yaml:11:11 override os:debian (deep, site.yaml:2:11): [b], is merged with it
    more.yaml:2:23 data: [c], sets it, lost
    more.yaml:3:23 override x (first, more.yaml:1:21): [d], is merged with it
    - the command line: [e], is merged with it
    ");
    insta::assert_snapshot!(explained(&case, "port"), @"
    port = 2
    site.yaml:5:9 data: 80, sets it, lost
    site.yaml:10:11 override os:debian (deep, site.yaml:2:11): 8080, replaces it, lost
    site.yaml:14:11 override site (deep, site.yaml:2:38): 443, replaces it, lost
    more.yaml:2:14 data: 1, replaces it, lost
    - the command line: 2, replaces it
    ");
}

#[test]
fn values_inside_of_what_an_expression_gives() {
    let case = Case::new("data: {os: '{{ Facts.os }}'}\n").facts(r#"{"os": {"family": "debian"}}"#);
    insta::assert_snapshot!(explained(&case, "os.family"), @r"
    os.family = debian
    site.yaml:1:12 data: debian, sets it
    ");
}

#[test]
fn a_key_that_is_close_is_named() {
    let meant = |key: &str| deep().explain(key).unwrap().meant;
    assert_eq!(meant("prot").as_deref(), Some("port"));
    assert_eq!(meant("web.rooot").as_deref(), Some("web.root"));
    assert_eq!(meant("wbe.root"), Some("web".to_owned()));
    for known_or_far in ["port", "web.root", "entirely.other", "port.inner", "tags.9"] {
        assert_eq!(meant(known_or_far), None, "{known_or_far}");
    }
}
