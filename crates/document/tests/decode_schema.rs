//! JSON Schema from the same definitions that documents are decoded with.

use document::decode::{Decode, Entries, OneOrMany, Shape};
use document::schema::{SchemaOptions, json_schema};
use document::write::{Order, YamlStyle, to_yaml};
use document::{choice, record};
use value::{Secret, Value};

choice! {
    /// What should be there.
    pub enum Ensure {
        /// It exists.
        Present "present",
        /// It does not.
        Absent "absent",
    }
}

record! {
    /// What every resource has.
    pub struct Common {
        /// Resources that come first.
        require: OneOrMany<String> = OneOrMany(Vec::new()),
    }
}

record! {
    /// A file.
    ///
    /// It can hold text.
    pub struct File [name = "file"] with common: Common {
        /// Where it is.
        name: String [literal, filled],
        /// What should be there.
        ensure: Ensure = Ensure::Present,
        /// Who may do what.
        mode: Option<String> [pattern = "^0[0-7]{3}$", examples = &["\"0644\"", "0755x"]],
        /// How often it is tried.
        tries: u16 [min = 1, max = 10] = 3,
        /// What opens it.
        password: Option<Secret<String>>,
        /// Exit codes.
        returns: Vec<i64> = vec![0],
        /// Where it comes from.
        source: Option<String> [format = "uri", literal],
    }
}

record! {
    /// A whole document.
    pub struct Site [extensions] {
        /// The files.
        files: Vec<File>,
        /// Sites in this one.
        sites: Entries<Site> = Entries::default(),
        /// Anything at all.
        any: Option<Value>,
        /// How much.
        ratio: Option<f64>,
        /// How many.
        count: Option<u64>,
    }
}

mod other {
    document::record! {
        /// Another file.
        pub(crate) struct File [name = "file"] {
            /// Whether it is.
            is: bool,
        }
    }
}

record! {
    /// Two records of one name.
    pub(crate) struct Both {
        /// One.
        one: File,
        /// The other.
        two: other::File,
    }
}

fn schema(shape: Shape, options: &SchemaOptions<'_>) -> String {
    let style = YamlStyle { indent: 2, order: Order::Keep, ..YamlStyle::default() };
    to_yaml(&json_schema(shape, options), &style).expect("a schema has a YAML form")
}

#[test]
fn a_record_with_shared_and_recursive_parts() {
    let options = SchemaOptions { id: Some("https://example.net/site.json"), title: Some("site"), template: None };
    insta::assert_snapshot!(schema(Site::shape(), &options));
}

#[test]
fn templates_are_valid_where_they_are_expanded() {
    let options = SchemaOptions { template: Some("\\{\\{"), ..SchemaOptions::default() };
    insta::assert_snapshot!(schema(File::shape(), &options));
}

#[test]
fn records_of_one_name_are_told_apart() {
    let text = schema(Both::shape(), &SchemaOptions::default());
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| line.contains("-file")).collect();
    assert_eq!(
        lines,
        ["$ref: '#/$defs/decode_schema-file'", "$ref: '#/$defs/other-file'", "decode_schema-file:", "other-file:"]
    );
}

#[test]
fn anything_but_a_record_has_a_schema_as_well() {
    assert_eq!(
        schema(Vec::<u16>::shape(), &SchemaOptions::default()),
        "$schema: https://json-schema.org/draft/2020-12/schema\ntype: array\nitems:\n  type: integer\n  minimum: 0\n  maximum: 65535\n"
    );
}
