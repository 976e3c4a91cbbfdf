//! The ports against this machine, and the fakes beside them.

mod files_contract;
mod files_killed;
mod files_real;
mod files_rights;
mod interrupts;
mod role;
mod sample;
mod words;
