package coex.cli.program;

import coex.runtime.ForeignLibrary;
import coex.runtime.Program;
import coex.runtime.launch.ProgramMain;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// A program and everything it needs in one jar. The same program gives the same bytes.
final class ProgramJar {

    /// How the names of the jars begin that programs need while they run.
    private static final List<String> NEEDED =
            List.of(
                    "coex-runtime-",
                    "coex-gc-",
                    "coex-collections-",
                    "coex-observe-",
                    "jackson-core-");

    private static final LocalDateTime LONG_AGO = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final Program program;
    private final Path library;
    private final Set<String> written = new HashSet<>();

    /// @param library the folder with the jars that are needed; null to leave them out
    ProgramJar(Program program, Path library) {
        this.program = program;
        this.library = library;
    }

    byte[] bytes() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ZipOutputStream(bytes)) {
            for (var file : new TreeMap<>(program.classes()).entrySet()) {
                write(out, file.getKey().replace('.', '/') + ".class", file.getValue());
            }
            for (ForeignLibrary foreign : program.libraries()) {
                write(
                        out,
                        ProgramMain.LIBRARIES + foreign.key(),
                        Files.readAllBytes(foreign.file()));
            }
            for (String needed : library == null ? List.<String>of() : NEEDED) {
                copy(jarNamed(needed), out);
            }
        }
        return bytes.toByteArray();
    }

    private Path jarNamed(String start) throws IOException {
        try (Stream<Path> files = Files.list(library)) {
            return files.filter(file -> file.getFileName().toString().startsWith(start))
                    .findFirst()
                    .orElseThrow(
                            () -> new IOException("no %s*.jar in %s".formatted(start, library)));
        }
    }

    private void copy(Path jar, ZipOutputStream out) throws IOException {
        try (var from = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : from.stream().filter(ProgramJar::isNeeded).toList()) {
                try (InputStream in = from.getInputStream(entry)) {
                    write(out, entry.getName(), in.readAllBytes());
                }
            }
        }
    }

    /// All are on the class path, where there are no modules.
    private static boolean isNeeded(ZipEntry entry) {
        String name = entry.getName();
        return !entry.isDirectory()
                && !name.endsWith("module-info.class")
                && !name.startsWith("META-INF/maven/")
                && !name.equals("META-INF/MANIFEST.MF");
    }

    private void write(ZipOutputStream out, String name, byte[] content) throws IOException {
        if (written.add(name)) {
            var entry = new ZipEntry(name);
            entry.setTimeLocal(LONG_AGO);
            out.putNextEntry(entry);
            out.write(content);
            out.closeEntry();
        }
    }
}
