package coex.cli.program;

import coex.runtime.error.VisibleText;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// The files that names on the command line stand for. A directory stands for the `.coex` files in
/// it and in what is below it, in the order of their names; links to directories are not followed,
/// and directories whose names begin with a point are left out.
final class SourcePaths {

    private static final String EXTENSION = ".coex";

    private SourcePaths() {}

    /// @throws SourceProblem if a directory cannot be read, or holds no source
    static List<String> of(String name) throws SourceProblem {
        boolean isFile = name.equals(Sources.STANDARD_INPUT) || !Files.isDirectory(Path.of(name));
        return isFile ? List.of(name) : within(Path.of(name));
    }

    private static List<String> within(Path directory) throws SourceProblem {
        var found = new ArrayList<Path>();
        try {
            Files.walkFileTree(directory, new Finder(directory, found));
        } catch (IOException | UncheckedIOException e) {
            throw new SourceProblem(
                    "cannot read all of %s: %s".formatted(shown(directory), e.getMessage()));
        }
        if (found.isEmpty()) {
            throw new SourceProblem(
                    "there is no %s file in %s".formatted(EXTENSION, shown(directory)));
        }
        return found.stream().sorted().map(Path::toString).toList();
    }

    private static String shown(Path directory) {
        return directory.toString().isEmpty() ? "." : VisibleText.line(directory.toString());
    }

    private static final class Finder extends SimpleFileVisitor<Path> {
        private final Path top;
        private final List<Path> found;

        private Finder(Path top, List<Path> found) {
            this.top = top;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            boolean isHidden =
                    !directory.equals(top) && directory.getFileName().toString().startsWith(".");
            return isHidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && file.getFileName().toString().endsWith(EXTENSION)) {
                found.add(file);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
