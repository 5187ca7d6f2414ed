package coex.runtime.library;

import coex.runtime.error.VisibleText;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// The files of a package, read whole. An archive comes from anywhere, so it is believed in
/// nothing: names that lead out of it are refused, and bytes are counted as they are unpacked,
/// whatever sizes it claims.
final class PackageArchive {

    private static final int MAXIMUM_FILES = 10_000;
    private static final int MAXIMUM_BYTES = 64 << 20;

    private final Path path;
    private final Map<String, byte[]> files = new TreeMap<>();
    private int total;

    private PackageArchive(Path path) {
        this.path = path;
    }

    static PackageArchive read(Path path) throws PackageException {
        var archive = new PackageArchive(path);
        try (var zip = new ZipFile(path.toFile())) {
            archive.readAll(zip);
        } catch (ZipException | IllegalArgumentException e) {
            throw new PackageException(
                    "%s is not a ZIP archive, or a damaged one: %s"
                            .formatted(path, e.getMessage()));
        } catch (IOException e) {
            throw new PackageException("%s cannot be read: %s".formatted(path, e.getMessage()));
        }
        return archive;
    }

    private void readAll(ZipFile zip) throws IOException, PackageException {
        if (zip.size() > MAXIMUM_FILES) {
            throw refused("has more than %,d files".formatted(MAXIMUM_FILES));
        }
        for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
            ZipEntry entry = all.nextElement();
            checkName(entry.getName());
            if (!entry.isDirectory()) {
                try (InputStream stream = zip.getInputStream(entry)) {
                    byte[] bytes = stream.readNBytes(MAXIMUM_BYTES - total + 1);
                    total += bytes.length;
                    if (total > MAXIMUM_BYTES) {
                        throw refused("unpacks to more than %,d bytes".formatted(MAXIMUM_BYTES));
                    }
                    if (files.put(entry.getName(), bytes) != null) {
                        throw refused("has two files '%s'".formatted(entry.getName()));
                    }
                }
            }
        }
    }

    private void checkName(String name) throws PackageException {
        String shown = VisibleText.line(name);
        boolean leadsOut =
                name.startsWith("/")
                        || ("/" + name + "/").contains("/../")
                        || ("/" + name).contains("/./");
        if (leadsOut) {
            throw refused("has a file with the name '%s', which leads out of it".formatted(shown));
        }
        if (name.chars().anyMatch(c -> c < ' ' || c == '\\' || c == ':')) {
            throw refused(
                    "has a file with the name '%s'; names have no backslash, colon or control character"
                            .formatted(shown));
        }
    }

    private PackageException refused(String why) {
        return new PackageException("%s is refused: it %s".formatted(path, why));
    }

    Optional<String> text(String name) throws PackageException {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            throw new PackageException("%s in %s is not UTF-8".formatted(name, path));
        }
    }

    /// The files below a directory, by their names within it.
    Map<String, byte[]> below(String directory) {
        var found = new TreeMap<String, byte[]>();
        files.forEach(
                (name, bytes) -> {
                    if (name.startsWith(directory + "/")) {
                        found.put(name.substring(directory.length() + 1), bytes);
                    }
                });
        return found;
    }
}
