//! The story of the tutorial, looked at from outside: what the machine is like at every step.

use crate::docs_support::page::pages;
use crate::pages::OnHost;
use crate::site::expect_line;
use testbed::{Host, Output};

/// The manifest of the tutorial.
fn manifest() -> String {
    let page = pages().into_iter().find(|page| page.name == "docs/tutorial.md").expect("there is a tutorial");
    let block = page.blocks().into_iter().find(|block| block.title() == Some("site.yaml")).map(|block| block.text());
    block.expect("the tutorial has a manifest")
}

fn run(host: &Host, manifest: &str, arguments: &[&str]) -> Output {
    host.write("/srv/site.yaml", manifest);
    host.upright(["apply", "/srv/site.yaml", "--no-report"].iter().chain(arguments))
}

/// What there is of the server: its package, its configuration, whether it runs, and which start of it this is.
fn machine(host: &Host) -> [String; 4] {
    let show = |property: &str| {
        host.run(["systemctl", "show", "--value", "--property", property, "hello-web"]).expect_success().stdout.clone()
    };
    let package = host.run(["dpkg-query", "-W", "-f=${Version} ${db:Status-Status}", "hello-web"]).stdout;
    let configuration =
        if host.exists("/etc/hello-web.conf") { host.read("/etc/hello-web.conf") } else { String::new() };
    [package, configuration, show("ActiveState"), show("InvocationID")]
}

/// What the server says.
fn answer(host: &Host) -> String {
    let ask = "exec 3<>/dev/tcp/127.0.0.1/8080; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; tail -n 1 <&3";
    host.run(["bash", "-c", ask]).stdout
}

#[test]
fn a_server_comes_changes_and_stays() {
    let host = OnHost::new().host;
    let first = manifest();
    let fresh = machine(&host);
    expect_line(run(&host, &first, &["--noop"]).expect_success(), "Rehearsal: 3 would change");
    assert_eq!(machine(&host), fresh, "a rehearsal changes nothing");
    assert!(!host.exists("/etc/hello-web.conf") && !host.exists("/usr/bin/hello-web"));

    expect_line(run(&host, &first, &[]).expect_success(), "Done: 3 changed");
    let installed = machine(&host);
    assert_eq!(
        installed[..3],
        ["1.1-1 installed".to_owned(), "port 8080\nsay hello\n".to_owned(), "active\n".to_owned()]
    );
    assert_eq!(answer(&host), "hello\n");
    expect_line(run(&host, &first, &[]).expect_success(), "Done: 3 stable");
    assert_eq!(machine(&host), installed, "a second run changes nothing");

    let second = first.replace("sentence: hello", "sentence: hello again");
    let rehearsed = run(&host, &second, &["--noop"]);
    expect_line(rehearsed.expect_success(), "-say hello");
    expect_line(&rehearsed, "+say hello again");
    expect_line(&rehearsed, "service#hello-web would refresh restart, subscribed to file#/etc/hello-web.conf");
    assert_eq!(machine(&host), installed);
    assert_eq!(answer(&host), "hello\n");

    expect_line(run(&host, &second, &[]).expect_success(), "service#hello-web refreshed restart");
    let changed = machine(&host);
    assert_eq!(answer(&host), "hello again\n");
    assert_ne!(changed[3], installed[3], "it was restarted");
    let journal = host.run(["journalctl", "--quiet", "--output=cat", "--unit=hello-web"]).stdout;
    assert_eq!(journal.matches("Started ").count(), 2, "one start, one restart: {journal}");
    expect_line(run(&host, &second, &[]).expect_success(), "Done: 3 stable");
    assert_eq!(machine(&host), changed);
}
