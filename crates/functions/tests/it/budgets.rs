//! Nothing that a template asks for takes the machine down.

use gotmpl::Limits;
use value::Map;

use crate::support::{render, render_within, scafctl, sprig};

#[test]
fn results_beyond_the_budget_are_refused() {
    for template in [
        r#"{{ repeat 9000000000 "x" }}"#,
        "{{ until 2000000000 }}",
        "{{ untilStep 0 9223372036854775807 1 }}",
        "{{ seq 1 3000000000 }}",
        r#"{{ indent 2000000000 "a\nb" }}"#,
        r#"{{ nindent 2000000000 "" }}"#,
        "{{ randAlphaNum 4000000000 }}",
        "{{ randBytes 4000000000 }}",
        r#"{{ replace "" (repeat 10000000 "x") (repeat 1000 "y") }}"#,
        r#"{{ wrapWith 1 (repeat 10000000 "x") (repeat 1000 "y") }}"#,
        r#"{{ join (repeat 10000000 "x") (until 1000) }}"#,
        "{{ $l := list 1 }}{{ range until 400 }}{{ $l = list $l $l }}{{ end }}{{ toPrettyJson $l }}",
        r#"{{ $l := list 1 }}{{ range until 400 }}{{ $l = list $l $l }}{{ end }}{{ cat $l "" }}"#,
        r#"{{ $d := dict }}{{ range until 400 }}{{ $d = dict "a" $d "b" $d }}{{ end }}{{ $_ := merge $d (dict "a" $d) }}"#,
        "{{ $l := until 2000000 }}{{ range until 400 }}{{ $l = list $l }}{{ end }}{{ mustToPrettyJson $l }}",
        r#"{{ regexReplaceAll "" (repeat 1000 "y") (repeat 1000000 "x") }}"#,
    ] {
        let limits = Limits { memory: 64 << 20, steps: 1_000_000, ..Limits::default() };
        let error = render_within(&limits, &sprig(), template, &Map::new().into()).expect_err("too much");
        assert!(["limit", "longer than", "nested"].iter().any(|word| error.contains(word)), "{template}: {error}");
    }
}

/// What is refused before it is built takes no memory.
#[test]
fn one_result_is_refused_long_before_the_memory_is_used_up() {
    for template in [
        r#"{{ repeat 1000000000 "x" }}"#,
        r#"{{ indent 1000000000 "x" }}"#,
        r#"{{ nindent 1000000000 "x" }}"#,
        "{{ until 30000000 }}",
        "{{ seq 30000000 }}",
        r#"{{ wrapWith 1 (repeat 10000 "x") (repeat 100000 "y") }}"#,
        r#"{{ join (repeat 1000000 "x") (until 1000) }}"#,
    ] {
        let error = render_within(&Limits::default(), &sprig(), template, &Map::new().into()).expect_err("too much");
        assert!(error.contains("a value is larger than the limit of 268435456 bytes"), "{template}: {error}");
    }
}

#[test]
fn what_goes_through_cel_is_measured() {
    let doubled = "{{ $l := list 1 }}{{ range until 60 }}{{ $l = list $l $l }}{{ end }}{{ cel `_` $l }}".to_owned();
    let binds: Vec<String> = (0..60).map(|at| format!("cel.bind(a{}, [a{at}, a{at}], ", at + 1)).collect();
    let binds = binds.concat();
    let bound = format!("{{{{ cel `cel.bind(a0, [1], {binds}a60{}` . }}}}", ")".repeat(61));
    for template in [doubled, bound] {
        let error = render_within(&Limits::default(), &scafctl(), &template, &Map::new().into()).expect_err("too much");
        assert!(["more than", "limit"].iter().any(|word| error.contains(word)), "{error}");
    }
}

#[test]
fn large_texts_are_fine() {
    let text = r#"{{ $t := repeat 262144 "aé B" }}"#;
    for (action, rendered) in [
        ("{{ $t | upper | lower | title | swapcase | untitle | len }}", "1310720"),
        ("{{ $t | snakecase | len }} {{ $t | camelcase | len }}", "1310720 1048576"),
        (r#"{{ $t | splitList " " | uniq | len }}"#, "3"),
        (r#"{{ $t | wrap 40 | len }} {{ $t | replace " " "" | len }}"#, "1310720 1048576"),
        ("{{ $t | b64enc | b64dec | b32enc | b32dec | toJson | fromJson | len }}", "1310720"),
        (r#"{{ regexFindAll "a." $t 5 | len }} {{ regexReplaceAll "é" $t "" | len }}"#, "5 786432"),
        ("{{ $t | sha256sum | trunc 8 }} {{ $t | quote | len }} {{ $t | nospace | len }}", "8170eddd 1310722 1572864"),
    ] {
        assert_eq!(render(&format!("{text}{action}")), rendered, "{action}");
    }
}

#[test]
fn deep_values_are_fine_or_refused() {
    assert_eq!(render(r#"{{ $j := print (repeat 9000 "[") (repeat 9000 "]") }}{{ fromJson $j | len }}"#), "1");
    assert_eq!(render(r#"{{ $j := print (repeat 20000 "[") (repeat 20000 "]") }}{{ fromJson $j }}"#), "<no value>");
}
