// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams;

import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.EmitStrategy.StrategyType;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/// Puts a whole topology on our stores:
///
/// ```java
/// Properties properties = new Properties();
/// properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, CoexStoreSuppliers.class);
/// ```
public final class CoexStoreSuppliers implements DslStoreSuppliers {

    /// For Kafka Streams, which is given the name of the class.
    public CoexStoreSuppliers() {
        // nothing to be set
    }

    @Override
    public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
        String name = params.name();
        return switch (params.dslStoreFormat()) {
            case PLAIN -> CoexStores.keyValueStore(name);
            case TIMESTAMPED -> CoexStores.timestampedKeyValueStore(name);
            case HEADERS -> CoexStores.keyValueStoreWithHeaders(name);
        };
    }

    @Override
    public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
        return CoexStores.window(
                params.dslStoreFormat(),
                params.name(),
                params.retentionPeriod(),
                params.windowSize(),
                params.retainDuplicates(),
                emitsAtClose(params.emitStrategy()));
    }

    @Override
    public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
        return CoexStores.session(
                params.storeFormat(),
                params.name(),
                params.retentionPeriod(),
                emitsAtClose(params.emitStrategy()));
    }

    /// Then Kafka Streams looks for the windows or sessions of all keys that have ended since it
    /// looked last.
    private static boolean emitsAtClose(EmitStrategy strategy) {
        return strategy.type() == StrategyType.ON_WINDOW_CLOSE;
    }
}
