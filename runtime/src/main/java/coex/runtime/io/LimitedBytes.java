package coex.runtime.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads whole what somebody else may have written for the compiler to look at: no more than a
/// limit of it, whatever a file says its size is.
public final class LimitedBytes {

    /// Of a source. The largest that people write have some hundred kilobytes.
    public static final int SOURCE = 16 << 20;

    /// Of a file that says what a project is, or what it has locked.
    public static final int PROJECT = 1 << 20;

    private LimitedBytes() {}

    /// @throws IOException if it cannot be read, or is longer
    public static byte[] of(Path file, int most) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(in, most);
        }
    }

    /// @throws IOException if it cannot be read, or is longer
    public static byte[] of(InputStream in, int most) throws IOException {
        byte[] bytes = in.readNBytes(most + 1);
        if (bytes.length > most) {
            throw new IOException("it is larger than %d MiB".formatted(most >> 20));
        }
        return bytes;
    }
}
