//! The time zone of the machine.

use std::path::Path;

use gostd::time::Zone;
use system::Environment;
use system::files::ReadFiles;

/// Where a machine says in which zone it is.
const LOCALTIME: &str = "/etc/localtime";

/// Descriptions of zones are a few thousand bytes.
const LIMIT: u64 = 1 << 20;

/// The zone that Go calls local: what `TZ` names (a zone, or a file that describes one), without it that of the machine. An
/// empty `TZ`, and one that leads nowhere, is UTC.
pub fn local_zone(files: &dyn ReadFiles, environment: &dyn Environment) -> Zone {
    let Some(given) = environment.var("TZ") else { return described(files, LOCALTIME) };
    let given = given.to_string_lossy();
    match given.strip_prefix(':').unwrap_or(&given) {
        path if path.starts_with('/') => described(files, path),
        name => Zone::named(name).unwrap_or(Zone::utc()),
    }
}

fn described(files: &dyn ReadFiles, path: &str) -> Zone {
    let name = if path == LOCALTIME { "Local" } else { path };
    let content = files.read(Path::new(path), LIMIT).ok();
    content.and_then(|content| Zone::from_tzif(name, &content).ok()).unwrap_or(Zone::utc())
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::{FakeEnvironment, FakeWorld};
    use value::Timestamp;

    /// A file that describes a zone one hour east, called XYZ.
    fn one_hour_east() -> Vec<u8> {
        let counts = [0_u32, 0, 0, 0, 1, 4].into_iter().flat_map(u32::to_be_bytes);
        let kind = 3600_i32.to_be_bytes().into_iter().chain([0, 0]);
        b"TZif".iter().copied().chain([0; 16]).chain(counts).chain(kind).chain(*b"XYZ\0").collect()
    }

    fn noon(variable: Option<&str>) -> String {
        let world = FakeWorld::new();
        world.files.add_file("/etc/localtime", one_hour_east());
        world.files.add_file("/srv/zone", one_hour_east());
        let environment = variable.into_iter().fold(FakeEnvironment::default(), |world, tz| world.with("TZ", tz));
        let zone = local_zone(&*world.files, &environment);
        let noon = Timestamp::from_parts(1_720_008_000, 0, 0).unwrap();
        format!("{} {}", zone.name(), zone.at(&noon).unwrap().to_rfc3339())
    }

    #[test]
    fn the_variable_names_a_zone_or_a_file() {
        assert_eq!(noon(Some("Europe/Berlin")), "Europe/Berlin 2024-07-03T14:00:00+02:00");
        assert_eq!(noon(Some(":Europe/Berlin")), "Europe/Berlin 2024-07-03T14:00:00+02:00");
        assert_eq!(noon(Some("/srv/zone")), "/srv/zone 2024-07-03T13:00:00+01:00");
        for nothing in ["", "UTC", "Nowhere/Near", "/nowhere/near"] {
            assert_eq!(noon(Some(nothing)), "UTC 2024-07-03T12:00:00Z");
        }
    }

    #[test]
    fn without_it_the_machine_says() {
        assert_eq!(noon(None), "Local 2024-07-03T13:00:00+01:00");
    }
}
