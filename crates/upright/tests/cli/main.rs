//! The program as people use it: arguments and files go in, and what is compared is all that comes out.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![expect(clippy::disallowed_methods, reason = "the tests look at the program from outside")]
#![expect(clippy::format_collect, clippy::format_push_string, reason = "the texts are short, and made once")]

mod archives;
mod bad_input;
mod bridges;
mod canary;
mod check;
mod children;
mod commands;
mod data;
mod destinations;
mod diffs;
mod ensure;
mod eval;
mod events;
mod execs;
mod exit_codes;
mod expressions;
mod files;
mod flow;
mod foreseen;
mod health;
mod hostile;
mod long_secrets;
mod mask;
mod outputs;
mod provider_secrets;
mod providers;
mod raw_text;
mod rehearsal;
mod rights;
mod scaffold;
mod secrets;
mod secrets_killed;
mod secrets_store;
mod sessions;
mod signals;
mod solution_documents;
mod solution_secrets;
mod solutions;
mod state;
mod terminal;
mod test;
