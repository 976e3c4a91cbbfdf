//! TLS on top of a connection, with everything that is dear loaded at its first use.

use super::Phase;
use super::cause::Cause;
use super::certificates::{Origin, Store};
use super::request::{Identity, Tls, Trust};
use super::settings::Settings;
use super::tls_fault::explain;
use super::verify::{Anyone, Verifier};
use super::wire::{Deadline, Flow};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::io::{self, Read, Write};
use std::sync::{Arc, OnceLock};

/// Makes connections trustworthy.
pub(super) struct TlsMaker {
    settings: Settings,
    choice: Tls,
    ready: OnceLock<Result<Ready, Cause>>,
}

#[derive(Clone)]
struct Ready {
    config: Arc<ClientConfig>,
    /// Where trusted certificates came from, for errors.
    origin: Origin,
}

impl TlsMaker {
    /// Loads nothing yet.
    pub(super) fn new(settings: Settings, choice: Tls) -> Self {
        Self { settings, choice, ready: OnceLock::new() }
    }

    /// Wraps `flow`, whose other side is to prove that it is `host`.
    pub(super) fn wrap(
        &self,
        mut flow: Box<dyn Flow>,
        host: &str,
        port: u16,
        deadline: Deadline,
    ) -> Result<Box<dyn Flow>, Cause> {
        let ready = self.ready.get_or_init(|| self.prepare()).as_ref().map_err(Cause::clone)?;
        let address = format!("{host}:{port}");
        let name = ServerName::try_from(host.to_owned()).map_err(|_| Cause::Tls {
            address: address.clone(),
            reason: "a certificate cannot carry this name".into(),
        })?;
        let fault = |error: &io::Error| tls_cause(error, &address, &ready.origin);
        let mut session =
            ClientConnection::new(ready.config.clone(), name).map_err(|error| fault(&io::Error::other(error)))?;
        flow.until(deadline.during(Phase::Handshake));
        while session.is_handshaking() {
            session.complete_io(&mut flow).map_err(|error| fault(&error))?;
        }
        Ok(Box::new(TlsFlow(StreamOwned::new(session, flow))))
    }

    fn prepare(&self) -> Result<Ready, Cause> {
        let provider = Arc::new(ring::default_provider());
        let (verifier, origin) = self.verifier(&provider)?;
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring supports the default versions")
            .dangerous()
            .with_custom_certificate_verifier(verifier);
        let mut config = match &self.choice.identity {
            None => builder.with_no_client_auth(),
            Some(identity) => {
                let (chain, key) = read_identity(identity)?;
                builder.with_client_auth_cert(chain, key).map_err(|error| unusable(&error.to_string()))?
            }
        };
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Ready { config: Arc::new(config), origin })
    }

    fn verifier(&self, provider: &Arc<CryptoProvider>) -> Result<(Arc<dyn ServerCertVerifier>, Origin), Cause> {
        let store = match &self.choice.trust {
            Trust::Anyone => return Ok((Arc::new(Anyone(provider.clone())), Origin::default())),
            Trust::Only(pem) => Store::of_pem(pem),
            Trust::System => Store::load(&self.settings),
        };
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(store.certificates.iter().cloned());
        if roots.is_empty() {
            let reason =
                store.origin.fault.unwrap_or_else(|| "there are no trusted certificates on this machine".into());
            return Err(Cause::Request { reason });
        }
        let chains = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone())
            .build()
            .map_err(|error| Cause::Request { reason: error.to_string() })?;
        Ok((Arc::new(Verifier { chains, trusted: store.certificates.into_iter().collect() }), store.origin))
    }
}

fn unusable(reason: &str) -> Cause {
    Cause::Request { reason: format!("the client certificate cannot be used: {reason}") }
}

fn read_identity(identity: &Identity) -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), Cause> {
    let chain = Store::of_pem(&identity.chain).certificates;
    if chain.is_empty() {
        return Err(unusable("its file has no certificate in PEM"));
    }
    let key =
        PrivateKeyDer::from_pem_slice(identity.key.reveal()).map_err(|_| unusable("its key file has no key in PEM"))?;
    Ok((chain, key))
}

/// What an error of the handshake means; ours pass through.
fn tls_cause(error: &io::Error, address: &str, origin: &Origin) -> Cause {
    let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    let reason = match (Cause::within(error), tls) {
        (Some(cause), _) => return cause.clone(),
        (_, Some(tls)) => explain(tls, origin),
        _ if error.kind() == io::ErrorKind::UnexpectedEof => {
            "the other side closed the connection during the handshake".into()
        }
        _ => error.to_string(),
    };
    Cause::Tls { address: address.to_owned(), reason }
}

/// A connection inside TLS.
struct TlsFlow(StreamOwned<ClientConnection, Box<dyn Flow>>);

impl Read for TlsFlow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for TlsFlow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Flow for TlsFlow {
    fn until(&mut self, deadline: Deadline) {
        self.0.sock.until(deadline);
    }

    fn is_idle(&mut self) -> bool {
        let state = self.0.conn.process_new_packets();
        state.is_ok_and(|state| state.plaintext_bytes_to_read() == 0 && !state.peer_has_closed())
            && self.0.sock.is_idle()
    }
}
