package coex.runtime.io;

import java.nio.file.Path;

/// Is told of files before they are read or looked for, whether they are there or not. If all of
/// them stay as they are, reading again leads to the same.
@FunctionalInterface
public interface FileObserver {

    /// Nobody wants to know.
    FileObserver NONE = _ -> {};

    /// Called by the thread that is going to read, maybe several times for a file. The same file
    /// may have several names.
    ///
    /// @param file a file, or a folder that has to be there
    void beforeReading(Path file);
}
