// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

import coex.gc.mutator.MutatorContext;

/// An order of the values of a type that means something to whoever chose it, unlike
/// [ValueType#compare]. Values that are the same are those that [ValueType#equal] takes for the
/// same.
///
/// Implementations are immutable and shared by all threads.
@FunctionalInterface
public interface ValueOrder {

    /// Words as signed numbers.
    ValueOrder WORDS = (_, first, second, _) -> Long.compare(first, second);

    /// Words as the bits of doubles, in the order of `Double.compare`.
    ValueOrder DOUBLES =
            (_, first, second, _) ->
                    Double.compare(Double.longBitsToDouble(first), Double.longBitsToDouble(second));

    /// Words whose lowest eight bits are a signed byte.
    ValueOrder SIGNED_BYTES = (_, first, second, _) -> Byte.compare((byte) first, (byte) second);

    /// Less than 0, 0 or greater than 0. No safepoint but where the caller passes [Pause#POLL]; it
    /// has rooted both values then.
    int compare(MutatorContext mutator, long first, long second, Pause pause);
}
