//! The one thing that is read from a certificate by hand: when it is valid.

use rustls::pki_types::UnixTime;
use std::time::Duration;

/// From when to when a certificate in DER says it is valid.
pub(super) fn validity(certificate: &[u8]) -> Option<(UnixTime, UnixTime)> {
    let (_, certificate, _) = element(certificate)?;
    let (_, body, _) = element(certificate)?;
    let mut rest = body;
    // An optional version with tag 0, then serial number, algorithm and issuer.
    let before = if body.first() == Some(&0xa0) { 4 } else { 3 };
    for _ in 0..before {
        rest = element(rest)?.2;
    }
    let (_, validity, _) = element(rest)?;
    let (tag, from, rest) = element(validity)?;
    let (until_tag, until, _) = element(rest)?;
    Some((time(tag, from)?, time(until_tag, until)?))
}

/// Tag, content, and what follows.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x84 => {
            let (length, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (length.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

/// `YYMMDDhhmmssZ` with tag 0x17, `YYYYMMDDhhmmssZ` with tag 0x18.
fn time(tag: u8, text: &[u8]) -> Option<UnixTime> {
    let digits = str::from_utf8(text).ok()?.strip_suffix('Z')?;
    let (year, rest) = digits.split_at_checked(if tag == 0x18 { 4 } else { 2 })?;
    let year: u64 = year.parse().ok()?;
    let year = match tag {
        0x17 if year < 50 => year + 2000,
        0x17 => year + 1900,
        0x18 => year,
        _ => return None,
    };
    let field = |at: usize| rest.get(at..at + 2)?.parse::<u64>().ok();
    let days = days_since_1970(year, field(0)?, field(2)?)?;
    let seconds = days * 86_400 + field(4)? * 3600 + field(6)? * 60 + field(8)?;
    Some(UnixTime::since_unix_epoch(Duration::from_secs(seconds)))
}

/// Times before 1970 count as 1970: no certificate ends there.
fn days_since_1970(year: u64, month: u64, day: u64) -> Option<u64> {
    const BEFORE_MONTH: [u64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let before_month = BEFORE_MONTH.get(usize::try_from(month.checked_sub(1)?).ok()?)?;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let leap_day = u64::from(leap && month > 2);
    let past = year.checked_sub(1)?;
    let leap_years = past / 4 - past / 100 + past / 400;
    let days = past * 365 + leap_years + before_month + leap_day + day.checked_sub(1)?;
    Some(days.saturating_sub(719_162))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(tag: u8, text: &str) -> Option<u64> {
        time(tag, text.as_bytes()).map(|time| time.as_secs())
    }

    #[test]
    fn times_are_read() {
        assert_eq!(seconds(0x17, "700101000000Z"), Some(0));
        assert_eq!(seconds(0x18, "20000229120000Z"), Some(951_825_600));
        assert_eq!(seconds(0x17, "261115214000Z"), Some(1_794_778_800));
        assert_eq!(seconds(0x18, "99991231235959Z"), Some(253_402_300_799));
        assert_eq!(seconds(0x17, "500101000000Z"), Some(0));
        assert_eq!(seconds(0x17, "2611152140"), None);
        assert_eq!(seconds(0x17, "261315214000Z"), None);
        assert_eq!(seconds(0x02, "261115214000Z"), None);
    }

    #[test]
    fn what_is_no_certificate_has_no_validity() {
        for bytes in [&b""[..], b"\x30", b"\x30\x84\xff\xff\xff\xff", b"\x30\x80", b"\x30\x03\x30\x01\xa0"] {
            assert_eq!(validity(bytes), None);
        }
    }
}
