//! Users and groups by name and number.

use crate::Rights;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uzers::os::unix::UserExt;

/// A numeric user.
pub type UserId = u32;
/// A numeric group.
pub type GroupId = u32;

/// The accounts this machine knows. Answers are remembered for the run until [`forget`](Self::forget).
pub trait Users: Send + Sync {
    /// The number of a user, `None` when nobody has that name.
    fn user_id(&self, name: &str) -> Option<UserId>;
    /// The name of a user number.
    fn user_name(&self, id: UserId) -> Option<Arc<str>>;
    /// The number of a group.
    fn group_id(&self, name: &str) -> Option<GroupId>;
    /// The name of a group number.
    fn group_name(&self, id: GroupId) -> Option<Arc<str>>;
    /// What is known of a user beside the number. Not remembered: a command may have changed it.
    fn account(&self, name: &str) -> Option<Account>;
    /// The user this process acts as, and what it may do.
    fn rights(&self) -> Arc<Rights>;
    /// Only the user.
    fn current(&self) -> (UserId, GroupId) {
        let rights = self.rights();
        (rights.uid, rights.gid)
    }
    /// Drops remembered answers: a command may have added accounts.
    fn forget(&self);
}

/// A user with what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The number.
    pub uid: UserId,
    /// The number of the first group.
    pub gid: GroupId,
    /// The home directory.
    pub home: PathBuf,
}

/// The accounts of this machine.
#[derive(Default)]
pub(crate) struct RealUsers {
    remembered: Mutex<Remembered>,
}

/// Answers of the system; that somebody is not known is an answer too. A run asks for few accounts, and for each of them
/// thousands of times: looking through a short list beats hashing.
#[derive(Default)]
struct Remembered {
    user_ids: Vec<(String, Option<UserId>)>,
    user_names: Vec<(UserId, Option<Arc<str>>)>,
    group_ids: Vec<(String, Option<GroupId>)>,
    group_names: Vec<(GroupId, Option<Arc<str>>)>,
}

impl RealUsers {
    fn remembered(&self) -> MutexGuard<'_, Remembered> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Users for RealUsers {
    fn user_id(&self, name: &str) -> Option<UserId> {
        let ask = || uzers::get_user_by_name(name).map(|user| user.uid());
        by_name(&mut self.remembered().user_ids, name, ask)
    }

    fn user_name(&self, id: UserId) -> Option<Arc<str>> {
        let ask = || uzers::get_user_by_uid(id).map(|user| user.name().to_string_lossy().into());
        by_number(&mut self.remembered().user_names, id, ask)
    }

    fn group_id(&self, name: &str) -> Option<GroupId> {
        let ask = || uzers::get_group_by_name(name).map(|group| group.gid());
        by_name(&mut self.remembered().group_ids, name, ask)
    }

    fn group_name(&self, id: GroupId) -> Option<Arc<str>> {
        let ask = || uzers::get_group_by_gid(id).map(|group| group.name().to_string_lossy().into());
        by_number(&mut self.remembered().group_names, id, ask)
    }

    fn account(&self, name: &str) -> Option<Account> {
        let user = uzers::get_user_by_name(name)?;
        Some(Account { uid: user.uid(), gid: user.primary_group_id(), home: user.home_dir().to_owned() })
    }

    fn rights(&self) -> Arc<Rights> {
        Arc::clone(Rights::own())
    }

    fn forget(&self) {
        *self.remembered() = Remembered::default();
    }
}

fn by_name(known: &mut Vec<(String, Option<u32>)>, name: &str, ask: impl FnOnce() -> Option<u32>) -> Option<u32> {
    if let Some((_, answer)) = known.iter().find(|(known, _)| known == name) {
        return *answer;
    }
    let answer = ask();
    known.push((name.to_owned(), answer));
    answer
}

fn by_number(
    known: &mut Vec<(u32, Option<Arc<str>>)>,
    number: u32,
    ask: impl FnOnce() -> Option<Arc<str>>,
) -> Option<Arc<str>> {
    if let Some((_, answer)) = known.iter().find(|(known, _)| *known == number) {
        return answer.clone();
    }
    let answer = ask();
    known.push((number, answer.clone()));
    answer
}

/// Accounts made up: `root` is there from the start and is who we are.
pub struct FakeUsers {
    accounts: Mutex<Accounts>,
}

struct Accounts {
    users: Vec<(String, UserId)>,
    groups: Vec<(String, GroupId)>,
    rights: Arc<Rights>,
}

impl Default for FakeUsers {
    fn default() -> Self {
        Self::new()
    }
}

impl FakeUsers {
    /// Only `root`, with the number 0.
    pub fn new() -> Self {
        let accounts = Accounts { users: Vec::new(), groups: Vec::new(), rights: Arc::new(Rights::usual(0, 0)) };
        let fake = Self { accounts: Mutex::new(accounts) };
        fake.add_user("root", 0);
        fake.add_group("root", 0);
        fake
    }

    /// Adds a user; its home is below `/home`, and its first group has its name or else its number.
    pub fn add_user(&self, name: &str, id: UserId) {
        self.accounts().users.push((name.to_owned(), id));
    }

    /// Adds a group.
    pub fn add_group(&self, name: &str, id: GroupId) {
        self.accounts().groups.push((name.to_owned(), id));
    }

    /// Says who we are; the rights are those that go with it by themselves.
    pub fn become_user(&self, user: UserId, group: GroupId) {
        self.become_one_with(Rights::usual(user, group));
    }

    /// Says who we are and what we may do.
    pub fn become_one_with(&self, rights: Rights) {
        self.accounts().rights = Arc::new(rights);
    }

    fn accounts(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Users for FakeUsers {
    fn user_id(&self, name: &str) -> Option<UserId> {
        number_of(&self.accounts().users, name)
    }

    fn user_name(&self, id: UserId) -> Option<Arc<str>> {
        name_of(&self.accounts().users, id)
    }

    fn group_id(&self, name: &str) -> Option<GroupId> {
        number_of(&self.accounts().groups, name)
    }

    fn group_name(&self, id: GroupId) -> Option<Arc<str>> {
        name_of(&self.accounts().groups, id)
    }

    fn account(&self, name: &str) -> Option<Account> {
        let uid = self.user_id(name)?;
        let gid = self.group_id(name).unwrap_or(uid);
        let home = if uid == 0 { "/root".into() } else { PathBuf::from("/home").join(name) };
        Some(Account { uid, gid, home })
    }

    fn rights(&self) -> Arc<Rights> {
        Arc::clone(&self.accounts().rights)
    }

    fn forget(&self) {}
}

fn number_of(known: &[(String, u32)], name: &str) -> Option<u32> {
    known.iter().find(|(known, _)| known == name).map(|(_, number)| *number)
}

fn name_of(known: &[(String, u32)], number: u32) -> Option<Arc<str>> {
    known.iter().find(|(_, known)| *known == number).map(|(name, _)| name.as_str().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_accounts_have_root() {
        let users = RealUsers::default();
        for _ in 0..2 {
            assert_eq!(users.user_id("root"), Some(0));
            assert_eq!(users.user_name(0).as_deref(), Some("root"));
            assert_eq!(users.group_id("root"), Some(0));
            assert_eq!(users.group_name(0).as_deref(), Some("root"));
            assert_eq!(users.user_id("no such user"), None);
            assert_eq!(users.user_id("a\0b"), None);
            assert_eq!(users.user_name(4_294_967_294), None);
            assert_eq!(users.account("root").map(|account| (account.uid, account.gid)), Some((0, 0)));
            assert_eq!(users.account("no such user"), None);
        }
        users.forget();
        assert_eq!(users.user_id("root"), Some(0));
        assert_eq!(users.current(), (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw()));
    }

    #[test]
    fn made_up_accounts_are_known_both_ways() {
        let users = FakeUsers::new();
        users.add_user("web", 33);
        users.add_group("www", 34);
        assert_eq!((users.user_id("web"), users.user_name(33)), (Some(33), Some("web".into())));
        assert_eq!((users.group_id("www"), users.group_name(34)), (Some(34), Some("www".into())));
        assert_eq!((users.user_id("www"), users.group_name(33)), (None, None));
        users.become_user(33, 34);
        users.forget();
        assert_eq!(users.current(), (33, 34));
    }
}
