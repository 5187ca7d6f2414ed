package coex.runtime.csource;

import coex.runtime.csource.LimitedProcess.Limits;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The C compiler of the host, and what it may use for one foreign part.
public final class CCompiler {

    private static final String VARIABLE = "COEX_CC";
    private static final List<String> USUAL = List.of("clang", "cc", "gcc");

    private static final Limits USUAL_LIMITS =
            new Limits(Duration.ofMinutes(2), 4L << 30, 256L << 20, 64 << 10);

    private final List<String> names;
    private final Limits limits;

    /// @param names commands to try, in order
    public CCompiler(List<String> names) {
        this(names, USUAL_LIMITS);
    }

    CCompiler(List<String> names, Limits limits) {
        this.names = List.copyOf(names);
        this.limits = limits;
    }

    /// What the environment variable `COEX_CC` names, else clang, else what the host calls its C
    /// compiler.
    public static CCompiler ofHost() {
        String named = System.getenv(VARIABLE);
        return new CCompiler(named != null && !named.isEmpty() ? List.of(named) : USUAL);
    }

    /// What libraries are built for: those of one host are of no use to another.
    static String target() {
        return System.getProperty("os.name") + "-" + System.getProperty("os.arch");
    }

    static boolean isOnMac() {
        return System.getProperty("os.name").startsWith("Mac");
    }

    Limits limits() {
        return limits;
    }

    /// The command to run.
    String command() throws BuildFailure {
        for (String name : names) {
            if (isOnPath(name)) {
                boolean isPath = name.contains(File.separator);
                return isPath ? Path.of(name).toAbsolutePath().toString() : name;
            }
        }
        throw new BuildFailure(
                "Compilation failed: there is no C compiler (looked for %s). Install one, or name one in %s."
                        .formatted(String.join(", ", names), VARIABLE));
    }

    private static boolean isOnPath(String name) {
        if (name.contains(File.separator)) {
            return Files.isExecutable(Path.of(name));
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        for (String directory : path.split(File.pathSeparator)) {
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, name))) {
                return true;
            }
        }
        return false;
    }
}
