package coex.kafka.streams;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What stores have answered, as texts that can be compared.
final class Found {

    private Found() {}

    static String text(byte[] value) {
        return value == null ? "nothing" : Arrays.toString(value);
    }

    /// All that is left, in order; closes the iterator.
    static <K> List<String> all(KeyValueIterator<K, byte[]> iterator) {
        try (iterator) {
            List<String> found = new ArrayList<>();
            while (iterator.hasNext()) {
                K ahead = iterator.peekNextKey();
                KeyValue<K, byte[]> next = iterator.next();
                if (!ahead.equals(next.key)) {
                    throw new AssertionError("peeked " + ahead + " before " + next.key);
                }
                found.add(next.key + "=" + text(next.value));
            }
            return found;
        }
    }

    /// The same without the order of keys: Kafka promises only that of one key's windows.
    static Map<Bytes, List<String>> byKey(KeyValueIterator<Windowed<Bytes>, byte[]> iterator) {
        try (iterator) {
            Map<Bytes, List<String>> found = new TreeMap<>();
            while (iterator.hasNext()) {
                KeyValue<Windowed<Bytes>, byte[]> next = iterator.next();
                found.computeIfAbsent(next.key.key(), _ -> new ArrayList<>())
                        .add(next.key.window() + "=" + text(next.value));
            }
            return Collections.unmodifiableMap(found);
        }
    }
}
