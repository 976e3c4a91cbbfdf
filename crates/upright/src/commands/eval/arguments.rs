//! What can be typed after `eval`.

use clap::{Arg, ArgAction, ArgGroup, Command};

use super::LANGUAGES;
use crate::limits;

/// The command with a subcommand per language.
pub(crate) fn command() -> Command {
    Command::new("eval").about("Works out one expression or template").defer(filled)
}

fn filled(command: Command) -> Command {
    let mut command = command
        .long_about(
            "Works out one expression or template, with data from the command line, a file or standard input, and shows \
             mistakes with a caret under the place. Nothing is changed.",
        )
        .after_help(
            "Examples:\n  \
             upright eval cel '_.users.filter(u, u.age > 17).map(u, u.name)' --file users.json\n  \
             upright eval expr 'Data.port ?? 8080' --data '{\"port\": 80}'\n  \
             upright eval gjson 'users.#(age>17)#.name' --file users.yaml\n  \
             upright eval template -t 'Hello {{ .name | upper }}' --data '{\"name\": \"ada\"}'",
        )
        .subcommand_required(true)
        .arg_required_else_help(true);
    for language in LANGUAGES {
        command = command.subcommand(one(language));
    }
    command.subcommand(validate())
}

fn one(language: &super::Language) -> Command {
    let command = Command::new(language.name).about(language.about).long_about(language.more);
    let command = if language.is_template() { templates(command) } else { expressions(command, language.text) };
    command.args(data_arguments()).arg(output()).args(limits::document_flags())
}

/// Where data comes from.
pub(crate) fn data_arguments() -> [Arg; 3] {
    [
        Arg::new("data").long("data").value_name("JSON").allow_hyphen_values(true).help("Data, as JSON (or YAML)"),
        Arg::new("file")
            .long("file")
            .short('f')
            .value_name("FILE")
            .conflicts_with("data")
            .value_hint(clap::ValueHint::FilePath)
            .help("Data from a file with JSON or YAML; - is standard input"),
        Arg::new("var")
            .long("var")
            .short('v')
            .value_name("NAME=VALUE")
            .action(ArgAction::Append)
            .help("A variable; its value is JSON, or text when it is no JSON. May be repeated"),
    ]
}

fn expressions(command: Command, name: &'static str) -> Command {
    command
        .arg(Arg::new("text").value_name(name).allow_hyphen_values(true).help("What to work out"))
        .arg(
            Arg::new("expression")
                .long("expression")
                .value_name(name)
                .allow_hyphen_values(true)
                .help("The same, as a flag"),
        )
        .arg(
            Arg::new("expression-file")
                .long("expression-file")
                .value_name("FILE")
                .value_hint(clap::ValueHint::FilePath)
                .help("The same from a file; - is standard input"),
        )
        .group(ArgGroup::new("what").args(["text", "expression", "expression-file"]).required(true))
}

fn templates(command: Command) -> Command {
    command
        .arg(Arg::new("text").value_name("TEMPLATE").allow_hyphen_values(true).help("The template"))
        .arg(
            Arg::new("template")
                .long("template")
                .short('t')
                .value_name("TEMPLATE")
                .allow_hyphen_values(true)
                .help("The same, as a flag"),
        )
        .arg(
            Arg::new("template-file")
                .long("template-file")
                .value_name("FILE")
                .value_hint(clap::ValueHint::FilePath)
                .help("The template from a file; - is standard input"),
        )
        .group(ArgGroup::new("what").args(["text", "template", "template-file"]).required(true))
        .args(delimiters())
        .arg(
            Arg::new("show-refs")
                .long("show-refs")
                .action(ArgAction::SetTrue)
                .help("List the fields that the template refers to, and render nothing"),
        )
}

fn delimiters() -> [Arg; 2] {
    [
        Arg::new("left").long("left-delimiter").value_name("TEXT").requires("right").help("What begins an action"),
        Arg::new("right").long("right-delimiter").value_name("TEXT").requires("left").help("What ends an action"),
    ]
}

fn validate() -> Command {
    let types: Vec<&str> = LANGUAGES.iter().map(|language| language.kind).collect();
    Command::new("validate")
        .about("Says whether an expression or template could be used")
        .arg(Arg::new("text").value_name("TEXT").allow_hyphen_values(true).help("The expression or template"))
        .arg(
            Arg::new("expression")
                .long("expression")
                .visible_alias("template")
                .visible_short_alias('t')
                .value_name("TEXT")
                .allow_hyphen_values(true)
                .help("The same, as a flag"),
        )
        .arg(
            Arg::new("expression-file")
                .long("expression-file")
                .visible_alias("template-file")
                .value_name("FILE")
                .value_hint(clap::ValueHint::FilePath)
                .help("The same from a file; - is standard input"),
        )
        .group(ArgGroup::new("what").args(["text", "expression", "expression-file"]).required(true))
        .arg(
            Arg::new("type")
                .long("type")
                .value_name("LANGUAGE")
                .value_parser(types)
                .default_value("cel")
                .help("Its language"),
        )
        .args(delimiters())
        .arg(output())
        .args(limits::document_flags())
}

fn output() -> Arg {
    Arg::new("output")
        .long("output")
        .short('o')
        .value_name("FORM")
        .value_parser(["auto", "json", "yaml"])
        .default_value("auto")
        .help("auto: the value itself; json, yaml: with its type and what was asked")
}
