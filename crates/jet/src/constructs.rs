//! Everything that is not a function, for the reference.

use value::{Duration, Map, Timestamp, Value};

use crate::loader::Templates;
use crate::reference::Entry;

macro_rules! constructs {
    ($($group:literal, $name:literal, $signature:literal, $help:literal, $example:literal => $result:literal;)*) => {
        /// Statements, operators and literals.
        pub(crate) const CONSTRUCTS: &[Entry] = &[$(Entry {
            group: $group,
            name: $name,
            signature: $signature,
            help: $help,
            example: $example,
            result: $result,
        }),*];
    };
}

constructs! {
    "Text and actions", "output", "{{ expression }}", "Prints a value: text as it is, numbers without exponents, lists and maps as Go does, nothing for what is missing.",
        "{{ name }}:{{ port }} {{ hosts }} <{{ limits.nope }}>" => "web:8080 [a.test b.test] <>";
    "Text and actions", "trim markers", "{{- expression -}}", "Removes white space before, or after, the action.",
        "a  {{- \" b \" -}}  c" => "a b c";
    "Text and actions", "comment", "{* text *}", "Is not printed.",
        "a{* nothing *}b" => "ab";
    "Text and actions", "pipe", "{{ value | function | function: argument }}", "Gives a value to a function as its first argument, or where `_` stands.",
        "{{ name | upper | repeat: 2 }} {{ 2 | repeat(name, _) }}" => "WEBWEB webweb";
    "Variables", "declare", "{{ name := expression }}", "Declares a variable, until the construct around it ends.",
        "{{ x := port + 1; x }}{{ a, b := 1, 2 }} {{ a + b }}" => "8081 3";
    "Variables", "assign", "{{ name = expression }}", "Gives a variable another value, or a map another entry.",
        "{{ x := 1 }}{{ x = x + 1 }}{{ x }} {{ limits.soft = 5 }}{{ limits.soft }}" => "2 5";
    "Variables", "lookup", "{{ value, found := map[key] }}", "The value, and whether there is one.",
        "{{ v, found := limits[\"nope\"] }}{{ found }}" => "false";
    "Variables", "context", "{{ . }} {{ .field }}", "The value that the template was given, or that `range`, `yield` or `include` set. A field that is missing is an error.",
        "{{ range hosts }}{{ . }};{{ end }}" => "a.test;b.test;";
    "Values", "numbers", "1 1.5 1e3 0x10 'a'", "All numbers in templates are floats. Whole numbers of data stay whole among themselves.",
        "{{ 7 / 2 }} {{ 0x10 }} {{ 'a' }} {{ 1e3 }} {{ port / port }}" => "3.5 16 97 1000 1";
    "Values", "texts", "\"text\" `text`", "In double quotes with escapes as in Go, in backquotes without.",
        "{{ \"a\\tb\" }} {{ `a\\tb` }}" => "a\tb a\\tb";
    "Values", "true, false, nil", "true false nil", "Truth values, and nothing.",
        "{{ true }} <{{ nil }}>" => "true <>";
    "Values", "fields and indexes", "value.field value[index] value[from:to]", "Fields and entries of maps, items of lists, bytes of texts, and parts of both.",
        "{{ limits.soft }} {{ limits[\"hard\"] }} {{ hosts[1] }} {{ name[0:2] }} {{ hosts[:1] }}" => "1024 4096 b.test we [a.test]";
    "Operators", "arithmetic", "+ - * / %", "The left side decides: whole numbers stay whole unless the right side is a float. `+` joins text with anything.",
        "{{ 1 + 2 * 3 }} {{ 7 % 4 }} {{ \"p=\" + port }}" => "7 3 p=8080";
    "Operators", "comparison", "== != < <= > >=", "`==` takes any values, the others take numbers.",
        "{{ name == \"web\" }} {{ port > 1024 }} {{ hosts != nil }}" => "true true true";
    "Operators", "logic", "&& || ! and or not", "`&&` and `||` are equally strong. `!` takes the whole comparison after it.",
        "{{ port > 1 && !name == \"x\" }} {{ not none }}" => "true true";
    "Operators", "ternary", "condition ? value : value", "One of two values.",
        "{{ port > 1024 ? \"high\" : \"low\" }}" => "high";
    "Control", "if", "{{ if condition }} {{ else if condition }} {{ else }} {{ end }}", "The first branch whose condition is true. False are nothing, null, false, 0 and empty text; empty lists and maps are true.",
        "{{ if none }}a{{ else if x := port; x > 1 }}{{ x }}{{ else }}c{{ end }}" => "8080";
    "Control", "range", "{{ range [key, ][value :=] list }} {{ else }} {{ end }}", "Every item of a list, entry of a map (ordered by key), or number of `ints`. One name gets the key, and `.` is the value.",
        "{{ range i, host := hosts }}{{ i }}={{ host }} {{ end }}{{ range key, value := limits }}{{ key }}={{ value }} {{ end }}{{ range empty }}{{ else }}none{{ end }}" => "0=a.test 1=b.test hard=4096 soft=1024 none";
    "Control", "try", "{{ try }} {{ catch error }} {{ end }}", "On an error nothing is printed, and the part after `catch` runs, if there is one.",
        "{{ try }}a{{ nope }}{{ catch }}b{{ end }}" => "b";
    "Control", "return", "{{ return expression }}", "What `exec` of this template gives. The rest of the template still runs.",
        "{{ exec(\"double.jet\", 4) }}" => "8";
    "Templates", "block", "{{ block name(parameter=default) context }} {{ content }} {{ end }}", "Runs where it stands, and wherever it is yielded. Templates that extend or import this one can replace it.",
        "{{ block item(label=\"x\") }}<{{ label }}>{{ end }}{{ yield item(label=\"y\") }}" => "<x><y>";
    "Templates", "yield", "{{ yield name(parameter=value) context content }} {{ end }}", "Runs a block. With `content`, the part up to `end` is what `yield content` in the block prints.",
        "{{ import \"blocks.jet\" }}{{ yield box() content }}inside{{ end }}" => "[inside]";
    "Templates", "include", "{{ include name context }}", "Runs another template, which sees the variables of this one.",
        "{{ include \"greeting.jet\" \"you\" }}" => "hello you";
    "Templates", "import", "{{ import \"name\" }}", "Takes over the blocks of another template. Has to be at the beginning.",
        "{{ import \"blocks.jet\" }}{{ yield sign() }}" => "--";
    "Templates", "extends", "{{ extends \"name\" }}", "Runs another template with the blocks of this one. Has to be at the beginning.",
        "{{ extends \"layout.jet\" }}{{ block body() }}text{{ end }}" => "<text>";
}

/// The variables that examples of the reference use.
pub fn example_variables() -> Map {
    let limits = Map::from_iter([("soft", 1024), ("hard", 4096)]);
    let start = Timestamp::from_parts(1_714_979_289, 0, 0).unwrap_or(Timestamp::UNIX_EPOCH);
    Map::from_iter([
        ("name", Value::from("web")),
        ("port", 8080.into()),
        ("hosts", Value::from_iter(["a.test".into(), "b.test".into()])),
        ("limits", limits.into()),
        ("empty", Value::from(vec![])),
        ("none", Value::Null),
        ("start", start.into()),
        ("timeout", Duration::from_nanos(90 * Duration::MINUTE.as_nanos()).into()),
    ])
}

/// The templates that examples of the reference use.
pub fn example_templates() -> Templates {
    Templates::from_iter([
        ("double.jet", "{{ return . * 2 }}"),
        ("greeting.jet", "hello {{ . }}"),
        ("layout.jet", "<{{ yield body() }}>"),
        ("blocks.jet", "{{ block box() }}[{{ yield content }}]{{ end }}{{ block sign() }}--{{ end }}"),
    ])
}
