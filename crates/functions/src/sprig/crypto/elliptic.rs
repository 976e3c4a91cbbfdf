//! Keys on elliptic curves. New ones are on P-256; of others only P-384 can be used.

use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P384_SHA384_ASN1_SIGNING, EcdsaKeyPair};
use system::Random;

use super::der::{self, DerError, Reader};

/// A key on an elliptic curve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EcKey {
    curve: Curve,
    private: Vec<u8>,
    /// The point, both coordinates written out.
    public: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Curve {
    P256,
    P384,
}

impl Curve {
    /// The curve with this identifier.
    pub(super) fn from_oid(oid: &[u8]) -> Option<Self> {
        [Self::P256, Self::P384].into_iter().find(|curve| curve.oid() == oid)
    }

    pub(super) fn oid(self) -> &'static [u8] {
        match self {
            Self::P256 => &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07],
            Self::P384 => &[0x2b, 0x81, 0x04, 0x00, 0x22],
        }
    }

    fn bytes(self) -> usize {
        match self {
            Self::P256 => 32,
            Self::P384 => 48,
        }
    }
}

impl EcKey {
    /// A new key on P-256.
    pub(super) fn generate(random: &dyn Random) -> Self {
        loop {
            let mut private = vec![0; Curve::P256.bytes()];
            random.fill(&mut private);
            // A number beyond the order of the curve is no key; that is next to never.
            if let Some(public) = public_p256(&private) {
                return Self { curve: Curve::P256, private, public };
            }
        }
    }

    pub(super) fn curve(&self) -> Curve {
        self.curve
    }

    /// The point, both coordinates written out.
    pub(super) fn public(&self) -> &[u8] {
        &self.public
    }

    /// SEC 1, with curve and public key.
    pub(super) fn to_der(&self) -> Vec<u8> {
        der::sequence(&[
            &der::integer(&[1]),
            &der::element(der::OCTET_STRING, &self.private),
            &der::constructed(der::context_constructed(0), &[&der::element(der::OID, self.curve.oid())]),
            &der::constructed(der::context_constructed(1), &[&der::bit_string(&self.public)]),
        ])
    }

    /// Reads SEC 1. The curve is named in it, or around it.
    pub(super) fn from_der(bytes: &[u8], named: Option<Curve>) -> Result<Self, DerError> {
        let mut reader = Reader::new(bytes).inside(der::SEQUENCE)?;
        reader.integer()?;
        let private = der::trimmed(reader.content(der::OCTET_STRING)?);
        let mut curve = named;
        if reader.peek() == Some(der::context_constructed(0)) {
            curve = Curve::from_oid(reader.inside(der::context_constructed(0))?.content(der::OID)?);
        }
        let mut public = None;
        if reader.peek() == Some(der::context_constructed(1)) {
            public = Some(reader.inside(der::context_constructed(1))?.bit_string()?.to_vec());
        }
        let curve = curve.ok_or(DerError)?;
        let padding = curve.bytes().checked_sub(private.len()).ok_or(DerError)?;
        let private = [&vec![0; padding], private].concat();
        let public = match curve {
            Curve::P256 => public_p256(&private),
            Curve::P384 => public,
        };
        Ok(Self { curve, public: public.ok_or(DerError)?, private })
    }

    /// A signature. On P-256 it is always the same one for a message; on P-384 the library takes its own random numbers.
    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        match self.curve {
            Curve::P256 => {
                let key = SigningKey::from_slice(&self.private).map_err(|_| "unusable EC key".to_owned())?;
                let signature: Signature = key.sign(message);
                let (r, s) = signature.split_bytes();
                Ok(der::sequence(&[&der::integer(&r), &der::integer(&s)]))
            }
            Curve::P384 => {
                let random = SystemRandom::new();
                EcdsaKeyPair::from_private_key_and_public_key(
                    &ECDSA_P384_SHA384_ASN1_SIGNING,
                    &self.private,
                    &self.public,
                    &random,
                )
                .map_err(|error| format!("unusable EC key: {error}"))?
                .sign(&random, message)
                .map(|signature| signature.as_ref().to_vec())
                .map_err(|_| "unusable EC key".to_owned())
            }
        }
    }
}

fn public_p256(private: &[u8]) -> Option<Vec<u8>> {
    let key = SecretKey::from_slice(private).ok()?;
    Some(key.public_key().to_sec1_point(false).as_bytes().to_vec())
}
