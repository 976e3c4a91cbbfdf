//! What holds for all secrets and texts.

use super::encode::{BINARY, Encoder, TEXT, URL, base64_decoded, hex_decoded, percent_decoded};
use super::{Redactor, SecretKind, Stream};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Bytes that meet the characters with a meaning often.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![select(b"ab%\\+ \"\n/u0<6".to_vec()), any::<u8>()]
}

fn secret() -> impl Strategy<Value = Vec<u8>> {
    let blank = |bytes: &Vec<u8>| bytes.iter().all(u8::is_ascii_whitespace);
    vec(byte(), 6..64).prop_filter("a blank is no secret", move |bytes| !blank(bytes))
}

fn text_secret() -> impl Strategy<Value = String> {
    "[ab%+ \"\\\\\n/u0<é😀\u{1}-~]{6,40}".prop_filter("a blank is no secret", |text| !text.trim().is_empty())
}

/// A piece of a text: noise, or a secret (by number) in some encoding, cut somewhere.
#[derive(Debug, Clone)]
enum Piece {
    Noise(Vec<u8>),
    Secret { number: usize, encoder: usize, cut: usize },
}

fn piece() -> impl Strategy<Value = Piece> {
    let cut = prop_oneof![Just(usize::MAX), 0..80_usize];
    prop_oneof![
        vec(byte(), 0..20).prop_map(Piece::Noise),
        (0..4_usize, 0..20_usize, cut).prop_map(|(number, encoder, cut)| Piece::Secret { number, encoder, cut }),
    ]
}

fn written(piece: &Piece, secrets: &[Vec<u8>]) -> Vec<u8> {
    let (number, encoder, cut) = match piece {
        Piece::Noise(bytes) => return bytes.clone(),
        Piece::Secret { number, encoder, cut } => (*number, *encoder, *cut),
    };
    let secret = &secrets[number % secrets.len()];
    let binary: Vec<Encoder> = BINARY.into_iter().chain(URL).collect();
    let mut bytes = match (binary.get(encoder), TEXT.get(encoder.wrapping_sub(binary.len()))) {
        (Some((_, encode)), _) => encode(secret).into_bytes(),
        (_, Some((_, encode))) => encode(&String::from_utf8_lossy(secret)).into_bytes(),
        _ => secret.clone(),
    };
    bytes.truncate(cut);
    bytes
}

fn knowing(secrets: &[Vec<u8>], mask: &str) -> Redactor {
    let redactor = Redactor::new(mask);
    for secret in secrets {
        redactor.register(secret, SecretKind::Declared);
    }
    redactor
}

/// The text through a stream, cut into pieces of the given lengths.
fn streamed(redactor: &Redactor, text: &[u8], cuts: &[usize]) -> Vec<u8> {
    let (mut stream, mut out, mut rest) = (Stream::new(redactor.clone()), Vec::new(), text);
    for cut in cuts.iter().cycle() {
        let (now, later) = rest.split_at(rest.len().min(*cut));
        stream.push(now, &mut out);
        rest = later;
        if rest.is_empty() {
            break;
        }
    }
    stream.finish(&mut out);
    out
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(text, part).is_some()
}

/// A secret as the decoders of the tests see it.
fn plus_is_space(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cuts_do_not_matter(
        secrets in vec(secret(), 1..4),
        pieces in vec(piece(), 0..12),
        cuts in vec(1..30_usize, 1..10),
        mask in select(vec!["<secret>", "ab", "", "#"]),
    ) {
        let redactor = knowing(&secrets, mask);
        let text: Vec<u8> = pieces.iter().flat_map(|piece| written(piece, &secrets)).collect();
        let whole = redactor.bytes(&text).into_owned();
        prop_assert_eq!(&streamed(&redactor, &text, &cuts), &whole);
        prop_assert_eq!(&streamed(&redactor, &text, &[1]), &whole);
        prop_assert_eq!(&streamed(&redactor, &text, &[text.len().max(1)]), &whole);
    }

    #[test]
    fn no_form_survives(secrets in vec(secret(), 1..4), pieces in vec(piece(), 0..12)) {
        let redactor = knowing(&secrets, "#####");
        let text: Vec<u8> = pieces.iter().flat_map(|piece| written(piece, &secrets)).collect();
        let out = redactor.bytes(&text).into_owned();
        for secret in &secrets {
            prop_assert!(!contains(&out, secret));
            for (name, encode) in BINARY.into_iter().chain(URL) {
                prop_assert!(!contains(&out, encode(secret).as_bytes()), "{}", name);
            }
        }
        prop_assert!(redactor.find(&out).is_empty());
    }

    #[test]
    fn what_is_left_does_not_decode_to_it(secret in secret(), before in vec(any::<u8>(), 0..120), after in vec(any::<u8>(), 0..40)) {
        let redactor = knowing(std::slice::from_ref(&secret), "<>");
        let whole = [&before[..], &secret, &after].concat();
        for (name, encode) in BINARY {
            let text = encode(&whole);
            let out = redactor.text(&text);
            prop_assert!(out.contains("<>"), "{}", name);
            for left in out.split("<>").flat_map(|left| [base64_decoded(left), hex_decoded(left)]).flatten() {
                prop_assert!(!contains(&left, &secret), "{}", name);
            }
        }
        for (name, encode) in URL {
            let out = redactor.text(&encode(&whole)).into_owned();
            prop_assert!(!contains(&plus_is_space(&percent_decoded(&out)), &plus_is_space(&secret)), "{}", name);
        }
    }

    #[test]
    fn what_is_left_of_json_does_not_decode_to_it(secret in text_secret(), before in ".{0,20}", after in ".{0,20}") {
        let redactor = knowing(&[secret.clone().into_bytes()], "#####");
        for (name, encode) in TEXT {
            let out = redactor.text(&encode(&format!("{before}{secret}{after}"))).into_owned();
            prop_assert!(out.contains("#####"), "{}: {}", name, out);
            let mut left = out;
            for _ in 0..2 {
                prop_assert!(!left.contains(&secret), "{}: {}", name, left);
                left = serde_json::from_str(&left).unwrap_or(left);
            }
        }
    }

    #[test]
    fn masking_twice_changes_nothing(secrets in vec("[<>secrt]{6,9}", 1..3), text in "[<>secrt]{0,60}") {
        let secrets: Vec<Vec<u8>> = secrets.into_iter().map(String::into_bytes).collect();
        let redactor = knowing(&secrets, "<secret>");
        let once = redactor.text(&text).into_owned();
        prop_assert_eq!(&streamed(&redactor, text.as_bytes(), &[3]), once.as_bytes());
        for secret in secrets {
            let secret = String::from_utf8(secret).unwrap();
            prop_assert!("<secret>".contains(&secret) || !once.replace("<secret>", "\0").contains(&secret));
        }
    }
}
