//! Types from documents: values, defaults, and every problem at once with its place.

use diagnostics::{Diagnostic, Diagnostics, Severity, Sources, Span, Spanned};
use document::decode::{CODES, Decode, Decoder, Entries, OneOrMany, Policy, Record, Shape, Text, Written};
use document::{Dialect, Documents, Kind, Limits, Node, Options, choice, parse, record};
use value::{Map, Secret, Value};

choice! {
    /// What should be there.
    pub enum Ensure {
        /// It exists.
        Present "present",
        /// It does not.
        Absent "absent",
        /// It exists and is a directory.
        Directory "directory",
    }
}

record! {
    /// What every resource has.
    pub struct Common [hints = &[("notify", "write `subscribe` at the other resource")]] {
        /// Resources that come first.
        require: OneOrMany<String> = OneOrMany(Vec::new()),
        /// Another name.
        alias: Option<Spanned<String>>,
    }
}

record! {
    /// A file.
    pub struct File with common: Common {
        /// Where it is.
        name: Spanned<String> [filled],
        /// What should be there.
        ensure: Ensure = Ensure::Present,
        /// What is in it.
        content: Option<String> [deferred, mistaken = &["contents", "text"]],
        /// Who may do what.
        mode: Option<Text> [pattern = "^0?[0-7]{3}$", examples = &["\"0644\""]],
        /// How often it is tried.
        tries: u16 [min = 1, max = 10] = 3,
        /// What opens it.
        password: Option<Secret<String>>,
        /// A number that nobody should see.
        pin: Option<i64> [secret],
        /// Whether it is watched.
        watched "is_watched": bool = false,
    }
}

record! {
    /// A whole document.
    pub struct Site [extensions] {
        /// The files.
        files: Vec<File>,
        /// Free data.
        data: Option<Map>,
        /// Variables.
        vars: Entries<i64> = Entries::default(),
        /// Anything at all.
        any: Value = Value::Null,
        /// How much.
        ratio: Option<f64>,
        /// A site in a site.
        inner: Option<Box<Site>>,
    }
}

record! {
    /// Nothing at all.
    struct Empty {}
}

record! {
    /// Only what others have.
    struct Bare [extensions] with common: Common, empty: Empty {}
}

/// What was read, and its problems as `line:column severity code message (label) help`.
fn decode_with<T: Decode>(text: &str, policy: Policy, dialect: Dialect) -> (Option<T>, String) {
    let mut sources = Sources::new();
    let file = sources.add("site.yaml", text);
    let options = Options { dialect, limits: Limits::default(), documents: Documents::One };
    let node = parse(text, file, &options).expect("the text is YAML");
    let mut decoder = Decoder::new(&sources).with_unknown_keys(policy).with_dialect(dialect);
    let value = T::decode(&node, &mut decoder);
    (value, show(&decoder.finish(), &sources))
}

fn decode<T: Decode>(text: &str) -> (Option<T>, String) {
    decode_with(text, Policy::Error, Dialect::Goccy)
}

fn read<T: Decode>(text: &str) -> T {
    let (value, problems) = decode(text);
    assert_eq!(problems, "", "{text}");
    value.expect("there are no problems")
}

fn problems<T: Decode>(text: &str) -> String {
    decode::<T>(text).1
}

fn show(problems: &Diagnostics, sources: &Sources) -> String {
    problems.iter().map(|problem| line_of(problem, sources)).collect()
}

fn line_of(problem: &Diagnostic, sources: &Sources) -> String {
    let span = problem.span().expect("every problem has a place");
    let at = sources.position(span);
    let severity = if problem.severity == Severity::Error { "error" } else { "warning" };
    let code = problem.code.id.trim_start_matches("decode::");
    let help = problem.help.as_ref().map(|help| format!(" = {help}")).unwrap_or_default();
    format!("{}:{} {severity} {code}: {} [{}]{help}\n", at.line, at.column, problem.message, sources.slice(span))
}

#[test]
fn reads_values_and_defaults() {
    let site: Site = read(
        "x-note: free
files:
  - name: /etc/motd
    content: 42
    mode: \"0644\"
    require: [a, b]
    alias: motd
    password: S3NTINEL
  - name: /tmp
    ensure: directory
    require: c
    is_watched: true
    tries: 10
data:
  a: 1
vars:
  one: 1
  two: 2.0
any: [1, x]
ratio: 2
inner:
  files: []
",
    );
    let [motd, tmp] = site.files.as_slice() else { panic!("two files") };
    assert_eq!(
        (motd.name.value.as_str(), motd.ensure, motd.content.as_deref()),
        ("/etc/motd", Ensure::Present, Some("42"))
    );
    assert_eq!((motd.tries, motd.watched, tmp.tries, tmp.watched), (3, false, 10, true));
    assert_eq!(
        (&motd.common.require.0, &tmp.common.require.0),
        (&vec!["a".to_owned(), "b".to_owned()], &vec!["c".to_owned()])
    );
    assert_eq!(motd.common.alias.as_ref().map(|alias| alias.value.as_str()), Some("motd"));
    assert_eq!(motd.password.as_ref().map(|secret| secret.reveal().as_str()), Some("S3NTINEL"));
    assert_eq!((motd.name.span.start, motd.name.span.end), (30, 39));
    assert_eq!(tmp.ensure, Ensure::Directory);
    assert_eq!(site.vars.get("two"), Some(&2));
    assert_eq!(site.vars.iter().map(|(key, _)| key.value.as_str()).collect::<Vec<_>>(), ["one", "two"]);
    assert_eq!(site.data.unwrap().get("a"), Some(&Value::Int(1)));
    assert_eq!(site.any.to_string(), "[1 x]");
    assert_eq!((site.ratio, site.inner.map(|inner| inner.files.len())), (Some(2.0), Some(0)));
}

#[test]
fn reports_every_problem_at_once() {
    let text = "files:
  - name: /etc/motd
    contnet: x
    contents: y
    ensure: presnt
    notify: z
    tries: 11
  - content: [1, 2, 3]
    ensure: [a]
    tries: many
    zzz: 1
  - 5
vars:
  a: x
  b: 1
  c: 1.5
ratio: high
inner:
  data: []
x-free: 1
";
    let expected = "\
3:5 error unknown-key: unknown key `contnet` [contnet] = did you mean `content`?
4:5 error unknown-key: unknown key `contents` [contents] = did you mean `content`?
5:13 error bad-choice: expected `present`, `absent` or `directory`, found `presnt` [presnt] = did you mean `present`?
6:5 error unknown-key: unknown key `notify` [notify] = write `subscribe` at the other resource
7:12 error out-of-range: expected a whole number from 1 to 10, found the number 11 [11]
8:5 error missing-key: missing key `name` [content: [1, 2, 3]] = `name` takes a text
8:14 error wrong-type: expected a text, found a list of 3 [[1, 2, 3]]
9:13 error wrong-type: expected `present`, `absent` or `directory`, found a list of 1 [[a]]
10:12 error wrong-type: expected a whole number, found the text `many` [many]
11:5 error unknown-key: unknown key `zzz` [zzz] = possible keys are `name`, `ensure`, `content`, `mode`, `tries`, `password`, `pin`, `is_watched`, `require`, `alias`
12:5 error wrong-type: expected a map, found the number 5 [5]
14:6 error wrong-type: expected a whole number, found the text `x` [x]
16:6 error wrong-type: expected a whole number, found the number 1.5 [1.5]
17:8 error wrong-type: expected a number, found the text `high` [high]
18:1 error missing-key: missing key `files` [inner] = `files` takes a list of maps
19:9 error wrong-type: expected a map of values, found an empty list [[]]
";
    let (site, problems) = decode::<Site>(text);
    assert!(site.is_none());
    assert_eq!(problems, expected);
}

#[test]
fn unknown_keys_may_be_warnings() {
    let text = "name: a\ncontentt: b\n";
    let (file, problems) = decode_with::<File>(text, Policy::Warning, Dialect::Goccy);
    assert_eq!(file.unwrap().name.value, "a");
    assert_eq!(problems, "2:1 warning unknown-key: unknown key `contentt` [contentt] = did you mean `content`?\n");
    let (file, problems) = decode::<File>(text);
    assert!(file.is_some(), "what can be read is read, so that later checks can go on");
    assert_eq!(problems, "2:1 error unknown-key: unknown key `contentt` [contentt] = did you mean `content`?\n");
}

#[test]
fn extensions_are_free_only_where_allowed() {
    assert_eq!(problems::<Site>("files: []\nx-a: 1\n"), "");
    let problems = problems::<File>("name: a\nx-a: 1\n");
    assert!(problems.starts_with("2:1 error unknown-key: unknown key `x-a`"), "{problems}");
}

#[test]
fn a_key_without_a_value_is_missing() {
    assert_eq!(
        problems::<File>("name:\ncontent: x\n"),
        "1:1 error missing-key: missing key `name` [name] = `name` takes a text\n"
    );
    let file: File = read("name: x\ncontent:\nensure:\ntries: null\n");
    assert_eq!((file.content, file.ensure, file.tries), (None, Ensure::Present, 3));
    assert_eq!(read::<Site>("files: []\nany:\n").any, Value::Null);
    assert_eq!(problems::<Vec<String>>("- a\n- null\n"), "2:3 error wrong-type: expected a text, found null [null]\n");
}

#[test]
fn a_document_without_content_is_a_map_without_keys() {
    assert_eq!(
        problems::<Site>("files: [{name: ' '}]"),
        "1:16 error missing-key: name is required: this one is blank [' ']\n"
    );
    assert_eq!(problems::<Site>(""), "1:1 error missing-key: missing key `files` [] = `files` takes a list of maps\n");
    assert_eq!(read::<Common>("# nothing\n").alias, None);
    assert!(problems::<Site>("null").contains("expected a map, found null"));
}

#[test]
fn a_record_may_have_no_fields_of_its_own() {
    let bare: Bare = read("alias: x\nx-y: 1\n");
    assert_eq!((bare.common.alias.map(|alias| alias.value), bare.empty), (Some("x".to_owned()), Empty {}));
    assert_eq!(
        problems::<Bare>("aliass: x\n"),
        "1:1 error unknown-key: unknown key `aliass` [aliass] = did you mean `alias`?\n"
    );
    assert_eq!(problems::<Empty>("a: 1\n"), "1:1 error unknown-key: unknown key `a` [a]\n");
}

#[test]
fn keys_of_any_kind_are_text_where_text_is_asked_for() {
    let entries: Entries<String> = read("1: a\ntrue: b\n1.50: c\n");
    let keys: Vec<_> = entries.iter().map(|(key, _)| key.value.as_str()).collect();
    assert_eq!(keys, ["1", "true", "1.5"]);
}

#[test]
fn a_key_given_twice_is_a_problem() {
    let text = "name: a\nname: b\n";
    let mut sources = Sources::new();
    let file = sources.add("site.yaml", text);
    // The parsers refuse this, so the map is put together from two documents.
    let Kind::Map(mut entries) = parse(&text[..8], file, &Options::manifest()).unwrap().kind else { panic!("a map") };
    let mut again = entries[0].clone();
    again.key.span = Span::new(file, 8, 12);
    entries.push(again);
    let node = Node { span: Span::new(file, 0, 16), kind: Kind::Map(entries), style: None };
    let mut decoder = Decoder::new(&sources);
    assert!(File::decode(&node, &mut decoder).is_some());
    let problems = show(&decoder.finish(), &sources);
    assert_eq!(problems, "2:1 error duplicate-key: key `name` is given twice [name]\n");
}

#[test]
fn scalars_become_text_by_value_or_as_written() {
    let cases = [
        ("42", "42", "42"),
        ("1.50", "1.5", "1.50"),
        ("true", "true", "true"),
        ("0644", "420", "0644"),
        ("1000000.0", "1e+06", "1000000.0"),
        ("\"1.50\"", "1.50", "1.50"),
        ("word", "word", "word"),
    ];
    for (source, by_value, as_written) in cases {
        let text = format!("name: {source}\n");
        let name = |dialect| decode_with::<File>(&text, Policy::Error, dialect).0.unwrap().name.value;
        assert_eq!((name(Dialect::Goccy).as_str(), name(Dialect::YamlV3).as_str()), (by_value, as_written));
    }
}

#[test]
fn text_remembers_how_it_was_written() {
    let text = |source: &str| read::<File>(&format!("name: a\nmode: {source}\n")).mode.unwrap();
    let octal = text("0644");
    assert_eq!((&*octal, octal.written, octal.source.as_deref()), ("420", Written::Number, Some("0644")));
    assert_eq!(octal.quote_it().as_deref(), Some("quote it: `\"0644\"`"));
    let quoted = text("\"0644\"");
    assert_eq!((&*quoted, quoted.written, quoted.quote_it()), ("0644", Written::Text, None));
    assert_eq!(text("true").written, Written::Boolean);
}

#[test]
fn the_two_libraries_coerce_differently() {
    fn one<T: Decode>(text: &str, dialect: Dialect) -> Option<T> {
        decode_with(text, Policy::Error, dialect).0
    }
    let both = |text: &str| (one::<i64>(text, Dialect::Goccy), one::<i64>(text, Dialect::YamlV3));
    assert_eq!(both("\"12\""), (Some(12), None));
    assert_eq!(both("\"1.0\""), (Some(1), None));
    assert_eq!(both("\"0x10\""), (None, None));
    assert_eq!(both("1e3"), (Some(1000), Some(1000)));
    assert_eq!(both("1.5"), (None, None));
    assert_eq!(both("true"), (None, None));
    let both = |text: &str| (one::<bool>(text, Dialect::Goccy), one::<bool>(text, Dialect::YamlV3));
    assert_eq!(both("yes"), (None, Some(true)));
    assert_eq!(both("OFF"), (None, Some(false)));
    assert_eq!(both("maybe"), (None, None));
    assert_eq!(both("1"), (None, None));
    let both = |text: &str| (one::<f64>(text, Dialect::Goccy), one::<f64>(text, Dialect::YamlV3));
    assert_eq!(both("\"1.5\""), (Some(1.5), None));
    assert_eq!(both("3"), (Some(3.0), Some(3.0)));
    assert_eq!(both("\"inf\""), (None, None));
}

#[test]
fn numbers_have_bounds() {
    assert_eq!(
        problems::<u16>("70000"),
        "1:1 error out-of-range: expected a whole number from 0 to 65535, found the number 70000 [70000]\n"
    );
    assert_eq!(read::<u64>("18446744073709551615"), u64::MAX);
    assert!(problems::<i64>("9223372036854775808").contains("out-of-range"));
    assert!(problems::<u64>("-1").contains("out-of-range"));
    assert_eq!(read::<i32>("-7"), -7);
    assert!(problems::<File>("name: a\ntries: 0\n").contains("from 1 to 10"));
}

#[test]
fn long_texts_are_not_quoted_in_messages() {
    let text = "ab ".repeat(40);
    let problems = problems::<i64>(&text);
    assert!(problems.contains("found a text of 119 characters"), "{problems}");
}

#[test]
fn a_value_of_the_wrong_type_does_not_show_a_secret() {
    let problems = problems::<File>("name: a\npassword: [S3NTINEL]\n");
    assert!(problems.contains("expected a text, found a list of 1"), "{problems}");
    assert_eq!(
        decode::<File>("name: a\npin: S3NTINEL\n").1,
        "2:6 error wrong-type: expected a whole number, found something else [S3NTINEL]\n"
    );
    let file: File = read("name: a\npin: 1234\npassword: S3NTINEL\n");
    assert!(!format!("{file:?}").contains("S3NTINEL"));
    assert_eq!(file.encode().unwrap().to_string(), "map[ensure:present is_watched:false name:a require:[] tries:3]");
}

#[test]
fn a_record_can_be_turned_into_a_map() {
    let file: File = read("name: /tmp\nensure: directory\nrequire: a\n");
    let map = file.encode().unwrap();
    assert_eq!(map.to_string(), "map[ensure:directory is_watched:false name:/tmp require:a tries:3]");
}

#[test]
fn a_shape_describes_the_type() {
    let Shape::Record(record) = File::shape() else { panic!("a record") };
    assert_eq!(
        record.all_fields().map(|field| field.key).collect::<Vec<_>>(),
        ["name", "ensure", "content", "mode", "tries", "password", "pin", "is_watched", "require", "alias"]
    );
    let required: Vec<_> = record.all_fields().filter(|field| field.required).map(|field| field.key).collect();
    assert_eq!(required, ["name"]);
    let tries = record.field("tries").unwrap();
    assert_eq!(
        (tries.default_value(), tries.doc.to_string()),
        (Some(Value::Int(3)), "How often it is tried.".to_owned())
    );
    assert!(record.field("password").unwrap().is_secret());
    assert!(record.field("alias").is_some() && record.field("other").is_none());
    assert_eq!((record.title(), Site::RECORD.doc.to_string().as_str()), ("File", "A whole document."));
}

#[test]
fn a_choice_knows_its_words() {
    assert_eq!(Ensure::ALL.iter().map(ToString::to_string).collect::<Vec<_>>(), ["present", "absent", "directory"]);
    assert_eq!(
        problems::<Ensure>("Present"),
        "1:1 error bad-choice: expected `present`, `absent` or `directory`, found `Present` [Present] = did you mean `present`?\n"
    );
    assert!(problems::<Ensure>("true").contains("found `true`"));
}

#[test]
fn codes_have_pages() {
    for code in CODES {
        assert!(code.id.starts_with("decode::") && code.page.len() > 40, "{}", code.id);
    }
}
