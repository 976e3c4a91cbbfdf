//! `partition`: what is mounted from disks, and how full it is.

use super::file_systems::name_of;
use super::mounts::{self, Mount, unescaped};
use super::record::{count, percent, record, texts};
use super::view::View;
use std::path::Path;
use system::Space;
use value::{Aliases, List, Map, Value};

pub(super) static PARTITION: Aliases =
    Aliases::new(&[("Device", "device"), ("Mountpoint", "mountpoint"), ("Fstype", "fstype"), ("Opts", "opts")]);

pub(super) static USAGE: Aliases = Aliases::new(&[
    ("Path", "path"),
    ("Fstype", "fstype"),
    ("Total", "total"),
    ("Free", "free"),
    ("Used", "used"),
    ("UsedPercent", "usedPercent"),
    ("InodesTotal", "inodesTotal"),
    ("InodesUsed", "inodesUsed"),
    ("InodesFree", "inodesFree"),
    ("InodesUsedPercent", "inodesUsedPercent"),
]);

pub(super) fn gather(view: &View<'_>) -> Map {
    let mounts = mounts::physical(view);
    let space = |mount: &Mount| {
        let space = view.world.kernel.space(Path::new(&mount.point)).ok()?;
        Some(usage(&mount.point, &space))
    };
    let usage: List = mounts.iter().flatten().filter_map(space).collect();
    let partitions = mounts.map(|mounts| mounts.iter().map(partition).collect::<Value>());
    Map::from_iter([("partitions", Value::from(partitions)), ("usage", usage.into())])
}

fn partition(mount: &Mount) -> Value {
    let options = texts(mount.options.iter().map(String::as_str));
    let fields = [mount.device.as_str().into(), mount.point.as_str().into(), mount.kind.as_str().into(), options];
    record(&PARTITION, fields)
}

fn usage(path: &str, space: &Space) -> Value {
    let bytes = |blocks: u64| blocks.saturating_mul(space.block);
    let (free, used) = (bytes(space.available), bytes(space.blocks.saturating_sub(space.free)));
    let files_used = space.files.saturating_sub(space.files_free);
    let fields = [
        unescaped(path).into(),
        name_of(space.kind).into(),
        count(bytes(space.blocks)),
        count(free),
        count(used),
        percent(used, used.saturating_add(free)),
        count(space.files),
        count(files_used),
        count(space.files_free),
        percent(files_used, space.files),
    ];
    record(&USAGE, fields)
}
