//! What is mounted, as the first process sees it.

use super::view::{View, lines};
use gostd::path::clean;
use gostd::strconv::unquote;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How many links to a device are followed.
const LINKS: usize = 40;

/// A file system that is mounted.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mount {
    pub(super) device: String,
    pub(super) point: String,
    pub(super) kind: String,
    pub(super) options: Vec<String>,
}

/// What is mounted from disks of this machine: nothing virtual, nothing from a network, no second mounts of directories.
/// `None` when the kernel does not tell.
pub(super) fn physical(view: &View<'_>) -> Option<Vec<Mount>> {
    let table = table(view)?;
    let kinds = kinds(&view.text(view.proc("filesystems"))?);
    match table {
        Table::Info(text) => from_info(view, &text, &kinds),
        Table::Plain(text) => Some(from_plain(&text, &kinds)),
    }
}

/// The kernel's table of mounts; the plain one is for kernels and sandboxes without the other.
enum Table {
    Info(String),
    Plain(String),
}

fn table(view: &View<'_>) -> Option<Table> {
    let given = view.world.environment.var("HOST_PROC_MOUNTINFO").filter(|path| !path.is_empty()).map(PathBuf::from);
    match given.as_deref().map(|path| path.parent().unwrap_or(path)) {
        Some(directory) => table_in(view, directory),
        None => table_in(view, &view.proc("1")).or_else(|| table_in(view, &view.proc("self"))),
    }
}

fn table_in(view: &View<'_>, directory: &Path) -> Option<Table> {
    let info = view.text(directory.join("mountinfo")).map(Table::Info);
    info.or_else(|| view.text(directory.join("mounts")).map(Table::Plain))
}

/// The file systems that need a device, and ZFS.
fn kinds(text: &str) -> Vec<String> {
    let kind = |line: &str| match line.strip_prefix("nodev") {
        None => Some(line.trim().to_owned()),
        Some(kind) => (kind == "\tzfs").then(|| "zfs".to_owned()),
    };
    lines(text).filter_map(kind).collect()
}

fn from_plain(text: &str, kinds: &[String]) -> Vec<Mount> {
    let mount = |line: &str| {
        let mut fields = line.split_whitespace();
        let (device, point, kind, options) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        (device != "none" && kinds.iter().any(|known| known == kind)).then(|| Mount {
            device: device.to_owned(),
            point: unescaped(point),
            kind: kind.to_owned(),
            options: split(options),
        })
    };
    lines(text).filter_map(mount).collect()
}

/// A line of `mountinfo`: `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`.
struct Line<'t> {
    number: &'t str,
    root: &'t str,
    point: &'t str,
    options: Option<&'t str>,
    kind: &'t str,
    source: &'t str,
    of_file_system: Option<&'t str>,
}

impl<'t> Line<'t> {
    fn read(line: &'t str) -> Option<Self> {
        let (mount, file_system) = line.split_once(" - ")?;
        let (mut mount, mut file_system) = (mount.split_whitespace().skip(2), file_system.split_whitespace());
        Some(Self {
            number: mount.next()?,
            root: mount.next()?,
            point: mount.next()?,
            options: mount.next(),
            kind: file_system.next()?,
            source: file_system.next()?,
            of_file_system: file_system.next(),
        })
    }

    /// A directory of a file system, mounted once more. A subvolume of btrfs looks like one.
    fn is_second(&self) -> bool {
        let subvolume =
            self.of_file_system.and_then(|options| options.split(',').find_map(|o| o.strip_prefix("subvol=")));
        self.source.starts_with('/') && self.root != "/" && subvolume != Some(self.root)
    }

    /// The options of the mount; it can be written only when the file system can.
    fn effective_options(&self) -> Vec<String> {
        let mut options = self.options.map(split).unwrap_or_default();
        let below = self.of_file_system.map(split).unwrap_or_default();
        let has = |options: &[String], wanted: &str| options.iter().any(|option| option == wanted);
        let mode = if has(&options, "ro") || has(&below, "ro") {
            "ro"
        } else if has(&options, "rw") && has(&below, "rw") {
            "rw"
        } else {
            return options;
        };
        let is_mode = |option: &String| option == "ro" || option == "rw";
        let at = options.iter().position(is_mode).unwrap_or(0);
        options.retain(|option| !is_mode(option));
        options.insert(at, mode.to_owned());
        options
    }
}

fn from_info(view: &View<'_>, text: &str, kinds: &[String]) -> Option<Vec<Mount>> {
    let mut devices: HashMap<&str, &str> = HashMap::new();
    let mut found = Vec::new();
    for line in lines(text) {
        let line = Line::read(line)?;
        if !kinds.iter().any(|kind| kind == line.kind) {
            continue;
        }
        let own = if line.source.starts_with('/') || line.root == "/" { line.source } else { line.root };
        let device = *devices.entry(line.number).or_insert(own);
        if line.is_second() {
            continue;
        }
        found.push(Mount {
            device: real_device(view, device, line.number),
            point: unescaped(line.point),
            kind: line.kind.to_owned(),
            options: line.effective_options(),
        });
    }
    Some(found)
}

/// The device behind the names of the device mapper, and behind `/dev/root`.
fn real_device(view: &View<'_>, device: &str, number: &str) -> String {
    if let Some(mapped) = device.strip_prefix("/dev/mapper/") {
        return followed(view, view.dev("mapper").join(mapped)).unwrap_or_else(|| device.to_owned());
    }
    let real = || {
        let link = view.world.files.read_link(&view.sys(&format!("dev/block/{number}"))).ok()?;
        Some(format!("/dev/{}", link.file_name()?.to_str()?))
    };
    (device == "/dev/root").then(real).flatten().unwrap_or_else(|| device.to_owned())
}

/// Where links end; `None` when nothing is there.
fn followed(view: &View<'_>, mut path: PathBuf) -> Option<String> {
    for _ in 0..LINKS {
        match view.world.files.read_link(&path) {
            Ok(target) => path = clean(&path.parent()?.join(target)),
            Err(_) if view.exists(&path) => return path.into_os_string().into_string().ok(),
            Err(_) => return None,
        }
    }
    None
}

fn split(options: &str) -> Vec<String> {
    options.split(',').map(ToOwned::to_owned).collect()
}

/// A path with its blanks: the kernel writes `\040`.
pub(super) fn unescaped(path: &str) -> String {
    let quoted = unquote(format!("\"{path}\""));
    quoted.map_or_else(|_| path.to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
}
