//! Maps are shared: who holds one sees what others do to it.

use value::{Map, Value};

use crate::support::{failure, render, render_with, sprig};

#[test]
fn changes_are_seen_by_all_holders() {
    for (template, rendered) in [
        (r#"{{ $a := dict "x" 1 }}{{ $b := $a }}{{ $_ := set $b "y" 2 }}{{ $a }}"#, "map[x:1 y:2]"),
        (r#"{{ $a := dict "in" (dict) }}{{ $_ := set $a.in "k" 1 }}{{ $a }}"#, "map[in:map[k:1]]"),
        (r#"{{ $a := dict "in" (dict) }}{{ $_ := set (get $a "in") "k" 1 }}{{ $a }}"#, "map[in:map[k:1]]"),
        (r#"{{ $l := list (dict "k" 1) }}{{ range $l }}{{ $_ := set . "k" 2 }}{{ end }}{{ $l }}"#, "[map[k:2]]"),
        (r#"{{ $a := dict "k" 1 }}{{ $l := append (list) $a }}{{ $_ := unset $a "k" }}{{ $l }}"#, "[map[]]"),
        (
            r#"{{ $a := dict "k" 1 }}{{ $b := pick (dict "a" $a) "a" }}{{ $_ := set $a "k" 2 }}{{ $b }}"#,
            "map[a:map[k:2]]",
        ),
        (r#"{{ $a := dict "k" 1 }}{{ $c := deepCopy $a }}{{ $_ := set $a "k" 2 }}{{ $c }}"#, "map[k:1]"),
        (r#"{{ $a := dict "k" 1 }}{{ $o := omit $a "z" }}{{ $_ := set $a "k" 2 }}{{ $o }}"#, "map[k:1]"),
    ] {
        assert_eq!(render(template), rendered, "{template}");
    }
}

#[test]
fn merging_fills_the_first_map() {
    for (template, rendered) in [
        (r#"{{ $a := dict "x" 1 }}{{ $_ := merge $a (dict "x" 2 "y" 3) }}{{ $a }}"#, "map[x:1 y:3]"),
        (r#"{{ $a := dict "x" "" }}{{ $_ := merge $a (dict "x" 2) }}{{ $a }}"#, "map[x:2]"),
        (r#"{{ merge (dict "m" (dict "a" 1)) (dict "m" (dict "a" 2 "b" 3)) }}"#, "map[m:map[a:1 b:3]]"),
        (r#"{{ mergeOverwrite (dict "m" (dict "a" 1)) (dict "m" (dict "a" "" "b" 3)) }}"#, "map[m:map[a: b:3]]"),
        (r#"{{ mergeOverwrite (dict "m" 1) (dict "m" (dict "a" 1)) (dict "m" 3) }}"#, "map[m:3]"),
        (
            r#"{{ $s := dict "in" (dict "k" 1) }}{{ $d := merge (dict) $s }}{{ $_ := set $s.in "k" 2 }}{{ $d }}"#,
            "map[in:map[k:2]]",
        ),
        (r#"{{ $a := dict "k" (dict "j" 1) }}{{ merge $a $a }}"#, "map[k:map[j:1]]"),
        (r#"{{ merge (dict "v" (semver "1.2.3")) (dict "v" (dict)) }}"#, ""),
    ] {
        assert_eq!(render(template), rendered, "{template}");
    }
    assert_eq!(
        failure(r#"{{ mustMerge (dict "v" (semver "1.2.3")) (dict "v" (dict "a" 1)) }}"#),
        "mustMerge: src and dst must be of same type"
    );
}

#[test]
fn maps_that_hold_themselves_end_in_an_error() {
    let cycle = r#"{{ $a := dict }}{{ $_ := set $a "a" $a }}"#;
    for action in
        ["{{ $a }}", "{{ toJson $a | len }}{{ mustToJson $a }}", "{{ deepCopy $a }}", "{{ merge $a (deepCopy $a) }}"]
    {
        let error = render_with(&sprig(), &format!("{cycle}{action}"), &Map::new().into()).unwrap_err();
        assert!(error.contains("nested deeper than 1000 levels"), "{action}: {error}");
    }
}

#[test]
fn the_data_of_the_caller_stays_as_it_is() {
    let data = Value::from(Map::from_iter([("m", Value::from(Map::from_iter([("k", 1)])))]));
    let rendered = render_with(&sprig(), r#"{{ $_ := set .m "k" 2 }}{{ .m.k }}"#, &data);
    assert_eq!(rendered.as_deref(), Ok("2"));
    assert_eq!(data.to_string(), "map[m:map[k:1]]");
}
