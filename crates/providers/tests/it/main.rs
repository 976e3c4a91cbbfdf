//! Providers against the real thing: files, processes, servers, repositories.

mod executor;
mod forms;
mod kit;
mod registering;
mod scenarios;
mod server;
mod static_value;
