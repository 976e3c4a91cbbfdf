//! Every construct, option, built-in function and method, for the documentation. The tests execute all examples.

use std::fmt::Write;

use value::Value;

use crate::builtin::{ALL, Builtin};
use crate::function::Param;
use crate::go::Method;
use crate::methods::{DURATION, TIME};

/// One line of the documentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it belongs to: `actions`, `pipelines`, `literals`, `options`, `functions`, `methods of times`, …
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// How it is written.
    pub signature: String,
    /// What it does, in one line.
    pub help: &'static str,
    /// A template that uses it, rendered with [`example_data`]. Examples of the group `options` are rendered with the
    /// option that is their name.
    pub example: &'static str,
    /// What the template renders.
    pub result: &'static str,
}

/// The data of the examples.
pub const EXAMPLE_DATA: &str = r#"{"name": "web", "port": 8080, "ratio": 0.5, "enabled": true, "note": "", "nothing": null,
  "hosts": ["alpha", "beta", "gamma"], "user": {"name": "rip", "langs": ["go", "rust"]}, "limits": {"cpu": 2, "mem": 512}}"#;

/// The data of the examples, with a time `start` and a duration `grace`.
pub fn example_data() -> Value {
    let mut data = Value::from_json(EXAMPLE_DATA).expect("the data of the examples is valid");
    let start = value::Timestamp::parse_rfc3339("2024-02-29T13:05:09Z").expect("the time of the examples is valid");
    if let Some(map) = data.as_map_mut() {
        map.insert("start", start);
        map.insert("grace", value::Duration::from_nanos(5_400_000_000_000));
    }
    data
}

/// Everything that a template can be made of, beside the functions that are handed in.
pub fn reference() -> Vec<Entry> {
    let constructs = CONSTRUCTS.iter().map(|(group, name, signature, help, example, result)| Entry {
        group,
        name,
        signature: (*signature).to_owned(),
        help,
        example,
        result,
    });
    constructs.chain(ALL.into_iter().map(function)).chain(methods()).collect()
}

fn function(builtin: Builtin) -> Entry {
    let (help, example, result) = function_texts(builtin);
    let signature = signature(builtin.name(), builtin.params(), builtin.is_variadic());
    Entry { group: "functions", name: builtin.name(), signature, help, example, result }
}

fn methods() -> impl Iterator<Item = Entry> {
    let of = |group: &'static str, texts: fn(&str) -> Option<Texts>| {
        move |method: &Method| {
            let (help, example, result) = texts(method.name)?;
            let signature = format!(".{} {}", signature(method.name, method.params, false), method.returns);
            Some(Entry { group, name: method.name, signature, help, example, result })
        }
    };
    let times = TIME.iter().filter_map(of("methods of times", time_texts));
    times.chain(DURATION.iter().filter_map(of("methods of durations", duration_texts)))
}

fn signature(name: &str, params: &[Param], is_variadic: bool) -> String {
    let mut text = format!("{name}(");
    for (at, param) in params.iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        let dots = if is_variadic && at + 1 == params.len() { "..." } else { "" };
        let of = if param.of == crate::go::Type::Reflect { crate::go::Type::Any } else { param.of };
        let _ = write!(text, "{comma}{} {dots}{of}", param.name);
    }
    text + ")"
}

/// Help, example and result.
type Texts = (&'static str, &'static str, &'static str);

/// Group, name, form, help, example and result.
type Construct = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const CONSTRUCTS: &[Construct] = &[
    ("actions", "value", "{{pipeline}}", "prints the value of a pipeline", "{{.name}}:{{.port}}", "web:8080"),
    (
        "actions",
        "comment",
        "{{/* text */}}",
        "is left out; the marks stand right at the delimiters",
        "a{{/* note */}}b",
        "ab",
    ),
    (
        "actions",
        "trim",
        "{{- pipeline -}}",
        "removes blanks and line breaks on that side",
        "a \n{{- .name -}} \n b",
        "awebb",
    ),
    (
        "actions",
        "if",
        "{{if pipeline}} … {{else if pipeline}} … {{else}} … {{end}}",
        "renders the first part whose value is neither false, zero, nil nor empty",
        "{{if .note}}note{{else if .enabled}}on{{else}}off{{end}}",
        "on",
    ),
    (
        "actions",
        "with",
        "{{with pipeline}} … {{else with pipeline}} … {{else}} … {{end}}",
        "the same, with the value as the dot",
        "{{with .user}}{{.name}}{{else}}nobody{{end}}",
        "rip",
    ),
    (
        "actions",
        "range",
        "{{range pipeline}} … {{else}} … {{end}}",
        "renders the part for each element of a list, map or integer, which is the dot; maps in the order of their keys",
        "{{range .hosts}}<{{.}}>{{else}}none{{end}}",
        "<alpha><beta><gamma>",
    ),
    (
        "actions",
        "range with variables",
        "{{range $key, $element := pipeline}} … {{end}}",
        "the same with the index or key and the element in variables; one variable is the element",
        "{{range $key, $value := .limits}}{{$key}}={{$value}} {{end}}",
        "cpu=2 mem=512 ",
    ),
    (
        "actions",
        "range over a number",
        "{{range 3}} … {{end}}",
        "counts from zero",
        "{{range $i := 3}}{{$i}}{{end}}",
        "012",
    ),
    (
        "actions",
        "break",
        "{{break}}",
        "ends the innermost loop",
        "{{range .hosts}}{{if eq . \"beta\"}}{{break}}{{end}}{{.}}{{end}}",
        "alpha",
    ),
    (
        "actions",
        "continue",
        "{{continue}}",
        "goes on with the next element of the innermost loop",
        "{{range .hosts}}{{if eq . \"beta\"}}{{continue}}{{end}}{{.}};{{end}}",
        "alpha;gamma;",
    ),
    (
        "actions",
        "define",
        "{{define \"name\"}} … {{end}}",
        "defines a template; at the top level only",
        "{{define \"greet\"}}hello {{.}}{{end}}{{template \"greet\" .name}}",
        "hello web",
    ),
    (
        "actions",
        "template",
        "{{template \"name\" pipeline}}",
        "renders a template with the value as its dot; without a pipeline the dot is nil",
        "{{define \"t\"}}[{{.}}]{{end}}{{template \"t\"}}{{template \"t\" .port}}",
        "[<no value>][8080]",
    ),
    (
        "actions",
        "block",
        "{{block \"name\" pipeline}} … {{end}}",
        "defines a template and renders it in place",
        "{{block \"user\" .user}}{{.name}}{{end}}",
        "rip",
    ),
    (
        "pipelines",
        "dot",
        ".",
        "the value that is being looked at; at first all data",
        "{{with .name}}{{.}}{{end}}",
        "web",
    ),
    ("pipelines", "field", ".name.name", "an entry of a map, a field or a method", "{{.user.name}}", "rip"),
    (
        "pipelines",
        "data",
        "$",
        "all data, also inside of `range` and `with`",
        "{{with .user}}{{$.port}}{{end}}",
        "8080",
    ),
    (
        "pipelines",
        "variable",
        "$name := pipeline",
        "declares a variable, until the block ends",
        "{{$x := .port}}{{$x}}",
        "8080",
    ),
    (
        "pipelines",
        "assignment",
        "$name = pipeline",
        "gives a variable another value",
        "{{$x := 0}}{{range .hosts}}{{$x = .}}{{end}}{{$x}}",
        "gamma",
    ),
    ("pipelines", "call", "function argument …", "calls a function", "{{printf \"%05d\" .port}}", "08080"),
    (
        "pipelines",
        "pipe",
        "value | function argument …",
        "the value becomes the last argument",
        "{{.name | printf \"%s-%s\" \"x\"}}",
        "x-web",
    ),
    (
        "pipelines",
        "parentheses",
        "(pipeline)",
        "a value for an argument, or to take a field of",
        "{{(index .user.langs 1) | len}}",
        "4",
    ),
    ("literals", "string", "\"text\"", "with the escapes of Go", "{{\"a\\tb\\u00e9\"}}", "a\tb\u{e9}"),
    ("literals", "raw string", "`text`", "without escapes, over several lines if need be", "{{`a\\tb`}}", "a\\tb"),
    (
        "literals",
        "integer",
        "12, -3, 0x1f, 0o17, 0b101, 1_000",
        "an `int`",
        "{{0x1f}} {{1_000}} {{0b101}}",
        "31 1000 5",
    ),
    ("literals", "float", "1.5, 2e3, 0x1p4", "a `float64`", "{{1.50}} {{2e3}} {{1e6}}", "1.5 2000 1e+06"),
    ("literals", "character", "'a'", "the number of the character", "{{'a'}} {{printf \"%c\" 'a'}}", "97 a"),
    ("literals", "imaginary", "2i, 1+2i", "a `complex128`", "{{1+2i}}", "(1+2i)"),
    ("literals", "bool", "true, false", "a truth value", "{{true}} {{not true}}", "true false"),
    ("literals", "nil", "nil", "no value, as an argument", "{{eq .nothing nil}}", "true"),
    (
        "options",
        "missingkey=default",
        "missingkey=default",
        "a missing key prints as `<no value>`",
        "{{.missing}}",
        "<no value>",
    ),
    (
        "options",
        "missingkey=zero",
        "missingkey=zero",
        "a missing key is the zero of the values of the map; of any type, nothing",
        "{{.missing}}",
        "<no value>",
    ),
    (
        "options",
        "missingkey=error",
        "missingkey=error",
        "a missing key is an error; `index` is not concerned",
        "{{index . \"missing\"}}",
        "<no value>",
    ),
    (
        "options",
        "delimiters=[[ ]]",
        "delimiters=[[ ]]",
        "other marks around actions",
        "[[.name]] {{.name}}",
        "web {{.name}}",
    ),
];

fn function_texts(builtin: Builtin) -> Texts {
    match builtin {
        Builtin::And => (
            "the first argument that is not true, or the last; the rest is not evaluated",
            "{{and .enabled .port}}",
            "8080",
        ),
        Builtin::Call => (
            "calls a value that is a function; data has none, so this is always an error",
            "{{if false}}{{call .name}}{{end}}",
            "",
        ),
        Builtin::Eq => ("whether the first argument equals one of the others", "{{eq .name \"db\" \"web\"}}", "true"),
        Builtin::Ge => ("whether left is greater than right or equal", "{{ge .port 8080}}", "true"),
        Builtin::Gt => ("whether left is greater than right", "{{gt .port 8080}}", "false"),
        Builtin::Html => ("the text of the arguments, escaped for HTML", "{{html \"<a & b>\"}}", "&lt;a &amp; b&gt;"),
        Builtin::Index => {
            ("an element by its indexes or keys", "{{index .hosts 1}} {{index .user \"langs\" 0}}", "beta go")
        }
        Builtin::Js => ("the text of the arguments, escaped for JavaScript", "{{js \"it's\"}}", "it\\'s"),
        Builtin::Le => ("whether left is less than right or equal", "{{le .ratio 0.5}}", "true"),
        Builtin::Len => {
            ("the number of elements of a list or map, or of bytes of a text", "{{len .hosts}} {{len .name}}", "3 3")
        }
        Builtin::Lt => ("whether left is less than right", "{{lt \"a\" \"b\"}}", "true"),
        Builtin::Ne => ("whether left and right differ", "{{ne .name \"db\"}}", "true"),
        Builtin::Not => ("whether the argument is not true", "{{not .note}}", "true"),
        Builtin::Or => {
            ("the first argument that is true, or the last; the rest is not evaluated", "{{or .note \"none\"}}", "none")
        }
        Builtin::Print => {
            ("the text of the arguments, with blanks between those that are not text", "{{print 1 2 \"x\" 3}}", "1 2x3")
        }
        Builtin::Printf => {
            ("the arguments in the form that a format gives", "{{printf \"%-5s|%5.2f\" .name .ratio}}", "web  | 0.50")
        }
        Builtin::Println => (
            "the text of the arguments with blanks between them and a line break",
            "{{println .name .port}}",
            "web 8080\n",
        ),
        Builtin::Slice => (
            "a part of a list or text, from an index to another",
            "{{slice .hosts 1 3}} {{slice .name 1}}",
            "[beta gamma] eb",
        ),
        Builtin::Urlquery => {
            ("the text of the arguments, escaped for the query of a URL", "{{urlquery \"a b&c\"}}", "a+b%26c")
        }
    }
}

fn time_texts(name: &str) -> Option<Texts> {
    Some(match name {
        "Add" => ("a duration later", "{{(.start.Add .grace).Hour}}", "14"),
        "AddDate" => ("so many years, months and days later", "{{(.start.AddDate 0 1 1).Month}}", "March"),
        "After" => ("whether it is after another time", "{{.start.After .start}}", "false"),
        "Before" => ("whether it is before another time", "{{.start.Before (.start.Add .grace)}}", "true"),
        "Compare" => ("-1, 0 or 1", "{{.start.Compare (.start.Add .grace)}}", "-1"),
        "Day" => ("the day of the month", "{{.start.Day}}", "29"),
        "Equal" => ("whether it is the same instant", "{{.start.Equal .start.UTC}}", "true"),
        "Format" => ("the time in a layout of Go", "{{.start.Format \"02 Jan 2006\"}}", "29 Feb 2024"),
        "Hour" => ("the hour", "{{.start.Hour}}", "13"),
        "IsDST" => ("whether daylight saving time is in effect", "{{.start.IsDST}}", "false"),
        "IsZero" => ("whether it is the zero time, the first instant of the year 1", "{{.start.IsZero}}", "false"),
        "Minute" => ("the minute", "{{.start.Minute}}", "5"),
        "Month" => (
            "the month, which prints as its name and counts from one",
            "{{.start.Month}} {{printf \"%d\" .start.Month}}",
            "February 2",
        ),
        "Nanosecond" => ("the nanosecond in the second", "{{.start.Nanosecond}}", "0"),
        "Round" => ("rounded to a multiple of a duration", "{{(.start.Round .grace).Hour}}", "13"),
        "Second" => ("the second", "{{.start.Second}}", "9"),
        "String" => ("the time as it prints", "{{.start.String}}", "2024-02-29 13:05:09 +0000 UTC"),
        "Sub" => ("the duration since another time", "{{(.start.Add .grace).Sub .start}}", "1h30m0s"),
        "Truncate" => ("rounded down to a multiple of a duration", "{{(.start.Truncate .grace).Minute}}", "0"),
        "UTC" => ("the same instant in UTC", "{{.start.UTC.Hour}}", "13"),
        "Unix" => ("seconds since 1970", "{{.start.Unix}}", "1709211909"),
        "UnixMicro" => ("microseconds since 1970", "{{.start.UnixMicro}}", "1709211909000000"),
        "UnixMilli" => ("milliseconds since 1970", "{{.start.UnixMilli}}", "1709211909000"),
        "UnixNano" => ("nanoseconds since 1970", "{{.start.UnixNano}}", "1709211909000000000"),
        "Weekday" => ("the day of the week, which prints as its name", "{{.start.Weekday}}", "Thursday"),
        "Year" => ("the year", "{{.start.Year}}", "2024"),
        "YearDay" => ("the day of the year, from one", "{{.start.YearDay}}", "60"),
        _ => return None,
    })
}

fn duration_texts(name: &str) -> Option<Texts> {
    Some(match name {
        "Abs" => ("without its sign", "{{.grace.Abs}}", "1h30m0s"),
        "Hours" => ("as hours", "{{.grace.Hours}}", "1.5"),
        "Microseconds" => ("as whole microseconds", "{{.grace.Microseconds}}", "5400000000"),
        "Milliseconds" => ("as whole milliseconds", "{{.grace.Milliseconds}}", "5400000"),
        "Minutes" => ("as minutes", "{{.grace.Minutes}}", "90"),
        "Nanoseconds" => ("as nanoseconds", "{{.grace.Nanoseconds}}", "5400000000000"),
        "Round" => ("rounded to a multiple of another duration", "{{.grace.Round 3600000000000}}", "2h0m0s"),
        "Seconds" => ("as seconds", "{{.grace.Seconds}}", "5400"),
        "String" => ("as it prints", "{{.grace.String}}", "1h30m0s"),
        "Truncate" => ("rounded down to a multiple of another duration", "{{.grace.Truncate 3600000000000}}", "1h0m0s"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionSet, Limits, MissingKey, Options, Template};

    fn render(entry: &Entry) -> String {
        let functions = FunctionSet::new();
        let mut options = Options::new(&functions);
        if let Some((name, value)) = entry.name.split_once('=').filter(|_| entry.group == "options") {
            if name == "missingkey" {
                options.missing_key = MissingKey::named(value).unwrap();
            } else {
                (options.left, options.right) = value.split_once(' ').unwrap();
            }
        }
        let template = Template::parse("example", entry.example, &options).map_err(|error| error.to_string());
        let result = template.and_then(|template| {
            template.render(&example_data(), &Limits::default()).map_err(|error| error.to_string())
        });
        result.map_or_else(|error| error, |text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn examples_render_what_they_say() {
        let entries = reference();
        for entry in &entries {
            assert_eq!(render(entry), entry.result, "{}: {}", entry.name, entry.example);
            assert!(!entry.help.is_empty() && !entry.help.ends_with('.'), "{}", entry.name);
        }
        assert!(entries.len() > 80);
    }

    #[test]
    fn every_method_that_can_be_called_is_described() {
        for method in TIME {
            assert!(time_texts(method.name).is_some(), "{}", method.name);
        }
        for method in DURATION {
            assert!(duration_texts(method.name).is_some(), "{}", method.name);
        }
    }
}
