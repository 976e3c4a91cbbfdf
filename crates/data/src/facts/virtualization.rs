//! Whether the machine is a guest or a host, and of what. Later signs win over earlier ones.

use super::platform::os_release;
use super::view::View;

/// A system and a role: `("docker", "guest")`; empty when nothing was found.
type Found = (&'static str, &'static str);

pub(super) fn detect(view: &View<'_>) -> Found {
    let mut found = ("", "");
    for sign in [xen, modules, processor, virtio, openvz, vserver, lxc, cgroup, coreos, docker] {
        found = sign(view, found).unwrap_or(found);
    }
    found
}

fn xen(view: &View<'_>, _: Found) -> Option<Found> {
    if !view.exists(view.proc("xen")) {
        return None;
    }
    let is_host = view.text(view.proc("xen/capabilities")).is_some_and(|text| text.contains("control_d"));
    Some(("xen", if is_host { "host" } else { "guest" }))
}

fn modules(view: &View<'_>, _: Found) -> Option<Found> {
    const MODULES: &[(&str, Found)] = &[
        ("kvm", ("kvm", "host")),
        ("hv_util", ("hyperv", "guest")),
        ("vboxdrv", ("vbox", "host")),
        ("vboxguest", ("vbox", "guest")),
        ("vmware", ("vmware", "guest")),
    ];
    let text = view.text(view.proc("modules"))?;
    MODULES.iter().find(|(module, _)| text.contains(module)).map(|(_, found)| *found)
}

fn processor(view: &View<'_>, _: Found) -> Option<Found> {
    let text = view.text(view.proc("cpuinfo"))?;
    let names = ["QEMU Virtual CPU", "Common KVM processor", "Common 32-bit KVM processor"];
    names.iter().any(|name| text.contains(name)).then_some(("kvm", "guest"))
}

fn virtio(view: &View<'_>, (system, _): Found) -> Option<Found> {
    view.text(view.proc("bus/pci/devices"))?.contains("virtio-pci").then_some((system, "guest"))
}

fn openvz(view: &View<'_>, _: Found) -> Option<Found> {
    if view.exists(view.proc("bc/0")) {
        return Some(("openvz", "host"));
    }
    view.exists(view.proc("vz")).then_some(("openvz", "guest"))
}

fn vserver(view: &View<'_>, (_, role): Found) -> Option<Found> {
    let text = view.text(view.proc("self/status"))?;
    (text.contains("s_context:") || text.contains("VxID:")).then_some(("linux-vserver", role))
}

fn lxc(view: &View<'_>, _: Found) -> Option<Found> {
    view.text(view.proc("1/environ"))?.contains("container=lxc").then_some(("lxc", "guest"))
}

fn cgroup(view: &View<'_>, _: Found) -> Option<Found> {
    let text = view.text(view.proc("self/cgroup"))?;
    for (sign, system) in [("lxc", "lxc"), ("docker", "docker"), ("machine-rkt", "rkt")] {
        if text.contains(sign) {
            return Some((system, "guest"));
        }
    }
    view.exists("/usr/bin/lxc-version").then_some(("lxc", "host"))
}

fn coreos(view: &View<'_>, _: Found) -> Option<Found> {
    (os_release(&view.text(view.etc("os-release"))?).0 == "coreos").then_some(("rkt", "host"))
}

fn docker(view: &View<'_>, _: Found) -> Option<Found> {
    view.exists(view.root(".dockerenv")).then_some(("docker", "guest"))
}
