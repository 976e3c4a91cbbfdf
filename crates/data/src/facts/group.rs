//! The groups of built-in facts.

use super::view::View;
use super::{cpu, host, memory, network, partition};
use value::Map;

/// What is gathered together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Host,
    Network,
    Partition,
    Cpu,
    Memory,
}

impl Group {
    pub(super) const ALL: [Self; 5] = [Self::Host, Self::Network, Self::Partition, Self::Cpu, Self::Memory];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.name() == name)
    }

    /// The key of the group in the tree.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Network => "network",
            Self::Partition => "partition",
            Self::Cpu => "cpu",
            Self::Memory => "memory",
        }
    }

    pub(super) fn gather(self, view: &View<'_>) -> Map {
        match self {
            Self::Host => host::gather(view),
            Self::Network => network::gather(view),
            Self::Partition => partition::gather(view),
            Self::Cpu => cpu::gather(view),
            Self::Memory => memory::gather(view),
        }
    }
}
