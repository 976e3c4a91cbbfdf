//! Texts: cut, padded, searched, split and converted. Lengths and places count bytes.

mod abbreviate;
mod case;
mod edit;
mod runes;
mod split;
mod words;
mod wrap;

use gostd::unicode;
use gostd::utf8::to_text;
use gotmpl::go::Type;
use gotmpl::{Call, CallError, Function, Param};
use memchr::memmem;
use value::Value;

use self::wrap::LongWords;
use super::declare::{any, int, printed, string, text, text_of};

const GROUP: &str = "strings";

const TEXT: &[Param] = &[text("text")];
const VALUES: &[Param] = &[any("values")];

const TRIM_ALL: Function = Function::new("trimAll", &[text("characters"), text("text")], Type::String, trim_all)
    .help(GROUP, "a text without any of these characters at both ends")
    .example(r#"{{ trimAll "$." "$5.00." }}"#, "5.00");

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("trim", TEXT, Type::String, |call| Ok(string(runes::trim(call.bytes(0), unicode::is_space))))
        .help(GROUP, "a text without white space at both ends")
        .example(r#"[{{ trim "  a b " }}]"#, "[a b]"),
    TRIM_ALL,
    TRIM_ALL.named("trimall").example(r#"{{ trimall "-" "--a--" }}"#, "a"),
    Function::new("trimSuffix", &[text("suffix"), text("text")], Type::String, |call| {
        Ok(string(call.bytes(1).strip_suffix(call.bytes(0)).unwrap_or(call.bytes(1))))
    })
    .help(GROUP, "a text without this end")
    .example(r#"{{ trimSuffix ".txt" "a.txt" }}"#, "a"),
    Function::new("trimPrefix", &[text("prefix"), text("text")], Type::String, |call| {
        Ok(string(call.bytes(1).strip_prefix(call.bytes(0)).unwrap_or(call.bytes(1))))
    })
    .help(GROUP, "a text without this beginning")
    .example(r#"{{ trimPrefix "v" "v1.2" }}"#, "1.2"),
    Function::new("upper", TEXT, Type::String, |call| Ok(unicode::to_upper(&to_text(call.bytes(0))).into()))
        .help(GROUP, "a text in upper case")
        .example(r#"{{ upper "straße" }}"#, "STRAßE"),
    Function::new("lower", TEXT, Type::String, |call| Ok(unicode::to_lower(&to_text(call.bytes(0))).into()))
        .help(GROUP, "a text in lower case")
        .example(r#"{{ lower "ÄB" }}"#, "äb"),
    Function::new("title", TEXT, Type::String, |call| Ok(case::title(&to_text(call.bytes(0))).into()))
        .help(GROUP, "a text with the first letter of each word in upper case")
        .example(r#"{{ title "hello wide-world" }}"#, "Hello Wide-World"),
    Function::new("untitle", TEXT, Type::String, |call| Ok(case::untitle(&to_text(call.bytes(0))).into()))
        .help(GROUP, "a text with the first letter of each word in lower case")
        .example(r#"{{ untitle "Hello World" }}"#, "hello world"),
    Function::new("swapcase", TEXT, Type::String, |call| Ok(case::swap(&to_text(call.bytes(0))).into()))
        .help(GROUP, "a text with upper and lower case swapped")
        .example(r#"{{ swapcase "aBc" }}"#, "AbC"),
    Function::new("snakecase", TEXT, Type::String, |call| Ok(words::join_words(&to_text(call.bytes(0)), '_').into()))
        .help(GROUP, "words in lower case with `_` between them")
        .example(r#"{{ snakecase "FirstName" }}"#, "first_name"),
    Function::new("kebabcase", TEXT, Type::String, |call| Ok(words::join_words(&to_text(call.bytes(0)), '-').into()))
        .help(GROUP, "words in lower case with `-` between them")
        .example(r#"{{ kebabcase "HTTPServer" }}"#, "http-server"),
    Function::new("camelcase", TEXT, Type::String, |call| Ok(words::camel_case(&to_text(call.bytes(0))).into()))
        .help(GROUP, "words joined, each with its first letter in upper case")
        .example(r#"{{ camelcase "http_server" }}"#, "HttpServer"),
    Function::new("nospace", TEXT, Type::String, |call| Ok(string(edit::without_space(call.bytes(0)))))
        .help(GROUP, "a text without white space")
        .example(r#"{{ nospace "h e l l o" }}"#, "hello"),
    Function::new("initials", TEXT, Type::String, |call| Ok(edit::initials(call.bytes(0)).into()))
        .help(GROUP, "the first letters of all words")
        .example(r#"{{ initials "First Try" }}"#, "FT"),
    Function::new("abbrev", &[int("width"), text("text")], Type::String, |call| {
        Ok(string(abbreviate::abbreviate(call.int(0), call.bytes(1))))
    })
    .help(GROUP, "a text cut to this width, dots included")
    .example(r#"{{ abbrev 8 "hello world" }}"#, "hello..."),
    Function::new("abbrevboth", &[int("offset"), int("width"), text("text")], Type::String, |call| {
        Ok(string(abbreviate::abbreviate_both(call.int(0), call.int(1), call.bytes(2))))
    })
    .help(GROUP, "a text cut to this width around an offset, dots at both ends included")
    .example(r#"{{ abbrevboth 5 10 "1234 5678 9123" }}"#, "...5678..."),
    Function::new("trunc", &[int("length"), text("text")], Type::String, |call| {
        Ok(string(edit::truncate(call.int(0), call.bytes(1))))
    })
    .help(GROUP, "the first bytes of a text; with a negative length the last ones")
    .example(r#"{{ trunc 3 "hello" }} {{ trunc -3 "hello" }}"#, "hel llo"),
    Function::new("substr", &[int("start"), int("end"), text("text")], Type::String, |call| {
        Ok(string(edit::substring(call.int(0), call.int(1), call.bytes(2))?))
    })
    .help(GROUP, "the bytes from a start to before an end; a negative end is that of the text")
    .example(r#"{{ substr 1 3 "hello" }} {{ substr 1 -1 "hello" }}"#, "el ello"),
    Function::new("repeat", &[int("count"), text("text")], Type::String, repeat)
        .help(GROUP, "a text several times")
        .example(r#"{{ repeat 3 "ab" }}"#, "ababab"),
    Function::new("replace", &[text("old"), text("new"), text("text")], Type::String, replace)
        .help(GROUP, "a text with all of the first argument replaced by the second one")
        .example(r#"{{ "I Am" | replace " " "-" }}"#, "I-Am"),
    Function::new("plural", &[text("one"), text("many"), int("count")], Type::String, |call| {
        let at = usize::from(call.int(2) != 1);
        Ok(call.take(at))
    })
    .help(GROUP, "the first text for a count of one, the second one for others")
    .example(r#"{{ len "ab" | plural "letter" "letters" }}"#, "letters"),
    Function::new("indent", &[int("blanks"), text("text")], Type::String, |call| Ok(string(indented(call)?)))
        .help(GROUP, "a text with so many blanks before each line")
        .example(r#"{{ indent 2 "a\nb" }}"#, "  a\n  b"),
    Function::new("nindent", &[int("blanks"), text("text")], Type::String, |call| {
        Ok(string([b"\n", &*indented(call)?].concat()))
    })
    .help(GROUP, "as `indent`, with a line break before it")
    .example(r#"a:{{ nindent 2 "b: 1" }}"#, "a:\n  b: 1"),
    Function::new("wrap", &[int("width"), text("text")], Type::String, |call| {
        Ok(string(wrap::wrap(call.bytes(1), call.int(0), b"", LongWords::Keep)))
    })
    .help(GROUP, "a text with line breaks at blanks, so that lines have this width; longer words stick out")
    .example(r#"{{ wrap 5 "a bc def" }}"#, "a bc\ndef"),
    Function::new("wrapWith", &[int("width"), text("break"), text("text")], Type::String, wrap_with)
        .help(GROUP, "as `wrap`, with another text than a line break; longer words are cut")
        .example(r#"{{ wrapWith 5 "|" "HelloWorld" }}"#, "Hello|World"),
    Function::new("contains", &[text("part"), text("text")], Type::Bool, |call| {
        Ok(memmem::find(call.bytes(1), call.bytes(0)).is_some().into())
    })
    .help(GROUP, "whether a text has this part")
    .example(r#"{{ contains "ell" "hello" }}"#, "true"),
    Function::new("hasPrefix", &[text("prefix"), text("text")], Type::Bool, |call| {
        Ok(call.bytes(1).starts_with(call.bytes(0)).into())
    })
    .help(GROUP, "whether a text begins with this")
    .example(r#"{{ hasPrefix "he" "hello" }}"#, "true"),
    Function::new("hasSuffix", &[text("suffix"), text("text")], Type::Bool, |call| {
        Ok(call.bytes(1).ends_with(call.bytes(0)).into())
    })
    .help(GROUP, "whether a text ends with this")
    .example(r#"{{ hasSuffix "lo" "hello" }}"#, "true"),
    Function::new("quote", VALUES, Type::String, |call| {
        each_given(call, |value| Ok(value::quote_bytes(&text_of(value)?).into_bytes()))
    })
    .variadic()
    .help(GROUP, "values in double quotes, with escapes; nil is left out")
    .example(r#"{{ quote "a\"b" 1 }}"#, r#""a\"b" "1""#),
    Function::new("squote", VALUES, Type::String, |call| {
        each_given(call, |value| Ok([b"'", &*printed(value)?, b"'"].concat()))
    })
    .variadic()
    .help(GROUP, "values in single quotes, without escapes; nil is left out")
    .example(r#"{{ squote "a" 1 }}"#, "'a' '1'"),
    Function::new("cat", VALUES, Type::String, |call| each_given(call, printed))
        .variadic()
        .help(GROUP, "values with blanks between them; nil is left out")
        .example(r#"{{ cat "a" 1 true }}"#, "a 1 true"),
    Function::new("toString", &[any("value")], Type::String, |call| Ok(string(text_of(call.value(0))?)))
        .help(GROUP, "a value as text")
        .example("{{ toString 1.50 }}", "1.5"),
    Function::new("split", &[text("separator"), text("text")], Type::StringMap, split::to_map)
        .help(GROUP, "the parts between separators, as a map with the keys `_0`, `_1`, …")
        .example(r#"{{ (split "," "a,b")._1 }}"#, "b"),
    Function::new("splitn", &[text("separator"), int("count"), text("text")], Type::StringMap, split::to_map_of)
        .help(GROUP, "as `split`, at most so many parts")
        .example(r#"{{ splitn "," 2 "a,b,c" }}"#, "map[_0:a _1:b,c]"),
    Function::new("splitList", &[text("separator"), text("text")], Type::Strings, split::to_list)
        .help(GROUP, "the parts between separators, as a list")
        .example(r#"{{ splitList "," "a,b,c" }}"#, "[a b c]"),
];

fn trim_all(call: &mut Call<'_>) -> Result<Value, CallError> {
    let characters = to_text(call.bytes(0));
    Ok(string(runes::trim(call.bytes(1), |c| characters.contains(c))))
}

/// Values that are not nil, converted, with blanks between them.
fn each_given(call: &mut Call<'_>, convert: impl Fn(&Value) -> Result<Vec<u8>, CallError>) -> Result<Value, CallError> {
    let texts: Vec<_> = call.rest(0).iter().filter(|value| !value.is_null()).map(convert).collect::<Result<_, _>>()?;
    call.charge(texts.iter().map(Vec::len).sum())?;
    Ok(string(texts.join(&b' ')))
}

fn repeat(call: &mut Call<'_>) -> Result<Value, CallError> {
    let count = usize::try_from(call.int(0)).map_err(|_| "strings: negative Repeat count")?;
    call.charge(count.saturating_mul(call.bytes(1).len()))?;
    Ok(string(call.bytes(1).repeat(count)))
}

fn replace(call: &mut Call<'_>) -> Result<Value, CallError> {
    let (old, new, text) = (call.bytes(0), call.bytes(1), call.bytes(2));
    let places = edit::places_of(old, text);
    let growth = new.len().saturating_sub(old.len()).saturating_mul(places.len());
    let length = text.len().saturating_add(growth);
    let replaced = |call: &Call<'_>| edit::replace_at(&places, call.bytes(0).len(), call.bytes(1), call.bytes(2));
    call.charge(length)?;
    Ok(string(replaced(call)))
}

fn indented(call: &mut Call<'_>) -> Result<Vec<u8>, CallError> {
    let blanks = usize::try_from(call.int(0)).map_err(|_| "strings: negative Repeat count")?;
    let lines = memchr::memchr_iter(b'\n', call.bytes(1)).count() + 1;
    call.charge(blanks.saturating_mul(lines).saturating_add(call.bytes(1).len()))?;
    Ok(edit::indent(blanks, call.bytes(1)))
}

fn wrap_with(call: &mut Call<'_>) -> Result<Value, CallError> {
    let (text, width) = (call.bytes(2), call.int(0));
    let lines = text.len() / usize::try_from(width).unwrap_or(1).max(1) + 1;
    let length = text.len().saturating_add(lines.saturating_mul(call.bytes(1).len()));
    call.charge(length)?;
    Ok(string(wrap::wrap(call.bytes(2), width, call.bytes(1), LongWords::Cut)))
}
