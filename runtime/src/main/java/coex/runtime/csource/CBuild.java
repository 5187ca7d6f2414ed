package coex.runtime.csource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// One build of the C sources of a foreign part, in a directory of its own, which goes with it.
///
/// A package has no say in what stands on the compiler's command line but for names of libraries
/// and include directories: each source is included by a file of ours, and only that file is named.
/// Sources keep their names, since they include each other by them.
final class CBuild implements AutoCloseable {

    /// Where the sources are, below the directory; messages then name them as the archive does.
    private static final String SOURCES = "ffi/src";

    private static final int SHOWN_CHARACTERS = 4000;

    private final CSources sources;
    private final CCompiler compiler;
    private final Path directory;
    private final LimitedProcess process;
    private final long deadline;

    private CBuild(CSources sources, CCompiler compiler, Path directory) throws IOException {
        this.sources = sources;
        this.compiler = compiler;
        this.directory = directory;
        String temporary = Files.createDirectory(directory.resolve("tmp")).toString();
        this.process =
                new LimitedProcess(
                        compiler.limits(),
                        directory,
                        Map.of(
                                "LC_ALL", "C", "TMPDIR", temporary, "TMP", temporary, "TEMP",
                                temporary));
        this.deadline = System.nanoTime() + compiler.limits().time().toNanos();
    }

    static CBuild of(CSources sources, CCompiler compiler) throws IOException {
        return new CBuild(sources, compiler, Files.createTempDirectory("coex-ffi").toRealPath());
    }

    /// Where it is done.
    Path directory() {
        return directory;
    }

    /// Makes one shared library.
    void into(Path library) throws IOException, BuildFailure {
        unpack();
        for (String header : sources.systemHeaders()) {
            probe(header);
        }
        var objects = new ArrayList<String>();
        for (String unit : sources.units()) {
            objects.add(compile(unit, "unit-" + objects.size()));
        }
        var arguments = new ArrayList<>(List.of("-shared"));
        arguments.addAll(objects);
        arguments.addAll(List.of("-o", library.toAbsolutePath().toString()));
        arguments.addAll(sources.systemLibraries());
        LimitedProcess.End end = run(arguments);
        if (end.status() != 0) {
            throw failed(new LinkerMessages(sources).shown(end.said()));
        }
    }

    private void unpack() throws IOException {
        for (Map.Entry<String, byte[]> file : sources.files().entrySet()) {
            Path path = directory.resolve(SOURCES).resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
    }

    private void probe(String header) throws IOException, BuildFailure {
        Files.writeString(directory.resolve("probe.c"), "#include <%s>\n".formatted(header));
        if (run(List.of("-E", "probe.c", "-o", "probe.i")).status() != 0) {
            throw new BuildFailure(
                    "Foreign part '%s' needs the header <%s>, which this host does not have."
                            .formatted(sources.name(), header));
        }
    }

    /// Compiles one source, and names the object.
    private String compile(String source, String name) throws IOException, BuildFailure {
        Files.writeString(
                directory.resolve(name + ".c"), "#include \"%s/%s\"\n".formatted(SOURCES, source));
        var arguments = new ArrayList<>(List.of("-c", "-fPIC", "-O2"));
        sources.includes().forEach(include -> arguments.add("-I" + SOURCES + "/" + include));
        arguments.addAll(List.of(name + ".c", "-o", name + ".o"));
        LimitedProcess.End end = run(arguments);
        if (end.status() != 0) {
            throw failed(new CompilerMessages(directory).shown(end.said()));
        }
        return name + ".o";
    }

    private LimitedProcess.End run(List<String> arguments) throws IOException, BuildFailure {
        var command = new ArrayList<>(List.of(compiler.command()));
        command.addAll(arguments);
        try {
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            LimitedProcess.End end = process.run(command, left);
            if (end.isTimeOver()) {
                throw failed(
                        "the compiler took more than %d s"
                                .formatted(compiler.limits().time().toSeconds()));
            }
            return end;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("the compiler was interrupted");
        }
    }

    private static BuildFailure failed(String why) {
        String text = why.length() > SHOWN_CHARACTERS ? why.substring(0, SHOWN_CHARACTERS) : why;
        return new BuildFailure("Compilation failed:\n" + text);
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
