// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/// Writes HPROF records through one buffer.
///
///     file     | name, identifier size, time | record | record | ... | end
///     record   | tag 1 | microseconds 4 | length of what follows 4 | ...
///     segment  | a record of tag 0x1C; its content is items, of which none crosses its end
///
/// The length of a segment is known when it ends. Segments are therefore collected in the buffer
/// and given their length there; an item longer than the buffer gets a segment of its own, whose
/// length is known before, and passes through the buffer in pieces. Everything is big-endian.
final class RecordStream {

    static final int BUFFER_BYTES = 1 << 20;

    /// Lengths are four bytes without a sign.
    static final long MOST_ITEM_BYTES = 0xFFFF_FFFFL;

    private static final int RECORD_HEADER_BYTES = 9;
    private static final int SEGMENT = 0x1C;
    private static final int END = 0x2C;
    private static final int NO_SEGMENT = -1;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private final WritableByteChannel channel;
    private final int idBytes;
    private final Runnable afterFlush;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private long flushed;

    /// Where the open segment begins in the buffer.
    private int segment = NO_SEGMENT;

    /// Where the record or item under way has to end, as a position in the file.
    private long expectedEnd;

    /// @param afterFlush called whenever the buffer has been written
    RecordStream(WritableByteChannel channel, int idBytes, Runnable afterFlush) {
        this.channel = channel;
        this.idBytes = idBytes;
        this.afterFlush = afterFlush;
    }

    private static VarHandle view(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.BIG_ENDIAN);
    }

    int idBytes() {
        return idBytes;
    }

    /// Bytes of the file so far.
    long fileBytes() {
        return flushed + position;
    }

    // Records

    void begin(long epochMillis) {
        bytes("JAVA PROFILE 1.0.2\0".getBytes(StandardCharsets.US_ASCII));
        u4(idBytes);
        u8(epochMillis);
        expectedEnd = fileBytes();
    }

    /// Starts a record outside segments; `length` bytes have to follow.
    void record(int tag, long length) {
        endSegment();
        header(tag, length);
        expectedEnd = fileBytes() + length;
    }

    /// Starts an item of a segment; `length` bytes have to follow, its own tag included.
    void item(long length) {
        requireEndAsExpected();
        if (length > BUFFER_BYTES - RECORD_HEADER_BYTES) {
            endSegment();
            header(SEGMENT, length);
        } else {
            if (position + length > BUFFER_BYTES) {
                endSegment();
            }
            if (segment == NO_SEGMENT) {
                if (position + RECORD_HEADER_BYTES + length > BUFFER_BYTES) {
                    flush();
                }
                segment = position;
                header(SEGMENT, 0);
            }
        }
        expectedEnd = fileBytes() + length;
    }

    private void header(int tag, long length) {
        u1(tag);
        u4(0);
        u4((int) length);
    }

    private void endSegment() {
        requireEndAsExpected();
        if (segment != NO_SEGMENT) {
            int length = position - segment - RECORD_HEADER_BYTES;
            INT.set(buffer, segment + RECORD_HEADER_BYTES - Integer.BYTES, length);
            segment = NO_SEGMENT;
        }
    }

    private void requireEndAsExpected() {
        if (fileBytes() != expectedEnd) {
            throw new IllegalStateException(
                    "record of a wrong length: end=%d expected=%d"
                            .formatted(fileBytes(), expectedEnd));
        }
    }

    /// Ends the dump.
    void end() {
        record(END, 0);
        flush();
    }

    // Contents

    void u1(int value) {
        if (position == BUFFER_BYTES) {
            flush();
        }
        buffer[position++] = (byte) value;
    }

    void u2(int value) {
        SHORT.set(buffer, reserve(Short.BYTES), (short) value);
    }

    void u4(int value) {
        INT.set(buffer, reserve(Integer.BYTES), value);
    }

    void u8(long value) {
        LONG.set(buffer, reserve(Long.BYTES), value);
    }

    void id(long id) {
        if (idBytes == Integer.BYTES) {
            u4((int) id);
        } else {
            u8(id);
        }
    }

    void bytes(byte[] source) {
        for (int done = 0; done < source.length; ) {
            int piece = Math.min(room(1), source.length - done);
            System.arraycopy(source, done, buffer, reserve(piece), piece);
            done += piece;
        }
    }

    /// The array behind [#reserve].
    byte[] buffer() {
        return buffer;
    }

    /// How many bytes can be reserved at once: a positive multiple of `unit`.
    int room(int unit) {
        if (BUFFER_BYTES - position < unit) {
            flush();
        }
        return (BUFFER_BYTES - position) & -unit;
    }

    /// Where to put the next `count` bytes, which the caller then does; at most [#room] or 8.
    int reserve(int count) {
        if (position + count > BUFFER_BYTES) {
            flush();
        }
        int at = position;
        position += count;
        return at;
    }

    private void flush() {
        if (segment != NO_SEGMENT) {
            throw new IllegalStateException("segment of unknown length: begin=" + segment);
        }
        ByteBuffer full = ByteBuffer.wrap(buffer, 0, position);
        try {
            while (full.hasRemaining()) {
                channel.write(full);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        flushed += position;
        position = 0;
        afterFlush.run();
    }
}
