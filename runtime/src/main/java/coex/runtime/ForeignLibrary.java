package coex.runtime;

import java.nio.file.Path;

/// A shared library built from the C sources of a package.
///
/// @param key names its content and the host it is for; [coex.runtime.csource.ForeignCache#keep]
///     finds or stores it by key
/// @param file where it is now
public record ForeignLibrary(String key, Path file) {}
