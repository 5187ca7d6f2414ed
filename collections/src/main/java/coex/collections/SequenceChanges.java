// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// Is told what differs between two versions of a list or an array, index by index.
///
/// @param <E> the type of the elements
public interface SequenceChanges<E> {

    /// The newer version is longer, and has this element behind what the older one has.
    ///
    /// @param index which element, from 0
    /// @param element the element
    void added(int index, E element);

    /// The older version is longer, and has this element behind what the newer one has.
    ///
    /// @param index which element, from 0
    /// @param element the element
    void removed(int index, E element);

    /// Both have an element at an index, and not the same.
    ///
    /// @param index which element, from 0
    /// @param older what was there
    /// @param newer what is there now
    void changed(int index, E older, E newer);
}
