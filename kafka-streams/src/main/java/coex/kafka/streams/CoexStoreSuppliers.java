// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams;

import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/// Puts a whole topology on our stores:
///
///     properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, CoexStoreSuppliers.class);
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
        String name = params.name();
        var retention = params.retentionPeriod();
        var size = params.windowSize();
        boolean duplicates = params.retainDuplicates();
        return switch (params.dslStoreFormat()) {
            case PLAIN -> CoexStores.windowStore(name, retention, size, duplicates);
            case TIMESTAMPED ->
                    CoexStores.timestampedWindowStore(name, retention, size, duplicates);
            case HEADERS -> CoexStores.windowStoreWithHeaders(name, retention, size, duplicates);
        };
    }

    @Override
    public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
        return switch (params.storeFormat()) {
            case PLAIN, TIMESTAMPED ->
                    CoexStores.sessionStore(params.name(), params.retentionPeriod());
            case HEADERS ->
                    CoexStores.sessionStoreWithHeaders(params.name(), params.retentionPeriod());
        };
    }
}
