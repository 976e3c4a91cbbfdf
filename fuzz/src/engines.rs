//! The engines with small budgets: whatever the text is, they end soon, and their errors point into it.

use std::ops::Range;
use std::sync::OnceLock;

use crate::paths::Path;
use crate::trees::{DATA, Language, Part, SHARED, Tree, levels, pick};
use expr::{cel as cel_language, exprlang as expr_language, gjson as gjson_language};
use value::{Map, Value};

fn data() -> Value {
    Value::from_json(DATA).expect("the data is JSON")
}

/// A place of an error is inside of the text and between characters.
fn check_place(text: &str, place: Range<usize>) {
    assert!(text.get(place.clone()).is_some(), "{place:?} is not in {text:?}");
}

/// Compiles and runs an expression of manifests.
pub fn exprlang(text: &str) {
    use expr_language::{Budget, Environment, Type, compile};
    let environment = Environment::new().variable("Data", Type::Map).variable("Facts", Type::Map);
    let program = match compile(text, &environment) {
        Ok(program) => program,
        Err(error) => return check_place(text, error.place.range()),
    };
    let variables = Map::from_iter([("Data", data()), ("Facts", data())]);
    let budget = Budget { steps: 100_000, text: 1 << 22, ..Budget::default() };
    if let Err(error) = program.run(&variables, &budget) {
        check_place(text, error.place.range());
    }
}

/// Finds, compiles and lists the expressions in a text.
pub fn property(source: &str) {
    use data_templates::template::{Piece, Reach, Scope, Text};
    let (scope, text) = (Scope::new(Reach::All), Text::parse(source));
    let part = |piece| match piece {
        Piece::Literal(literal) => literal,
        Piece::Expression(expression) => &source[expression.whole.clone()],
    };
    assert_eq!(text.pieces().map(part).collect::<String>(), source);
    match text.compile(&scope) {
        Ok(template) => {
            template.references(&scope).into_iter().for_each(|reference| check_place(source, reference.at));
        }
        Err(problems) => problems.into_iter().for_each(|problem| check_place(source, problem.at)),
    }
}

/// How trees of manifests are written.
pub fn exprlang_language() -> Language {
    Language {
        names: &["Data", "Facts", "Data.a", "Data.users", "Data.missing", "nil", "true"],
        unary: &["-", "!", "not ", "+"],
        binary: &[
            "+",
            "-",
            "*",
            "/",
            "%",
            "**",
            "==",
            "!=",
            "<",
            "<=",
            ">",
            ">=",
            "and",
            "or",
            "&&",
            "||",
            "??",
            "in",
            "not in",
            "contains",
            "startsWith",
            "endsWith",
            "matches",
            "..",
            "|",
        ],
        functions: names(expr_language::reference().map(|entry| entry.name.to_owned())),
        each: |kind, list, body| {
            let name = pick(
                &["map", "filter", "all", "any", "none", "one", "count", "sum", "find", "groupBy", "sortBy"],
                kind,
            );
            format!("{name}({list}, {body} == # ? # : {body})")
        },
        shared: |levels, of, used| {
            // A name can be declared once: what is inside of another is doubled without names.
            if of.contains("let ") || used.contains("let ") {
                return format!("reduce(1..{levels}, [#acc, #acc], {of})");
            }
            let double = |level| match level % 3 {
                0 => format!("let s{} = {{a: s{level}, b: s{level}}}; ", level + 1),
                _ => format!("let s{} = [s{level}, s{level}]; ", level + 1),
            };
            let chain: Vec<String> = (0..levels).map(double).collect();
            format!("(let s0 = {of}; {}let {SHARED} = s{levels}; {used})", chain.concat())
        },
    }
}

/// Compiles and runs an expression of solutions.
pub fn cel(text: &str) {
    let engine = cel_language::Engine::new();
    let program = match engine.compile(text, &["_", "x"]) {
        Ok(program) => program,
        Err(error) => return error.problems().iter().for_each(|problem| check_place(text, problem.place.range())),
    };
    let variables = Map::from_iter([("_", data()), ("x", Value::Int(3))]);
    let limits = cel_language::Limits { steps: 100_000, memory: 1 << 24, ..cel_language::Limits::default() };
    if let Err(error) = program.evaluate_within(&variables, limits) {
        check_place(text, error.place.range());
    }
    for reference in engine.references(text).expect("what compiles can be looked through") {
        check_place(text, reference.place.range());
    }
}

/// How trees of solutions are written.
pub fn cel_language() -> Language {
    Language {
        names: &["_", "x", "_.a", "_.users", "_.missing", "null", "true", "_.?a"],
        unary: &["-", "!"],
        binary: &["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "in"],
        functions: names(cel_language::Engine::new().reference().into_iter().map(|entry| entry.name.to_owned())),
        each: |kind, list, body| {
            let name = pick(&["map", "filter", "all", "exists", "exists_one"], kind);
            format!("({list}).{name}(i, {body} == i)")
        },
        shared: |levels, of, used| {
            let double = |level| match level % 3 {
                0 => format!("cel.bind({SHARED}, {{'a': {SHARED}, 'b': {SHARED}}}, "),
                _ => format!("cel.bind({SHARED}, [{SHARED}, {SHARED}], "),
            };
            let chain: Vec<String> = (0..levels).map(double).collect();
            format!("cel.bind({SHARED}, {of}, {}{used}){}", chain.concat(), ")".repeat(levels.into()))
        },
    }
}

/// Follows a path.
pub fn gjson(path: &str) {
    gjson_in(&data(), path);
}

/// Follows a path in data that has a value which is doubled so many times, all of its parts shared.
pub fn gjson_tree(levels: u8, path: &Path) {
    let double = |inner: Value, level: u8| match level % 3 {
        0 => Value::from(Map::from_iter([("a", inner.clone()), ("b", inner)])),
        _ => Value::from(vec![inner.clone(), inner]),
    };
    let shared = (0..levels).fold(Value::from(1), double);
    let mut data = data().as_map().cloned().unwrap_or_default();
    data.insert("shared", shared);
    gjson_in(&data.into(), &path.text());
}

fn gjson_in(data: &Value, path: &str) {
    if let Ok(found) = gjson_language::Document::new(data, gjson_language::KeyOrder::Keep).get(path) {
        // Both forms can be made of whatever was found, or say why not.
        let _ = (found.text(), found.raw());
    }
    let _ = gjson_language::lookup([("data", data)], &format!("data.{path}"));
}

/// Parses and renders a Go template.
pub fn gotmpl(source: &[u8]) {
    use gotmpl_engine::{Limits, Options, Template};
    let functions = go_functions();
    let inside = |start: u32, end: u32| assert!(start <= end && end as usize <= source.len(), "{start}..{end}");
    let template = match Template::parse("fuzz", source, &Options::new(functions)) {
        Ok(template) => template,
        Err(error) => return inside(error.start, error.end),
    };
    let limits = Limits { output: 1 << 20, memory: 1 << 24, steps: 100_000, ..Limits::default() };
    if let Err(error) = template.render(&data(), &limits) {
        inside(error.start, error.end);
    }
    template.references();
}

/// Parses and renders a Jet template.
pub fn jet(source: &[u8]) {
    use jet_engine::{Functions, Input, Limits, Options, Template};
    let inside = |place: &jet_engine::Place| {
        assert!(place.start <= place.end && place.end as usize <= source.len(), "{place:?}");
    };
    let template = match Template::parse("fuzz", source, &Options::default()) {
        Ok(template) => template,
        Err(error) => return inside(&error.place),
    };
    let variables = data().as_map().cloned().unwrap_or_default();
    let (context, limits) = (data(), Limits { output: 1 << 20, steps: 100_000, memory: 1 << 24, ..Limits::default() });
    let input = Input { variables: &variables, context: Some(&context), functions: &Functions::new(), limits };
    if let Err(error) = template.render(input) {
        inside(error.place());
    }
}

/// The functions of solutions, made once.
fn go_functions() -> &'static gotmpl_engine::FunctionSet {
    static FUNCTIONS: OnceLock<gotmpl_engine::FunctionSet> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        let world = system::FakeWorld::new();
        let outside = functions::Outside::new(world.clock.clone(), world.random.clone());
        functions::scafctl(&outside, functions::EnvFunctions::Removed)
    })
}

/// The text of a Go template. Calls are written as Go writes them, in parentheses.
pub fn gotmpl_text(parts: &[Part]) -> String {
    let value = |tree: &Tree| go_value(tree);
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Print(tree) => format!("{{{{ {} }}}}", value(tree)),
        Part::If(condition, yes, no) => {
            format!(
                "{{{{ if {} }}}}{}{{{{ else }}}}{}{{{{ end }}}}",
                value(condition),
                gotmpl_text(yes),
                gotmpl_text(no)
            )
        }
        Part::Range(list, body) => {
            format!("{{{{- range $i, $x := {} -}}}}{}{{{{ end }}}}", value(list), gotmpl_text(body))
        }
        Part::Set(at, tree) => format!("{{{{ $v{} := {} }}}}", at % 3, value(tree)),
        Part::Block(at, body) => format!("{{{{ block \"b{}\" . }}}}{}{{{{ end }}}}", at % 3, gotmpl_text(body)),
        Part::Double(number, tree) => {
            let double = pick(&["list $v1 $v1", "dict \"a\" $v1 \"b\" $v1", "print $v1 $v1"], *number);
            let levels = levels(*number);
            format!(
                "{{{{ $v1 := {} }}}}{{{{ range until {levels} }}}}{{{{ $v1 = {double} }}}}{{{{ end }}}}",
                value(tree)
            )
        }
    };
    parts.iter().map(part).collect()
}

fn go_value(tree: &Tree) -> String {
    // Of the functions of solutions those that walk over values.
    const FUNCTIONS: &[&str] = &[
        "print",
        "printf",
        "println",
        "html",
        "js",
        "urlquery",
        "index",
        "slice",
        "len",
        "call",
        "list",
        "dict",
        "toJson",
        "toPrettyJson",
        "toYaml",
        "toHcl",
        "cel",
        "merge",
        "deepEqual",
        "deepCopy",
        "concat",
        "uniq",
        "has",
        "join",
        "quote",
        "values",
        "dig",
        "first",
        "reverse",
        "where",
        "selectField",
        "sortAlpha",
        "toStrings",
        "cat",
        "compact",
    ];
    const OPERATORS: &[&str] = &["eq", "ne", "lt", "le", "gt", "ge", "and", "or"];
    match tree {
        Tree::Int(number) => number.to_string(),
        Tree::Float(number) if number.is_finite() => format!("{number:e}"),
        Tree::Float(_) => "0.5".to_owned(),
        Tree::Text(text) => format!("{text:?}"),
        Tree::Name(at) => pick(&[".", ".a.b", ".users", "$", "nil", "true", ".nothing.x", "$v1"], *at).to_string(),
        Tree::Unary(_, operand) => format!("(not {})", go_value(operand)),
        Tree::Binary(at, left, right) => format!("({} {} {})", pick(OPERATORS, *at), go_value(left), go_value(right)),
        Tree::Choice(condition, yes, no) => {
            format!("(or (and {} {}) {})", go_value(condition), go_value(yes), go_value(no))
        }
        Tree::Field(of, at) => format!("({}).{}", go_value(of), pick(&["a", "b", "name"], *at)),
        Tree::Index(of, at) => format!("(index {} {})", go_value(of), go_value(at)),
        Tree::List(items) | Tree::Call(_, items) if items.is_empty() => "(print)".to_owned(),
        Tree::List(items) => format!("(print {})", items.iter().map(go_value).collect::<Vec<_>>().join(" ")),
        Tree::Map(entries) => format!("(len .users | printf \"%v %d\" {})", entries.len()),
        Tree::Call(at, arguments) => {
            format!("({} {})", pick(FUNCTIONS, *at), arguments.iter().map(go_value).collect::<Vec<_>>().join(" "))
        }
        Tree::Each(_, list, body) => format!("({} | printf \"%v\" {})", go_value(list), go_value(body)),
        // A doubled value is a part of its own; this one is only used.
        Tree::Shared(at, of, _) => format!("({} $v1 {})", pick(FUNCTIONS, *at), go_value(of)),
    }
}

/// The text of a Jet template.
pub fn jet_text(parts: &[Part]) -> String {
    let value = |tree: &Tree| jet_language().write(tree);
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Print(tree) => format!("{{{{ {} }}}}", value(tree)),
        Part::If(condition, yes, no) => {
            format!("{{{{ if {} }}}}{}{{{{ else }}}}{}{{{{ end }}}}", value(condition), jet_text(yes), jet_text(no))
        }
        Part::Range(list, body) => format!("{{{{- range i, x := {} -}}}}{}{{{{ end }}}}", value(list), jet_text(body)),
        Part::Set(at, tree) => format!("{{{{ v{} := {} }}}}", at % 3, value(tree)),
        Part::Double(number, tree) => {
            let double = pick(&["slice(v1, v1)", "map(\"a\", v1, \"b\", v1)", "v1 + v1"], *number);
            let levels = levels(*number);
            format!(
                "{{{{ v1 := {} }}}}{{{{ range ints(0, {levels}) }}}}{{{{ v1 = {double} }}}}{{{{ end }}}}",
                value(tree)
            )
        }
        Part::Block(at, body) => {
            format!("{{{{ block b{}(p=1) }}}}{}{{{{ yield content }}}}{{{{ end }}}}", at % 3, jet_text(body))
        }
    };
    parts.iter().map(part).collect()
}

fn jet_language() -> Language {
    Language {
        names: &[".", "a", "users", "n", "nothing", "missing", "true", "nil", "v1"],
        unary: &["-", "!"],
        binary: &["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"],
        functions: names(jet_engine::reference().into_iter().map(|entry| entry.name.to_owned())),
        each: |_, list, body| format!("({list} | upper: {body})"),
        // A doubled value is a part of its own; this one is only used.
        shared: |_, of, used| format!("slice({of}, {})", used.replace(SHARED, "v1")),
    }
}

/// Names that can be called.
fn names(all: impl Iterator<Item = String>) -> Vec<String> {
    let is_name =
        |name: &String| name.trim_start_matches('.').chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_');
    all.filter(is_name).collect()
}
