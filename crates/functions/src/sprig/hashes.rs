//! Digests and checksums of texts.

use std::fmt::Write as _;

use gotmpl::Function;
use gotmpl::go::Type;
use ring::digest;

use super::declare::text;

const GROUP: &str = "hashes";

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("sha1sum", &[text("text")], Type::String, |call| {
        Ok(hexadecimal(&digest::SHA1_FOR_LEGACY_USE_ONLY, call.bytes(0)).into())
    })
    .help(GROUP, "the SHA-1 digest of a text, in hexadecimal")
    .example(r#"{{ sha1sum "hello" }}"#, "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"),
    Function::new("sha256sum", &[text("text")], Type::String, |call| {
        Ok(hexadecimal(&digest::SHA256, call.bytes(0)).into())
    })
    .help(GROUP, "the SHA-256 digest of a text, in hexadecimal")
    .example(r#"{{ sha256sum "hello" }}"#, "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
    Function::new("sha512sum", &[text("text")], Type::String, |call| {
        Ok(hexadecimal(&digest::SHA512, call.bytes(0)).into())
    })
    .help(GROUP, "the SHA-512 digest of a text, in hexadecimal")
    .example(r#"{{ sha512sum "" | trunc 16 }}"#, "cf83e1357eefb8bd"),
    Function::new("adler32sum", &[text("text")], Type::String, |call| Ok(adler32(call.bytes(0)).to_string().into()))
        .help(GROUP, "the Adler-32 checksum of a text, in decimal")
        .example(r#"{{ adler32sum "hello" }}"#, "103547413"),
];

fn hexadecimal(algorithm: &'static digest::Algorithm, text: &[u8]) -> String {
    digest::digest(algorithm, text).as_ref().iter().fold(String::with_capacity(128), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a string succeeds");
        hex
    })
}

fn adler32(text: &[u8]) -> u32 {
    // So many sums of bytes stay below 32 bits before they are reduced.
    const CHUNK: usize = 5_552;
    const PRIME: u32 = 65_521;
    let (mut a, mut b) = (1_u32, 0_u32);
    for chunk in text.chunks(CHUNK) {
        for byte in chunk {
            a += u32::from(*byte);
            b += a;
        }
        a %= PRIME;
        b %= PRIME;
    }
    b << 16 | a
}
