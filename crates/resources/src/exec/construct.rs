//! Parts of a command line that only a shell understands.

use super::desired::Desired;

/// Programs that interpret what they are given.
const SHELLS: &[&str] = &["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "fish", "busybox"];

/// What to add to the error of a command that no shell has seen, although it was written for one.
pub(super) fn hint(line: &str, desired: &Desired) -> String {
    match (desired.shell, construct(line)) {
        (false, Some(part)) => {
            format!("; the posix provider runs no shell, so `{part}` is not interpreted: set `provider: shell`")
        }
        _ => String::new(),
    }
}

/// An operator of a shell that stands by itself, or the beginning of a command within the line: nobody writes those
/// for a program. Variables and patterns may well be meant for one.
pub(super) fn operator(line: &str) -> Option<&str> {
    let is_alone = |part: &str, at: usize| {
        line[..at].ends_with(char::is_whitespace) && line[at + part.len()..].starts_with(char::is_whitespace)
    };
    find(line, |part, at| {
        matches!(part, "$(" | "`") || (matches!(part, "|" | "||" | "&&" | ">" | ">>" | "<") && is_alone(part, at))
    })
}

/// The first part that a shell would interpret.
fn construct(line: &str) -> Option<&str> {
    find(line, |_, _| true)
}

/// Whether a line calls a shell by itself, with what follows as its script: `sh -c "echo $HOME"`.
fn calls_a_shell(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_shell = |word: &str| SHELLS.contains(&word.rsplit('/').next().unwrap_or(word));
    let is_script = |word: &str| word.len() > 1 && word.starts_with('-') && word.ends_with('c');
    words.iter().position(|word| is_shell(word)).is_some_and(|at| words[at..].iter().any(|word| is_script(word)))
}

/// The first part that a shell would interpret and that is `wanted`; what is quoted for a shell is not. A shell that the
/// line calls sees variables and what stands in quotes.
fn find(line: &str, wanted: impl Fn(&str, usize) -> bool) -> Option<&str> {
    let has_shell = calls_a_shell(line);
    let mut quote = None;
    let mut escaped = false;
    for (at, letter) in line.char_indices() {
        match (letter, quote) {
            _ if escaped => escaped = false,
            ('\\', None | Some('"')) => escaped = true,
            ('\'' | '"', None) => quote = Some(letter),
            (letter, Some(open)) if letter == open => quote = None,
            (_, Some('\'')) => {}
            _ => {
                let part = part(line, at, quote.is_some()).map(|length| &line[at..at + length]);
                let is_seen = |part: &str| has_shell && (quote.is_some() || part.starts_with(['$', '`']));
                if let Some(part) = part.filter(|part| !is_seen(part) && wanted(part, at)) {
                    return Some(part);
                }
            }
        }
    }
    None
}

/// The length of what a shell would interpret here; within double quotes only variables and commands count.
fn part(line: &str, at: usize, is_quoted: bool) -> Option<usize> {
    let (before, rest) = (&line[..at], &line[at..]);
    let begins = before.is_empty() || before.ends_with(char::is_whitespace);
    let ends = |length: usize| rest.len() == length || rest[length..].starts_with(char::is_whitespace);
    let double = |sign: &str| if rest.starts_with(sign) { 2 } else { 1 };
    match rest.as_bytes()[0] {
        b'$' => variable(rest),
        b'`' => Some(1),
        _ if is_quoted => None,
        b'|' => Some(double("||")),
        b'>' => Some(double(">>")),
        b'<' => Some(double("<<")),
        b'*' => Some(1),
        b'&' if rest.starts_with("&&") => Some(2),
        // A lone `&` within a word is more often a part of an address.
        b'&' if begins && ends(1) => Some(1),
        b';' if ends(1) => Some(1),
        b'~' if begins && (ends(1) || rest.starts_with("~/")) => Some(1),
        _ => None,
    }
}

fn variable(rest: &str) -> Option<usize> {
    let name = &rest[1..];
    if name.starts_with(['(', '{']) {
        return Some(2);
    }
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let length = name.find(|letter| !is_letter(letter)).unwrap_or(name.len());
    let is_name = length > 0 && !name.starts_with(|letter: char| letter.is_ascii_digit());
    is_name.then_some(length + 1)
}

#[cfg(test)]
mod tests {
    use super::{construct, operator};

    #[test]
    fn what_a_shell_would_interpret_is_found() {
        for (line, part) in [
            ("date | wc -l", "|"),
            ("make || true", "||"),
            ("a|b", "|"),
            ("echo x > /tmp/x", ">"),
            ("echo x >> /tmp/x", ">>"),
            ("sort < in", "<"),
            ("cd /srv && make", "&&"),
            ("sleep 9 &", "&"),
            ("cd /srv; make", ";"),
            ("cd /srv ; make", ";"),
            ("rm /tmp/*.log", "*"),
            ("echo $HOME/x", "$HOME"),
            ("echo \"$A_1 b\"", "$A_1"),
            ("echo ${HOME}", "${"),
            ("echo $(date)", "$("),
            ("echo `date`", "`"),
            ("ls ~", "~"),
            ("ls ~/x", "~"),
            ("printf 'é|' é|é", "|"),
            ("echo \"it's\" | cat", "|"),
            ("sh -c \"echo $HOME\" | cat", "|"),
            ("sh script.sh \"$HOME\"", "$HOME"),
            ("git commit -c $HOME", "$HOME"),
        ] {
            assert_eq!(construct(line), Some(part), "{line}");
        }
    }

    #[test]
    fn only_what_no_program_is_given_is_an_operator() {
        for (line, part) in [
            ("date | wc -l", Some("|")),
            ("test -f $X && make", Some("&&")),
            ("echo x > /tmp/x", Some(">")),
            ("echo $HOME $(date)", Some("$(")),
            ("echo `date`", Some("`")),
            ("find / -name *.log", None),
            ("curl http://host/?a|b", None),
            ("echo $HOME ~ a;b >x", None),
            ("expr 1 '>' 0", None),
        ] {
            assert_eq!(operator(line), part, "{line}");
        }
    }

    #[test]
    fn what_is_quoted_or_plain_is_not() {
        for line in [
            "",
            "true",
            "printf '%s|$HOME*' x",
            "printf \"a | b > c * ; ~\"",
            "find . -exec rm {} \\;",
            "echo \\$HOME \\* \"\\$HOME\"",
            "awk '{print $1}' file",
            "curl http://host/?a=1&b=2;c=3",
            "echo $ $1 $? a~b ~user",
            "echo it\\'s 'a \"quote' \"it's\"",
            "echo \\",
            "sh -c \"echo $HOME $(date) `date`\"",
            "/bin/bash -ec 'a | b'",
            "sh -c $SCRIPT",
            "env A=1 sh -c \"echo $A; exit 3\"",
        ] {
            assert_eq!(construct(line), None, "{line}");
        }
    }
}
