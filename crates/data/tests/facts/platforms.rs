//! Distributions, containers and virtual machines.

use super::facts;
use std::time::Duration;
use system::{FakeEnvironment, FakeWorld, Names, Status};

/// Files of a machine, and what they tell.
type Case<'c, const N: usize> = (&'c [(&'c str, &'c str)], [&'c str; N]);

/// Platform, family and version of a machine with these files.
fn platform(files: &[(&str, &str)]) -> [String; 3] {
    info(files, ["platform", "platformFamily", "platformVersion"])
}

fn info<const N: usize>(files: &[(&str, &str)], names: [&str; N]) -> [String; N] {
    let world = FakeWorld::new();
    for (path, text) in files {
        world.files.add_file(path, *text);
    }
    info_of(&world, names)
}

fn info_of<const N: usize>(world: &FakeWorld, names: [&str; N]) -> [String; N] {
    let host = facts(world).group("host").unwrap();
    let info = host.as_map().unwrap().get("info").unwrap().as_map().unwrap();
    names.map(|name| info.get(name).unwrap().to_string())
}

const ROCKY: &str = "NAME=\"Rocky Linux\"\nVERSION=\"9.4 (Blue Onyx)\"\nID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\nVERSION_ID=\"9.4\"\n";

#[test]
fn distributions() {
    let lsb = |id: &str, release: &str| format!("DISTRIB_ID={id}\nDISTRIB_RELEASE={release}\nDISTRIB_CODENAME=x\n");
    let (ubuntu, mint, deepin) = (lsb("Ubuntu", "24.04"), lsb("LinuxMint", "21.3"), lsb("Deepin", "\"23\""));
    let cases: &[Case<'_, 3>] = &[
        (
            &[("/etc/debian_version", "12.5\n"), ("/etc/os-release", "ID=debian\nVERSION_ID=\"12\"\n")],
            ["debian", "debian", "12.5"],
        ),
        (&[("/etc/debian_version", "trixie/sid\n"), ("/etc/lsb-release", &ubuntu)], ["ubuntu", "debian", "24.04"]),
        (&[("/etc/debian_version", "bookworm/sid\n"), ("/etc/lsb-release", &mint)], ["linuxmint", "debian", "21.3"]),
        (&[("/etc/debian_version", "12.0\n"), ("/etc/lsb-release", &deepin)], ["Deepin", "debian", "23"]),
        (
            &[("/etc/debian_version", "12.5\n"), ("/usr/bin/raspi-config", "#!/bin/sh\n")],
            ["raspbian", "debian", "12.5"],
        ),
        (&[("/etc/redhat-release", "Red Hat Enterprise Linux release 9.3 (Plow)\n")], ["redhat", "rhel", "9.3"]),
        (
            &[("/etc/redhat-release", "Rocky Linux release 9.4 (Blue Onyx)\n"), ("/etc/os-release", ROCKY)],
            ["rocky", "rhel", "9.4"],
        ),
        (&[("/etc/redhat-release", "AlmaLinux release 8.10 (Cerulean Leopard)\n")], ["almalinux", "rhel", "8.10"]),
        (&[("/etc/redhat-release", "CentOS Linux release 7.9.2009 (Core)\n")], ["centos", "rhel", "7.9.2009"]),
        (&[("/etc/redhat-release", "CentOS Stream release 9\n")], ["centos", "rhel", "9"]),
        (&[("/etc/redhat-release", "Fedora release 40 (Forty)\n")], ["fedora", "fedora", "40"]),
        (&[("/etc/redhat-release", "Fedora release 41 (Rawhide)\n")], ["fedora", "fedora", "rawhide"]),
        (
            &[
                ("/etc/oracle-release", "Oracle Linux Server release 9.3\n"),
                ("/etc/redhat-release", "Red Hat Enterprise Linux release 9.3\n"),
            ],
            ["oracle", "rhel", "9.3"],
        ),
        (
            &[("/etc/system-release", "Amazon Linux release 2023.5.20240722 (Amazon Linux)\n")],
            ["amazon", "rhel", "2023.5.20240722"],
        ),
        (&[("/etc/os-release", "NAME=\"Amazon Linux\"\nID=\"amzn\"\nVERSION_ID=\"2\"\n")], ["amazon", "rhel", "2"]),
        (&[("/etc/os-release", "ID=\"opensuse-leap\"\nVERSION_ID=\"15.6\"\n")], ["opensuse-leap", "suse", "15.6"]),
        (&[("/etc/os-release", "ID=\"sles\"\nVERSION_ID=\"15.5\"\n")], ["sles", "suse", "15.5"]),
        (
            &[("/etc/SuSE-release", "SUSE Linux Enterprise Server 12 (x86_64)\nVERSION = 12\nPATCHLEVEL = 3\n")],
            ["suse", "suse", "12.3"],
        ),
        (&[("/etc/SuSE-release", "openSUSE 13.2 (x86_64)\nVERSION = 13.2\n")], ["opensuse", "suse", "13.2"]),
        (
            &[("/etc/alpine-release", "3.20.1\n"), ("/etc/os-release", "ID=alpine\nVERSION_ID=3.20.1\n")],
            ["alpine", "alpine", "3.20.1"],
        ),
        (
            &[
                ("/etc/arch-release", "Arch Linux release\n"),
                ("/etc/lsb-release", "DISTRIB_ID=Arch\nDISTRIB_RELEASE=rolling\n"),
            ],
            ["arch", "arch", "rolling"],
        ),
        (&[("/etc/arch-release", ""), ("/etc/os-release", "ID=arch\nBUILD_ID=rolling\n")], ["arch", "arch", ""]),
        (&[("/etc/gentoo-release", "Gentoo Base System release 2.15\n")], ["gentoo", "gentoo", "2.15"]),
        (&[("/etc/slackware-version", "Slackware 15.0\n")], ["slackware", "slackware", "15.0"]),
        (&[("/etc/os-release", "ID=nixos\nVERSION_ID=\"24.05\"\n")], ["nixos", "nixos", "24.05"]),
        (&[("/etc/os-release", "ID=void\n")], ["void", "", ""]),
        (&[("/etc/lsb-release", "DISTRIB_ID=ScientificSL\nDISTRIB_RELEASE=6.1\n")], ["scientific", "rhel", "6.1"]),
        (&[("/etc/lsb-release", "DISTRIB_ID=Other\nDISTRIB_RELEASE=1\n")], ["other", "", "1"]),
        (&[], ["", "", ""]),
    ];
    for (files, expected) in cases {
        assert_eq!(platform(files), *expected, "{files:?}");
    }
}

#[test]
fn guests_and_hosts() {
    let cases: &[Case<'_, 2>] = &[
        (&[], ["", ""]),
        (&[("/proc/modules", "kvm_intel 1 0 - Live 0x0\n")], ["kvm", "host"]),
        (&[("/proc/modules", "vboxguest 1 0\n")], ["vbox", "guest"]),
        (&[("/proc/modules", "hv_utils 1 0\n")], ["hyperv", "guest"]),
        (&[("/proc/modules", "vmware_balloon 1\n")], ["vmware", "guest"]),
        (&[("/proc/cpuinfo", "model name : QEMU Virtual CPU version 2.5+\n")], ["kvm", "guest"]),
        (&[("/proc/bus/pci/devices", "0010 1af4 virtio-pci\n")], ["", "guest"]),
        (&[("/proc/xen/capabilities", "control_d\n")], ["xen", "host"]),
        (&[("/proc/xen/capabilities", "")], ["xen", "guest"]),
        (&[("/proc/vz/x", "")], ["openvz", "guest"]),
        (&[("/proc/bc/0/x", "")], ["openvz", "host"]),
        (&[("/proc/self/status", "Name: x\nVxID: 1\n")], ["linux-vserver", ""]),
        (&[("/proc/1/environ", "A=1\0container=lxc\0")], ["lxc", "guest"]),
        (&[("/proc/self/cgroup", "1:name=systemd:/docker/abc\n")], ["docker", "guest"]),
        (&[("/proc/self/cgroup", "0::/\n"), ("/.dockerenv", "")], ["docker", "guest"]),
        (&[("/proc/self/cgroup", "0::/\n"), ("/usr/bin/lxc-version", "x")], ["lxc", "host"]),
        (&[("/etc/os-release", "ID=coreos\n")], ["rkt", "host"]),
        (&[("/proc/modules", "kvm 1\n"), ("/.dockerenv", "")], ["docker", "guest"]),
    ];
    for (files, expected) in cases {
        assert_eq!(info(files, ["virtualizationSystem", "virtualizationRole"]), *expected, "{files:?}");
    }
}

#[test]
fn times_names_and_numbers() {
    let world = FakeWorld::new();
    let names = Names { host: "web01".into(), release: "6.8.0-45-generic".into(), machine: "x86_64".into() };
    world.kernel.set_names(names);
    world.kernel.set_status(Status { uptime: Duration::from_secs(100), ..Status::default() });
    for path in ["/proc/1/comm", "/proc/42/comm", "/proc/self/comm", "/proc/4x/comm"] {
        world.files.add_file(path, "x");
    }
    let names = ["hostname", "uptime", "procs", "os", "kernelVersion", "kernelArch", "bootTime"];
    let expected = ["web01", "100", "2", "linux", "6.8.0-45-generic", "x86_64", "1735786945"];
    assert_eq!(info_of(&world, names), expected);
    world.files.add_file("/proc/stat", "cpu 1 2\nbtime 1700000000\nprocesses 3\n");
    assert_eq!(info_of(&world, ["bootTime"]), ["1700000000"]);
    world.files.add_file("/proc/uptime", "45.50 90.00\n");
    world.files.add_file("/.dockerenv", "");
    assert_eq!(info_of(&world, ["bootTime"]), ["1735786999"], "a container counts from its own start");
}

#[test]
fn the_number_of_the_host() {
    let id = |files: &[(&str, &str)]| info(files, ["hostId"]).concat();
    let board = ("/sys/class/dmi/id/product_uuid", "4C4C4544-0042\n");
    let installation = ("/etc/machine-id", "0123456789abcdef0123456789abcdef\n");
    let start = ("/proc/sys/kernel/random/boot_id", "ABCD-1\n");
    assert_eq!(id(&[board, installation, start]), "4c4c4544-0042");
    assert_eq!(id(&[installation, start]), "01234567-89ab-cdef-0123-456789abcdef");
    assert_eq!(id(&[("/etc/machine-id", "uninitialized\n"), start]), "abcd-1");
    assert_eq!(id(&[]), "");
}

#[test]
fn a_container_can_look_at_its_host() {
    let environment = FakeEnvironment::in_directory("/").with("HOST_ETC", "/host/etc").with("HOST_PROC", "/host/proc");
    let world = FakeWorld::new().with_environment(environment);
    world.files.add_file("/etc/alpine-release", "3.20.1\n");
    world.files.add_file("/host/etc/debian_version", "12.5\n");
    world.files.add_file("/host/proc/stat", "btime 7\n");
    assert_eq!(info_of(&world, ["platform", "bootTime"]), ["debian", "7"]);
}
