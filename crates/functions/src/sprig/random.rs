//! Chance. The same random numbers from outside give the same results.

use gotmpl::go::Type;
use gotmpl::{Call, CallError, Param};
use value::{Value, base64};

use super::bound::Outer;
use super::declare::{int, text};
use crate::Outside;

const GROUP: &str = "random";

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const DIGITS: &str = "0123456789";

const COUNT: &[Param] = &[int("count")];

/// The functions; random numbers come from outside.
pub(super) static FUNCTIONS: &[Outer] = &[
    Outer::new("randAlphaNum", COUNT, Type::String, |call, outside| {
        letters(call, outside, &[LETTERS, DIGITS].concat())
    })
    .help(GROUP, "so many random letters and digits")
    .example(r#"{{ randAlphaNum 8 | regexMatch "^[0-9A-Za-z]{8}$" }}"#, "true"),
    Outer::new("randAlpha", COUNT, Type::String, |call, outside| letters(call, outside, LETTERS))
        .help(GROUP, "so many random letters")
        .example(r#"{{ randAlpha 8 | regexMatch "^[A-Za-z]{8}$" }}"#, "true"),
    Outer::new("randNumeric", COUNT, Type::String, |call, outside| letters(call, outside, DIGITS))
        .help(GROUP, "so many random digits")
        .example(r#"{{ randNumeric 8 | regexMatch "^[0-9]{8}$" }}"#, "true"),
    Outer::new("randAscii", COUNT, Type::String, |call, outside| {
        letters(call, outside, &(' '..='~').collect::<String>())
    })
    .help(GROUP, "so many random characters of ASCII that can be printed")
    .example(r#"{{ randAscii 8 | regexMatch "^[ -~]{8}$" }}"#, "true"),
    Outer::new("randBytes", COUNT, Type::String, rand_bytes)
        .help(GROUP, "so many random bytes as base 64")
        .example("{{ randBytes 6 | len }}", "8"),
    Outer::new("randInt", &[int("from"), int("below")], Type::Int, rand_int)
        .help(GROUP, "a random number from the first one to before the second one")
        .example("{{ $n := randInt 5 7 }}{{ and (ge $n 5) (lt $n 7) }}", "true"),
    Outer::new("shuffle", &[text("text")], Type::String, shuffle)
        .help(GROUP, "the characters of a text in random order")
        .example(r#"{{ shuffle "aaa" }}"#, "aaa"),
    Outer::new("uuidv4", &[], Type::String, |_, outside| Ok(uuid(outside).into()))
        .help(GROUP, "a random UUID")
        .example(r#"{{ uuidv4 | regexMatch "^[0-9a-f-]{14}4[0-9a-f]{3}-[89ab][0-9a-f-]{16}$" }}"#, "true"),
];

/// Characters of an alphabet; none for a negative count.
fn letters(call: &mut Call<'_>, outside: &Outside, alphabet: &str) -> Result<Value, CallError> {
    let count = usize::try_from(call.int(0)).unwrap_or(0);
    call.charge(count)?;
    call.work(count)?;
    let alphabet = alphabet.as_bytes();
    let letter = |_| char::from(alphabet[pick(outside, alphabet.len())]);
    Ok((0..count).map(letter).collect::<String>().into())
}

/// A random place in something of this length.
fn pick(outside: &Outside, length: usize) -> usize {
    usize::try_from(outside.random_below(length as u64)).expect("a place below the length")
}

fn rand_bytes(call: &mut Call<'_>, outside: &Outside) -> Result<Value, CallError> {
    let count = usize::try_from(call.int(0)).map_err(|_| "runtime error: makeslice: len out of range")?;
    call.charge(count.saturating_mul(3))?;
    let mut bytes = vec![0; count];
    outside.random().fill(&mut bytes);
    Ok(base64::encode(&bytes).into())
}

fn rand_int(call: &mut Call<'_>, outside: &Outside) -> Result<Value, CallError> {
    let (from, below) = (call.int(0), call.int(1));
    let range = u64::try_from(below.wrapping_sub(from)).ok().filter(|range| *range > 0);
    let range = range.ok_or("invalid argument to Intn")?;
    let offset = i64::try_from(outside.random_below(range)).expect("below a positive number");
    Ok(from.wrapping_add(offset).into())
}

fn shuffle(call: &mut Call<'_>, outside: &Outside) -> Result<Value, CallError> {
    let mut characters: Vec<char> = gostd::utf8::to_text(call.bytes(0)).chars().collect();
    for last in (1..characters.len()).rev() {
        characters.swap(last, pick(outside, last + 1));
    }
    Ok(characters.into_iter().collect::<String>().into())
}

fn uuid(outside: &Outside) -> String {
    let mut bytes = [0; 16];
    outside.random().fill(&mut bytes);
    let number = u128::from_be_bytes(bytes) & !(0xf << 76 | 0x3 << 62) | 0x4 << 76 | 0x2 << 62;
    let hex = format!("{number:032x}");
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}
