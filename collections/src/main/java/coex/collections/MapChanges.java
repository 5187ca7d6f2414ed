// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// Is told what differs between two versions of a map.
///
/// @param <K> the type of the keys
/// @param <V> the type of the values
public interface MapChanges<K, V> {

    /// The newer version has an entry whose key the older one has not.
    ///
    /// @param key the key
    /// @param value the value
    void added(K key, V value);

    /// The older version has an entry whose key the newer one has not.
    ///
    /// @param key the key
    /// @param value the value
    void removed(K key, V value);

    /// Both have the key, with different values.
    ///
    /// @param key the key
    /// @param older what to compare with
    /// @param newer what has changed
    void changed(K key, V older, V newer);
}
