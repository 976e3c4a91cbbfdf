//! Parameters of the kernel.

use crate::definition::{Attribute, Shape, TypeDef};
use crate::scene::trimmed;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "kernel-param",
    name: "KernelParam",
    named_by: Some("name"),
    names_id: true,
    attributes: &[Attribute::new("value").required()],
    settings: &[("name", Shape::Text)],
    is_gated: false,
    subject: |resource, scene| {
        Box::new(|_: &str| {
            let path = format!("/proc/sys/{}", resource.name().replace('.', "/"));
            let value = scene.read(&path).map_err(|_| "could not find the given key".to_owned())?;
            Ok(trimmed(&value).into())
        })
    },
};
