package coex.bench.streams;

import coex.kafka.streams.CoexStores;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/// The key-value stores that are compared.
public enum StoreKind {
    OURS("ours"),
    LIMITED("ours with a limit"),
    MEMORY("in memory"),
    ROCKSDB("RocksDB");

    private final String title;

    StoreKind(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    KeyValueStore<Bytes, byte[]> make(String name) {
        return switch (this) {
            case OURS, LIMITED -> CoexStores.keyValueStore(name).get();
            case MEMORY -> Stores.inMemoryKeyValueStore(name).get();
            case ROCKSDB -> Stores.persistentKeyValueStore(name).get();
        };
    }
}
