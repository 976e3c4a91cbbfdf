//! The functions that others call.

use super::arg::{Arg, Args, Argument, Operands};
use super::directive::Format;
use super::operand::{Operand, Shape};
use super::printer::Printer;
use crate::{MAX_OUTPUT, TooLong};

/// The operands by the directives of a format, as `fmt.Sprintf`.
pub fn sprintf<A: Argument>(format: impl AsRef<[u8]>, args: &[A]) -> Result<Vec<u8>, TooLong> {
    sprintf_within(MAX_OUTPUT, format, args)
}

/// [`sprintf`] with a limit for the length of the result.
pub fn sprintf_within<A: Argument>(limit: usize, format: impl AsRef<[u8]>, args: &[A]) -> Result<Vec<u8>, TooLong> {
    Format::new(format.as_ref(), &Operands(args), Printer::new(limit)).run().out.finish()
}

/// The operands with a space between two of which neither is text, as `fmt.Sprint`.
pub fn sprint<A: Argument>(args: &[A]) -> Result<Vec<u8>, TooLong> {
    sprint_within(MAX_OUTPUT, args)
}

/// [`sprint`] with a limit for the length of the result.
pub fn sprint_within<A: Argument>(limit: usize, args: &[A]) -> Result<Vec<u8>, TooLong> {
    print_all(limit, &Operands(args), Ending::Open)
}

/// The operands with spaces between them and a line break at the end, as `fmt.Sprintln`.
pub fn sprintln<A: Argument>(args: &[A]) -> Result<Vec<u8>, TooLong> {
    sprintln_within(MAX_OUTPUT, args)
}

/// [`sprintln`] with a limit for the length of the result.
pub fn sprintln_within<A: Argument>(limit: usize, args: &[A]) -> Result<Vec<u8>, TooLong> {
    print_all(limit, &Operands(args), Ending::Line)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Open,
    Line,
}

fn print_all(limit: usize, args: &dyn Args, ending: Ending) -> Result<Vec<u8>, TooLong> {
    let mut printer = Printer::new(limit);
    let mut after_text = true;
    for arg in (0..).map_while(|position| args.at(position)) {
        let is_text = ending == Ending::Open && is_text(arg);
        if !is_text && !after_text {
            printer.out.push(" ");
        }
        printer.print(arg, 'v');
        after_text = is_text;
    }
    if ending == Ending::Line {
        printer.out.push("\n");
    }
    printer.out.finish()
}

fn is_text(arg: Arg<'_>) -> bool {
    matches!(Operand::new(arg.value, arg.go_type).shape, Shape::Text(_))
}
