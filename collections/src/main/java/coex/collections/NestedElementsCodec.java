// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Lists and sets inside collections. The plain form is an array of the elements' plain forms.
abstract class NestedElementsCodec<E, C extends Collection<E>> extends Codec<C> {

    private final Codec<E> element;
    private final String part;

    /// @param name `list` or `set`
    NestedElementsCodec(String name, Codec<E> element) {
        super(name, element);
        this.element = element;
        this.part = "element of a " + name;
    }

    final Codec<E> element() {
        return element;
    }

    @Override
    final Object toPlain(C value) {
        List<Object> plain = new ArrayList<>(value.size());
        for (E each : value) {
            plain.add(element.toPlain(each, part));
        }
        return plain.toArray();
    }

    @Override
    final C fromPlain(Object plain) {
        Object[] elements = (Object[]) plain;
        C collection = empty(elements.length);
        for (Object each : elements) {
            collection.add(element.fromPlain(each));
        }
        return unmodifiable(collection);
    }

    /// A collection for that many elements.
    abstract C empty(int size);

    abstract C unmodifiable(C collection);
}
