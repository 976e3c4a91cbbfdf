//! The table of built-in functions.

use super::kind::{Builtin, Kind, Parameter, Special, Writer};
use super::{json, text};
use crate::reference::Entry;

const TEXT: Parameter = Parameter::Text;
const WHOLE: Parameter = Parameter::Int("int");
const ANY: Parameter = Parameter::Any;

macro_rules! builtin {
    ($group:literal, $name:literal, $go_type:literal, $kind:expr, $signature:literal, $help:literal, $example:literal => $result:literal) => {
        Builtin {
            entry: Entry {
                group: $group,
                name: $name,
                signature: $signature,
                help: $help,
                example: $example,
                result: $result,
            },
            go_type: $go_type,
            kind: $kind,
        }
    };
}

/// All built-in functions, in the order of the reference page.
pub(crate) const ALL: &[Builtin] = &[
    builtin!("Text", "lower", "func(string) string", Kind::Plain(&[TEXT], text::lower),
        "lower(text) text", "All letters in lower case.",
        "{{ lower(\"Ärger\") }}" => "ärger"),
    builtin!("Text", "upper", "func(string) string", Kind::Plain(&[TEXT], text::upper),
        "upper(text) text", "All letters in upper case.",
        "{{ name | upper }}" => "WEB"),
    builtin!("Text", "trimSpace", "func(string) string", Kind::Plain(&[TEXT], text::trim_space),
        "trimSpace(text) text", "The text without white space at its ends.",
        "<{{ trimSpace(\" a b \") }}>" => "<a b>"),
    builtin!("Text", "hasPrefix", "func(string, string) bool", Kind::Plain(&[TEXT, TEXT], text::has_prefix),
        "hasPrefix(text, prefix) bool", "Whether the text begins with the prefix.",
        "{{ hasPrefix(name, \"we\") }}" => "true"),
    builtin!("Text", "hasSuffix", "func(string, string) bool", Kind::Plain(&[TEXT, TEXT], text::has_suffix),
        "hasSuffix(text, suffix) bool", "Whether the text ends with the suffix.",
        "{{ hasSuffix(name, \"x\") }}" => "false"),
    builtin!("Text", "repeat", "func(string, int) string", Kind::Plain(&[TEXT, WHOLE], text::repeat),
        "repeat(text, count) text", "The text so many times in a row.",
        "{{ repeat(\"=\", 5) }}" => "====="),
    builtin!("Text", "replace", "func(string, string, string, int) string",
        Kind::Plain(&[TEXT, TEXT, TEXT, WHOLE], text::replace),
        "replace(text, old, new, count) text", "The first `count` places of `old` replaced by `new`; all when `count` is negative.",
        "{{ replace(\"a.b.c\", \".\", \"-\", 1) }} {{ replace(\"a.b.c\", \".\", \"-\", -1) }}" => "a-b.c a-b-c"),
    builtin!("Text", "split", "func(string, string) []string", Kind::Plain(&[TEXT, TEXT], text::split),
        "split(text, separator) list", "The parts between the separators; with an empty separator the characters.",
        "{{ range i, part := split(\"a,b\", \",\") }}{{ i }}={{ part }} {{ end }}" => "0=a 1=b "),
    builtin!("Escaping", "html", "func(string) string", Kind::Plain(&[TEXT], text::html),
        "html(text) text", "The text with `<`, `>`, `&` and quotes as entities.",
        "{{ html(\"<a>\") }}" => "&lt;a&gt;"),
    builtin!("Escaping", "url", "func(string) string", Kind::Plain(&[TEXT], text::url),
        "url(text) text", "The text as part of a query in a URL.",
        "{{ url(\"a b&c\") }}" => "a+b%26c"),
    builtin!("Escaping", "safeHtml", "jet.SafeWriter", Kind::Writer(Writer::Html),
        "safeHtml(value…)", "Prints values with `<`, `>`, `&` and quotes as entities. Has to be the last command of an action.",
        "{{ \"<a>\" | safeHtml }}" => "&lt;a&gt;"),
    builtin!("Escaping", "safeJs", "jet.SafeWriter", Kind::Writer(Writer::Js),
        "safeJs(value…)", "Prints values as they can stand in quotes in JavaScript. Has to be the last command of an action.",
        "{{ \"it's\" | safeJs }}" => "it\\'s"),
    builtin!("Escaping", "raw", "jet.SafeWriter", Kind::Writer(Writer::Raw),
        "raw(value…)", "Prints values as they are. Has to be the last command of an action.",
        "{{ \"<a>\" | raw }}{{ raw(1, 2) }}" => "<a>12"),
    builtin!("Escaping", "unsafe", "jet.SafeWriter", Kind::Writer(Writer::Raw),
        "unsafe(value…)", "The same as `raw`.",
        "{{ \"<a>\" | unsafe }}" => "<a>"),
    builtin!("JSON", "json", "func(interface {}) ([]uint8, error)", Kind::Plain(&[ANY], json::json),
        "json(value) bytes", "The value as JSON; nothing when JSON cannot say it.",
        "{{ json(limits) }}" => "{\"hard\":4096,\"soft\":1024}"),
    builtin!("JSON", "writeJson", "func(interface {}) jet.RendererFunc", Kind::Plain(&[ANY], json::write_json),
        "writeJson(value)", "Prints the value as JSON, with a line break after it.",
        "{{ hosts | writeJson }}" => "[\"a.test\",\"b.test\"]\n"),
    builtin!("Lists and maps", "map", "jet.Func", Kind::Special(Special::Map),
        "map(key, value, …) map", "A new map. Keys are texts; a key whose value is nothing is left out.",
        "{{ m := map(\"a\", 1, \"b\", 2) }}{{ m.c = 3 }}{{ m }}" => "map[a:1 b:2 c:3]"),
    builtin!("Lists and maps", "slice", "jet.Func", Kind::Special(Special::Slice),
        "slice(value, …) list", "A new list.",
        "{{ slice(1, \"a\", true) }}" => "[1 a true]"),
    builtin!("Lists and maps", "array", "jet.Func", Kind::Special(Special::Slice),
        "array(value, …) list", "The same as `slice`.",
        "{{ array(1, 2)[1] }}" => "2"),
    builtin!("Lists and maps", "ints", "jet.Func", Kind::Special(Special::Ints),
        "ints(from, to) numbers", "The whole numbers from the first up to, but without, the second, for `range`.",
        "{{ range i, n := ints(3, 6) }}{{ i }}:{{ n }} {{ end }}" => "0:3 1:4 2:5 "),
    builtin!("Lists and maps", "len", "jet.Func", Kind::Special(Special::Len),
        "len(value) number", "The number of items of a list, of entries of a map, of bytes of a text.",
        "{{ len(hosts) }} {{ len(\"é\") }}" => "2 2"),
    builtin!("Lists and maps", "isset", "jet.Func", Kind::Special(Special::Isset),
        "isset(expression, …) bool", "Whether all of them are there and not null. What is missing is no error here.",
        "{{ isset(limits.soft) }} {{ isset(limits.nope, name) }}" => "true false"),
    builtin!("Templates", "includeIfExists", "jet.Func", Kind::Special(Special::IncludeIfExists),
        "includeIfExists(name[, context]) bool", "Includes a template, if it exists. The result prints nothing.",
        "{{ if includeIfExists(\"nope.jet\") }}{{ else }}default{{ end }}" => "default"),
    builtin!("Templates", "exec", "jet.Func", Kind::Special(Special::Exec),
        "exec(name[, context]) value", "Runs a template for what it returns; what it prints goes nowhere.",
        "{{ exec(\"double.jet\", 21) }}" => "42"),
    builtin!("Templates", "dump", "jet.Func", Kind::Special(Special::Dump),
        "dump([levels | name, …]) text", "The context, variables and blocks, or those that are named, to find mistakes.",
        "{{ dump(\"port\") }}" => "\tport:=8080 // int\n"),
];
