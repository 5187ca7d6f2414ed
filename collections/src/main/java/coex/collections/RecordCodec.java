// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Records. The plain form is an array of the components' plain forms.
final class RecordCodec<R extends Record> extends Codec<R> {

    private static final MethodHandles.Lookup OURS = MethodHandles.lookup();

    private final Class<R> type;
    private final RecordComponent[] components;
    private final Codec<Object>[] codecs;
    private final MethodHandle[] accessors;

    /// From an array of all components.
    private final MethodHandle constructor;

    private RecordCodec(Class<R> type, MethodHandles.Lookup lookup, Codec<Object>[] codecs) {
        super("record " + type.getTypeName(), type, Arrays.asList(codecs));
        this.type = type;
        this.components = type.getRecordComponents();
        this.codecs = codecs;
        this.accessors = new MethodHandle[components.length];
        Class<?>[] types = new Class<?>[components.length];
        try {
            MethodHandles.Lookup inside =
                    lookup != null ? lookup : MethodHandles.privateLookupIn(type, OURS);
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                accessors[i] =
                        inside.unreflect(components[i].getAccessor())
                                .asType(MethodType.methodType(Object.class, Record.class));
            }
            constructor =
                    inside.findConstructor(type, MethodType.methodType(void.class, types))
                            .asSpreader(Object[].class, components.length)
                            .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    ("record not accessible: record=%s; its module opens package %s to %s, or the"
                                    + " codec is given a lookup")
                            .formatted(
                                    type.getTypeName(),
                                    type.getPackageName(),
                                    OURS.lookupClass().getModule().getName()),
                    e);
        }
    }

    /// A codec with such codecs as the components' types have.
    static <R extends Record> Codec<R> of(Class<R> type, MethodHandles.Lookup lookup) {
        return new ComponentCodecs(lookup).ofRecord(requireRecord(type));
    }

    @SuppressWarnings("unchecked")
    static <R extends Record> Codec<R> of(
            Class<R> type, MethodHandles.Lookup lookup, Codec<?>... codecs) {
        int wanted = requireRecord(type).getRecordComponents().length;
        if (codecs.length != wanted) {
            throw new IllegalArgumentException(
                    "codecs do not match components: record=%s components=%d codecs=%d"
                            .formatted(type.getTypeName(), wanted, codecs.length));
        }
        return new RecordCodec<>(type, lookup, (Codec<Object>[]) codecs.clone());
    }

    /// For callers that have lost the type.
    static Codec<?> ofUnknown(Class<?> type, MethodHandles.Lookup lookup, Codec<Object>[] codecs) {
        return new RecordCodec<>(type.asSubclass(Record.class), lookup, codecs);
    }

    private static <R extends Record> Class<R> requireRecord(Class<R> type) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException("not a record: type=" + type.getTypeName());
        }
        return type;
    }

    @Override
    Object toPlain(R value) {
        type.cast(value);
        Object[] plain = new Object[accessors.length];
        for (int i = 0; i < plain.length; i++) {
            Object component = componentOf(value, i);
            if (component == null) {
                throw new NullPointerException(
                        "record component is null: record=%s component=%s codec=%s"
                                .formatted(type.getTypeName(), components[i].getName(), codecs[i]));
            }
            plain[i] = codecs[i].toPlain(component);
        }
        return plain;
    }

    private Object componentOf(R value, int index) {
        try {
            return (Object) accessors[index].invokeExact((Record) value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException(
                    "accessor failed: record=%s component=%s"
                            .formatted(type.getTypeName(), components[index].getName()),
                    e);
        }
    }

    @Override
    R fromPlain(Object plain) {
        Object[] values = ((Object[]) plain).clone();
        for (int i = 0; i < values.length; i++) {
            values[i] = codecs[i].fromPlain(values[i]);
        }
        try {
            return type.cast((Object) constructor.invokeExact(values));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException(
                    "constructor failed: record=" + type.getTypeName(), e);
        }
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        BoundCodec[] stored = new BoundCodec[codecs.length];
        String[] names = new String[codecs.length];
        for (int i = 0; i < codecs.length; i++) {
            stored[i] = heap.bound(codecs[i]);
            names[i] = components[i].getName();
        }
        return TupleType.codec(heap, type.getTypeName(), names, stored);
    }

    @Override
    Comparator<Object> plainOrder() {
        List<Comparator<Object>> orders = new ArrayList<>();
        for (Codec<Object> codec : codecs) {
            orders.add(codec.plainOrder());
        }
        return orders.contains(null) ? null : TupleOrder.ofPlain(orders);
    }

    @Override
    BoundOrder bindOrder(PersistentCollections heap) {
        BoundOrder[] orders = new BoundOrder[codecs.length];
        for (int i = 0; i < codecs.length; i++) {
            orders[i] = codecs[i].bindOrder(heap);
        }
        return new TupleOrder((TupleType) heap.bound(this).type(), orders);
    }

    @Override
    boolean isPlainCanonical() {
        return Arrays.stream(codecs).allMatch(Codec::isPlainCanonical);
    }

    @Override
    String saved(Deque<Codec<?>> inside) {
        inside.push(this);
        String text =
                IntStream.range(0, codecs.length)
                        .mapToObj(i -> components[i].getName() + ": " + codecs[i].saved(inside))
                        .collect(Collectors.joining(", ", "record(", ")"));
        inside.pop();
        return text;
    }
}
