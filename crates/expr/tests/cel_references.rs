//! The names that expressions refer to.

use expr::cel::Engine;

fn references(text: &str) -> String {
    let found = Engine::new().references(text).expect("can be read");
    let shown = found.iter().map(|reference| {
        let fields: String = reference.fields.iter().flat_map(|field| ["/", field]).collect();
        format!("{}{fields} `{}`", reference.root, &text[reference.place.range()])
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[test]
fn fields_in_every_form() {
    for (text, expected) in [
        ("_.a", "_/a `_.a`"),
        ("_.a.b", "_/a/b `_.a.b`"),
        ("_[\"a\"]['b']", "_/a/b `_[\"a\"]['b']`"),
        ("_.?a.?b.orValue(1)", "_/a/b `_.?a.?b`"),
        ("_[?\"a\"]", "_/a `_[?\"a\"]`"),
        ("_.`a-b`", "_/a-b `_.`a-b``"),
        ("has(_.a.b)", "_/a/b `_.a.b`"),
        ("_.a[0].b", "_/a `_.a`"),
        ("_[x].y", "_ `_`, x `x`"),
        ("_.a[_.b].c", "_/a `_.a`, _/b `_.b`"),
        ("_", "_ `_`"),
        ("__self.x + name", "__self/x `__self.x`, name `name`"),
        (".a.b", "a/b `.a.b`"),
        ("'_.a' + \"_['b']\"", ""),
        ("{_.k: _.v}[_.i]", "_/k `_.k`, _/v `_.v`, _/i `_.i`"),
        ("[_.a, ?_.?b]", "_/a `_.a`, _/b `_.?b`"),
        ("google.protobuf.Int32Value{value: _.a}", "_/a `_.a`"),
    ] {
        assert_eq!(references(text), expected, "{text}");
    }
}

#[test]
fn names_of_loops_are_not_references() {
    for (text, expected) in [
        ("_.l.map(x, x.y + z)", "_/l `_.l`, z `z`"),
        ("_.l.filter(_, _.up)", "_/l `_.l`"),
        ("x.map(x, x)", "x `x`"),
        ("_.l.map(x, _.m.exists(y, x == y && y == z))", "_/l `_.l`, _/m `_.m`, z `z`"),
        ("_.l.map(x, x > 1, x + _.n)", "_/l `_.l`, _/n `_.n`"),
        ("cel.bind(v, _.a + v, v + _.b)", "_/a `_.a`, v `v`, _/b `_.b`"),
        ("_.?a.optMap(v, v + _.b)", "_/a `_.?a`, _/b `_.b`"),
        ("_.l.sortBy(o, o.n + _.k)", "_/l `_.l`, _/k `_.k`"),
        ("_.l.map(_, _.c).size() + _.b", "_/l `_.l`, _/b `_.b`"),
        ("_.l.exists(x, x.m.all(y, y)) && x.a && y.b", "_/l `_.l`, x/a `x.a`, y/b `y.b`"),
        ("_.l.map(x, x.m.map(x, x.n) + x.o) + x.p", "_/l `_.l`, x/p `x.p`"),
        ("cel.bind(v, _.a, v.b) + v.c", "_/a `_.a`, v/c `v.c`"),
        ("_.?a.optMap(v, v.b).orValue(v.c)", "_/a `_.?a`, v/c `v.c`"),
        ("_.?a.optFlatMap(v, v.?b).orValue(v.c)", "_/a `_.?a`, v/c `v.c`"),
        ("math.greatest(_.a, _.b)", "_/a `_.a`, _/b `_.b`"),
    ] {
        assert_eq!(references(text), expected, "{text}");
    }
}

#[test]
fn functions_and_types_are_not_references() {
    for (text, expected) in [
        ("strings.repeat(_.s, 2)", "_/s `_.s`"),
        ("arrays.strings.add(_.l, s)", "_/l `_.l`, s `s`"),
        ("strings.nope(_.s)", "strings `strings`, _/s `_.s`"),
        ("type(_.a) == int", "_/a `_.a`"),
        ("type(_.t) == google.protobuf.Timestamp", "_/t `_.t`"),
    ] {
        assert_eq!(references(text), expected, "{text}");
    }
    assert!(Engine::new().references("_.a +").is_err());
}

#[test]
fn they_print_as_they_could_be_written() {
    let found = Engine::new().references("_['a b'].c + x.`d-e`.f").expect("can be read");
    let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["_[\"a b\"].c", "x[\"d-e\"].f"]);
}
