// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams;

import coex.kafka.streams.store.CoexKeyValueStore;
import coex.kafka.streams.store.CoexSessionStore;
import coex.kafka.streams.store.CoexVersionedStore;
import coex.kafka.streams.store.CoexWindowStore;
import coex.kafka.streams.store.WindowOptions;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/// Makes stores for single places of a topology, as `Stores` of Kafka Streams does;
/// [CoexStoreSuppliers] is for all of them.
///
/// ```java
/// Materialized<String, Long, KeyValueStore<Bytes, byte[]>> counts =
///         Materialized.as(CoexStores.timestampedKeyValueStore("counts"));
/// ```
///
/// Stores of the DSL are timestamped. What they may take and whether they have files is said in the
/// properties of the application ([coex.kafka.streams.instance.StoreSettings]). Each supplier makes
/// a new store whenever it is asked, one for each task.
public final class CoexStores {

    /// Of a window or session store, no segment is shorter: as Kafka's.
    private static final long LEAST_SEGMENT = 60_000;

    private static final String METRICS_SCOPE = "coex";

    private CoexStores() {}

    /// A key-value store of plain values, for `Stores.keyValueStoreBuilder`.
    ///
    /// @param name of the store; the name of its file and its changelog too
    /// @return what makes the store
    public static KeyValueBytesStoreSupplier keyValueStore(String name) {
        return new KeyValue(checked(name), CoexKeyValueStore::new);
    }

    /// A key-value store of values with their timestamps, as tables and aggregations of the DSL
    /// want, and `Stores.timestampedKeyValueStoreBuilder`.
    ///
    /// @param name of the store; the name of its file and its changelog too
    /// @return what makes the store
    public static KeyValueBytesStoreSupplier timestampedKeyValueStore(String name) {
        return new KeyValue(checked(name), CoexKeyValueStore.Timestamped::new);
    }

    /// A key-value store of values with their timestamps and the headers of their records.
    ///
    /// @param name of the store; the name of its file and its changelog too
    /// @return what makes the store
    public static KeyValueBytesStoreSupplier keyValueStoreWithHeaders(String name) {
        return new KeyValue(checked(name), CoexKeyValueStore.WithHeaders::new);
    }

    /// A window store of plain values, for `Stores.windowStoreBuilder` and joins of two streams.
    ///
    /// @param name of the store; the name of its file and its changelog too
    /// @param retention how long windows can be read after they began, by the time of the stream
    /// @param windowSize how long a window lasts; no longer than the retention
    /// @param retainDuplicates whether a window keeps several values of one key, as joins of two
    ///     streams want
    /// @return what makes the store
    /// @throws IllegalArgumentException if a duration is negative, or windows expire before they
    ///     end
    public static WindowBytesStoreSupplier windowStore(
            String name, Duration retention, Duration windowSize, boolean retainDuplicates) {
        return window(DslStoreFormat.PLAIN, name, retention, windowSize, retainDuplicates, false);
    }

    /// A window store of values with their timestamps, as aggregations of the DSL want, and
    /// `Stores.timestampedWindowStoreBuilder`.
    ///
    /// @param name of the store; the name of its file and its changelog too
    /// @param retention how long windows can be read after they began, by the time of the stream
    /// @param windowSize how long a window lasts; no longer than the retention
    /// @param retainDuplicates whether a window keeps several values of one key, as joins of two
    ///     streams want
    /// @return what makes the store
    /// @throws IllegalArgumentException if a duration is negative, or windows expire before they
    ///     end
    public static WindowBytesStoreSupplier timestampedWindowStore(
            String name, Duration retention, Duration windowSize, boolean retainDuplicates) {
        return window(
                DslStoreFormat.TIMESTAMPED, name, retention, windowSize, retainDuplicates, false);
    }

    /// A window store of values with their timestamps and the headers of their records.
    ///
    /// @param name of the store; the name of its file and its changelog too
    /// @param retention how long windows can be read after they began, by the time of the stream
    /// @param windowSize how long a window lasts; no longer than the retention
    /// @param retainDuplicates whether a window keeps several values of one key, as joins of two
    ///     streams want
    /// @return what makes the store
    /// @throws IllegalArgumentException if a duration is negative, or windows expire before they
    ///     end
    public static WindowBytesStoreSupplier windowStoreWithHeaders(
            String name, Duration retention, Duration windowSize, boolean retainDuplicates) {
        return window(DslStoreFormat.HEADERS, name, retention, windowSize, retainDuplicates, false);
    }

    /// @param byTime whether windows of all keys are asked for by time again and again
    static WindowBytesStoreSupplier window(
            DslStoreFormat format,
            String name,
            Duration retention,
            Duration windowSize,
            boolean retainDuplicates,
            boolean byTime) {
        checked(name);
        long kept = millis(name, "retention", retention);
        long size = millis(name, "window size", windowSize);
        if (kept < size) {
            throw new IllegalArgumentException(
                    "windows expire before they end: store=%s retention=%s windowSize=%s"
                            .formatted(name, retention, windowSize));
        }
        WindowOptions options =
                new WindowOptions(kept, size, segmentInterval(kept), retainDuplicates, byTime);
        return new Window(
                name,
                options,
                switch (format) {
                    case PLAIN -> () -> new CoexWindowStore(name, options);
                    case TIMESTAMPED -> () -> new CoexWindowStore.Timestamped(name, options);
                    case HEADERS -> () -> new CoexWindowStore.WithHeaders(name, options);
                });
    }

    /// A session store of plain values, as aggregations of the DSL want, and
    /// `Stores.sessionStoreBuilder`.
    ///
    /// @param name of the store; the name of its file and its changelog too
    /// @param retention how long sessions can be read after they ended, by the time of the stream
    /// @return what makes the store
    /// @throws IllegalArgumentException if the retention is negative
    public static SessionBytesStoreSupplier sessionStore(String name, Duration retention) {
        return session(DslStoreFormat.PLAIN, name, retention, false);
    }

    /// A session store of values with the headers of their records.
    ///
    /// @param name of the store; the name of its file and its changelog too
    /// @param retention how long sessions can be read after they ended, by the time of the stream
    /// @return what makes the store
    /// @throws IllegalArgumentException if the retention is negative
    public static SessionBytesStoreSupplier sessionStoreWithHeaders(
            String name, Duration retention) {
        return session(DslStoreFormat.HEADERS, name, retention, false);
    }

    /// Plain and timestamped sessions are the same.
    ///
    /// @param byTime whether sessions of all keys are asked for by time again and again
    static SessionBytesStoreSupplier session(
            DslStoreFormat format, String name, Duration retention, boolean byTime) {
        checked(name);
        long millis = millis(name, "retention", retention);
        long interval = segmentInterval(millis);
        return new Session(
                name,
                millis,
                switch (format) {
                    case PLAIN, TIMESTAMPED ->
                            () -> new CoexSessionStore(name, millis, interval, byTime);
                    case HEADERS ->
                            () -> new CoexSessionStore.WithHeaders(name, millis, interval, byTime);
                });
    }

    /// A store that keeps what keys had, for as long as `historyRetention` and up to a
    /// twenty-fourth longer: for `Stores.versionedKeyValueStoreBuilder`, and for tables that joins
    /// ask for a time.
    ///
    /// @param name of the store; the name of its file and its changelog too
    /// @param historyRetention how long what a key had can be read, by the time of the stream; what
    ///     it has now never expires
    /// @return what makes the store
    /// @throws IllegalArgumentException if the retention is negative
    public static VersionedBytesStoreSupplier versionedKeyValueStore(
            String name, Duration historyRetention) {
        return new Versioned(checked(name), millis(name, "history retention", historyRetention));
    }

    private static String checked(String name) {
        return Objects.requireNonNull(name, "name cannot be null");
    }

    private static long millis(String store, String what, Duration given) {
        long millis = Objects.requireNonNull(given, what + " cannot be null").toMillis();
        if (millis < 0) {
            throw new IllegalArgumentException(
                    "%s negative: store=%s given=%s".formatted(what, store, given));
        }
        return millis;
    }

    private static long segmentInterval(long retention) {
        return Math.max(retention / 2, LEAST_SEGMENT);
    }

    private record KeyValue(String name, Function<String, KeyValueStore<Bytes, byte[]>> make)
            implements KeyValueBytesStoreSupplier {

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return make.apply(name);
        }

        @Override
        public String metricsScope() {
            return METRICS_SCOPE;
        }
    }

    private record Window(
            String name, WindowOptions options, Supplier<WindowStore<Bytes, byte[]>> make)
            implements WindowBytesStoreSupplier {

        @Override
        public WindowStore<Bytes, byte[]> get() {
            return make.get();
        }

        @Override
        public String metricsScope() {
            return METRICS_SCOPE;
        }

        @Override
        public long segmentIntervalMs() {
            return options.segmentInterval();
        }

        @Override
        public long windowSize() {
            return options.windowSize();
        }

        @Override
        public boolean retainDuplicates() {
            return options.retainDuplicates();
        }

        @Override
        public long retentionPeriod() {
            return options.retention();
        }
    }

    private record Session(
            String name, long retentionPeriod, Supplier<SessionStore<Bytes, byte[]>> make)
            implements SessionBytesStoreSupplier {

        @Override
        public SessionStore<Bytes, byte[]> get() {
            return make.get();
        }

        @Override
        public String metricsScope() {
            return METRICS_SCOPE;
        }

        @Override
        public long segmentIntervalMs() {
            return segmentInterval(retentionPeriod);
        }
    }

    private record Versioned(String name, long historyRetentionMs)
            implements VersionedBytesStoreSupplier {

        /// A segment is this part of the retention.
        private static final int SEGMENTS = 24;

        private static final long LEAST_HISTORY_SEGMENT = 2_000;

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            long interval = Math.max(historyRetentionMs / SEGMENTS, LEAST_HISTORY_SEGMENT);
            return new CoexVersionedStore(name, historyRetentionMs, interval);
        }

        @Override
        public String metricsScope() {
            return METRICS_SCOPE;
        }
    }
}
