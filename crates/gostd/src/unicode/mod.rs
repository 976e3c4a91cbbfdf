//! Characters as Go's `unicode` knows them, and what `strings` does with them. Case is changed character by character:
//! `ß` stays `ß` in upper case. The tables are those of Unicode 15, which is what Go has.

mod case;
mod case_table;
mod category;
mod category_table;
mod script;
mod script_table;
mod strings;

pub(crate) use case::with_other_cases;
pub use case::{lower_char, simple_fold, title_char, to_lower, to_title, to_upper, upper_char};
pub use category::{
    Category, category, is_control, is_digit, is_graphic, is_letter, is_lower, is_mark, is_number, is_print, is_punct,
    is_space, is_symbol, is_title, is_upper,
};
pub(crate) use category::{category_ranges, named_categories};
pub(crate) use script::script_ranges;
pub use strings::{equal_fold, title};
