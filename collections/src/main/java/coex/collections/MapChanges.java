package coex.collections;

/// Is told what differs between two versions of a map.
public interface MapChanges<K, V> {

    /// The newer version has an entry whose key the older one has not.
    void added(K key, V value);

    /// The older version has an entry whose key the newer one has not.
    void removed(K key, V value);

    /// Both have the key, with different values.
    void changed(K key, V older, V newer);
}
