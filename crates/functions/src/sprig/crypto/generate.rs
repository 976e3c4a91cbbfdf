//! Keys and certificates as the functions of templates make them.

use std::net::IpAddr;

use gotmpl::{Call, CallError};
use value::{Value, base64};

use super::certificate::{Issuer, Request, issue};
use super::dsa::DsaKey;
use super::elliptic::EcKey;
use super::key::PrivateKey;
use super::object::Certificate;
use super::pem;
use super::rsa::RsaKey;
use crate::Outside;
use crate::sprig::declare::printed;

/// The size of the keys that certificates get.
const CERTIFICATE_BITS: u32 = 2_048;
/// The size of keys of their own.
const KEY_BITS: u32 = 4_096;
/// What a key of each size costs, in steps of a template.
const CERTIFICATE_WORK: usize = 1_000_000;
const KEY_WORK: usize = 5_000_000;

/// A new key as PEM, or a text that says why there is none.
pub(super) fn private_key(call: &mut Call<'_>, outside: &Outside) -> Result<String, CallError> {
    let random = outside.random();
    let key = match call.bytes(0) {
        b"" | b"rsa" => {
            call.work(KEY_WORK)?;
            PrivateKey::Rsa(RsaKey::generate(KEY_BITS, random))
        }
        b"dsa" => {
            call.work(KEY_WORK)?;
            PrivateKey::Dsa(DsaKey::generate(random))
        }
        b"ecdsa" => PrivateKey::Ec(EcKey::generate(random)),
        b"ed25519" => PrivateKey::generate_ed25519(random),
        other => return Ok(format!("Unknown type {}", gostd::utf8::to_text(other))),
    };
    Ok(key.to_pem())
}

/// The key that a certificate gets: the one in an argument, or a new one.
pub(super) fn key_for(
    call: &mut Call<'_>,
    argument: Option<usize>,
    outside: &Outside,
) -> Result<PrivateKey, CallError> {
    if let Some(at) = argument {
        return PrivateKey::from_pem(call.bytes(at)).map_err(|error| format!("parsing private key: {error}").into());
    }
    call.work(CERTIFICATE_WORK)?;
    Ok(PrivateKey::Rsa(RsaKey::generate(CERTIFICATE_BITS, outside.random())))
}

/// A certificate for an authority: name, days.
pub(super) fn authority(call: &Call<'_>, key: &PrivateKey, outside: &Outside) -> Result<Value, CallError> {
    let request = Request { authority: true, ..request(call.bytes(0), &[], &[], call.int(1), outside)? };
    finish(&request, key, None)
}

/// A certificate that its owner signs: name, addresses, other names, days.
pub(super) fn self_signed(call: &Call<'_>, key: &PrivateKey, outside: &Outside) -> Result<Value, CallError> {
    finish(&request_of(call, outside)?, key, None)
}

/// A certificate that an authority signs: as [`self_signed`], and the authority.
pub(super) fn signed(call: &Call<'_>, key: &PrivateKey, outside: &Outside) -> Result<Value, CallError> {
    let authority = Certificate::of(call.value(4));
    let block = pem::decode(&authority.certificate).ok_or_else(|| CallError::new("unable to decode certificate"))?;
    let issuer = Issuer::from_der(&block.bytes).map_err(|_| {
        CallError::new("error parsing certificate: decodedSignerCert.Bytes: x509: malformed certificate")
    })?;
    let signer = PrivateKey::from_pem(&authority.key)
        .map_err(|error| CallError::new(format!("error parsing private key: {error}")))?;
    finish(&request_of(call, outside)?, key, Some((&issuer, &signer)))
}

/// A certificate and a key that were made elsewhere, both as base 64 of PEM.
pub(super) fn custom(call: &mut Call<'_>) -> Result<Value, CallError> {
    let certificate =
        base64::decode(call.bytes(0)).map_err(|_| CallError::new("unable to decode base64 certificate"))?;
    let key = base64::decode(call.bytes(1)).map_err(|_| CallError::new("unable to decode base64 private key"))?;
    let block = pem::decode(&certificate).ok_or_else(|| CallError::new("unable to decode certificate"))?;
    Issuer::from_der(&block.bytes)
        .map_err(|_| CallError::new("error parsing certificate: decodedCert.Bytes: x509: malformed certificate"))?;
    PrivateKey::from_pem(&key).map_err(|error| CallError::new(format!("error parsing private key: {error}")))?;
    Ok(Certificate { certificate, key }.into_value())
}

fn request_of(call: &Call<'_>, outside: &Outside) -> Result<Request, CallError> {
    request(call.bytes(0), &call.list(1), &call.list(2), call.int(3), outside)
}

fn request(
    common_name: &[u8],
    addresses: &[Value],
    names: &[Value],
    days: i64,
    outside: &Outside,
) -> Result<Request, CallError> {
    let addresses = addresses.iter().map(address).collect::<Result<_, _>>()?;
    let names = names.iter().map(alternative_name).collect::<Result<_, _>>()?;
    let mut serial = [0; 16];
    outside.random().fill(&mut serial);
    let from = outside.now();
    Ok(Request { common_name: common_name.to_vec(), addresses, names, from, days, authority: false, serial })
}

fn address(value: &Value) -> Result<IpAddr, CallError> {
    let Some(bytes) = value.as_text_bytes() else {
        let text = printed(value)?;
        return Err(format!("error parsing ip: {} is not a string", gostd::utf8::to_text(&text)).into());
    };
    let text = gostd::utf8::to_text(bytes);
    text.parse().map_err(|_| format!("error parsing ip: {text}").into())
}

fn alternative_name(value: &Value) -> Result<Vec<u8>, CallError> {
    if let Some(bytes) = value.as_text_bytes() {
        return Ok(bytes.to_vec());
    }
    let text = printed(value)?;
    Err(format!("error processing alternate dns name: {} is not a string", gostd::utf8::to_text(&text)).into())
}

fn finish(request: &Request, key: &PrivateKey, issuer: Option<(&Issuer, &PrivateKey)>) -> Result<Value, CallError> {
    let der =
        issue(request, key, issuer).map_err(|error| CallError::new(format!("error creating certificate: {error}")))?;
    let certificate = pem::encode("CERTIFICATE", &der).into_bytes();
    Ok(Certificate { certificate, key: key.to_pem().into_bytes() }.into_value())
}
