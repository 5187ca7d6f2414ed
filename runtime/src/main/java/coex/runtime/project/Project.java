package coex.runtime.project;

import coex.runtime.error.VisibleText;
import coex.runtime.io.FileObserver;
import coex.runtime.library.Dependencies;
import coex.runtime.sandbox.Permissions;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A project with all projects it depends on. Reading it reads `coex.toml` files and nothing else.
public final class Project implements Dependencies {

    /// The file that says what is in a project.
    public static final String FILE_NAME = ProjectFile.NAME;

    private final ProjectFile file;
    private final FileObserver observer;

    /// All of them by their folders, absolute; this one first.
    private final Map<Path, ProjectFile> projects = new LinkedHashMap<>();

    private Project(ProjectFile file, FileObserver observer) {
        this.file = file;
        this.observer = observer;
    }

    /// The project that a folder is in, or is.
    ///
    /// @throws ProjectProblem if there is none, or it is not right
    public static Project around(Path folder) throws ProjectProblem {
        return around(folder, FileObserver.NONE);
    }

    private static Project around(Path folder, FileObserver observer) throws ProjectProblem {
        Optional<Path> found = folderAround(folder, observer);
        if (found.isEmpty()) {
            boolean isGiven = !folder.toString().isEmpty();
            throw new ProjectProblem(
                    isGiven
                            ? "there is no %s in %s or above; `coex new NAME` makes a project"
                                    .formatted(
                                            ProjectFile.NAME, VisibleText.line(folder.toString()))
                            : "no file is given, and there is no %s here or above; `coex new NAME` makes a project"
                                    .formatted(ProjectFile.NAME));
        }
        return of(found.get(), observer);
    }

    /// The folder of the project that a folder is in, or is.
    private static Optional<Path> folderAround(Path folder, FileObserver observer) {
        Path here = folder.toAbsolutePath().normalize();
        Path steps = folder;
        for (Path each = here; each != null; each = each.getParent()) {
            if (isIn(steps.normalize(), observer)) {
                return Optional.of(steps);
            }
            steps = steps.resolve("..");
        }
        return Optional.empty();
    }

    /// Why a text cannot be the name of a project, which is imported by it; empty if it can.
    public static Optional<String> whyNoName(String text) {
        return ProjectFile.whyNoName(text);
    }

    /// Whether a folder is in a project.
    public static boolean isAround(Path folder) {
        return isAround(folder, FileObserver.NONE);
    }

    /// The same for somebody who wants to know what could change the answer.
    public static boolean isAround(Path folder, FileObserver observer) {
        return folderAround(folder, observer).isPresent();
    }

    /// Whether a folder is that of a project.
    public static boolean isIn(Path folder) {
        return isIn(folder, FileObserver.NONE);
    }

    /// The same for somebody who wants to know what could change the answer.
    public static boolean isIn(Path folder, FileObserver observer) {
        Path file = folder.resolve(ProjectFile.NAME).normalize();
        observer.beforeReading(file);
        return Files.isRegularFile(file);
    }

    /// The project in a folder.
    public static Project of(Path folder) throws ProjectProblem {
        return of(folder, FileObserver.NONE);
    }

    private static Project of(Path folder, FileObserver observer) throws ProjectProblem {
        Path file = folder.resolve(ProjectFile.NAME).normalize();
        var project = new Project(ProjectFile.read(file, observer), observer);
        project.add(project.file);
        return project;
    }

    private void add(ProjectFile added) throws ProjectProblem {
        if (projects.putIfAbsent(absolute(added.folder()), added) != null) {
            return;
        }
        for (ProjectFile.Dependency dependency : added.dependencies().values()) {
            if (!isPackage(dependency.path())) {
                if (!isIn(dependency.path(), observer)) {
                    throw TomlText.problem(
                            added.file().toString(),
                            dependency.line(),
                            dependency.column(),
                            "there is no %s in %s"
                                    .formatted(
                                            ProjectFile.NAME,
                                            VisibleText.line(dependency.path().toString())));
                }
                add(ProjectFile.read(dependency.path().resolve(ProjectFile.NAME), observer));
            }
        }
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static boolean isPackage(Path path) {
        return path.toString().endsWith(".cxz");
    }

    /// The project that a folder is in, or is, with packages that are those it was made with.
    ///
    /// @param permissions what its program may do; `coex.lock` is written if that may write all
    ///     files
    public static Project checked(Path folder, Permissions permissions) throws ProjectProblem {
        return checked(folder, permissions, FileObserver.NONE);
    }

    /// The same for somebody who wants to know what is read.
    public static Project checked(Path folder, Permissions permissions, FileObserver observer)
            throws ProjectProblem {
        Project project = around(folder, observer);
        LockFile.check(project, permissions.files().writable().isEmpty(), observer);
        return project;
    }

    /// The same for a command that writes nothing.
    public static Project compared(Path folder) throws ProjectProblem {
        Project project = around(folder);
        LockFile.check(project, false, FileObserver.NONE);
        return project;
    }

    /// Accepts the packages as they are now: writes `coex.lock` anew.
    public void lock() throws ProjectProblem {
        LockFile.renew(this);
    }

    public String name() {
        return file.name();
    }

    /// The file to run.
    public Path entry() {
        return file.entry();
    }

    /// The files that this project and those it depends on begin with; its own first.
    public List<Path> entries() {
        return projects.values().stream().map(ProjectFile::entry).toList();
    }

    /// The folder of the project, from the current one.
    public Path path() {
        return file.folder();
    }

    /// All packages that are needed, by their paths from the project's folder.
    Map<String, Path> packages() {
        var packages = new LinkedHashMap<String, Path>();
        Path root = absolute(file.folder());
        for (ProjectFile each : projects.values()) {
            for (ProjectFile.Dependency dependency : each.dependencies().values()) {
                if (isPackage(dependency.path())) {
                    Path path = absolute(dependency.path());
                    packages.put(root.relativize(path).toString(), dependency.path());
                }
            }
        }
        return packages;
    }

    // Dependencies

    @Override
    public Optional<Path> folder() {
        return Optional.of(absolute(file.folder()));
    }

    @Override
    public Optional<Path> find(String name, Path importer) {
        Optional<ProjectFile> owner = ownerOf(absolute(importer));
        ProjectFile.Dependency found =
                owner.map(project -> project.dependencies().get(name)).orElse(null);
        if (found == null) {
            return Optional.empty();
        }
        return Optional.of(
                isPackage(found.path())
                        ? found.path()
                        : projects.get(absolute(found.path())).entry());
    }

    /// The names that files in a folder import by what a project says.
    public Set<String> names(Path importer) {
        return ownerOf(absolute(importer))
                .map(project -> project.dependencies().keySet())
                .orElse(Set.of());
    }

    /// The innermost project that a file is in.
    private Optional<ProjectFile> ownerOf(Path importer) {
        List<Path> folders = new ArrayList<>(projects.keySet());
        return folders.stream()
                .filter(importer::startsWith)
                .max((a, b) -> Integer.compare(a.getNameCount(), b.getNameCount()))
                .map(projects::get);
    }
}
