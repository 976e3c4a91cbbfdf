//! Processes that only say what they were told to say.

use super::{Command, Finished, Outliving, Probe, ProcessError, Run, Seen, Stream, Watch};
use crate::FakeEnvironment;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Scripted answers, and a record of what was asked.
#[derive(Default)]
pub struct FakeProcesses {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    scripts: Vec<Script>,
    probes: Vec<Command>,
    runs: Vec<Command>,
    outliving: VecDeque<Vec<Outliving>>,
}

/// Which commands an answer is for, and the answers in turn.
enum Script {
    Words(Vec<String>, VecDeque<Finished>),
    When(Predicate, Arc<Answer>),
}

type Predicate = Box<dyn Fn(&Command) -> bool + Send + Sync>;
type Answer = dyn Fn(&Command) -> Result<Finished, ProcessError> + Send + Sync;

impl FakeProcesses {
    /// Answers exactly these words. Said several times, the answers come in turn and the last one stays.
    pub fn answer(&self, words: &[&str], finished: Finished) {
        let mut state = self.state();
        let known = state.scripts.iter_mut().find_map(|script| match script {
            Script::Words(known, answers) if known == words => Some(answers),
            _ => None,
        });
        if let Some(answers) = known {
            answers.push_back(finished);
        } else {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            state.scripts.push(Script::Words(words, VecDeque::from([finished])));
        }
    }

    /// Answers what the predicate wants to answer; `answer` may change other fakes as a real command would.
    pub fn answer_when(
        &self,
        wanted: impl Fn(&Command) -> bool + Send + Sync + 'static,
        answer: impl Fn(&Command) -> Result<Finished, ProcessError> + Send + Sync + 'static,
    ) {
        self.state().scripts.push(Script::When(Box::new(wanted), Arc::new(answer)));
    }

    /// Processes of a run that died. Said several times, the answers come in turn; nobody is left after the last one.
    pub fn outlive(&self, processes: Vec<Outliving>) {
        self.state().outliving.push_back(processes);
    }

    /// What was asked, in order.
    pub fn probes(&self) -> Vec<Command> {
        self.state().probes.clone()
    }

    /// What was run to change things, in order.
    pub fn runs(&self) -> Vec<Command> {
        self.state().runs.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reply(&self, command: &Command) -> Result<Finished, ProcessError> {
        if command.words.is_empty() {
            return Err(ProcessError::Empty);
        }
        let found = self.state().scripts.iter_mut().find_map(|script| script.reply_to(command));
        match found {
            Some(Reply::Said(finished)) => Ok(finished),
            // Answered without the lock, because the answer may look at us.
            Some(Reply::Made(answer)) => answer(command),
            None => Err(ProcessError::not_found(command, &FakeEnvironment::default())),
        }
    }
}

enum Reply {
    Said(Finished),
    Made(Arc<Answer>),
}

impl Script {
    fn reply_to(&mut self, command: &Command) -> Option<Reply> {
        match self {
            Self::Words(words, answers) if *words == command.words => {
                let answer = if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() };
                answer.map(Reply::Said)
            }
            Self::When(wanted, answer) if wanted(command) => Some(Reply::Made(Arc::clone(answer))),
            _ => None,
        }
    }
}

impl Probe for FakeProcesses {
    fn probe(&self, command: &Command) -> Result<Finished, ProcessError> {
        self.state().probes.push(command.clone());
        self.reply(command)
    }
}

impl Run for FakeProcesses {
    fn run(&self, command: &Command, watch: Option<&mut Watch<'_>>) -> Result<Finished, ProcessError> {
        self.state().runs.push(command.clone());
        let finished = self.reply(command)?;
        if let Some(watch) = watch {
            watch(Seen::Output(Stream::Stdout, &finished.stdout.bytes));
            watch(Seen::Output(Stream::Stderr, &finished.stderr.bytes));
        }
        Ok(finished)
    }

    fn note_in(&self, _: &Path, _: &str) {}

    fn outliving(&self, _: &Path, _: &str, _: Option<&str>) -> Vec<Outliving> {
        self.state().outliving.pop_front().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_turn_and_the_last_one_stays() {
        let fake = FakeProcesses::default();
        fake.answer(&["is-active"], Finished::new(3, "inactive\n", ""));
        fake.answer(&["is-active"], Finished::new(0, "active\n", ""));
        let codes: Vec<_> = (0..3).map(|_| fake.probe(&Command::of(["is-active"])).unwrap().code).collect();
        assert_eq!(codes, [3, 0, 0]);
        assert_eq!(fake.probes().len(), 3);
        assert!(fake.runs().is_empty());
    }

    #[test]
    fn predicates_answer_and_the_watcher_sees_it() {
        let fake = FakeProcesses::default();
        fake.answer_when(|command| command.words[0] == "apt-get", |_| Ok(Finished::new(0, "done", "warning")));
        let mut seen = Vec::new();
        let mut watch = |what: Seen<'_>| match what {
            Seen::Output(stream, piece) => seen.push((stream, piece.to_vec())),
            Seen::Signal(signal) => panic!("{signal}"),
        };
        fake.run(&Command::of(["apt-get", "install"]), Some(&mut watch)).unwrap();
        assert_eq!(seen, [(Stream::Stdout, b"done".to_vec()), (Stream::Stderr, b"warning".to_vec())]);
        assert_eq!(fake.runs(), [Command::of(["apt-get", "install"])]);
        assert!(fake.probes().is_empty());
    }

    #[test]
    fn what_was_not_scripted_is_not_found() {
        let fake = FakeProcesses::default();
        let error = fake.probe(&Command::of(["dnf"])).unwrap_err();
        assert!(error.to_string().starts_with("program `dnf` is not found in /usr/bin:"), "{error}");
        assert!(matches!(fake.probe(&Command::of::<&str>([])), Err(ProcessError::Empty)));
    }
}
