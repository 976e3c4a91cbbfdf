//! The problems that manifests have.

use diagnostics::Code;

pub(crate) static EMPTY: Code = Code::new(
    "manifest::empty",
    "A manifest needs a `ccm` section with `resources`. An empty file, or one with comments only, describes nothing.\n\n\
     ```yaml\nccm:\n  resources:\n    - file:\n        - /etc/motd:\n            ensure: present\n            content: Welcome.\n            owner: root\n            group: root\n            mode: \"0644\"\n```",
);

pub(crate) static NO_RESOURCES: Code = Code::new(
    "manifest::no-resources",
    "`ccm.resources` is a list with at least one item; each item has one key, the resource type.",
);

pub(crate) static ITEM: Code = Code::new(
    "manifest::item",
    "An item of `resources` is a map with exactly one key, the resource type. Below it stands either the list form, a \
     list of `name: {properties}`, or the map form, the properties with a `name` among them.\n\n\
     ```yaml\nresources:\n  - file:\n      - /etc/motd: {ensure: absent}\n  - exec:\n      name: reindex\n      command: /usr/bin/reindex\n```",
);

pub(crate) static UNKNOWN_TYPE: Code = Code::new(
    "manifest::unknown-type",
    "The key of an item of `resources` is a resource type, in lower case. `upright schema manifest` lists all types and \
     their properties.",
);

pub(crate) static DEFAULTS: Code = Code::new(
    "manifest::defaults",
    "In the list form the name `defaults` is reserved: its properties count for all its siblings, wherever it stands in \
     the list. There can be one of them in each list, and it ends with the list.",
);

pub(crate) static UNKNOWN_REFERENCE: Code = Code::new(
    "manifest::unknown-reference",
    "`require` and `subscribe` name a resource of this manifest by its type and its name or alias. Resources run in the \
     order in which they are written, so the one that is named has to stand before the one that names it.",
);

pub(crate) static CHILD: Code = Code::new(
    "manifest::child",
    "`apply` runs another manifest in place. Its name is the path of that manifest, from the directory of the one that \
     holds it. A child may hold `apply` too, up to ten deep, unless `allow_apply: false` forbids it; a manifest cannot be \
     its own child.\n\n```yaml\nresources:\n  - apply:\n      - base/users.yaml:\n          data: {team: web}\n```",
);

pub(crate) static CYCLE: Code = Code::new(
    "manifest::cycle",
    "A manifest that applies itself, directly or through its children, has no end; neither does one whose children stand \
     more than ten deep, one inside of the other. The children are read before the run, so nothing was changed. The \
     message shows each step of the way: take one of them out, or give it a `control` that is false here.",
);

pub(crate) static ENV_FILE: Code = Code::new(
    "manifest::env-file",
    "`.env` in the working directory has variables for expressions, one `NAME=value` a line; `Environ.NAME` reads them. \
     Values may be quoted. `--no-read-env` leaves the file alone.",
);

pub(crate) static TWO_LISTS: Code = Code::new(
    "manifest::two-lists",
    "The resources of a manifest stand in `ccm.resources`, or a Jet template makes them: `ccm.resources_jet_file`. A \
     manifest has one of the two.",
);

pub(crate) static JET: Code = Code::new(
    "manifest::jet-file",
    "`resources_jet_file` names a Jet template beside the manifest, with the delimiters `[[` and `]]`, that gives the list \
     of resources as YAML. Messages about that list point to the line of the template that made it.",
);

pub(crate) static UNKNOWN_KEY: Code = Code::new(
    "manifest::unknown-key",
    "An expression asks for a key that no data layer has, or for a fact that is not there; it would be null in a run. \
     `??`, `?.`, `get`, `in` and the default of `lookup` say that it may be missing. `upright check --strict` makes this an \
     error. Facts of other machines are kept in `profiles/*.yaml` beside the manifest; `upright check` looks at each.",
);

pub(crate) static SECRET_NAME: Code = Code::new(
    "manifest::secret-in-name",
    "The name of a resource appears in every output, so it must not hold a secret. Give the resource another name and the \
     secret through a property.",
);

pub(crate) static TOO_MANY: Code =
    Code::new("manifest::too-many-resources", "A manifest may hold 100,000 resources unless the limit is raised.");

pub(crate) static SAME_PATH: Code = Code::new(
    "manifest::declared-twice",
    "Two resources of one type have the same name. They run one after the other, and what the second one does wins; often \
     one of them is left over from an edit.",
);

pub(crate) static SOLUTION: Code = Code::new(
    "manifest::is-a-solution",
    "The document has the keys of a solution (`apiVersion`, `kind: Solution`, `spec`), not those of a manifest (`ccm`).",
);

pub(crate) static SOLUTION_DATA: Code = Code::new(
    "manifest::solution-data",
    "`solution` names a solution whose values lie under the data of the manifest. It could not be read, or one of its \
     resolvers failed. `upright run resolver -f FILE` shows its values.",
);

/// The problems that this crate finds in documents.
pub const CODES: &[&Code] = &[
    &EMPTY,
    &NO_RESOURCES,
    &ITEM,
    &UNKNOWN_TYPE,
    &DEFAULTS,
    &UNKNOWN_REFERENCE,
    &CHILD,
    &CYCLE,
    &ENV_FILE,
    &UNKNOWN_KEY,
    &TWO_LISTS,
    &JET,
    &SECRET_NAME,
    &TOO_MANY,
    &SAME_PATH,
    &SOLUTION,
    &SOLUTION_DATA,
];
