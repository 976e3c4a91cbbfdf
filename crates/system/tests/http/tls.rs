//! TLS: who is trusted, and what is said about who is not.

use crate::server::{Server, answer, client, redirect, request};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use std::fs;
use std::sync::Arc;
use std::time::Duration;
use system::http::{Fetch, HttpError, Identity, Phase, Trust};
use tempfile::TempDir;
use value::Secret;

/// A certificate authority that lives as long as its test.
pub(crate) struct Authority {
    pem: String,
    certificate: rcgen::Certificate,
    issuer: Issuer<'static, KeyPair>,
    directory: TempDir,
}

impl Authority {
    pub(crate) fn new() -> Self {
        Self::named("Test Authority")
    }

    fn named(name: &str) -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("ca.pem"), certificate.pem()).unwrap();
        Self { pem: certificate.pem(), certificate, issuer: Issuer::new(params, key), directory }
    }

    /// Where its certificate is stored.
    pub(crate) fn file(&self) -> String {
        self.directory.path().join("ca.pem").to_str().unwrap().to_owned()
    }

    fn folder(&self) -> String {
        self.directory.path().to_str().unwrap().to_owned()
    }

    /// A server's settings with a certificate for these names.
    pub(crate) fn server(&self, names: &[&str]) -> Arc<ServerConfig> {
        self.sign(&CertificateParams::new(names.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap())
    }

    fn sign(&self, params: &CertificateParams) -> Arc<ServerConfig> {
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        config(vec![certificate.der().clone()], &key)
    }
}

fn config(chain: Vec<rustls::pki_types::CertificateDer<'static>>, key: &KeyPair) -> Arc<ServerConfig> {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    Arc::new(builder.with_no_client_auth().with_single_cert(chain, key).unwrap())
}

fn hello(config: Arc<ServerConfig>) -> Server {
    Server::start_tls(config, |_, stream| stream.write_all(&answer("200 OK", "", b"hello")).is_ok())
}

/// Asks with `file` as the only trusted store.
fn ask(server: &Server, host: &str, file: &str) -> Result<Vec<u8>, HttpError> {
    let client = client(&[("SSL_CERT_FILE", file), ("SSL_CERT_DIR", "/nonexistent")]);
    client.fetch(&request(&format!("https://{host}:{}/x", server.port))).map(|response| response.body)
}

fn reason(result: Result<Vec<u8>, HttpError>) -> String {
    match result {
        Err(HttpError::Tls { reason, .. }) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_authority_in_a_file_or_a_directory_is_trusted() {
    let authority = Authority::new();
    let server = hello(authority.server(&["localhost", "127.0.0.1"]));
    assert_eq!(ask(&server, "localhost", &authority.file()).unwrap(), b"hello");
    assert_eq!(ask(&server, "127.0.0.1", &authority.file()).unwrap(), b"hello");
    let directories = format!("/nonexistent:{}:", authority.folder());
    let client = client(&[("SSL_CERT_FILE", "/nonexistent"), ("SSL_CERT_DIR", &directories)]);
    let response = client.fetch(&request(&format!("https://localhost:{}/", server.port))).unwrap();
    assert_eq!(response.body, b"hello");
    client.fetch(&request(&format!("https://localhost:{}/", server.port))).unwrap();
    assert_eq!(server.seen().last().unwrap().connection, 2);
}

#[test]
fn a_stranger_is_not_trusted() {
    let (authority, other) = (Authority::new(), Authority::named("Other Authority"));
    let server = hello(authority.server(&["localhost"]));
    let error = ask(&server, "localhost", &other.file()).unwrap_err();
    let expected = format!(
        "no trusted TLS connection to `localhost:{0}` for `https://localhost:{0}/x`: its certificate is signed by nobody in \
         `{1}`; `SSL_CERT_FILE` can name a private authority",
        server.port,
        other.file()
    );
    assert_eq!(error.to_string(), expected);
    let told = reason(ask(&server, "localhost", &Authority::new().file()));
    assert!(
        told.starts_with("its certificate names an authority in ") && told.ends_with("that did not sign it"),
        "{told}"
    );
    assert!(server.seen().is_empty());
}

#[test]
fn a_file_that_is_named_and_missing_is_told() {
    let (authority, other) = (Authority::new(), Authority::named("Other Authority"));
    let server = hello(authority.server(&["localhost"]));
    let ask = |directory: &str| {
        let client = client(&[("SSL_CERT_FILE", "/nonexistent/ca.pem"), ("SSL_CERT_DIR", directory)]);
        client.fetch(&request(&format!("https://localhost:{}/", server.port))).unwrap_err().to_string()
    };
    let told = "cannot read `/nonexistent/ca.pem`, which `SSL_CERT_FILE` names: No such file or directory (os error 2)";
    assert!(ask("/nonexistent").ends_with(told), "{}", ask("/nonexistent"));
    let with_another = ask(&other.folder());
    assert!(with_another.contains("signed by nobody in") && with_another.ends_with(told), "{with_another}");
}

#[test]
fn a_certificate_for_somebody_else() {
    let authority = Authority::new();
    let server = hello(authority.server(&["example.com", "*.example.org", "10.0.0.1"]));
    let told = reason(ask(&server, "localhost", &authority.file()));
    assert_eq!(told, "its certificate is not for `localhost` but for `example.com`, `*.example.org`, `10.0.0.1`");
    let told = reason(ask(&server, "127.0.0.1", &authority.file()));
    assert!(told.starts_with("its certificate is not for `127.0.0.1` but for"), "{told}");
}

#[test]
fn a_certificate_at_the_wrong_time() {
    let authority = Authority::new();
    let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.not_after = rcgen::date_time_ymd(2020, 1, 1);
    let told = reason(ask(&hello(authority.sign(&params)), "localhost", &authority.file()));
    assert!(told.starts_with("its certificate expired ") && told.contains(" days ago, or the clock"), "{told}");
    let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.not_before = rcgen::date_time_ymd(2900, 1, 1);
    let told = reason(ask(&hello(authority.sign(&params)), "localhost", &authority.file()));
    assert!(told.starts_with("its certificate is valid only in "), "{told}");
}

/// A server with a certificate that signed itself and says it is an authority, and the file with it.
fn self_signed(change: impl FnOnce(&mut CertificateParams)) -> (Server, TempDir, String) {
    let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    change(&mut params);
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("own.pem");
    fs::write(&file, certificate.pem()).unwrap();
    let server = hello(config(vec![certificate.der().clone()], &key));
    (server, directory, file.to_str().unwrap().to_owned())
}

#[test]
fn a_self_signed_certificate_in_the_store_is_trusted_for_its_name_and_time() {
    let (server, _directory, file) = self_signed(|_| ());
    assert_eq!(ask(&server, "localhost", &file).unwrap(), b"hello");
    assert!(reason(ask(&server, "127.0.0.1", &file)).contains("is not for `127.0.0.1` but for `localhost`"));
    let (expired, _directory, file) = self_signed(|params| params.not_after = rcgen::date_time_ymd(2020, 1, 1));
    assert!(reason(ask(&expired, "localhost", &file)).contains("expired"));
    let (early, _directory, file) = self_signed(|params| params.not_before = rcgen::date_time_ymd(2900, 1, 1));
    assert!(reason(ask(&early, "localhost", &file)).contains("valid only in"));
    let (leaf, _directory, file) = self_signed(|params| params.is_ca = IsCa::NoCa);
    assert_eq!(ask(&leaf, "localhost", &file).unwrap(), b"hello");
}

#[test]
fn a_self_signed_certificate_of_a_stranger_is_not() {
    let (server, ..) = self_signed(|_| ());
    let told = reason(ask(&server, "localhost", &Authority::new().file()));
    assert!(told.starts_with("its certificate"), "{told}");
}

#[test]
fn a_request_may_choose_whom_to_trust() {
    let authority = Authority::new();
    let server = hello(authority.server(&["localhost"]));
    let client = client(&[("SSL_CERT_FILE", "/nonexistent"), ("SSL_CERT_DIR", "/nonexistent")]);
    let mut request = request(&format!("https://localhost:{}/", server.port));
    let error = client.fetch(&request).unwrap_err();
    assert!(error.to_string().contains("cannot read `/nonexistent`"), "{error}");
    request.tls.trust = Trust::Only(authority.pem.clone().into());
    assert_eq!(client.fetch(&request).unwrap().body, b"hello");
    request.tls.trust = Trust::Only(Authority::new().pem.into());
    assert!(matches!(client.fetch(&request), Err(HttpError::Tls { .. })));
    request.tls.trust = Trust::Anyone;
    assert_eq!(client.fetch(&request).unwrap().body, b"hello");
}

#[test]
fn a_client_may_have_a_certificate() {
    let authority = Authority::new();
    let mut roots = RootCertStore::empty();
    roots.add(authority.certificate.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build().unwrap();
    let key = KeyPair::generate().unwrap();
    let own = CertificateParams::new(["localhost".to_owned()]).unwrap().signed_by(&key, &authority.issuer).unwrap();
    let server_key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let builder = builder.with_client_cert_verifier(verifier);
    let server = hello(Arc::new(builder.with_single_cert(vec![own.der().clone()], server_key).unwrap()));

    let client = client(&[("SSL_CERT_FILE", &authority.file())]);
    let mut request = request(&format!("https://localhost:{}/", server.port));
    let error = client.fetch(&request).unwrap_err();
    assert!(error.to_string().contains("CertificateRequired"), "{error}");
    request.tls.identity = Some(Identity { chain: own.pem().into(), key: Secret::new(key.serialize_pem().into()) });
    assert_eq!(client.fetch(&request).unwrap().body, b"hello");
    request.tls.identity = Some(Identity { chain: b"nothing".to_vec(), key: Secret::new(Vec::new()) });
    let error = client.fetch(&request).unwrap_err();
    assert!(
        error.to_string().contains("the client certificate cannot be used: its file has no certificate in PEM"),
        "{error}"
    );
}

#[test]
fn a_server_that_does_not_speak_tls() {
    let authority = Authority::new();
    let plain =
        Server::raw(|socket, _, _| drop(std::io::Write::write_all(socket, b"HTTP/1.1 400 Bad Request\r\n\r\n")));
    assert_eq!(
        reason(ask(&plain, "localhost", &authority.file())),
        "the other side does not speak TLS; is it `http://`?"
    );
    let closes = Server::raw(|socket, _, _| drop(std::io::Read::read(socket, &mut [0; 4096])));
    let told = reason(ask(&closes, "localhost", &authority.file()));
    assert_eq!(told, "the other side closed the connection during the handshake");
}

#[test]
fn a_handshake_that_hangs() {
    let authority = Authority::new();
    let server = Server::raw(|socket, _, _| {
        // Whatever comes is not answered, until the other side gives up.
        let _ = std::io::copy(socket, &mut std::io::sink());
    });
    // An address need not be looked up, and connecting to it takes a part of this on the slowest machine.
    let limit = Duration::from_secs(2);
    let mut request = request(&format!("https://127.0.0.1:{}/", server.port));
    request.limits.connect_timeout = Some(limit);
    let error = client(&[("SSL_CERT_FILE", &authority.file())]).fetch(&request).unwrap_err();
    let HttpError::TimedOut { after, phase: Phase::Handshake, .. } = &error else { panic!("{error}") };
    assert_eq!(*after, limit);
}

#[test]
fn a_body_over_tls_that_is_cut_off() {
    let authority = Authority::new();
    let server = Server::start_tls(authority.server(&["localhost"]), |_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf").unwrap();
        stream.flush().unwrap();
        false
    });
    let error = ask(&server, "localhost", &authority.file()).unwrap_err();
    assert!(error.to_string().ends_with("the connection was cut off after 4 of 10 bytes"), "{error}");
}

#[test]
fn losing_tls_on_the_way_is_noted() {
    let authority = Authority::new();
    let plain = Server::always(answer("200 OK", "", b"plain"));
    let location = plain.url("/");
    let secure = Server::start_tls(authority.server(&["localhost"]), move |_, stream| {
        stream.write_all(&redirect(302, &location)).is_ok()
    });
    let client = client(&[("SSL_CERT_FILE", &authority.file())]);
    let response = client.fetch(&request(&format!("https://localhost:{}/", secure.port))).unwrap();
    assert!(response.lost_tls() && response.body == b"plain");
}

#[test]
fn plain_http_needs_no_certificates() {
    let server = Server::always(answer("200 OK", "", b"x"));
    let client = client(&[("SSL_CERT_FILE", "/nonexistent"), ("SSL_CERT_DIR", "/nonexistent")]);
    assert_eq!(client.fetch(&server.request("/")).unwrap().body, b"x");
}
