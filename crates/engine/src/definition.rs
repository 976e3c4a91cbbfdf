//! How a resource type is declared: once, and everything else is derived from it.

use crate::{Context, Resource, ResourceType, Status};
use diagnostics::Code;
use document::Node;
use document::decode::{Decode, Decoder, Shape};
use system::{ReadWorld, WriteWorld};
use value::Unknown;

/// One platform's way to do what a type decides.
pub struct ProviderDef<T: ResourceType> {
    /// The word in `provider:`.
    pub name: &'static str,
    /// Whether it can be used here, and how much it is preferred: the lowest number wins. `None`: not here; unknown when
    /// an earlier step of a rehearsal may bring what it needs.
    pub suits: fn(&ReadWorld, &T::Desired) -> Result<Option<u32>, Unknown>,
    /// What it needs to look.
    pub reads: fn(&ReadWorld) -> Box<T::Reads>,
    /// What it needs to change things; only the writing world can build it.
    pub verbs: fn(&WriteWorld) -> Box<T::Verbs>,
}

/// What is there under a name, or why it cannot be looked at.
pub type Look = fn(&str, &ReadWorld) -> Option<Result<Box<dyn Status>, String>>;

/// A resource type as the rest of the program sees it. Adding one is a folder and a line in a list.
pub struct TypeDef {
    /// The word in manifests.
    pub name: &'static str,
    /// What it is for: the first paragraph of its reference page.
    pub about: &'static str,
    /// The type's own properties.
    pub shape: fn() -> Shape,
    /// The names of its providers.
    pub providers: fn() -> Vec<&'static str>,
    /// Makes a resource from a body; every problem goes into the decoder.
    pub decode: fn(&Node<'_>, &mut Decoder<'_>, &Context<'_>) -> Option<Box<dyn Resource>>,
    /// What is there under a name: `None` for types that cannot tell without their properties.
    pub look: Look,
    /// The problems it finds in documents.
    pub codes: &'static [&'static Code],
    /// How `upright ensure <type>` looks.
    pub ensure: EnsureCommand,
    /// Examples for the reference page; the laws of the core are tested on them.
    pub examples: &'static [Example],
}

impl TypeDef {
    /// The definition of `T`; the arguments are what the trait does not say.
    pub const fn of<T: ResourceType>(
        about: &'static str,
        codes: &'static [&'static Code],
        ensure: EnsureCommand,
        examples: &'static [Example],
    ) -> Self {
        Self {
            name: T::NAME,
            about,
            shape: <T::Properties as Decode>::shape,
            providers: || T::providers().iter().map(|p| p.name).collect(),
            decode: crate::bound::decode::<T>,
            look: crate::bound::look::<T>,
            codes,
            ensure,
            examples,
        }
    }
}

/// The command line of `upright ensure <type>`.
pub struct EnsureCommand {
    /// Positional arguments, in order.
    pub arguments: &'static [Argument],
    /// Flags of the type; the common ones are added by the program.
    pub flags: &'static [Flag],
}

/// A positional argument.
pub struct Argument {
    /// Its name in the help.
    pub name: &'static str,
    /// The property it sets.
    pub property: &'static str,
    /// What it is when left out; required without.
    pub default: Option<&'static str>,
    /// One line of help.
    pub help: &'static str,
}

/// A flag.
pub struct Flag {
    /// `--long`.
    pub long: &'static str,
    /// `-s`.
    pub short: Option<char>,
    /// What it takes and which property it sets.
    pub kind: FlagKind,
    /// One line of help.
    pub help: &'static str,
}

/// What a flag takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagKind {
    /// A text for the property.
    Text(&'static str),
    /// A text for the property, with a default.
    TextOr(&'static str, &'static str),
    /// A whole number; may be repeated, the property is a list.
    Numbers(&'static str),
    /// A text; may be repeated, the property is a list.
    Texts(&'static str),
    /// `key=value` with this sign between them; may be repeated, the property is a list of maps with one key each.
    Pairs(&'static str, char),
    /// The same for a property that is one map.
    Map(&'static str, char),
    /// A text for the property, or the value of an environment variable.
    TextFrom(&'static str, &'static str),
    /// Sets the property to true.
    Switch(&'static str),
    /// Sets the property to false.
    SwitchOff(&'static str),
    /// Reads a file into the property.
    FileInto(&'static str),
    /// `user:group` for two properties.
    UserAndGroup(&'static str, &'static str),
}

/// An example that is shown, and run by the tests.
pub struct Example {
    /// What it shows.
    pub title: &'static str,
    /// A resource body in map form, as YAML. `@ROOT@` is a directory of its own.
    pub body: &'static str,
    /// What is there before: path below the root, and content (`None`: a directory).
    pub before: &'static [(&'static str, Option<&'static str>)],
}
