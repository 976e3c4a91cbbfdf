//! A certificate for the loopback address, and the authority that signed it.

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, SanType};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, crypto};
use std::io::{Error, Result};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;

/// What a server shows; the certificate of the authority is written to `file`.
pub(super) fn certificate(file: &Path) -> Result<Arc<ServerConfig>> {
    let (authority, config) = made().map_err(Error::other)?;
    std::fs::write(file, authority)?;
    Ok(config)
}

type Anything = Box<dyn std::error::Error + Send + Sync>;

fn made() -> std::result::Result<(String, Arc<ServerConfig>), Anything> {
    let mut params = CertificateParams::new(Vec::new())?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate()?;
    let pem = params.self_signed(&key)?.pem();
    let authority = Issuer::new(params, key);
    let mut params = CertificateParams::new(Vec::new())?;
    params.subject_alt_names = vec![SanType::IpAddress(IpAddr::V4(Ipv4Addr::LOCALHOST))];
    let key = KeyPair::generate()?;
    let certificate = params.signed_by(&key, &authority)?;
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)?;
    Ok((pem, Arc::new(config)))
}
