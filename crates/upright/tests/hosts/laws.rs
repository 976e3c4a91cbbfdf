//! The laws of the core for types that need a machine of their own, on every example of their definitions.

use crate::site::{apply_with, manifest, with_upright};
use engine::{Example, TypeDef};
use serde_json::Value as Json;
use testbed::{Host, Package, Repository, Root};

/// A machine that has what the examples speak of.
fn host() -> Host {
    let host = Host::boot(&with_upright(Root::bookworm()));
    let unit = "[Service]\nType=exec\nExecStart=/bin/sleep infinity\nExecReload=/bin/true\n[Install]\nWantedBy=multi-user.target\n";
    for name in ["web", "worker@"] {
        host.write(&format!("/etc/systemd/system/{name}.service"), unit);
    }
    host.offer_apt(&Repository::of([
        Package::new("nginx", "1.22.1-9"),
        Package::new("ca-certificates", "20230311"),
        Package::new("telnetd", "0.17-44"),
    ]));
    host.run(["apt-get", "install", "--yes", "telnetd"]).expect_success();
    host
}

fn examples() -> Vec<(&'static TypeDef, &'static Example)> {
    let types = ["package", "service"].map(|name| resources::find(name).expect("a registered type"));
    types
        .into_iter()
        .flat_map(|definition| definition.examples.iter().map(move |example| (definition, example)))
        .collect()
}

/// The example as a resource of a manifest. What it subscribes to changes in the first run and in no other.
fn resources_of(definition: &TypeDef, example: &Example) -> String {
    let body = example.body.replace("file#/etc/web.conf", "exec#tick");
    let body: String = body.lines().flat_map(|line| ["    ", line, "\n"]).collect();
    format!("- exec:\n    - tick: {{command: touch /ticked, creates: /ticked}}\n- {}:\n{body}", definition.name)
}

/// All that the examples could change.
fn machine(host: &Host) -> String {
    const LOOK: &str = "dpkg-query -W -f='${Package} ${Version} ${db:Status-Status}\\n'; \
        systemctl list-unit-files --no-pager --no-legend web.service 'worker@*'; \
        systemctl show --property=ActiveState,InvocationID,UnitFileState,NeedDaemonReload web worker@1";
    host.shell(LOOK).expect_success().stdout.clone()
}

/// The plan of the last resource, as programs see it.
fn plan(host: &Host, resources: &str, arguments: &[&str]) -> Json {
    let arguments: Vec<&str> = ["--output", "json"].iter().chain(arguments).copied().collect();
    let output = apply_with(host, resources, &arguments);
    let run: Json = serde_json::from_str(&output.expect_success().stdout).expect("the output is JSON");
    run["events"].as_array().and_then(|events| events.last()).expect("there is an event")["plan"].clone()
}

#[test]
fn what_a_rehearsal_says_is_what_is_done_and_done_only_once() {
    for (definition, example) in examples() {
        let (host, wanted) = (host(), resources_of(definition, example));
        let title = format!("{}: {}\n{}", definition.name, example.title, manifest(&wanted));
        if example.body.contains("subscribe") {
            host.run(["systemctl", "start", "web"]).expect_success();
        }
        let before = machine(&host);
        let foreseen = plan(&host, &wanted, &["--noop"]);
        assert_eq!(machine(&host), before, "a rehearsal changes nothing: {title}");
        assert_eq!(plan(&host, &wanted, &[]), foreseen, "what is done is what the rehearsal said: {title}");
        let after = machine(&host);
        for arguments in [&[][..], &["--noop"]] {
            assert_eq!(
                plan(&host, &wanted, arguments),
                Json::Array(Vec::new()),
                "a second run has nothing to do: {title}"
            );
        }
        assert_eq!(machine(&host), after, "a second run changes nothing: {title}");
    }
}
