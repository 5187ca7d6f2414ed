// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Looks for a segment behind a damaged one. If there is none, the damaged one is the last, and may
/// be what a crash has left of a segment that was being written.
public final class SegmentSearch {

    private static final int STEP = 1 << 16;
    private static final int BEGIN_BLOCK = SaveFormat.BLOCK_HEAD + SaveFormat.BEGIN_BYTES;

    private SegmentSearch() {}

    /// Where a later segment begins; -1 if nowhere.
    ///
    /// @param before where the damaged one begins
    public static long after(FileChannel file, SaveEnd before) throws IOException {
        byte[] bytes = new byte[STEP + BEGIN_BLOCK];
        for (long from = before.offset() + 1; ; from += STEP) {
            int got = read(file, bytes, from);
            for (int i = 0; i < STEP && i + BEGIN_BLOCK <= got; i++) {
                if (isBegin(bytes, i, before.identity(), from + i)) {
                    return from + i;
                }
            }
            if (got < bytes.length) {
                return -1;
            }
        }
    }

    private static boolean isBegin(byte[] bytes, int at, long identity, long offset) {
        return SaveFormat.getInt(bytes, at) == (SaveFormat.BEGIN | SaveFormat.BEGIN_BYTES << 8)
                && SaveFormat.getLong(bytes, at + SaveFormat.BLOCK_HEAD) == SaveFormat.PART
                && SaveFormat.getInt(bytes, at + 4)
                        == SaveFormat.blockChecksum(
                                identity, offset, bytes, at, SaveFormat.BEGIN_BYTES);
    }

    private static int read(FileChannel file, byte[] bytes, long from) throws IOException {
        ByteBuffer target = ByteBuffer.wrap(bytes);
        while (target.hasRemaining()) {
            if (file.read(target, from + target.position()) < 0) {
                break;
            }
        }
        return target.position();
    }
}
