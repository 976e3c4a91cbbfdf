//! Encryption: AES-256-GCM, as a version, a nonce and the sealed bytes.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use system::Random;
use value::base64;
use zeroize::{Zeroize, Zeroizing};

/// The length of a key.
pub(super) const KEY: usize = 32;
/// What stands before the sealed bytes: a version and a nonce.
const HEAD: usize = 1 + NONCE_LEN;
const TAG: usize = 16;
/// What sealing adds to the length.
pub(super) const OVERHEAD: usize = HEAD + TAG;
const VERSION: u8 = 1;

/// What was decrypted. It is zeroed when it is dropped.
pub(super) type Plain = Zeroizing<Vec<u8>>;

/// A key that opens secrets. It is zeroed when it is dropped.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct MasterKey(Zeroizing<[u8; KEY]>);

/// Why sealed bytes cannot be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Something is missing.
    #[error("only {0} bytes, at least {OVERHEAD} are needed")]
    Short(usize),
    /// Somebody else's way of sealing.
    #[error("unknown version {0}")]
    Version(u8),
    /// Another key, or other bytes.
    #[error("decryption failed")]
    Sealed,
}

impl MasterKey {
    /// A new one.
    pub(super) fn fresh(random: &dyn Random) -> Self {
        let mut key = Zeroizing::new([0; KEY]);
        random.fill(&mut *key);
        Self(key)
    }

    /// From its bytes, when there are as many as a key has.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let mut key = Zeroizing::new([0; KEY]);
        (bytes.len() == KEY).then(|| key.copy_from_slice(bytes))?;
        Some(Self(key))
    }

    /// From its text, base64.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        Self::of(&Zeroizing::new(base64::decode(text.trim_ascii()).ok()?))
    }

    /// Its text.
    pub(super) fn to_text(&self) -> Zeroizing<String> {
        Zeroizing::new(base64::encode(&*self.0))
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &*self.0
    }

    fn cipher(&self) -> LessSafeKey {
        LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &*self.0).expect("the key has the length of AES-256"))
    }
}

/// Seals bytes as the content of a secret's file.
pub(super) fn seal(key: &MasterKey, plain: &[u8], random: &dyn Random) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(plain.len() + OVERHEAD);
    sealed.push(VERSION);
    seal_into(&mut sealed, key, plain, random);
    sealed
}

/// Opens the content of a secret's file.
pub(super) fn open(key: &MasterKey, sealed: &[u8]) -> Result<Plain, Damage> {
    match sealed {
        _ if sealed.len() < OVERHEAD => Err(Damage::Short(sealed.len())),
        [VERSION, rest @ ..] => open_bare(key, rest).ok_or(Damage::Sealed),
        [version, ..] => Err(Damage::Version(*version)),
        [] => Err(Damage::Short(0)),
    }
}

/// Adds a nonce and sealed bytes.
pub(super) fn seal_into(to: &mut Vec<u8>, key: &MasterKey, plain: &[u8], random: &dyn Random) {
    let mut nonce = [0; NONCE_LEN];
    random.fill(&mut nonce);
    to.extend_from_slice(&nonce);
    let start = to.len();
    // No copy of the plain bytes is left behind by growing.
    to.reserve_exact(plain.len() + TAG);
    to.extend_from_slice(plain);
    let nonce = Nonce::assume_unique_for_key(nonce);
    let tag = key.cipher().seal_in_place_separate_tag(nonce, Aad::empty(), &mut to[start..]);
    to.extend_from_slice(tag.expect("a secret is far shorter than the limit of GCM").as_ref());
}

/// Opens a nonce and sealed bytes.
pub(super) fn open_bare(key: &MasterKey, sealed: &[u8]) -> Option<Plain> {
    let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut buffer = Zeroizing::new(sealed.to_vec());
    let length = key.cipher().open_in_place(nonce, Aad::empty(), &mut buffer).ok()?.len();
    buffer[length..].zeroize();
    buffer.truncate(length);
    Some(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::FakeRandom;

    #[test]
    fn a_store_of_the_original_opens() {
        let key = MasterKey::parse(b"MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=\n").unwrap();
        let nonce = [0; NONCE_LEN];
        let mut bytes = b"value".to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        key.cipher().seal_in_place_append_tag(nonce, Aad::empty(), &mut bytes).unwrap();
        let file = [&[1; 1][..], &[0; NONCE_LEN], &bytes].concat();
        assert_eq!(&**open(&key, &file).unwrap(), b"value");
    }

    #[test]
    fn what_is_sealed_opens_with_its_key_only() {
        let random = FakeRandom::default();
        let (key, other) = (MasterKey::fresh(&random), MasterKey::fresh(&random));
        for plain in [&b""[..], b"v", &[0xff; 5000]] {
            let sealed = seal(&key, plain, &random);
            assert_eq!(sealed.len(), plain.len() + OVERHEAD);
            assert_eq!(&**open(&key, &sealed).unwrap(), plain);
            assert_eq!(open(&other, &sealed).unwrap_err(), Damage::Sealed);
            for at in [1, HEAD, sealed.len() - 1] {
                let mut damaged = sealed.clone();
                damaged[at] ^= 1;
                assert_eq!(open(&key, &damaged).unwrap_err(), Damage::Sealed);
            }
        }
        assert_ne!(seal(&key, b"same", &random), seal(&key, b"same", &random), "each has a nonce of its own");
    }

    #[test]
    fn other_files_are_told_apart() {
        let key = MasterKey::fresh(&FakeRandom::default());
        assert_eq!(open(&key, b"").unwrap_err(), Damage::Short(0));
        assert_eq!(open(&key, &[1; 28]).unwrap_err(), Damage::Short(28));
        assert_eq!(open(&key, &[7; 40]).unwrap_err().to_string(), "unknown version 7");
    }

    #[test]
    fn a_key_is_32_bytes_of_base64() {
        let key = MasterKey::fresh(&FakeRandom::default());
        assert!(MasterKey::parse(key.to_text().as_bytes()) == Some(key));
        for text in ["", "c2hvcnQ=", "not base64!", "AAAA"] {
            assert!(MasterKey::parse(text.as_bytes()).is_none(), "{text}");
        }
    }
}
