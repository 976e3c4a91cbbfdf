//! Private keys of all kinds: made, read, written, and signing.

use ring::signature::{Ed25519KeyPair, KeyPair};
use system::Random;

use super::der::{self, DerError, Reader};
use super::dsa::DsaKey;
use super::elliptic::{Curve, EcKey};
use super::pem;
use super::rsa::RsaKey;

/// A private key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PrivateKey {
    Rsa(RsaKey),
    Ec(EcKey),
    Ed25519([u8; 32]),
    Dsa(DsaKey),
}

/// A public key as certificates have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PublicKey {
    /// The algorithm, as DER.
    pub(super) algorithm: Vec<u8>,
    pub(super) bytes: Vec<u8>,
}

const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const RSA_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b];
const EC: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
const ECDSA_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const ECDSA_SHA384: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03];
const ED25519: &[u8] = &[0x2b, 0x65, 0x70];

impl PrivateKey {
    pub(super) fn generate_ed25519(random: &dyn Random) -> Self {
        let mut seed = [0; 32];
        random.fill(&mut seed);
        Self::Ed25519(seed)
    }

    /// The key in the first block of a text.
    pub(super) fn from_pem(text: &[u8]) -> Result<Self, String> {
        let block = pem::decode(text).ok_or("no PEM data in input")?;
        if block.label == "PRIVATE KEY" {
            return Self::from_pkcs8(&block.bytes).map_err(|_| {
                "decoding PEM as PKCS#8: x509: failed to parse private key, or its kind is not supported".into()
            });
        }
        let Some(kind) = block.label.strip_suffix(" PRIVATE KEY") else {
            return Err(format!("no private key data in PEM block of type {}", block.label));
        };
        let key = match kind {
            "RSA" => RsaKey::from_der(&block.bytes).map(Self::Rsa),
            "EC" => EcKey::from_der(&block.bytes, None).map(Self::Ec),
            "DSA" => DsaKey::from_der(&block.bytes).map(Self::Dsa),
            _ => return Err(format!("invalid private key type {}", block.label)),
        };
        key.map_err(|_| {
            format!(
                "parsing {kind} private key from PEM: x509: failed to parse private key, or its kind is not supported"
            )
        })
    }

    fn from_pkcs8(bytes: &[u8]) -> Result<Self, DerError> {
        let mut reader = Reader::new(bytes).inside(der::SEQUENCE)?;
        reader.integer()?;
        let mut algorithm = reader.inside(der::SEQUENCE)?;
        let key = reader.content(der::OCTET_STRING)?;
        match algorithm.content(der::OID)? {
            RSA => RsaKey::from_der(key).map(Self::Rsa),
            EC => {
                let curve = algorithm.content(der::OID).ok().and_then(Curve::from_oid);
                EcKey::from_der(key, curve).map(Self::Ec)
            }
            ED25519 => {
                let seed = Reader::new(key).content(der::OCTET_STRING)?;
                seed.try_into().map(Self::Ed25519).map_err(|_| DerError)
            }
            _ => Err(DerError),
        }
    }

    pub(super) fn to_pem(&self) -> String {
        match self {
            Self::Rsa(key) => pem::encode("RSA PRIVATE KEY", &key.to_der()),
            Self::Ec(key) => pem::encode("EC PRIVATE KEY", &key.to_der()),
            Self::Dsa(key) => pem::encode("DSA PRIVATE KEY", &key.to_der()),
            Self::Ed25519(seed) => {
                let key = der::element(der::OCTET_STRING, &der::element(der::OCTET_STRING, seed));
                let algorithm = der::sequence(&[&der::element(der::OID, ED25519)]);
                pem::encode("PRIVATE KEY", &der::sequence(&[&der::integer(&[0]), &algorithm, &key]))
            }
        }
    }

    /// The public half; certificates cannot hold that of a DSA key.
    pub(super) fn public(&self) -> Result<PublicKey, String> {
        let (algorithm, bytes) = match self {
            Self::Rsa(key) => (rsa_algorithm(RSA), key.public_der()),
            Self::Ec(key) => {
                let curve = der::element(der::OID, key.curve().oid());
                (der::sequence(&[&der::element(der::OID, EC), &curve]), key.public().to_vec())
            }
            Self::Ed25519(seed) => (der::sequence(&[&der::element(der::OID, ED25519)]), ed25519_public(seed)?),
            Self::Dsa(_) => return Err("x509: unsupported public key type: *dsa.PublicKey".into()),
        };
        Ok(PublicKey { algorithm, bytes })
    }

    /// The algorithm that [`PrivateKey::sign`] uses, as DER.
    pub(super) fn signature_algorithm(&self) -> Result<Vec<u8>, String> {
        let oid = match self {
            Self::Rsa(_) => return Ok(rsa_algorithm(RSA_SHA256)),
            Self::Ec(key) => match key.curve() {
                Curve::P256 => ECDSA_SHA256,
                Curve::P384 => ECDSA_SHA384,
            },
            Self::Ed25519(_) => ED25519,
            Self::Dsa(_) => return Err("x509: certificate private key does not implement crypto.Signer".into()),
        };
        Ok(der::sequence(&[&der::element(der::OID, oid)]))
    }

    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        match self {
            Self::Rsa(key) => key.sign(message),
            Self::Ec(key) => key.sign(message),
            Self::Ed25519(seed) => {
                let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|error| error.to_string())?;
                Ok(pair.sign(message).as_ref().to_vec())
            }
            Self::Dsa(_) => Err("x509: certificate private key does not implement crypto.Signer".into()),
        }
    }
}

/// RSA's algorithms have a parameter that says nothing.
fn rsa_algorithm(oid: &[u8]) -> Vec<u8> {
    der::sequence(&[&der::element(der::OID, oid), &der::element(der::NULL, &[])])
}

fn ed25519_public(seed: &[u8; 32]) -> Result<Vec<u8>, String> {
    let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|error| error.to_string())?;
    Ok(pair.public_key().as_ref().to_vec())
}
