//! The canary in data: a value that is annotated as secret goes through every command, and comes out of none.

use crate::secrets::{SECRET, assert_no_secret};
use crate::test::Test;

fn manifest() -> String {
    let secret = SECRET.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "\
data:
  # @secret
  password: \"{secret}\"
  nested:
    # @secret
    inner: {{deep: \"x{secret}y\"}}
  shown: \"harmless-value\"
ccm:
  pre_message: \"The password is {{{{ Data.password }}}}.\"
  resources:
    - file:
        - @ROOT@/config:
            ensure: present
            content: |
              password={{{{ Data.password }}}}
              deep={{{{ lookup('data.nested.inner.deep') }}}}
              coded={{{{ toBase64(Data.password) }}}}
              whole={{{{ Data.nested }}}}
            owner: \"@UID@\"
            group: \"@GID@\"
            mode: \"0600\"
    - exec:
        - login:
            command: \"printf '%s' '{{{{ toBase64(Data.password) }}}}'; echo $TOKEN; exit 3\"
            provider: shell
            environment: [\"TOKEN={{{{ Data.password }}}}\"]
            health_checks:
              - command: \"echo {{{{ toBase64(Data.password) }}}}\"
              - goss_rules:
                  matching:
                    pass: {{content: \"{{{{ Data.password }}}}\", matches: nothing}}
        - broken:
            command: \"{{{{ int(Data.password) }}}}\"
        - condition:
            command: /bin/true
            control: {{if: \"int(Data.password) == 1\"}}
"
    )
}

fn test() -> Test {
    Test::new().directory("session").file("site.yaml", manifest()).file("config", "password=old\n")
}

#[test]
fn no_command_shows_a_secret_of_data() {
    let commands: &[(&[&str], i32)] = &[
        (&["apply", "site.yaml", "--noop"], 0),
        (&["apply", "site.yaml", "--render"], 0),
        (&["apply", "site.yaml", "--session", "session"], 1),
        (&["apply", "site.yaml", "--noop", "--output", "json"], 0),
        (&["apply", "site.yaml", "--output", "jsonl"], 1),
        (&["apply", "site.yaml", "--output", "yaml"], 1),
        (&["apply", "site.yaml", "--monitor-only"], 1),
        (&["check", "site.yaml"], 0),
        (&["check", "site.yaml", "--output", "json"], 0),
        (&["hiera", "parse", "site.yaml"], 0),
        (&["hiera", "parse", "site.yaml", "--yaml"], 0),
        (&["hiera", "parse", "site.yaml", "--env"], 0),
        (&["hiera", "parse", "site.yaml", "--query", "nested.inner.deep"], 0),
        (&["data", "explain", "password", "site.yaml"], 0),
        (&["data", "explain", "nested", "site.yaml"], 0),
    ];
    for (command, code) in commands {
        let mut test = test();
        let ended = test.again(command, *code);
        assert_no_secret(&ended.raw(), &command.join(" "));
        for entry in std::fs::read_dir(test.path("session")).unwrap() {
            assert_no_secret(&std::fs::read_to_string(entry.unwrap().path()).unwrap(), "session");
        }
    }
}

/// The commands for one resource read their data from `.hiera`.
#[test]
fn no_command_about_one_resource_shows_a_secret_of_data() {
    let secret = SECRET.replace('"', "\\\"");
    let hiera = format!("data:\n  # @secret\n  password: \"{secret}\"\n");
    let spill = "printf '%s\\n' '{{ Data.password }}'; printf %s '{{ Data.password }}' | base64 -w0; exit 3";
    let request = |properties: &str| {
        format!("protocol: io.choria.ccm.v1.resource.ensure.request\ntype: exec\nproperties: {properties}\n")
    };
    let mut test = Test::new()
        .directory("session")
        .file(".hiera", &hiera)
        .file("good.yaml", request("{name: spill, command: \"echo '{{ Data.password }}'\", logoutput: true}"))
        .file("bad.yaml", request("{name: spill, command: \"{{ int(Data.password) }}\", timeout: soon}"))
        .file("name.yaml", request("{name: \"spill {{ Data.password }}\"}"));
    let exec = ["ensure", "exec", spill, "--provider", "shell", "--logoutput", "--session", "session"];
    let file = ["ensure", "file", "@ROOT@/made", "--content", "p={{ Data.password }}\n"];
    let commands: Vec<Vec<&str>> = ["text", "json", "jsonl", "yaml"]
        .into_iter()
        .flat_map(|form| {
            [
                [&exec[..], &["-o", form]].concat(),
                [&file[..], &["--noop", "-o", form]].concat(),
                [&file[..], &["-o", form]].concat(),
            ]
        })
        .chain([
            vec!["ensure", "exec", "{{ int(Data.password) }}"],
            vec!["ensure", "exec", "/bin/true", "--if", "int(Data.password) == 1"],
            vec!["ensure", "exec", "/bin/true", "--check", "echo {{ Data.password }}; false", "--check-tries", "1"],
            vec!["session", "report", "session"],
            vec!["session", "report", "session", "--json"],
            vec!["facts"],
            vec!["facts", "--yaml"],
            vec!["status", "file", "@ROOT@/made"],
        ])
        .collect();
    for command in &commands {
        let ended = test.args_of(command).run();
        assert_no_secret(&ended.raw(), &command.join(" "));
    }
    for name in ["good.yaml", "bad.yaml", "name.yaml"] {
        for form in [&[][..], &["--yaml"]] {
            let input = std::fs::File::open(test.path(name)).unwrap();
            let mut command = test.args_of(&[&["ensure", "api", "pipe"][..], form].concat()).command();
            let output = command.stdin(input).output().unwrap();
            assert_no_secret(&test.ended(output).raw(), name);
        }
    }
    for entry in std::fs::read_dir(test.path("session")).unwrap() {
        assert_no_secret(&std::fs::read_to_string(entry.unwrap().path()).unwrap(), "session");
    }
    assert!(test.read("made").contains(SECRET));
}

/// A secret environment variable is not shown by commands that see all variables.
#[test]
fn no_command_shows_a_secret_of_the_environment() {
    let mut test = Test::new()
        .env("DEPLOY_TOKEN", SECRET)
        .file("site.yaml", "ccm:\n  resources:\n    - exec: {name: one, command: \"echo '{{ Environ.DEPLOY_TOKEN }}'\", logoutput: true}\n");
    for command in [
        &["apply", "site.yaml"][..],
        &["apply", "site.yaml", "--render"],
        &["ensure", "exec", "echo '{{ Environ.DEPLOY_TOKEN }}'", "--logoutput", "-o", "json"],
        &["facts"],
    ] {
        let ended = test.args_of(command).run();
        assert_no_secret(&ended.raw(), &command.join(" "));
    }
}

/// The document has a mistake in the line of the secret, and in others.
#[test]
fn no_problem_of_data_shows_its_secret() {
    let broken = [
        manifest().replace("password: \"S3", "password: {\"S3"),
        manifest().replace("mode: \"0600\"", "mode: 0600"),
        manifest().replace("  # @secret\n  password", "  # @secret\n  # @validate isInt(value)\n  password"),
        manifest().replace("  # @secret\n  password", "  # @secret\n  # @validate value ==\n  password"),
        manifest().replace("  shown:", "  password: 1\n  shown:"),
        manifest().replace("        - login:", "        - \"login {{ Data.password }}\":"),
        manifest().replace(
            "  shown:",
            "  list:\n    # @secret\n    - S3NTINEL-item\n    - S3NTINEL-other # @secret\n  shown:",
        ),
    ];
    for document in broken {
        for command in [&["apply", "site.yaml"][..], &["check", "site.yaml"], &["hiera", "parse", "site.yaml"]] {
            let mut test = Test::new().file("site.yaml", &document);
            let ended = test.args_of(command).run();
            assert_no_secret(&ended.raw(), &command.join(" "));
        }
    }
}

#[test]
fn what_goes_to_its_destination_is_whole() {
    let test = test().args(["apply", "site.yaml"]);
    test.exit(1);
    assert!(test.read("config").starts_with(&format!("password={SECRET}\n")));
}

#[test]
fn who_asks_for_secrets_sees_them() {
    let mut test = test();
    for command in [
        &["hiera", "parse", "site.yaml", "--env", "--show-sensitive"][..],
        &["data", "explain", "password", "site.yaml", "--show-sensitive"],
        &["apply", "site.yaml", "--render", "--show-sensitive"],
    ] {
        let shown = test.again(command, 0).raw();
        assert!(shown.contains("S3NTINEL"), "{shown}");
    }
    let shown = test.again(&["apply", "site.yaml", "--noop", "--show-sensitive"], 0).raw();
    assert!(shown.contains(&format!("+password={SECRET}")), "{shown}");
}

#[test]
fn credentials_of_an_address_are_not_shown() {
    let mut test = Test::new().file("site.yaml", "ccm: {resources: [{exec: {name: a}}]}\n");
    let url = "http://robot:S3NTINEL-value@127.0.0.1:1/x.tar.gz";
    for command in
        [&["apply", url][..], &["check", url], &["apply", "site.yaml", "--hiera", url], &["hiera", "parse", url]]
    {
        let ended = test.again(command, 8);
        assert!(!ended.raw().contains("S3NTINEL"), "{}", ended.raw());
    }
}

/// Rules hold passwords, header fields and addresses; broken ones as well.
#[test]
fn secrets_of_rules_are_not_shown() {
    for attribute in ["status", "statuss"] {
        let manifest = format!(
            "ccm:\n  resources:\n    - exec:\n        - /bin/true:\n            health_checks:\n              - goss_rules:\n                  http:\n                    \"http://user:S3NTINEL-url@127.0.0.1:1/\":\n                      {attribute}: 200\n                      password: S3NTINEL-password\n                      request-headers: [\"X-Api: S3NTINEL-header\"]\n"
        );
        let mut test = Test::new().file("site.yaml", manifest);
        for command in [
            &["apply", "site.yaml", "--render"][..],
            &["apply", "site.yaml"],
            &["apply", "site.yaml", "--output", "json"],
            &["check", "site.yaml"],
        ] {
            let ended = test.args_of(command).run();
            assert!(!ended.raw().contains("S3NTINEL"), "{}", ended.raw());
        }
    }
}

/// The manifest says what is secret, and the other document has a mistake in that line.
#[test]
fn secrets_of_other_documents_are_not_shown() {
    let mut test = Test::new()
        .file(
            "site.yaml",
            "data:\n  # @secret\n  pw: S3NTINEL-manifest\nccm:\n  resources:\n    - exec: {name: /bin/true}\n",
        )
        .file("more.json", "{\"data\": {\"pw\": \"S3NTINEL-more\" \"x\": 1}}");
    let ended = test.again(&["apply", "site.yaml", "--hiera", "more.json"], 3);
    assert!(!ended.raw().contains("S3NTINEL"), "{}", ended.raw());
}

/// Secrets of an archive in every spelling, each with a mistake in or beside it. The same body is one of a manifest, of
/// `defaults` and of a request.
const HOSTILE: [&str; 30] = [
    "{name: /x.tgz, url: 1, password: S3NTINEL-a, mistake: 1}",
    "{\"name\":\"/x.tgz\",\"password\":\"S3NTINEL-a\",\"mistake\":1}",
    "{\"name\": \"/x.tgz\", \"password\":\n\"S3NTINEL-a\", \"mistake\": 1}",
    "{name: /x.tgz, password:S3NTINEL-a}",
    "{name: /x.tgz, pasword: S3NTINEL-a}",
    "{name: /x.tgz, Password: S3NTINEL-a}",
    "{name: /x.tgz, password: [S3NTINEL-a]}",
    "{name: /x.tgz, password: {S3NTINEL-a: S3NTINEL-b}}",
    "{name: /x.tgz, password: 'it''s-S3NTINEL', mistake: 1}",
    "{name: /x.tgz, password: \"S3NT\\x49NEL-a\", mistake: 1}",
    "{name: /x.tgz, \"pass\\x77ord\": S3NTINEL-a, mistake: 1}",
    "{name: /x.tgz, password: \"{{ 'S3NTINEL-a' + }}\"}",
    "{name: /x.tgz, password: !!binary UzNOVElORUwtYQ==, mistake: 1}",
    "{name: /x.tgz, password: \"S3NTINEL-a}",
    "{name: /x.tgz, password: 'S3NTINEL-a}",
    "{name: /x.tgz, password: \"S3NTINEL\"S3NTINEL-a}",
    "{name: /x.tgz, password: @S3NTINEL-a}",
    "{name: /x.tgz, password: {{ S3NTINEL-a }}}",
    "{name: /x.tgz, password: S3NTINEL-a, password: S3NTINEL-b}",
    "{name: /x.tgz, password: S3NTINEL-a, mode: [",
    "{name: /x.tgz, password: S3NTINEL-a, checksum: \u{7}}",
    "{name: /x.tgz, headers: {X-Token: S3NTINEL-a}, mistake: 1}",
    "{name: /x.tgz, headers: {X Token: S3NTINEL-a}}",
    "{name: /x.tgz, headers: [\"X-Token: S3NTINEL-a\"]}",
    "{name: /x.tgz, headers: S3NTINEL-a}",
    "{name: /x.tgz, headers: {Authorization: \"Bearer S3NTINEL-a}",
    "{name: /x.tgz, headers: {X-Token: [S3NTINEL-a], X-Other: {S3NTINEL-b: 1}}}",
    "{name: /x.tgz, url: \"http://u:S3NTINEL-a@h/x.tgz\", mistake: [}",
    "{name: /x.tgz, password: S3NTINEL-a, headers: {Accept: text/html, X-Token: S3NTINEL-b}, url: 1",
    "{name: /x.tgz, password: S3NTINEL-a\u{0}}",
];

/// The same in several lines; `~` is the indentation.
const HOSTILE_LINES: [&str; 9] = [
    "~password: S3NTINEL-a\n~mistake: 1",
    "~password:\n~  S3NTINEL-a\n~mistake: 1",
    "~password: |\n~  S3NTINEL-a\n~  S3NTINEL-b\n~mistake: [",
    "~password: >\n~  S3NTINEL-a\n~  S3NTINEL-b: x\n~ mistake: 1",
    "~? password\n~: S3NTINEL-a\n~mistake: [",
    "~password: \"S3NTINEL-a\n~  S3NTINEL-b\"\n~mistake: 1",
    "~password: \"S3NTINEL-a\n~mistake: 1",
    "~headers:\n~  X-Token: S3NTINEL-a\n~  Authorization: Basic S3NTINEL-b\n~mistake: [",
    "~headers:\n~  X-Token:\n~    S3NTINEL-a\n~mistake: 1",
];

/// Manifests with a property of an archive in all forms of resources.
fn hostile_manifests() -> Vec<String> {
    let flow = HOSTILE.iter().flat_map(|body| {
        let nameless = body.replace("name: /x.tgz, ", "").replace("\"name\":\"/x.tgz\",", "");
        [
            format!("ccm:\n  resources:\n    - archive: {body}\n"),
            format!("{{\"ccm\": {{\"resources\": [{{\"archive\": {body}}}]}}}}\n"),
            format!(
                "ccm:\n  resources:\n    - archive:\n        - defaults: {nameless}\n        - /x.tgz: {{url: 1}}\n"
            ),
        ]
    });
    let lines = HOSTILE_LINES.iter().flat_map(|body| {
        [
            format!("ccm:\n  resources:\n    - archive:\n        name: /x.tgz\n{}\n", body.replace('~', "        ")),
            format!("ccm:\n  resources:\n    - archive:\n        - /x.tgz:\n{}\n", body.replace('~', "            ")),
        ]
    });
    flow.chain(lines).collect()
}

fn assert_no_canary(shown: &str, document: &str, place: &str) {
    let forms = ["S3NTINEL", "S3NT\\x49NEL", "UzNOVElORUw"];
    assert!(!forms.iter().any(|form| shown.contains(form)), "{place} of\n{document}\nshows\n{shown}");
}

#[test]
fn no_spelling_of_a_secret_is_quoted() {
    let commands: [&[&str]; 8] = [
        &["check", "site.yaml"],
        &["check", "site.yaml", "-o", "json"],
        &["apply", "site.yaml"],
        &["apply", "site.yaml", "--noop", "-o", "json"],
        &["apply", "site.yaml", "--render"],
        &["apply", "site.yaml", "--noop", "-o", "jsonl"],
        &["apply", "site.yaml", "--noop", "-o", "yaml"],
        &["apply", "parent.yaml"],
    ];
    for document in hostile_manifests() {
        let parent = "ccm:\n  resources:\n    - apply: {name: site.yaml}\n";
        let mut test = Test::new().file("site.yaml", &document).file("parent.yaml", parent);
        for command in commands {
            let ended = test.args_of(command).run();
            assert_ne!(ended.code, Some(0), "{document}");
            assert_no_canary(&ended.raw(), &document, &command.join(" "));
        }
    }
}

#[test]
fn no_spelling_of_a_secret_is_quoted_of_what_a_template_made() {
    let manifest = "ccm:\n  resources_jet_file: list.jet\n";
    for body in HOSTILE.iter().filter(|body| !body.contains("{{")) {
        let list = format!("[[ if true ]]\n- archive: {body}\n[[ end ]]\n");
        let mut test = Test::new().file("site.yaml", manifest).file("list.jet", &list);
        for command in [&["check", "site.yaml"][..], &["apply", "site.yaml", "--noop", "-o", "json"]] {
            let ended = test.args_of(command).run();
            assert_no_canary(&ended.raw(), &list, &command.join(" "));
        }
    }
}

#[test]
fn no_spelling_of_a_secret_of_a_request_is_quoted() {
    for body in HOSTILE {
        let request =
            format!("protocol: io.choria.ccm.v1.resource.ensure.request\ntype: archive\nproperties: {body}\n");
        let mut test = Test::new().file("request.yaml", &request);
        for form in [&[][..], &["--yaml"]] {
            let input = std::fs::File::open(test.path("request.yaml")).unwrap();
            let mut command = test.args_of(&[&["ensure", "api", "pipe"][..], form].concat()).command();
            let ended = test.ended(command.stdin(input).output().unwrap());
            assert_no_canary(&ended.raw(), &request, "ensure api pipe");
        }
    }
}

/// Data from files: facts, overriding data, `.env`.
#[test]
fn no_spelling_of_a_secret_in_data_is_quoted() {
    let manifest = "data:\n  # @secret\n  pin: S3NTINEL-p\nccm:\n  resources:\n    - exec: {name: /bin/true}\n";
    for data in [
        "{\"data\": {\"pin\":\n\"S3NTINEL-a\" \"x\": 1}}",
        "data:\n  pin: |\n    S3NTINEL-a\n  x: [\n",
        "data: {pin: \"S3NTINEL-a}\n",
        "data:\n  db: {password: S3NTINEL-a, x: [}\n",
        "data: [S3NTINEL, # @secret\n  {password: S3NTINEL-a}\n",
    ] {
        let mut test = Test::new().file("site.yaml", manifest).file("more.yaml", data);
        for command in [
            &["apply", "site.yaml", "--hiera", "more.yaml"][..],
            &["apply", "site.yaml", "--facts", "more.yaml"],
            &["check", "site.yaml", "--hiera", "more.yaml", "-o", "json"],
            &["data", "explain", "pin", "site.yaml", "--hiera", "more.yaml"],
        ] {
            let ended = test.args_of(command).run();
            assert_no_canary(&ended.raw(), data, &command.join(" "));
        }
    }
}

#[test]
fn a_command_line_with_secrets_of_an_archive_is_not_repeated() {
    let mut test = Test::new();
    for arguments in [
        &["none", "--password", "S3NTINEL-a"][..],
        &["none", "--header", "X-Token:S3NTINEL-a"],
        &["http://h/x.tgz", "--header", "S3NTINEL-a"],
    ] {
        let ended = test.args_of(&[&["ensure", "archive", "/x.tgz"][..], arguments].concat()).run();
        assert_ne!(ended.code, Some(0));
        assert_no_canary(&ended.raw(), "", &arguments.join(" "));
    }
}
