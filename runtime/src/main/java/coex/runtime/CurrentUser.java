package coex.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The user this process runs as, where files have owners in the sense of POSIX.
final class CurrentUser {

    private static final String OWNER = "unix:uid";
    private static final Integer ROOT = 0;

    /// Files here belong to the user of the process that looks, where there is this folder.
    private static final Path PROCESS = Path.of("/proc/self");

    private CurrentUser() {}

    /// Whether what a path leads to belongs to this user. No, if that cannot be told.
    static boolean owns(Path path) throws IOException {
        if (Files.exists(PROCESS)) {
            return Files.getAttribute(path, OWNER).equals(Files.getAttribute(PROCESS, OWNER));
        }
        return Files.getOwner(path).getName().equals(System.getProperty("user.name"));
    }

    /// Whether what a path leads to belongs to root, who can change everything anyway.
    static boolean isRootOwnerOf(Path path) throws IOException {
        return Files.getAttribute(path, OWNER).equals(ROOT);
    }
}
