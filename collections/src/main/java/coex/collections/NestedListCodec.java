package coex.collections;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.gc.mutator.MutatorContext;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Lists inside collections. The plain form is an array of the elements' plain forms.
final class NestedListCodec<E> extends Codec<List<E>> {

    private final Codec<E> element;

    NestedListCodec(Codec<E> element) {
        super("list", element);
        this.element = element;
    }

    @Override
    Object toPlain(List<E> value) {
        List<Object> plain = new ArrayList<>(value.size());
        for (E each : value) {
            plain.add(element.toPlain(each, "element of a list"));
        }
        return plain.toArray();
    }

    @Override
    List<E> fromPlain(Object plain) {
        Object[] elements = (Object[]) plain;
        List<E> list = new ArrayList<>(elements.length);
        for (Object each : elements) {
            list.add(element.fromPlain(each));
        }
        return Collections.unmodifiableList(list);
    }

    @Override
    Stored bind(PersistentCollections heap) {
        Stored elements = heap.stored(element);
        ListType lists = ListType.of(heap.heap(), elements.type());
        return new Stored(lists) {
            @Override
            long write(MutatorContext mutator, Object plain) {
                try (ListBuilder builder = new ListBuilder(lists)) {
                    builder.start(mutator);
                    for (Object each : (Object[]) plain) {
                        builder.add(elements.write(mutator, each));
                    }
                    return builder.finish();
                }
            }

            @Override
            Object read(MutatorContext mutator, long bits) {
                long[] found = new long[lists.length(mutator, bits)];
                lists.copyOut(mutator, bits, 0, found, 0, found.length);
                Object[] plain = new Object[found.length];
                for (int i = 0; i < found.length; i++) {
                    plain[i] = elements.read(mutator, found[i]);
                }
                return plain;
            }
        };
    }
}
