//! All secrets in one document, to be taken elsewhere.

use super::seal::{MasterKey, seal_into};
use super::{SecretName, Store, StoreError, Tell};
use document::write::{Fidelity, Order, YamlStyle, to_yaml};
use ring::pbkdf2;
use std::num::NonZeroU32;
use system::Random;
use value::{Escape, JsonStyle, KeyOrder, List, Map, Timestamp, Value};
use zeroize::Zeroizing;

pub(super) const VERSION: &str = "scafctl-secrets-v1";
/// How an encrypted document begins.
pub(super) const MAGIC: &[u8] = b"SCAFCTL-ENC-V1\n";
pub(super) const SALT: usize = 16;
/// Fewer would be guessed too fast.
pub(super) const ITERATIONS: u32 = 600_000;

/// The form of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportForm {
    /// YAML.
    Yaml,
    /// JSON.
    Json,
}

/// A password for a document. It is zeroed when it is dropped.
pub struct Password(Zeroizing<String>);

impl Password {
    /// This one; an empty password is none.
    pub fn new(text: Zeroizing<String>) -> Option<Self> {
        (!text.is_empty()).then_some(Self(text))
    }

    pub(super) fn key(&self, salt: &[u8], iterations: NonZeroU32) -> MasterKey {
        let mut key = Zeroizing::new([0; super::seal::KEY]);
        pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, iterations, salt, self.0.as_bytes(), &mut *key);
        MasterKey::of(&*key).expect("it has the length of a key")
    }

    /// Encrypts a document.
    pub fn encrypt(&self, document: &[u8], random: &dyn Random) -> Vec<u8> {
        let mut salt = [0; SALT];
        random.fill(&mut salt);
        let iterations = NonZeroU32::new(ITERATIONS).expect("there are some");
        let mut sealed = Vec::new();
        seal_into(&mut sealed, &self.key(&salt, iterations), document, random);
        [MAGIC, &salt, &ITERATIONS.to_be_bytes(), value::base64::encode(&sealed).as_bytes()].concat()
    }
}

/// A document, and what could not be put into it.
pub struct Exported {
    /// The document. It is zeroed when it is dropped.
    pub document: Zeroizing<String>,
    /// How many secrets it has.
    pub secrets: usize,
    /// The damaged ones that it has not, each with the reason.
    pub damaged: Vec<StoreError>,
}

impl Store {
    /// A document with these secrets. One that is damaged keeps no other from being exported.
    pub fn export(
        &self,
        names: &[SecretName],
        form: ExportForm,
        now: &Timestamp,
        tell: &Tell<'_>,
    ) -> Result<Exported, StoreError> {
        let (mut secrets, mut damaged) = (Vec::with_capacity(names.len()), Vec::new());
        for name in names {
            match self.get(name, tell) {
                Ok(Some(value)) => secrets.push(entry(name, value.reveal())),
                Ok(None) => return Err(StoreError::NotFound(name.to_string())),
                Err(error @ StoreError::Corrupted { .. }) => damaged.push(error),
                Err(error) => return Err(error),
            }
        }
        if let Some(first) = damaged.pop_if(|_| secrets.is_empty()) {
            return Err(first);
        }
        let count = secrets.len();
        let mut document = Map::new();
        document.insert("version", VERSION);
        document.insert("exported_at", now.to_rfc3339_seconds());
        document.insert("secrets", secrets.into_iter().collect::<List>());
        Ok(Exported { document: Zeroizing::new(text(&document.into(), form)), secrets: count, damaged })
    }
}

/// Bytes that are no text are base64, and say so.
fn entry(name: &SecretName, value: &[u8]) -> Value {
    let mut entry = Map::from_iter([("name", Value::string(name.as_str()))]);
    if let Ok(text) = std::str::from_utf8(value) {
        entry.insert("value", text);
    } else {
        entry.insert("value", value::base64::encode(value));
        entry.insert("encoding", "base64");
    }
    entry.into()
}

fn text(document: &Value, form: ExportForm) -> String {
    let json = JsonStyle { escape: Escape::Plain, keys: KeyOrder::Keep, indent: Some("  ") };
    let yaml = YamlStyle { indent: 2, order: Order::Keep, fidelity: Fidelity::Meaning };
    match form {
        ExportForm::Yaml => to_yaml(document, &yaml).expect("the document is flat"),
        ExportForm::Json => document.to_json_within(json, usize::MAX).expect("the document is flat") + "\n",
    }
}
