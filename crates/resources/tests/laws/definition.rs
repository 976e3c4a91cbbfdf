//! What has to be there besides code: examples, texts for every property, pages for every code.

use document::decode::{Field, RecordShape, Shape};
use engine::{FlagKind, TypeDef};

#[test]
fn every_type_has_examples() {
    for definition in resources::ALL {
        assert!(!definition.examples.is_empty(), "`{}` has no examples, so no law was tested", definition.name);
        for example in definition.examples {
            assert!(
                !example.title.is_empty() && !example.title.ends_with('.'),
                "{}: {}",
                definition.name,
                example.title
            );
        }
    }
}

#[test]
fn every_type_is_there_once_and_says_what_it_is_for() {
    let mut names: Vec<&str> = resources::ALL.iter().map(|definition| definition.name).collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    for definition in resources::ALL {
        assert!(definition.about.ends_with('.'), "{}: {}", definition.name, definition.about);
        assert!(!(definition.providers)().is_empty(), "{}", definition.name);
        assert_eq!(resources::find(definition.name).map(|found| found.name), Some(definition.name));
    }
}

#[test]
fn every_property_has_a_text() {
    for definition in resources::ALL {
        assert_documented(record(definition), definition.name);
    }
}

fn assert_documented(record: &RecordShape, place: &str) {
    for field in record.all_fields() {
        let place = format!("{place}.{}", field.key);
        assert!(field.doc.to_string().trim_end().ends_with('.'), "{place}: `{}`", field.doc);
        inner_shapes(field, &place);
    }
}

fn inner_shapes(field: &Field, place: &str) {
    let mut shape = field.shape();
    while let Shape::List(inner) | Shape::MapOf(inner) = shape {
        shape = inner();
    }
    match shape {
        Shape::Record(inner) => assert_documented(inner, place),
        Shape::Choice(choice) => {
            for option in choice.options {
                assert!(option.doc.to_string().ends_with('.'), "{place}: {}", option.text);
            }
        }
        _ => {}
    }
}

#[test]
fn every_part_of_the_command_line_sets_a_property() {
    for definition in resources::ALL {
        let record = record(definition);
        let arguments = definition.ensure.arguments.iter().map(|argument| (argument.property, argument.help));
        let flags =
            definition.ensure.flags.iter().flat_map(|flag| properties(flag.kind).into_iter().map(|p| (p, flag.help)));
        for (property, help) in arguments.chain(flags) {
            assert!(record.field(property).is_some(), "`{}` has no property `{property}`", definition.name);
            assert!(!help.is_empty(), "{}: {property}", definition.name);
        }
    }
}

fn properties(kind: FlagKind) -> Vec<&'static str> {
    match kind {
        FlagKind::Text(property)
        | FlagKind::TextOr(property, _)
        | FlagKind::Numbers(property)
        | FlagKind::Texts(property)
        | FlagKind::Pairs(property, _)
        | FlagKind::Map(property, _)
        | FlagKind::TextFrom(property, _)
        | FlagKind::Switch(property)
        | FlagKind::SwitchOff(property)
        | FlagKind::FileInto(property) => vec![property],
        FlagKind::UserAndGroup(user, group) => vec![user, group],
    }
}

#[test]
fn every_code_has_a_page() {
    let mut lists = vec![engine::CODES, document::yaml::CODES, document::json::CODES, document::decode::CODES];
    lists.extend(resources::codes());
    assert_eq!(diagnostics::check_codes(&lists), Vec::<String>::new());
}

fn record(definition: &TypeDef) -> &'static RecordShape {
    let Shape::Record(record) = (definition.shape)() else {
        panic!("`{}` is not a map of properties", definition.name)
    };
    record
}
