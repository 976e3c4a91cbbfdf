//! What `file` says about itself.

use super::decide::Strategy;
use super::request::OPERATIONS;
use crate::{Capability, Descriptor, Example, InDryRun, Schema};

pub(super) fn descriptor() -> Descriptor {
    Descriptor {
        schema: inputs(),
        output_schemas: vec![
            (Capability::From, output()),
            (Capability::Action, output()),
            (Capability::Transform, output()),
        ],
        capabilities: &[Capability::From, Capability::Action, Capability::Transform],
        category: "filesystem",
        tags: &["file", "filesystem", "read", "write", "tree"],
        examples: EXAMPLES,
        in_dry_run: InDryRun::Called,
        ..Descriptor::new("file", "File", "1.0.0", "Reads, writes and removes files, one or a whole tree of them")
    }
}

fn inputs() -> Schema {
    Schema::object("")
        .with("operation", Schema::text("What is done").one_of(OPERATIONS))
        .with("path", Schema::text("The file; every operation but `write-tree` needs it").at_most(4096))
        .with("content", Schema::text("What `write` writes").at_most(10 << 20).raw())
        .with("createDirs", Schema::flag("Whether `write` makes missing directories").defaults_to(false))
        .with(
            "encoding",
            Schema::text("Accepted for the original's sake: bytes are kept as they are")
                .one_of(["utf-8", "binary"])
                .defaults_to("utf-8"),
        )
        .with(
            "permissions",
            Schema::text("The mode, as `\"0644\"`; new files have 0600 without it, others keep theirs")
                .pattern("^0[0-7]{3}$")
                .example("0644"),
        )
        .with("basePath", Schema::text("The directory that `write-tree` writes below").at_most(4096))
        .with(
            "entries",
            Schema::list("What `write-tree` writes: `path`, `content`, and `onConflict`, `dedupe`, `backup`"),
        )
        .with(
            "outputPath",
            Schema::text(
                "A template for the path of each entry, with `.__filePath`, `.__fileName`, `.__fileStem`, \
                 `.__fileExtension` and `.__fileDir`",
            )
            .at_most(4096),
        )
        .with("stripSuffix", Schema::text("Taken from the end of each entry's path, before `outputPath`"))
        .with(
            "onConflict",
            Schema::text("What becomes of a file that is there; `error` when neither this nor `--on-conflict` says so")
                .one_of(Strategy::ALL.map(Strategy::name)),
        )
        .with("backup", Schema::flag("Whether a file is copied to `.bak` before it changes"))
        .with("dedupe", Schema::flag("Whether `append` leaves lines out that are there").defaults_to(false))
        .with("failFast", Schema::flag("Whether `write-tree` names the first conflict only").defaults_to(false))
}

fn output() -> Schema {
    Schema::object("")
        .with("success", Schema::flag("Whether it was done: `write`, `delete`, `write-tree`"))
        .with("path", Schema::text("The absolute path"))
        .with("content", Schema::text("What `read` read"))
        .with("size", Schema::integer("How many bytes `read` read"))
        .with("exists", Schema::flag("Whether something is there: `exists`"))
        .with("status", Schema::text("What `write` did: created, overwritten, skipped, unchanged or appended"))
        .with("backupPath", Schema::text("Where the old file was copied to"))
        .with("operation", Schema::text("`write-tree`"))
        .with("basePath", Schema::text("The absolute path of the tree"))
        .with("filesWritten", Schema::integer("How many files were created, overwritten or appended to"))
        .with("paths", Schema::list("The paths of those, below `basePath`"))
        .with("filesStatus", Schema::list("`path`, `status` and `backupPath` of every file"))
        .with("created", Schema::integer("How many files were created"))
        .with("overwritten", Schema::integer("How many files were overwritten"))
        .with("skipped", Schema::integer("How many files were skipped"))
        .with("unchanged", Schema::integer("How many files had the content already"))
        .with("appended", Schema::integer("How many files were appended to"))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "Read a file",
        description: "The content is in `content`",
        yaml: "provider: file\ninputs:\n  operation: read\n  path: ./config/name.txt\n",
    },
    Example {
        name: "Write a file",
        description: "A file with other content is overwritten, with a copy of the old one beside it",
        yaml: "provider: file\ninputs:\n  operation: write\n  path: out/report.txt\n  content: |\n    done\n  \
               createDirs: true\n  onConflict: skip-unchanged\n  backup: true\n",
    },
    Example {
        name: "Add missing lines",
        description: "Lines that are there are not added again",
        yaml: "provider: file\ninputs:\n  operation: write\n  path: .gitignore\n  content: |\n    target/\n    *.log\n  \
               onConflict: append\n  dedupe: true\n",
    },
    Example {
        name: "Write a tree",
        description: "Rendered templates without their `.tpl`",
        yaml: "provider: file\ninputs:\n  operation: write-tree\n  basePath: ./output\n  entries:\n    - path: main.go.tpl\n      \
               content: package main\n    - path: docs/README.md.tpl\n      content: Read me\n  outputPath: >-\n    \
               {{ if .__fileDir }}{{ .__fileDir }}/{{ end }}{{ .__fileStem }}\n",
    },
];
