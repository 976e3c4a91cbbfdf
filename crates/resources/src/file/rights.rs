//! What we may not do, known before it is tried: pure, from who we are and what the change would meet. Nothing is said
//! that is not certain.

use super::change::Change;
use super::desired::{Desired, Ownership, Want};
use super::state::{Around, Now, Parent, Someone, State, Target};
use crate::refusal::{read_only, refused};
use engine::Obstacle;
use system::Capability;
use system::files::{Customs, Fixed};

/// The rights that a change would need and we do not have.
pub(super) fn obstacles(desired: &Desired, change: &Change, state: &State) -> Vec<Obstacle> {
    let Some(around) = &state.around else { return Vec::new() };
    let case = Case { desired, state, around };
    match (change, &desired.want) {
        (Change::Write { .. } | Change::Directory { created: true, .. }, Want::File(to, _) | Want::Directory(to)) => {
            first([
                case.closed(),
                case.mounted("replace"),
                case.marked("replace"),
                case.parents(to),
                case.sticky("replace"),
                case.made(to),
            ])
        }
        (Change::Attributes { .. } | Change::Directory { .. }, Want::File(to, _) | Want::Directory(to)) => {
            first([case.read_only(), case.marked("change"), case.in_place(to)])
        }
        _ => first([case.closed(), case.mounted("remove"), case.marked("remove"), case.sticky("remove")]),
    }
}

/// Whoever may not write in a directory need not hear what else would be forbidden there.
fn first<const N: usize>(kinds: [Vec<Obstacle>; N]) -> Vec<Obstacle> {
    kinds.into_iter().find(|messages| !messages.is_empty()).unwrap_or_default()
}

/// What is wanted, what is there, and what is around it.
struct Case<'a> {
    desired: &'a Desired,
    state: &'a State,
    around: &'a Around,
}

impl Case<'_> {
    fn has(&self, capability: Capability) -> bool {
        self.around.we.rights.has(capability)
    }

    fn uid(&self) -> u32 {
        self.around.we.rights.uid
    }

    fn name(&self) -> &str {
        &self.desired.properties.common.name.value
    }

    fn directory(&self) -> String {
        self.desired.path.parent().unwrap_or(&self.desired.path).display().to_string()
    }

    fn we(&self) -> String {
        format!("user `{}`", self.around.we.name)
    }

    fn run_as(&self, capability: Capability) -> String {
        self.around.we.run_as(capability)
    }

    /// Whether owners and modes are known to be what they seem. As long as nobody has looked, they seem so.
    fn is_usual(&self) -> bool {
        self.around.customs.is_none_or(|customs| customs.usual)
    }

    /// Directories in which something would have to be made or removed.
    fn closed(&self) -> Vec<Obstacle> {
        let closed = self.around.closed.iter();
        closed.filter_map(|(directory, access)| self.around.we.closed(directory, *access)).collect()
    }

    fn read_only(&self) -> Vec<Obstacle> {
        let refusal = || read_only(&format!("change {}", self.name()));
        self.around.read_only.then(refusal).into_iter().collect()
    }

    fn mounted(&self, verb: &str) -> Vec<Obstacle> {
        let message = || format!("cannot {verb} {}: it is a mount point", self.name());
        let refusal = || refused(message(), "unmount it first, or manage what is mounted there");
        (self.around.fixed == Some(Fixed::MountPoint)).then(refusal).into_iter().collect()
    }

    /// What is marked stays as it is for root as well.
    fn marked(&self, verb: &str) -> Vec<Obstacle> {
        let (what, flag) = match self.around.fixed {
            Some(Fixed::Immutable) => ("immutable", "-i"),
            Some(Fixed::AppendOnly) => ("append-only", "-a"),
            Some(Fixed::MountPoint) | None => return Vec::new(),
        };
        let name = self.name();
        vec![refused(format!("cannot {verb} {name}: it is {what}"), format!("run `chattr {flag} {name}` first"))]
    }

    /// Missing parents get the mode of the directory itself.
    fn parents(&self, to: &Ownership) -> Vec<Obstacle> {
        let are_made = matches!((&self.desired.want, &self.around.parent), (Want::Directory(_), Parent::Missing(_)));
        let is_writable = to.mode & 0o300 == 0o300 || self.has(Capability::DacOverride);
        if !are_made || is_writable || !self.is_usual() {
            return Vec::new();
        }
        let message = format!(
            "cannot make {}: the missing directories above it would get mode {:04o} too, and {} could make nothing in \
             them",
            self.name(),
            to.mode,
            self.we()
        );
        vec![refused(message, "make them first, with a mode of their own")]
    }

    /// In a sticky directory that is not ours, only what is ours can be replaced or removed.
    fn sticky(&self, verb: &str) -> Vec<Obstacle> {
        let Some(Someone { uid, name: holder }) = &self.around.holder else { return Vec::new() };
        if *uid == self.uid() || !self.is_sticky() {
            return Vec::new();
        }
        let message = format!(
            "cannot {verb} {}: it belongs to user `{holder}`, and {} is sticky, so that {} may only {verb} its own there",
            self.name(),
            self.directory(),
            self.we()
        );
        vec![refused(message, format!("{} or as the owner", self.run_as(Capability::Fowner)))]
    }

    fn is_sticky(&self) -> bool {
        let others = |customs: Customs| customs.sticky.is_some_and(|owner| owner != self.uid());
        !self.has(Capability::Fowner) && self.is_usual() && self.around.customs.is_none_or(others)
    }

    /// Something new is ours, and of our group or that of its directory, before it is given away.
    fn made(&self, to: &Ownership) -> Vec<Obstacle> {
        let (owner, group) = (self.state.owner, self.state.group);
        let is_ours = owner.is_none_or(|owner| owner == self.uid());
        if self.has(Capability::Chown) {
            return if is_ours || !self.is_sticky() { Vec::new() } else { vec![self.not_from_sticky(to)] };
        }
        if !self.is_usual() {
            return Vec::new();
        }
        let is_theirs = |group: u32| {
            let by_itself = self.around.customs.and_then(|customs| customs.group);
            !self.around.we.rights.is_in(group) && by_itself != Some(group)
        };
        let owner = (!is_ours).then(|| self.around.we.not_given(self.name(), &to.owner.to_string()));
        let group = group.is_some_and(is_theirs).then(|| self.not_in_group(to));
        owner.into_iter().chain(group).collect()
    }

    /// What was given to somebody else cannot get its final name.
    fn not_from_sticky(&self, to: &Ownership) -> Obstacle {
        let message = format!(
            "cannot give {} to user `{}`: {} is sticky, so that {} may only put its own things there",
            self.name(),
            to.owner,
            self.directory(),
            self.we()
        );
        refused(message, self.run_as(Capability::Fowner))
    }

    fn not_in_group(&self, to: &Ownership) -> Obstacle {
        let (name, we, help) = (self.name(), self.we(), self.run_as(Capability::Chown));
        let message = format!("cannot give {name} to group `{}`: {we} is not in it", to.group);
        refused(message, format!("{help} or add the user to the group"))
    }

    /// Owner, group and mode of what is there.
    fn in_place(&self, to: &Ownership) -> Vec<Obstacle> {
        let (Target::File { now, is_link: false, .. } | Target::Directory { now, is_link: false, .. }) =
            &self.state.target
        else {
            return Vec::new();
        };
        if !self.is_usual() {
            return Vec::new();
        }
        let owner = self.state.owner.unwrap_or(now.uid);
        let mut messages = Vec::new();
        if owner != now.uid && !self.has(Capability::Chown) {
            let (name, we, help) = (self.name(), self.we(), self.run_as(Capability::Chown));
            messages.push(refused(format!("cannot change the owner of {name}: {we} may not do that"), help));
        }
        messages.extend(self.group_in_place(to, now));
        let is_ours = now.uid == self.uid() || (owner == self.uid() && self.has(Capability::Chown));
        if now.mode & 0o7777 != to.mode && !is_ours && !self.has(Capability::Fowner) {
            messages.push(self.not_ours("mode", now, Capability::Fowner));
        }
        messages
    }

    fn group_in_place(&self, to: &Ownership, now: &Now) -> Option<Obstacle> {
        let group = self.state.group.filter(|group| *group != now.gid && !self.has(Capability::Chown))?;
        if now.uid != self.uid() {
            return Some(self.not_ours("group", now, Capability::Chown));
        }
        (!self.around.we.rights.is_in(group)).then(|| self.not_in_group(to))
    }

    fn not_ours(&self, what: &str, now: &Now, capability: Capability) -> Obstacle {
        let (name, we, help) = (self.name(), self.we(), self.run_as(capability));
        let owner = &now.owner;
        let message = format!("cannot change the {what} of {name}: it belongs to user `{owner}`, not to {we}");
        refused(message, format!("{help} or as the owner"))
    }
}
