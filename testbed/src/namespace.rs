//! A machine of its own on an overlay: the first process of new namespaces, and the way in.

use crate::cgroup::Cgroup;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Becomes `unshare`. A watcher beside it ends it, and with it all that is in the namespaces, when the pipe on standard
/// input closes: so does a test that ends in whatever way.
const OUTSIDE: &str = r#"
echo $$ > "$1/cgroup.procs"
exec 3<&0 </dev/null
( ( read -r _ <&3 || :; kill -KILL $$ ) >/dev/null 2>&1 & )
shift
exec 3<&- 2>&1 "$@"
"#;

/// Builds the root in a mount namespace of its own and becomes the first process.
///
/// The nodes in /dev are made, never bound: a guest that changes the mode of a bound one changes that of the machine.
/// /proc/sys can only be read, because systemd would set limits of the machine; that of the own network is an exception.
const INSIDE: &str = r#"
mark=$1 stage=$2 layers=$3 upper=$4 network=$5; shift 5
mount -t tmpfs -o mode=755 tmpfs "$stage"
mkdir "$stage/root" "$stage/upper" "$stage/work"
work=$stage/work
if [ "$upper" ]; then work=$upper.work; else upper=$stage/upper; fi
root=$stage/root
mount -t overlay overlay -o "lowerdir=$layers,upperdir=$upper,workdir=$work" "$root"
while [ "$1" != -- ]; do
  mkdir -p "$(dirname "$root$2")"; : > "$root$2"
  mount --bind "$1" "$root$2"; mount -o remount,bind,ro "$root$2"
  shift 2
done
shift
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount --bind "$root/proc/sys/net" "$root/proc/sys/net"
mount -o remount,bind,ro "$root/proc/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
echo "$mark" > "$root/run/upright-testbed"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
node() { mknod -m 666 "$root/dev/$1" c "$2" "$3"; }
node null 1 3; node zero 1 5; node full 1 7; node random 1 8; node urandom 1 9; node tty 5 0
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"; ln -s /proc/self/fd "$root/dev/fd"; ln -s null "$root/dev/console"
if [ "$network" = own ]; then
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  ip link set lo up
fi
cd "$root"; mkdir -p .old; pivot_root . .old
exec chroot . /bin/sh -euc 'umount -l /.old; rmdir /.old; echo up; exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=docker LANG=C.UTF-8 "$@" </dev/null >/dev/null 2>&1' init "$@"
"#;

/// Begins every command: wherever it runs, it first finds the mark of its machine there. The number of a process that has
/// ended may belong to somebody else by now, and what tests do must never be done to the machine they run on.
const GUARD: &str = r#"
mark=; { read -r mark < /run/upright-testbed; } 2>/dev/null || :
if [ "$mark" != "$1" ]; then echo "this is not the host of the test" >&2; exit 125; fi
shift; exec "$@"
"#;

/// What a machine is made of.
pub(crate) struct Plan<'a> {
    /// Directories that lie over each other, the uppermost first.
    pub(crate) layers: &'a [PathBuf],
    /// Where changes are written; none for memory.
    pub(crate) upper: Option<&'a Path>,
    /// Files of this machine that are seen there, and where.
    pub(crate) files: &'a [(PathBuf, String)],
    /// Its network.
    pub(crate) network: Network,
    /// What its first process is.
    pub(crate) init: &'a [&'a str],
}

/// What a machine can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Network {
    /// Itself.
    Own,
    /// What this machine reaches: for downloading packages.
    Shared,
}

/// The first process of a machine. All of it ends with this value.
#[derive(Debug)]
pub(crate) struct Namespace {
    /// `unshare`, the parent of the first process.
    parent: Child,
    init: u32,
    cgroup: Cgroup,
}

impl Namespace {
    /// Starts a machine and waits until its root is complete.
    pub(crate) fn start(plan: &Plan<'_>) -> Self {
        let cgroup = Cgroup::new();
        let mut command = Command::new("sh");
        command.args(["-euc", OUTSIDE, "sh"]).arg(cgroup.path()).args(unshare(plan.network));
        command.args(["sh", "-euc", INSIDE, "sh"]).arg(cgroup.name()).arg(stage()).arg(joined(plan.layers));
        command.arg(plan.upper.unwrap_or(Path::new(""))).arg(if plan.network == Network::Own {
            "own"
        } else {
            "shared"
        });
        for (here, there) in plan.files {
            command.arg(here).arg(there);
        }
        command.arg("--").args(plan.init).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut parent = command.spawn().unwrap_or_else(|error| panic!("cannot start sh: {error}"));
        wait_for_word(&mut parent);
        let init = first_of(parent.id()).expect("a machine that is up has a first process");
        Self { parent, init, cgroup }
    }

    /// The number of its first process, as seen from here.
    pub(crate) fn init(&self) -> u32 {
        self.init
    }

    /// A command in it, with a small environment; ended after ten minutes with all it started.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new("timeout");
        command.args(["--kill-after=5", "600", "nsenter", "--all", "--target"]).arg(self.init.to_string());
        command.args(["--", "env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]);
        command.args(["HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]);
        command.args(["sh", "-euc", GUARD, "sh"]).arg(self.cgroup.name());
        command
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        drop(self.parent.stdin.take());
        let _ended_already = self.parent.wait();
        let until = Instant::now() + Duration::from_secs(10);
        while is_alive(self.init) && Instant::now() < until {
            sleep(Duration::from_millis(2));
        }
    }
}

fn unshare(network: Network) -> Vec<&'static str> {
    let mut words = vec!["unshare", "--mount", "--propagation", "private", "--uts", "--ipc", "--pid"];
    if network == Network::Own {
        words.extend(["--net", "--cgroup"]);
    }
    words.extend(["--fork", "--kill-child"]);
    words
}

/// An empty directory to mount things on; each machine sees its own mounts only, so one is enough.
fn stage() -> PathBuf {
    let stage = crate::cache::directory().join("stage");
    fs::create_dir_all(&stage).unwrap_or_else(|error| panic!("{}: {error}", stage.display()));
    stage
}

fn joined(layers: &[PathBuf]) -> String {
    let name = |layer: &PathBuf| {
        let name = layer.display().to_string();
        assert!(!name.contains([':', ',', '\\']), "{name}: a root cannot be in a directory with such a name");
        name
    };
    layers.iter().map(name).collect::<Vec<_>>().join(":")
}

/// Waits until the root is complete; what was printed before that is the reason when it is not.
fn wait_for_word(parent: &mut Child) {
    let mut lines = BufReader::new(parent.stdout.take().expect("standard output is a pipe"));
    let mut said = String::new();
    while lines.read_line(&mut said).is_ok_and(|length| length > 0) {
        if said.lines().last() == Some("up") {
            return;
        }
    }
    let _rest = lines.read_to_string(&mut said);
    panic!("a host could not be started (root, overlayfs and a cgroup2 tree are needed): {said}");
}

/// The child of `unshare` that is in namespaces of its own.
fn first_of(parent: u32) -> Option<u32> {
    let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).ok()?;
    children.split_whitespace().filter_map(|child| child.parse().ok()).find(|child| is_apart(*child))
}

/// Whether a process sees other processes and other mounts than this one.
fn is_apart(process: u32) -> bool {
    let of = |process: &str, kind: &str| fs::read_link(format!("/proc/{process}/ns/{kind}")).ok();
    let differs = |kind| of(&process.to_string(), kind).is_some_and(|theirs| Some(theirs) != of("self", kind));
    differs("pid") && differs("mnt")
}

/// A zombie has ended; the machine's own first process may take seconds to notice.
fn is_alive(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}
