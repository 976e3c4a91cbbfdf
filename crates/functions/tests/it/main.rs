//! The functions as templates use them.

mod budgets;
mod certificates;
mod declarations;
mod dicts;
mod machine;
mod random;
mod support;
