// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import static coex.collections.save.SaveFormat.BLOCK_HEAD;
import static coex.collections.save.SaveFormat.HEAD_BYTES;
import static coex.collections.save.SaveFormat.MOST_PAYLOAD;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/// Writes the blocks of one segment to a channel. For one thread.
///
/// A caller has room for so many bytes in [#buffer] from [#at] on, after [#require] has said so,
/// and moves `at`.
final class BlockWriter {

    private final WritableByteChannel channel;
    private final long identity;
    private final int number;
    private final byte[] buffer = new byte[BLOCK_HEAD + MOST_PAYLOAD];
    private int at = BLOCK_HEAD;
    private long offset;
    private int chain;
    private long dataBytes;

    BlockWriter(WritableByteChannel channel, SaveEnd before) {
        this.channel = channel;
        this.identity = before.identity();
        this.number = before.segments();
        this.offset = before.offset();
        this.chain = before.chain();
    }

    byte[] buffer() {
        return buffer;
    }

    int at() {
        return at;
    }

    void moveTo(int place) {
        at = place;
    }

    int room() {
        return buffer.length - at;
    }

    /// Writes the head of the save, if this is its first segment, and the begin block.
    void begin() throws IOException {
        if (offset == 0) {
            byte[] head = new byte[HEAD_BYTES];
            SaveFormat.putLong(head, 0, SaveFormat.MAGIC);
            SaveFormat.putInt(head, 8, SaveFormat.FORMAT);
            SaveFormat.putInt(head, 12, SaveFormat.HASHES);
            SaveFormat.putLong(head, 16, identity);
            SaveFormat.putInt(head, 28, SaveFormat.headChecksum(head));
            write(head, HEAD_BYTES);
        }
        SaveFormat.putLong(buffer, at, SaveFormat.PART);
        SaveFormat.putInt(buffer, at + 8, number);
        SaveFormat.putInt(buffer, at + 12, chain);
        at += SaveFormat.BEGIN_BYTES;
        endBlock(SaveFormat.BEGIN);
    }

    /// Writes what is in the buffer as a block of data.
    void endData() throws IOException {
        if (at > BLOCK_HEAD) {
            dataBytes += at - BLOCK_HEAD;
            endBlock(SaveFormat.DATA);
        }
    }

    /// Writes the end block. Where the save ends then.
    SaveEnd end() throws IOException {
        endData();
        SaveFormat.putLong(buffer, at, dataBytes);
        SaveFormat.putInt(buffer, at + 8, chain);
        at += SaveFormat.END_BYTES;
        endBlock(SaveFormat.END);
        return new SaveEnd(identity, offset, number + 1, chain);
    }

    private void endBlock(int type) throws IOException {
        int length = at - BLOCK_HEAD;
        SaveFormat.putInt(buffer, 0, type | length << 8);
        int checksum = SaveFormat.blockChecksum(identity, offset, buffer, 0, length);
        SaveFormat.putInt(buffer, 4, checksum);
        chain = SaveFormat.chained(chain, checksum);
        write(buffer, at);
        at = BLOCK_HEAD;
    }

    private void write(byte[] bytes, int count) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes, 0, count);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
        offset += count;
    }
}
