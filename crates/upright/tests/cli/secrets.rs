//! The canary: a secret goes in wherever one can, and must not come out anywhere.

use crate::test::Test;

pub(crate) const SECRET: &str = "S3NTINEL~v/Xq?zz>~~9f%\"w";
/// Too short to be looked for elsewhere; its own field must not show it.
const SHORT: &str = "s3n7";
/// A name that says nothing: its value may be shown.
const HARMLESS: &str = "quite-harmless-value";

fn encoded(command: &str) -> String {
    let output = std::process::Command::new("sh").arg("-c").arg(command).env("SECRET", SECRET).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The secret, and forms of it that commands make.
fn forms() -> Vec<String> {
    let mut forms = vec![SECRET.to_owned(), "S3NTINEL".to_owned()];
    for command in [
        "printf %s \"$SECRET\" | od -An -tx1 | tr -d ' \\n'",
        "printf %s \"$SECRET\" | od -An -tx1 | tr -d ' \\n' | tr a-f A-F",
    ] {
        forms.push(encoded(command));
    }
    for before in ["", "a", "ab"] {
        // The first and last characters hold bits of their neighbours.
        let whole = encoded(&format!("printf %s \"{before}${{SECRET}}\" | base64 -w0"));
        forms.push(whole[4..28].to_owned());
        forms.push(whole[4..28].replace('+', "-").replace('/', "_"));
    }
    forms.push("S3NTINEL~v%2FXq%3Fzz%3E".to_owned());
    forms
}

pub(crate) fn assert_no_secret(text: &str, place: &str) {
    for form in forms() {
        assert!(!text.contains(&form), "{place} shows `{form}`:\n{text}");
    }
}

/// A command that prints its secret in every way a shell knows.
const SPILL: &str = r#"
echo "plain $API_TOKEN"
printf 'without a line break %s' "$API_TOKEN"; echo
printf %s "$API_TOKEN" | base64 -w0; echo
printf 'a%s' "$API_TOKEN" | base64 -w0; echo
printf 'ab%s' "$API_TOKEN" | base64 -w0; echo
printf %s "$API_TOKEN" | base64 -w0 | tr +/ -_; echo
printf %s "$API_TOKEN" | od -An -tx1 | tr -d ' \n'; echo
printf %s "$API_TOKEN" | od -An -tx1 | tr -d ' \n' | tr a-f A-F; echo
echo "url S3NTINEL~v%2FXq%3Fzz%3E~~9f%25%22w"
echo "error: $API_TOKEN" >&2
"#;

fn manifest() -> String {
    let json = serde_json::json!({"ccm": {"pre_message": format!("The token is {SECRET}."), "resources": [
        {"file": {"name": "@ROOT@/config", "ensure": "present", "content": format!("token = {SECRET}\nport = 80\n"),
                  "owner": "@UID@", "group": "@GID@", "mode": "0600"}},
        {"exec": {"name": "shown", "command": SPILL, "provider": "shell", "logoutput": true,
                  "environment": [format!("API_TOKEN={SECRET}"), format!("DB_PASS={SHORT}"), format!("GREETING={HARMLESS}")]}},
        {"exec": {"name": "failed", "command": format!("{SPILL}\nexit 3"), "provider": "shell",
                  "environment": [format!("API_TOKEN={SECRET}")]}},
        {"exec": {"name": "slow", "command": format!("{SPILL}\nsleep 30"), "provider": "shell", "timeout": "1s",
                  "environment": [format!("API_TOKEN={SECRET}")]}},
        {"exec": {"name": "missing", "command": format!("/no/such/{SECRET}"), "environment": [format!("API_TOKEN={SECRET}")]}},
        {"exec": {"name": "not there", "command": "/bin/true", "cwd": format!("/no/such/{SECRET}")}},
    ]}});
    serde_json::to_string(&json).unwrap()
}

fn test() -> Test {
    Test::new().directory("session").file("site.yaml", manifest()).file("config", "token = old\n")
}

#[test]
fn no_output_of_a_run_shows_a_secret() {
    for form in ["text", "json", "jsonl", "yaml"] {
        for noop in [&["--noop"][..], &[]] {
            let mut test = test();
            let arguments = [&["apply", "site.yaml", "--output", form, "--session", "session"][..], noop].concat();
            let ended = test.again(&arguments, 1);
            assert_no_secret(&ended.raw(), &format!("{form} {noop:?}"));
            assert!(ended.raw().contains("<secret>"), "the value is hidden, the message is not: {}", ended.raw());
        }
    }
}

/// The run itself is not hindered by the masks.
#[test]
fn what_goes_to_its_destination_is_not_masked() {
    let test = test().args(["apply", "site.yaml"]);
    test.exit(1);
    assert_eq!(test.read("config"), format!("token = {SECRET}\nport = 80\n"));
}

#[test]
fn no_file_of_a_session_holds_a_secret() {
    for noop in [&["--noop"][..], &[]] {
        let mut test = test();
        test.again(&[&["apply", "site.yaml", "--session", "session"][..], noop].concat(), 1);
        let mut seen = 0;
        for entry in std::fs::read_dir(test.path("session")).unwrap() {
            let shown = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            assert_no_secret(&shown, "session");
            assert!(!shown.contains(SHORT), "{shown}");
            seen += 1;
        }
        assert_eq!(seen, 6);
    }
}

#[test]
fn a_short_secret_is_hidden_in_its_own_field() {
    let ended = test().args(["apply", "site.yaml", "--output", "jsonl"]).exit(1);
    let environment = ended.lines()[1]["properties"]["environment"].clone();
    assert_eq!(
        environment,
        serde_json::json!(["API_TOKEN=<secret>", "DB_PASS=<secret>", format!("GREETING={HARMLESS}")])
    );
}

/// A command that was read only in part, and one that is no list: the line that is shown holds the secret too.
#[test]
fn no_problem_of_a_document_shows_a_secret() {
    let bad = [
        "{name: a, environment: [API_TOKEN=S3NTINEL-of-a], tiemout: 3s}",
        "{name: b, environment: [API_TOKEN=S3NTINEL-of-b], returns: 0}",
        "{name: c, environment: [1_TOKEN=S3NTINEL-of-c]}",
        "{name: d, environment: {API_TOKEN: S3NTINEL-of-d}}",
        "{name: e, environment: API_TOKEN=S3NTINEL-of-e}",
        "{name: f, environment: [API_TOKEN=S3NTINEL-of-f], provider: none}",
        "{environment: [API_TOKEN=S3NTINEL-of-g]}",
        "[h: {environment: [API_TOKEN=S3NTINEL-of-h], ensure: gone}]",
        "{name: i, environment: [API_TOKEN=S3NTINEL-of-i], returns: [0",
        "{name: j, environment: [\"API_TOKEN=S3NTINEL-of-j\"]}: x",
    ];
    for item in bad {
        for command in ["apply", "check"] {
            let mut test = Test::new().file("site.yaml", format!("ccm:\n  resources:\n    - exec: {item}\n"));
            let raw = test.again(&[command, "site.yaml"], 3).raw();
            assert!(!raw.contains("S3NTINEL"), "{raw}");
        }
    }
}

#[test]
fn a_secret_on_the_command_line_is_not_repeated() {
    let mut test = Test::new();
    let bad = test.again(&["ensure", "exec", "a", "-e", "API_TOKEN=S3NTINEL-value", "--timeout", "soon"], 3);
    assert!(!bad.raw().contains("S3NTINEL"), "{}", bad.raw());
    let shown =
        test.again(&["ensure", "exec", "printenv API_TOKEN", "-e", "API_TOKEN=S3NTINEL-value", "--logoutput"], 0);
    assert!(shown.stdout().contains("    | <secret>\n"), "{}", shown.stdout());
}

/// The rule for names: parts between underscores count, and some values are no secrets whatever their name is.
#[test]
fn names_decide() {
    let shown = |setting: &str| {
        let mut test = Test::new();
        let (name, value) = setting.split_once('=').unwrap();
        let ended = test.again(&["ensure", "exec", &format!("printenv {name}"), "-e", setting, "--logoutput"], 0);
        ended.raw().contains(value)
    };
    for secret in [
        "PASSWORD=S3NTINEL-1",
        "my_token_file_secret=S3NTINEL-2",
        "AWS_KEY=S3NTINEL-3",
        "PASS=S3NTINEL-4",
        "X_CREDENTIALS_Y=S3NTINEL-5",
    ] {
        assert!(!shown(secret), "{secret}");
    }
    for harmless in [
        "TOKENIZER=S3NTINEL-1",
        "PASSWORDS=S3NTINEL-2",
        "KEY_FILE=/etc/S3NTINEL-3",
        "TOKEN_COUNT=1234567890",
        "USE_TOKEN=true",
    ] {
        assert!(shown(harmless), "{harmless}");
    }
}

#[test]
fn the_name_of_a_check_holds_no_part_of_a_secret() {
    let manifest = "data:\n  # @secret\n  pw: \"aa/correct-horse-battery-staple\"\nccm:\n  resources:\n    - exec:\n        - /bin/true:\n            health_checks:\n              - command: \"/bin/false --password {{ Data.pw }}\"\n";
    for form in ["text", "jsonl"] {
        let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "-o", form]);
        let ended = test.exit(1);
        assert!(!ended.raw().contains("battery"), "{}", ended.raw());
        assert!(ended.stdout().contains("false --password <secret>"), "{}", ended.stdout());
    }
}

/// A template that reads all data reads secrets too; what it makes without them is none.
#[test]
fn what_is_made_beside_a_secret_is_shown() {
    let secret = SECRET.replace('"', "\\\"");
    let manifest = format!(
        "data:\n  # @secret\n  password: \"{secret}\"\n  name: web-frontend\nccm:\n  resources:\n    - file:\n        \
         - \"@ROOT@/{{{{ jet('[[ data.name ]]') }}}}\": {{ensure: present, content: \"{{{{ jet('all.jet') }}}}\", owner: \"@UID@\", group: \"@GID@\", mode: \"0600\"}}\n    - exec:\n        \
         - \"echo {{{{ template('x.jet') }}}}\": {{logoutput: true}}\n        \
         - coded: {{command: \"cat @ROOT@/web-frontend; base64 -w0 @ROOT@/web-frontend\", provider: shell, logoutput: true}}\n        \
         - \"{{{{ Data.password != '' ? 'with-password' : 'open' }}}}\": {{command: /bin/true}}\n"
    );
    for form in ["text", "jsonl", "json", "yaml"] {
        let test = Test::new()
            .file("site.yaml", &manifest)
            .file("all.jet", "name=[[ data.name ]] password=[[ data.password ]]\n")
            .file("x.jet", "[[ data.name ]] is there")
            .args(["apply", "site.yaml", "-o", form]);
        let ended = test.exit(0);
        assert_no_secret(&ended.raw(), form);
        for shown in ["/web-frontend", "echo web-frontend is there", "with-password"] {
            assert!(ended.stdout().contains(shown), "{form} hides `{shown}`: {}", ended.stdout());
        }
        assert!(test.read("web-frontend").contains(SECRET));
    }
    let rehearsed = Test::new()
        .file("site.yaml", &manifest)
        .file("all.jet", "name=[[ data.name ]] password=[[ data.password ]]\n")
        .file("x.jet", "[[ data.name ]] is there")
        .args(["apply", "site.yaml", "--noop"]);
    let shown = rehearsed.exit(0);
    assert!(shown.stdout().contains("+name=web-frontend password=<secret>"), "{}", shown.stdout());
}

/// A setting that is worked out when its step is reached tells its secret before: other steps and the data have it too.
#[test]
fn a_secret_setting_with_an_expression_is_masked_from_the_beginning() {
    let manifest = "data: {tok: S3NTINEL-token, host: h}\nccm:\n  resources:\n    \
                    - exec: {name: a, command: '/bin/echo {{ Data.tok }} on {{ Data.host }}', logoutput: true}\n    \
                    - exec: {name: e, command: /bin/true, environment: ['A_TOKEN={{ Data.tok }}']}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    let rendered = test.again(&["apply", "site.yaml", "--render"], 0).stdout();
    assert!(!rendered.contains("S3NTINEL") && rendered.contains("tok: <secret>"), "{rendered}");
    assert!(rendered.contains("command: /bin/echo {{ Data.tok }} on {{ Data.host }}"), "{rendered}");
    let run = test.again(&["apply", "site.yaml"], 0);
    let shown = format!("{}{}", run.stdout(), run.stderr());
    assert!(!shown.contains("S3NTINEL") && shown.contains("<secret> on h"), "{shown}");
}

/// Whichever layer of the data it stands in.
#[test]
fn the_password_of_an_address_in_data_is_masked() {
    let manifest = "hierarchy: {order: ['role:web']}\n\
                    data: {u: 'http://bob:S3NTINEL-1@127.0.0.1:1/x'}\n\
                    overrides: {'role:web': {v: 'postgres://app:S3NTINEL-2@db'}}\n\
                    ccm:\n  resources:\n    - exec: {name: a, command: '/bin/echo {{ Data.u }} {{ Data.v }}', logoutput: true}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    for (command, expected) in [
        (&["hiera", "parse", "site.yaml", "--env"][..], "HIERA_U=http://bob:<secret>@127.0.0.1:1/x"),
        (&["hiera", "parse", "site.yaml"], "postgres://app:<secret>@db"),
        (&["data", "explain", "u", "site.yaml"], "u = \"http://bob:<secret>@127.0.0.1:1/x\""),
        (&["apply", "site.yaml", "--render"], "u: http://bob:<secret>@127.0.0.1:1/x"),
        (&["apply", "site.yaml"], "http://bob:<secret>@127.0.0.1:1/x postgres://app:<secret>@db"),
    ] {
        let run = test.again(command, 0);
        let shown = format!("{}{}", run.stdout(), run.stderr());
        assert!(!shown.contains("S3NTINEL") && shown.contains(expected), "{command:?}: {shown}");
    }
}
