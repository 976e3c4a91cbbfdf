//! The laws of the core, on trees made by chance.

use crate::room::{Room, lists};
use scaffold::{Options, Post, Scaffold, ShortMemory};
use std::sync::Arc;

/// Numbers that look like chance and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[usize::try_from(self.roll(from.len() as u64)).unwrap()]
    }
}

const TEXTS: &[&str] = &["", "x", " \n", "<<name>>", "a<<port>>b", "<<write w.txt W>>", "foo\n", "<<render p>>"];
const NAMES: &[&str] = &["a", "b.sh", "c.txt", "d/e", "d/f/g.sh", "d-x", "h/i", "w.txt"];

fn random(dice: &mut Dice) -> (Room, Scaffold) {
    let room = Room::with(&[("p", "P")]);
    for _ in 0..dice.roll(12) {
        room.put(&format!("source/{}", dice.pick(NAMES)), dice.pick(TEXTS));
    }
    for _ in 0..dice.roll(8) {
        room.put(&format!("target/{}", dice.pick(NAMES)), dice.pick(&["", "x", "app", "W", "bar\n", "other"]));
    }
    let mut scaffold = room.scaffold();
    scaffold.options = Options {
        skip_empty: dice.roll(2) == 0,
        purge: dice.roll(2) == 0,
        preserve_modes: dice.roll(2) == 0,
        ..Options::default()
    };
    if dice.roll(2) == 0 {
        scaffold.options.post = vec![Post::new("*.sh", "chmod 755"), Post::new("c*", "sed -i s/foo/bar/ {}")];
    }
    scaffold.memory = Arc::new(ShortMemory::default());
    scaffold.options.limits.kept = dice.roll(6);
    (room, scaffold)
}

#[test]
fn planning_changes_nothing_and_is_always_the_same() {
    let mut dice = Dice(1);
    for _ in 0..60 {
        let (room, scaffold) = random(&mut dice);
        let before = room.tree("");
        let first = room.plan(&scaffold).unwrap();
        assert_eq!(room.plan(&scaffold).unwrap(), first);
        drop(scaffold.prepare(&room.world).unwrap());
        assert_eq!(room.tree(""), before);
    }
}

#[test]
fn applying_does_what_the_plan_says_and_then_there_is_nothing_to_do() {
    let mut dice = Dice(2);
    for _ in 0..60 {
        let (room, scaffold) = random(&mut dice);
        let plan = room.plan(&scaffold).unwrap();
        let applied = room.apply(&scaffold).unwrap();
        let may_change = plan.files().iter().any(|file| file.verdict.to_string().starts_with("may"));
        if !may_change {
            assert_eq!(applied.changed, plan.changed().collect::<Vec<_>>());
        }
        let again = room.plan(&scaffold).unwrap();
        assert!(again.is_empty(), "{}", lists(&again));
        let after = room.tree("");
        assert_eq!(room.apply(&scaffold).unwrap().changed, Vec::<std::path::PathBuf>::new());
        assert_eq!(room.tree(""), after);
        assert!(!after.keys().any(|path| path.contains(".upright-")), "{after:?}");
    }
}
