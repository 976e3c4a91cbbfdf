//! Decisions in tables, and the questions that are asked, against answers as systemd gives them.

use super::change::{Change, would_have};
use super::definition::Service;
use super::desired::Desired;
use super::properties::Refresh;
use super::show;
use super::state::{Collapse, State};
use super::unit::Unit;
use diagnostics::{Redactor, Sources};
use document::decode::{Decode, Decoder};
use document::{Options, parse};
use engine::{Context, Plan, Reference, Resource, ResourceType, Trigger, Verdict, World};
use system::FakeWorld;
use system::files::Attributes;
use system::process::{Command, Finished};

const UP: &str =
    "LoadState=loaded\nActiveState=active\nSubState=running\nType=notify\nUnitFileState=enabled\nCanReload=yes\n";
const DOWN: &str = "LoadState=loaded\nActiveState=inactive\nSubState=dead\nType=notify\nUnitFileState=disabled\n";
const MASKED: &str = "LoadState=masked\nActiveState=inactive\nSubState=dead\nUnitFileState=masked\n";
const MISSING: &str = "LoadState=not-found\nActiveState=inactive\nSubState=dead\nUnitFileState=\n";

/// An answer with other values for some properties.
fn with(answer: &str, others: &[(&str, &str)]) -> String {
    let kept = answer.lines().filter(|line| !others.iter().any(|(key, _)| line.starts_with(&format!("{key}="))));
    let added = others.iter().map(|(key, value)| format!("{key}={value}"));
    kept.map(str::to_owned).chain(added).collect::<Vec<_>>().join("\n") + "\n"
}

fn unit(answer: &str) -> Unit {
    show::parse(answer).unwrap().pop().unwrap()
}

fn desired(body: &str) -> Desired {
    let mut sources = Sources::new();
    let file = sources.add("service.yaml", body);
    let text = sources.text(file);
    let node = parse(&text, file, &Options::manifest()).unwrap();
    let redactor = Redactor::new("<secret>");
    let mut decoder = Decoder::new(&sources);
    let properties = <Service as ResourceType>::Properties::decode(&node, &mut decoder).unwrap();
    Service::desired(properties, &Context::new("/".into(), &sources, &redactor), &mut decoder).unwrap()
}

fn plan_of(body: &str, answer: &str, trigger: &Trigger) -> Plan<Change> {
    Service::plan(&desired(body), &State { unit: unit(answer), collapse: None }, trigger)
}

fn refreshed() -> Trigger {
    Trigger::Refreshed(Reference::new("file", "/etc/web.conf"))
}

/// The plan in words: the changes, then what stands in the way.
fn words(body: &str, answer: &str, trigger: &Trigger) -> String {
    let plan = plan_of(body, answer, trigger);
    let changes = plan.changes.iter().map(ToString::to_string);
    changes
        .chain(plan.obstacles.into_iter().map(|obstacle| format!("! {}", obstacle.message)))
        .collect::<Vec<_>>()
        .join(", ")
}

#[test]
fn both_axes_are_decided_apart() {
    let name = "name: web\n";
    for (body, answer, expected) in [
        ("", UP, ""),
        ("", DOWN, "start"),
        ("ensure: stopped\n", UP, "stop"),
        ("ensure: stopped\n", DOWN, ""),
        ("enable: true\n", UP, ""),
        ("enable: true\n", DOWN, "start, enable"),
        ("enable: false\n", UP, "disable"),
        ("enable: false\n", DOWN, "start"),
        ("ensure: stopped\nenable: false\n", UP, "stop, disable"),
        ("ensure: stopped\nenable: true\n", DOWN, "enable"),
    ] {
        assert_eq!(words(&format!("{name}{body}"), answer, &Trigger::None), expected, "{body} {answer}");
    }
}

#[test]
fn what_cannot_be_enabled_or_disabled_is_left_alone() {
    for word in ["static", "indirect", "generated", "alias", "transient"] {
        let answer = with(UP, &[("UnitFileState", word)]);
        for enable in [true, false] {
            let body = format!("name: web\nenable: {enable}\n");
            assert_eq!(words(&body, &answer, &Trigger::None), "", "{word} {enable}");
            let remark = Service::remark(&desired(&body), &State { unit: unit(&answer), collapse: None });
            assert_eq!(remark.is_some(), !enable, "{word} {enable}");
        }
    }
}

#[test]
fn links_and_what_holds_for_now_are_told_apart() {
    for (word, enable, expected) in [
        ("linked", true, "enable"),
        ("linked-runtime", true, "enable"),
        ("linked", false, ""),
        ("enabled-runtime", true, ""),
        ("enabled-runtime", false, "disable"),
        ("", false, ""),
        ("", true, "enable, ! `web.service` has no unit file that could be enabled"),
    ] {
        let answer = with(UP, &[("UnitFileState", word)]);
        assert_eq!(
            words(&format!("name: web\nenable: {enable}\n"), &answer, &Trigger::None),
            expected,
            "{word} {enable}"
        );
    }
    let plan =
        plan_of("name: web\nenable: false\n", &with(UP, &[("UnitFileState", "enabled-runtime")]), &Trigger::None);
    assert_eq!(plan.changes, [Change::Disable { for_now: true }]);
}

#[test]
fn a_masked_unit_is_only_good_for_not_running() {
    let masked = "! the unit is masked: `systemctl unmask web.service` lets it be started and enabled";
    for (body, expected) in [
        ("ensure: running\n", format!("start, {masked}")),
        ("ensure: stopped\nenable: true\n", format!("enable, {masked}")),
        ("ensure: stopped\n", String::new()),
        ("ensure: stopped\nenable: false\n", String::new()),
    ] {
        assert_eq!(words(&format!("name: web\n{body}"), MASKED, &Trigger::None), expected, "{body}");
    }
    let alias = with(MASKED, &[("FragmentPath", "/etc/systemd/system/mariadb.service")]);
    let unreadable = with(&alias, &[("LoadState", "error"), ("NeedDaemonReload", "yes")]);
    for answer in [&alias, &unreadable] {
        assert!(words("name: mysql\n", answer, &Trigger::None).contains("`systemctl unmask mariadb.service`"));
        assert_eq!(words("name: mysql\nensure: stopped\n", answer, &Trigger::None), "");
    }
    let for_now = with(&alias, &[("UnitFileState", "masked-runtime")]);
    let unreadable = with(&for_now, &[("LoadState", "error"), ("NeedDaemonReload", "yes")]);
    for answer in [&for_now, &unreadable] {
        assert!(
            words("name: mysql\n", answer, &Trigger::None).contains("`systemctl unmask --runtime mariadb.service`")
        );
        assert_eq!(words("name: mysql\nensure: stopped\n", answer, &Trigger::None), "");
    }
    let still_up = with(MASKED, &[("ActiveState", "active")]);
    assert_eq!(words("name: web\nensure: stopped\n", &still_up, &Trigger::None), "stop");
    assert!(words("name: web\n", &still_up, &Trigger::None).contains("unmask"));
}

#[test]
fn a_unit_that_is_not_there_could_be_brought() {
    for body in ["name: web\n", "name: web\nensure: stopped\nenable: true\n", "name: web\nenable: true\n"] {
        let plan = plan_of(body, MISSING, &Trigger::None);
        assert_eq!(plan.obstacles, [engine::Obstacle::not_there_yet("there is no unit `web.service`")], "{body}");
    }
    assert_eq!(
        words("name: web\nenable: true\n", MISSING, &Trigger::None),
        "start, enable, ! there is no unit `web.service`"
    );
    let still_up = with(MISSING, &[("ActiveState", "active")]);
    for (body, expected) in [
        ("ensure: stopped\n", "stop"),
        ("ensure: stopped\nenable: false\n", "stop"),
        ("ensure: stopped\nenable: true\n", "stop, enable, ! there is no unit `web.service`"),
        ("ensure: running\n", "! there is no unit `web.service`"),
    ] {
        assert_eq!(words(&format!("name: web\n{body}"), &still_up, &Trigger::None), expected, "{body}");
    }
}

#[test]
fn a_unit_file_that_cannot_be_used_stands_in_the_way_until_it_is_read_again() {
    let error = "org.freedesktop.systemd1.BadUnitSetting \"Unit web.service has a bad unit file setting.\"";
    let bad = with(DOWN, &[("LoadState", "bad-setting"), ("LoadError", error)]);
    assert_eq!(
        words("name: web\n", &bad, &Trigger::None),
        "start, ! the unit cannot be used: Unit web.service has a bad unit file setting"
    );
    assert_eq!(words("name: web\nensure: stopped\n", &bad, &Trigger::None), "");
    let newer = with(&bad, &[("NeedDaemonReload", "yes")]);
    assert_eq!(words("name: web\n", &newer, &Trigger::None), "read unit files again, start");
}

#[test]
fn unit_files_are_read_again_before_anything_else() {
    let newer = with(UP, &[("NeedDaemonReload", "yes")]);
    assert_eq!(words("name: web\n", &newer, &Trigger::None), "read unit files again");
    assert_eq!(
        words("name: web\n", &newer, &refreshed()),
        "read unit files again, restart, subscribed to file#/etc/web.conf"
    );
}

#[test]
fn a_unit_file_that_came_back_is_read_again() {
    let error = |reason: &str| {
        let words = "failed to load properly, please adjust/correct and reload service manager";
        format!("org.freedesktop.systemd1.LoadFailed \"Unit web.service {words}: {reason}\"")
    };
    let busy = with(UP, &[("LoadState", "error"), ("LoadError", &error("Device or resource busy"))]);
    assert_eq!(words("name: web\n", &busy, &Trigger::None), "read unit files again");
    let bad = with(UP, &[("LoadState", "error"), ("LoadError", &error("Bad message"))]);
    assert_eq!(words("name: web\n", &bad, &Trigger::None), "", "nothing is gained by reading the same again");
}

#[test]
fn only_what_runs_and_should_run_is_refreshed() {
    assert_eq!(words("name: web\n", UP, &refreshed()), "restart, subscribed to file#/etc/web.conf");
    assert_eq!(words("name: web\n", DOWN, &refreshed()), "start");
    assert_eq!(words("name: web\nensure: stopped\n", UP, &refreshed()), "stop");
    assert_eq!(words("name: web\nensure: stopped\n", DOWN, &refreshed()), "");
    let plan = plan_of("name: web\nrefresh: reload-or-restart\n", UP, &refreshed());
    assert_eq!(plan.changes[0].to_string(), "reload or restart, subscribed to file#/etc/web.conf");
    assert!(engine::Change::refreshes(&plan.changes[0]));
}

#[test]
fn a_unit_that_cannot_reload_says_so() {
    let body = "name: web\nrefresh: reload\n";
    assert_eq!(words(body, UP, &refreshed()), "reload, subscribed to file#/etc/web.conf");
    let stubborn = with(UP, &[("CanReload", "no")]);
    assert!(words(body, &stubborn, &refreshed()).ends_with("set `refresh: restart` or `refresh: reload-or-restart`"));
    assert_eq!(words(body, &stubborn, &Trigger::None), "");
}

#[test]
fn what_is_on_its_way_is_neither_up_nor_down() {
    for (state, sub, running, stopped) in [
        ("activating", "start", "start", "stop"),
        ("activating", "auto-restart", "start", "stop"),
        ("deactivating", "stop-sigterm", "start", "stop"),
        ("reloading", "reload", "", "stop"),
        ("failed", "failed", "start", ""),
    ] {
        let answer = with(UP, &[("ActiveState", state), ("SubState", sub)]);
        assert_eq!(words("name: web\n", &answer, &Trigger::None), running, "{state}");
        assert_eq!(words("name: web\nensure: stopped\n", &answer, &Trigger::None), stopped, "{state}");
    }
}

#[test]
fn a_unit_that_fell_over_says_why() {
    let fell = |answer: &str| {
        let state = State { unit: unit(answer), collapse: Some(Collapse { journal: Some("no such file".into()) }) };
        assert_eq!(engine::Status::output(&state), Some("no such file"));
        Service::plan(&desired("name: web\n"), &state, &Trigger::None).obstacles.remove(0).message
    };
    let failed = |changes: &[(&str, &str)]| fell(&with(&with(DOWN, &[("ActiveState", "failed")]), changes));
    for (changes, why) in [
        (
            &[("Result", "exit-code"), ("ExecMainCode", "1"), ("ExecMainStatus", "3")][..],
            "its process ended with exit code 3",
        ),
        (
            &[("Result", "exit-code"), ("ExecMainCode", "0"), ("ExecMainStatus", "0")],
            "one of its commands ended with an error",
        ),
        (&[("Result", "signal"), ("ExecMainCode", "2"), ("ExecMainStatus", "9")], "its process was ended by signal 9"),
        (&[("Result", "timeout"), ("TimeoutStartUSec", "1min 30s")], "it took longer than 90s"),
        (&[("Result", "oom-kill")], "its result is `oom-kill`"),
        (&[("Result", "success")], "it ended by itself"),
    ] {
        assert_eq!(failed(changes), format!("`web.service` does not stay up: {why}"));
    }
}

#[test]
fn the_originals_sentences() {
    let by = || "file#x".to_owned();
    for (changes, sentence) in [
        (vec![Change::Start {}], "Would have started"),
        (vec![Change::Stop {}], "Would have stopped"),
        (vec![Change::Start {}, Change::Enable {}], "Would have started, would have enabled"),
        (vec![Change::Stop {}, Change::Disable { for_now: false }], "Would have stopped, would have disabled"),
        (vec![Change::Enable {}], "Would have enabled"),
        (vec![Change::Disable { for_now: true }], "Would have disabled"),
        (vec![Change::Refresh { how: Refresh::Restart, subscribed_to: by() }], "Would have restarted via subscribe"),
        (
            vec![Change::Reread {}, Change::Refresh { how: Refresh::Reload, subscribed_to: by() }],
            "Would have reloaded via subscribe",
        ),
        (vec![Change::Reread {}], "Would have reloaded unit files"),
        (vec![], ""),
    ] {
        assert_eq!(would_have(&changes), sentence);
    }
}

#[test]
fn an_answer_that_is_not_understood_is_none() {
    assert!(show::parse("LoadState=loaded\n").is_none());
    assert!(show::parse("LoadState=loaded\nActiveState=dancing\n").is_none());
    assert_eq!(show::parse("").unwrap().len(), 0);
    assert_eq!(show::parse(&format!("{UP}\n{DOWN}\n{MISSING}")).unwrap().len(), 3);
}

/// A machine whose systemd gives these answers.
struct Machine {
    world: FakeWorld,
}

impl Machine {
    fn new(units: &'static [(&'static str, &'static str)]) -> Self {
        let world = FakeWorld::new();
        let executable = Attributes { mode: Some(0o755), ..Attributes::default() };
        world.files.add_file_with("/usr/bin/systemctl", "", executable);
        let verb = |command: &Command| command.words.get(1).cloned().unwrap_or_default();
        let names =
            |command: &Command| command.words.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
        world.processes.answer_when(
            move |command| verb(command) == "show",
            move |command| {
                let names: Vec<String> = names(command);
                let answer =
                    |name: &String| units.iter().find(|(unit, _)| unit == name).map_or(MISSING, |(_, answer)| answer);
                Ok(Finished::new(0, names.iter().map(answer).collect::<Vec<_>>().join("\n"), ""))
            },
        );
        world.processes.answer_when(
            move |command| verb(command) == "is-enabled",
            move |command| {
                let names: Vec<String> = names(command);
                let state = |name: &String| {
                    let answer = units.iter().find(|(unit, _)| unit == name).map_or("", |(_, answer)| answer);
                    answer.lines().find_map(|line| line.strip_prefix("UnitFileState=")).unwrap_or_default().to_owned()
                };
                Ok(Finished::new(1, names.iter().map(state).collect::<Vec<_>>().join("\n"), ""))
            },
        );
        Self { world }
    }

    /// Rehearses these bodies in one run, as a run does it: all are expected before the first is looked at.
    fn rehearse(&self, bodies: &[String]) -> Vec<engine::Converged> {
        let world = World::rehearsal(&self.world.read());
        let resources: Vec<_> = bodies.iter().map(|body| resource(body)).collect();
        for resource in &resources {
            resource.expect(&world);
        }
        resources.iter().map(|resource| resource.converge(&world, &Trigger::None)).collect()
    }

    fn asked(&self) -> Vec<String> {
        self.world.processes.probes().iter().map(|command| command.words[1].clone()).collect()
    }
}

fn resource(body: &str) -> Box<dyn Resource> {
    let mut sources = Sources::new();
    let file = sources.add("service.yaml", body);
    let text = sources.text(file);
    let node = parse(&text, file, &Options::manifest()).unwrap();
    let redactor = Redactor::new("<secret>");
    let mut decoder = Decoder::new(&sources);
    (super::TYPE.decode)(&node, &mut decoder, &Context::new("/".into(), &sources, &redactor)).unwrap()
}

#[test]
fn a_hundred_units_are_two_questions() {
    let machine = Machine::new(&[("web.service", UP)]);
    let bodies: Vec<String> = (0..100).map(|_| "name: web\nenable: true\n".to_owned()).collect();
    assert!(machine.rehearse(&bodies).iter().all(|converged| converged.verdict == Verdict::Stable));
    assert_eq!(machine.asked(), ["show", "is-enabled"]);
}

#[test]
fn nobody_asks_what_nobody_manages() {
    let machine = Machine::new(&[("web.service", UP), ("db.service", UP)]);
    machine.rehearse(&["name: web\n".to_owned(), "name: db\nensure: running\n".to_owned()]);
    assert_eq!(machine.asked(), ["show"]);
}

#[test]
fn a_later_step_sees_what_an_earlier_one_would_leave() {
    let machine = Machine::new(&[("web.service", DOWN)]);
    let bodies =
        ["name: web\nenable: true\n", "name: web\nenable: true\n", "name: web\nensure: stopped\nenable: false\n"];
    let converged = machine.rehearse(&bodies.map(str::to_owned));
    let texts = |at: usize| converged[at].plan.iter().map(|change| change.text(None)).collect::<Vec<_>>();
    assert_eq!(texts(0), ["start", "enable"]);
    assert_eq!(converged[1].verdict, Verdict::Stable);
    assert_eq!(texts(2), ["stop", "disable"]);
    assert_eq!(converged[0].noop_message, "Would have started, would have enabled");
    assert!(machine.world.processes.runs().is_empty());
}

#[test]
fn a_unit_file_that_nobody_read_yet_is_a_unit() {
    let machine = Machine::new(&[]);
    machine
        .world
        .files
        .add_file("/etc/systemd/system/new.service", "[Service]\n[Install]\nWantedBy=multi-user.target\n");
    machine.world.files.add_file("/etc/systemd/system/made@.service", "[Service]\n");
    let bodies = ["name: new\nenable: true\n", "name: made@1\nenable: true\n", "name: none\n"];
    let converged = machine.rehearse(&bodies.map(str::to_owned));
    let texts = |at: usize| converged[at].plan.iter().map(|change| change.text(None)).collect::<Vec<_>>();
    assert_eq!(texts(0), ["read unit files again", "start", "enable"]);
    assert_eq!(texts(1), ["read unit files again", "start"]);
    assert!(
        matches!(&converged[2].verdict, Verdict::Failed { error, .. } if error == "there is no unit `none.service`")
    );
}

const VENDOR: &str = "LoadState=loaded\nActiveState=active\nSubState=running\nType=notify\nUnitFileState=static\nNeedDaemonReload=no\n\
    FragmentPath=/lib/systemd/system/web.service\n\
    DropInPaths=/usr/lib/systemd/system/web.service.d/b.conf /etc/systemd/system/web.service.d/c.conf\n";
const INSTANCE: &str = "LoadState=loaded\nActiveState=active\nSubState=running\nUnitFileState=static\nNeedDaemonReload=no\n\
    FragmentPath=/usr/lib/systemd/system/made@.service\n";
const GENERATED: &str = "LoadState=loaded\nActiveState=active\nSubState=running\nUnitFileState=generated\nNeedDaemonReload=no\n\
    FragmentPath=/run/systemd/generator.early/early.service\n";
const VEILED: &str = "LoadState=masked\nActiveState=inactive\nSubState=dead\nUnitFileState=masked\nNeedDaemonReload=no\n\
    FragmentPath=/usr/lib/systemd/system/veiled.service\n";

/// systemd says of none of these that it has to be told.
#[test]
fn files_that_systemd_does_not_know_of_are_read() {
    let (etc, vendor) = ("/etc/systemd/system", "/usr/lib/systemd/system");
    for (name, file, content, is_news) in [
        ("web", format!("{etc}/web.service"), "[Service]\n", true),
        ("web", "/run/systemd/system/web.service".to_owned(), "[Service]\n", true),
        ("web", format!("{vendor}/web.service"), "[Service]\n", false),
        ("web", format!("{etc}/web.service"), "", false),
        ("web", format!("{etc}/web.service.d/a.conf"), "[Service]\n", true),
        ("web", format!("{vendor}/web.service.d/a.conf"), "[Service]\n", true),
        ("web", format!("{etc}/web.service.d/b.conf"), "[Service]\n", true),
        ("web", format!("{etc}/web.service.d/b.conf"), "", true),
        ("web", format!("{etc}/web.service.d/c.conf"), "[Service]\n", false),
        ("web", format!("{vendor}/web.service.d/c.conf"), "[Service]\n", false),
        ("web", format!("{etc}/web.service.d/a.conf"), "", false),
        ("web", format!("{etc}/web.service.d/.a.conf"), "[Service]\n", false),
        ("web", format!("{etc}/web.service.d/a b.conf"), "[Service]\n", false),
        ("web", format!("{etc}/web.service.d/a.txt"), "[Service]\n", false),
        ("made@1", format!("{etc}/made@.service.d/a.conf"), "[Service]\n", true),
        ("made@1", format!("{etc}/made@1.service.d/a.conf"), "[Service]\n", true),
        ("made@1", format!("{etc}/made@2.service.d/a.conf"), "[Service]\n", false),
        ("made@1", format!("{etc}/made@.service"), "[Service]\n", true),
        ("made@1", format!("{vendor}/made@1.service"), "[Service]\n", true),
        ("early", format!("{etc}/early.service"), "[Service]\n", false),
        ("veiled", format!("{etc}/veiled.service"), "[Service]\n", true),
        ("veiled", format!("{etc}/veiled.service.d/a.conf"), "[Service]\n", false),
    ] {
        let machine = Machine::new(&[
            ("web.service", VENDOR),
            ("made@1.service", INSTANCE),
            ("early.service", GENERATED),
            ("veiled.service", VEILED),
        ]);
        for answer in [VENDOR, INSTANCE, GENERATED, VEILED] {
            let read = answer.lines().find_map(|line| line.strip_prefix("FragmentPath="));
            machine.world.files.add_file(read.unwrap(), "[Service]\n");
        }
        machine.world.files.add_file(&file, content);
        let ensure = if name == "veiled" { "stopped" } else { "running" };
        let converged = machine.rehearse(&[format!("name: {name}\nensure: {ensure}\n")]);
        let texts: Vec<_> = converged[0].plan.iter().map(|change| change.text(None)).collect();
        assert_eq!(texts, if is_news { vec!["read unit files again"] } else { vec![] }, "{name} {file} {content:?}");
        assert_eq!(machine.asked(), ["show"]);
    }
}

#[test]
fn a_failed_reload_has_an_ending() {
    let line = |code: &str, status: &str| {
        let command =
            "path=/bin/sh ; argv[]=/bin/sh -c echo ; code=x ; status=5 ; ignore_errors=no ; start_time=[n/a] ; pid=7";
        format!("ExecReload={{ {command} ; code={code} ; status={status} }}\n")
    };
    for (text, why) in [
        (line("exited", "9"), Some("its `ExecReload` ended with exit code 9")),
        (line("killed", "9/KILL"), Some("its `ExecReload` was ended by signal 9")),
        (line("exited", "0"), None),
        (line("exited", "3") + &line("(null)", "0/0"), Some("its `ExecReload` ended with exit code 3")),
        (String::new(), None),
    ] {
        assert_eq!(show::why_not_reloaded(&text).as_deref(), why, "{text}");
    }
}
