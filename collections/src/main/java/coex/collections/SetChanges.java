// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// Is told what differs between two versions of a set.
///
/// @param <E> the type of the elements
public interface SetChanges<E> {

    /// Only the newer version has the element.
    ///
    /// @param element the element
    void added(E element);

    /// Only the older version has the element.
    ///
    /// @param element the element
    void removed(E element);
}
