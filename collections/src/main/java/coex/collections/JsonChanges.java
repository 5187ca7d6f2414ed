// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// Is told what differs between two versions of a json, by JSON Pointers (RFC 6901).
///
/// What it is given shares the root of its version, as what is read from that does.
public interface JsonChanges {

    /// The newer version has a field or an element that the older one has not.
    ///
    /// @param pointer where it is in the newer version
    /// @param value what is there
    void added(String pointer, PersistentJson value);

    /// The older version has a field or an element that the newer one has not.
    ///
    /// @param pointer where it is in the older version
    /// @param value what was there
    void removed(String pointer, PersistentJson value);

    /// Both have something there, and not the same: at least one is neither object nor array, or
    /// one is an object and the other an array.
    ///
    /// @param pointer where both are
    /// @param older what was there
    /// @param newer what is there now
    void changed(String pointer, PersistentJson older, PersistentJson newer);
}
