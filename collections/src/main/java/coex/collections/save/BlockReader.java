// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import static coex.collections.save.SaveFormat.BLOCK_HEAD;
import static coex.collections.save.SaveFormat.HEAD_BYTES;
import static coex.collections.save.SaveFormat.MOST_PAYLOAD;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.HexFormat;

/// Reads the blocks of a save from a channel, each wholly checked before anyone sees a byte of it.
/// Takes no byte more from the channel than belongs to what was asked for. For one thread.
final class BlockReader {

    private final ReadableByteChannel channel;
    private final byte[] buffer = new byte[BLOCK_HEAD + MOST_PAYLOAD];

    /// The payload of the block in the buffer.
    private int at = BLOCK_HEAD;

    private int end = BLOCK_HEAD;
    private long identity;

    /// Of the block in the buffer, and after it.
    private long blockOffset;

    private long offset;
    private int segments;
    private int chain;
    private long dataBytes;

    BlockReader(ReadableByteChannel channel) {
        this.channel = channel;
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

    int available() {
        return end - at;
    }

    /// The offset of the byte that is read next.
    long offset() {
        return blockOffset + at;
    }

    /// Where the save ends so far.
    SaveEnd soFar() {
        return new SaveEnd(identity, offset, segments, chain);
    }

    void readHead() throws IOException {
        readFully(0, HEAD_BYTES, "head");
        long magic = SaveFormat.getLong(buffer, 0);
        if (magic != SaveFormat.MAGIC) {
            throw damaged(
                    "not a save: expected=%s found=%s".formatted(hex(SaveFormat.MAGIC), hex(magic)),
                    0);
        }
        int checksum = SaveFormat.headChecksum(buffer);
        if (SaveFormat.getInt(buffer, 28) != checksum) {
            throw damaged(checksums("head of the save", checksum, buffer, 28), 28);
        }
        require("format of another version", SaveFormat.FORMAT, SaveFormat.getInt(buffer, 8), 8);
        require(
                "hashes of another version, so keys would not be found",
                SaveFormat.HASHES,
                SaveFormat.getInt(buffer, 12),
                12);
        identity = SaveFormat.getLong(buffer, 16);
        offset = HEAD_BYTES;
    }

    private static void require(String what, int expected, int found, int place)
            throws BadSaveException {
        if (expected != found) {
            throw new BadSaveException(
                    "%s: expected=%d found=%d".formatted(what, expected, found), place, false);
        }
    }

    /// Reads the begin block of the next segment. False if nothing more comes.
    boolean begin() throws IOException {
        int type = readBlock(true);
        if (type < 0) {
            return false;
        }
        int before = chain;
        accept();
        if (type != SaveFormat.BEGIN
                || available() != SaveFormat.BEGIN_BYTES
                || SaveFormat.getLong(buffer, at) != SaveFormat.PART
                || SaveFormat.getInt(buffer, at + 8) != segments
                || SaveFormat.getInt(buffer, at + 12) != before) {
            throw damaged(
                    "segment does not begin here: expected=segment %d found=block %c"
                            .formatted(segments, (char) type),
                    blockOffset);
        }
        at = end;
        dataBytes = 0;
        return true;
    }

    /// Reads the next block of data; there must be one.
    void readData() throws IOException {
        int type = readBlock(false);
        accept();
        if (type == SaveFormat.END) {
            throw new BadSaveException("segment too short: more data expected", offset(), false);
        }
        if (type != SaveFormat.DATA || available() == 0) {
            throw damaged("expected=block D found=block " + (char) type, blockOffset);
        }
        dataBytes += available();
    }

    /// Reads the end block; all data must have been read.
    void end() throws IOException {
        if (available() > 0) {
            throw new BadSaveException("segment too long: data left over", offset(), false);
        }
        int type = readBlock(false);
        int before = chain;
        accept();
        if (type == SaveFormat.DATA) {
            throw new BadSaveException("segment too long: data left over", offset(), false);
        }
        if (type != SaveFormat.END
                || available() != SaveFormat.END_BYTES
                || SaveFormat.getLong(buffer, at) != dataBytes
                || SaveFormat.getInt(buffer, at + 8) != before) {
            throw damaged("expected=end of segment found=block " + (char) type, blockOffset);
        }
        at = end;
        segments++;
    }

    /// Reads a block and checks it. Its type; -1 if `mayEnd` and there is not one byte more.
    private int readBlock(boolean mayEnd) throws IOException {
        blockOffset = offset;
        at = BLOCK_HEAD;
        end = BLOCK_HEAD;
        int got = readSome(0, BLOCK_HEAD);
        if (got == 0 && mayEnd) {
            at = 0;
            end = 0;
            return -1;
        }
        if (got < BLOCK_HEAD) {
            throw truncated("head of a block", BLOCK_HEAD, got);
        }
        int word = SaveFormat.getInt(buffer, 0);
        int length = word >>> 8;
        if (length > MOST_PAYLOAD) {
            throw damaged(
                    "block too long: most=%d found=%d".formatted(MOST_PAYLOAD, length),
                    blockOffset);
        }
        readFully(BLOCK_HEAD, length, "block");
        int checksum = SaveFormat.blockChecksum(identity, blockOffset, buffer, 0, length);
        if (checksum != SaveFormat.getInt(buffer, 4)) {
            throw damaged(checksums("block", checksum, buffer, 4), blockOffset);
        }
        end = BLOCK_HEAD + length;
        return word & 0xFF;
    }

    /// The block just read counts.
    private void accept() {
        chain = SaveFormat.chained(chain, SaveFormat.getInt(buffer, 4));
        offset = blockOffset + end;
    }

    private void readFully(int place, int count, String what) throws IOException {
        int got = readSome(place, count);
        if (got < count) {
            throw truncated(what, count, got);
        }
    }

    private int readSome(int place, int count) throws IOException {
        ByteBuffer target = ByteBuffer.wrap(buffer, place, count);
        while (target.hasRemaining()) {
            if (channel.read(target) < 0) {
                break;
            }
        }
        return count - target.remaining();
    }

    private BadSaveException truncated(String what, int wanted, int got) {
        return damaged(
                "truncated in the %s: expected=%d found=%d bytes".formatted(what, wanted, got),
                blockOffset);
    }

    private static String checksums(String what, int expected, byte[] bytes, int at) {
        return "checksum of the %s: expected=%08x found=%08x"
                .formatted(what, SaveFormat.getInt(bytes, at), expected);
    }

    private static String hex(long magic) {
        byte[] bytes = new byte[8];
        SaveFormat.putLong(bytes, 0, magic);
        return HexFormat.of().formatHex(bytes);
    }

    private static BadSaveException damaged(String what, long offset) {
        return new BadSaveException(what, offset, true);
    }
}
