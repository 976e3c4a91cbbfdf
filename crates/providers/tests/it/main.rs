//! Providers against the real thing: files, processes, servers, repositories.

mod cel;
mod debug;
mod examples;
mod executor;
mod forms;
mod go_template;
mod kit;
mod message;
mod registering;
mod scenarios;
mod server;
mod show;
mod static_value;
mod validation;
