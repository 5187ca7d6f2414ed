package coex.collections;

/// Is told what differs between two versions of a set.
public interface SetChanges<E> {

    /// Only the newer version has the element.
    void added(E element);

    /// Only the older version has the element.
    void removed(E element);
}
