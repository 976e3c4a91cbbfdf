//! X.509 certificates with the extensions that Go's library writes for the templates of the original.

use std::net::IpAddr;

use ring::digest;
use value::{Duration, Timestamp, quote_bytes};

use super::der::{self, DerError, Reader};
use super::key::{PrivateKey, PublicKey};

/// What a certificate is to say.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) common_name: Vec<u8>,
    pub(super) addresses: Vec<IpAddr>,
    pub(super) names: Vec<Vec<u8>>,
    pub(super) from: Timestamp,
    pub(super) days: i64,
    pub(super) authority: bool,
    pub(super) serial: [u8; 16],
}

/// The certificate of an authority, as far as it matters to those that it signs.
#[derive(Debug, Clone)]
pub(super) struct Issuer {
    /// Its name, as DER.
    subject: Vec<u8>,
    key_id: Option<Vec<u8>>,
    public: PublicKey,
}

const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
const SUBJECT_KEY_ID: &[u8] = &[0x55, 0x1d, 0x0e];
const KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x0f];
const ALTERNATIVE_NAME: &[u8] = &[0x55, 0x1d, 0x11];
const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 0x13];
const AUTHORITY_KEY_ID: &[u8] = &[0x55, 0x1d, 0x23];
const EXTENDED_KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x25];
const SERVER_AUTHENTICATION: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01];
const CLIENT_AUTHENTICATION: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x02];

/// Makes a certificate for the owner of `key`. Without an issuer the owner signs itself.
pub(super) fn issue(
    request: &Request,
    key: &PrivateKey,
    issuer: Option<(&Issuer, &PrivateKey)>,
) -> Result<Vec<u8>, String> {
    let signer = issuer.map_or(key, |(_, signer)| signer);
    let algorithm = signer.signature_algorithm()?;
    let public = key.public()?;
    let subject = name(&request.common_name)?;
    if issuer.is_some_and(|(issuer, signer)| signer.public().as_ref() != Ok(&issuer.public)) {
        return Err("x509: provided PrivateKey doesn't match parent's PublicKey".into());
    }
    let issuer_name = issuer.map_or(&subject, |(issuer, _)| &issuer.subject);
    let issuer_id = issuer.and_then(|(issuer, _)| issuer.key_id.as_deref()).filter(|_| *issuer_name != subject);
    let extensions = extensions(request, &public, issuer_id, subject.len() == 2)?;
    let content = der::sequence(&[
        &der::constructed(der::context_constructed(0), &[&der::integer(&[2])]),
        &der::integer(&request.serial),
        &algorithm,
        issuer_name,
        &validity(request)?,
        &subject,
        &der::sequence(&[&public.algorithm, &der::bit_string(&public.bytes)]),
        &der::constructed(der::context_constructed(3), &[&der::sequence(&[&extensions.concat()])]),
    ]);
    let signature = signer.sign(&content)?;
    Ok(der::sequence(&[&content, &algorithm, &der::bit_string(&signature)]))
}

/// A name with nothing but a common name; of an empty one, an empty name.
fn name(common_name: &[u8]) -> Result<Vec<u8>, String> {
    if common_name.is_empty() {
        return Ok(der::sequence(&[]));
    }
    if std::str::from_utf8(common_name).is_err() {
        return Err("asn1: string not valid UTF-8".into());
    }
    let is_printable = |byte: &u8| byte.is_ascii_alphanumeric() || b" '()+,-./:=?".contains(byte);
    let tag = if common_name.iter().all(is_printable) { der::PRINTABLE_STRING } else { der::UTF8_STRING };
    let attribute = der::sequence(&[&der::element(der::OID, COMMON_NAME), &der::element(tag, common_name)]);
    Ok(der::sequence(&[&der::constructed(der::SET, &[&attribute])]))
}

fn validity(request: &Request) -> Result<Vec<u8>, String> {
    const DAY: i64 = 24 * 3_600_000_000_000;
    // More days than nanoseconds can count wrap around, as in Go.
    let span = Duration::from_nanos(DAY.wrapping_mul(request.days));
    let until = request.from.checked_add(span).map_err(|_| "cannot represent time as GeneralizedTime")?;
    Ok(der::sequence(&[&time(&request.from)?, &time(&until)?]))
}

/// A time of this century with two digits for the year, others with four.
fn time(time: &Timestamp) -> Result<Vec<u8>, String> {
    let civil = time.to_utc().map_err(|error| error.to_string())?.civil();
    let rest = format!("{:02}{:02}{:02}{:02}{:02}Z", civil.month, civil.day, civil.hour, civil.minute, civil.second);
    Ok(match civil.year {
        1950..2050 => der::element(der::UTC_TIME, format!("{:02}{rest}", civil.year % 100).as_bytes()),
        year => der::element(der::GENERALIZED_TIME, format!("{year:04}{rest}").as_bytes()),
    })
}

fn extensions(
    request: &Request,
    public: &PublicKey,
    issuer_id: Option<&[u8]>,
    is_nameless: bool,
) -> Result<Vec<Vec<u8>>, String> {
    // Signing, encrypting keys and, for an authority, signing certificates.
    let usage: &[u8] = if request.authority { &[0x02, 0xa4] } else { &[0x05, 0xa0] };
    let purposes = [SERVER_AUTHENTICATION, CLIENT_AUTHENTICATION].map(|oid| der::element(der::OID, oid)).concat();
    let constraints = if request.authority { der::element(der::BOOLEAN, &[0xff]) } else { Vec::new() };
    let mut extensions = vec![
        extension(KEY_USAGE, true, &der::element(der::BIT_STRING, usage)),
        extension(EXTENDED_KEY_USAGE, false, &der::sequence(&[&purposes])),
        extension(BASIC_CONSTRAINTS, true, &der::sequence(&[&constraints])),
    ];
    if request.authority {
        let id = digest::digest(&digest::SHA256, &public.bytes);
        extensions.push(extension(SUBJECT_KEY_ID, false, &der::element(der::OCTET_STRING, &id.as_ref()[..20])));
    }
    if let Some(id) = issuer_id {
        extensions.push(extension(AUTHORITY_KEY_ID, false, &der::sequence(&[&der::element(der::context(0), id)])));
    }
    if !request.names.is_empty() || !request.addresses.is_empty() {
        extensions.push(extension(ALTERNATIVE_NAME, is_nameless, &alternative_names(request)?));
    }
    Ok(extensions)
}

fn extension(oid: &[u8], critical: bool, value: &[u8]) -> Vec<u8> {
    let critical = if critical { der::element(der::BOOLEAN, &[0xff]) } else { Vec::new() };
    der::sequence(&[&der::element(der::OID, oid), &critical, &der::element(der::OCTET_STRING, value)])
}

fn alternative_names(request: &Request) -> Result<Vec<u8>, String> {
    let mut names = Vec::new();
    for name in &request.names {
        if !name.is_ascii() {
            return Err(format!("x509: {} cannot be encoded as an IA5String", quote_bytes(name)));
        }
        names.extend(der::element(der::context(2), name));
    }
    for address in &request.addresses {
        names.extend(match address.to_canonical() {
            IpAddr::V4(address) => der::element(der::context(7), &address.octets()),
            IpAddr::V6(address) => der::element(der::context(7), &address.octets()),
        });
    }
    Ok(der::sequence(&[&names]))
}

impl Issuer {
    /// Reads a certificate.
    pub(super) fn from_der(bytes: &[u8]) -> Result<Self, DerError> {
        let mut outer = Reader::new(bytes);
        let mut certificate = outer.inside(der::SEQUENCE)?;
        if !outer.is_empty() {
            return Err(DerError);
        }
        let mut content = certificate.inside(der::SEQUENCE)?;
        certificate.content(der::SEQUENCE)?;
        certificate.bit_string()?;
        if content.peek() == Some(der::context_constructed(0)) {
            content.any()?;
        }
        content.content(der::INTEGER)?;
        for _algorithm_issuer_validity in 0..3 {
            content.content(der::SEQUENCE)?;
        }
        let subject = content.any()?;
        let mut public = content.inside(der::SEQUENCE)?;
        let public = PublicKey { algorithm: public.any()?.whole.to_vec(), bytes: public.bit_string()?.to_vec() };
        let key_id = find_key_id(content)?;
        Ok(Self { subject: subject.whole.to_vec(), key_id, public })
    }
}

/// The identifier of the key, if an extension has it.
fn find_key_id(mut content: Reader<'_>) -> Result<Option<Vec<u8>>, DerError> {
    while !content.is_empty() {
        let element = content.any()?;
        if element.tag != der::context_constructed(3) {
            continue;
        }
        let mut extensions = Reader::new(element.content).inside(der::SEQUENCE)?;
        while !extensions.is_empty() {
            let mut extension = extensions.inside(der::SEQUENCE)?;
            if extension.content(der::OID)? == SUBJECT_KEY_ID {
                let value = extension.content(der::OCTET_STRING)?;
                return Reader::new(value).content(der::OCTET_STRING).map(|id| Some(id.to_vec()));
            }
        }
    }
    Ok(None)
}
