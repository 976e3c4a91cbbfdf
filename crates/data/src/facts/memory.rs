//! `memory`: main memory and swap.

use super::record::{count, percent, record};
use super::swap;
use super::view::{View, lines};
use value::{Aliases, Map, Value};

pub(super) static VIRTUAL: Aliases = Aliases::new(&[
    ("Total", "total"),
    ("Available", "available"),
    ("Used", "used"),
    ("UsedPercent", "usedPercent"),
    ("Free", "free"),
    ("Active", "active"),
    ("Inactive", "inactive"),
    ("Wired", "wired"),
    ("Laundry", "laundry"),
    ("Buffers", "buffers"),
    ("Cached", "cached"),
    ("WriteBack", "writeBack"),
    ("Dirty", "dirty"),
    ("WriteBackTmp", "writeBackTmp"),
    ("Shared", "shared"),
    ("Slab", "slab"),
    ("Sreclaimable", "sreclaimable"),
    ("Sunreclaim", "sunreclaim"),
    ("PageTables", "pageTables"),
    ("SwapCached", "swapCached"),
    ("CommitLimit", "commitLimit"),
    ("CommittedAS", "committedAS"),
    ("HighTotal", "highTotal"),
    ("HighFree", "highFree"),
    ("LowTotal", "lowTotal"),
    ("LowFree", "lowFree"),
    ("SwapTotal", "swapTotal"),
    ("SwapFree", "swapFree"),
    ("Mapped", "mapped"),
    ("VmallocTotal", "vmallocTotal"),
    ("VmallocUsed", "vmallocUsed"),
    ("VmallocChunk", "vmallocChunk"),
    ("HugePagesTotal", "hugePagesTotal"),
    ("HugePagesFree", "hugePagesFree"),
    ("HugePagesRsvd", "hugePagesRsvd"),
    ("HugePagesSurp", "hugePagesSurp"),
    ("HugePageSize", "hugePageSize"),
    ("AnonHugePages", "anonHugePages"),
]);

pub(super) fn gather(view: &View<'_>) -> Map {
    let text = view.text(view.proc("meminfo"));
    let swap = Map::from_iter([("info", swap::info(view)), ("devices", swap::devices(view))]);
    Map::from_iter([
        ("virtual", Value::from(text.map(|text| memory(view, &MemInfo::read(&text))))),
        ("swap", swap.into()),
    ])
}

/// The lines of `meminfo`: key, and number as it is written there.
struct MemInfo<'t>(Vec<(&'t str, u64)>);

impl<'t> MemInfo<'t> {
    fn read(text: &'t str) -> Self {
        let number = |value: &str| value.trim().trim_end_matches(" kB").parse().ok();
        let entry = |line: &'t str| {
            let (key, value) = line.split_once(':')?;
            Some((key.trim(), number(value)?))
        };
        Self(lines(text).filter_map(entry).collect())
    }

    fn get(&self, key: &str) -> Option<u64> {
        self.0.iter().find(|(known, _)| *known == key).map(|(_, number)| *number)
    }

    /// Bytes; none when the line is missing.
    fn bytes(&self, key: &str) -> u64 {
        self.get(key).unwrap_or(0).saturating_mul(1024)
    }

    fn number(&self, key: &str) -> u64 {
        self.get(key).unwrap_or(0)
    }
}

fn memory(view: &View<'_>, info: &MemInfo<'_>) -> Value {
    let (total, cached) = (info.bytes("MemTotal"), info.bytes("Cached") + info.bytes("SReclaimable"));
    let available = match info.get("MemAvailable") {
        Some(_) => info.bytes("MemAvailable"),
        None => estimate(view, info, cached),
    };
    let used = total.saturating_sub(available);
    let head = [count(total), count(available), count(used), percent(used, total)];
    let bytes = |key| count(info.bytes(key));
    let number = |key| count(info.number(key));
    let first = ["MemFree", "Active", "Inactive"].map(bytes);
    // Wired and laundry are of other systems.
    let none = [count(0), count(0)];
    let kept = [bytes("Buffers"), count(cached)];
    let middle = [
        "Writeback",
        "Dirty",
        "WritebackTmp",
        "Shmem",
        "Slab",
        "SReclaimable",
        "SUnreclaim",
        "PageTables",
        "SwapCached",
        "CommitLimit",
        "Committed_AS",
        "HighTotal",
        "HighFree",
        "LowTotal",
        "LowFree",
        "SwapTotal",
        "SwapFree",
        "Mapped",
        "VmallocTotal",
        "VmallocUsed",
        "VmallocChunk",
    ]
    .map(bytes);
    let pages = ["HugePages_Total", "HugePages_Free", "HugePages_Rsvd", "HugePages_Surp"].map(number);
    let last = ["Hugepagesize", "AnonHugePages"].map(bytes);
    let fields = head.into_iter().chain(first).chain(none).chain(kept).chain(middle).chain(pages).chain(last);
    record(&VIRTUAL, fields)
}

/// What programs could have, where the kernel (before 3.14) does not say.
fn estimate(view: &View<'_>, info: &MemInfo<'_>, cached: u64) -> u64 {
    let simple = cached + info.bytes("MemFree");
    let known = ["Active(file)", "Inactive(file)", "SReclaimable"].iter().all(|key| info.get(key).is_some());
    let Some(zones) = known.then(|| view.text(view.proc("zoneinfo"))).flatten() else { return simple };
    let low = |line: &str| {
        let mut words = line.split_whitespace();
        words.next()?.starts_with("low").then(|| words.next()?.parse::<u64>().ok()).flatten()
    };
    let kept = lines(&zones).filter_map(low).sum::<u64>().saturating_mul(view.world.kernel.page_size());
    let less_kept = |bytes: u64| bytes - kept.min(bytes / 2);
    let pages = info.bytes("Active(file)") + info.bytes("Inactive(file)");
    let reclaimable = less_kept(pages) + less_kept(info.bytes("SReclaimable"));
    (info.bytes("MemFree") + reclaimable).saturating_sub(kept)
}
