// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.text.GeneralFloat;
import coex.collections.text.Strings;
import coex.gc.HeapUsageException;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Gathers JSON text in an array that grows, or hands it on piece by piece. For one thread at a
/// time; no safepoints but [#pause].
final class JsonSink {

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final boolean WORDS =
            Memory.NATIVE && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private static final int FIRST_BYTES = 1024;
    private static final int MOST_KEPT_BYTES = 1 << 20;

    /// Of so many bytes a piece is made for who takes pieces.
    private static final int PIECE = 1 << 16;

    /// So many bytes are copied in no time.
    private static final int MUCH = 1 << 20;

    private static final int LONGEST_NUMBER = 24;
    private static final int LONGEST_ESCAPE = 6;

    private static final byte[] HEXADECIMAL =
            "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[FIRST_BYTES];
    private int count;

    /// After so many bytes nothing more is wanted; 0 if all is.
    private int most;

    /// Who takes pieces of the text; null if it is gathered as a whole.
    private JsonWriter.Target target;

    /// Ends the writing of a text whose beginning is enough.
    static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Enough() {
            super(null, null, false, false);
        }
    }

    /// From here on pauses are no safepoints, but throw [Enough] after about so many bytes; with 0
    /// they are safepoints again.
    void wantBeginning(int bytesWanted) {
        most = bytesWanted;
    }

    /// From here on pauses hand what there is to a target; with null it is gathered again.
    void handTo(JsonWriter.Target taking) {
        target = taking;
    }

    byte[] bytes() {
        return bytes;
    }

    int count() {
        return count;
    }

    /// Forgets what was written, and gives an array back that is much longer than that.
    void clear() {
        if (bytes.length > MOST_KEPT_BYTES && count < bytes.length / 4) {
            bytes = new byte[Math.max(FIRST_BYTES, count)];
        }
        count = 0;
    }

    private void makeRoom(long more) {
        if (bytes.length - count < more) {
            grow(more);
        }
    }

    private void grow(long more) {
        long wanted = count + more;
        if (wanted > Strings.MOST_BYTES) {
            throw new HeapUsageException(
                    "JSON text too long: bytes=%d maximum=%d"
                            .formatted(wanted, Strings.MOST_BYTES));
        }
        long doubled = Math.min(Strings.MOST_BYTES, 2L * bytes.length);
        bytes = Arrays.copyOf(bytes, (int) Math.max(wanted, doubled));
    }

    void put(char ascii) {
        makeRoom(1);
        bytes[count++] = (byte) ascii;
    }

    void putWord(String ascii) {
        int length = ascii.length();
        makeRoom(length);
        for (int i = 0; i < length; i++) {
            bytes[count++] = (byte) ascii.charAt(i);
        }
    }

    void newLine(long spaces) {
        makeRoom(1 + spaces);
        bytes[count++] = '\n';
        Arrays.fill(bytes, count, count + (int) spaces, (byte) ' ');
        count += (int) spaces;
    }

    // Numbers

    void putLong(long value) {
        makeRoom(LONGEST_NUMBER);
        long rest = value;
        if (value < 0) {
            bytes[count++] = '-';
        } else {
            rest = -value; // negative numbers reach further
        }
        int digits = digits(rest);
        for (int at = count + digits - 1; at >= count; at--) {
            long quotient = rest / 10;
            bytes[at] = (byte) ('0' + (quotient * 10 - rest));
            rest = quotient;
        }
        count += digits;
    }

    /// Digits of a number that is not positive.
    private static int digits(long negative) {
        int digits = 1;
        long limit = -10;
        while (negative <= limit) {
            digits++;
            if (digits == 19) {
                break;
            }
            limit *= 10;
        }
        return digits;
    }

    void putDouble(double value) {
        if (Double.isFinite(value)) {
            makeRoom(GeneralFloat.MOST_BYTES);
            count = GeneralFloat.put(value, bytes, count);
        } else {
            putWord("null");
        }
    }

    // Strings

    /// Writes `length` bytes of text at an address as a JSON string.
    void putQuoted(long text, int length) {
        put('"');
        putPart(text, length, length);
        put('"');
    }

    /// Writes the part of a JSON string that begins at an address, up to about `most` of the
    /// `length` bytes that are left, and returns how many were written: whole characters, if it is
    /// UTF-8.
    int putPart(long text, int length, int most) {
        int part = length;
        if (length > most) {
            part = most;
            while (part > most - 3 && (Memory.getByte(text + part) & 0xC0) == 0x80) {
                part--;
            }
        }
        makeRoom(part + 16L);
        long at = text;
        long end = text + part;
        while (at < end) {
            at = putPlain(at, end);
            if (at < end) {
                at = putSpecial(at, end);
            }
        }
        return part;
    }

    /// A safepoint for who writes much: grows in a safe region, if there is not much room left and
    /// the copy takes long; and in one hands on what there is to who takes pieces.
    void pause(MutatorContext mutator) {
        if (most > 0) {
            if (count >= most) {
                throw new Enough();
            }
        } else if (target != null && count >= PIECE) {
            handOn(mutator);
        } else if (count > MUCH && bytes.length - count < MUCH) {
            mutator.enterSafeRegion();
            try {
                makeRoom(Math.min(count, Strings.MOST_BYTES - count));
            } finally {
                mutator.returnFromSafeRegion();
            }
        } else {
            mutator.poll();
        }
    }

    /// Hands the text so far to the target, in a safe region.
    void handOn(MutatorContext mutator) {
        mutator.enterSafeRegion();
        try {
            target.take(bytes, count);
            clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            mutator.returnFromSafeRegion();
        }
    }

    /// Copies up to the first byte that is no ASCII character standing for itself. There is room
    /// for the rest of the text and a word.
    private long putPlain(long from, long end) {
        long at = from;
        if (WORDS) {
            for (; at + 8 <= end; at += 8) {
                long word = Memory.getLong(at);
                WORD.set(bytes, count, word);
                int plain = PlainCharacters.before(word);
                count += plain;
                if (plain < 8) {
                    return at + plain;
                }
            }
        }
        for (; at < end; at++) {
            byte character = Memory.getByte(at);
            if (!PlainCharacters.isPlain(character)) {
                return at;
            }
            bytes[count++] = character;
        }
        return at;
    }

    /// Writes the character that begins here, escaped if it has to be; returns where it ends.
    private long putSpecial(long at, long end) {
        makeRoom(end - at + LONGEST_ESCAPE + 16);
        int character = Memory.getByte(at) & 0xFF;
        if (character < 0x80) {
            putEscaped(character);
            return at + 1;
        }
        int length = Utf8Sequence.length(at, end);
        if (length == 0) {
            count += Utf8Sequence.put(0xFFFD, bytes, count);
            return at + 1;
        }
        for (int i = 0; i < length; i++) {
            bytes[count++] = Memory.getByte(at + i);
        }
        return at + length;
    }

    private void putEscaped(int character) {
        int single =
                switch (character) {
                    case '"', '\\' -> character;
                    case '\b' -> 'b';
                    case '\f' -> 'f';
                    case '\n' -> 'n';
                    case '\r' -> 'r';
                    case '\t' -> 't';
                    default -> 0;
                };
        bytes[count++] = '\\';
        if (single != 0) {
            bytes[count++] = (byte) single;
            return;
        }
        bytes[count++] = 'u';
        bytes[count++] = '0';
        bytes[count++] = '0';
        bytes[count++] = HEXADECIMAL[character >> 4];
        bytes[count++] = HEXADECIMAL[character & 0xF];
    }
}
