// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Records of a sealed interface: a tuple with a place for each of them, of which one is filled.
/// The plain form is an array of the places' plain forms.
final class SealedCodec<S> extends Codec<S> {

    private final Class<S> type;
    private final List<Class<? extends Record>> records;
    private final List<Codec<Optional<Record>>> places;

    private SealedCodec(
            Class<S> type,
            List<Class<? extends Record>> records,
            List<Codec<Optional<Record>>> places) {
        super("sealed " + type.getTypeName(), type, places);
        this.type = type;
        this.records = records;
        this.places = places;
    }

    /// @param codecs of the records, in the order of their declaration
    static <S> Codec<S> of(Class<S> type, Map<Class<? extends Record>, Codec<?>> codecs) {
        List<Class<? extends Record>> records = new ArrayList<>();
        List<Codec<Optional<Record>>> places = new ArrayList<>();
        codecs.forEach(
                (record, found) -> {
                    @SuppressWarnings("unchecked")
                    Codec<Record> codec = (Codec<Record>) found;
                    records.add(record);
                    places.add(Codec.optional(codec));
                });
        return new SealedCodec<>(type, records, places);
    }

    @Override
    Object toPlain(S value) {
        int place = records.indexOf(type.cast(value).getClass());
        Object[] plain = new Object[places.size()];
        for (int i = 0; i < plain.length; i++) {
            Optional<Record> held = i == place ? Optional.of((Record) value) : Optional.empty();
            plain[i] = places.get(i).toPlain(held);
        }
        return plain;
    }

    @Override
    S fromPlain(Object plain) {
        Object[] held = (Object[]) plain;
        for (int i = 0; i < held.length; i++) {
            if (((Object[]) held[i]).length > 0) { // the others are empty lists
                return type.cast(places.get(i).fromPlain(held[i]).orElseThrow());
            }
        }
        throw new IllegalStateException("no place is filled: codec=" + this);
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        BoundCodec[] stored = new BoundCodec[places.size()];
        String[] names = new String[places.size()];
        for (int i = 0; i < stored.length; i++) {
            stored[i] = heap.bound(places.get(i));
            names[i] = records.get(i).getSimpleName();
        }
        return TupleType.codec(heap, type.getTypeName(), names, stored);
    }

    @Override
    boolean isPlainCanonical() {
        return places.stream().allMatch(Codec::isPlainCanonical);
    }

    @Override
    String saved(Deque<Codec<?>> inside) {
        inside.push(this);
        String text =
                places.stream()
                        .map(place -> place.saved(inside))
                        .collect(Collectors.joining(", ", "sealed(", ")"));
        inside.pop();
        return text;
    }
}
