//! HTTP: what asks and what changes things are two ports.
//!
//! The real one behaves as Go's client where that can be seen from outside: redirects, credentials, proxies,
//! certificates, compression. It is built on an HTTP library of which it uses the protocol and the pool; connections
//! are our own, so that an interrupt or a deadline ends a request within a tenth of a second, whatever it waits for.

mod body;
mod cause;
mod certificates;
mod client;
mod connector;
mod credentials;
mod dial;
mod error;
mod fake;
mod headers;
mod link;
mod no_proxy;
mod ports;
mod proxy;
mod query;
mod reason;
mod redirect;
mod reference;
mod request;
mod response;
mod settings;
mod socks;
mod tls;
mod tls_fault;
mod tunnel;
mod url;
mod verify;
mod wire;
mod x509;

pub use client::Client;
pub use credentials::{Credentials, redacted};
pub use error::{HttpError, Phase};
pub use fake::{Asked, FakeHttp};
pub use headers::Headers;
pub use ports::{Fetch, Receive, Submit};
pub use request::{BasicAuth, Guard, Identity, Judge, Limits, ProxyChoice, Request, Tls, Trust};
pub use response::Response;
pub use url::Url;
pub use wire::Stop;
