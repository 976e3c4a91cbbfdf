//! Flags, width and precision of one directive.

/// What stands between `%` and the verb.
#[derive(Clone, Copy, Default)]
pub(super) struct Spec {
    pub(super) flags: Flags,
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
}

/// A set of flags.
#[derive(Clone, Copy, Default)]
pub(super) struct Flags(u8);

/// One flag. `%+v` and `%#v` are forms of their own: there, the flag is not the one that numbers know.
#[derive(Clone, Copy)]
pub(super) enum Flag {
    Minus = 1,
    Plus = 2,
    Sharp = 4,
    Space = 8,
    Zero = 16,
    FieldNames = 32,
    GoSyntax = 64,
}

impl Flag {
    /// The flag that a character stands for.
    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            b'-' => Self::Minus,
            b'+' => Self::Plus,
            b'#' => Self::Sharp,
            b' ' => Self::Space,
            b'0' => Self::Zero,
            _ => return None,
        })
    }
}

impl Flags {
    pub(super) fn has(self, flag: Flag) -> bool {
        self.0 & flag as u8 != 0
    }

    pub(super) fn set(&mut self, flag: Flag, on: bool) {
        if on {
            self.0 |= flag as u8;
        } else {
            self.0 &= !(flag as u8);
        }
    }
}

impl Spec {
    pub(super) fn has(&self, flag: Flag) -> bool {
        self.flags.has(flag)
    }

    /// Whether widths are filled with zeros; only on the left.
    pub(super) fn zero_fills(&self) -> bool {
        self.has(Flag::Zero) && !self.has(Flag::Minus)
    }

    /// Turns the flags of `%+v` and `%#v` into what they mean.
    pub(super) fn read_as_value(&mut self) {
        for (flag, meaning) in [(Flag::Sharp, Flag::GoSyntax), (Flag::Plus, Flag::FieldNames)] {
            self.flags.set(meaning, self.flags.has(flag));
            self.flags.set(flag, false);
        }
    }
}
