// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

/// Is given elements one after the other.
@FunctionalInterface
public interface BitsVisitor {

    /// @param bits an element
    void visit(long bits);
}
