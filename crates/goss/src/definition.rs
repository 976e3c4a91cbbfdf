//! What the types of resources have in common: each is declared once, and reading and checking follow from that.

use crate::resource::Resource;
use crate::scene::Scene;
use crate::types::{self, Subject};

/// A type of resources.
pub(crate) struct TypeDef {
    /// The section of the document.
    pub(crate) section: &'static str,
    /// The name in results.
    pub(crate) name: &'static str,
    /// The setting that names what is looked at when the key does not.
    pub(crate) named_by: Option<&'static str>,
    /// Whether that name is part of the id.
    pub(crate) names_id: bool,
    /// What can be expected, in the order of the results.
    pub(crate) attributes: &'static [Attribute],
    /// Everything else that can be said.
    pub(crate) settings: &'static [(&'static str, Shape)],
    /// Whether the first result decides if the others are looked at.
    pub(crate) is_gated: bool,
    /// How the machine is asked.
    pub(crate) subject: Opener,
}

/// Opens what a resource is about; nothing is asked yet.
pub(crate) type Opener = for<'s> fn(&'s Resource, &'s Scene<'s>) -> Box<dyn Subject + 's>;

/// Something that is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attribute {
    /// The key.
    pub(crate) name: &'static str,
    /// The name in results.
    pub(crate) property: &'static str,
    /// An older spelling of the key.
    pub(crate) alias: Option<&'static str>,
    pub(crate) kind: AttributeKind,
    /// Whether there is a result even when nothing is expected: a failure.
    pub(crate) is_required: bool,
}

/// How an expectation is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributeKind {
    /// As it is.
    Value,
    /// A list is patterns over lines, and an empty one nothing.
    Lines,
    /// Plain text is a number.
    Number,
}

/// The type of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    /// Text that is never shown.
    Secret,
    /// Milliseconds.
    Millis,
    Flag,
    /// Texts `Name: value`, whose values are shown only where the name is harmless.
    Fields,
    /// A map that nobody looks at.
    Map,
    Anything,
}

impl Attribute {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, property: name, alias: None, kind: AttributeKind::Value, is_required: false }
    }

    pub(crate) const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    pub(crate) const fn of_kind(self, kind: AttributeKind) -> Self {
        Self { kind, ..self }
    }

    pub(crate) const fn shown_as(self, property: &'static str) -> Self {
        Self { property, ..self }
    }

    pub(crate) const fn or(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }
}

/// What every resource can say beside its own.
pub(crate) const COMMON: &[(&str, Shape)] = &[("title", Shape::Text), ("meta", Shape::Map), ("skip", Shape::Flag)];

/// All types, in the order of the results.
pub(crate) const ALL: &[&TypeDef] = &[
    &types::command::TYPE,
    &types::http::TYPE,
    &types::addr::TYPE,
    &types::dns::TYPE,
    &types::package::TYPE,
    &types::service::TYPE,
    &types::file::TYPE,
    &types::process::TYPE,
    &types::user::TYPE,
    &types::group::TYPE,
    &types::port::TYPE,
    &types::kernel_param::TYPE,
    &types::mount::TYPE,
    &types::interface::TYPE,
    &types::matching::TYPE,
];

/// The section that names files to include.
pub(crate) const GOSSFILE: &str = "gossfile";

/// The names of all sections.
pub(crate) fn sections() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|def| def.section).chain([GOSSFILE])
}
