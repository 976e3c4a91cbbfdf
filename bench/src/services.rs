//! Services that are right already, beside the one question that has to be asked for that, on a booted host.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use testbed::{Host, Root};

/// How many services.
const SERVICES: usize = 100;
/// How often a program runs in one turn, so that the way into the host does not count.
const RUNS: u32 = 10;

/// Where the binary is, and how often both take turns.
pub(crate) struct Arguments {
    pub(crate) binary: PathBuf,
    pub(crate) turns: u32,
}

/// One line per program with its fastest turn, and the ratio.
pub(crate) fn run(arguments: &Arguments) -> String {
    let host = Host::boot(&Root::bookworm().with(&arguments.binary, "/usr/local/bin/upright"));
    prepare(&host);
    let names = (0..SERVICES).map(|number| format!("s{number}.service")).collect::<Vec<_>>().join(" ");
    let ours = "upright apply /etc/site.yaml --no-report --exit-code";
    let theirs = format!("systemctl show {names}");
    let (mut our_best, mut their_best) = (Duration::MAX, Duration::MAX);
    for _ in 0..arguments.turns {
        our_best = our_best.min(time(&host, ours));
        their_best = their_best.min(time(&host, &theirs));
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let ratio = our_best.as_secs_f64() / their_best.as_secs_f64();
    format!(
        "{SERVICES} services, all right     wall min [ms]   ratio\nupright                 {:17.1} {ratio:7.2}\nsystemctl show          {:17.1}\n",
        milliseconds(our_best),
        milliseconds(their_best)
    )
}

/// Services that run and start with the machine, and a manifest that asks for that.
fn prepare(host: &Host) {
    let unit = "[Service]\\nType=oneshot\\nRemainAfterExit=yes\\nExecStart=/bin/true\\n[Install]\\nWantedBy=multi-user.target\\n";
    let last = SERVICES - 1;
    let script = format!(
        "for n in $(seq 0 {last}); do printf '{unit}' > /etc/systemd/system/s$n.service; done; systemctl daemon-reload; \
         systemctl enable --now $(seq -f 's%g' 0 {last}) 2>/dev/null"
    );
    host.shell(&script).expect_success();
    let services = (0..SERVICES).map(|number| format!("        - s{number}: {{enable: true}}\n"));
    host.write("/etc/site.yaml", format!("ccm:\n  resources:\n    - service:\n{}", services.collect::<String>()));
}

/// One run of a command. One that fails, or that changes something, is worth nothing.
fn time(host: &Host, command: &str) -> Duration {
    let script = format!("for n in $(seq {RUNS}); do {command} > /dev/null; done");
    let start = Instant::now();
    host.shell(&script).expect_success();
    start.elapsed() / RUNS
}
