//! Law 5: a run that is killed leaves every target absent, old or new, with its final owner and mode, and the next run
//! removes what the dead one left behind. `cargo xtask crash` does the same with more kills.

#[test]
fn killed_runs_leave_nothing_half_done() {
    let crash = xtask::crash::Crash { binary: env!("CARGO_BIN_EXE_upright").into(), kills: 15, files: 200, seed: 1 };
    let report = crash.run().unwrap();
    assert_eq!(report.during, 15, "{report}");
}
