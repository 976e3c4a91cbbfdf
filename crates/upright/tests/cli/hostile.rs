//! Documents that were written to do harm: each ends with an error that names what is too much, and changes nothing.

use crate::test::Test;
use std::time::{Duration, Instant};

fn refused(document: &str, code: i32, expected: &str) {
    let test = Test::new().file("site.yaml", document).args(["apply", "site.yaml"]);
    let began = Instant::now();
    let ended = test.exit(code);
    // Generous: what is unbounded takes hours, not seconds.
    assert!(began.elapsed() < Duration::from_secs(30), "{expected}");
    let said = ended.stderr() + &ended.stdout();
    assert!(said.contains(expected), "{expected}:\n{}", &said[..said.len().min(2000)]);
    assert!(!test.exists("done"));
}

fn with_data(data: &str, text: &str) -> String {
    format!("{data}ccm:\n  resources:\n    - exec:\n        - \"touch @ROOT@/done\": {{unless: \"{text}\"}}\n")
}

#[test]
fn texts_that_grow_without_end() {
    let doubled = "{{ let a = repeat('x', 1000000); let b = repeat(a, 1000000); b }}";
    refused(&with_data("", doubled), 1, "budget");
    refused(&with_data("", "{{ len(1..1000000000) }}"), 1, "budget");
}

#[test]
fn lists_that_are_shared_many_times() {
    let doubled = "{{ reduce(1..40, [#acc, #acc], [1]) }}";
    refused(&with_data("", doubled), 1, "more than 4000000 parts");
    refused(&with_data(&format!("data: {{a: \"{doubled}\"}}\n"), "true"), 3, "more than 4000000 parts");
}

#[test]
fn a_template_that_calls_itself() {
    let test = Test::new()
        .file("site.yaml", with_data("", "{{ template('t.templ') }}"))
        .file("t.templ", "{{ template('t.templ') }}")
        .args(["apply", "site.yaml"]);
    let said = test.exit(1).stdout();
    assert!(said.contains("levels deep"), "{said}");
}

#[test]
fn aliases_that_multiply() {
    let mut bomb = String::from("data:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..9 {
        let before = level - 1;
        bomb.push_str(&format!("  a{level}: &a{level} [{}]\n", vec![format!("*a{before}"); 10].join(", ")));
    }
    refused(&with_data(&bomb, "true"), 3, "limit");
}

#[test]
fn more_resources_than_the_limit_from_a_template() {
    let test = Test::new()
        .file("site.yaml", "ccm:\n  resources_jet_file: list.jet\n")
        .file("list.jet", "[[ range i := ints(0, 200) ]]\n- exec: {name: \"touch @ROOT@/done[[ i ]]\"}\n[[ end ]]\n")
        .args(["apply", "site.yaml", "--max-resources", "100"]);
    let said = test.exit(3).stderr();
    assert!(said.contains("the limit is 100"), "{said}");
    assert_eq!(test.names(), ["list.jet", "site.yaml"]);
}

#[test]
fn expressions_in_what_comes_from_outside_stay_text() {
    let mut test = Test::new()
        .file("site.yaml", "ccm:\n  resources:\n    - exec: {name: one, command: \"printf %s '{{ Facts.x }}{{ Environ.Y }}{{ readFile('f') }}'\", logoutput: true}\n")
        .file("f", "{{ 3 }}")
        .env("Y", "${ 2 }");
    let ended = test.again(&["apply", "site.yaml", "--fact", "x={{ 1 }}", "--no-report"], 0);
    assert!(ended.stdout().contains("| {{ 1 }}${ 2 }{{ 3 }}"), "{}", ended.stdout());
}

/// The most memory, in MiB, that the program held, and what it said. The kernel keeps the highest mark of a process; it is
/// read until the process is gone.
fn memory_of(test: &Test, code: i32) -> (u64, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_upright"));
    let command =
        command.args(["apply", "site.yaml"]).current_dir(test.path("")).env("UPRIGHT_STATE_DIR", test.state());
    let (said, heard) = (std::fs::File::create(test.path("said")).unwrap(), std::process::Stdio::null());
    let mut child = command.stdin(std::process::Stdio::null()).stderr(said).stdout(heard).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    let ended = loop {
        let marks = std::fs::read_to_string(&status).unwrap_or_default();
        let mark = marks.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        most = mark.map_or(most, |kilobytes: u64| most.max(kilobytes / 1024));
        match child.try_wait().unwrap() {
            Some(ended) => break ended,
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    let said = test.read("said");
    assert_eq!(ended.code(), Some(code), "{}", &said[..said.len().min(2000)]);
    assert!(most > 5, "nothing was measured: {most} MiB");
    (most, said)
}

/// What every hostile document has to keep to.
fn small(test: &Test, code: i32, expected: &str) {
    let (most, said) = memory_of(test, code);
    assert!(most <= 256, "{expected}: {most} MiB");
    assert!(said.len() < 10_000, "the message is short");
    assert!(code != 3 || said.contains(expected), "{expected}: {said}");
    assert!(!test.exists("done"));
}

#[test]
fn more_items_than_the_limit() {
    let test = Test::new().file("site.yaml", format!("data: [{}]\nccm: {{}}\n", "1,".repeat(3_000_000)));
    small(&test, 3, "limit");
}

#[test]
fn more_resources_than_the_limit() {
    let items: Vec<String> = (0..100_001).map(|n| format!("    - exec: {{name: t{n}}}\n")).collect();
    let test = Test::new().file("site.yaml", format!("ccm:\n  resources:\n{}", items.concat()));
    small(&test, 3, "the limit is 100000");
}

#[test]
fn a_list_of_resources_without_end() {
    let test = Test::new()
        .file("site.yaml", "ccm:\n  resources_jet_file: list.jet\n")
        .file("list.jet", "[[ range i := ints(0, 2000000000) ]]\n- exec: {name: \"touch @ROOT@/done\"}\n[[ end ]]\n");
    small(&test, 3, "bytes of output");
}

/// The value is there twice: as text of the document, and as data. Nobody copies it once more.
#[test]
fn a_large_value_that_is_used_many_times() {
    let data = format!("data:\n  big: \"{}\"\n", "x".repeat(60_000_000));
    let early: String = (0..5)
        .map(|n| format!("    - archive: {{name: /nowhere/{n}.zip, url: \"http://x/{{{{ Data.big }}}}\"}}\n"))
        .collect();
    let test = Test::new().file("site.yaml", format!("{data}ccm:\n  resources:\n{early}"));
    small(&test, 3, "33554432");
    let late: String = (0..5).map(|n| format!("    - file: {{name: \"@ROOT@/done{n}\", ensure: present, content: \"{{{{ Data.big }}}}\", owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}}\n")).collect();
    let test = Test::new().file("site.yaml", format!("{data}ccm:\n  resources:\n{late}"));
    small(&test, 1, "33554432");
    assert!(!test.exists("done0"));
}

/// Text that is only a step on the way counts too, and so does what templates and files bring.
#[test]
fn a_large_value_that_expressions_make_larger() {
    let data = format!("data:\n  big: \"{}\"\n", "0123456789".repeat(6_000_000));
    let texts = [
        "{{ Data.big + Data.big }}",
        "{{ jet('[[ data.big ]][[ data.big ]]') }}",
        "{{ len(map(1..9, readFile('large'))) }}",
        "{{ len(map(1..9, template('{{ upper(Data.big[:9000000]) }}'))) }}",
    ];
    for text in texts {
        let test = Test::new().file("large", "x".repeat(20_000_000));
        let test = test.file("site.yaml", with_data(&data, text));
        small(&test, 1, text);
    }
}

#[test]
fn a_secret_that_is_too_long() {
    let scattered = |number: u32| format!("{:08x}", number.wrapping_mul(0x9e37_79b1));
    let long: String = (0..150_000).map(scattered).collect();
    let test = Test::new().file("site.yaml", with_data(&format!("data:\n  # @secret\n  big: \"{long}\"\n"), "true"));
    small(&test, 3, "secret `big` has 1200000 bytes, and a secret has at most 1048576");
    assert!(test.read("said").contains("site.yaml:3:8"), "{}", test.read("said"));
    assert!(!test.read("said").contains("9e3779b1"), "{}", test.read("said"));
}

/// Each text is short enough, and all of them are too much.
#[test]
fn many_long_texts() {
    let data = format!("data:\n  big: \"{}\"\n", "x".repeat(8_000_000));
    let early: String = (0..50)
        .map(|n| format!("    - archive: {{name: /nowhere/{n}.zip, ensure: present, owner: root, group: root, url: \"http://x/{{{{ Data.big }}}}.zip\"}}\n"))
        .collect();
    let test = Test::new().file("site.yaml", format!("{data}ccm:\n  resources:\n{early}"));
    small(&test, 3, "67108864");
}

/// A directory with very many names in it: the listing ends at its limit, and takes no more memory than the names do.
#[test]
fn a_listing_without_end_stops_at_its_limit() {
    let mut test = Test::new().directory("many").file("many/seed", "").behind(&["prlimit", "--as=500000000"]);
    let directory = test.path("many");
    // One file has at most 65000 names on some file systems.
    for at in 0..100_000 {
        let (seed, name) = (directory.join("seed"), directory.join(format!("{at}")));
        if at % 50_000 == 0 {
            std::fs::remove_file(&seed).unwrap();
            std::fs::write(&seed, "").unwrap();
        }
        std::fs::hard_link(seed, name).unwrap();
    }
    let begun = Instant::now();
    for words in [&["path=many"][..], &["path=many", "recursive=true", "includeContent=true"]] {
        let said = test.again(&[&["run", "provider", "directory", "operation=list"], words].concat(), 1).stderr();
        assert!(said.contains("the listing is larger than the 10485760 bytes that a value may have"), "{said}");
        assert!(said.contains("resolver.maxValueSize"), "{said}");
    }
    let filtered = ["run", "provider", "directory", "operation=list", "path=many", "filterGlob=9999?"];
    assert_eq!(test.again(&filtered, 0).json()["data"]["totalCount"], 10);
    assert!(begun.elapsed().as_secs() < 120, "{:?}", begun.elapsed());
}

#[test]
fn output_without_end_stops_at_its_limit() {
    let mut test = Test::new().behind(&["prlimit", "--as=500000000"]);
    let said = test.again(&["run", "provider", "exec", "command=yes", "--capability", "from"], 1).stderr();
    assert!(said.contains("output exceeds maximum size of 10485760 bytes"), "{said}");
    assert!(said.contains("resolver.maxValueSize"), "{said}");
}

/// A limit on the size of files is an error of the file that would be larger, and what was there stays.
#[test]
fn a_file_that_may_not_be_so_large_is_an_error() {
    let content = "x".repeat(20_000);
    let manifest = format!(
        "ccm:\n  resources:\n    - file: {{name: @ROOT@/large, ensure: present, content: {content}, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}}\n"
    );
    let test = Test::new().file("site.yaml", manifest).file("large", "old");
    let mut test = test.file("solution.txt", &content).behind(&["prlimit", "--fsize=10000"]);
    let said = test.again(&["apply", "site.yaml"], 1).raw();
    assert!(said.contains("file too large"), "{said}");
    assert_eq!((test.read("large").as_str(), test.names().len()), ("old", 3), "{:?}", test.names());
    let provider =
        ["run", "provider", "file", "operation=write", "path=large", "content=@solution.txt", "onConflict=overwrite"];
    let said = test.again(&provider, 1).stderr();
    assert!(said.contains("file too large"), "{said}");
    assert_eq!((test.read("large").as_str(), test.names().len()), ("old", 3), "{:?}", test.names());
    // A command has the limit as it is everywhere: by signal 25.
    let command = ["run", "provider", "exec", "command=yes > more", "-o", "json"];
    assert_eq!(test.again(&command, 0).json()["data"]["exitCode"], 128 + 25);
}

#[test]
fn a_result_that_may_not_be_so_large_is_an_error() {
    let mut test = Test::new().file("text", "x".repeat(20_000)).behind(&["prlimit", "--fsize=10000"]);
    let out = std::fs::File::create(test.path("out")).unwrap();
    let mut command = test.args_of(&["run", "provider", "file", "operation=read", "path=text"]).command();
    let ended = test.ended(command.stdin(std::process::Stdio::null()).stdout(out).output().unwrap());
    assert_eq!(ended.code, Some(1), "{}", ended.raw());
    assert!(ended.stderr().to_lowercase().contains("file too large"), "{}", ended.stderr());
}
