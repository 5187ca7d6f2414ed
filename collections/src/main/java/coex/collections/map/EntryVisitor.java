// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

/// Is shown the entries of a map, or the elements of a set, one after the other.
@FunctionalInterface
public interface EntryVisitor {

    /// @param key bits of the key or element
    /// @param value bits of the value; 0 in a set
    void visit(long key, long value);
}
