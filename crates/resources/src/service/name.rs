//! Names of units.

use diagnostics::{Code, Diagnostic, Spanned};
use document::decode::Decoder;

pub(super) static NAME: Code = Code::new(
    "service::name",
    "The name of a `service` is that of a unit, with or without `.service` at the end: letters, digits and `._+:~@-`, not \
     beginning with `-`. A unit that is made from a template is named with its instance, such as `getty@tty1`.",
);

/// The ends of names that tell what kind of unit it is.
const KINDS: [&str; 11] = [
    ".automount",
    ".device",
    ".mount",
    ".path",
    ".scope",
    ".service",
    ".slice",
    ".socket",
    ".swap",
    ".target",
    ".timer",
];

/// Characters that mean something to a shell.
const DANGEROUS: &[char] = &[
    ';', '&', '|', '$', '`', '(', ')', '[', ']', '{', '}', '<', '>', '*', '?', '\'', '"', '\\', '!', '\n', '\t', '\r',
];

/// The longest name that systemd takes.
const LONGEST: usize = 255;

/// The unit that a name speaks of; a name without a kind is that of a service.
pub(super) fn unit(name: &Spanned<String>, decoder: &mut Decoder<'_>) -> Option<String> {
    let unit = full(&name.value);
    let Some((problem, help)) = problem(&name.value, &unit) else { return Some(unit) };
    decoder.refuse(Diagnostic::error(&NAME, problem).at(name.span, "given here").help(help.map(str::to_owned)))
}

/// The name with its kind.
pub(super) fn full(name: &str) -> String {
    if has_kind(name) { name.to_owned() } else { format!("{name}.service") }
}

/// Whether a name says what kind of unit it is.
pub(super) fn has_kind(name: &str) -> bool {
    KINDS.iter().any(|kind| name.strip_suffix(kind).is_some_and(|stem| !stem.is_empty()))
}

/// The template that a unit is made from: `getty@.service` for `getty@tty1.service`.
pub(super) fn template(unit: &str) -> Option<String> {
    let (stem, rest) = unit.split_once('@')?;
    Some(format!("{stem}@{}", &rest[rest.rfind('.')?..]))
}

/// The names that a unit shares with others, under which something may be added to all of them: `web-app-.service` and
/// `web-.service` for `web-app-main.service`, and `service` for each service. Instances are left out of the first kind.
pub(super) fn shared(unit: &str) -> Vec<String> {
    let Some((stem, kind)) = unit.rsplit_once('.') else { return Vec::new() };
    let is_inside = |at: &usize| *at > 0 && at + 1 < stem.len() && !stem.contains('@');
    let ends = stem.match_indices('-').map(|(at, _)| at).filter(is_inside).rev();
    ends.map(|at| format!("{}.{kind}", &stem[..=at])).chain([kind.to_owned()]).collect()
}

fn problem(name: &str, unit: &str) -> Option<(String, Option<&'static str>)> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._+:~@-".contains(c);
    if name.contains(DANGEROUS) {
        return Some((format!("service name contains dangerous characters: `{name}`"), None));
    }
    if !name.chars().all(is_allowed) {
        let problem = format!("service name contains invalid characters: `{name}` (allowed: alphanumeric, `._+:~@-`)");
        return Some((problem, None));
    }
    if name.starts_with('-') {
        return Some((format!("service name begins with `-`: `{name}`"), None));
    }
    if unit.len() > LONGEST {
        return Some((format!("service name is longer than {LONGEST} characters"), None));
    }
    let (stem, _) = unit.rsplit_once('.')?;
    (stem.ends_with('@') || stem.starts_with('@')).then(|| {
        let problem = format!("service name lacks a template or an instance: `{name}`");
        (problem, Some("write `template@instance`, such as `getty@tty1`"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_kind_is_that_of_a_service() {
        for (name, unit) in [
            ("nginx", "nginx.service"),
            ("nginx.service", "nginx.service"),
            ("logrotate.timer", "logrotate.timer"),
            ("getty@tty1", "getty@tty1.service"),
            ("openvpn@site.example", "openvpn@site.example.service"),
            ("org.example.thing", "org.example.thing.service"),
            (".timer", ".timer.service"),
        ] {
            assert_eq!(full(name), unit);
            assert_eq!(problem(name, &full(name)), None, "{name}");
        }
    }

    #[test]
    fn an_instance_has_a_template() {
        assert_eq!(template("getty@tty1.service").as_deref(), Some("getty@.service"));
        assert_eq!(template("openvpn@site.example.service").as_deref(), Some("openvpn@.service"));
        assert_eq!(template("nginx.service"), None);
    }

    #[test]
    fn units_share_names_with_others() {
        for (unit, names) in [
            ("web.service", &["service"][..]),
            ("web-app-main.service", &["web-app-.service", "web-.service", "service"]),
            ("a--b.timer", &["a--.timer", "a-.timer", "timer"]),
            ("-a-.service", &["service"]),
            ("web-app@1.service", &["service"]),
        ] {
            assert_eq!(shared(unit), names, "{unit}");
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for (name, word) in [
            ("a b", "invalid"),
            ("é", "invalid"),
            ("a/b", "invalid"),
            ("a;b", "dangerous"),
            ("a\nb", "dangerous"),
            ("--now", "begins"),
            ("getty@", "instance"),
            ("getty@.service", "instance"),
            ("@tty1", "template"),
        ] {
            let (problem, _) = problem(name, &full(name)).unwrap();
            assert!(problem.contains(word), "{name}: {problem}");
        }
        assert!(problem(&"a".repeat(300), &full(&"a".repeat(300))).is_some());
    }
}
