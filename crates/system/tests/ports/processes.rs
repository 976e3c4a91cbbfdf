//! Processes of this machine.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use system::process::{Base, Command, End, Finished, Overflow, ProcessError, Seen, Stop, Stream};
use system::{Interrupt, Signal, WriteWorld};

fn world() -> WriteWorld {
    WriteWorld::real(Interrupt::never(), Vec::new())
}

fn probe(command: &Command) -> Result<Finished, ProcessError> {
    world().read.processes.probe(command)
}

fn shell(text: &str) -> Command {
    Command::shell(text)
}

fn stdout(command: &Command) -> String {
    let finished = probe(command).unwrap();
    assert!(finished.is_success(), "{finished:?}");
    finished.stdout.text()
}

fn executable(path: &Path, text: &str) {
    let written = path.with_extension("text");
    fs::write(&written, text).unwrap();
    crate::role::copy_program(&written, path);
}

fn is_alive(pid: &str) -> bool {
    // A process that nobody has reaped yet is as dead as can be.
    fs::read_to_string(format!("/proc/{}/stat", pid.trim())).is_ok_and(|stat| !stat.contains(") Z "))
}

/// Killed processes take a moment to be gone.
fn assert_dies(pid: &str) {
    let start = Instant::now();
    while is_alive(pid) {
        assert!(start.elapsed() < Duration::from_secs(5), "process {pid} is still alive");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn any_exit_code_is_an_answer() {
    for code in [0, 1, 3, 255] {
        let finished = probe(&shell(&format!("echo out; echo err >&2; exit {code}"))).unwrap();
        assert_eq!(finished, Finished::new(code, "out\n", "err\n"));
    }
}

#[test]
fn the_environment_is_scrubbed() {
    let fixed = "LANG=C\nLC_ALL=C\nPATH=/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/usr/local/sbin\n";
    let sorted = |command: &Command, world: &WriteWorld| {
        let text = world.read.processes.probe(command).unwrap().stdout.text();
        let mut lines: Vec<_> = text.lines().map(|line| format!("{line}\n")).collect();
        lines.sort();
        lines.concat()
    };
    assert_eq!(sorted(&Command::of(["env"]), &world()), fixed);
    let mut command = Command::of(["env"]);
    let entry = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    command.environment = vec![entry("A", "1"), entry("LANG", "de"), entry("A", "2"), entry("UPRIGHT_RUN", "mine")];
    let run = WriteWorld::real(Interrupt::never(), vec![entry("UPRIGHT_RUN", "theirs"), entry("Z", "26")]);
    let wanted = format!("A=2\n{}UPRIGHT_RUN=mine\nZ=26\n", fixed.replace("LANG=C", "LANG=de"));
    assert_eq!(sorted(&command, &run), wanted);
}

#[test]
fn it_runs_in_the_root_or_where_it_is_told() {
    assert_eq!(stdout(&Command::of(["pwd"])), "/\n");
    let mut command = Command::of(["pwd"]);
    command.directory = Some("/usr".into());
    assert_eq!(stdout(&command), "/usr\n");
    for (directory, text) in [
        ("/no/such", "cannot run in `/no/such`: no such file or directory"),
        ("/etc/passwd", "cannot run in `/etc/passwd`: not a directory"),
    ] {
        command.directory = Some(directory.into());
        assert_eq!(probe(&command).unwrap_err().to_string(), text);
    }
}

#[test]
fn standard_input_is_empty() {
    assert_eq!(stdout(&Command::of(["cat"])), "");
    assert_eq!(stdout(&Command::of(["readlink", "/proc/self/fd/0"])), "/dev/null\n");
}

#[test]
fn nothing_of_ours_stays_open_in_it() {
    let _open = fs::File::open("/dev/null").unwrap();
    // What our own parent left open is not ours to close.
    let plain = std::process::Command::new("ls").arg("/proc/self/fd").output().unwrap();
    assert_eq!(stdout(&Command::of(["ls", "/proc/self/fd"])).as_bytes(), plain.stdout);
}

#[test]
fn bare_names_are_searched_where_it_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let (first, second) = (directory.path().join("first"), directory.path().join("second"));
    fs::create_dir(&first).unwrap();
    fs::create_dir(&second).unwrap();
    fs::write(first.join("tool"), "not executable").unwrap();
    executable(&second.join("tool"), "#!/bin/sh\necho \"$0 $PATH\"\n");
    fs::create_dir(first.join("folder")).unwrap();
    let mut command = Command::of(["tool"]);
    command.search = Some(vec![first.clone(), second.clone()]);
    let path = format!("{}:{}", first.display(), second.display());
    assert_eq!(stdout(&command), format!("{} {path}\n", second.join("tool").display()));
    command.search = Some(vec![first.clone()]);
    let error = probe(&command).unwrap_err();
    assert_eq!(error.to_string(), format!("`{}` is not executable", first.join("tool").display()));
    command.words = vec!["folder".into()];
    assert!(matches!(probe(&command), Err(ProcessError::NotExecutable { .. })));
    command.words = vec!["sh".into()];
    let error = probe(&command).unwrap_err();
    assert_eq!(error.to_string(), format!("program `sh` is not found in {}", first.display()));
    command.search = None;
    command.words = vec!["upright-no-such".into()];
    let ProcessError::NotFound { searched, .. } = probe(&command).unwrap_err() else { panic!("it is not found") };
    let own = std::env::var_os("PATH").unwrap();
    let own: Vec<_> = std::env::split_paths(&own).filter(|place| place.is_absolute()).collect();
    assert_eq!(searched, own);
}

#[test]
fn the_first_word_is_the_name_it_is_called_by() {
    assert_eq!(stdout(&Command::of(["sh", "-c", "cat /proc/$$/cmdline"])).split('\0').next(), Some("sh"));
}

#[test]
fn a_path_is_taken_from_the_directory_it_runs_in() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("bin")).unwrap();
    executable(&directory.path().join("bin/tool"), "#!/bin/sh\npwd\n");
    let mut command = Command::of(["bin/tool"]);
    command.directory = Some(directory.path().to_owned());
    assert_eq!(stdout(&command).trim_end(), directory.path().canonicalize().unwrap().to_str().unwrap());
    command.directory = None;
    assert_eq!(probe(&command).unwrap_err().to_string(), "cannot start `bin/tool`: no such file or directory");
}

#[test]
fn programs_that_cannot_start_say_why() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    executable(&directory.path().join("orphan"), "#!/no/such/interpreter\n");
    executable(&directory.path().join("noise"), "\x7fELF nonsense");
    fs::write(directory.path().join("plain"), "").unwrap();
    let error = |word: String| probe(&Command::of([word])).unwrap_err().to_string();
    assert_eq!(error(path("orphan")), format!("`{0}` cannot run: its interpreter is not found", path("orphan")));
    assert_eq!(error(path("noise")), format!("cannot start `{0}`: exec format error", path("noise")));
    assert_eq!(error(path("plain")), format!("`{0}` is not executable", path("plain")));
    assert_eq!(error(path(".")), format!("`{0}` is not executable", path(".")));
    assert_eq!(error(path("none")), format!("cannot start `{0}`: no such file or directory", path("none")));
    assert_eq!(error(String::new()), "no command is given");
    assert!(matches!(probe(&Command::of::<&str>([])), Err(ProcessError::Empty)));
    assert!(error("a\0b".into()).starts_with("program `a\0b` is not found"));
    let nul = probe(&Command::of(["true", "a\0b"])).unwrap_err();
    assert!(nul.to_string().starts_with("cannot start `true`"), "{nul}");
    let long = probe(&Command::of(["true".to_owned(), "x".repeat(1 << 20)])).unwrap_err();
    assert_eq!(long.to_string(), "cannot start `true`: argument list too long");
}

#[test]
fn death_by_signal_is_told() {
    let error = probe(&shell("echo before; kill -9 $$")).unwrap_err();
    assert_eq!(error.to_string(), "`/bin/sh` was ended by SIGKILL");
    assert_eq!(error.output().unwrap().stdout.text(), "before\n");
}

#[test]
fn much_output_is_counted_and_cut() {
    let mut command = shell("head -c 100000000 /dev/zero; head -c 3000 /dev/zero >&2");
    command.capture = 1000;
    let finished = probe(&command).unwrap();
    assert_eq!((finished.stdout.bytes.len(), finished.stdout.dropped), (1000, 99_999_000));
    assert_eq!((finished.stderr.bytes.len(), finished.stderr.dropped), (1000, 2000));
    assert!(finished.stdout.text().ends_with("[… 95.3 MiB more were cut]"));
}

#[test]
fn both_streams_are_drained_together() {
    let text = "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero; head -c 500000 /dev/zero >&2";
    let finished = probe(&shell(text)).unwrap();
    assert_eq!((finished.stdout.bytes.len(), finished.stderr.bytes.len()), (1_000_000, 1_048_576));
    assert_eq!(finished.stderr.dropped, 451_424);
}

#[test]
fn the_watcher_sees_everything_as_it_comes() {
    let mut seen = Vec::new();
    let start = Instant::now();
    let mut watch = |what: Seen<'_>| {
        let Seen::Output(stream, piece) = what else { return };
        seen.push((stream, piece.to_vec(), start.elapsed()));
    };
    let mut command = shell("echo one; sleep 0.2; echo two >&2");
    command.capture = 0;
    let finished = world().processes.run(&command, Some(&mut watch)).unwrap();
    assert_eq!((finished.stdout.dropped, finished.stderr.dropped), (4, 4));
    assert_eq!((seen[0].0, seen[0].1.as_slice()), (Stream::Stdout, b"one\n".as_slice()));
    assert_eq!((seen[1].0, seen[1].1.as_slice()), (Stream::Stderr, b"two\n".as_slice()));
    assert!(seen[0].2 < Duration::from_millis(180) && seen[1].2 >= Duration::from_millis(190));
}

#[test]
fn a_panic_of_the_watcher_leaves_no_process() {
    let pid = std::sync::Mutex::new(String::new());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut watch = |what: Seen<'_>| {
            let Seen::Output(_, piece) = what else { return };
            pid.lock().unwrap().push_str(std::str::from_utf8(piece).unwrap());
            std::panic::resume_unwind(Box::new("stop"));
        };
        world().processes.run(&shell("echo $$; exec sleep 60"), Some(&mut watch))
    }));
    assert!(panicked.is_err());
    let pid = pid.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    assert!(!Path::new(&format!("/proc/{}", pid.trim())).exists());
}

fn timed(mut command: Command, millis: u64) -> (ProcessError, Duration) {
    command.timeout = Some(Duration::from_millis(millis));
    let start = Instant::now();
    (probe(&command).unwrap_err(), start.elapsed())
}

#[test]
fn a_timeout_ends_the_whole_group() {
    let (error, took) = timed(shell("echo $$; sleep 60 & echo $!; (sleep 61; true) & sleep 62"), 100);
    assert_eq!(error.to_string(), "`/bin/sh` did not end within 100ms and was killed");
    assert!(took < Duration::from_millis(1500), "{took:?}");
    let output = error.output().unwrap().stdout.text();
    assert_eq!(output.lines().count(), 2);
    output.lines().for_each(assert_dies);
}

/// The program of util-linux, which begins a session: its own child when it leads a group, else itself.
fn outside(text: &str) -> String {
    format!("setsid sh -c 'echo $$; {text}'")
}

#[test]
fn a_timeout_ends_those_who_left_the_group() {
    for text in [
        outside("exec sleep 60"),
        // Nobody reads what it says, and its parent lives.
        format!("{} & sleep 62", outside("exec sleep 60 >/dev/null 2>&1")),
        // Its parent is gone, and it holds the output.
        format!("({} &); sleep 62", outside("exec sleep 60")),
        format!("{} & sleep 62", outside("sleep 60 & wait")),
    ] {
        let (error, took) = timed(shell(&text), 300);
        assert!(took < Duration::from_millis(1900), "{text}: {took:?}");
        let output = error.output().unwrap().stdout.text();
        assert_eq!(output.lines().count(), 1, "{text}");
        output.lines().for_each(assert_dies);
    }
}

#[test]
fn those_who_left_the_group_and_do_not_listen_are_killed_after_the_grace() {
    let text = format!("{} & trap 'echo cleaned; exit' TERM; wait", outside("trap \"\" TERM; sleep 60; sleep 60"));
    let (error, took) = timed(shell(&text), 300);
    assert!((Duration::from_secs(2)..Duration::from_secs(4)).contains(&took), "{took:?}");
    let output = error.output().unwrap().stdout.text();
    let mut lines = output.lines();
    assert_dies(lines.next().unwrap());
    assert_eq!(lines.next(), Some("cleaned"), "the group was asked");
}

#[test]
fn a_server_that_was_there_before_lives_on_though_it_was_handed_the_output() {
    let directory = tempfile::tempdir().unwrap();
    let client = directory.path().join("client");
    let client = client.display();
    let serve = format!("until [ -s {client} ]; do sleep 0.01; done; exec >/proc/$(cat {client})/fd/1; exec sleep 60");
    let mut server = std::process::Command::new("sh").args(["-c", &serve]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(30));
    let text = format!("echo $$ > {client}; sleep 0.5; readlink /proc/$$/fd/1 /proc/{}/fd/1; sleep 62", server.id());
    let (error, _) = timed(shell(&text), 1000);
    let output = error.output().unwrap().stdout.text();
    let pipes: Vec<&str> = output.lines().collect();
    assert!(pipes.len() == 2 && pipes[0] == pipes[1], "{output}");
    assert!(is_alive(&server.id().to_string()));
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn a_daemon_of_a_command_that_ended_by_itself_lives_on() {
    let finished = probe(&shell(&format!("{} >/dev/null 2>&1 & echo $!", outside("exec sleep 5")))).unwrap();
    let pid = finished.stdout.text();
    std::thread::sleep(Duration::from_millis(50));
    assert!(is_alive(&pid));
    let pid = rustix::process::Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
}

#[test]
fn those_who_do_not_listen_are_killed_after_the_grace() {
    let (error, took) = timed(shell("trap '' TERM; echo $$; sleep 60; sleep 60; sleep 60"), 100);
    assert!(matches!(error, ProcessError::TimedOut { .. }));
    assert!((Duration::from_secs(2)..Duration::from_secs(4)).contains(&took), "{took:?}");
    assert_dies(&error.output().unwrap().stdout.text());
}

#[test]
fn a_child_that_does_not_listen_is_killed_too() {
    let text = "(trap '' TERM; exec sleep 60) & echo $!; trap 'echo cleaned; exit 0' TERM; wait";
    let (error, took) = timed(shell(text), 100);
    let output = error.output().unwrap().stdout.text();
    let mut lines = output.lines();
    let child = lines.next().unwrap();
    assert_eq!(lines.next(), Some("cleaned"));
    assert!(took < Duration::from_secs(4), "{took:?}");
    assert_dies(child);
}

#[test]
fn what_ends_in_time_is_not_touched() {
    let mut command = shell("exit 7");
    command.timeout = Some(Duration::MAX);
    assert_eq!(probe(&command).unwrap().code, 7);
    command.timeout = Some(Duration::from_mins(1));
    assert_eq!(probe(&command).unwrap().code, 7);
}

#[test]
fn a_daemon_that_keeps_the_pipe_is_neither_waited_for_nor_killed() {
    let start = Instant::now();
    let finished = probe(&shell("sleep 5 & echo $!; exit 4")).unwrap();
    assert!(start.elapsed() < Duration::from_secs(2));
    assert_eq!(finished.code, 4);
    let pid = finished.stdout.text();
    assert!(is_alive(&pid));
    let pid = rustix::process::Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
}

#[test]
fn a_noisy_daemon_does_not_keep_us_busy() {
    let start = Instant::now();
    let finished = probe(&shell("yes & echo pid $! >&2; sleep 0.1; exit 0")).unwrap();
    assert!(start.elapsed() < Duration::from_secs(2));
    let pid = finished.stderr.text().replace("pid ", "");
    // Its output is closed with us, and that ends it.
    assert_dies(&pid);
}

#[test]
fn a_process_that_closes_its_output_is_still_waited_for() {
    let start = Instant::now();
    assert_eq!(probe(&shell("exec >&- 2>&-; sleep 0.2; exit 5")).unwrap().code, 5);
    assert!(start.elapsed() >= Duration::from_millis(190));
}

#[test]
fn an_interrupt_ends_the_group() {
    let interrupt = Interrupt::manual().unwrap();
    let world = WriteWorld::real(interrupt.clone(), Vec::new());
    let mut pids = String::new();
    let mut watch = |what: Seen<'_>| {
        let Seen::Output(_, piece) = what else { return };
        pids.push_str(std::str::from_utf8(piece).unwrap());
        interrupt.raise(Signal::Interrupt);
    };
    let error = world.processes.run(&shell("sleep 60 & echo $$ $!; wait"), Some(&mut watch)).unwrap_err();
    assert_eq!(error.to_string(), "`/bin/sh` was ended because of SIGINT");
    pids.split_whitespace().for_each(assert_dies);
    let again = world.read.processes.probe(&Command::of(["true"])).unwrap_err();
    assert!(matches!(again, ProcessError::Interrupted { signal: Signal::Interrupt, .. }));
}

#[test]
fn what_has_to_be_finished_is_waited_for_and_the_signal_is_told_once() {
    let interrupt = Interrupt::manual().unwrap();
    let world = WriteWorld::real(interrupt.clone(), Vec::new());
    let mut told = Vec::new();
    let mut watch = |what: Seen<'_>| match what {
        Seen::Output(..) => interrupt.raise(Signal::Terminate),
        Seen::Signal(signal) => told.push(signal),
    };
    let command = Command { stop: Stop::Finish, ..shell("echo begun; sleep 0.3; echo done; sleep 0.1; exit 4") };
    let finished = world.processes.run(&command, Some(&mut watch)).unwrap();
    assert_eq!((finished.code, finished.stdout.text().as_str()), (4, "begun\ndone\n"));
    assert_eq!(told, [Signal::Terminate]);
    let asked = Command { stop: Stop::Finish, ..shell("echo here") };
    assert_eq!(world.read.processes.probe(&asked).unwrap().stdout.text(), "here\n");
}

#[test]
fn an_interrupt_from_another_thread_wakes_us() {
    let interrupt = Interrupt::manual().unwrap();
    let world = WriteWorld::real(interrupt.clone(), Vec::new());
    let directory = tempfile::tempdir().unwrap();
    let ready = directory.path().join("ready");
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            crate::wait::until("the process", || ready.exists());
            interrupt.raise(Signal::Terminate);
        });
        let line = format!("touch {}; exec sleep 60", ready.display());
        let error = world.read.processes.probe(&shell(&line)).unwrap_err();
        assert!(matches!(error, ProcessError::Interrupted { signal: Signal::Terminate, .. }));
    });
    assert!(start.elapsed() < Duration::from_secs(50));
}

#[test]
fn every_process_is_a_group_of_its_own() {
    let stat = stdout(&Command::of(["cat", "/proc/self/stat"]));
    let fields: Vec<_> = stat.split_whitespace().collect();
    assert_eq!(fields[0], fields[4]);
}

#[test]
fn no_zombies_are_left() {
    let pids = [
        stdout(&shell("echo $$")),
        probe(&shell("echo $$; kill -9 $$")).unwrap_err().output().unwrap().stdout.text(),
        timed(shell("echo $$; exec sleep 60"), 50).0.output().unwrap().stdout.text(),
    ];
    for pid in pids {
        assert!(!Path::new(&format!("/proc/{}", pid.trim())).exists(), "{pid} is not reaped");
    }
}

#[test]
fn many_threads_may_run_processes() {
    let world = world();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let processes = &world.read.processes;
            scope.spawn(move || {
                for round in 0..10 {
                    let text = format!("{thread} {round}\n");
                    assert_eq!(processes.probe(&Command::of(["printf", "%s", &text])).unwrap().stdout.text(), text);
                }
            });
        }
    });
}

#[test]
fn whoever_holds_the_output_can_be_waited_for() {
    let early = shell("(sleep 0.2; echo late) & echo early");
    let whole = Command { end: End::Output, ..early.clone() };
    assert_eq!((stdout(&whole).as_str(), stdout(&early).as_str()), ("early\nlate\n", "early\n"));
    let timeout = Some(Duration::from_millis(100));
    let endless = Command { end: End::Output, timeout, ..shell("sleep 60 & echo early") };
    assert!(matches!(probe(&endless), Err(ProcessError::TimedOut { .. })));
}

#[test]
fn input_of_any_length_is_read() {
    for length in [1, 100, 1 << 20] {
        let mut command = Command::of(["cat"]);
        command.stdin = vec![b'x'; length];
        command.capture = 2 << 20;
        assert_eq!(probe(&command).unwrap().stdout.bytes.len(), length);
    }
    assert_eq!(stdout(&shell("wc -c | tr -d ' '")), "0\n");
}

#[test]
fn input_that_nobody_reads_is_no_error() {
    let mut command = shell("exec <&-; echo done");
    command.stdin = vec![b'x'; 1 << 20];
    assert_eq!(stdout(&command), "done\n");
    let mut stuck = shell("sleep 30");
    stuck.stdin = vec![b'x'; 1 << 20];
    stuck.timeout = Some(Duration::from_millis(100));
    assert!(matches!(probe(&stuck), Err(ProcessError::TimedOut { .. })));
}

#[test]
fn an_environment_can_be_said_as_a_whole() {
    let mut command = Command::of(["env"]);
    command.base = Base::Empty;
    command.environment = vec![("A".to_owned(), "1".to_owned())];
    assert_eq!(stdout(&command), "A=1\n");
}

#[test]
fn output_without_end_ends_the_process() {
    let start = Instant::now();
    let mut command = Command::of(["yes"]);
    command.capture = 1000;
    command.overflow = Overflow::End;
    let error = probe(&command).unwrap_err();
    assert_eq!(error.to_string(), "`yes` printed more than 1000 bytes and was killed");
    assert_eq!(error.output().unwrap().stdout.bytes.len(), 1000);
    assert!(start.elapsed() < Duration::from_secs(5));
    let mut short = shell("printf '%2000s' x");
    short.capture = 1000;
    short.overflow = Overflow::End;
    assert!(matches!(probe(&short), Err(ProcessError::TooMuch { .. })));
}
