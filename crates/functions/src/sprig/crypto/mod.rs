//! Passwords, encryption, keys and certificates. Random numbers and the time come from the caller.

mod certificate;
mod cipher;
mod der;
mod dsa;
mod elliptic;
mod generate;
mod key;
mod object;
mod password;
mod pem;
mod rsa;
mod source;

use gotmpl::go::{self, Type};
use gotmpl::{Call, CallError, Function, Param};
use value::Value;

use self::object::CERTIFICATE;
use super::bound::Outer;
use super::declare::{int, string, text};
use crate::Outside;

const GROUP: &str = "crypto";

/// What hashing a password costs, in steps of a template.
const PASSWORD_WORK: usize = 1_000_000;

const COUNTER: Param = Param::new("counter", Type::Uint32);
const ADDRESSES: Param = Param::new("addresses", Type::List);
const NAMES: Param = Param::new("names", Type::List);
const AUTHORITY: Param = Param::new("authority", CERTIFICATE);
const CA: &[Param] = &[text("name"), int("days")];
const CA_WITH_KEY: &[Param] = &[text("name"), int("days"), text("key")];
const OWN: &[Param] = &[text("name"), ADDRESSES, NAMES, int("days")];
const OWN_WITH_KEY: &[Param] = &[text("name"), ADDRESSES, NAMES, int("days"), text("key")];
const SIGNED: &[Param] = &[text("name"), ADDRESSES, NAMES, int("days"), AUTHORITY];
const SIGNED_WITH_KEY: &[Param] = &[text("name"), ADDRESSES, NAMES, int("days"), AUTHORITY, text("key")];

/// The functions that need nothing from outside.
pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "derivePassword",
        &[COUNTER, text("kind"), text("password"), text("user"), text("site")],
        Type::String,
        derive_password,
    )
    .help(GROUP, "a password for a site, from a master password; kinds are maximum, long, medium, short, basic and pin")
    .example(r#"{{ derivePassword 1 "long" "p4ss phrase" "tester" "site.example" }}"#, "NeqgNujaZuve6;"),
    Function::new("decryptAES", &[text("password"), text("encrypted")], Type::String, |call| {
        Ok(string(cipher::decrypt(call.bytes(0), call.bytes(1))?))
    })
    .help(GROUP, "the text that `encryptAES` encrypted")
    .example(
        r#"{{ decryptAES "k3y" "AAECAwQFBgcICQoLDA0ODwr0NOJm9AlRZxgfyS4pPb8VTl3QNgCU1N/er3u9mcFK" }}"#,
        "exactly 16 bytes",
    ),
    Function::new("buildCustomCert", &[text("certificate"), text("key")], CERTIFICATE, generate::custom)
        .help(GROUP, "a certificate, as those that are generated here, from base 64 of the PEM of a certificate and a key")
        .example(
            r#"{{ $c := genCAWithKey "ca" 1 (genPrivateKey "ed25519") }}{{ $d := buildCustomCert (b64enc $c.Cert) (b64enc $c.Key) }}{{ eq $c.Cert $d.Cert }}"#,
            "true",
        ),
];

/// The functions that take random numbers, and some of them the time, from outside.
pub(super) static BOUND: &[Outer] = &[
        Outer::new("bcrypt", &[text("password")], Type::String, bcrypt)
            .help(GROUP, "the bcrypt hash of a password")
            .example(r#"{{ bcrypt "secret" | trunc 7 }}"#, "$2a$10$"),
        Outer::new("htpasswd", &[text("user"), text("password")], Type::String, htpasswd)
            .help(GROUP, "a line for a password file of a web server")
            .example(r#"{{ htpasswd "ada" "secret" | trunc 11 }}"#, "ada:$2a$10$"),
        Outer::new("encryptAES", &[text("password"), text("text")], Type::String, |call, outside| {
            Ok(cipher::encrypt(call.bytes(0), call.bytes(1), outside.random()).into())
        })
        .help(GROUP, "a text, encrypted with AES-256 in CBC mode, as base 64")
        .example(r#"{{ encryptAES "k3y" "plain" | decryptAES "k3y" }}"#, "plain"),
        Outer::new("genPrivateKey", &[text("kind")], Type::String, |call, outside| {
            Ok(generate::private_key(call, outside)?.into())
        })
        .help(GROUP, "a new private key as PEM; kinds are rsa, ecdsa, ed25519 and dsa")
        .example(r#"{{ genPrivateKey "ed25519" | trunc 27 }}"#, "-----BEGIN PRIVATE KEY-----"),
        Outer::new("genCA", CA, CERTIFICATE, |call, outside| {
            let key = generate::key_for(call, None, outside)?;
            generate::authority(call, &key, outside)
        })
        .help(GROUP, "a new authority that signs certificates: `Cert` and `Key`")
        .example(r#"{{ $ca := genCA "ca" 365 }}{{ trunc 27 $ca.Cert }}"#, "-----BEGIN CERTIFICATE-----"),
        Outer::new("genCAWithKey", CA_WITH_KEY, CERTIFICATE, |call, outside| {
            let key = generate::key_for(call, Some(2), outside)?;
            generate::authority(call, &key, outside)
        })
        .help(GROUP, "as `genCA`, with a key of one's own")
        .example(
            r#"{{ $ca := genCAWithKey "ca" 365 (genPrivateKey "ecdsa") }}{{ trunc 30 $ca.Key }}"#,
            "-----BEGIN EC PRIVATE KEY-----",
        ),
        Outer::new("genSelfSignedCert", OWN, CERTIFICATE, |call, outside| {
            let key = generate::key_for(call, None, outside)?;
            generate::self_signed(call, &key, outside)
        })
        .help(GROUP, "a certificate that vouches for itself: for a name, addresses and other names, for some days")
        .example(
            r#"{{ $c := genSelfSignedCert "a.example" (list "10.0.0.1") (list "b.example") 30 }}{{ trunc 31 $c.Key }}"#,
            "-----BEGIN RSA PRIVATE KEY-----",
        ),
        Outer::new("genSelfSignedCertWithKey", OWN_WITH_KEY, CERTIFICATE, |call, outside| {
            let key = generate::key_for(call, Some(4), outside)?;
            generate::self_signed(call, &key, outside)
        })
        .help(GROUP, "as `genSelfSignedCert`, with a key of one's own")
        .example(
            r#"{{ $c := genSelfSignedCertWithKey "a.example" nil nil 30 (genPrivateKey "ed25519") }}{{ trunc 27 $c.Key }}"#,
            "-----BEGIN PRIVATE KEY-----",
        ),
        Outer::new("genSignedCert", SIGNED, CERTIFICATE, |call, outside| {
            let key = generate::key_for(call, None, outside)?;
            generate::signed(call, &key, outside)
        })
        .help(GROUP, "a certificate that an authority vouches for")
        .example(
            r#"{{ $ca := genCAWithKey "ca" 9 (genPrivateKey "ecdsa") }}{{ $c := genSignedCert "a.example" nil nil 9 $ca }}{{ trunc 27 $c.Cert }}"#,
            "-----BEGIN CERTIFICATE-----",
        ),
        Outer::new("genSignedCertWithKey", SIGNED_WITH_KEY, CERTIFICATE, |call, outside| {
            let key = generate::key_for(call, Some(5), outside)?;
            generate::signed(call, &key, outside)
        })
        .help(GROUP, "as `genSignedCert`, with a key of one's own")
        .example(
            r#"{{ $k := genPrivateKey "ecdsa" }}{{ $c := genSignedCertWithKey "a.example" nil nil 9 (genCAWithKey "ca" 9 $k) $k }}{{ eq $k $c.Key }}"#,
            "true",
        ),
];

fn derive_password(call: &mut Call<'_>) -> Result<Value, CallError> {
    call.work(PASSWORD_WORK)?;
    let counter = go::as_uint(call.value(0)).and_then(|counter| u32::try_from(counter).ok()).unwrap_or_default();
    Ok(password::derive(counter, call.bytes(1), call.bytes(2), call.bytes(3), call.bytes(4)).into())
}

fn bcrypt(call: &mut Call<'_>, outside: &Outside) -> Result<Value, CallError> {
    call.work(PASSWORD_WORK)?;
    Ok(password::hash(call.bytes(0), outside.random()).into())
}

fn htpasswd(call: &mut Call<'_>, outside: &Outside) -> Result<Value, CallError> {
    call.work(PASSWORD_WORK)?;
    let user = call.bytes(0);
    if user.contains(&b':') {
        return Ok(string([b"invalid username: ", user].concat()));
    }
    let hash = password::hash(call.bytes(1), outside.random());
    Ok(string([user, b":", hash.as_bytes()].concat()))
}
