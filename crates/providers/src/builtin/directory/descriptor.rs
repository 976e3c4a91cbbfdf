//! What `directory` says about itself.

use super::request::{DEPTH, FILE_SIZE, OPERATIONS};
use crate::{Capability, Descriptor, Example, InDryRun, Schema};

pub(super) fn descriptor() -> Descriptor {
    Descriptor {
        schema: inputs(),
        output_schemas: vec![(Capability::From, output()), (Capability::Action, output())],
        capabilities: &[Capability::From, Capability::Action],
        category: "filesystem",
        tags: &["directory", "filesystem", "list", "copy", "move"],
        examples: EXAMPLES,
        in_dry_run: InDryRun::Called,
        ..Descriptor::new(
            "directory",
            "Directory",
            "1.0.0",
            "Lists, makes, removes, copies and moves directories; a listing can have filters, contents and checksums",
        )
    }
}

fn inputs() -> Schema {
    Schema::object("")
        .with("operation", Schema::text("What is done").one_of(OPERATIONS))
        .with("path", Schema::text("The directory").at_most(4096))
        .with("recursive", Schema::flag("Whether `list` goes down into directories").defaults_to(false))
        .with(
            "maxDepth",
            Schema::integer("How many levels `list` goes down").at_least(1).at_most(50).defaults_to(DEPTH),
        )
        .with("includeContent", Schema::flag("Whether `list` has the content of files").defaults_to(false))
        .with(
            "maxFileSize",
            Schema::integer("Files with more bytes are listed without content").at_least(0).defaults_to(FILE_SIZE),
        )
        .with("filterGlob", Schema::text("A pattern for names, as `*.go`").at_most(512))
        .with("filterRegex", Schema::text("A regular expression for names; instead of `filterGlob`").at_most(512))
        .with("excludeHidden", Schema::flag("Whether names that begin with a dot are left out").defaults_to(false))
        .with("filesOnly", Schema::flag("Whether directories are left out").defaults_to(false))
        .with(
            "checksum",
            Schema::text("The checksum of each content; needs `includeContent`").one_of(["sha256", "sha512"]),
        )
        .with("createDirs", Schema::flag("Whether `mkdir` makes missing parents").defaults_to(false))
        .with("destination", Schema::text("Where `copy` and `move` go").at_most(4096))
        .with("force", Schema::flag("Whether `rmdir` removes what is in the directory").defaults_to(false))
}

fn output() -> Schema {
    Schema::object("")
        .with("success", Schema::flag("Whether it was done: all operations but `list`"))
        .with("operation", Schema::text("What was done: all operations but `list`"))
        .with("path", Schema::text("The absolute path"))
        .with("destination", Schema::text("The absolute path that was copied or moved to"))
        .with("entries", Schema::list("What `list` found, sorted by name, directories before what is in them"))
        .with("totalCount", Schema::integer("How many entries there are"))
        .with("dirCount", Schema::integer("How many of them are directories"))
        .with("fileCount", Schema::integer("How many of them are files"))
        .with("totalSize", Schema::integer("How many bytes the files have"))
        .with("basePath", Schema::text("The absolute path of the directory that was listed"))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "List sources",
        description: "All Go files below `src`",
        yaml: "provider: directory\ninputs:\n  operation: list\n  path: ./src\n  recursive: true\n  filterGlob: \"*.go\"\n",
    },
    Example {
        name: "Read templates",
        description: "Entries with contents are what `go-template` renders and `file` writes as a tree",
        yaml: "provider: directory\ninputs:\n  operation: list\n  path: ./src\n  recursive: true\n  filesOnly: true\n  \
               includeContent: true\n  checksum: sha256\n",
    },
    Example {
        name: "Make a directory",
        description: "Missing parents are made, and one that is there is fine",
        yaml: "provider: directory\ninputs:\n  operation: mkdir\n  path: build/cache\n  createDirs: true\n",
    },
    Example {
        name: "Copy a directory",
        description: "Files that are there are overwritten, others stay",
        yaml: "provider: directory\ninputs:\n  operation: copy\n  path: ./src\n  destination: ./backup\n",
    },
];
