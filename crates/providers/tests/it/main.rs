//! Providers against the real thing: files, processes, servers, repositories.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![expect(clippy::disallowed_methods, reason = "the real thing is made on this machine")]

mod cel;
mod debug;
mod directory;
mod env;
mod examples;
mod exec;
mod executor;
mod file;
mod forms;
mod git;
mod go_template;
mod kit;
mod message;
mod metadata;
mod parameter;
mod registering;
mod scenarios;
mod server;
mod show;
mod sleep;
mod static_value;
mod validation;
