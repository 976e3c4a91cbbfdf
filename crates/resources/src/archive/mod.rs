//! Archives from servers: downloaded, and extracted.

mod change;
mod checksum;
mod definition;
mod desired;
mod download;
mod failure;
mod headers;
mod observe;
mod plan;
mod properties;
mod provider;
mod state;
mod unfinished;
mod url;

pub use definition::TYPE;
