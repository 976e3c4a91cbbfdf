//! The roots that hosts are made of.

use crate::layer::Layer;
use std::path::PathBuf;

static BOOKWORM: Layer = Layer { name: "bookworm", release: "bookworm", below: None, packages: &[], finish: "" };
static FORKY: Layer = Layer { name: "forky", release: "forky", below: None, packages: &[], finish: "" };

/// A console has nobody before it, there are no devices to wait for, nobody logs in, and what timers do by themselves would
/// get in the way of tests.
static BOOKWORM_HOST: Layer = Layer {
    name: "bookworm-host",
    release: "bookworm",
    below: Some(&BOOKWORM),
    packages: &["systemd", "systemd-sysv", "dbus", "strace"],
    finish: r"
echo bed > /etc/hostname; : > /etc/machine-id
for unit in console-getty.service getty@.service systemd-networkd-wait-online.service systemd-udevd.service \
    systemd-logind.service e2scrub_reap.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer; do
  ln -sf /dev/null /etc/systemd/system/$unit
done",
};

static BOOKWORM_DNF: Layer = Layer {
    name: "bookworm-dnf",
    release: "bookworm",
    below: Some(&BOOKWORM),
    packages: &["dnf", "rpm", "createrepo-c", "strace"],
    finish: crate::dnf::FINISH,
};

static FORKY_DNF: Layer = Layer {
    name: "forky-dnf",
    release: "forky",
    below: Some(&FORKY),
    packages: &["dnf5", "rpm", "createrepo-c", "strace"],
    finish: crate::dnf::FINISH,
};

/// A root that hosts are started on. It is never written: each host has an overlay of its own in memory.
#[derive(Debug, Clone)]
pub struct Root {
    pub(crate) layers: Vec<PathBuf>,
    pub(crate) files: Vec<(PathBuf, String)>,
}

impl Root {
    /// Debian 12 with apt and systemd. Its apt has no sources.
    pub fn bookworm() -> Self {
        Self::of(&BOOKWORM_HOST)
    }

    /// A machine that looks like Enterprise Linux 9 and has dnf 4, and no apt.
    pub fn dnf4() -> Self {
        Self::of(&BOOKWORM_DNF)
    }

    /// A machine that looks like Enterprise Linux and has dnf 5 under the name `dnf5` only, and no apt.
    pub fn dnf5() -> Self {
        Self::of(&FORKY_DNF)
    }

    /// The same with a file of this machine at a path, to be read and executed there.
    #[must_use]
    pub fn with(mut self, file: impl Into<PathBuf>, at: &str) -> Self {
        self.files.push((file.into(), at.to_owned()));
        self
    }

    fn of(layer: &Layer) -> Self {
        Self { layers: layer.directories(), files: Vec::new() }
    }
}
