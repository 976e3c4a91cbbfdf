//! The real thing: one request with all its redirects.

use super::body::Body;
use super::cause::Cause;
use super::connector::{LeaveToOpener, Opener, Route};
use super::ports::Pieces;
use super::proxy::Setting;
use super::redirect::Hop;
use super::request::{Guard, Limits, ProxyChoice, Request, Tls};
use super::settings::Settings;
use super::tls::TlsMaker;
use super::url::redact;
use super::wire::{Deadline, Limit, Stop};
use super::{Fetch, Headers, HttpError, Phase, Receive, Response, Submit, reason};
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufReader};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use ureq::config::AutoHeaderValue;
use ureq::http::{HeaderName, HeaderValue, Method, header};
use ureq::{Agent, AsSendBody, http};

/// How much of the body of an answer that is no success a download keeps.
const ERROR_PAGE: u64 = 64 << 10;

/// How much of a redirect's body is read, so that the connection can be kept.
const SMALL_BODY: u64 = 2 << 10;

/// How many kept connections in a row may turn out to be closed.
const STALE_TRIES: usize = 4;

/// How long a server may send nothing, in the middle of a body or before an answer that nothing else limits, unless
/// something else is said.
const SILENCE: Duration = Duration::from_secs(30);

/// Talks HTTP/1.1. Making one costs nothing: proxies are read, and certificates loaded, when a request needs them.
pub struct Client {
    settings: Settings,
    stop: Stop,
    silence: Duration,
    /// For requests with nothing special about proxy and TLS; keeps its connections.
    usual: OnceLock<Agent>,
    /// The same for the guard that was used last: what another guard, or none, allowed to be opened is not for it.
    guarded: Mutex<Option<(Guard, Agent)>>,
}

impl Client {
    /// A client that listens to these environment variables, and gives up soon after `stop` says so.
    pub fn new(variables: impl IntoIterator<Item = (OsString, OsString)>, stop: Stop) -> Self {
        let settings = Settings::of(variables);
        Self { settings, stop, silence: SILENCE, usual: OnceLock::new(), guarded: Mutex::default() }
    }

    /// With another limit for how long a server may send nothing: 30 seconds otherwise.
    #[must_use]
    pub fn with_silence(self, silence: Duration) -> Self {
        Self { silence, ..self }
    }

    fn agent(&self, request: &Request) -> Result<Agent, HttpError> {
        let route = match &request.proxy {
            ProxyChoice::Environment if request.tls == Tls::default() => {
                return Ok(match &request.guard {
                    None => self.usual.get_or_init(|| self.build(self.environment(), Tls::default(), None)).clone(),
                    Some(guard) => self.guarded(guard),
                });
            }
            ProxyChoice::Environment => self.environment(),
            ProxyChoice::Direct => Route::Direct,
            ProxyChoice::Through(proxy) => match Setting::parse(proxy.reveal()) {
                Setting::Use(proxy) => Route::Through(proxy),
                _ => return Err(no_proxy(request, proxy.reveal())),
            },
        };
        Ok(self.build(route, request.tls.clone(), request.guard.clone()))
    }

    fn guarded(&self, guard: &Guard) -> Agent {
        let mut kept = self.guarded.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((same, agent)) if Arc::ptr_eq(same, guard) => agent.clone(),
            _ => {
                let agent = self.build(self.environment(), Tls::default(), Some(Arc::clone(guard)));
                *kept = Some((Arc::clone(guard), agent.clone()));
                agent
            }
        }
    }

    fn environment(&self) -> Route {
        Route::Environment(self.settings.clone(), OnceLock::new())
    }

    fn build(&self, route: Route, tls: Tls, guard: Option<Guard>) -> Agent {
        let tls = TlsMaker::new(self.settings.clone(), tls);
        let opener = Opener { route, tls, guard, stop: self.stop.clone(), silence: self.silence };
        let config = Agent::config_builder()
            .proxy(None)
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .allow_non_standard_methods(true)
            .accept(AutoHeaderValue::None)
            .accept_encoding(AutoHeaderValue::None)
            .user_agent(concat!("upright/", env!("CARGO_PKG_VERSION")))
            .build();
        Agent::with_parts(config, opener, LeaveToOpener)
    }

    /// Asks until there is an answer that is no redirect.
    fn run(&self, method: &str, request: &Request) -> Result<(Response, Body), HttpError> {
        let agent = self.agent(request)?;
        let at = request.limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let deadline = Deadline { at, limit: Limit::Whole, phase: Phase::Connect };
        let mut hop = Hop::first(method, request);
        let mut redirects = Vec::new();
        loop {
            permit(request, &hop)?;
            let exchange = Exchange { agent: &agent, request, hop: &hop, deadline, stop: &self.stop };
            let (answer, body) = exchange.run().map_err(|cause| cause.told(&hop.url, &request.limits))?;
            let next = match request.limits.max_redirects {
                0 => None,
                _ => hop.next(request, answer.status, answer.headers.get("location"))?,
            };
            let Some(next) = next else { return Ok((Response { redirects, ..answer }, body)) };
            redirects.push(hop.url);
            check_count(request, &redirects, &next)?;
            // Whether it is short, long or broken does not matter any more.
            let _ = body.copy(SMALL_BODY, &mut io::sink());
            hop = next;
        }
    }
}

fn no_proxy(request: &Request, proxy: &str) -> HttpError {
    HttpError::Proxy { url: request.url.to_string(), proxy: redact(proxy), reason: "it is not a URL".into() }
}

fn permit(request: &Request, hop: &Hop) -> Result<(), HttpError> {
    let verdict = request.guard.as_ref().map_or(Ok(()), |guard| guard.url(&hop.url));
    verdict.map_err(|reason| HttpError::Refused { url: hop.url.to_string(), reason })
}

fn check_count(request: &Request, asked: &[super::Url], next: &Hop) -> Result<(), HttpError> {
    let limit = request.limits.max_redirects;
    if asked.len() < limit {
        return Ok(());
    }
    let chain = asked.iter().chain([&next.url]).map(ToString::to_string).collect();
    Err(HttpError::TooManyRedirects { url: request.url.to_string(), limit, chain })
}

/// One hop on its way.
struct Exchange<'a> {
    agent: &'a Agent,
    request: &'a Request,
    hop: &'a Hop,
    deadline: Deadline,
    stop: &'a Stop,
}

impl Exchange<'_> {
    fn run(&self) -> Result<(Response, Body), Cause> {
        let headers = self.hop.headers(self.request);
        // Compression that we ask for is undone by us; a caller who asks gets what comes. As Go does it.
        let asks = !headers.says("accept-encoding") && !headers.says("range") && self.hop.method != "HEAD";
        let answer = self.send(&headers, asks)?;
        Ok(self.split(answer, asks))
    }

    fn send(&self, headers: &Headers, asks: bool) -> Result<http::Response<ureq::Body>, Cause> {
        let mut tries = 0;
        loop {
            self.deadline.slice(self.stop)?;
            tries += 1;
            match self.send_once(headers, asks).map_err(|error| Cause::of_ureq(&error, Phase::Answer)) {
                Err(Cause::Stale) if self.repeats() && tries < STALE_TRIES => {}
                done => return done,
            }
        }
    }

    /// Whether doing it twice does no harm.
    fn repeats(&self) -> bool {
        matches!(self.hop.method.as_str(), "GET" | "HEAD" | "OPTIONS" | "TRACE")
    }

    fn send_once(&self, headers: &Headers, asks: bool) -> Result<http::Response<ureq::Body>, ureq::Error> {
        let body: &[u8] = if self.hop.with_body { &self.request.body } else { &[] };
        let says_length = matches!(self.hop.method.as_str(), "POST" | "PUT" | "PATCH");
        if body.is_empty() && !says_length {
            self.transmit(headers, asks, ())
        } else {
            self.transmit(headers, asks, body)
        }
    }

    fn transmit(
        &self,
        headers: &Headers,
        asks: bool,
        body: impl AsSendBody,
    ) -> Result<http::Response<ureq::Body>, ureq::Error> {
        let mut request =
            http::Request::builder().method(method(&self.hop.method)?).uri(self.hop.url.bare()).body(body)?;
        for (name, value) in headers.iter() {
            let (name, value) = field(name, value)?;
            request.headers_mut().append(name, value);
        }
        if asks {
            request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        }
        let Limits { connect_timeout, .. } = self.request.limits;
        let configured = self.agent.configure_request(request);
        self.agent.run(configured.timeout_global(self.left()).timeout_connect(connect_timeout).build())
    }

    fn left(&self) -> Option<Duration> {
        self.deadline.at.map(|at| at.saturating_duration_since(Instant::now()))
    }

    fn split(&self, answer: http::Response<ureq::Body>, asks: bool) -> (Response, Body) {
        let (parts, body) = answer.into_parts();
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let mut headers: Headers = parts.headers.iter().map(|(name, value)| (name.as_str(), text(value))).collect();
        let gzip = asks && headers.get("content-encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("gzip"));
        let announced = headers.get("content-length").and_then(|length| length.parse().ok());
        if gzip {
            headers.remove("content-encoding");
            headers.remove("content-length");
        }
        let reader = BufReader::with_capacity(32 << 10, body.into_reader());
        let response = Response {
            status: parts.status.as_u16(),
            reason: reason::last(),
            headers,
            url: self.hop.url.clone(),
            redirects: Vec::new(),
            body: Vec::new(),
        };
        (response, Body { reader, announced, gzip, deadline: self.deadline, stop: self.stop.clone() })
    }
}

fn method(text: &str) -> Result<Method, Cause> {
    let method = Method::from_bytes(text.as_bytes()).ok().filter(|method| *method != Method::CONNECT);
    method.ok_or_else(|| Cause::Request { reason: format!("`{text}` is not a method") })
}

fn field(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), Cause> {
    let bad = |what| Cause::Request { reason: format!("{what} of header `{}` is not allowed", name.escape_default()) };
    let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad("the name"))?;
    let mut value = HeaderValue::from_bytes(value.as_bytes()).map_err(|_| bad("the value"))?;
    value.set_sensitive(true);
    Ok((header, value))
}

impl Client {
    fn in_memory(&self, method: &str, request: &Request) -> Result<Response, HttpError> {
        let (mut response, body) = self.run(method, request)?;
        if method != "HEAD" {
            let copied = body.copy_whole(request.limits.max_body, &mut response.body);
            copied.map_err(|cause| cause.told(&response.url, &request.limits))?;
        }
        Ok(response)
    }
}

impl Fetch for Client {
    fn fetch(&self, request: &Request) -> Result<Response, HttpError> {
        self.in_memory("GET", request)
    }

    fn head(&self, request: &Request) -> Result<Response, HttpError> {
        self.in_memory("HEAD", request)
    }

    fn check(&self, method: &str, request: &Request) -> Result<Response, HttpError> {
        let (mut response, body) = self.run(method, request)?;
        let limit = request.limits.max_body;
        if method != "HEAD" && limit > 0 {
            let copied = body.copy(limit, &mut response.body);
            copied.map_err(|cause| cause.told(&response.url, &request.limits))?;
        }
        Ok(response)
    }

    fn receive(&self, request: &Request, to: &mut dyn Receive) -> Result<Response, HttpError> {
        let (mut response, body) = self.run("GET", request)?;
        let copied = if response.is_success() {
            let begun = to.begin(&response).map_err(|error| Cause::Sink { reason: error.to_string() });
            begun.and_then(|()| body.copy_whole(request.limits.max_body, &mut Pieces(to)))
        } else {
            body.copy(ERROR_PAGE, &mut response.body).map(drop)
        };
        copied.map_err(|cause| cause.told(&response.url, &request.limits))?;
        Ok(response)
    }
}

impl Submit for Client {
    fn submit(&self, method: &str, request: &Request) -> Result<Response, HttpError> {
        self.in_memory(method, request)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}
