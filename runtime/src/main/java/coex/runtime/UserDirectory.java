package coex.runtime;

import java.nio.file.Path;
import java.util.Optional;

/// Where a user's packages, built libraries and history are: `~/.coex`, or what the environment
/// variable `COEX_HOME` names.
final class UserDirectory {

    private static final String VARIABLE = "COEX_HOME";

    private UserDirectory() {}

    static Path path() {
        return isNamed() ? Path.of(System.getenv(VARIABLE)) : home().resolve(".coex");
    }

    /// Whether the user has said where it is.
    static boolean isNamed() {
        String named = System.getenv(VARIABLE);
        return named != null && !named.isEmpty();
    }

    /// The same, but nothing if it would depend on the folder a program is started in, as it does
    /// for a user who has no home: what is there is run.
    static Optional<Path> absolutePath() {
        return Optional.of(path()).filter(Path::isAbsolute);
    }

    /// What a shell means by `~`, which is not always where the system says that the user lives.
    static Path home() {
        String named = System.getenv("HOME");
        return Path.of(named != null && !named.isEmpty() ? named : System.getProperty("user.home"));
    }
}
