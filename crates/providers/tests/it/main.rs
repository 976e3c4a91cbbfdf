//! Providers against the real thing: files, processes, servers, repositories.

mod executor;
mod kit;
mod registering;
mod static_value;
