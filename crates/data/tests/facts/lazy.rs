//! Nothing is read before somebody asks, and then only what the answer needs.

use data::facts::{Facts, Layers};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use system::FakeWorld;
use value::Map;

/// The paths that are looked at in a world.
fn watch(world: &FakeWorld) -> Arc<Mutex<Vec<PathBuf>>> {
    let seen: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
    let log = Arc::clone(&seen);
    world.files.fail_when(move |_, path| {
        log.lock().unwrap().push(path.to_owned());
        None
    });
    seen
}

fn sees(group: &str) -> (FakeWorld, Vec<String>) {
    let world = FakeWorld::new();
    let seen = watch(&world);
    let facts = Facts::new(&world.read(), Layers::default());
    assert!(facts.group(group).is_some());
    let seen = seen.lock().unwrap().iter().map(|path| path.display().to_string()).collect();
    (world, seen)
}

#[test]
fn making_facts_reads_nothing() {
    let world = FakeWorld::new();
    let seen = watch(&world);
    let layers = Layers::standard(&*world.environment).merge(Map::from_iter([("a", 1)]));
    let facts = Facts::new(&world.read(), layers);
    assert!(facts.problems().is_none());
    assert!(seen.lock().unwrap().is_empty());
    assert_eq!((world.network.asked(), world.kernel.asked()), (0, 0));
}

#[test]
fn a_group_reads_its_own_files() {
    let (world, seen) = sees("cpu");
    assert_eq!(seen, ["/proc/cpuinfo"]);
    assert_eq!((world.network.asked(), world.kernel.asked()), (0, 0));
    let (world, seen) = sees("memory");
    assert_eq!(seen, ["/proc/meminfo", "/proc/vmstat", "/proc/swaps"]);
    assert_eq!((world.network.asked(), world.kernel.asked()), (0, 0));
    let (world, seen) = sees("network");
    assert!(seen.is_empty(), "{seen:?}");
    assert_eq!((world.network.asked(), world.kernel.asked()), (3, 0));
    let (_, seen) = sees("partition");
    assert!(seen.iter().all(|path| path.ends_with("/mountinfo") || path.ends_with("/mounts")), "{seen:?}");
    let (world, seen) = sees("host");
    assert!(!seen.iter().any(|path| path.contains("meminfo") || path.contains("mountinfo")), "{seen:?}");
    assert_eq!((world.network.asked(), world.kernel.asked()), (0, 2));
}

#[test]
fn other_names_read_custom_files_only() {
    let world = FakeWorld::new();
    let seen = watch(&world);
    let facts = Facts::new(&world.read(), Layers::standard(&*world.environment));
    assert!(facts.group("site").is_none());
    assert!(seen.lock().unwrap().iter().all(|path| path.starts_with("/etc/choria/ccm")));
    assert_eq!((world.network.asked(), world.kernel.asked()), (0, 0));
}

#[test]
fn everything_is_read_once() {
    let world = FakeWorld::new();
    world.files.add_file("/etc/choria/ccm/facts.yaml", "a: 1\n");
    let seen = watch(&world);
    let facts = Facts::new(&world.read(), Layers::standard(&*world.environment));
    let first = facts.all();
    let count = seen.lock().unwrap().len();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(facts.all(), first));
        }
    });
    assert_eq!(seen.lock().unwrap().len(), count);
    assert_eq!((world.network.asked(), world.kernel.asked()), (3, 2));
}
