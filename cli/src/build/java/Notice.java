import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The file NOTICE, which names the works of others that are shipped, with their licences.
final class Notice {

    private static final String MARK = "jar: ";
    private static final String OURS = "coex-";

    private Notice() {}

    /// Fails if it does not name exactly the jars of others in a folder, version by version.
    static void check(Path notice, Path folder) throws IOException {
        Set<String> shipped;
        try (Stream<Path> files = Files.list(folder)) {
            shipped =
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> !name.startsWith(OURS))
                            .collect(Collectors.toCollection(TreeSet::new));
        }
        Set<String> named;
        try (Stream<String> lines = Files.lines(notice)) {
            named =
                    lines.filter(line -> line.startsWith(MARK))
                            .map(line -> line.substring(MARK.length()).strip())
                            .collect(Collectors.toCollection(TreeSet::new));
        }
        if (!named.equals(shipped)) {
            throw new IOException(
                    "%s names %s, and shipped are %s; correct it, and see to the licences"
                            .formatted(notice, named, shipped));
        }
    }
}
