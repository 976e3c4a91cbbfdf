//! What a unit wrote, as `journalctl` tells it.

use serde_json::Value as Json;
use std::time::Duration;
use system::Clock;
use system::process::Command;

/// How many lines of a unit's journal are shown.
const LINES: usize = 10;

/// What is longer is cut: the newest lines come first.
const LONGEST: usize = 1 << 20;

/// The lines of the journal that belong to one try to start a unit.
#[derive(Debug, Clone, Default)]
pub(super) struct Try {
    /// When it began, in words that `journalctl` knows; empty for all there is.
    pub(super) since: String,
    /// The start of the unit before this one, whose lines may be of the same moment; empty when there is none.
    pub(super) earlier: String,
}

/// This moment, as `journalctl` reads it.
pub(super) fn now(clock: &dyn Clock) -> String {
    let now = clock.now();
    format!("@{}.{:06}", now.unix_seconds(), Duration::from_nanos(now.nanos().into()).subsec_micros())
}

/// Asks for the last lines, the newest first: with `--since` alone the first ones would be shown.
pub(super) fn command(unit: &str, of: &Try) -> Command {
    let fields = "--output-fields=MESSAGE,INVOCATION_ID,_SYSTEMD_INVOCATION_ID";
    let mut command = Command::of(["journalctl", "--no-pager", "--quiet", "--all", "--output=json", fields]);
    command.words.extend([format!("--lines={LINES}"), "--reverse".to_owned(), format!("--unit={unit}")]);
    if !of.since.is_empty() {
        command.words.push(format!("--since={}", of.since));
    }
    command.capture = LONGEST;
    command
}

/// The lines of an answer in the order they were written, but for those of the start before.
pub(super) fn lines(answer: &str, of: &Try) -> Option<String> {
    let entries = answer.lines().rev().filter_map(|line| serde_json::from_str::<Json>(line).ok());
    let lines: Vec<String> =
        entries.filter(|entry| !is_earlier(entry, of)).filter_map(|entry| message(&entry)).collect();
    Some(lines.join("\n").trim_end().to_owned()).filter(|text| !text.is_empty())
}

/// The manager names the start that it speaks of, and what a process wrote has the start that the process is of.
fn is_earlier(entry: &Json, of: &Try) -> bool {
    let start = ["_SYSTEMD_INVOCATION_ID", "INVOCATION_ID"].iter().find_map(|field| entry.get(field)?.as_str());
    !of.earlier.is_empty() && start == Some(&of.earlier)
}

/// Text that is not made of printable characters comes as numbers, one for each byte.
fn message(entry: &Json) -> Option<String> {
    match entry.get("MESSAGE")? {
        Json::String(text) => Some(text.clone()),
        Json::Array(numbers) => {
            let bytes: Option<Vec<u8>> = numbers.iter().map(|n| u8::try_from(n.as_u64()?).ok()).collect();
            bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::FakeClock;

    #[test]
    fn the_last_lines_are_turned_round_and_those_of_an_earlier_start_left_out() {
        let answer = "{\"MESSAGE\":\"Failed to start a.\",\"INVOCATION_ID\":\"two\"}\n\
            {\"MESSAGE\":[70,65,255],\"_SYSTEMD_INVOCATION_ID\":\"two\"}\n\
            {\"MESSAGE\":\"nobody knows of which start\"}\n\
            {\"MESSAGE\":null,\"_SYSTEMD_INVOCATION_ID\":\"two\"}\n\
            {\"MESSAGE\":\"Stopped a.\",\"INVOCATION_ID\":\"one\"}\n\
            {\"MESSAGE\":\"old\",\"_SYSTEMD_INVOCATION_ID\":\"one\",\"INVOCATION_ID\":\"two\"}\n";
        let of = |earlier: &str| Try { earlier: earlier.to_owned(), ..Try::default() };
        let own = "nobody knows of which start\nFA\u{fffd}\nFailed to start a.";
        assert_eq!(lines(answer, &of("one")).as_deref(), Some(own));
        assert_eq!(lines(answer, &of("")), Some(format!("old\nStopped a.\n{own}")));
        assert_eq!(lines("", &of("one")), None);
        assert_eq!(lines("no entry\n", &of("one")), None);
    }

    #[test]
    fn the_newest_lines_are_asked_for() {
        let since = now(&FakeClock::at(60));
        let words = command("a.service", &Try { since, ..Try::default() }).words.join(" ");
        assert_eq!(
            words,
            "journalctl --no-pager --quiet --all --output=json \
             --output-fields=MESSAGE,INVOCATION_ID,_SYSTEMD_INVOCATION_ID --lines=10 --reverse --unit=a.service \
             --since=@60.000000"
        );
    }
}
