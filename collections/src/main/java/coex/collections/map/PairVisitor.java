// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

/// What going through two maps or sets at once finds. Each method returns whether to go on at once;
/// who does not can go on later.
public interface PairVisitor {

    /// A part that is in both, as it is: the handle of a node.
    boolean shared(long part);

    boolean onlyFirst(long key, long value);

    boolean onlySecond(long key, long value);

    /// An entry of each with the same key; the values may be the same, too.
    boolean both(long key, long value, long otherKey, long otherValue);
}
