//! What a manifest says about a service.

use diagnostics::Spanned;
use document::{choice, record};
use engine::{Common, Reference};

choice! {
    /// Whether it runs.
    pub(super) enum Ensure {
        /// It runs.
        Running "running",
        /// It does not run.
        Stopped "stopped",
    }
}

choice! {
    /// What a change of something it subscribes to does to it.
    pub(super) enum Refresh {
        /// It is stopped and started again.
        Restart "restart",
        /// It reads its configuration again; a unit that cannot do that fails.
        Reload "reload",
        /// It reads its configuration again if it can, else it is stopped and started again.
        ReloadOrRestart "reload-or-restart",
    }
}

record! {
    /// A unit of the service manager: whether it runs, and whether it starts with the machine.
    pub(super) struct ServiceProperties [name = "service", hints = &[
        ("state", "whether it runs is `ensure`, whether it starts with the machine is `enable`"),
    ]]
    with common: Common {
        /// Whether it runs.
        ensure: Ensure = Ensure::Running,
        /// Whether it starts with the machine; left out, that is not managed.
        enable: Option<bool> [mistaken = &["enabled", "onboot"]],
        /// Resources whose change refreshes it when it runs already, as `type#name`.
        subscribe: Vec<Spanned<Reference>> [mistaken = &["notify"]] = Vec::new(),
        /// What a refresh is.
        refresh: Refresh = Refresh::Restart,
    }
}
