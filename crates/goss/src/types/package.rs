//! Packages of dpkg and rpm.

use super::{Answer, Subject};
use crate::definition::{Attribute, Shape, TypeDef};
use crate::matcher::strings;
use crate::resource::Resource;
use crate::scene::{Scene, trimmed};
use value::Value;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "package",
    name: "Package",
    named_by: Some("name"),
    names_id: true,
    attributes: &[Attribute::new("installed").required(), Attribute::new("versions").shown_as("version")],
    settings: &[("name", Shape::Text)],
    is_gated: true,
    subject: |resource, scene| Box::new(Package { resource, scene, versions: None }),
};

struct Package<'s> {
    resource: &'s Resource,
    scene: &'s Scene<'s>,
    /// The versions that are installed, asked once.
    versions: Option<Result<Vec<String>, String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manager {
    Dpkg,
    Rpm,
}

impl Subject for Package<'_> {
    fn look(&mut self, property: &str) -> Answer {
        let (name, scene) = (self.resource.name(), self.scene);
        let versions = self.versions.get_or_insert_with(|| installed(name, scene)).as_ref().map_err(String::clone)?;
        match property {
            "installed" => Ok((!versions.is_empty()).into()),
            _ if versions.is_empty() => Err("Package version not found".to_owned()),
            _ => Ok(Value::List(strings(versions.iter().map(|version| Value::string(version.as_str()))))),
        }
    }
}

fn installed(name: &str, scene: &Scene<'_>) -> Result<Vec<String>, String> {
    Ok(match manager(scene)? {
        Manager::Dpkg => {
            let finished = scene.tool(["dpkg-query", "-f", "${Status} ${Version}\n", "-W", name]);
            lines(finished).iter().filter_map(|line| dpkg_version(line)).collect()
        }
        Manager::Rpm => {
            let format = "%|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE}\n";
            lines(scene.tool(["rpm", "-q", "--nosignature", "--nohdrchk", "--nodigest", "--qf", format, name]))
        }
    })
}

/// What a tool says; one that fails says that there is nothing.
fn lines(finished: Result<system::process::Finished, system::process::ProcessError>) -> Vec<String> {
    match finished {
        Ok(finished) if finished.is_success() => {
            trimmed(&finished.stdout.bytes).split('\n').map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

fn dpkg_version(line: &str) -> Option<String> {
    let is_installed = line.starts_with("install ok installed") || line.starts_with("hold ok installed");
    line.split_whitespace().nth(3).filter(|_| is_installed).map(str::to_owned)
}

/// By distribution, else by the tools that are there.
fn manager(scene: &Scene<'_>) -> Result<Manager, String> {
    let is_ubuntu = scene.read("/etc/lsb-release").is_ok_and(|text| trimmed(&text).contains("Ubuntu"));
    let is = |path: &str| scene.exists(path);
    if is_ubuntu {
        return Ok(Manager::Dpkg);
    }
    if is("/etc/redhat-release") || is("/etc/system-release") {
        return Ok(Manager::Rpm);
    }
    if is("/etc/alpine-release") || is("/etc/arch-release") {
        return Err("packages of apk and pacman cannot be checked".to_owned());
    }
    if is("/etc/debian_version") || has(scene, "dpkg") {
        return Ok(Manager::Dpkg);
    }
    Ok(Manager::Rpm)
}

fn has(scene: &Scene<'_>, program: &str) -> bool {
    scene.world.environment.search_path().iter().any(|place| scene.exists(&place.join(program).to_string_lossy()))
}
