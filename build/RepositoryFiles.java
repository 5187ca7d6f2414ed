import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The files people wrote: everything in the repository but what a build or a tool put there.
final class RepositoryFiles {
    private static final Set<String> NOT_WRITTEN_BY_PEOPLE =
            Set.of("target", ".git", ".idea", "node_modules");

    private RepositoryFiles() {}

    /// The files whose names end in `suffix`, sorted, relative to `repository`.
    static List<Path> endingIn(String suffix, Path repository) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(
                repository,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes of) {
                        String name = folder.getFileName().toString();
                        return NOT_WRITTEN_BY_PEOPLE.contains(name) && !folder.equals(repository)
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes of) {
                        if (file.getFileName().toString().endsWith(suffix)) {
                            found.add(repository.relativize(file));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        found.sort(null);
        return found;
    }
}
