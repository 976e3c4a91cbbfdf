//! Passwords: hashed, and derived from a master password.

use ring::hmac;
use scrypt::Params;
use system::Random;

/// What Go's library takes by default.
const COST: u32 = 10;
/// bcrypt looks at no more bytes than these.
const LONGEST: usize = 72;

/// The bcrypt hash of a password, or a text that says why there is none.
pub(super) fn hash(password: &[u8], random: &dyn Random) -> String {
    if password.len() > LONGEST {
        return format!("failed to encrypt string with bcrypt: bcrypt: password length exceeds {LONGEST} bytes");
    }
    let mut salt = [0; 16];
    random.fill(&mut salt);
    match bcrypt::hash_with_salt(password, COST, salt) {
        Ok(hash) => hash.format_for_version(bcrypt::Version::TwoA),
        Err(error) => format!("failed to encrypt string with bcrypt: {error}"),
    }
}

const SEED: &[u8] = b"com.lyndir.masterpassword";

/// A password for a site, always the same for the same arguments, or a text that says why there is none.
pub(super) fn derive(counter: u32, kind: &[u8], password: &[u8], user: &[u8], site: &[u8]) -> String {
    let Some(templates) = templates(kind) else {
        return format!("cannot find password template {}", gostd::utf8::to_text(kind));
    };
    let key = master_key(password, &[SEED, &length(user), user].concat());
    let message = [SEED, &length(site), site, &counter.to_be_bytes()].concat();
    let digest = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &key), &message);
    let (first, digest) = digest.as_ref().split_first().expect("a digest has 32 bytes");
    let template = templates[usize::from(*first) % templates.len()];
    let pick = |(class, byte): (u8, &u8)| {
        let characters = characters(class);
        char::from(characters[usize::from(*byte) % characters.len()])
    };
    template.bytes().zip(digest).map(pick).collect()
}

fn master_key(password: &[u8], salt: &[u8]) -> [u8; 64] {
    let mut key = [0; 64];
    let params = Params::new(15, 8, 2).expect("the parameters are within the limits");
    scrypt::scrypt(password, salt, &params, &mut key).expect("a key of 64 bytes is within the limits");
    key
}

fn length(text: &[u8]) -> [u8; 4] {
    u32::try_from(text.len()).unwrap_or(u32::MAX).to_be_bytes()
}

/// Each letter stands for a class of characters.
fn templates(kind: &[u8]) -> Option<&'static [&'static str]> {
    Some(match kind {
        b"maximum" => &["anoxxxxxxxxxxxxxxxxx", "axxxxxxxxxxxxxxxxxno"],
        b"long" => &[
            "CvcvnoCvcvCvcv",
            "CvcvCvcvnoCvcv",
            "CvcvCvcvCvcvno",
            "CvccnoCvcvCvcv",
            "CvccCvcvnoCvcv",
            "CvccCvcvCvcvno",
            "CvcvnoCvccCvcv",
            "CvcvCvccnoCvcv",
            "CvcvCvccCvcvno",
            "CvcvnoCvcvCvcc",
            "CvcvCvcvnoCvcc",
            "CvcvCvcvCvccno",
            "CvccnoCvccCvcv",
            "CvccCvccnoCvcv",
            "CvccCvccCvcvno",
            "CvcvnoCvccCvcc",
            "CvcvCvccnoCvcc",
            "CvcvCvccCvccno",
            "CvccnoCvcvCvcc",
            "CvccCvcvnoCvcc",
            "CvccCvcvCvccno",
        ],
        b"medium" => &["CvcnoCvc", "CvcCvcno"],
        b"short" => &["Cvcn"],
        b"basic" => &["aaanaaan", "aannaaan", "aaannaaa"],
        b"pin" => &["nnnn"],
        _ => return None,
    })
}

fn characters(class: u8) -> &'static [u8] {
    match class {
        b'C' => b"BCDFGHJKLMNPQRSTVWXYZ",
        b'v' => b"aeiou",
        b'c' => b"bcdfghjklmnpqrstvwxyz",
        b'a' => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz",
        b'n' => b"0123456789",
        b'o' => b"@&%?,=[]_:-+*$#!'^~;()/.",
        _ => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()",
    }
}
