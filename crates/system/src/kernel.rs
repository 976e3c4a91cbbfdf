//! What the kernel says about itself: names, time since it started, swap, and the space on file systems.

use rustix::io::Errno;
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What only the kernel knows.
pub trait Kernel: Send + Sync {
    /// What machine and kernel are called.
    fn names(&self) -> Names;
    /// Time since start, and swap.
    fn status(&self) -> Status;
    /// The space on the file system that `path` is on. A network file system may take its time.
    fn space(&self, path: &Path) -> io::Result<Space>;
    /// Bytes in a page of memory.
    fn page_size(&self) -> u64;
}

/// What machine and kernel are called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// The name of the machine.
    pub host: String,
    /// The release of the kernel: `6.8.0-45-generic`.
    pub release: String,
    /// The kind of processor: `x86_64`.
    pub machine: String,
}

/// Time since start, and swap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Status {
    /// Since the kernel started.
    pub uptime: Duration,
    /// Bytes of swap.
    pub swap_total: u64,
    /// Bytes of swap that nobody uses.
    pub swap_free: u64,
}

/// The space on a file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Space {
    /// The number of its type: `0xef53`.
    pub kind: u64,
    /// Bytes in a block.
    pub block: u64,
    /// All blocks.
    pub blocks: u64,
    /// Blocks that nobody uses.
    pub free: u64,
    /// Blocks that everybody may use.
    pub available: u64,
    /// All files that there can be.
    pub files: u64,
    /// Files that can still be made.
    pub files_free: u64,
}

/// The kernel of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RealKernel;

impl Kernel for RealKernel {
    fn names(&self) -> Names {
        let text = |name: &CStr| name.to_string_lossy().into_owned();
        let names = rustix::system::uname();
        Names { host: text(names.nodename()), release: text(names.release()), machine: text(names.machine()) }
    }

    fn status(&self) -> Status {
        let info = rustix::system::sysinfo();
        let unit = u64::from(info.mem_unit);
        Status {
            uptime: Duration::from_secs(u64::try_from(info.uptime).unwrap_or(0)),
            swap_total: wide(info.totalswap).saturating_mul(unit),
            swap_free: wide(info.freeswap).saturating_mul(unit),
        }
    }

    fn space(&self, path: &Path) -> io::Result<Space> {
        let found = rustix::io::retry_on_intr(|| rustix::fs::statfs(path))?;
        Ok(Space {
            kind: wide(found.f_type),
            block: wide(found.f_bsize),
            blocks: wide(found.f_blocks),
            free: wide(found.f_bfree),
            available: wide(found.f_bavail),
            files: wide(found.f_files),
            files_free: wide(found.f_ffree),
        })
    }

    fn page_size(&self) -> u64 {
        rustix::param::page_size() as u64
    }
}

/// The kernel's words are signed or not, and of 32 or 64 bits, as the processor has it; none of these is negative.
fn wide(number: impl TryInto<u64>) -> u64 {
    number.try_into().unwrap_or(0)
}

/// A kernel made up: without names, swap and file systems until they are set.
#[derive(Default)]
pub struct FakeKernel {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    names: Names,
    status: Status,
    spaces: BTreeMap<PathBuf, Space>,
    asked: usize,
}

impl FakeKernel {
    /// Says what machine and kernel are called.
    pub fn set_names(&self, names: Names) {
        self.state().names = names;
    }

    /// Says how long it has been up, and how much swap there is.
    pub fn set_status(&self, status: Status) {
        self.state().status = status;
    }

    /// Says how much space there is where `path` is mounted.
    pub fn set_space(&self, path: impl Into<PathBuf>, space: Space) {
        self.state().spaces.insert(path.into(), space);
    }

    /// How often anything was asked.
    pub fn asked(&self) -> usize {
        self.state().asked
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self) -> MutexGuard<'_, State> {
        let mut state = self.state();
        state.asked += 1;
        state
    }
}

impl Kernel for FakeKernel {
    fn names(&self) -> Names {
        self.ask().names.clone()
    }

    fn status(&self) -> Status {
        self.ask().status
    }

    fn space(&self, path: &Path) -> io::Result<Space> {
        self.ask().spaces.get(path).copied().ok_or_else(|| Errno::NOENT.into())
    }

    fn page_size(&self) -> u64 {
        4096
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_kernel_answers() {
        let names = RealKernel.names();
        assert!(!names.host.is_empty() && names.release.contains('.') && !names.machine.is_empty());
        let status = RealKernel.status();
        assert!(status.uptime > Duration::ZERO && status.swap_free <= status.swap_total);
        let space = RealKernel.space(Path::new("/")).unwrap();
        assert!(space.kind != 0 && space.block > 0 && space.free <= space.blocks);
        assert!(RealKernel.space(Path::new("/no such place")).is_err());
        assert!(RealKernel.page_size() >= 4096);
    }
}
