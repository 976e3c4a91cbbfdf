//! Processors and memory, from files of several machines.

use super::{fact, facts, json};
use system::{FakeWorld, Status};
use value::Value;

fn processors(cpuinfo: &str) -> Value {
    let world = FakeWorld::new();
    world.files.add_file("/proc/cpuinfo", cpuinfo);
    fact(&facts(&world), "cpu.info")
}

#[test]
fn a_pc() {
    let text = "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 85\nmodel name\t: Intel(R) Xeon(R)\n\
                stepping\t: unknown\nmicrocode\t: 0x1\ncpu MHz\t\t: 2100.000\ncache size\t: 1024 KB\nphysical id\t: 0\n\
                core id\t\t: 3\nflags\t\t: fpu vme\n\nprocessor\t: 1\nvendor_id\t: GenuineIntel\nflags\t\t:\n";
    let world = FakeWorld::new();
    world.files.add_file("/proc/cpuinfo", text);
    world.files.add_file("/sys/devices/system/cpu/cpu1/topology/core_id", "7\n");
    world.files.add_file("/sys/devices/system/cpu/cpu1/cpufreq/cpuinfo_max_freq", "3900000\n");
    assert_eq!(
        json(&fact(&facts(&world), "cpu.info")),
        concat!(
            r#"[{"cpu":0,"vendorId":"GenuineIntel","family":"6","model":"85","stepping":0,"physicalId":"0","coreId":"3","#,
            r#""cores":1,"modelName":"Intel(R) Xeon(R)","mhz":2100,"cacheSize":1024,"flags":["fpu","vme"],"microcode":"0x1"},"#,
            r#"{"cpu":1,"vendorId":"GenuineIntel","family":"","model":"","stepping":0,"physicalId":"","coreId":"7","#,
            r#""cores":1,"modelName":"","mhz":3900,"cacheSize":0,"flags":[],"microcode":""}]"#
        )
    );
    assert_eq!(fact(&facts(&world), "cpu.info.1.mhz"), Value::Float(3900.0));
}

#[test]
fn other_processors() {
    let names = |text: &str, keys: &[&str]| {
        let found = processors(text);
        let first = found.as_list().unwrap()[0].as_map().unwrap().clone();
        keys.iter().map(|key| first.get(*key).unwrap().to_string()).collect::<Vec<_>>().join("|")
    };
    let arm = "processor\t: 0\nBogoMIPS\t: 243.75\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\nCPU architecture: 8\n\
               CPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n";
    assert_eq!(
        names(arm, &["vendorId", "model", "modelName", "stepping", "flags"]),
        "ARM|0xd0c|Neoverse-N1|1|[fp asimd]"
    );
    assert_eq!(names(&arm.replace("0xd0c", "0xfff"), &["modelName"]), "Undefined");
    let power = "processor\t: 0\ncpu\t\t: POWER9 (architected), altivec supported\nclock\t\t: 2200.000000MHz\nrevision\t: 2.2 (pvr)\n";
    assert_eq!(names(power, &["vendorId", "family", "model", "mhz", "stepping"]), "IBM|POWER|POWER9|2200|2");
    let riscv = "processor\t: 0\nhart\t\t: 2\nisa\t\t: rv64imafdc_zicsr\nuarch\t\t: sifive,u74-mc\nmvendorid\t: 0x489\nmarchid\t: 0x1\n";
    assert_eq!(
        names(riscv, &["vendorId", "physicalId", "flags", "modelName", "family"]),
        "SiFive|2|[i m a f d c zicsr]|sifive,u74-mc|0x1"
    );
    let mainframe = "vendor_id       : IBM/S390\n# processors    : 1\nfeatures\t: esan3\n\ncpu number      : 0\ncpu MHz dynamic : 5200\n";
    assert_eq!(names(mainframe, &["modelName", "mhz"]), "S390|5200");
}

#[test]
fn broken_numbers_end_the_list() {
    assert_eq!(processors("processor : 0\n\nprocessor : x\n").as_list().unwrap().len(), 1);
    assert_eq!(processors("processor : 0\ncache size : many\n").as_list().unwrap().len(), 0);
    assert_eq!(processors("").as_list().unwrap().len(), 0);
    assert_eq!(fact(&facts(&FakeWorld::new()), "cpu.info"), Value::Null);
}

#[test]
fn memory() {
    let world = FakeWorld::new();
    let text = "MemTotal:        1000 kB\nMemFree:          100 kB\nMemAvailable:     750 kB\nBuffers:  1 kB\nCached: 20 kB\n\
                SReclaimable: 5 kB\nCommitted_AS: 7 kB\nHugePages_Total:      3\nHugepagesize:       2048 kB\nWritebackTmp: x\n";
    world.files.add_file("/proc/meminfo", text);
    let facts = facts(&world);
    for (key, expected) in [
        ("total", 1_024_000),
        ("used", 256_000),
        ("free", 102_400),
        ("cached", 25 * 1024),
        ("committedAS", 7 * 1024),
        ("hugePagesTotal", 3),
        ("hugePageSize", 2048 * 1024),
        ("wired", 0),
        ("writeBackTmp", 0),
    ] {
        assert_eq!(fact(&facts, &format!("memory.virtual.{key}")), Value::Int(expected), "{key}");
    }
    assert_eq!(fact(&facts, "memory.virtual.usedPercent"), Value::Float(25.0));
    assert_eq!(fact(&facts, "memory.virtual").as_map().unwrap().len(), 38);
}

#[test]
fn memory_of_old_kernels_is_estimated() {
    let available = |zones: Option<&str>| {
        let world = FakeWorld::new();
        let text = "MemTotal: 1000 kB\nMemFree: 100 kB\nCached: 200 kB\nSReclaimable: 40 kB\nActive(file): 80 kB\nInactive(file): 20 kB\n";
        world.files.add_file("/proc/meminfo", text);
        if let Some(zones) = zones {
            world.files.add_file("/proc/zoneinfo", zones);
        }
        fact(&facts(&world), "memory.virtual.available").as_int().unwrap() / 1024
    };
    assert_eq!(available(None), 340);
    assert_eq!(available(Some("Node 0, zone DMA\n  pages free 3\n        low      2\n        low      x\n")), 216);
    assert_eq!(available(Some("low 30\n")), 50, "more is kept than is free");
}

#[test]
fn swap() {
    let world = FakeWorld::new();
    let facts = || facts(&world);
    assert_eq!(json(&fact(&facts(), "memory.swap")), r#"{"info":null,"devices":null}"#);
    world.files.add_file("/proc/vmstat", "pgpgin 1\npswpin 2\npswpout x\nother 3\n");
    world.files.add_file("/proc/swaps", "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n");
    world.kernel.set_status(Status { swap_total: 4096, swap_free: 1024, ..Status::default() });
    assert_eq!(
        json(&fact(&facts(), "memory.swap")),
        r#"{"info":{"total":4096,"used":3072,"free":1024,"usedPercent":75,"sin":8192,"sout":0,"pgIn":4096,"pgOut":0,"pgFault":0,"pgMajFault":0},"devices":[]}"#
    );
    let device = "/swapfile                               file            1024           24             -2\n";
    world.files.add_file("/proc/swaps", format!("Filename Type Size Used Priority\n{device}"));
    let expected = r#"[{"name":"/swapfile","usedBytes":24576,"freeBytes":1024000}]"#;
    assert_eq!(json(&fact(&facts(), "memory.swap.devices")), expected);
    world.files.add_file("/proc/swaps", "Name Type Size Used\n");
    assert_eq!(fact(&facts(), "memory.swap.devices"), Value::Null);
}
