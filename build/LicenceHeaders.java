import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Keeps the name of the licence in the first line of every source that is published.
///
/// [JavaFormat] runs it. Sources of other modules are not published but in the repository, where
/// the licence is beside them.
final class LicenceHeaders {
    private static final String HEADER = "// SPDX-License-Identifier: Apache-2.0\n";
    private static final Pattern PUBLISHED =
            Pattern.compile(
                    "(gc|collections|observe|micrometer|kafka-streams|web)/src/main/java/.*");

    private LicenceHeaders() {}

    /// Gives 1 if a header is missing, and says where, else 0.
    static int check(Path repository) throws IOException {
        List<Path> without = without(repository);
        without.forEach(file -> System.err.println("no licence in the first line: " + file));
        if (!without.isEmpty()) {
            System.err.println("To put it there: mvn -N -Pformat");
        }
        return without.isEmpty() ? 0 : 1;
    }

    static void fix(Path repository) throws IOException {
        for (Path file : without(repository)) {
            Path source = repository.resolve(file);
            Files.writeString(source, HEADER + Files.readString(source));
        }
    }

    private static List<Path> without(Path repository) throws IOException {
        List<Path> without = new ArrayList<>();
        for (Path file : RepositoryFiles.endingIn(".java", repository)) {
            boolean isPublished = PUBLISHED.matcher(file.toString().replace('\\', '/')).matches();
            if (isPublished && !Files.readString(repository.resolve(file)).startsWith(HEADER)) {
                without.add(file);
            }
        }
        return without;
    }
}
