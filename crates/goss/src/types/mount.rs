//! Mounted file systems.

use super::{Answer, Subject, int};
use crate::definition::{Attribute, Shape, TypeDef};
use crate::matcher::strings;
use crate::resource::Resource;
use crate::scene::Scene;
use std::path::Path;
use value::Value;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "mount",
    name: "Mount",
    named_by: Some("mountpoint"),
    names_id: true,
    attributes: &[
        Attribute::new("exists").required(),
        Attribute::new("opts"),
        Attribute::new("vfs-opts"),
        Attribute::new("source"),
        Attribute::new("filesystem"),
        Attribute::new("usage"),
    ],
    settings: &[("mountpoint", Shape::Text), ("timeout", Shape::Millis)],
    is_gated: true,
    subject: |resource, scene| Box::new(Mounted { resource, scene }),
};

struct Mounted<'s> {
    resource: &'s Resource,
    scene: &'s Scene<'s>,
}

/// A line of the kernel's list of mounts.
#[derive(Debug, PartialEq, Eq)]
struct Mount {
    point: String,
    options: String,
    kind: String,
    source: String,
    super_options: String,
}

impl Mounted<'_> {
    /// The first one at the place.
    fn find(&self) -> Result<Option<Mount>, String> {
        let table = self.scene.read("/proc/self/mountinfo")?;
        let table = String::from_utf8_lossy(&table);
        Ok(table.lines().filter_map(Mount::parse).find(|mount| mount.point == self.resource.name()))
    }

    /// How much of it is taken, in percent.
    fn usage(&self) -> Answer {
        let path = Path::new(self.resource.name());
        let space = self.scene.world.kernel.space(path).map_err(|error| error.to_string())?;
        let used = u128::from(space.blocks.saturating_sub(space.free)) * 1000;
        let tenths = used.checked_div(space.blocks.into()).ok_or("the file system has no size")?;
        Ok(int((tenths + 5) / 10))
    }
}

impl Subject for Mounted<'_> {
    fn look(&mut self, property: &str) -> Answer {
        let mount = self.find()?;
        if property == "exists" {
            return Ok(mount.is_some().into());
        }
        let mount = mount.ok_or("Mountpoint not found")?;
        Ok(match property {
            "opts" => listed(unique(options(&mount.options))),
            "vfs-opts" => listed(options(&mount.super_options)),
            "source" => mount.source.into(),
            "filesystem" => mount.kind.into(),
            _ => return self.usage(),
        })
    }
}

impl Mount {
    /// `id parent device root point options optional… - type source super-options`.
    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(' ').collect();
        let dash = fields.iter().position(|field| *field == "-")?;
        let behind = fields.get(dash + 1..)?;
        Some(Self {
            point: unescaped(fields.get(4).filter(|_| dash >= 6)?),
            options: (*fields.get(5)?).to_owned(),
            kind: unescaped(behind.first()?),
            source: unescaped(behind.get(1)?),
            super_options: behind.get(2).copied().unwrap_or_default().to_owned(),
        })
    }
}

/// Blanks and the like are three octal digits behind a backslash.
fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((first, behind)) = rest.split_first() {
        let code = behind.get(..3).filter(|_| *first == b'\\').and_then(|digits| str::from_utf8(digits).ok());
        let byte = code.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        out.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[3..] } else { behind };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Splits at commas that are not between double quotes.
fn options(text: &str) -> Vec<&str> {
    let mut quoted = false;
    let ends = |letter: char| {
        quoted ^= letter == '"';
        !quoted && letter == ','
    };
    text.split(ends).filter(|option| !option.is_empty()).collect()
}

fn unique(options: Vec<&str>) -> Vec<&str> {
    let mut found = Vec::with_capacity(options.len());
    for option in options {
        if !found.contains(&option) {
            found.push(option);
        }
    }
    found
}

fn listed(options: Vec<&str>) -> Value {
    Value::List(strings(options.into_iter().map(Value::from)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_table() {
        let line = "36 35 98:0 /mnt1 /mnt\\0402 rw,noatime master:1 - ext3 /dev/root rw,errors=continue";
        let mount = Mount::parse(line).unwrap();
        assert_eq!((mount.point.as_str(), mount.options.as_str()), ("/mnt 2", "rw,noatime"));
        assert_eq!((mount.kind.as_str(), mount.source.as_str()), ("ext3", "/dev/root"));
        assert_eq!(mount.super_options, "rw,errors=continue");
        for broken in ["", "a b c", "1 2 3 4 5 6 7", "1 2 3 4 5 6 -", "- a b c"] {
            assert_eq!(Mount::parse(broken), None);
        }
        assert_eq!(unescaped("a\\"), "a\\");
        assert_eq!(unescaped("a\\9é"), "a\\9é");
    }

    #[test]
    fn options_end_at_commas() {
        assert_eq!(options("rw,a=\"x,y\",b"), ["rw", "a=\"x,y\"", "b"]);
        assert_eq!(unique(vec!["a", "b", "a"]), ["a", "b"]);
        assert!(options("").is_empty());
    }
}
