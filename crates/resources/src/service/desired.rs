//! What is wanted of a unit, checked and complete.

use super::name::{self, NAME};
use super::properties::{Ensure, ServiceProperties};
use diagnostics::Code;
use document::decode::Decoder;

/// A unit and what should become of it.
pub(super) struct Desired {
    pub(super) properties: ServiceProperties,
    /// The name as the service manager has it, such as `nginx.service`.
    pub(super) unit: String,
}

/// The problems that this type finds.
pub(super) const CODES: &[&Code] = &[&NAME];

impl Desired {
    pub(super) fn new(properties: ServiceProperties, decoder: &mut Decoder<'_>) -> Option<Self> {
        let unit = name::unit(&properties.common.name, decoder)?;
        Some(Self { properties, unit })
    }

    /// Whether it should run.
    pub(super) fn runs(&self) -> bool {
        self.properties.ensure == Ensure::Running
    }

    /// Whether it should start with the machine; `None` when nobody cares.
    pub(super) fn starts_with_the_machine(&self) -> Option<bool> {
        self.properties.enable
    }
}
