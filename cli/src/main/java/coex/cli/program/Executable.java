package coex.cli.program;

import coex.runtime.Program;
import coex.runtime.launch.ProgramMain;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// A program as one file that can be run: a shell script that finds a JDK, and after it a jar with the program
/// and all it needs. Shells stop reading at the script's last command, and jars are read from their end.
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
            throw new OutputProblem("cannot write %s: %s".formatted(target, reason(e)));
        }
    }

    /// Writes the executable file.
    void write(Path target) throws OutputProblem {
        try {
            byte[] jar = new ProgramJar(program, dist.resolve("lib")).bytes();
            write(ExecutableHead.of(ProgramMain.describe(program), jar, dist), jar, target);
        } catch (IOException e) {
            throw new OutputProblem("cannot write %s: %s".formatted(target, reason(e)));
        }
    }

    /// Writes the program's classes only, as a jar.
    void writeClasses(Path target) throws OutputProblem {
        try {
            write(new byte[0], new ProgramJar(program, null).bytes(), target);
        } catch (IOException e) {
            throw new OutputProblem("cannot write %s: %s".formatted(target, reason(e)));
        }
    }

    /// Under another name first, so that there is never half a file.
    private static void write(byte[] head, byte[] jar, Path target) throws IOException {
        Path unfinished = null;
        try {
            Path folder = target.toAbsolutePath().getParent();
            unfinished = Files.createTempFile(folder, "." + target.getFileName(), ".tmp");
            try (OutputStream out = Files.newOutputStream(unfinished)) {
                out.write(head);
                out.write(jar);
            }
            makeExecutable(unfinished);
            Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            discard(unfinished);
            throw e;
        }
    }

    private static void makeExecutable(Path file) throws IOException {
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Set<PosixFilePermission> everyone = PosixFilePermissions.fromString("rwxr-xr-x");
            Files.setPosixFilePermissions(file, everyone);
        }
    }

    private static void discard(Path unfinished) {
        try {
            if (unfinished != null) {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException e) {
            // What has to be said is why it could not be written.
        }
    }

    private static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such directory";
            case AccessDeniedException _ -> "permission denied";
            default -> failure.getMessage();
        };
    }
}
