//! Providers against the real thing: files, processes, servers, repositories.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::disallowed_methods, reason = "tests look at the real world by themselves")]

mod canary;
mod cel;
mod debug;
mod directory;
mod dry_runs;
mod env;
mod examples;
mod exec;
mod executor;
mod file;
mod forms;
mod git;
mod git_http;
mod go_template;
mod hcl;
mod http;
mod http_hostile;
mod identity;
mod kit;
mod message;
mod metadata;
mod parameter;
mod registering;
mod scenarios;
mod secret;
mod server;
mod show;
mod sleep;
mod static_value;
mod store;
mod validation;
