// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.instance;

import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;

import java.time.Duration;
import java.util.Map;

/// What an application sets for its stores, among its properties for Kafka Streams.
public final class StoreSettings {

    /// The most bytes for all stores of the process together: a number.
    public static final String HEAP_BYTES = "coex.streams.heap.bytes";

    /// The most bytes for each store, or for one with its name behind a dot: a number.
    public static final String STORE_BYTES = "coex.streams.store.bytes";

    /// How many milliseconds a store waits for room when the heap is full, before its task fails.
    public static final String FULL_WAIT = "coex.streams.full.wait.ms";

    /// Whether stores are saved in the state directory when their task commits: `true` or `false`.
    public static final String LOCAL_STATE = "coex.streams.local.state";

    /// How many milliseconds old what was saved may be. It has to be less than
    /// `delete.retention.ms` of the changelog: for so long that says which keys were removed.
    public static final String MAXIMUM_AGE = "coex.streams.local.state.max.age.ms";

    /// Whether the heap is shown by JMX beans: `true` or `false`.
    public static final String JMX = "coex.streams.jmx";

    private static final long LEAST_HEAP = 1 << 20;

    /// Less than Kafka's 24 hours by what a restart and reading the changelog may take.
    private static final Duration USUAL_AGE = Duration.ofHours(20);

    private final Map<String, ?> configs;

    private StoreSettings(Map<String, ?> configs) {
        this.configs = configs;
    }

    /// @throws ConfigException if a setting makes no sense
    public static StoreSettings of(Map<String, ?> configs) {
        StoreSettings settings = new StoreSettings(configs);
        settings.heapBytes();
        settings.fullWait();
        settings.localState();
        settings.maximumAge();
        settings.jmx();
        return settings;
    }

    String application() {
        Object id = configs.get(StreamsConfig.APPLICATION_ID_CONFIG);
        return id == null ? "streams" : id.toString();
    }

    /// 0 if it was not given.
    long heapBytes() {
        return number(HEAP_BYTES, 0, LEAST_HEAP);
    }

    /// `Long.MAX_VALUE` if there is no limit.
    public long storeBytes(String store) {
        long each = number(STORE_BYTES, Long.MAX_VALUE, 1);
        return number(STORE_BYTES + "." + store, each, 1);
    }

    public Duration fullWait() {
        return Duration.ofMillis(number(FULL_WAIT, 0, 0));
    }

    public boolean localState() {
        return truth(LOCAL_STATE, true);
    }

    public Duration maximumAge() {
        return Duration.ofMillis(number(MAXIMUM_AGE, USUAL_AGE.toMillis(), 1));
    }

    public boolean exactlyOnce() {
        Object guarantee = configs.get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG);
        return guarantee != null && guarantee.toString().startsWith("exactly_once");
    }

    boolean jmx() {
        return truth(JMX, false);
    }

    private long number(String name, long otherwise, long least) {
        Object given = configs.get(name);
        if (given == null) {
            return otherwise;
        }
        long number;
        try {
            number =
                    given instanceof Number plain
                            ? plain.longValue()
                            : Long.parseLong(given.toString().strip());
        } catch (NumberFormatException e) {
            throw new ConfigException(name, given, "must be a whole number");
        }
        if (number < least) {
            throw new ConfigException(name, given, "must be at least " + least);
        }
        return number;
    }

    private boolean truth(String name, boolean otherwise) {
        Object given = configs.get(name);
        if (given == null) {
            return otherwise;
        }
        return switch (given.toString().strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new ConfigException(name, given, "must be true or false");
        };
    }
}
