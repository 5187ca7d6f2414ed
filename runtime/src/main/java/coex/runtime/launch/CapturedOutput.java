package coex.runtime.launch;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Keeps what is written: the beginning and, if there is much, the end. Any thread may write.
public final class CapturedOutput extends OutputStream {

    /// Of each.
    private static final int MOST_BYTES = 128 << 10;

    private final ByteArrayOutputStream first = new ByteArrayOutputStream();
    private final ByteArrayOutputStream last = new ByteArrayOutputStream();
    private long left;

    public CapturedOutput() {
        super();
    }

    @Override
    public void write(int single) {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
        int fits = Math.min(count, MOST_BYTES - first.size());
        first.write(bytes, from, fits);
        int rest = count - fits;
        int skipped = Math.max(0, rest - MOST_BYTES);
        left += skipped;
        last.write(bytes, from + fits + skipped, rest - skipped);
        if (last.size() > 2 * MOST_BYTES) {
            byte[] all = last.toByteArray();
            left += all.length - MOST_BYTES;
            last.reset();
            last.writeBytes(Arrays.copyOfRange(all, all.length - MOST_BYTES, all.length));
        }
    }

    public synchronized String text() {
        String beginning = first.toString(StandardCharsets.UTF_8);
        String end = last.toString(StandardCharsets.UTF_8);
        return left == 0
                ? beginning + end
                : "%s\n... %d bytes left out ...\n%s".formatted(beginning, left, end);
    }
}
