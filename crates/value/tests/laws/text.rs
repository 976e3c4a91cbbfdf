//! Text of paths, times and durations there and back.

use proptest::collection::vec;
use proptest::prelude::*;
use value::{Duration, Path, Segment, Timestamp, Value};

use crate::values::value;

fn segment() -> impl Strategy<Value = Segment> {
    prop_oneof![
        any::<usize>().prop_map(Segment::Index),
        ".+".prop_map(|key| Segment::from(key.as_str())),
        "[0-9.\\\\]{1,3}".prop_map(|key| Segment::from(key.as_str())),
    ]
}

proptest! {
    #[test]
    fn paths(segments in vec(segment(), 0..5)) {
        let path = Path::from_iter(segments);
        prop_assert_eq!(Path::parse(&path.to_string()), Ok(path));
    }

    #[test]
    fn any_text_is_a_path_or_refused(text in any::<String>()) {
        if let Ok(path) = Path::parse(&text) {
            prop_assert_eq!(Path::parse(&path.to_string()), Ok(path));
        }
    }

    #[test]
    fn every_leaf_is_at_its_path_and_can_be_set(value in value()) {
        let mut copy = value.clone();
        for (path, leaf) in value.leaves() {
            prop_assert_eq!(format!("{:?}", value.get(&path).unwrap()), format!("{leaf:?}"));
            copy.set(&path, "new").unwrap();
        }
        prop_assert_eq!(copy.leaves().count(), value.leaves().count());
        prop_assert!(copy.leaves().all(|(_, leaf)| leaf == &Value::from("new")));
    }

    #[test]
    fn durations(nanos in any::<i64>()) {
        let duration = Duration::from_nanos(nanos);
        prop_assert_eq!(Duration::parse_go(&duration.to_string()), Ok(duration));
    }

    #[test]
    fn any_text_is_a_duration_or_refused(text in "[-+ 0-9.a-zµ]{0,8}") {
        let _ = Duration::parse(&text);
        if let Ok(duration) = Duration::parse_go(&text) {
            prop_assert_eq!(Duration::parse_go(&duration.to_string()), Ok(duration));
        }
    }

    #[test]
    fn timestamps(seconds in -62_167_000_000_i64..253_402_000_000, nanos in 0_u32..1_000_000_000, minutes in -1_439_i32..1_440) {
        let time = Timestamp::from_parts(seconds, nanos, minutes * 60).unwrap();
        let back = Timestamp::parse_rfc3339(&time.to_rfc3339()).unwrap();
        prop_assert_eq!((back, back.offset_seconds()), (time, time.offset_seconds()));
        prop_assert_eq!(Timestamp::from_civil(time.civil(), nanos, minutes * 60), Ok(time));
    }

    #[test]
    fn any_text_is_a_timestamp_or_refused(text in any::<String>()) {
        let _ = Timestamp::parse_rfc3339(&text);
    }
}
