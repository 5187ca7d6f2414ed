package coex.cli.test;

import coex.cli.program.SourceProblem;
import coex.runtime.error.VisibleText;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Finds the files that may have tests.
final class TestFiles {

    private static final String EXTENSION = ".coex";

    private TestFiles() {}

    /// The files that are named, and those below the folders that are, each once and in order.
    /// Folders whose names begin with a dot are left out, and links to folders are not followed.
    static List<String> of(List<String> names) throws SourceProblem {
        var files = new ArrayList<String>();
        for (String name : names) {
            try {
                Path path = Path.of(name);
                if (Files.isDirectory(path)) {
                    files.addAll(below(path));
                } else {
                    files.add(name);
                }
            } catch (InvalidPathException | IOException | UncheckedIOException e) {
                throw new SourceProblem(
                        "cannot read %s: %s".formatted(VisibleText.line(name), e.getMessage()));
            }
        }
        return files.stream().distinct().toList();
    }

    private static List<String> below(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(EXTENSION))
                    .filter(path -> !isHidden(folder.relativize(path)))
                    .filter(Files::isRegularFile)
                    .map(path -> path.normalize().toString())
                    .sorted()
                    .toList();
        }
    }

    private static boolean isHidden(Path path) {
        for (Path part : path) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }
}
