// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.gc.diagnose.ObjectView;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Writes texts as strings: their bytes in UTF-8 become one byte a character, or two if some
/// character needs them.
///
/// A text is decoded in pieces, once to find out how long the string is and once to write it. Where
/// a long one is changed in between, the string still gets the length that was announced.
final class TextWriter {

    private static final int PIECE = 16 * 1024;

    private final RecordStream out;
    private final ItemWriter items;
    private final byte[] piece = new byte[PIECE];
    private final CharBuffer characters = CharBuffer.allocate(PIECE);
    private final CharsetDecoder decoder =
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final int mostBytes;

    TextWriter(RecordStream out, ItemWriter items, int mostBytes) {
        this.out = out;
        this.items = items;
        this.mostBytes = mostBytes;
    }

    /// Receives the characters of a text, some at a time.
    private interface Sink {
        void accept(CharBuffer some);
    }

    /// Writes the text in `view`; false if it was too long and had to be cut.
    boolean write(ObjectView view) {
        long id = Identifiers.ofHandle(view.handle());
        int length = view.length();
        if (length <= PIECE) {
            view.copy(view.elementOffset(0), piece, 0, length);
            if (isAscii(length)) {
                items.string(id, false, length);
                System.arraycopy(piece, 0, out.buffer(), out.reserve(length), length);
                return true;
            }
        }
        Extent extent = new Extent();
        decode(view, extent);
        boolean wide = extent.widest > 0xFF;
        long needed = wide ? 2 * extent.units : extent.units;
        int given = (int) Math.min(needed, wide ? mostBytes & -2 : mostBytes);
        items.string(id, wide, given);
        if (wide) {
            writeUnits(view, given);
        } else {
            writeLatin(view, given);
        }
        return given == needed;
    }

    private boolean isAscii(int length) {
        for (int i = 0; i < length; i++) {
            if (piece[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private static final class Extent implements Sink {
        private long units;
        private int widest;

        @Override
        public void accept(CharBuffer some) {
            units += some.remaining();
            while (some.hasRemaining()) {
                widest = Math.max(widest, some.get());
            }
        }
    }

    private void writeUnits(ObjectView view, int bytes) {
        int[] left = {bytes};
        decode(
                view,
                some -> {
                    for (; some.hasRemaining() && left[0] > 0; left[0] -= 2) {
                        char unit = some.get();
                        out.u1(unit);
                        out.u1(unit >> 8);
                    }
                });
        pad(left[0]);
    }

    private void writeLatin(ObjectView view, int bytes) {
        int[] left = {bytes};
        decode(
                view,
                some -> {
                    for (; some.hasRemaining() && left[0] > 0; left[0]--) {
                        char unit = some.get();
                        out.u1(unit > 0xFF ? '?' : unit);
                    }
                });
        pad(left[0]);
    }

    private void pad(int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.u1(0);
        }
    }

    private void decode(ObjectView view, Sink sink) {
        decoder.reset();
        int length = view.length();
        int kept = 0; // bytes of a character that the last piece began
        for (long from = 0; from < length || kept > 0; ) {
            int count = (int) Math.min(PIECE - kept, length - from);
            if (length > PIECE) { // else it is there already
                view.copy(view.elementOffset(0) + from, piece, kept, count);
            }
            from += count;
            ByteBuffer source = ByteBuffer.wrap(piece, 0, kept + count);
            boolean last = from == length;
            decoder.decode(source, characters, last);
            sink.accept(characters.flip());
            characters.clear();
            kept = source.remaining();
            System.arraycopy(piece, source.position(), piece, 0, kept);
        }
    }
}
