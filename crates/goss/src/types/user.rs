//! Accounts.

use super::{Answer, int};
use crate::definition::{Attribute, AttributeKind, Shape, TypeDef};
use crate::matcher::{strings, text_of_bytes};
use crate::scene::Scene;
use std::os::unix::ffi::OsStrExt;
use system::Account;
use value::Value;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "user",
    name: "User",
    named_by: Some("username"),
    names_id: true,
    attributes: &[
        Attribute::new("exists").required(),
        Attribute::new("uid").of_kind(AttributeKind::Number),
        Attribute::new("gid").of_kind(AttributeKind::Number),
        Attribute::new("home"),
        Attribute::new("groups"),
        Attribute::new("shell"),
    ],
    settings: &[("username", Shape::Text)],
    is_gated: true,
    subject: |resource, scene| Box::new(|property: &str| look(property, resource.name(), scene)),
};

fn look(property: &str, name: &str, scene: &Scene<'_>) -> Answer {
    let account = scene.world.users.account(name);
    if property == "exists" {
        return Ok(account.is_some().into());
    }
    let account = account.ok_or_else(|| format!("user: unknown user {name}"))?;
    match property {
        "uid" => Ok(int(account.uid)),
        "gid" => Ok(int(account.gid)),
        "home" => Ok(text_of_bytes(account.home.as_os_str().as_bytes())),
        "groups" => groups(name, &account, scene),
        _ => shell(name, scene),
    }
}

/// The names of groups in `/etc/group` that are the first one of the user or list it, sorted.
fn groups(name: &str, account: &Account, scene: &Scene<'_>) -> Answer {
    let text = scene.read("/etc/group")?;
    let text = String::from_utf8_lossy(&text);
    let mut found: Vec<&str> = text.lines().filter_map(|line| member_of(line, name, account)).collect();
    found.sort_unstable();
    Ok(Value::List(strings(found.into_iter().map(Value::from))))
}

fn member_of<'l>(line: &'l str, name: &str, account: &Account) -> Option<&'l str> {
    let fields: Vec<&str> = line.split(':').collect();
    let [group, _, gid, members] = fields.as_slice() else { return None };
    let is_member = gid.parse() == Ok(account.gid) || members.split(',').any(|member| member == name);
    is_member.then_some(*group)
}

/// As `/etc/passwd` has it. A line before it that is none is an error.
fn shell(name: &str, scene: &Scene<'_>) -> Answer {
    let text = scene.read("/etc/passwd")?;
    for line in String::from_utf8_lossy(&text).lines() {
        let fields: Vec<&str> = line.split(':').collect();
        match fields.as_slice() {
            [user, _, _, _, _, _, shell] if *user == name => return Ok((*shell).into()),
            [_, _, _, _, _, _, _] => {}
            _ => return Err("invalid entry in /etc/passwd".to_owned()),
        }
    }
    Err(format!("unknown user {name}"))
}
