package coex.runtime.type;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Text that is being put together, in UTF-8. For one thread at a time.
public final class TextSink {

    /// So many bytes are copied in no time.
    private static final int MUCH = 1 << 20;

    private byte[] bytes = new byte[64];
    private int count;

    /// After so many bytes nothing more is wanted; 0 if all is.
    private final int most;

    /// Ends the writing of a text whose beginning is enough.
    static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Enough() {
            super(null, null, false, false);
        }
    }

    public TextSink() {
        this(0);
    }

    private TextSink(int most) {
        this.most = most;
    }

    /// A sink whose pauses are no safepoints, but throw [Enough] after about so many bytes.
    static TextSink ofBeginning(int most) {
        return new TextSink(most);
    }

    /// How many bytes are wanted; 0 for all.
    int most() {
        return most;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int count() {
        return count;
    }

    public void clear() {
        count = 0;
    }

    public TextSink append(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return append(utf8, 0, utf8.length);
    }

    public TextSink append(byte[] utf8, int from, int length) {
        makeRoom(length);
        System.arraycopy(utf8, from, bytes, count, length);
        count += length;
        return this;
    }

    /// Appends any number of bytes, with pauses.
    void append(MutatorContext mutator, byte[] utf8, int length) {
        for (int done = 0; done < length; ) {
            int step = Math.min(MUCH, length - done);
            append(utf8, done, step);
            done += step;
            if (done < length) {
                pause(mutator);
            }
        }
    }

    public TextSink append(char ascii) {
        makeRoom(1);
        bytes[count++] = (byte) ascii;
        return this;
    }

    public TextSink append(long number) {
        return append(Long.toString(number));
    }

    /// Appends bytes from memory.
    public TextSink appendMemory(long address, int length) {
        makeRoom(length);
        Memory.copyOut(address, bytes, count, length);
        count += length;
        return this;
    }

    /// Appends bytes from memory as a string literal shows them.
    public TextSink appendQuoted(long address, int length) {
        append('"');
        appendEscaped(address, length);
        return append('"');
    }

    /// The same without the quotes.
    void appendEscaped(long address, int length) {
        for (int i = 0; i < length; i++) {
            byte next = Memory.getByte(address + i);
            switch (next) {
                case '"' -> append("\\\"");
                case '\\' -> append("\\\\");
                case '\n' -> append("\\n");
                case '\t' -> append("\\t");
                case '\r' -> append("\\r");
                default -> append((char) next);
            }
        }
    }

    /// A safepoint for who writes a long text: nothing written between two of these takes long.
    /// Grows in a safe region, if there is not much room left and the copy takes long.
    public void pause(MutatorContext mutator) {
        if (most > 0) {
            if (count >= most) {
                throw new Enough();
            }
        } else if (count > MUCH && bytes.length - count < MUCH) {
            mutator.enterSafeRegion();
            try {
                makeRoom((int) Math.min(count, Integer.MAX_VALUE - 64L - count));
            } finally {
                mutator.returnFromSafeRegion();
            }
        } else {
            mutator.poll();
        }
    }

    private void makeRoom(int more) {
        if (bytes.length - count < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(count, more), 2 * bytes.length));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, count, StandardCharsets.UTF_8);
    }
}
