package coex.lsp.debug;

import coex.runtime.project.Project;
import coex.runtime.project.ProjectProblem;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What an editor wants to debug: a file, or a project, which is meant by its folder and by the
/// file it begins with.
///
/// @param program what `coex run` is given
/// @param folder where it runs if nobody says otherwise
/// @param sources files that belong to it; others lie beside them
record DebuggedFile(Path program, Path folder, List<Path> sources) {

    /// @param given absolute
    static DebuggedFile of(Path given) throws NoSuchFileException, ProjectProblem {
        if (Files.isDirectory(given)) {
            Project project = Project.around(given);
            return new DebuggedFile(given, given, project.entries());
        }
        if (!Files.isRegularFile(given)) {
            throw new NoSuchFileException(given.toString());
        }
        Path folder = given.getParent();
        return projectFrom(given)
                .map(project -> new DebuggedFile(project.path(), folder, project.entries()))
                .orElseGet(() -> new DebuggedFile(given, folder, List.of(given)));
    }

    /// The project that begins with a file. Any other file is a program by itself, whatever lies
    /// above it.
    private static Optional<Project> projectFrom(Path file) {
        if (!Project.isAround(file.getParent())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Project.around(file.getParent()))
                    .filter(project -> project.entry().equals(file));
        } catch (ProjectProblem _) {
            return Optional.empty();
        }
    }
}
