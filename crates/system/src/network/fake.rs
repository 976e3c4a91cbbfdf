//! A network made up.

use super::{Interface, InterfaceAddress, Network};
use std::io;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Has no interfaces and no routes until they are added.
#[derive(Default)]
pub struct FakeNetwork {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    interfaces: Vec<Interface>,
    routes: Vec<(IpAddr, IpAddr)>,
    asked: usize,
}

impl FakeNetwork {
    /// Adds an interface with addresses and prefixes.
    pub fn add_interface(&self, interface: Interface, addresses: &[(IpAddr, u8)]) {
        let addresses =
            addresses.iter().map(|(address, prefix)| InterfaceAddress { address: *address, prefix: *prefix });
        let interface = Interface { addresses: addresses.collect(), ..interface };
        self.state().interfaces.push(interface);
    }

    /// Says which own address leads to a destination.
    pub fn add_route(&self, destination: IpAddr, source: IpAddr) {
        self.state().routes.push((destination, source));
    }

    /// How often anything was asked.
    pub fn asked(&self) -> usize {
        self.state().asked
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Network for FakeNetwork {
    fn interfaces(&self) -> io::Result<Vec<Interface>> {
        let mut state = self.state();
        state.asked += 1;
        Ok(state.interfaces.clone())
    }

    fn source_of(&self, destination: IpAddr) -> Option<IpAddr> {
        let mut state = self.state();
        state.asked += 1;
        state.routes.iter().find(|(to, _)| *to == destination).map(|(_, source)| *source)
    }
}
