//! What can be typed after `secrets`.

use crate::solutions::flags::GLOBAL_HELP;
use clap::{Arg, ArgAction, ArgGroup, Command, ValueHint, value_parser};
use std::path::PathBuf;

/// `upright secrets …`.
pub(crate) fn command() -> Command {
    Command::new("secrets")
        .about("Keeps encrypted values for solutions")
        .defer(|command| { command
        .long_about(
            "Keeps encrypted values for solutions.\n\nEach secret is a file of its own, encrypted with a master key that \
             comes from the keychain, from SCAFCTL_SECRET_KEY or from a file, in this order; the file is made with the \
             first secret. Nothing is removed because a key is missing or a file is damaged.",
        )
        .after_help(format!(
            "Examples:\n  \
             upright secrets set db-pass < password.txt\n  \
             upright secrets get db-pass\n  \
             upright secrets export --output backup.enc --encrypt\n  \
             upright secrets rotate\n\n{GLOBAL_HELP}"
        ))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(set())
        .subcommand(get())
        .subcommand(list())
        .subcommand(exists())
        .subcommand(delete())
        .subcommand(rotate())
        .subcommand(export())
        .subcommand(import())
        })
}

fn set() -> Command {
    Command::new("set")
        .about("Keeps a secret")
        .long_about(
            "Keeps a secret. Its value is the second argument, or comes from a file or standard input, as it is, with its \
             last line break. On a terminal it is asked for, and not shown.",
        )
        .arg(name())
        .arg(
            Arg::new("text").value_name("VALUE").allow_hyphen_values(true).help("The value; others can see it in `ps`"),
        )
        .arg(
            Arg::new("value")
                .long("value")
                .value_name("VALUE")
                .allow_hyphen_values(true)
                .help("The same, as a flag"),
        )
        .arg(path("file", "The value from a file").value_name("FILE"))
        .group(ArgGroup::new("given").args(["text", "value", "file"]))
        .arg(switch("overwrite", "Replace a secret that is there"))
        .arg(all())
}

fn get() -> Command {
    Command::new("get")
        .about("Prints the value of a secret")
        .arg(name())
        .arg(form(&["text", "json", "yaml"], "text: the value itself; json, yaml: with its name"))
        .arg(switch("no-newline", "Do not print a line break behind the value"))
        .arg(all())
}

fn list() -> Command {
    Command::new("list")
        .about("Prints the names of all secrets")
        .arg(form(&["table", "json", "yaml"], "table for people; json or yaml for programs"))
        .arg(all())
}

fn exists() -> Command {
    Command::new("exists").about("Says whether there is a secret: exit code 0 or 1").arg(name()).arg(all())
}

fn delete() -> Command {
    Command::new("delete").about("Removes a secret").arg(name()).arg(force()).arg(all())
}

fn rotate() -> Command {
    Command::new("rotate")
        .about("Replaces the master key, and encrypts all secrets with the new one")
        .long_about(
            "Replaces the master key, and encrypts all secrets with the new one.\n\nWhen it is cut off, either key opens \
             all secrets, and the next rotation finishes it. A key that comes from SCAFCTL_SECRET_KEY cannot be replaced \
             there: the new one is written to the file that --key-file names.",
        )
        .arg(path("key-file", "A new file for a key that comes from SCAFCTL_SECRET_KEY").value_name("FILE"))
        .arg(force())
}

fn export() -> Command {
    Command::new("export")
        .about("Writes all secrets to one document")
        .arg(path("output", "The document; - is standard output").short('o').value_name("FILE").required(true))
        .arg(
            Arg::new("format")
                .long("format")
                .short('f')
                .value_name("FORM")
                .value_parser(["yaml", "json"])
                .default_value("yaml")
                .help("The form of the document"),
        )
        .arg(switch("encrypt", "Encrypt it with a password, which is asked for, or comes from standard input"))
        .arg(password_file().requires("encrypt"))
        .arg(all())
}

fn import() -> Command {
    Command::new("import")
        .about("Takes secrets from a document that `export` wrote")
        .arg(
            Arg::new("document")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::FilePath)
                .help("The document; - is standard input"),
        )
        .arg(switch("dry-run", "Say what would be done, and do nothing"))
        .arg(switch("overwrite", "Replace secrets that are there; they are skipped otherwise"))
        .arg(password_file())
        .arg(all())
}

fn name() -> Arg {
    Arg::new("name").required(true).help("The name of the secret: letters, digits, dots, dashes and underscores")
}

fn all() -> Arg {
    switch("all", "Secrets of programs too: those whose names begin with `scafctl.`")
}

fn force() -> Arg {
    switch("force", "Do not ask").short('f')
}

fn form(forms: &[&'static str], help: &'static str) -> Arg {
    let arg = Arg::new("output").long("output").short('o').value_name("FORM").value_parser(forms.to_vec());
    arg.default_value(forms[0]).help(help)
}

fn password_file() -> Arg {
    path("password-file", "The password from a file").value_name("FILE")
}

fn path(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_parser(value_parser!(PathBuf)).value_hint(ValueHint::FilePath).help(help)
}

fn switch(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}
