//! Calendar and clock, for any instant: zones can lead beyond the years that timestamps have.

/// What calendar and clock show.
pub(crate) struct Civil {
    pub(crate) year: i64,
    /// From 1.
    pub(crate) month: i64,
    /// From 1.
    pub(crate) day: i64,
    /// From 0.
    pub(crate) day_of_year: i64,
    /// Sunday is 0.
    pub(crate) day_of_week: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
}

const DAY: i64 = 86_400;

/// Days from the first of March of the year 0 to 1970.
const EPOCH: i64 = 719_468;

/// Days in 400 years, after which the calendar repeats.
const CYCLE: i64 = 146_097;

impl Civil {
    /// So many seconds after 1970 began there.
    pub(crate) fn of(seconds: i64) -> Self {
        let (days, clock) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        let since_march = days + EPOCH;
        let (cycle, day) = (since_march.div_euclid(CYCLE), since_march.rem_euclid(CYCLE));
        // Years begin in March here, so that the leap day is the last one.
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let in_year = day - (365 * year + year / 4 - year / 100);
        let month_from_march = (5 * in_year + 2) / 153;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = cycle * 400 + year + i64::from(month <= 2);
        let leap = i64::from(year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0));
        let day_of_year = if month > 2 { in_year + 59 + leap } else { in_year - 306 };
        Self {
            year,
            month,
            day: in_year - (153 * month_from_march + 2) / 5 + 1,
            day_of_year,
            day_of_week: (days + 4).rem_euclid(7),
            hour: clock / 3_600,
            minute: clock / 60 % 60,
            second: clock % 60,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        for (seconds, year, month, day, of_year, of_week) in [
            (0, 1970, 1, 1, 0, 4),
            (1_709_208_000, 2024, 2, 29, 59, 4),
            (1_735_603_200, 2024, 12, 31, 365, 2),
            (1_672_531_200, 2023, 1, 1, 0, 0),
            (-62_135_596_800, 1, 1, 1, 0, 1),
            (-62_135_596_801, 0, 12, 31, 365, 0),
            (253_402_300_800, 10_000, 1, 1, 0, 6),
        ] {
            let at = Civil::of(seconds);
            assert_eq!((at.year, at.month, at.day), (year, month, day));
            assert_eq!((at.day_of_year, at.day_of_week), (of_year, of_week), "{seconds}");
        }
    }
}
