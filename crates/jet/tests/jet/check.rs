//! What templates refer to.

use jet::{Reference, TemplateUse};

use super::template;

fn shown(references: &[Reference]) -> Vec<String> {
    let mark = |reference: &Reference| match (reference.optional, reference.assigned) {
        (true, _) => "?",
        (_, true) => "=",
        _ => "",
    };
    references.iter().map(|reference| reference.path.join(".") + mark(reference)).collect()
}

#[test]
fn variables_that_the_template_does_not_declare() {
    for (text, variables) in [
        ("{{ a }}{{ b.c.d }}{{ e[\"f\"].g }}", vec!["a", "b.c.d", "e.f.g"]),
        ("{{ a[0].b }}{{ a[k].b }}", vec!["a", "k", "a"]),
        ("{{ x := a }}{{ x.y }}{{ x = b }}", vec!["a", "b"]),
        ("{{ if x := a; x }}{{ x }}{{ else if y }}{{ x }}{{ end }}{{ x }}", vec!["a", "y", "x"]),
        ("{{ range i, v := l }}{{ i }}{{ v.n }}{{ w }}{{ end }}{{ v }}", vec!["l", "w", "v"]),
        ("{{ try }}{{ a }}{{ catch e }}{{ e }}{{ b }}{{ end }}{{ e }}", vec!["a?", "b", "e"]),
        ("{{ block b(p=a) }}{{ p }}{{ q }}{{ end }}{{ p }}", vec!["a", "q", "p"]),
        ("{{ isset(a.b) ? a.b : c }}", vec!["a.b?", "a.b", "c"]),
        ("{{ a = 1 }}{{ m.k = v }}", vec!["a=", "v", "m.k="]),
        ("{{ \"x\" + a * -b == !c[1:n] }}", vec!["a", "b", "c", "n"]),
        ("{{ yield b(p=a) c content }}{{ d }}{{ end }}{{ return e }}", vec!["a", "c", "d", "e"]),
        ("{{ if true }}{{ x := 1 }}{{ end }}{{ x }}", vec!["x"]),
    ] {
        assert_eq!(shown(&template(text).references().variables), variables, "{text}");
    }
}

#[test]
fn fields_of_the_context_that_the_template_is_given() {
    let text = "{{ .a.b }}{{ range .l }}{{ .c }}{{ end }}{{ range i, v := .m }}{{ .d }}{{ end }}{{ range i := .n }}{{ .e }}{{ end }}\
                {{ block x() .f }}{{ .g }}{{ end }}{{ . }}{{ .[\"h\"].i }}";
    assert_eq!(shown(&template(text).references().context), ["a.b", "l", "m", "d", "n", "f", "h.i"]);
    for (text, is_whole) in [
        ("{{.}}", true),
        ("{{f(.)}}", true),
        ("{{range k, v := .}}{{end}}", true),
        ("{{x := .}}", true),
        ("{{.a}}{{range .l}}{{.}}{{end}}", false),
    ] {
        assert_eq!(template(text).references().whole_context, is_whole, "{text}");
    }
}

#[test]
fn calls_with_the_number_of_arguments() {
    let text = "{{ upper(name) }}{{ lookup(\"a\", \"b\") | trimSpace | repeat: 2 | replace(\"a\", _) }}{{ x := len }}{{ x(1) }}";
    let calls = template(text).references().calls;
    let shown: Vec<String> =
        calls.iter().map(|call| format!("{}/{} {}", call.name, call.arguments, call.place)).collect();
    assert_eq!(
        shown,
        ["upper/1 /t:1:4", "lookup/2 /t:1:21", "trimSpace/1 /t:1:40", "repeat/2 /t:1:52", "replace/2 /t:1:64"]
    );
}

#[test]
fn other_templates() {
    let text = "{{ import \"blocks.jet\" }}{{ include \"greeting.jet\" }}{{ include f }}{{ exec(\"double.jet\") }}{{ includeIfExists(g) }}";
    let templates = template(text).references().templates;
    let found: Vec<_> = templates.iter().map(|used| (used.name.as_deref(), used.by)).collect();
    let expected = [
        (Some("/blocks.jet"), TemplateUse::Import),
        (Some("greeting.jet"), TemplateUse::Include),
        (None, TemplateUse::Include),
        (Some("double.jet"), TemplateUse::Exec),
        (None, TemplateUse::IncludeIfExists),
    ];
    assert_eq!(found, expected);
}

#[test]
fn names_that_stand_for_nothing() {
    for (text, expected) in [
        ("{{ data.port }}{{ lookup(\"x\") }}{{ upper(\"x\") }}{{ x := len }}{{ x(1) }}", vec![]),
        (
            "{{ nope.port }} {{ 1 | nofun | uper(nix) }}",
            vec!["nope /t:1:4", "nofun /t:1:24", "uper /t:1:32", "nix /t:1:37"],
        ),
        ("{{ try }}{{ nofun() }}{{ nope }}{{ end }}", vec![]),
        ("{{ if isset(more) }}{{ more }}{{ end }}", vec![]),
        ("{{ block b() }}{{ v }}{{ w }}{{ end }}{{ if true }}{{ v := 1 }}{{ yield b() }}{{ end }}", vec!["w /t:1:26"]),
    ] {
        let found = template(text).undefined(&["data", "lookup"]);
        let shown: Vec<String> = found.iter().map(|one| format!("{} {}", one.name, one.place)).collect();
        assert_eq!(shown, expected, "{text}");
        assert!(found.iter().all(|one| text[one.place.range()] == one.name), "{found:?}");
    }
    let found = template("{{ uper(\"x\") }}").undefined(&[]);
    assert_eq!(found[0].help().unwrap(), "`upper` is defined");
}
