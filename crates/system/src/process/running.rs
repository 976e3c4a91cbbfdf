//! A process that runs: its output, its end, and how it is ended. One wait for everything, no thread.

use super::at_work::AtWork;
use super::family::Family;
use super::input::Input;
use super::{Command, End, Finished, Output, Overflow, ProcessError, Seen, Stop, Stream, Watch, signals};
use crate::interrupt::poll_for;
use crate::{Interrupt, Signal};
use diagnostics::Redactor;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, PidfdFlags, Signal as Sent, WaitId, WaitIdOptions, kill_process_group, pidfd_open, waitid};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

/// How long a group may take to end after it was asked to.
const GRACE: Duration = Duration::from_secs(2);
/// How long we wait for the kernel to end a group that was killed.
const KILLED: Duration = Duration::from_secs(5);
/// How often a kernel that cannot tell us is asked.
const ASK_AGAIN: Duration = Duration::from_millis(10);
/// What is read of a stream at once.
const PIECE: usize = 64 * 1024;
/// What is still read after the end: no pipe holds more, and nobody can keep us busy.
const REST: usize = 1024 * 1024;

pub(super) struct Running<'a, 'w> {
    child: Child,
    group: Pid,
    /// Becomes readable when the process ends.
    ended: Option<OwnedFd>,
    pipes: [Option<OwnedFd>; 2],
    input: Input<'a>,
    output: Output,
    buffer: Vec<u8>,
    command: &'a Command,
    /// That it ends with us.
    at_work: Option<AtWork>,
    watch: Option<&'a mut Watch<'w>>,
    /// Whether it was asked to end: nothing else counts any more.
    ending: bool,
    reaped: bool,
}

/// What came first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Ended,
    TimeIsUp,
    TooMuch,
    Interrupted(Signal),
}

const STREAMS: [Stream; 2] = [Stream::Stdout, Stream::Stderr];

impl<'a, 'w> Running<'a, 'w> {
    pub(super) fn new(mut child: Child, command: &'a Command, watch: Option<&'a mut Watch<'w>>) -> io::Result<Self> {
        let group = Pid::from_child(&child);
        let at_work = (command.stop == Stop::End).then(|| AtWork::note(group));
        let pipes = [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
        let ended = pidfd_open(group, PidfdFlags::empty()).ok();
        let input = Input::new(child.stdin.take().map(OwnedFd::from), &command.stdin)?;
        let output = Output::default();
        let buffer = Vec::with_capacity(PIECE);
        let (ending, reaped) = (false, false);
        let running =
            Self { child, group, ended, pipes, input, output, buffer, command, at_work, watch, ending, reaped };
        running.pipes.iter().flatten().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        Ok(running)
    }

    pub(super) fn finish(mut self, interrupt: &Interrupt, redactor: &Redactor) -> Result<Finished, ProcessError> {
        let until = self.command.timeout.and_then(|time| Instant::now().checked_add(time));
        let never = Interrupt::never();
        let mut event = self.wait(until, interrupt);
        if let (Event::Interrupted(signal), Stop::Finish) = (event, self.command.stop) {
            self.tell(Seen::Signal(signal));
            event = self.wait(until, &never);
        }
        let interrupt = if self.command.stop == Stop::Finish { &never } else { interrupt };
        if event == Event::Ended && self.command.end == End::Output {
            event = self.wait_for_output(until, interrupt);
        }
        match event {
            Event::Ended => self.read_rest(),
            Event::TimeIsUp | Event::TooMuch | Event::Interrupted(_) => self.end(),
        }
        let status = self.reap();
        self.output.keep_secrets_whole(redactor);
        self.judge(event, status)
    }

    /// Reads output until one of the events comes.
    fn wait(&mut self, until: Option<Instant>, interrupt: &Interrupt) -> Event {
        loop {
            if let Some(signal) = interrupt.signalled() {
                return Event::Interrupted(signal);
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let ready = self.poll(left, interrupt);
            self.read_ready(ready);
            if ready.input {
                self.input.write_some();
            }
            if self.has_ended(ready) {
                return Event::Ended;
            }
            if self.is_too_much() {
                return Event::TooMuch;
            }
            if left == Some(Duration::ZERO) {
                return Event::TimeIsUp;
            }
        }
    }

    /// The process has ended; reads until nobody holds its output any more.
    fn wait_for_output(&mut self, until: Option<Instant>, interrupt: &Interrupt) -> Event {
        while self.pipes.iter().any(Option::is_some) {
            if let Some(signal) = interrupt.signalled() {
                return Event::Interrupted(signal);
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Event::TimeIsUp;
            }
            let mut fds: Vec<_> = self.pipes.iter().flatten().map(|pipe| PollFd::new(pipe, PollFlags::IN)).collect();
            fds.extend(interrupt.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
            poll_for(&mut fds, left);
            self.read_ready(Ready { pipes: [true, true], ended: true, input: false });
            if self.is_too_much() {
                return Event::TooMuch;
            }
        }
        Event::Ended
    }

    fn is_too_much(&self) -> bool {
        !self.ending && self.command.overflow == Overflow::End && self.output.is_cut()
    }

    fn poll(&self, left: Option<Duration>, interrupt: &Interrupt) -> Ready {
        let ended = self.ended.as_ref().map(AsFd::as_fd);
        let sources = self.pipes.each_ref().map(|pipe| pipe.as_ref().map(AsFd::as_fd));
        let sources = [sources[0], sources[1], ended, interrupt.fd(), self.input.fd()];
        let wanted = [PollFlags::IN, PollFlags::IN, PollFlags::IN, PollFlags::IN, PollFlags::OUT];
        let given = sources.iter().zip(wanted).filter_map(|(fd, wanted)| Some((fd.as_ref()?, wanted)));
        let mut fds: Vec<_> = given.map(|(fd, wanted)| PollFd::from_borrowed_fd(*fd, wanted)).collect();
        let time = if ended.is_some() { left } else { Some(left.map_or(ASK_AGAIN, |left| left.min(ASK_AGAIN))) };
        poll_for(&mut fds, time);
        let mut polled = fds.iter();
        let mut is_ready =
            |index: usize| sources[index].is_some() && polled.next().is_some_and(|fd| !fd.revents().is_empty());
        let (pipes, ended) = ([is_ready(0), is_ready(1)], is_ready(2));
        is_ready(3);
        Ready { pipes, ended, input: is_ready(4) }
    }

    fn has_ended(&self, ready: Ready) -> bool {
        if self.ended.is_some() {
            return ready.ended;
        }
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        !matches!(waitid(WaitId::Pid(self.group), look), Ok(None))
    }

    fn read_ready(&mut self, ready: Ready) {
        for index in 0..STREAMS.len() {
            if ready.pipes[index] {
                self.read_piece(index);
            }
        }
    }

    /// How much came; `None` when there is nothing now, or no more at all.
    fn read_piece(&mut self, index: usize) -> Option<usize> {
        self.buffer.clear();
        let pipe = self.pipes[index].as_ref()?;
        match rustix::io::read(pipe, rustix::buffer::spare_capacity(&mut self.buffer)) {
            Ok(0) => self.pipes[index] = None,
            Ok(length) => {
                self.take_piece(STREAMS[index]);
                return Some(length);
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.pipes[index] = None,
        }
        None
    }

    fn take_piece(&mut self, stream: Stream) {
        self.output.stream(stream).add(&self.buffer, self.command.capture);
        if let Some(watch) = &mut self.watch {
            watch(Seen::Output(stream, &self.buffer));
        }
    }

    fn tell(&mut self, seen: Seen<'_>) {
        if let Some(watch) = &mut self.watch {
            watch(seen);
        }
    }

    /// Takes what is in the pipes. Somebody else may still hold their other ends, a daemon that was started for example;
    /// that is not waited for.
    fn read_rest(&mut self) {
        for index in 0..STREAMS.len() {
            let mut taken = 0;
            while taken < REST
                && let Some(length) = self.read_piece(index)
            {
                taken += length;
            }
        }
    }

    /// Asks the whole group, and those who left it, to end, and kills what is left.
    fn end(&mut self) {
        self.ending = true;
        let never = Interrupt::never();
        let until = Instant::now() + GRACE;
        let mut family = Family::of(self.group);
        family.look(self.pipes.iter().flatten());
        self.send(Sent::TERM);
        family.send(Sent::TERM);
        if self.wait(Some(until), &never) == Event::Ended {
            self.wait_for_children(until);
            family.wait(until);
        }
        // The process is not reaped yet, so this number still belongs to its group and to nobody else.
        self.send(Sent::KILL);
        let killed = Instant::now() + KILLED;
        family.kill(&self.pipes, killed);
        self.wait(Some(killed), &never);
        self.read_rest();
    }

    /// As long as a pipe is held, a child that is still cleaning up may hold it.
    fn wait_for_children(&mut self, until: Instant) {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if self.pipes.iter().all(Option::is_none) || left.is_zero() {
                return;
            }
            let mut fds: Vec<_> = self.pipes.iter().flatten().map(|pipe| PollFd::new(pipe, PollFlags::IN)).collect();
            poll_for(&mut fds, Some(left));
            self.read_ready(Ready { pipes: [true, true], ended: true, input: false });
        }
    }

    fn send(&self, signal: Sent) {
        ignore_nobody_there(kill_process_group(self.group, signal));
    }

    /// Takes the exit status. A process that even the kernel cannot end is left behind.
    fn reap(&mut self) -> io::Result<Option<ExitStatus>> {
        self.reaped = true;
        self.at_work = None;
        self.child.try_wait()
    }

    fn judge(mut self, event: Event, status: io::Result<Option<ExitStatus>>) -> Result<Finished, ProcessError> {
        let program = self.command.words[0].clone();
        let output = std::mem::take(&mut self.output);
        match (event, status) {
            (Event::TimeIsUp, _) => {
                let after = self.command.timeout.unwrap_or_default();
                Err(ProcessError::TimedOut { program, after, output: Box::new(output) })
            }
            (Event::Interrupted(signal), _) => {
                Err(ProcessError::Interrupted { program, signal, output: Box::new(output) })
            }
            // One that ended by itself may have said the rest after that.
            (Event::TooMuch, _) | (Event::Ended, Ok(_))
                if self.command.overflow == Overflow::End && output.is_cut() =>
            {
                Err(ProcessError::TooMuch { program, limit: self.command.capture, output: Box::new(output) })
            }
            (Event::Ended | Event::TooMuch, Ok(status)) => finished(program, status.unwrap_or_default(), output),
            (Event::Ended | Event::TooMuch, Err(source)) => Err(ProcessError::Start { program, source }),
        }
    }
}

/// A watcher that panics must not leave a process behind.
impl Drop for Running<'_, '_> {
    fn drop(&mut self) {
        if !self.reaped {
            self.send(Sent::KILL);
            self.at_work = None;
            // It was killed, so it ends; its status interests nobody.
            let _ = self.child.wait();
        }
    }
}

#[derive(Clone, Copy)]
struct Ready {
    pipes: [bool; 2],
    ended: bool,
    input: bool,
}

fn finished(program: String, status: ExitStatus, output: Output) -> Result<Finished, ProcessError> {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ok(Finished { code, stdout: output.stdout, stderr: output.stderr }),
        (None, number) => {
            let number = number.unwrap_or_default();
            Err(ProcessError::Signalled { program, signal: signals::name(number), number, output: Box::new(output) })
        }
    }
}

/// A group that is gone needs no signal.
fn ignore_nobody_there(_: Result<(), Errno>) {}
