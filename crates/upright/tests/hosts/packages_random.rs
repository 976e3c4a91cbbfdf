//! Manifests that nobody thought of: what a rehearsal says of them is what the run does, and the run after it changes
//! nothing.

use crate::site::{apply, rehearse, with_upright};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use testbed::{Host, Output, Package, Repository, Root};
use xtask::Random;

const NAMES: [&str; 6] = ["pa", "pb", "pc", "pd", "pe", "pf"];
/// How many sets of packages there are, and how many manifests are tried with each.
const WORLDS: u64 = 3;
const MANIFESTS: u64 = 4;

/// What is added to a line that an earlier step may make untrue.
const NOW: &str = "as the machine is now";

/// What one package manager calls things, and how a machine is emptied.
struct Dialect {
    needs: &'static str,
    likes: &'static str,
    relation: fn(&str, &str, &str) -> String,
    fetch: &'static str,
    clear: &'static str,
    list: &'static str,
    install: &'static str,
    /// What asks for the older version.
    older: &'static str,
}

const APT: Dialect = Dialect {
    needs: "Depends",
    likes: "Recommends",
    relation: |name, sign, version| format!("{name} ({sign} {version}-1)"),
    fetch: "true",
    clear: "dpkg --purge --force-all pa pb pc pd pe pf || true",
    list: "dpkg-query -W 'p[a-f]'",
    install: "apt-get install -y",
    older: "=1.0-1",
};

const DNF: Dialect = Dialect {
    needs: "Requires",
    likes: "Recommends",
    relation: |name, sign, version| format!("{name} {sign} {version}-1"),
    fetch: "$(command -v dnf || command -v dnf5) -q makecache",
    clear: "for p in pa pb pc pd pe pf; do rpm -e --nodeps $p || true; done",
    list: "rpm -qa 'p[a-f]'",
    install: "$(command -v dnf || command -v dnf5) -y install",
    older: "-1.0",
};

/// Packages with one or two versions each that need, like and rule out each other.
fn world(random: &mut Random, dialect: &Dialect) -> Vec<Package> {
    let mut all = Vec::new();
    for (at, name) in NAMES.iter().enumerate() {
        let versions: &[&str] = if random.below(2) == 0 { &["1.0"] } else { &["1.0", "2.0"] };
        for version in versions {
            let mut package = Package::new(name, &format!("{version}-1"));
            let others: Vec<&str> = NAMES.iter().copied().filter(|other| *other != NAMES[at]).collect();
            let other = random.pick(&others);
            let (sign, wanted) = (random.pick(&["=", ">="]), random.pick(&["1.0", "2.0"]));
            let of = (dialect.relation)(other, sign, wanted);
            package = match random.below(8) {
                0 => package.field(dialect.needs, other),
                1 | 2 => package.field(dialect.needs, &of),
                3 => package.field(dialect.likes, other),
                4 => package.field("Conflicts", other),
                _ => package,
            };
            all.push(package);
        }
    }
    all
}

/// Packages in any state, one by one or in groups, and a command that is told of each.
fn manifest(random: &mut Random) -> String {
    let mut text = String::new();
    let mut left: Vec<&str> = NAMES.to_vec();
    let mut before = None;
    for _ in 0..3 + random.below(4) {
        let name = *random.pick(&left);
        left.retain(|other| *other != name);
        let ensure = *random.pick(&["present", "present", "absent", "latest", "1.0", "2.0"]);
        let ensure = if ensure.contains('.') { format!("{ensure}-1") } else { ensure.to_owned() };
        let require = match before.filter(|_| random.below(4) == 0) {
            Some(before) => format!(", require: [\"package#{before}\"]"),
            None => String::new(),
        };
        if random.below(4) == 0 {
            writeln!(
                text,
                "- file: [{{/srv/{name}: {{ensure: present, content: x, owner: root, group: root, mode: \"0644\"}}}}]"
            )
            .expect("a text");
        }
        writeln!(text, "- package: [{{{name}: {{ensure: \"{ensure}\"{require}}}}}]").expect("a text");
        before = Some(name);
    }
    for name in NAMES.iter().filter(|name| !left.contains(name)) {
        writeln!(text, "- exec: [{{\"echo {name}\": {{refreshonly: true, subscribe: [\"package#{name}\"]}}}}]")
            .expect("a text");
    }
    text
}

/// What is said of each resource: the words behind its name, in the words of a rehearsal.
fn said(output: &Output) -> BTreeMap<String, String> {
    let is_told = |line: &&str| line.starts_with("package#") || line.starts_with("exec#");
    output.stdout.lines().filter(is_told).map(line).collect()
}

fn line(line: &str) -> (String, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (name, rest) = words.split_at(if words[0] == "exec#echo" { 2 } else { 1 });
    let rest = rest.strip_prefix(&["would"]).unwrap_or(rest);
    let plain = match rest.first() {
        Some(&"installed") => "install",
        Some(&"upgraded") => "upgrade",
        Some(&"downgraded") => "downgrade",
        Some(&"removed") => "remove",
        Some(&"refreshed") => "refresh",
        // The words of the error are those of the simulation, or of the command.
        Some(&"failed") => return (name.join(" "), "failed".to_owned()),
        word => word.unwrap_or(&""),
    };
    (name.join(" "), [&[plain], &rest[1..]].concat().join(" "))
}

/// What the run did that its rehearsal did not say, and what a second one would change although nothing failed.
fn contradictions(rehearsed: &Output, applied: &Output, again: &Output) -> String {
    let (would, did, then) = (said(rehearsed), said(applied), said(again));
    // What fails may succeed after what came later.
    let has_failed = did.values().any(|word| word == "failed");
    let is_unknown = |name: &str| would.get(name).is_some_and(|word| word.starts_with("may "));
    let is_any_unknown = would.keys().any(|name| is_unknown(name));
    let mut lines = String::new();
    for (name, word) in &would {
        let cause = name.replace("exec#echo ", "package#");
        let bare = word.trim_end_matches(NOW).trim_end_matches([',', ' ']);
        let is_open = is_unknown(name) || is_unknown(&cause) || (is_any_unknown && bare != word);
        let is_kept = is_open || did.get(name).is_some_and(|did| did == bare);
        let is_still = has_failed || then.get(name).is_some_and(|word| word == "stable");
        if !is_kept || !is_still {
            let (did, then) = (did.get(name), then.get(name));
            writeln!(lines, "{name}: would {word:?}, did {did:?}, then {then:?}").expect("a text");
        }
    }
    lines
}

/// A number from the environment, for longer trials by hand.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

fn try_out(root: fn() -> Root, dialect: &Dialect, offer: fn(&Host, &Repository)) {
    let seed = number("RANDOM_SEED", 1);
    let mut wrong = String::new();
    for seed in seed..seed + number("RANDOM_WORLDS", WORLDS) {
        let mut random = Random::new(seed);
        let packages = world(&mut random, dialect);
        let host = Host::chroot(&with_upright(root()));
        offer(&host, &Repository::of(packages.clone()));
        host.shell(dialect.fetch);
        for trial in 0..number("RANDOM_MANIFESTS", MANIFESTS) {
            host.shell(&format!("{}; rm -rf /var/lib/upright", dialect.clear));
            for name in NAMES {
                if random.below(2) == 0 {
                    let version = if random.below(2) == 0 { dialect.older } else { "" };
                    host.shell(&format!("{} {name}{version}", dialect.install));
                }
            }
            let before = host.shell(dialect.list).stdout;
            let text = manifest(&mut random);
            let rehearsed = rehearse(&host, &text);
            let applied = apply(&host, &text);
            let lines = contradictions(&rehearsed, &applied, &rehearse(&host, &text));
            if !lines.is_empty() {
                writeln!(wrong, "== seed {seed} trial {trial}\n{lines}\n{packages:#?}\nbefore: {before}")
                    .expect("a text");
                writeln!(wrong, "{text}\n{rehearsed}\n{applied}").expect("a text");
            }
        }
    }
    assert!(wrong.is_empty(), "{} manifests:\n{wrong}", wrong.matches("== seed").count());
}

#[test]
fn apt_does_what_its_rehearsal_says() {
    try_out(Root::bookworm, &APT, Host::offer_apt);
}

#[test]
fn dnf4_does_what_its_rehearsal_says() {
    try_out(Root::dnf4, &DNF, Host::offer_dnf);
}

#[test]
fn dnf5_does_what_its_rehearsal_says() {
    try_out(Root::dnf5, &DNF, Host::offer_dnf);
}
