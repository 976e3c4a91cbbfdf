//! The facts of a machine: the built-in tree, custom fact files, and what the command line adds.
