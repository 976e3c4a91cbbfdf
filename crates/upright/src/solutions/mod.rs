//! What the commands around solutions share: flags, configuration, parameters, telemetry, and what all calls of a run are
//! given.

pub(crate) mod config;
pub(crate) mod config_keys;
pub(crate) mod flags;
pub(crate) mod lines;
pub(crate) mod output;
pub(crate) mod parameters;
pub(crate) mod problems;
pub(crate) mod progress;
pub(crate) mod reference;
pub(crate) mod setup;
pub(crate) mod shelf;
pub(crate) mod streams;
pub(crate) mod telemetry;
pub(crate) mod terminal;
