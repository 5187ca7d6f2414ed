package coex.runtime.sandbox;

import java.util.Optional;
import java.util.Set;

/// What a program may reach beside its own values, its arguments, its standard streams, the time
/// and random numbers.
///
/// @param variables the names of the environment variables it may read; empty if all
/// @param foreignCode whether it may call C functions
public record Permissions(FileAccess files, Optional<Set<String>> variables, boolean foreignCode) {

    public static final Permissions ALL = new Permissions(FileAccess.ALL, Optional.empty(), true);

    /// The value of an environment variable, or null.
    ///
    /// @throws coex.runtime.error.CoexError if the program may not know
    public String variable(String name) {
        if (variables.isPresent() && !variables.get().contains(name)) {
            throw Refusal.of(
                    "reading an environment variable is not allowed: name=" + name,
                    "--allow-env NAME");
        }
        return System.getenv(name);
    }
}
