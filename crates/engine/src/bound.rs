//! Erasure, written once: the engine holds resources of any type, and nobody downcasts.

use crate::converge::{self, converge};
use crate::{
    Common, Context, Converged, Identity, ProviderDef, Reference, ResourceType, Status, Trigger, Verdict, World,
};
use diagnostics::{Redactor, Spanned};
use document::Node;
use document::decode::{Decode, Decoder, Field, Shape};
use std::path::Path;
use system::ReadWorld;
use value::{Unknown, Value};

/// A resource of any type, complete and checked.
pub trait Resource: Send + Sync {
    /// Type, name and place.
    fn identity(&self) -> &Identity;
    /// What every type has.
    fn common(&self) -> &Common;
    /// The state that is asked for.
    fn ensure(&self) -> &str;
    /// Whose change refreshes it.
    fn subscriptions(&self) -> &[Spanned<Reference>];
    /// Whether it can take long.
    fn may_wait(&self) -> bool;
    /// The directory in which changes of it leave temporary files.
    fn writes_in(&self) -> Option<&Path>;
    /// The properties as they are in force, for the event.
    fn properties(&self) -> Option<Value>;
    /// Told to every resource of a run before the first one is looked at.
    fn expect(&self, world: &World);
    /// Whether it can be done in one go with neighbours of its type.
    fn batches(&self) -> bool;
    /// Says what it needs, before it or a neighbour acts.
    fn announce(&self, world: &World) -> Announced;
    /// What became of a resource that has announced what it needs and whose turn does not come: a neighbour may have
    /// changed it in one go with itself. Nothing when it is as it was, or cannot be looked at.
    fn overtaken(&self, world: &World) -> Option<Converged>;
    /// What tells one run of a service from the next.
    fn mark(&self, world: &World) -> Option<String>;
    /// Brings it to its state, or says what would be done. `before` is told the state right before something is done.
    fn converge_watched(&self, world: &World, trigger: &Trigger, before: &mut dyn FnMut(&dyn Status)) -> Converged;

    /// The same, and nobody watches.
    fn converge(&self, world: &World, trigger: &Trigger) -> Converged {
        self.converge_watched(world, trigger, &mut |_| {})
    }
}

/// What a resource says before its turn comes.
pub enum Announced {
    /// It needs nothing.
    Nothing,
    /// It has said what it needs, in this state.
    Need(Box<dyn Status>),
    /// It fails when its turn comes, so far as that is known.
    Failure,
}

struct Bound<T: ResourceType> {
    identity: Identity,
    desired: T::Desired,
    /// The one that was asked for by name.
    provider: Option<&'static ProviderDef<T>>,
    /// Knows what a diff must not show.
    redactor: Redactor,
}

/// Makes a resource of type `T` from its properties.
pub(crate) fn decode<T: ResourceType>(
    body: &Node<'_>,
    decoder: &mut Decoder<'_>,
    context: &Context<'_>,
) -> Option<Box<dyn Resource>> {
    let provider = crate::common::named_provider(T::NAME, T::providers(), |p| p.name, body.get("provider"), decoder);
    let (properties, is_whole) = decoder.salvage::<T::Properties>(body);
    let properties = properties?;
    let common = T::common(&properties);
    let is_right = common.check(decoder);
    let reference = Reference::new(T::NAME, common.name.value.clone());
    let span = common.name.span;
    let identity = Identity { reference, span, place: context.place(span) };
    let desired = T::desired(properties, context, decoder)?;
    is_right.filter(|()| is_whole)?;
    Some(Box::new(Bound::<T> { identity, desired, provider: provider.ok()?, redactor: context.redactor.clone() }))
}

/// Looks at what is there under a name, with the first provider that has eyes for it.
pub(crate) fn look<T: ResourceType>(name: &str, world: &ReadWorld) -> Option<Result<Box<dyn Status>, String>> {
    T::providers().iter().find_map(|provider| {
        let state = T::look(name, &(provider.reads)(world))?;
        Some(state.map(|state| Box::new(state) as Box<dyn Status>).map_err(|error| error.to_string()))
    })
}

/// No provider can be used here, or an earlier step of a rehearsal may bring what one needs.
struct NoProvider {
    message: String,
    unknown: Option<Unknown>,
}

impl<T: ResourceType> Bound<T> {
    fn choose(&self, world: &ReadWorld) -> Result<&'static ProviderDef<T>, NoProvider> {
        let candidates = self.provider.map_or(T::providers(), std::slice::from_ref);
        let (mut best, mut unknown) = (None, None);
        for provider in candidates {
            match (provider.suits)(world, &self.desired) {
                Ok(Some(priority)) if best.is_none_or(|(least, _)| priority < least) => {
                    best = Some((priority, provider));
                }
                Ok(_) => {}
                Err(why) => unknown = unknown.or(Some(why)),
            }
        }
        best.map(|(_, provider)| provider).ok_or_else(|| NoProvider { message: self.no_provider(), unknown })
    }

    fn no_provider(&self) -> String {
        match self.provider {
            Some(named) => format!("provider `{}` cannot be used on this machine", named.name),
            None => format!("no suitable provider for `{}` on this machine", T::NAME),
        }
    }
}

/// What the definition of a type says about one of its properties.
fn field<T: ResourceType>(key: &str) -> Option<&'static Field> {
    match T::Properties::shape() {
        Shape::Record(record) => record.field(key),
        _ => None,
    }
}

impl<T: ResourceType> Resource for Bound<T> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn common(&self) -> &Common {
        T::common(T::properties(&self.desired))
    }

    fn ensure(&self) -> &str {
        T::ensure(&self.desired)
    }

    fn subscriptions(&self) -> &[Spanned<Reference>] {
        T::subscriptions(&self.desired)
    }

    fn may_wait(&self) -> bool {
        T::MAY_WAIT
    }

    fn writes_in(&self) -> Option<&Path> {
        T::writes_in(&self.desired)
    }

    fn properties(&self) -> Option<Value> {
        let mut properties = T::properties(&self.desired).encode();
        if let Some(Value::Map(map)) = &mut properties {
            // ccm: what is empty is left out of events; a `false` that says something else than nothing stays.
            let is_meant =
                |key: Option<&str>| key.and_then(field::<T>).is_some_and(|field| field.default_value().is_none());
            map.retain(|key, value| match value {
                Value::Null => false,
                Value::Bool(false) => is_meant(key.as_str()),
                Value::List(list) => !list.is_empty(),
                _ => true,
            });
        }
        properties
    }

    fn expect(&self, world: &World) {
        T::expect(&self.desired, &world.read().observations);
    }

    fn batches(&self) -> bool {
        T::BATCHES
    }

    fn announce(&self, world: &World) -> Announced {
        let World::Apply(write) = world else { return Announced::Nothing };
        let Ok(provider) = self.choose(world.read()) else { return Announced::Failure };
        let observed = T::observe(&self.desired, &(provider.reads)(world.read()));
        let Ok(state) = observed else { return Announced::Failure };
        let plan = T::plan(&self.desired, &state, &Trigger::None);
        match (plan.changes.as_slice(), plan.obstacles.as_slice()) {
            (_, [_, ..]) => Announced::Failure,
            (changes, []) => {
                T::announce(&self.desired, &state, changes, &(provider.verbs)(write));
                if changes.is_empty() { Announced::Nothing } else { Announced::Need(Box::new(state)) }
            }
        }
    }

    fn overtaken(&self, world: &World) -> Option<Converged> {
        let provider = self.choose(world.read()).ok()?;
        let name = &self.identity.reference.name;
        let converged = converge::overtaken::<T>(&self.desired, name, &(provider.reads)(world.read()))?;
        Some(Converged { provider: provider.name, ..converged })
    }

    fn mark(&self, world: &World) -> Option<String> {
        let provider = self.choose(world.read()).ok()?;
        T::mark(&self.desired, &(provider.reads)(world.read()))
    }

    fn converge_watched(&self, world: &World, trigger: &Trigger, before: &mut dyn FnMut(&dyn Status)) -> Converged {
        match self.choose(world.read()) {
            Ok(provider) => {
                let Self { desired, identity, redactor, .. } = self;
                let converged = converge::<T>(desired, identity, provider, world, trigger, before, redactor);
                if !matches!(converged.verdict, Verdict::Failed { .. }) && converged.unknown.is_empty() {
                    T::settled(desired, &world.read().observations);
                }
                Converged { provider: provider.name, ..converged }
            }
            Err(NoProvider { message, unknown }) => match unknown.or_else(|| world.doubt()) {
                Some(why) => {
                    world.anything_may_follow(&self.identity.reference);
                    Converged::unknown(&Unknown::new(format!("{message}, {}", why.reason())))
                }
                None => converge::failed(message, None, false, false),
            },
        }
    }
}
