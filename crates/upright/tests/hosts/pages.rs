//! Pages about services and packages, played on a machine that has them.

use crate::docs_support::page::{Page, pages};
use crate::docs_support::play;
use crate::docs_support::settle::settle;
use crate::docs_support::stage::{STAND_IN, Stage};
use crate::site::with_upright;
use testbed::{Host, Package, Repository, Root};

/// A booted host with a directory for the page, and the exit code of the last command.
pub(crate) struct OnHost {
    pub(crate) host: Host,
    last: i32,
}

impl OnHost {
    pub(crate) fn new() -> Self {
        let host = Host::boot(&with_upright(Root::bookworm()));
        host.run(["mkdir", "-p", STAND_IN]).expect_success();
        host.offer_apt(&Repository::of([hello("1.0-1"), hello("1.1-1")]));
        Self { host, last: 0 }
    }
}

impl Stage for OnHost {
    fn write(&self, title: &str, text: &str) {
        self.host.write(&format!("{STAND_IN}/{title}"), text);
    }

    fn run(&mut self, line: &str) -> String {
        let script = format!("exec 2>&1; umask 022; cd {STAND_IN}; (exit {})\n{line}", self.last);
        let output = self.host.run(["sh", "-c", &script]);
        self.last = output.code.unwrap_or(1);
        output.stdout
    }

    fn last(&self) -> i32 {
        self.last
    }
}

/// The package that pages install: a web server that says one sentence. As on most machines, its service has to be started.
fn hello(version: &str) -> Package {
    Package::new("hello-web", version)
        .program("/usr/bin/hello-web", SERVER)
        .configuration("/etc/hello-web.conf", "port 8000\nsay nothing yet\n")
        .file("/lib/systemd/system/hello-web.service", UNIT)
}

const UNIT: &str = "[Unit]\nDescription=A web server that says one sentence\n\n[Service]\nType=exec\n\
    ExecStartPre=/usr/bin/hello-web --test /etc/hello-web.conf\nExecStart=/usr/bin/hello-web /etc/hello-web.conf\n\n[Install]\nWantedBy=multi-user.target\n";

const SERVER: &str = r#"#!/usr/bin/perl
use strict; use IO::Socket::INET;
# The journal reads what is said before the end.
$SIG{__DIE__} = sub { print STDERR @_; select(undef, undef, undef, 0.3); exit 255 };
my $is_test = $ARGV[0] eq '--test' && shift @ARGV;
open(my $file, '<', $ARGV[0]) or die "$ARGV[0]: $!\n";
my %is = map { /^(\w+) (.*)$/ ? ($1, $2) : die "cannot read this line: $_" } <$file>;
die "there is nothing to say\n" unless length $is{say};
exit if $is_test;
my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $is{port}, Listen => 5, ReuseAddr => 1)
    or die "cannot listen on port $is{port}: $!\n";
while (my $client = $socket->accept) {
    while (my $line = <$client>) { last if $line eq "\r\n" }
    my $body = "$is{say}\n";
    print $client "HTTP/1.1 200 OK\r\nContent-Length: ", length $body, "\r\nConnection: close\r\n\r\n$body";
}
"#;

#[test]
fn pages_that_are_played_on_a_host_keep_their_word() {
    let pages: Vec<_> = pages().into_iter().filter(Page::is_played_on_a_host).collect();
    assert!(!pages.is_empty());
    settle(pages, |page| play::play(page, &mut OnHost::new()));
}
