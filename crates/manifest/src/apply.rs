//! `apply`: a step that is a whole manifest. It has properties like a resource and is not one: its children run in its
//! place, and then comes its own event.

use crate::codes::CHILD;
use diagnostics::{Diagnostic, Spanned};
use document::decode::{Decode, Decoder};
use document::{Node, choice, record};
use engine::{
    Announced, Common, Context, Converged, EnsureCommand, Identity, Reference, Resource, Status, Trigger, TypeDef,
    World,
};
use std::path::Path;
use std::sync::Arc;
use value::{Map, Value};

/// A child manifest, as the schema and the reference see it.
pub(crate) static TYPE: TypeDef = TypeDef {
    name: "apply",
    about: "Runs another manifest in place, in the same session. Its resources come first, then the event of the `apply` \
            itself, which fails when one of them failed and counts as changed when one of them was changed.",
    shape: ApplyProperties::shape,
    providers: || vec![PROVIDER],
    decode: |body, decoder, context| Some(Box::new(Apply::decode(body, decoder, context)?)),
    look: |_, _| None,
    codes: &[&CHILD],
    ensure: EnsureCommand { arguments: &[], flags: &[] },
    examples: &[],
};

/// The name of the one way to do it, kept from the original.
pub(crate) const PROVIDER: &str = "ccmmanifest";

choice! {
    /// There is one state only.
    pub(crate) enum Ensure {
        /// The resources of the manifest are in their state.
        Present "present",
    }
}

record! {
    /// Another manifest that is run in place.
    pub(crate) struct ApplyProperties [name = "apply"]
    with common: Common {
        /// `present` is all there is.
        ensure: Ensure = Ensure::Present,
        /// Rehearses the child, also in a run that changes things. It cannot make a rehearsal change things.
        noop: bool = false,
        /// Only asks the health checks of the child.
        health_check_only: bool = false,
        /// Whether the child may itself hold `apply`.
        allow_apply: bool = true,
        /// Data over that of the child. Without it the child inherits all data of this manifest.
        data: Option<Map>,
    }
}

/// A child manifest, complete and checked.
#[derive(Clone)]
pub(crate) struct Apply(Arc<Parts>);

struct Parts {
    identity: Identity,
    properties: ApplyProperties,
}

impl Apply {
    pub(crate) fn properties(&self) -> &ApplyProperties {
        &self.0.properties
    }

    /// The way to the child, as it was written.
    pub(crate) fn name(&self) -> &str {
        &self.0.identity.reference.name
    }

    pub(crate) fn decode(body: &Node<'_>, decoder: &mut Decoder<'_>, context: &Context<'_>) -> Option<Self> {
        let (properties, is_whole) = decoder.salvage::<ApplyProperties>(body);
        let properties = properties?;
        let common = &properties.common;
        let is_right = common.check(decoder);
        let (name, span) = (&common.name, common.name.span);
        let identity =
            Identity { reference: Reference::new("apply", name.value.clone()), span, place: context.place(span) };
        let (provider, address) = (refuse_provider(common, decoder), refuse_address(name, decoder));
        is_right.and(provider).and(address).filter(|()| is_whole)?;
        Some(Self(Arc::new(Parts { identity, properties })))
    }
}

fn refuse_provider(common: &Common, decoder: &mut Decoder<'_>) -> Option<()> {
    match &common.provider {
        Some(provider) if provider.value != PROVIDER => {
            let message = format!("`apply` has no provider `{}`", provider.value);
            let problem = Diagnostic::error(&CHILD, message).at(provider.span, "provider not found");
            decoder.refuse(problem.help("leave `provider` out".to_owned()))
        }
        _ => Some(()),
    }
}

/// A child is a file beside its parent; what is fetched is a manifest of its own.
fn refuse_address(name: &Spanned<String>, decoder: &mut Decoder<'_>) -> Option<()> {
    let scheme = name.value.split_once(':').map(|(scheme, _)| scheme).unwrap_or_default();
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if !is_scheme {
        return Some(());
    }
    let problem = Diagnostic::error(&CHILD, "name must be a file path, not a URL").at(name.span, "given here");
    decoder.refuse(problem.help("fetch the manifest with its children as one archive: `upright apply URL`".to_owned()))
}

impl Resource for Apply {
    fn identity(&self) -> &Identity {
        &self.0.identity
    }

    fn common(&self) -> &Common {
        &self.0.properties.common
    }

    fn ensure(&self) -> &'static str {
        "present"
    }

    fn subscriptions(&self) -> &[Spanned<Reference>] {
        &[]
    }

    fn may_wait(&self) -> bool {
        true
    }

    fn writes_in(&self) -> Option<&Path> {
        None
    }

    fn properties(&self) -> Option<Value> {
        self.0.properties.encode()
    }

    fn expect(&self, _world: &World) {}

    fn batches(&self) -> bool {
        false
    }

    fn announce(&self, _world: &World) -> Announced {
        Announced::Nothing
    }

    fn overtaken(&self, _world: &World) -> Option<Converged> {
        None
    }

    fn mark(&self, _world: &World) -> Option<String> {
        None
    }

    /// Only a run can expand it: whoever has one resource has no run.
    fn converge_watched(&self, _: &World, _: &Trigger, _: &mut dyn FnMut(&dyn Status)) -> Converged {
        Converged::failed("a child manifest is applied as part of a manifest")
    }
}
