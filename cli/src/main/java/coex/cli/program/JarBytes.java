package coex.cli.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A jar being written. The same content gives the same bytes.
final class JarBytes {

    private static final LocalDateTime LONG_AGO = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(bytes);
    private final Set<String> written = new HashSet<>();

    /// Adds a file, unless there is one of that name.
    void add(String name, byte[] content) throws IOException {
        if (written.add(name)) {
            var entry = new ZipEntry(name);
            entry.setTimeLocal(LONG_AGO);
            zip.putNextEntry(entry);
            zip.write(content);
            zip.closeEntry();
        }
    }

    byte[] finish() throws IOException {
        zip.close();
        return bytes.toByteArray();
    }
}
