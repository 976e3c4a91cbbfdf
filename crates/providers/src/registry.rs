//! The providers that there are.

use crate::validate::Checker;
use crate::{AnyProvider, Capability, Descriptor, Schema};
use std::collections::BTreeMap;

/// Providers by name, one version of each.
#[derive(Default)]
pub struct Registry(BTreeMap<&'static str, Registered>);

/// A provider with what was made of its descriptor once.
pub struct Registered {
    provider: Box<dyn AnyProvider>,
    descriptor: Descriptor,
    pub(crate) inputs: Checker,
    pub(crate) outputs: Vec<(Capability, Checker)>,
}

/// Why a provider is not registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegisterError {
    /// Its descriptor is not in order.
    #[error("invalid provider descriptor: {0}")]
    Descriptor(String),
    /// There is one of that name.
    #[error("provider {name:?} already registered with version {version}")]
    Taken {
        /// The name.
        name: &'static str,
        /// The version that is there.
        version: &'static str,
    },
    /// The one that is there is newer.
    #[error("cannot register provider {name:?}: version {version} is older than existing version {existing}")]
    Older {
        /// The name.
        name: &'static str,
        /// The version that came.
        version: &'static str,
        /// The version that is there.
        existing: &'static str,
    },
}

/// What becomes of a provider whose name is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overwrite {
    /// It is refused.
    Never,
    /// It takes the place of one that is not newer.
    Older,
}

impl Registered {
    /// What it says about itself.
    pub fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    /// The provider.
    pub fn provider(&self) -> &dyn AnyProvider {
        &*self.provider
    }
}

impl Registry {
    /// Adds one.
    pub fn register(&mut self, provider: Box<dyn AnyProvider>, overwrite: Overwrite) -> Result<(), RegisterError> {
        let descriptor = provider.descriptor();
        let version = check(&descriptor).map_err(RegisterError::Descriptor)?;
        let name = descriptor.name;
        if let Some(existing) = self.0.get(name).map(|there| there.descriptor.version) {
            if overwrite == Overwrite::Never {
                return Err(RegisterError::Taken { name, version: existing });
            }
            if parse_version(existing).is_some_and(|there| version < there) {
                return Err(RegisterError::Older { name, version: descriptor.version, existing });
            }
        }
        let outputs =
            descriptor.output_schemas.iter().map(|(one, schema)| (*one, Checker::new(schema.clone()))).collect();
        let inputs = Checker::new(descriptor.schema.clone());
        self.0.insert(name, Registered { provider, descriptor, inputs, outputs });
        Ok(())
    }

    /// One provider.
    pub fn get(&self, name: &str) -> Option<&Registered> {
        self.0.get(name)
    }

    /// All of them, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Registered> {
        self.0.values()
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }

    /// Takes one away.
    pub fn unregister(&mut self, name: &str) -> bool {
        self.0.remove(name).is_some()
    }
}

const TYPES: &str = "string, integer, number, boolean, array, object";

/// The version, or what is wrong with a descriptor.
fn check(descriptor: &Descriptor) -> Result<(u64, u64, u64), String> {
    check_name(descriptor.name)?;
    length("displayName", descriptor.display_name, 0, 100)?;
    if !is_api_version(descriptor.api_version) {
        return Err(format!("apiVersion {:?} must be v and a number, such as v1", descriptor.api_version));
    }
    let version = parse_version(descriptor.version)
        .ok_or_else(|| format!("version {:?} must be major.minor.patch", descriptor.version))?;
    length("description", descriptor.description, 10, 500)?;
    length("category", descriptor.category, 0, 50)?;
    count("sensitiveFields", descriptor.sensitive_fields.len(), 50)?;
    count("tags", descriptor.tags.len(), 20)?;
    count("links", descriptor.links.len(), 10)?;
    count("examples", descriptor.examples.len(), 10)?;
    count("maintainers", descriptor.maintainers.len(), 10)?;
    if descriptor.capabilities.is_empty() {
        return Err("provider must declare at least one capability".to_owned());
    }
    descriptor.capabilities.iter().try_for_each(|capability| check_output(descriptor, *capability))?;
    descriptor.sensitive_fields.iter().try_for_each(|field| check_sensitive(&descriptor.schema, field))?;
    Ok(version)
}

fn check_name(name: &str) -> Result<(), String> {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let good = (2..=100).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(legal);
    if good {
        Ok(())
    } else {
        Err(format!("name {name:?} must be 2 to 100 lower-case letters, digits and dashes, a letter first"))
    }
}

fn check_output(descriptor: &Descriptor, capability: Capability) -> Result<(), String> {
    let Some(schema) = descriptor.output_schema(capability) else {
        return Err(format!("missing output schema for capability \"{capability}\""));
    };
    for (field, kind) in capability.required_output() {
        let Some(property) = schema.property(field) else {
            return Err(format!("capability \"{capability}\" requires output field {field:?}"));
        };
        let given = property.kind().map_or("", |kind| kind.name());
        if given != *kind {
            return Err(format!("capability \"{capability}\" field {field:?} must be type {kind:?}, got {given:?}"));
        }
    }
    Ok(())
}

fn check_sensitive(schema: &Schema, field: &str) -> Result<(), String> {
    match schema.property(field) {
        None => Err(format!("sensitive field {field:?} is no input; inputs have the types {TYPES}")),
        Some(property) if !property.is_write_only() => Err(format!("sensitive field {field:?} must be write-only")),
        Some(_) => Ok(()),
    }
}

fn length(field: &str, text: &str, least: usize, most: usize) -> Result<(), String> {
    let length = text.chars().count();
    let good = (least..=most).contains(&length);
    if good { Ok(()) } else { Err(format!("{field} has {length} characters, allowed are {least} to {most}")) }
}

fn count(field: &str, count: usize, most: usize) -> Result<(), String> {
    if count <= most { Ok(()) } else { Err(format!("{field} has {count} entries, allowed are {most}")) }
}

fn is_api_version(version: &str) -> bool {
    version
        .strip_prefix('v')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn parse_version(version: &str) -> Option<(u64, u64, u64)> {
    let mut parts = version.split('.').map(str::parse::<u64>);
    let parsed = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    parts.next().is_none().then_some(parsed)
}
