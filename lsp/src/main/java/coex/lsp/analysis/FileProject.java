package coex.lsp.analysis;

import coex.language.source.SourceFile;
import coex.runtime.library.Dependencies;
import coex.runtime.project.Project;
import coex.runtime.project.ProjectProblem;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// The project around a file in the editor, as it is on disk. It is read when an import asks for
/// it: most imports are found without. Packages are not compared with `coex.lock`, which takes
/// longer than one types; what runs the program does.
public final class FileProject implements Dependencies {

    /// Null if the text is no file, which belongs to no project.
    private final Path file;

    private boolean isRead;
    private Project project;
    private ProjectProblem problem;

    private FileProject(Path file) {
        this.file = file;
    }

    public static FileProject around(SourceFile file) {
        Path path = Path.of(file.name());
        return new FileProject(path.isAbsolute() ? path : null);
    }

    private Optional<Project> project() {
        if (!isRead && file != null && Project.isAround(file.getParent())) {
            try {
                project = Project.around(file.getParent());
            } catch (ProjectProblem wrong) {
                problem = wrong;
            }
        }
        isRead = true;
        return Optional.ofNullable(project);
    }

    /// Why the project cannot be used, if something has asked for it in vain.
    Optional<String> problem() {
        return Optional.ofNullable(problem).map(Exception::getMessage);
    }

    /// The names by which the file imports what its project depends on.
    public Set<String> names() {
        return project().map(known -> known.names(file.getParent())).orElse(Set.of());
    }

    /// Nobody asks: an editor may read everything.
    @Override
    public Optional<Path> folder() {
        return Optional.empty();
    }

    @Override
    public Optional<Path> find(String name, Path importer) {
        return project().flatMap(known -> known.find(name, importer));
    }
}
