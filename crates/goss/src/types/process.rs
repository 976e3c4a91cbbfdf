//! Processes by name.

use crate::definition::{Attribute, Shape, TypeDef};
use crate::scene::Scene;
use memchr::memchr;
use std::path::Path;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "process",
    name: "Process",
    named_by: Some("comm"),
    names_id: true,
    attributes: &[Attribute::new("running").required()],
    settings: &[("comm", Shape::Text)],
    is_gated: false,
    subject: |resource, scene| {
        Box::new(|_: &str| {
            let name = resource.name().as_bytes();
            Ok(scene.processes()?.iter().any(|process| process == name).into())
        })
    },
};

/// The names that the kernel has, 15 bytes at most. A process that ends meanwhile is none.
pub(crate) fn names(scene: &Scene<'_>) -> Result<Vec<Vec<u8>>, String> {
    let entries = scene.world.files.list(Path::new("/proc")).map_err(|error| error.to_string())?;
    let pids = entries.iter().filter_map(|entry| entry.to_str()).filter(|name| name.parse::<u32>().is_ok());
    Ok(pids.filter_map(|pid| name_in(&scene.read(&format!("/proc/{pid}/stat")).ok()?)).collect())
}

/// The name is in parentheses; one with a parenthesis in it is not seen.
fn name_in(stat: &[u8]) -> Option<Vec<u8>> {
    let rest = &stat[memchr(b'(', stat)? + 1..];
    let end = memchr(b')', rest)?;
    let after = rest[end + 1..].strip_prefix(b" ")?;
    let is_state = after.get(1) == Some(&b' ') && after.get(2).is_some_and(u8::is_ascii_digit);
    is_state.then(|| rest[..end].to_vec())
}

#[cfg(test)]
mod tests {
    use super::name_in;

    #[test]
    fn names_are_between_parentheses() {
        assert_eq!(name_in(b"12 (a b) S 1 12 12 0").as_deref(), Some(&b"a b"[..]));
        assert_eq!(name_in(b"12 (up)x) S 1 12 12 0"), None);
        for broken in [&b""[..], b"12", b"12 (a", b"12 (a)", b"12 (a) ", b"12 (a) S"] {
            assert_eq!(name_in(broken), None);
        }
    }
}
