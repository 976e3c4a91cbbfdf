//! Opens connections: directly or through a proxy, plain or in TLS.

use super::Phase;
use super::cause::Cause;
use super::dial::dial;
use super::link::{Link, Relay, deadline_of};
use super::proxy::Proxies;
use super::request::Guard;
use super::settings::Settings;
use super::tls::TlsMaker;
use super::url::{Url, parse_any};
use super::wire::{Deadline, Flow, Stop};
use super::{socks, tunnel};
use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;
use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{ConnectionDetails, Connector, NextTimeout};

/// Which way requests go.
pub(super) enum Route {
    /// As the environment says, which is read at the first request.
    Environment(Settings, OnceLock<Box<Proxies>>),
    Direct,
    Through(Url),
}

impl Route {
    fn proxy(&self, url: &Url) -> Result<Option<&Url>, Cause> {
        match self {
            Self::Direct => Ok(None),
            Self::Through(proxy) => Ok(Some(proxy)),
            Self::Environment(settings, proxies) => {
                let chosen = proxies.get_or_init(|| Box::new(Proxies::of(settings))).for_url(url);
                chosen.map_err(|reason| Cause::Request { reason: reason.into() })
            }
        }
    }

    /// What is added to an error of a direct connection that was meant to go through a proxy.
    fn doubt(&self) -> &'static str {
        match self {
            Self::Environment(_, proxies) if proxies.get().is_some_and(|proxies| proxies.ignores()) => {
                " (a proxy is set in the environment, but it is not a URL and was not used)"
            }
            _ => "",
        }
    }
}

/// Opens connections.
pub(super) struct Opener {
    pub(super) route: Route,
    pub(super) tls: TlsMaker,
    pub(super) guard: Option<Guard>,
    pub(super) stop: Stop,
    /// How long the other side may send nothing.
    pub(super) silence: Duration,
}

impl Opener {
    fn open(&self, target: &Url, deadline: Deadline) -> Result<Link, Cause> {
        let secure = target.scheme() == "https";
        let (flow, relay) = match self.route.proxy(target)? {
            None => (self.dial(target, deadline)?, None),
            Some(proxy) => self.through(proxy, target, deadline)?,
        };
        let flow = if secure { self.tls.wrap(flow, target.host(), target.port(), deadline)? } else { flow };
        Ok(Link::new(flow, secure, relay, self.silence))
    }

    fn dial(&self, target: &Url, deadline: Deadline) -> Result<Box<dyn Flow>, Cause> {
        match dial(target.host(), target.port(), self.guard.as_ref(), &self.stop, deadline) {
            Ok(wire) => Ok(Box::new(wire)),
            Err(Cause::Connect { address, reason }) => {
                Err(Cause::Connect { address, reason: format!("{reason}{}", self.route.doubt()) })
            }
            Err(cause) => Err(cause),
        }
    }

    fn through(&self, proxy: &Url, target: &Url, deadline: Deadline) -> Result<(Box<dyn Flow>, Option<Relay>), Cause> {
        let mut flow = self.reach(proxy, deadline)?;
        flow.until(deadline.during(Phase::Proxy));
        if proxy.scheme().starts_with("socks") {
            socks::connect(&mut *flow, proxy, target)?;
            return Ok((flow, None));
        }
        if target.scheme() == "https" {
            tunnel::connect(&mut *flow, proxy, target)?;
            return Ok((flow, None));
        }
        let origin = format!("http://{}", target.authority());
        Ok((flow, Some(Relay { origin, authorization: tunnel::authorization(proxy) })))
    }

    /// A connection to the proxy itself.
    fn reach(&self, proxy: &Url, deadline: Deadline) -> Result<Box<dyn Flow>, Cause> {
        let fault = |reason| Cause::Proxy { proxy: proxy.to_string(), reason };
        let known = ["http", "https", "socks5", "socks5h"];
        if !known.contains(&proxy.scheme()) {
            return Err(fault(format!("its scheme is none of {}", known.join(", "))));
        }
        let flow = match dial(proxy.host(), proxy.port(), None, &self.stop, deadline) {
            Err(Cause::Connect { reason, .. }) => return Err(fault(format!("cannot connect to it: {reason}"))),
            other => Box::new(other?),
        };
        if proxy.scheme() != "https" {
            return Ok(flow);
        }
        self.tls.wrap(flow, proxy.host(), proxy.port(), deadline).map_err(|cause| match cause {
            Cause::Tls { reason, .. } => fault(format!("no trusted TLS connection to it: {reason}")),
            other => other,
        })
    }
}

impl Connector for Opener {
    type Out = Link;

    fn connect(&self, details: &ConnectionDetails<'_>, _chained: Option<()>) -> Result<Option<Link>, Error> {
        let target = parse_any(&details.uri.to_string()).map_err(|_| Error::ConnectionFailed)?;
        let deadline = deadline_of(details.timeout, Phase::Connect);
        Ok(Some(self.open(&target, deadline)?))
    }
}

impl fmt::Debug for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opener")
    }
}

/// Resolves nothing: whoever dials knows whether it is the target or a proxy that must be looked up.
#[derive(Debug)]
pub(super) struct LeaveToOpener;

impl Resolver for LeaveToOpener {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        Ok(self.empty())
    }
}
