//! DSA keys. They can be made, but certificates are not made with them.

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Limb, NonZero, Resize};
use crypto_primes::{Flavor, is_prime};
use system::Random;

use super::der::{self, DerError, Reader};

/// The sizes of both primes in bits.
const LARGE: u32 = 2_048;
const SMALL: u32 = 256;

/// A DSA key by its numbers: both primes, generator, public and private number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DsaKey([Vec<u8>; 5]);

impl DsaKey {
    /// A new key with parameters of its own.
    pub(super) fn generate(random: &dyn Random) -> Self {
        let (p, q) = primes(random);
        let params = BoxedMontyParams::new(p.clone().into_odd().expect("a large prime is odd"));
        let power = |base: BoxedUint, exponent: &BoxedUint| {
            BoxedMontyForm::new(base.resize_unchecked(LARGE), &params).pow(exponent).retrieve()
        };
        let exponent = p.wrapping_sub(BoxedUint::one()).wrapping_div(&non_zero(q.clone()));
        let generator = (2..=u64::MAX)
            .map(|base| power(BoxedUint::from(base), &exponent))
            .find(|generator| !bool::from(generator.is_one()))
            .expect("nearly all numbers are generators");
        let private = loop {
            let candidate = number(SMALL, random);
            if candidate < q && bool::from(candidate.is_nonzero()) {
                break candidate;
            }
        };
        let public = power(generator.clone(), &private);
        Self([&p, &q, &generator, &public, &private].map(|number| der::trimmed(&number.to_be_bytes()).to_vec()))
    }

    pub(super) fn to_der(&self) -> Vec<u8> {
        let numbers = self.0.each_ref().map(|number| der::integer(number));
        der::sequence(&[&*der::integer(&[0]), &*numbers.concat()])
    }

    pub(super) fn from_der(bytes: &[u8]) -> Result<Self, DerError> {
        let mut reader = Reader::new(bytes).inside(der::SEQUENCE)?;
        reader.integer()?;
        let mut numbers = [const { Vec::new() }; 5];
        for number in &mut numbers {
            *number = reader.integer()?.to_vec();
        }
        Ok(Self(numbers))
    }
}

/// A prime, and a small prime that divides the one below it.
fn primes(random: &dyn Random) -> (BoxedUint, BoxedUint) {
    loop {
        let q = odd_number(SMALL, random);
        if !is_prime(Flavor::Any, &q) {
            continue;
        }
        for _ in 0..4 * LARGE {
            let candidate = odd_number(LARGE, random);
            let rest = candidate.rem(&non_zero(q.clone())).resize_unchecked(LARGE);
            let p = candidate.wrapping_sub(rest).wrapping_add(BoxedUint::one());
            if p.bits() == LARGE && !has_small_factor(&p) && is_prime(Flavor::Any, &p) {
                return (p, q);
            }
        }
    }
}

/// Most numbers are found out to be no primes by this, in a fraction of the time that the real test takes.
fn has_small_factor(number: &BoxedUint) -> bool {
    (2_u64..1_000).any(|factor| {
        let factor = NonZero::new(Limb::from(factor)).expect("not zero");
        number.rem_limb(factor) == Limb::ZERO
    })
}

fn non_zero(number: BoxedUint) -> NonZero<BoxedUint> {
    number.into_nz().expect("a prime is not zero")
}

fn number(bits: u32, random: &dyn Random) -> BoxedUint {
    let mut bytes = vec![0; (bits / 8) as usize];
    random.fill(&mut bytes);
    BoxedUint::from_be_slice(&bytes, bits).expect("as many bytes as bits")
}

/// A random odd number with all its bits.
fn odd_number(bits: u32, random: &dyn Random) -> BoxedUint {
    let mut bytes = vec![0; (bits / 8) as usize];
    random.fill(&mut bytes);
    bytes[0] |= 0x80;
    *bytes.last_mut().expect("not empty") |= 1;
    BoxedUint::from_be_slice(&bytes, bits).expect("as many bytes as bits")
}
