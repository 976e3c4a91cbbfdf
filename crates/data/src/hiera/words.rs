//! The tests of single texts that `@validate` offers.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Whether Go's `net.ParseIP` takes it: no zone, no leading zeros.
fn is_ip(text: &str) -> bool {
    is_ipv4(text) || text.parse::<Ipv6Addr>().is_ok()
}

/// An IPv4 address that is written as an IPv6 one is one too.
fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok() || text.parse::<Ipv6Addr>().is_ok_and(|address| address.to_ipv4_mapped().is_some())
}

fn or_say(fits: bool, why: impl FnOnce() -> String) -> Result<bool, String> {
    if fits { Ok(true) } else { Err(why()) }
}

pub(super) fn ip(text: &str) -> Result<bool, String> {
    or_say(is_ip(text), || format!("{text} is not an IP address"))
}

pub(super) fn ipv4(text: &str) -> Result<bool, String> {
    or_say(is_ipv4(text), || format!("{text} is not an IPv4 address"))
}

pub(super) fn ipv6(text: &str) -> Result<bool, String> {
    or_say(is_ip(text) && !is_ipv4(text), || format!("{text} is not an IPv6 address"))
}

/// Digits with a sign, as many as wanted.
pub(super) fn is_int(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && is_digits(digits)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A decimal number of any size or infinity, as Go's `big.ParseFloat` reads it; an exponent of two after `p`.
pub(super) fn is_float(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned == "Inf" || unsigned == "inf" {
        return true;
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E', 'p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    has_digits && is_digits(whole) && is_digits(fraction) && exponent.is_none_or(is_int)
}

/// Characters that mean something to a shell, outside of quotes.
const UNSAFE: &[char] = &['`', '$', ';', '|', '&', '>', '<', '(', ')', '\n'];

pub(super) fn shell_safe(text: &str) -> Result<bool, String> {
    let text = text.trim();
    match UNSAFE.iter().find(|character| text.contains(**character)) {
        None => Ok(true),
        Some('\n') => Err("may not contain '\\n'".to_owned()),
        Some(character) => Err(format!("may not contain '{character}'")),
    }
}

pub(super) fn hostname(text: &str) -> Result<bool, String> {
    or_say(text.split('.').all(is_label), || format!("{} is not a valid hostname", value::quote(text)))
}

/// At least two labels, the last beginning with a letter; a dot may end it.
pub(super) fn fqdn(text: &str) -> Result<bool, String> {
    let name = text.strip_suffix('.').unwrap_or(text);
    let last = name.rsplit_once('.').map(|(_, last)| last);
    let named = last.is_some_and(|last| last.starts_with(|c: char| c.is_ascii_alphabetic()));
    or_say(named && name.split('.').all(is_label), || format!("{} is not a valid FQDN", value::quote(text)))
}

fn is_label(label: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    label.len() <= 63 && label.bytes().all(fits) && !label.is_empty() && !label.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for text in ["10.0.0.1", "::", "::1", "fe80::1", "1:2:3:4:5:6:7::", "::ffff:10.0.0.1", "FE80::A"] {
            assert!(ip(text).is_ok(), "{text}");
        }
        for text in
            ["", "10.0.0", "10.0.0.256", "010.0.0.1", " ::1", "fe80::1%eth0", "1:2:3", "1::2::3", "[::1]", "10.0.0.1/8"]
        {
            assert_eq!(ip(text), Err(format!("{text} is not an IP address")));
        }
        assert!(ipv4("::ffff:10.0.0.1").is_ok() && ipv6("::ffff:10.0.0.1").is_err() && ipv6("10.0.0.1").is_err());
    }

    #[test]
    fn numbers() {
        let fits = |test: fn(&str) -> bool, yes: &[&str], no: &[&str]| {
            for text in yes.iter().chain(no) {
                assert_eq!(test(text), yes.contains(text), "{text}");
            }
        };
        fits(
            is_int,
            &["5", "-5", "+5", "007", "99999999999999999999999"],
            &["", "+", "5.0", "0x1f", " 5", "1_000", "1e3"],
        );
        fits(
            is_float,
            &["5", "5.5", "-1e3", ".5", "5.", "Inf", "-inf", "1e400", "1p4", "+5"],
            &["", ".", "NaN", "infinity", "1_0", "0x10", "1e", "e5", "5 ", "1e1e1", "1.2.3"],
        );
    }

    #[test]
    fn what_a_shell_would_not_leave_alone() {
        for text in ["", "plain", "a b", "\na\n", "a*b", "a{b}", "!x", "a'b", "a\tb"] {
            assert!(shell_safe(text).is_ok(), "{text}");
        }
        assert_eq!(shell_safe("a&&b"), Err("may not contain '&'".to_owned()));
        assert_eq!(shell_safe("a\nb"), Err("may not contain '\\n'".to_owned()));
    }

    #[test]
    fn names_of_machines() {
        let long = "a".repeat(63);
        for text in ["host", "host.example", "host-", "HOST", "10.0.0.1", &long] {
            assert!(hostname(text).is_ok(), "{text}");
        }
        for text in ["", "-host", "host_1", "host.", ".host", "x..y", &format!("{long}a"), "hö"] {
            assert!(hostname(text).is_err(), "{text}");
        }
        for text in ["host.example", "host.example.", "a.b.c.example", "1.x1"] {
            assert!(fqdn(text).is_ok(), "{text}");
        }
        for text in ["", "host", "host.", "10.0.0.1", "host.1x", "-a.example", "a..example", "a.example..", "."] {
            assert!(fqdn(text).is_err(), "{text}");
        }
        assert_eq!(fqdn("x"), Err("\"x\" is not a valid FQDN".to_owned()));
    }
}
