package coex.cli.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Everything that programs need while they run, in one jar. All programs built by the same Coex
/// have the same bytes, and share a start cache because of that.
final class RuntimeJar {

    /// How the names of the jars begin that it is made of.
    private static final List<String> NEEDED =
            List.of(
                    "coex-runtime-",
                    "coex-gc-",
                    "coex-collections-",
                    "coex-observe-",
                    "jackson-core-");

    private RuntimeJar() {}

    /// @param library the folder with the jars that are needed
    static byte[] of(Path library) throws IOException {
        var jar = new JarBytes();
        for (String needed : NEEDED) {
            copy(jarNamed(needed, library), jar);
        }
        return jar.finish();
    }

    private static Path jarNamed(String start, Path library) throws IOException {
        try (Stream<Path> files = Files.list(library)) {
            return files.filter(file -> file.getFileName().toString().startsWith(start))
                    .findFirst()
                    .orElseThrow(
                            () -> new IOException("no %s*.jar in %s".formatted(start, library)));
        }
    }

    private static void copy(Path source, JarBytes jar) throws IOException {
        try (var from = new ZipFile(source.toFile())) {
            for (ZipEntry entry : from.stream().filter(RuntimeJar::isNeeded).toList()) {
                try (InputStream in = from.getInputStream(entry)) {
                    jar.add(entry.getName(), in.readAllBytes());
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
}
