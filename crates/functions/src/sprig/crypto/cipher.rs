//! AES-256 in CBC mode. The password itself is the key: cut, or filled up with zeros.

use aes::Aes256;
use cbc::cipher::block_padding::Pkcs7;
use cbc::cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyIvInit};
use gotmpl::CallError;
use system::Random;
use value::base64;

const BLOCK: usize = 16;

/// The text, encrypted: base 64 of a random start and the blocks.
pub(super) fn encrypt(password: &[u8], text: &[u8], random: &dyn Random) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut start = [0; BLOCK];
    random.fill(&mut start);
    let blocks = cbc::Encryptor::<Aes256>::new(&key(password).into(), &start.into()).encrypt_padded_vec::<Pkcs7>(text);
    base64::encode(&[&start, &*blocks].concat())
}

/// The text again. A wrong password gives another text, or an error.
pub(super) fn decrypt(password: &[u8], encrypted: &[u8]) -> Result<Vec<u8>, CallError> {
    if encrypted.is_empty() {
        return Ok(Vec::new());
    }
    let bytes = base64::decode(encrypted).map_err(|error| CallError::new(error.to_string()))?;
    let Some((start, blocks)) = bytes.split_first_chunk::<BLOCK>() else {
        let capacity = encrypted.len() / 4 * 3;
        return Err(format!("runtime error: slice bounds out of range [:{BLOCK}] with capacity {capacity}").into());
    };
    if blocks.len() % BLOCK != 0 {
        return Err("crypto/cipher: input not full blocks".into());
    }
    let mut text = decrypt_blocks(&key(password), start, blocks);
    let padding = usize::from(*text.last().ok_or_else(|| CallError::new("runtime error: index out of range [-1]"))?);
    if padding > text.len() {
        return Err(format!("runtime error: slice bounds out of range [:-{}]", padding - text.len()).into());
    }
    text.truncate(text.len() - padding);
    Ok(text)
}

fn decrypt_blocks(key: &[u8; 32], start: &[u8; BLOCK], blocks: &[u8]) -> Vec<u8> {
    let mut text = blocks.to_vec();
    let mut decryptor = cbc::Decryptor::<Aes256>::new(key.into(), start.into());
    for block in text.chunks_exact_mut(BLOCK) {
        decryptor.decrypt_block(block.try_into().expect("a chunk is a block"));
    }
    text
}

fn key(password: &[u8]) -> [u8; 32] {
    let mut key = [0; 32];
    let used = password.len().min(key.len());
    key[..used].copy_from_slice(&password[..used]);
    key
}
