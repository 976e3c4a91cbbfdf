//! Network interfaces.

use super::{Answer, int};
use crate::definition::{Attribute, Shape, TypeDef};
use crate::matcher::strings;
use crate::scene::Scene;
use value::Value;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "interface",
    name: "Interface",
    named_by: Some("name"),
    names_id: true,
    attributes: &[Attribute::new("exists").required(), Attribute::new("addrs"), Attribute::new("mtu")],
    settings: &[("name", Shape::Text)],
    is_gated: true,
    subject: |resource, scene| Box::new(|property: &str| look(property, resource.name(), scene)),
};

fn look(property: &str, name: &str, scene: &Scene<'_>) -> Answer {
    let interfaces = scene.world.network.interfaces().map_err(|error| error.to_string())?;
    let found = interfaces.iter().find(|interface| interface.name == name);
    if property == "exists" {
        return Ok(found.is_some().into());
    }
    let found = found.ok_or_else(|| format!("there is no interface `{name}`"))?;
    if property == "mtu" {
        return Ok(int(found.mtu));
    }
    let addresses = found.addresses.iter().map(|own| Value::string(format!("{}/{}", own.address, own.prefix)));
    Ok(Value::List(strings(addresses)))
}
