package coex.runtime.library;

import java.nio.file.Path;
import java.util.Optional;

/// What the files of a project import beside what every file may.
public interface Dependencies {

    /// Those of a file that belongs to no project.
    Dependencies NONE =
            new Dependencies() {
                @Override
                public Optional<Path> folder() {
                    return Optional.empty();
                }

                @Override
                public Optional<Path> find(String name, Path importer) {
                    return Optional.empty();
                }
            };

    /// The folder of the project, below which a program may import everything.
    Optional<Path> folder();

    /// The module, a `.coex` file, or the package, a `.cxz` file, that a file means by a name.
    Optional<Path> find(String name, Path importer);
}
