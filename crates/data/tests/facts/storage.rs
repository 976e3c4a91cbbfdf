//! Partitions and the space on them.

use super::{fact, facts, json};
use system::{FakeWorld, Space};
use value::Value;

const KINDS: &str =
    "nodev\tsysfs\nnodev\ttmpfs\n\text4\n\txfs\n\tbtrfs\n\tvfat\nnodev\tzfs\nnodev\tnfs4\nnodev\toverlay\n";

fn world(mounts: &str) -> FakeWorld {
    let world = FakeWorld::new();
    world.files.add_file("/proc/filesystems", KINDS);
    world.files.add_file("/proc/1/mountinfo", mounts);
    world
}

fn partitions(world: &FakeWorld) -> Vec<String> {
    let found = fact(&facts(world), "partition.partitions");
    let line = |partition: &Value| {
        let partition = partition.as_map().unwrap();
        ["device", "mountpoint", "fstype", "opts"].map(|key| partition.get(key).unwrap().to_string()).join(" ")
    };
    found.as_list().unwrap().iter().map(line).collect()
}

#[test]
fn only_disks_count() {
    let world = world(concat!(
        "22 27 0:21 / /proc rw,relatime - proc proc rw\n",
        "27 1 254:1 / / rw,relatime shared:1 - ext4 /dev/mapper/vg-root rw,errors=remount-ro\n",
        "28 27 254:2 / /var/my\\040data rw - xfs /dev/vdb rw\n",
        "29 27 254:1 /srv/x /mnt/x rw - ext4 /dev/mapper/vg-root rw\n",
        "30 27 0:50 / /home rw - nfs4 server:/home rw,addr=10.0.0.1\n",
        "31 27 0:51 / /tank rw,xattr - zfs tank rw\n",
        "32 27 0:52 /@home /b rw,relatime - btrfs /dev/vdc rw,subvolid=257,subvol=/@home\n",
        "33 27 0:52 /@home/x /c rw - btrfs /dev/vdc rw,subvol=/@home\n",
        "34 27 8:1 / /boot rw,nosuid - vfat /dev/root ro,fmask=0022\n",
        "35 27 0:60 / /o rw - overlay overlay rw\n",
    ));
    world.files.add_link("/dev/mapper/vg-root", "../dm-0");
    world.files.add_other("/dev/dm-0");
    world.files.add_link("/sys/dev/block/8:1", "../../devices/pci/sda/sda1");
    assert_eq!(
        partitions(&world),
        [
            "/dev/dm-0 / ext4 [rw relatime]",
            "/dev/vdb /var/my data xfs [rw]",
            "tank /tank zfs [rw xattr]",
            "/dev/vdc /b btrfs [rw relatime]",
            "/dev/sda1 /boot vfat [ro nosuid]",
        ]
    );
}

#[test]
fn mapped_devices_that_are_not_there_keep_their_names() {
    let world = world("27 1 254:1 / / rw - ext4 /dev/mapper/gone rw\n28 1 8:2 / /b - ext4 /dev/root\n");
    assert_eq!(partitions(&world), ["/dev/mapper/gone / ext4 [rw]", "/dev/root /b ext4 []"]);
    world.files.add_link("/dev/mapper/gone", "gone");
    assert_eq!(partitions(&world)[0], "/dev/mapper/gone / ext4 [rw]");
}

#[test]
fn the_older_table_is_the_second_choice() {
    let world = FakeWorld::new();
    world.files.add_file("/proc/filesystems", KINDS);
    assert_eq!(json(&fact(&facts(&world), "partition")), r#"{"partitions":null,"usage":[]}"#);
    world.files.add_file(
        "/proc/self/mounts",
        "/dev/vda / ext4 rw,noatime 0 0\nnone /x ext4 rw\nproc /proc proc rw 0 0\nbad\n",
    );
    assert_eq!(partitions(&world), ["/dev/vda / ext4 [rw noatime]"]);
    world.files.add_file("/proc/1/mountinfo", "what is this\n");
    assert_eq!(fact(&facts(&world), "partition.partitions"), Value::Null);
}

#[test]
fn space() {
    let world = world("27 1 254:1 / / rw - ext4 /dev/vda rw\n28 1 254:2 / /gone rw - ext4 /dev/vdb rw\n");
    let space = Space { kind: 0xef53, block: 4096, blocks: 100, free: 40, available: 20, files: 50, files_free: 40 };
    world.kernel.set_space("/", space);
    assert_eq!(
        json(&fact(&facts(&world), "partition.usage")),
        concat!(
            r#"[{"path":"/","fstype":"ext2/ext3","total":409600,"free":81920,"used":245760,"usedPercent":75,"#,
            r#""inodesTotal":50,"inodesUsed":10,"inodesFree":40,"inodesUsedPercent":20}]"#
        )
    );
    assert_eq!(partitions(&world).len(), 2);
    world.kernel.set_space("/", Space { blocks: u64::MAX, ..space });
    let total = fact(&facts(&world), "partition.usage.0.total");
    assert_eq!(total, Value::Uint(u64::MAX), "what does not fit stays unsigned");
}
