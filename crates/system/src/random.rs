//! Chance.

use std::sync::atomic::{AtomicU64, Ordering};

/// Where random bytes come from.
pub trait Random: Send + Sync {
    /// Fills the whole slice.
    fn fill(&self, bytes: &mut [u8]);
}

/// The kernel's generator.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct RealRandom;

impl Random for RealRandom {
    fn fill(&self, bytes: &mut [u8]) {
        let mut filled = 0;
        while filled < bytes.len() {
            match rustix::rand::getrandom(&mut bytes[filled..], rustix::rand::GetRandomFlags::empty()) {
                Ok(count) => filled += count,
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => unreachable!("the kernel has had getrandom since 3.17: {error}"),
            }
        }
    }
}

/// Counts instead: every answer is another one, and the same in every test.
#[derive(Debug, Default)]
pub struct FakeRandom {
    next: AtomicU64,
}

impl Random for FakeRandom {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let number = self.next.fetch_add(1, Ordering::Relaxed).to_be_bytes();
            chunk.copy_from_slice(&number[..chunk.len()]);
        }
    }
}
