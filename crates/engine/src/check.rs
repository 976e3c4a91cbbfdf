//! What a manifest says about health checks.

use diagnostics::{Code, Diagnostic, Span, Spanned};
use document::decode::{Decoder, Lenient, Period, Value};
use document::{choice, record};

record! {
    /// A check of a resource that is in its state: a command or goss rules.
    pub struct HealthCheck [name = "health check"] {
        /// A command in the manner of Nagios plugins: exit code 0 is fine.
        command: Option<Spanned<String>>,
        /// Rules in the form of goss.
        goss_rules: Option<Spanned<Value>> [deferred],
        /// `nagios` for a command, `goss` for rules.
        format: Option<Spanned<CheckFormat>>,
        /// What results are called; the last part of the command when left out.
        name: Option<String>,
        /// How often it is tried; once when left out.
        tries: Option<Spanned<i64>>,
        /// How long to wait between two tries; one second when left out.
        try_sleep: Option<Lenient<Period>> [literal],
        /// After this long a try is ended, and the check is UNKNOWN.
        timeout: Option<Lenient<Period>> [literal],
    }
}

choice! {
    /// How a health check speaks.
    pub enum CheckFormat {
        /// A command whose exit code is the answer.
        Nagios "nagios",
        /// Rules that are compared with the machine.
        Goss "goss",
    }
}

/// A health check that cannot be run.
pub(crate) static HEALTH_CHECK: Code = Code::new(
    "resource::health-check",
    "A health check has either a `command`, whose exit code says how the resource stands (0 OK, 1 WARNING, 2 CRITICAL, \
     anything else UNKNOWN), or `goss_rules`. `tries` is 1 or more, `try_sleep` and `timeout` are durations such as `5s`.",
);

impl HealthCheck {
    /// Reports what is wrong with it.
    pub(crate) fn check(&self, span: Span, decoder: &mut Decoder<'_>) -> Option<()> {
        let refuse = |decoder: &mut Decoder<'_>, message: &str, at: Span, help: &str| {
            let problem = Diagnostic::error(&HEALTH_CHECK, message).at(at, "given here");
            decoder.refuse::<()>(problem.help(help.to_owned()))
        };
        if let Some(tries) = self.tries.as_ref().filter(|tries| tries.value < 0) {
            return refuse(decoder, "`tries` must be 1 or more", tries.span, "leave it out to try once");
        }
        match (&self.command, &self.goss_rules) {
            (Some(_), Some(rules)) => {
                let message = "`command` and `goss_rules` are mutually exclusive";
                return refuse(decoder, message, rules.span, "make two checks of it");
            }
            (None, None) => {
                return refuse(decoder, "a health check needs a `command` or `goss_rules`", span, "add one of them");
            }
            (Some(command), None) if command.value.trim().is_empty() => {
                return refuse(decoder, "the command of a health check is empty", command.span, "write a command");
            }
            _ => {}
        }
        for time in [&self.try_sleep, &self.timeout].into_iter().flatten() {
            time.get()?;
        }
        let fits = if self.command.is_some() { CheckFormat::Nagios } else { CheckFormat::Goss };
        match &self.format {
            Some(format) if format.value != fits => {
                let message = format!("`format` must be `{fits}` here, not `{}`", format.value);
                refuse(decoder, &message, format.span, "leave it out: it follows from what is checked")
            }
            _ => Some(()),
        }
    }
}
