// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;

/// The values of a stream in which each line is a JSON text, made as they are asked for. No more of
/// the stream than a line and a buffer is held. For one thread.
final class JsonLines extends Spliterators.AbstractSpliterator<PersistentJson> {

    private static final int BUFFER = 1 << 14;

    private final JsonValues kind;
    private final InputStream source;
    private final byte[] buffer = new byte[BUFFER];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int at;
    private int end;
    private int number;

    JsonLines(JsonValues kind, InputStream source) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        this.kind = kind;
        this.source = source;
    }

    @Override
    public boolean tryAdvance(Consumer<? super PersistentJson> action) {
        try {
            while (readLine()) {
                byte[] text = line.toByteArray();
                if (!isBlank(text)) {
                    action.accept(parsed(text));
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PersistentJson parsed(byte[] text) {
        try {
            return kind.parse(text);
        } catch (JsonTextException e) {
            throw new JsonTextException(e, number);
        }
    }

    /// Whether there was a line, or some of one at the end.
    private boolean readLine() throws IOException {
        line.reset();
        while (true) {
            if (at == end) {
                at = 0;
                end = Math.max(0, source.read(buffer));
                if (end == 0) {
                    number++;
                    return line.size() > 0;
                }
            }
            int begin = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            line.write(buffer, begin, at - begin);
            if (at < end) {
                at++;
                number++;
                return true;
            }
        }
    }

    private static boolean isBlank(byte[] text) {
        for (byte each : text) {
            if (each != ' ' && each != '\t' && each != '\r') {
                return false;
            }
        }
        return true;
    }
}
