//! What a template may use up; a limit ends it with an error that names the limit, and no `try` hides that.

use jet::{Limits, Options, Set, Templates};

use super::{outcome, parse, render_within};

fn message(text: &str, limits: Limits) -> String {
    render_within(text, limits)
        .map_or_else(|error| error.to_string(), |output| format!("printed {} bytes", output.len()))
}

#[test]
fn endless_work() {
    let limits = Limits { steps: 10_000, ..Limits::default() };
    for text in [
        "{{ range ints(0, 1e9) }}{{ end }}",
        "{{ range ints(0, 1e9) }}{{ range ints(0, 1e9) }}x{{ end }}{{ end }}",
        "{{ range i := ints(-9e18, 9e18) }}{{ try }}{{ nope }}{{ end }}{{ end }}",
        "{{ try }}{{ range ints(0, 1e9) }}{{ end }}{{ catch }}caught{{ end }}",
        "{{ x := slice(1) }}{{ range ints(0, 1e9) }}{{ isset(x[0]) }}{{ end }}",
    ] {
        assert!(message(text, limits).ends_with("more than 10000 steps"), "{text}: {}", message(text, limits));
    }
}

#[test]
fn endless_recursion() {
    let templates = Templates::from_iter([
        ("include.jet", "{{ include \"include.jet\" }}"),
        ("exec.jet", "{{ x := exec(\"exec.jet\") }}"),
        ("maybe.jet", "{{ if includeIfExists(\"maybe.jet\") }}{{ end }}"),
        ("yield.jet", "{{ block a() }}{{ yield a() }}{{ end }}"),
        (
            "content.jet",
            "{{ block a() }}{{ yield content }}{{ yield a() content }}{{ yield content }}{{ end }}{{ end }}",
        ),
        ("try.jet", "{{ try }}{{ include \"try.jet\" }}{{ catch }}{{ include \"try.jet\" }}{{ end }}"),
    ]);
    let set = Set::new(templates, &Options::default());
    for name in ["include.jet", "exec.jet", "maybe.jet", "yield.jet", "content.jet", "try.jet"] {
        let functions = jet::Functions::new();
        let input = jet::Input { variables: &(), context: None, functions: &functions, limits: Limits::default() };
        let error = set.load(name).unwrap().render(input).unwrap_err().to_string();
        assert!(
            error.ends_with("more than 400 levels of includes, yields, constructs and expressions"),
            "{name}: {error}"
        );
    }
}

#[test]
fn the_trail_of_a_recursion_is_short() {
    let templates = Templates::from_iter([("a.jet", "{{ include \"a.jet\" }}")]);
    let template = Set::new(templates, &Options::default()).load("a.jet").unwrap();
    let functions = jet::Functions::new();
    let input = jet::Input { variables: &(), context: None, functions: &functions, limits: Limits::default() };
    assert!(template.render(input).unwrap_err().trail().len() <= 20);
}

#[test]
fn too_much_output() {
    let limits = Limits { output: 1_000, ..Limits::default() };
    for text in [
        "{{ range ints(0, 1e6) }}x{{ end }}",
        "{{ range ints(0, 1e6) }}{{ name }}{{ end }}",
        "{{ repeat(\"x\", 2000) }}",
    ] {
        assert!(message(text, limits).ends_with("more than 1000 bytes of output"), "{text}");
    }
    // What `exec` prints goes nowhere.
    assert_eq!(message("{{ range ints(0, 500) }}{{ exec(\"greeting.jet\") }}{{ end }}", limits), "printed 0 bytes");
}

#[test]
fn too_much_memory() {
    let limits = Limits { memory: 100_000, ..Limits::default() };
    for text in [
        "{{ repeat(\"x\", 1e12) }}",
        "{{ repeat(\"xx\", 9e18) }}",
        "{{ x := \"x\" }}{{ range ints(0, 100) }}{{ x = x + x }}{{ end }}",
        "{{ x := \"x\" }}{{ range ints(0, 100) }}{{ x = replace(x, \"x\", \"xxx\", -1) }}{{ end }}",
        "{{ x := slice(1) }}{{ range ints(0, 1e6) }}{{ x = slice(x, x) }}{{ end }}",
        "{{ m := map() }}{{ range i := ints(0, 1e6) }}{{ m.x = repeat(\"x\", 1000) }}{{ end }}",
        "{{ x := split(repeat(\"x\", 90000), \"\") }}",
        "{{ x := \"\" + split(repeat(\"x,\", 2000), \",\") }}{{ range ints(0, 99) }}{{ x = x + x }}{{ end }}",
    ] {
        assert!(message(text, limits).contains("bytes of values"), "{text}: {}", message(text, limits));
    }
}

#[test]
fn values_that_hold_themselves() {
    for text in ["{{ m := map() }}{{ m.m = m }}{{ m }}", "{{ m := map() }}{{ m.m = slice(m) }}{{ json(m) }}"] {
        assert!(outcome(text).ends_with("more than 200 levels of lists and maps"), "{}", outcome(text));
    }
    let text = "{{ m := map() }}{{ m.m = m }}{{ n := map() }}{{ n.m = n }}{{ m == n }}";
    assert!(outcome(text).ends_with("more than 512 levels of lists and maps"), "{}", outcome(text));
}

#[test]
fn deep_nesting_is_refused_by_the_parser() {
    let nested = |open: &str, inner: &str, close: &str| open.repeat(5_000) + inner + &close.repeat(5_000);
    for text in [
        format!("{{{{ {} }}}}", nested("(", "1", ")")),
        format!("{{{{ {} }}}}", nested("!", "1", "")),
        format!("{{{{ {} }}}}", nested("slice(", "1", ")")),
        format!("{{{{ x{} }}}}", "[0]".repeat(5_000)),
        format!("{{{{ {} }}}}", nested("true ? ", "1", " : 2")),
        nested("{{ if true }}", "x", "{{ end }}"),
        nested("{{ try }}", "x", "{{ end }}"),
        nested("{{ range hosts }}", "x", "{{ end }}"),
        nested("{{ block a() }}", "x", "{{ end }}"),
    ] {
        let error = parse(&text).err().unwrap().to_string();
        assert!(error.ends_with("nested deeper than 200 levels"), "{error}");
    }
}

#[test]
fn long_chains_are_fine() {
    assert_eq!(outcome(&format!("{{{{ 1{} }}}}", " + 1".repeat(100_000))), "100001");
    assert_eq!(outcome(&format!("{{{{ {}1 }}}}", "false ? 2 : ".repeat(50_000))), "1");
    assert_eq!(outcome(&format!("{{{{ if false }}}}{}{{{{ end }}}}x", "{{ else if false }}a".repeat(20_000))), "x");
    assert_eq!(outcome(&format!("{{{{ 1{} }}}}", " | slice".repeat(100))).len(), 201);
    assert_eq!(outcome(&"[".repeat(1 << 20)).len(), 1 << 20);
    assert_eq!(outcome(&("{".repeat(1 << 20) + "\n")), "/t:1:3: unexpected `{` in an action, expected a value");
}

#[test]
fn templates_that_extend_each_other() {
    let templates = Templates::from_iter([
        ("a.jet", "{{ extends \"b.jet\" }}"),
        ("b.jet", "{{ import \"c.jet\" }}"),
        ("c.jet", "{{ import \"./x/../a.jet\" }}"),
    ]);
    let error = Set::new(templates, &Options::default()).load("a.jet").err().unwrap();
    assert!(error.to_string().ends_with("template `/a.jet` extends or imports itself"), "{error}");
    let chain = (0..100).map(|n| (format!("{n}.jet"), format!("{{{{ import \"{}.jet\" }}}}", n + 1)));
    let error = Set::new(chain.collect::<Templates>(), &Options::default()).load("0.jet").err().unwrap();
    assert!(error.to_string().contains("nested deeper than 50 levels"), "{error}");
}
