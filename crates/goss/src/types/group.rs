//! Groups.

use super::int;
use crate::definition::{Attribute, AttributeKind, Shape, TypeDef};

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "group",
    name: "Group",
    named_by: Some("groupname"),
    names_id: true,
    attributes: &[Attribute::new("exists").required(), Attribute::new("gid").of_kind(AttributeKind::Number)],
    settings: &[("groupname", Shape::Text)],
    is_gated: true,
    subject: |resource, scene| {
        Box::new(|property: &str| {
            let gid = scene.world.users.group_id(resource.name());
            match property {
                "exists" => Ok(gid.is_some().into()),
                _ => gid.map(int).ok_or_else(|| format!("group: unknown group {}", resource.name())),
            }
        })
    },
};
