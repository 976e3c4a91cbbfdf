//! Encoders and decoders for the tests, as the programs have them whose output is masked.

/// One way to write bytes as text.
pub(super) type Encoder = (&'static str, fn(&[u8]) -> String);

/// The encoders of byte strings.
pub(super) const BINARY: [Encoder; 7] = [
    ("base64", |bytes| base64(bytes, STANDARD, true)),
    ("base64 raw", |bytes| base64(bytes, STANDARD, false)),
    ("base64 url", |bytes| base64(bytes, URL_SAFE, true)),
    ("base64 raw url", |bytes| base64(bytes, URL_SAFE, false)),
    ("hex", |bytes| each(bytes, |byte| format!("{byte:02x}"))),
    ("HEX", |bytes| each(bytes, |byte| format!("{byte:02X}"))),
    ("base64 in lines", |bytes| lines(&base64(bytes, STANDARD, true), 76)),
];

/// The encoders that escape some bytes of a URL.
pub(super) const URL: [Encoder; 6] = [
    ("query", |bytes| percent(bytes, b"-_.~", true, true)),
    ("path", |bytes| percent(bytes, b"-_.~$&+:=@", false, true)),
    ("component", |bytes| percent(bytes, b"-_.~!'()*", false, true)),
    ("whole URL", |bytes| percent(bytes, b"-_.~!'()*;,/?:@&=+$#", false, true)),
    ("lower case", |bytes| percent(bytes, b"-_.~", false, false)),
    ("everything", |bytes| each(bytes, |byte| format!("%{byte:02X}"))),
];

/// One way to write a text in another.
pub(super) type Quoter = (&'static str, fn(&str) -> String);

/// The encoders of text.
pub(super) const TEXT: [Quoter; 5] = [
    ("JSON", |text| serde_json::to_string(text).unwrap()),
    ("JSON of Go", |text| serde_json::to_string(text).unwrap().replace('<', "\\u003c").replace('&', "\\u0026")),
    ("ASCII JSON", ascii_json),
    ("JSON in JSON", |text| serde_json::to_string(&serde_json::to_string(text).unwrap()).unwrap()),
    ("Debug", |text| format!("{text:?}")),
];

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_SAFE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn each(bytes: &[u8], escape: impl Fn(u8) -> String) -> String {
    bytes.iter().copied().map(escape).collect()
}

fn base64(bytes: &[u8], alphabet: &[u8; 64], padded: bool) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0, |bits, byte| bits << 8 | usize::from(*byte)) << (8 * (3 - group.len()));
        let digits = (0..=group.len()).map(|at| char::from(alphabet[bits >> (18 - 6 * at) & 63]));
        text.extend(digits);
        if padded {
            text.extend(std::iter::repeat_n('=', 3 - group.len()));
        }
    }
    text
}

/// Wraps a text into lines, as `base64` and `xxd` do.
pub(super) fn lines(text: &str, width: usize) -> String {
    text.as_bytes().chunks(width).map(|line| String::from_utf8_lossy(line) + "\n").collect()
}

fn percent(bytes: &[u8], free: &[u8], plus: bool, upper: bool) -> String {
    each(bytes, |byte| match byte {
        b' ' if plus => "+".to_owned(),
        _ if byte.is_ascii_alphanumeric() || free.contains(&byte) => char::from(byte).to_string(),
        _ if upper => format!("%{byte:02X}"),
        _ => format!("%{byte:02x}"),
    })
}

fn ascii_json(text: &str) -> String {
    let escape = |unit: u16| match u8::try_from(unit).map(char::from) {
        Ok(c) if c.is_ascii_alphanumeric() => c.to_string(),
        _ => format!("\\u{unit:04X}"),
    };
    text.encode_utf16().map(escape).collect()
}

/// The bytes of what is base64 in a text, with any number of characters left out at the beginning.
pub(super) fn base64_decoded(text: &str) -> Vec<Vec<u8>> {
    let value = |c: u8| STANDARD.iter().position(|d| *d == c).or_else(|| URL_SAFE.iter().position(|d| *d == c));
    let digits: Vec<usize> = text.bytes().filter_map(value).collect();
    (0..4.min(digits.len() + 1)).map(|skip| packed(&digits[skip..], 6)).collect()
}

/// The bytes of what is hex in a text, with any number of digits left out at the beginning.
pub(super) fn hex_decoded(text: &str) -> Vec<Vec<u8>> {
    let digits: Vec<usize> = text.chars().filter_map(|c| c.to_digit(16)).map(|d| d as usize).collect();
    (0..2.min(digits.len() + 1)).map(|skip| packed(&digits[skip..], 4)).collect()
}

fn packed(digits: &[usize], width: u32) -> Vec<u8> {
    let (mut bits, mut count, mut bytes) = (0_usize, 0, Vec::new());
    for digit in digits {
        bits = (bits << width | digit) & 0xffff;
        count += width;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).unwrap());
        }
    }
    bytes
}

/// The bytes of a text with percent escapes.
pub(super) fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let escaped = digits.filter(|_| *first == b'%').and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(escaped.unwrap_or(if *first == b'+' { b' ' } else { *first }));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    bytes
}
