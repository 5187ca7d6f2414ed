package coex.cli.program;

import coex.runtime.Program;
import coex.runtime.io.WholeFile;
import coex.runtime.launch.ProgramFile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A program as one file that can be run: a shell script that finds a JDK, the program (see
/// [ProgramFile]), and a jar with all it needs. Shells stop reading at the script's last command,
/// and jars are read from their end.
final class Executable {

    /// Where `./coex` says its own files are.
    private static final String DIST_PROPERTY = "coex.dist";

    private static final String EXTENSION = ".coex";

    private final Program program;
    private final Path dist;

    private Executable(Program program, Path dist) {
        this.program = program;
        this.dist = dist;
    }

    static Executable of(Program program) throws OutputProblem {
        String dist = System.getProperty(DIST_PROPERTY);
        if (dist == null) {
            throw new OutputProblem("cannot build without its own files; start it with ./coex");
        }
        return new Executable(program, Path.of(dist));
    }

    /// The file to write for a source and what `-o` says, which may be null.
    static Path target(String source, String output) throws OutputProblem {
        if (output == null && !source.endsWith(EXTENSION)) {
            throw new OutputProblem(
                    "cannot name the output: %s does not end in %s; say -o OUT"
                            .formatted(source, EXTENSION));
        }
        String name =
                output != null ? output : source.substring(0, source.length() - EXTENSION.length());
        Path target = Path.of(name);
        if (name.isEmpty() || target.getFileName() == null) {
            throw new OutputProblem("cannot write '%s': it is no file name".formatted(name));
        }
        if (target.toAbsolutePath().toString().contains(":") && File.pathSeparatorChar == ':') {
            throw new OutputProblem(
                    "cannot write %s: a program does not run from a path with a colon, which Java would take for several"
                                    .formatted(target.toAbsolutePath())
                            + " paths");
        }
        if (Files.isDirectory(target)) {
            throw new OutputProblem("cannot write %s: it is a directory".formatted(name));
        }
        if (isSame(Path.of(source), target)) {
            throw new OutputProblem("cannot write %s: it is the source".formatted(name));
        }
        return target;
    }

    private static boolean isSame(Path source, Path target) throws OutputProblem {
        try {
            return Files.exists(source) && Files.exists(target) && Files.isSameFile(source, target);
        } catch (IOException e) {
            throw new OutputProblem("cannot write %s: %s".formatted(target, WholeFile.reason(e)));
        }
    }

    /// Writes the executable file.
    void write(Path target) throws OutputProblem {
        try {
            byte[] code = ProgramFile.of(program);
            byte[] jar = RuntimeJar.of(dist.resolve("lib"));
            byte[] head = ExecutableHead.of(code.length, jar, dist);
            write(target, head, code, jar);
        } catch (IOException e) {
            throw new OutputProblem("cannot write %s: %s".formatted(target, WholeFile.reason(e)));
        }
    }

    /// Writes the program's classes only, as a jar.
    void writeClasses(Path target) throws OutputProblem {
        try {
            write(target, ProgramJar.of(program));
        } catch (IOException e) {
            throw new OutputProblem("cannot write %s: %s".formatted(target, WholeFile.reason(e)));
        }
    }

    private static void write(Path target, byte[]... parts) throws IOException {
        WholeFile.write(
                target,
                out -> {
                    for (byte[] part : parts) {
                        out.write(part);
                    }
                },
                PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
