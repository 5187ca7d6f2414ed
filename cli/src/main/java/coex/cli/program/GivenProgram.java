package coex.cli.program;

import coex.runtime.library.Dependencies;
import coex.runtime.project.Project;
import coex.runtime.project.ProjectProblem;
import coex.runtime.sandbox.Permissions;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// The program that a command is given: a file, or the one that a project begins with.
///
/// @param project the project, if it was not named as a file
record GivenProgram(String file, Optional<Project> project) {

    /// @param name a file or a folder as the user named it, or null for the project around the
    ///     current folder
    /// @param permissions what the program may do when this command runs it
    static GivenProgram of(String name, Permissions permissions) throws ProjectProblem {
        if (name != null && !isFolder(name)) {
            return new GivenProgram(name, Optional.empty());
        }
        Project project = Project.checked(Path.of(name == null ? "" : name), permissions);
        return new GivenProgram(project.entry().toString(), Optional.of(project));
    }

    private static boolean isFolder(String name) {
        try {
            return Files.isDirectory(Path.of(name));
        } catch (InvalidPathException _) {
            return false;
        }
    }

    Dependencies dependencies() {
        return project.<Dependencies>map(known -> known).orElse(Dependencies.NONE);
    }
}
