package coex.collections.save;

import java.util.Arrays;
import java.util.function.Consumer;

/// A save with other contents, and the checksums that belong to them.
final class Resealed {

    private Resealed() {}

    /// @param change changes the contents of one block of data
    static byte[] of(byte[] save, Consumer<byte[]> change) {
        byte[] made = save.clone();
        long identity = SaveFormat.getLong(made, 16);
        int chain = 0;
        for (int at = SaveFormat.HEAD_BYTES; at < made.length; ) {
            int word = SaveFormat.getInt(made, at);
            int length = word >>> 8;
            int payload = at + SaveFormat.BLOCK_HEAD;
            switch (word & 0xFF) {
                case SaveFormat.BEGIN -> SaveFormat.putInt(made, payload + 12, chain);
                case SaveFormat.END -> SaveFormat.putInt(made, payload + 8, chain);
                default -> {
                    byte[] data = Arrays.copyOfRange(made, payload, payload + length);
                    change.accept(data);
                    System.arraycopy(data, 0, made, payload, length);
                }
            }
            int checksum = SaveFormat.blockChecksum(identity, at, made, at, length);
            SaveFormat.putInt(made, at + 4, checksum);
            chain = SaveFormat.chained(chain, checksum);
            at = payload + length;
        }
        return made;
    }
}
