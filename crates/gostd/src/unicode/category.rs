//! General categories of characters.

use super::category_table::RUNS;

/// What kind of character it is, by the two letters that Unicode has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Category {
    /// Not assigned.
    Cn,
    /// An upper-case letter.
    Lu,
    /// A lower-case letter.
    Ll,
    /// A title-case letter.
    Lt,
    /// A modifier letter.
    Lm,
    /// Another letter.
    Lo,
    /// A mark that takes no space.
    Mn,
    /// A mark that takes space.
    Mc,
    /// A mark that encloses.
    Me,
    /// A decimal digit.
    Nd,
    /// A number that is a letter.
    Nl,
    /// Another number.
    No,
    /// Punctuation that connects.
    Pc,
    /// A dash.
    Pd,
    /// Punctuation that opens.
    Ps,
    /// Punctuation that closes.
    Pe,
    /// A quotation mark that opens.
    Pi,
    /// A quotation mark that closes.
    Pf,
    /// Other punctuation.
    Po,
    /// A symbol of mathematics.
    Sm,
    /// A currency.
    Sc,
    /// A modifier symbol.
    Sk,
    /// Another symbol.
    So,
    /// A space.
    Zs,
    /// A line separator.
    Zl,
    /// A paragraph separator.
    Zp,
    /// A control character.
    Cc,
    /// A format character.
    Cf,
    /// Half of a pair of UTF-16.
    Cs,
    /// Of private use.
    Co,
}

use Category::{
    Cc, Cf, Cn, Co, Cs, Ll, Lm, Lo, Lt, Lu, Mc, Me, Mn, Nd, Nl, No, Pc, Pd, Pe, Pf, Pi, Po, Ps, Sc, Sk, Sm, So, Zl, Zp,
    Zs,
};

/// All categories in the order of their numbers in the table.
const ALL: [Category; 30] = [
    Cn, Lu, Ll, Lt, Lm, Lo, Mn, Mc, Me, Nd, Nl, No, Pc, Pd, Ps, Pe, Pi, Pf, Po, Sm, Sc, Sk, So, Zs, Zl, Zp, Cc, Cf, Cs,
    Co,
];

const NUMBER_BITS: u32 = 5;

/// The category of a character.
pub fn category(c: char) -> Category {
    let run = RUNS.partition_point(|run| run >> NUMBER_BITS <= u32::from(c));
    ALL[number(RUNS[run - 1])]
}

fn number(run: u32) -> usize {
    (run & ((1 << NUMBER_BITS) - 1)) as usize
}

/// The code points of these categories, in order and without neighbours.
pub(crate) fn category_ranges(categories: &[Category]) -> Vec<(u32, u32)> {
    let wanted = categories.iter().fold(0_u32, |set, category| set | 1 << *category as u32);
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let ends = RUNS[1..].iter().map(|run| run >> NUMBER_BITS).chain([u32::from(char::MAX) + 1]);
    for (run, end) in RUNS.iter().zip(ends).filter(|(run, _)| wanted >> number(**run) & 1 == 1) {
        let start = run >> NUMBER_BITS;
        match ranges.last_mut() {
            Some(last) if last.1 + 1 == start => last.1 = end - 1,
            _ => ranges.push((start, end - 1)),
        }
    }
    ranges
}

const LETTERS: &[Category] = &[Lu, Ll, Lt, Lm, Lo];
const MARKS: &[Category] = &[Mn, Mc, Me];
const NUMBERS: &[Category] = &[Nd, Nl, No];
const PUNCTUATION: &[Category] = &[Pc, Pd, Ps, Pe, Pi, Pf, Po];
const SYMBOLS: &[Category] = &[Sm, Sc, Sk, So];
const SEPARATORS: &[Category] = &[Zs, Zl, Zp];

/// What a name stands for: one or two letters, or the long name that Unicode has. It begins with a capital letter, the
/// rest is small, and there is nothing between words.
pub(crate) fn named_categories(name: &str) -> Option<&'static [Category]> {
    Some(match name {
        "C" | "Other" => &[Cc, Cf, Cs, Co, Cn],
        "Cc" | "Control" | "Cntrl" => &[Cc],
        "Cf" | "Format" => &[Cf],
        "Cn" | "Unassigned" => &[Cn],
        "Co" | "Privateuse" => &[Co],
        "Cs" | "Surrogate" => &[Cs],
        "L" | "Letter" => LETTERS,
        "Lc" | "Casedletter" => &[Lu, Ll, Lt],
        "Ll" | "Lowercaseletter" => &[Ll],
        "Lm" | "Modifierletter" => &[Lm],
        "Lo" | "Otherletter" => &[Lo],
        "Lt" | "Titlecaseletter" => &[Lt],
        "Lu" | "Uppercaseletter" => &[Lu],
        "M" | "Mark" | "Combiningmark" => MARKS,
        "Mc" | "Spacingmark" => &[Mc],
        "Me" | "Enclosingmark" => &[Me],
        "Mn" | "Nonspacingmark" => &[Mn],
        "N" | "Number" => NUMBERS,
        "Nd" | "Decimalnumber" | "Digit" => &[Nd],
        "Nl" | "Letternumber" => &[Nl],
        "No" | "Othernumber" => &[No],
        "P" | "Punctuation" | "Punct" => PUNCTUATION,
        "Pc" | "Connectorpunctuation" => &[Pc],
        "Pd" | "Dashpunctuation" => &[Pd],
        "Pe" | "Closepunctuation" => &[Pe],
        "Pf" | "Finalpunctuation" => &[Pf],
        "Pi" | "Initialpunctuation" => &[Pi],
        "Po" | "Otherpunctuation" => &[Po],
        "Ps" | "Openpunctuation" => &[Ps],
        "S" | "Symbol" => SYMBOLS,
        "Sc" | "Currencysymbol" => &[Sc],
        "Sk" | "Modifiersymbol" => &[Sk],
        "Sm" | "Mathsymbol" => &[Sm],
        "So" | "Othersymbol" => &[So],
        "Z" | "Separator" => SEPARATORS,
        "Zl" | "Lineseparator" => &[Zl],
        "Zp" | "Paragraphseparator" => &[Zp],
        "Zs" | "Spaceseparator" => &[Zs],
        _ => return None,
    })
}

fn is_one_of(c: char, categories: &[Category]) -> bool {
    categories.contains(&category(c))
}

/// Whether it is a letter.
pub fn is_letter(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphabetic() } else { is_one_of(c, LETTERS) }
}

/// Whether it is a decimal digit of any script.
pub fn is_digit(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { category(c) == Nd }
}

/// Whether it is a number of any kind.
pub fn is_number(c: char) -> bool {
    is_one_of(c, NUMBERS)
}

/// Whether it is an upper-case letter.
pub fn is_upper(c: char) -> bool {
    category(c) == Lu
}

/// Whether it is a lower-case letter.
pub fn is_lower(c: char) -> bool {
    category(c) == Ll
}

/// Whether it is a title-case letter.
pub fn is_title(c: char) -> bool {
    category(c) == Lt
}

/// Whether it is a mark.
pub fn is_mark(c: char) -> bool {
    is_one_of(c, MARKS)
}

/// Whether it is punctuation.
pub fn is_punct(c: char) -> bool {
    is_one_of(c, PUNCTUATION)
}

/// Whether it is a symbol.
pub fn is_symbol(c: char) -> bool {
    is_one_of(c, SYMBOLS)
}

/// Whether it is a control character.
pub fn is_control(c: char) -> bool {
    category(c) == Cc
}

/// Whether it is white space.
pub fn is_space(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r' | ' ' | '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}'
            | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Whether it is visible or a space.
pub fn is_graphic(c: char) -> bool {
    !is_one_of(c, &[Cc, Cf, Cn, Co, Cs, Zl, Zp])
}

/// Whether it is visible or the ASCII space.
pub fn is_print(c: char) -> bool {
    c == ' ' || (is_graphic(c) && category(c) != Zs)
}
