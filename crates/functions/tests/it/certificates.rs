//! Certificates are ones that a strict library accepts.

use std::time::Duration;

use rustls_pki_types::{CertificateDer, ServerName, UnixTime};
use value::Map;
use webpki::{EndEntityCert, KeyUsage, anchor_from_trusted_cert};

use crate::support::{NOW, failure, render, render_with, sprig};

/// The certificates of a template that renders base 64, line by line.
fn certificates(template: &str) -> Vec<CertificateDer<'static>> {
    let text = render(template);
    pem_blocks(&text).into_iter().map(CertificateDer::from).collect()
}

fn pem_blocks(text: &str) -> Vec<Vec<u8>> {
    use rustls_pki_types::pem::PemObject;
    CertificateDer::pem_slice_iter(text.as_bytes()).map(|block| block.expect("PEM").to_vec()).collect()
}

/// Whether the first certificate, signed by the second one, is good for `name` after so many days.
fn verify(chain: &[CertificateDer<'static>], name: &str, days: u64) -> Result<(), webpki::Error> {
    let anchor = anchor_from_trusted_cert(&chain[1])?;
    let certificate = EndEntityCert::try_from(&chain[0])?;
    let time = UnixTime::since_unix_epoch(Duration::from_secs(NOW + days * 86_400));
    let algorithms = webpki::ALL_VERIFICATION_ALGS;
    certificate.verify_for_usage(algorithms, &[anchor], &[], time, KeyUsage::server_auth(), None, None)?;
    certificate.verify_is_valid_for_subject_name(&ServerName::try_from(name.to_owned()).expect("a name"))
}

/// Keys of all kinds that certificates can have; the first one is smaller, and made faster, than `genPrivateKey "rsa"`.
const KEYS: [&str; 3] = [r#"(genCA "x" 1).Key"#, r#"genPrivateKey "ecdsa""#, r#"genPrivateKey "ed25519""#];

#[test]
fn authorities_sign_with_keys_of_all_kinds() {
    for authority in KEYS {
        for own in KEYS {
            let chain = certificates(&format!(
                r#"{{{{ $ca := genCAWithKey "the ca" 10 ({authority}) }}}}
                {{{{- $c := genSignedCertWithKey "a.example" (list "10.0.0.1" "::1") (list "b.example") 10 $ca ({own}) }}}}
                {{{{- $c.Cert }}}}{{{{ $ca.Cert }}}}"#
            ));
            for name in ["b.example", "10.0.0.1", "::1"] {
                assert_eq!(verify(&chain, name, 1), Ok(()), "{own} signed by {authority}, for {name}");
            }
            assert!(verify(&chain, "c.example", 1).is_err());
            assert!(verify(&chain, "b.example", 11).is_err());
        }
    }
}

#[test]
fn keys_are_made_when_none_is_given() {
    let chain = certificates(
        r#"{{ $ca := genCA "ca" 10 }}{{ $c := genSignedCert "x" nil (list "x.example") 10 $ca }}{{ $c.Cert }}{{ $ca.Cert }}"#,
    );
    assert_eq!(verify(&chain, "x.example", 1), Ok(()));
    let own = r#"{{ $c := genSelfSignedCert "x" nil (list "x.example") 10 }}{{ trunc 31 $c.Key }}"#;
    assert_eq!(render(own), "-----BEGIN RSA PRIVATE KEY-----");
}

#[test]
fn keys_survive_being_written_and_read() {
    for key in KEYS.into_iter().chain([r#"genPrivateKey "dsa""#]) {
        let template = format!(
            r#"{{{{ $ca := genCAWithKey "ca" 1 (genPrivateKey "ed25519") }}}}{{{{ $k := {key} }}}}
            {{{{- $b := buildCustomCert (b64enc $ca.Cert) (b64enc $k) }}}}{{{{ eq $b.Key $k }}}}"#
        );
        assert_eq!(render(&template), "true", "{key}");
    }
}

#[test]
fn mistakes_are_named() {
    for (template, message) in [
        (r#"{{ genCAWithKey "cn" 1 "nokey" }}"#, "genCAWithKey: parsing private key: no PEM data in input"),
        (
            r#"{{ genCAWithKey "cn" 1 "-----BEGIN X-----\n-----END X-----\n" }}"#,
            "genCAWithKey: parsing private key: no private key data in PEM block of type X",
        ),
        (
            r#"{{ genCAWithKey "cn" 1 "-----BEGIN X PRIVATE KEY-----\n-----END X PRIVATE KEY-----\n" }}"#,
            "genCAWithKey: parsing private key: invalid private key type X PRIVATE KEY",
        ),
        (
            r#"{{ genSelfSignedCertWithKey "cn" (list "999.1.1.1") nil 1 (genPrivateKey "ecdsa") }}"#,
            "genSelfSignedCertWithKey: error parsing ip: 999.1.1.1",
        ),
        (
            r#"{{ genSelfSignedCertWithKey "cn" (list 5) nil 1 (genPrivateKey "ecdsa") }}"#,
            "genSelfSignedCertWithKey: error parsing ip: 5 is not a string",
        ),
        (
            r#"{{ genSelfSignedCertWithKey "cn" nil (list true) 1 (genPrivateKey "ecdsa") }}"#,
            "genSelfSignedCertWithKey: error processing alternate dns name: true is not a string",
        ),
        (
            r#"{{ genSelfSignedCertWithKey "cn" nil (list "é") 1 (genPrivateKey "ecdsa") }}"#,
            "genSelfSignedCertWithKey: error creating certificate: x509: \"é\" cannot be encoded as an IA5String",
        ),
        (
            r#"{{ $a := genCAWithKey "a" 1 (genPrivateKey "ecdsa") }}{{ $b := buildCustomCert (b64enc $a.Cert) (genPrivateKey "ecdsa" | b64enc) }}{{ genSignedCert "x" nil nil 1 $b }}"#,
            "genSignedCert: error creating certificate: x509: provided PrivateKey doesn't match parent's PublicKey",
        ),
        (r#"{{ buildCustomCert "!!" "x" }}"#, "buildCustomCert: unable to decode base64 certificate"),
        (r#"{{ buildCustomCert "eA==" "!" }}"#, "buildCustomCert: unable to decode base64 private key"),
        (r#"{{ buildCustomCert "eA==" "eA==" }}"#, "buildCustomCert: unable to decode certificate"),
    ] {
        assert_eq!(failure(template), message);
    }
    let error = render_with(&sprig(), r#"{{ genSignedCert "x" nil nil 1 (dict) }}"#, &Map::new().into()).unwrap_err();
    assert!(error.contains("expected sprig.certificate; got map[string]interface {}"), "{error}");
}
