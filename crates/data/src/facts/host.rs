//! `host`: names, versions, times.

use super::record::{count, record};
use super::view::{View, lines};
use super::{platform, virtualization};
use value::{Aliases, Map};

pub(super) static INFO: Aliases = Aliases::new(&[
    ("Hostname", "hostname"),
    ("Uptime", "uptime"),
    ("BootTime", "bootTime"),
    ("Procs", "procs"),
    ("OS", "os"),
    ("Platform", "platform"),
    ("PlatformFamily", "platformFamily"),
    ("PlatformVersion", "platformVersion"),
    ("KernelVersion", "kernelVersion"),
    ("KernelArch", "kernelArch"),
    ("VirtualizationSystem", "virtualizationSystem"),
    ("VirtualizationRole", "virtualizationRole"),
    ("HostID", "hostId"),
]);

pub(super) fn gather(view: &View<'_>) -> Map {
    let kernel = &view.world.kernel;
    let (names, uptime) = (kernel.names(), kernel.status().uptime.as_secs());
    let platform = platform::detect(view);
    let (system, role) = virtualization::detect(view);
    let info = [
        names.host.into(),
        count(uptime),
        count(boot_time(view, is_container(system, role), uptime)),
        count(processes(view)),
        std::env::consts::OS.into(),
        platform.name.into(),
        platform.family.into(),
        platform.version.into(),
        names.release.into(),
        names.machine.into(),
        system.into(),
        role.into(),
        host_id(view).into(),
    ];
    Map::from_iter([("info", record(&INFO, info))])
}

/// There the kernel has been up for longer than what the user takes for the machine.
fn is_container(system: &str, role: &str) -> bool {
    matches!((system, role), ("lxc" | "docker", "guest"))
}

/// When the machine was started, in seconds since 1970.
fn boot_time(view: &View<'_>, container: bool, uptime: u64) -> u64 {
    let from_file = if container { started_before(view) } else { btime(view) };
    from_file.unwrap_or_else(|| now(view).saturating_sub(uptime))
}

fn btime(view: &View<'_>) -> Option<u64> {
    let stat = view.text(view.proc("stat"))?;
    let line = lines(&stat).find(|line| line.starts_with("btime"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// `/proc/uptime` counts from the start of the container.
fn started_before(view: &View<'_>) -> Option<u64> {
    let uptime: f64 = view.first_line(view.proc("uptime"))?.split_whitespace().next()?.parse().ok()?;
    let time = view.world.clock.now();
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact for millions of years")]
    let now = time.unix_seconds() as f64 + f64::from(time.nanos()) / 1e9;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates; seconds count whole"
    )]
    uptime.is_finite().then_some((now - uptime) as u64)
}

fn now(view: &View<'_>) -> u64 {
    u64::try_from(view.world.clock.now().unix_seconds()).unwrap_or(0)
}

fn processes(view: &View<'_>) -> u64 {
    let names = view.world.files.list(&view.proc("")).unwrap_or_default();
    let is_number = |name: &str| name.parse::<u64>().is_ok() && !name.starts_with('+');
    names.iter().filter(|name| name.to_str().is_some_and(is_number)).count() as u64
}

/// The number of the board, of the installation, or else of this start.
fn host_id(view: &View<'_>) -> String {
    let board = || view.first_line(view.sys("class/dmi/id/product_uuid")).map(|id| id.to_lowercase());
    let installation = || view.first_line(view.etc("machine-id")).and_then(|id| with_dashes(&id));
    let start = || view.first_line(view.proc("sys/kernel/random/boot_id")).map(|id| id.to_lowercase());
    board().or_else(installation).or_else(start).unwrap_or_default()
}

/// 32 digits in groups.
fn with_dashes(id: &str) -> Option<String> {
    let part = |from, to| id.get(from..to);
    (id.len() == 32).then_some(())?;
    Some([part(0, 8)?, part(8, 12)?, part(12, 16)?, part(16, 20)?, part(20, 32)?].join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_ids_get_dashes() {
        let id = with_dashes("0123456789abcdef0123456789abcdef");
        assert_eq!(id.as_deref(), Some("01234567-89ab-cdef-0123-456789abcdef"));
        assert_eq!(with_dashes("uninitialized"), None);
        assert_eq!(with_dashes("0123456ü89abcdef0123456789abcde"), None);
    }
}
