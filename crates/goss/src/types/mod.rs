//! The types of resources: what each can say, and how the machine is asked.

pub(crate) mod addr;
pub(crate) mod command;
pub(crate) mod dns;
mod dns_message;
mod dns_name;
pub(crate) mod file;
pub(crate) mod group;
pub(crate) mod http;
pub(crate) mod interface;
pub(crate) mod kernel_param;
pub(crate) mod matching;
pub(crate) mod mount;
mod number;
pub(crate) mod package;
pub(crate) mod port;
pub(crate) mod process;
pub(crate) mod service;
mod subject;
pub(crate) mod user;

pub(crate) use number::{int, millis};
pub(crate) use subject::{Answer, Subject};
