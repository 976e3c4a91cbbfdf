//! `memory.swap`: how much there is, what went through it, and where it is.

use super::record::{count, percent, record};
use super::view::{View, lines};
use value::{Aliases, Value};

pub(super) static INFO: Aliases = Aliases::new(&[
    ("Total", "total"),
    ("Used", "used"),
    ("Free", "free"),
    ("UsedPercent", "usedPercent"),
    ("Sin", "sin"),
    ("Sout", "sout"),
    ("PgIn", "pgIn"),
    ("PgOut", "pgOut"),
    ("PgFault", "pgFault"),
    ("PgMajFault", "pgMajFault"),
]);

pub(super) static DEVICE: Aliases =
    Aliases::new(&[("Name", "name"), ("UsedBytes", "usedBytes"), ("FreeBytes", "freeBytes")]);

/// The counters of `vmstat` in the order of the fields.
const COUNTERS: [&str; 6] = ["pswpin", "pswpout", "pgpgin", "pgpgout", "pgfault", "pgmajfault"];

/// The original takes each of them for pages of this size.
const PAGE: u64 = 4096;

pub(super) fn info(view: &View<'_>) -> Value {
    let Some(text) = view.text(view.proc("vmstat")) else { return Value::Null };
    let status = view.world.kernel.status();
    let used = status.swap_total.saturating_sub(status.swap_free);
    let sizes = [count(status.swap_total), count(used), count(status.swap_free), percent(used, status.swap_total)];
    record(&INFO, sizes.into_iter().chain(counters(&text).map(|pages| count(pages.saturating_mul(PAGE)))))
}

fn counters(text: &str) -> [u64; 6] {
    let mut found = [0; 6];
    for line in lines(text) {
        let mut words = line.split_whitespace();
        if let (Some(name), Some(number)) = (words.next(), words.next())
            && let Some(at) = COUNTERS.iter().position(|counter| *counter == name)
        {
            found[at] = number.parse().unwrap_or(found[at]);
        }
    }
    found
}

/// Files and partitions; null when the kernel's table is not as expected.
pub(super) fn devices(view: &View<'_>) -> Value {
    view.text(view.proc("swaps")).and_then(|text| table(&text)).into()
}

fn table(text: &str) -> Option<Vec<Value>> {
    let mut lines = lines(text);
    let mut header = lines.next()?.split_whitespace();
    let is_known = header.next() == Some("Filename") && header.nth(1) == Some("Size") && header.next() == Some("Used");
    is_known.then(|| lines.map(device).collect::<Option<_>>()).flatten()
}

fn device(line: &str) -> Option<Value> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let (size, used): (u64, u64) = (words.nth(1)?.parse().ok()?, words.next()?.parse().ok()?);
    let bytes = |kilobytes: u64| count(kilobytes.saturating_mul(1024));
    Some(record(&DEVICE, [name.into(), bytes(used), bytes(size.saturating_sub(used))]))
}
