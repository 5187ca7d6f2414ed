package coex.cli.test;

import coex.runtime.io.FileObserver;
import coex.runtime.library.Dependencies;
import coex.runtime.library.FileModules;
import coex.runtime.sandbox.Permissions;

/// What files of tests may import.
///
/// @param dependencies what their project says it needs
/// @param observer is told of all files that are looked for
record Imports(Permissions permissions, Dependencies dependencies, FileObserver observer) {

    /// Finds what one file imports.
    FileModules finder() {
        return new FileModules(permissions.files(), dependencies, observer);
    }
}
