// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Objects;

/// Changes a set in many steps, which become one version. As [MapBuilder]. For one thread.
///
/// @param <S> the kind of set
/// @param <B> the builder itself
/// @param <E> the type of the elements
public abstract sealed class SetBuilder<E, S extends PersistentCollection, B>
        permits PersistentSet.Builder, PersistentSortedSet.Builder {

    private final Codec<E> codec;
    private final BatchBuilder<S> batches;

    SetBuilder(Codec<E> codec, BatchBuilder<S> batches) {
        this.codec = codec;
        this.batches = batches;
    }

    abstract B self();

    abstract boolean contains(S set, Object plain);

    private Object plain(E element) {
        return codec.toPlain(element, "element");
    }

    /// Adds an element, if it is not there.
    ///
    /// @param element the element
    /// @return this builder
    public final B add(E element) {
        batches.add(plain(element));
        return self();
    }

    /// Adds all of these elements.
    ///
    /// @param all the elements
    /// @return this builder
    public final B addAll(Iterable<? extends E> all) {
        Objects.requireNonNull(all, "elements missing").forEach(this::add);
        return self();
    }

    /// Removes an element, if it is there.
    ///
    /// @param element the element
    /// @return this builder
    public final B remove(E element) {
        batches.remove(plain(element));
        return self();
    }

    /// Removes these elements, as far as they are there.
    ///
    /// @param all the elements
    /// @return this builder
    public final B removeAll(Iterable<? extends E> all) {
        Objects.requireNonNull(all, "elements missing").forEach(this::remove);
        return self();
    }

    /// {@return whether the element is there now}
    ///
    /// @param element the element
    public final boolean contains(E element) {
        Object plain = plain(element);
        Object pending = batches.pending(plain);
        if (pending != null) {
            return pending != BatchBuilder.REMOVED;
        }
        return batches.version() != null && contains(batches.version(), plain);
    }

    /// {@return the number of elements now} Puts all changes into the heap.
    public final int size() {
        return batches.flushed().size();
    }

    /// {@return the set with all changes} The builder can be used on, and begins with that set,
    /// which must stay open until then; so must collections that were added.
    public final S build() {
        return batches.build();
    }
}
