//! A certificate and its key as templates see them: `{{ $ca.Cert }}`, `{{ $ca.Key }}`.

use std::any::Any;

use gotmpl::go::{self, Object, Type};
use value::{GoType, Map, Value};

/// `sprig.certificate`.
pub(super) const CERTIFICATE: Type = Type::Other(GoType::new("sprig.certificate"));

/// A certificate and its key, both as PEM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Certificate {
    pub(super) certificate: Vec<u8>,
    pub(super) key: Vec<u8>,
}

impl Certificate {
    pub(super) fn into_value(self) -> Value {
        go::object(self)
    }

    /// The certificate in an argument that is declared to be one.
    pub(super) fn of(value: &Value) -> &Self {
        go::as_object(value).expect("the parameter is declared as a certificate")
    }
}

impl Object for Certificate {
    fn type_name(&self) -> &'static str {
        CERTIFICATE.name()
    }

    fn text(&self) -> String {
        format!("{{{} {}}}", gostd::utf8::to_text(&self.certificate), gostd::utf8::to_text(&self.key))
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<Self>() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn field(&self, name: &str) -> Option<Value> {
        match name {
            "Cert" => Some(Value::text(self.certificate.clone())),
            "Key" => Some(Value::text(self.key.clone())),
            _ => None,
        }
    }

    fn plain(&self) -> Option<Value> {
        let field = |name| (name, self.field(name).unwrap_or_default());
        Some(Map::from_iter([field("Cert"), field("Key")]).into())
    }
}
