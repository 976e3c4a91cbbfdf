//! RSA keys. The primes come from a library, the rest of a key is a few lines of arithmetic, and `ring` signs.

use crypto_bigint::{BoxedUint, ConcatenatingMul, NonZero, Odd, Resize};
use crypto_primes::hazmat::{SetBits, SmallFactorsSieveFactory};
use crypto_primes::{Flavor, is_prime, sieve_and_find};
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use system::Random;

use super::der::{self, DerError, Reader};
use super::source::Source;

/// The public exponent that everybody uses.
const EXPONENT: u64 = 65_537;

/// An RSA key by its numbers, the most significant byte first: modulus, public and private exponent, both primes, both
/// exponents for them, and the inverse of the second prime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RsaKey([Vec<u8>; 8]);

impl RsaKey {
    /// A new key with a modulus of `bits` bits.
    pub(super) fn generate(bits: u32, random: &dyn Random) -> Self {
        loop {
            let (p, q) = (prime(bits / 2, random), prime(bits / 2, random));
            let (p, q) = if p > q { (p, q) } else { (q, p) };
            if let Some(key) = Self::from_primes(&p, &q, bits) {
                return key;
            }
        }
    }

    /// The key with these primes; nothing when they do not make one.
    fn from_primes(p: &BoxedUint, q: &BoxedUint, bits: u32) -> Option<Self> {
        let one = BoxedUint::one();
        let exponent = BoxedUint::from(EXPONENT).resize_unchecked(bits);
        let modulus = p.concatenating_mul(q);
        let (p1, q1) = (p.wrapping_sub(&one), q.wrapping_sub(&one));
        let totient = Option::<NonZero<_>>::from(NonZero::new(p1.concatenating_mul(&q1)))?;
        let private = Option::<BoxedUint>::from(exponent.invert_mod(&totient))?;
        let reduced = |by: &BoxedUint| Option::<NonZero<_>>::from(NonZero::new(by.clone())).map(|by| private.rem(&by));
        let inverse = Option::<Odd<_>>::from(Odd::new(p.clone()))
            .and_then(|p| Option::<BoxedUint>::from(q.invert_odd_mod(&p)))?;
        let numbers = [&modulus, &BoxedUint::from(EXPONENT), &private, p, q, &reduced(&p1)?, &reduced(&q1)?, &inverse];
        (p != q).then(|| Self(numbers.map(|number| der::trimmed(&number.to_be_bytes()).to_vec())))
    }

    /// PKCS #1.
    pub(super) fn to_der(&self) -> Vec<u8> {
        let numbers = self.0.each_ref().map(|number| der::integer(number));
        der::sequence(&[&*der::integer(&[0]), &*numbers.concat()])
    }

    /// Reads PKCS #1.
    pub(super) fn from_der(bytes: &[u8]) -> Result<Self, DerError> {
        let mut reader = Reader::new(bytes).inside(der::SEQUENCE)?;
        if !reader.integer()?.is_empty() {
            // Keys of more than two primes.
            return Err(DerError);
        }
        let mut numbers = [const { Vec::new() }; 8];
        for number in &mut numbers {
            *number = reader.integer()?.to_vec();
        }
        Ok(Self(numbers))
    }

    /// Modulus and exponent.
    pub(super) fn public_der(&self) -> Vec<u8> {
        der::sequence(&[&der::integer(&self.0[0]), &der::integer(&self.0[1])])
    }

    /// A signature with SHA-256 and the padding of PKCS #1; always the same one for a message.
    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        let pair = RsaKeyPair::from_der(&self.to_der()).map_err(|error| format!("unusable RSA key: {error}"))?;
        let mut signature = vec![0; pair.public().modulus_len()];
        // This padding takes no random numbers; the argument is for another one.
        pair.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message, &mut signature)
            .map_err(|_| "unusable RSA key".to_owned())?;
        Ok(signature)
    }
}

/// A random prime whose two highest bits are set, so that a product of two has all its bits.
fn prime(bits: u32, random: &dyn Random) -> BoxedUint {
    let sieve = SmallFactorsSieveFactory::<BoxedUint>::new(Flavor::Any, bits, SetBits::TwoMsb)
        .expect("there are primes of that many bits");
    sieve_and_find(&mut Source(random), sieve, |_, candidate| is_prime(Flavor::Any, candidate))
        .ok()
        .flatten()
        .expect("the sieve does not end")
}
