//! Services of systemd.

use super::Answer;
use crate::definition::{Attribute, Shape, TypeDef};
use crate::matcher::strings;
use crate::scene::Scene;
use system::process::ProcessError;
use value::Value;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "service",
    name: "Service",
    named_by: Some("name"),
    names_id: true,
    attributes: &[Attribute::new("enabled"), Attribute::new("running"), Attribute::new("runlevels")],
    settings: &[("name", Shape::Text)],
    is_gated: false,
    subject: |resource, scene| Box::new(|property: &str| look(property, resource.name(), scene)),
};

/// Units have no run levels, and none has a slash in its name.
fn look(property: &str, name: &str, scene: &Scene<'_>) -> Answer {
    let question = match property {
        "enabled" => "is-enabled",
        "running" => "is-active",
        _ => return Ok(Value::List(strings([]))),
    };
    if name.contains('/') {
        return Ok(false.into());
    }
    match scene.tool(["systemctl", "-q", question, name]) {
        Ok(finished) => Ok(finished.is_success().into()),
        Err(ProcessError::NotFound { .. }) => {
            Err("services can only be checked under systemd: `systemctl` is not found".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}
