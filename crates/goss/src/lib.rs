//! goss rules: expectations about files, packages, services, users, ports, names, HTTP servers and more, and what this machine says to them.
//! Rules are read with all their mistakes; checking them changes nothing.
#![warn(missing_docs)]
