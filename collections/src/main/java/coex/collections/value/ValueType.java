// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

import coex.gc.mutator.MutatorContext;

/// The type of the values in a collection: how they are stored, and when two are the same.
///
/// A value travels as a `long`, its *bits*: the number itself, the bits of a `double`, 0 or 1 for a
/// boolean, 0 to 255 for a byte, or a handle. Handle 0 is a value too: the empty string, list, map,
/// set or array, and JSON's null. An operation whose result is empty returns 0, so that every value
/// has one form and zeroed memory holds good values.
///
/// Implementations are immutable and shared by all threads. Their methods are no safepoints: they
/// look at objects and make none. Only where a caller passes [Pause#POLL] is there one.
public interface ValueType {

    Storage storage();

    /// Whether two values are the same if and only if their bits are.
    default boolean isBits() {
        return storage() != Storage.REFERENCE;
    }

    /// How many parts of a large value count for its hash, at most.
    ///
    /// Tries ask for hashes where there can be no safepoint, so working one out must not take long,
    /// however large the value is: a fraction of a millisecond for numbers. Keys that differ only
    /// in what does not count have the same hash, and are compared with each other, so it must not
    /// be few either.
    int HASHED_PARTS = 1 << 17;

    /// A hash of a value; equal values have equal hashes. Well spread: tries use it as it is.
    int hash(MutatorContext mutator, long bits);

    /// A hash of a value that is itself a part, and for which not much more than so many parts
    /// count. Equal values have equal hashes for the same number of parts.
    ///
    /// @param parts at least 1
    default int hash(MutatorContext mutator, long bits, int parts) {
        return hash(mutator, bits);
    }

    /// Whether two values are the same.
    boolean equal(MutatorContext mutator, long first, long second);

    /// The same, with pauses where it takes long. With [Pause#POLL] the caller has rooted both
    /// values; what they are made of they keep alive themselves.
    default boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return equal(mutator, first, second);
    }

    /// Less than 0, 0 or greater than 0: an order of all values, in which those that are [#equal]
    /// are the same.
    ///
    /// It says in which order keys with equal hashes are kept, and so found without looking at each
    /// of them. Which order that is does not matter to anybody, as long as it follows from what the
    /// values are: it must be the same in every run. Values that are the same only if they are the
    /// same object are in the order of their handles.
    ///
    /// @param pause as for [#equal]
    int compare(MutatorContext mutator, long first, long second, Pause pause);
}
