package coex.runtime.csource;

import coex.runtime.csource.ForeignCache.BuildFailure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The C compiler of the host.
public final class CCompiler {

    private static final String VARIABLE = "COEX_CC";
    private static final List<String> USUAL = List.of("clang", "cc", "gcc");
    private static final long SECONDS = 120;
    private static final int SHOWN_CHARACTERS = 4000;

    private final List<String> names;

    /// @param names commands to try, in order
    public CCompiler(List<String> names) {
        this.names = List.copyOf(names);
    }

    /// What the environment variable `COEX_CC` names, else clang, else what the host calls its C compiler.
    public static CCompiler ofHost() {
        String named = System.getenv(VARIABLE);
        return new CCompiler(named != null && !named.isEmpty() ? List.of(named) : USUAL);
    }

    /// What libraries are built for: those of one host are of no use to another.
    static String target() {
        return System.getProperty("os.name") + "-" + System.getProperty("os.arch");
    }

    private String command() throws BuildFailure {
        for (String name : names) {
            if (isOnPath(name)) {
                return name;
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

    /// Whether `#include <header>` works.
    boolean hasHeader(String header, Path workingDirectory) throws IOException, BuildFailure {
        Path probe = Files.createTempFile(workingDirectory, "probe", ".c");
        Files.writeString(probe, "#include <%s>\n".formatted(header));
        return run(List.of("-E", probe.toString()), workingDirectory).isEmpty();
    }

    /// Makes one shared library of some sources.
    void build(List<Path> sources, List<Path> includes, List<String> libraries, Path into)
            throws IOException, BuildFailure {
        var arguments = new ArrayList<>(List.of("-shared", "-fPIC", "-O2"));
        includes.forEach(directory -> arguments.add("-I" + directory));
        sources.forEach(source -> arguments.add(source.toString()));
        arguments.addAll(List.of("-o", into.toString()));
        arguments.addAll(libraries);
        Optional<String> complaint = run(arguments, sources.getFirst().getParent());
        if (complaint.isPresent()) {
            throw new BuildFailure("Compilation failed:\n" + complaint.get());
        }
    }

    /// What the compiler says if it fails.
    private Optional<String> run(List<String> arguments, Path directory)
            throws IOException, BuildFailure {
        var command = new ArrayList<String>();
        command.add(command());
        command.addAll(arguments);
        Path said = Files.createTempFile(directory, "said", ".txt");
        Process process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectInput(
                                ProcessBuilder.Redirect.from(
                                        Files.createTempFile(directory, "none", ".txt").toFile()))
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of("the compiler took more than %d s".formatted(SECONDS));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return Optional.of("the compiler was interrupted");
        }
        if (process.exitValue() == 0) {
            return Optional.empty();
        }
        String text = Files.readString(said).replace(directory + File.separator, "");
        return Optional.of(
                text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) : text);
    }
}
