package coex.kafka.streams.table;

/// A key and its value. The arrays are not to be written to.
public record TableEntry(byte[] key, byte[] value) {}
