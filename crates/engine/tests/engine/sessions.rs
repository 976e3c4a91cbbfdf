//! Events that are kept, and found again.

use crate::shelf::{shelf, try_shelf};
use diagnostics::{Redactor, SecretKind};
use engine::{
    DirectorySession, Effect, Event, Ksuids, MemorySession, Reference, Remembered, Resource, Session, SessionError,
    Standing, Trigger, World,
};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;
use system::FakeWorld;
use system::files::{Attributes, Links};

static NO_SECRETS: LazyLock<Redactor> = LazyLock::new(Redactor::default);

const STORE: &str = "/session";

fn world() -> FakeWorld {
    let world = FakeWorld::new();
    world.files.add_directory("/shelf", Attributes::default());
    world.files.add_directory(STORE, Attributes::mode(0o700));
    world
}

fn open(world: &FakeWorld) -> DirectorySession {
    DirectorySession::open(Path::new(STORE), &world.write(), Redactor::new("<secret>")).unwrap()
}

fn event<'a>(resource: &'a dyn Resource, ids: &Ksuids, world: &FakeWorld, standing: Standing) -> Event<'a> {
    Event {
        id: ids.next(&*world.clock, &*world.random),
        started: world.read().clock.now(),
        duration: Duration::ZERO,
        resource,
        standing,
        rehearsal: false,
        monitoring: false,
        health: Vec::new(),
        within: &[],
        redactor: &NO_SECRETS,
    }
}

fn converged(resource: &dyn Resource, world: &FakeWorld) -> Standing {
    Standing::from(resource.converge(&World::Apply(world.write()), &Trigger::None))
}

const CHANGED: Remembered = Remembered { effect: Effect::Made, failed: false, unmet: false };
const FAILED: Remembered = Remembered { effect: Effect::None, failed: true, unmet: false };
const STABLE: Remembered = Remembered { effect: Effect::None, failed: false, unmet: false };
const UNMET: Remembered = Remembered { effect: Effect::None, failed: false, unmet: true };

fn test() -> Reference {
    Reference::new("shelf", "test")
}

/// The same questions to both stores.
fn both(check: impl Fn(&FakeWorld, &mut dyn Session)) {
    let fake = world();
    check(&fake, &mut MemorySession::default());
    let fake = world();
    check(&fake, &mut open(&fake));
}

#[test]
fn the_last_event_counts() {
    both(|fake, session| {
        let ids = Ksuids::default();
        assert_eq!(session.last(&test()), None);
        let (good, bad) = (shelf(&["vase"]), shelf(&["forbidden"]));
        session.record(&event(&*good, &ids, fake, converged(&*good, fake))).unwrap();
        assert_eq!(session.last(&test()), Some(CHANGED));
        session.record(&event(&*good, &ids, fake, converged(&*good, fake))).unwrap();
        assert_eq!(session.last(&test()), Some(STABLE));
        session.record(&event(&*bad, &ids, fake, converged(&*bad, fake))).unwrap();
        assert_eq!(session.last(&test()), Some(FAILED));
        session.record(&event(&*bad, &ids, fake, Standing::Unmet(vec![Reference::new("shelf", "other")]))).unwrap();
        assert_eq!(session.last(&test()), Some(UNMET));
        session.record(&event(&*bad, &ids, fake, Standing::Skipped { in_doubt: false })).unwrap();
        assert_eq!(session.last(&test()), Some(STABLE), "skipped by its control counts as met");
    });
}

#[test]
fn an_alias_is_a_name_too() {
    both(|fake, session| {
        let resource = try_shelf("name: test\nalias: other\nthings: []\n").unwrap();
        session.record(&event(&*resource, &Ksuids::default(), fake, converged(&*resource, fake))).unwrap();
        assert_eq!(session.last(&test()), Some(STABLE));
        assert_eq!(session.last(&Reference::new("shelf", "other")), Some(STABLE));
        assert_eq!(session.last(&Reference::new("file", "test")), None, "of this type only");
    });
}

#[test]
fn a_memory_keeps_only_what_is_asked_for() {
    let fake = world();
    let mut session = MemorySession::for_questions([Reference::new("shelf", "other")].into());
    let resource = shelf(&[]);
    session.record(&event(&*resource, &Ksuids::default(), &fake, converged(&*resource, &fake))).unwrap();
    assert_eq!(session.last(&test()), None);
}

#[test]
fn a_directory_is_read_again_in_the_order_of_events() {
    let fake = world();
    let ids = Ksuids::default();
    // All in one second: the clock stands still.
    let mut session = open(&fake);
    for round in 0..20 {
        let resource = if round % 2 == 0 { shelf(&["forbidden"]) } else { shelf(&[]) };
        session.record(&event(&*resource, &ids, &fake, converged(&*resource, &fake))).unwrap();
    }
    assert_eq!(open(&fake).last(&test()), Some(STABLE));
    let resource = shelf(&["forbidden"]);
    session.record(&event(&*resource, &ids, &fake, converged(&*resource, &fake))).unwrap();
    assert_eq!(open(&fake).last(&test()), Some(FAILED));
}

#[test]
fn files_are_private_and_named_after_their_event() {
    let fake = world();
    let resource = shelf(&[]);
    let event = event(&*resource, &Ksuids::default(), &fake, converged(&*resource, &fake));
    open(&fake).record(&event).unwrap();
    let path = Path::new(STORE).join(format!("{}.event", event.id));
    let read = fake.read();
    assert_eq!(read.files.stat(&path, Links::Keep).unwrap().unwrap().mode & 0o7777, 0o600);
    let text = String::from_utf8(read.files.read(&path, 100_000).unwrap()).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&json["protocol"], &json["name"]), (&engine::EVENT_PROTOCOL.into(), &"test".into()));
}

#[test]
fn secrets_do_not_reach_a_file() {
    let fake = world();
    let redactor = Redactor::new("<secret>");
    redactor.register(b"S3NTINEL", SecretKind::Declared);
    let mut session = DirectorySession::open(Path::new(STORE), &fake.write(), redactor).unwrap();
    let resource = shelf(&["S3NTINEL"]);
    let event = event(&*resource, &Ksuids::default(), &fake, converged(&*resource, &fake));
    session.record(&event).unwrap();
    let path = Path::new(STORE).join(format!("{}.event", event.id));
    let text = String::from_utf8(fake.read().files.read(&path, 100_000).unwrap()).unwrap();
    assert!(!text.contains("S3NTINEL") && text.contains("<secret>"), "{text}");
}

fn stored(failed: bool, second: &str) -> String {
    format!(
        "{{\"protocol\": \"io.choria.ccm.v1.transaction.event\", \"timestamp\": \"2017-10-10T04:00:47.{second}Z\", \
         \"type\": \"shelf\", \"name\": \"test\", \"failed\": {failed}, \"changed\": false, \"unmet_requirements\": null}}"
    )
}

/// The original's files of one second are in random order by name.
#[test]
fn within_a_second_the_time_inside_decides() {
    for (first, second, wanted) in [("1", "2", STABLE), ("2", "1", FAILED)] {
        let fake = world();
        fake.files.add_file("/session/0ujtsYcgvSTl8PAuAdqWYSMnLOv.event", stored(true, first));
        fake.files.add_file("/session/0ujtsYcgvSTl8PAuAdqWYSMnLOa.event", stored(false, second));
        assert_eq!(open(&fake).last(&test()), Some(wanted));
    }
}

#[test]
fn seconds_count_more_than_the_time_inside() {
    let fake = world();
    // The first one is of an earlier second by its name.
    fake.files.add_file("/session/0ujsswThIGTUYm2K8FjOOfXtY1K.event", stored(true, "9"));
    fake.files.add_file("/session/0ujtsYcgvSTl8PAuAdqWYSMnLOv.event", stored(false, "1"));
    assert_eq!(open(&fake).last(&test()), Some(STABLE));
}

#[test]
fn garbage_is_ignored_and_named() {
    let fake = world();
    fake.files.add_file("/session/0ujtsYcgvSTl8PAuAdqWYSMnLOv.event", "{\"protocol\": ");
    fake.files.add_file("/session/0ujtsYcgvSTl8PAuAdqWYSMnLOw.event", b"\xff\xfe".to_vec());
    fake.files.add_file("/session/0ujtsYcgvSTl8PAuAdqWYSMnLOx.event", "[]");
    fake.files.add_file(
        "/session/0ujtsYcgvSTl8PAuAdqWYSMnLOy.event",
        "{\"protocol\": \"io.choria.ccm.v2.other\", \"type\": \"shelf\", \"name\": \"test\"}",
    );
    fake.files.add_file("/session/README", "not ours");
    fake.files.add_file("/session/x.event", "not ours either");
    let session = open(&fake);
    assert_eq!(session.last(&test()), None);
    for name in ["LOv", "LOw", "LOx", "LOy"] {
        assert!(session.ignored.iter().any(|text| text.contains(name)), "{name}: {:?}", session.ignored);
    }
    assert_eq!(session.ignored.len(), 4, "{:?}", session.ignored);
    assert!(fake.files.mutations().is_empty());
}

#[test]
fn a_session_start_of_the_original_is_no_garbage() {
    let fake = world();
    fake.files.add_file(
        "/session/0ujtsYcgvSTl8PAuAdqWYSMnLOv.event",
        "{\"protocol\": \"io.choria.ccm.v1.session.start\", \"event_id\": \"0ujtsYcgvSTl8PAuAdqWYSMnLOv\"}",
    );
    assert_eq!(open(&fake).ignored, Vec::<String>::new());
}

#[test]
fn a_store_has_to_be_a_directory() {
    let fake = world();
    fake.files.add_file("/file", "");
    let open = |path: &str| DirectorySession::open(Path::new(path), &fake.write(), Redactor::new("<secret>"));
    assert!(matches!(open("/nowhere"), Err(SessionError::Missing(_))));
    assert!(matches!(open("/file"), Err(SessionError::NotADirectory(_))));
}
