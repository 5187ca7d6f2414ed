package coex.runtime.csource;

import coex.runtime.ForeignLibrary;
import coex.runtime.csource.ForeignCache.BuildFailure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Builds the foreign parts of packages, each into one shared library.
public final class ForeignParts {

    private static final int KEY_BYTES = 16;

    /// What a package may hand to the linker. Other flags could make the compiler run things or write files.
    private static final String LINKER_FLAG = "-l[\\w.+-]+|-L[^,]+|-pthread|-framework|[A-Z]\\w*";

    private final CCompiler compiler;
    private final ForeignCache cache;

    public ForeignParts(CCompiler compiler, ForeignCache cache) {
        this.compiler = compiler;
        this.cache = cache;
    }

    /// A part to be built.
    ///
    /// @param name of the package and the part
    /// @param files what the package has under `ffi/src`, by name
    /// @param sources files or patterns among them
    /// @param headers include directories among them
    public record Part(
            String name,
            String version,
            Map<String, byte[]> files,
            List<String> sources,
            List<String> headers,
            List<String> systemHeaders,
            List<String> systemLibraries) {}

    public ForeignLibrary build(Part part) throws IOException, BuildFailure {
        for (String flag : part.systemLibraries()) {
            if (!flag.matches(LINKER_FLAG)) {
                throw new BuildFailure(
                        "Foreign part '%s' is refused: system_libs has '%s', which names no library."
                                .formatted(part.name(), flag));
            }
        }
        return cache.get(key(part), file -> buildInto(part, file));
    }

    private void buildInto(Part part, Path file) throws IOException, BuildFailure {
        Path directory = Files.createTempDirectory("coex-ffi").toRealPath();
        try {
            unpack(part.files(), directory);
            for (String header : part.systemHeaders()) {
                if (!header.matches("[\\w./+-]+") || !compiler.hasHeader(header, directory)) {
                    throw new BuildFailure(
                            "Foreign part '%s' needs the header <%s>, which this host does not have."
                                    .formatted(part.name(), header));
                }
            }
            var includes = new ArrayList<Path>();
            for (String header : part.headers()) {
                includes.add(inside(directory, header));
            }
            compiler.build(sources(part, directory), includes, part.systemLibraries(), file);
        } finally {
            delete(directory);
        }
    }

    private static void unpack(Map<String, byte[]> files, Path directory)
            throws IOException, BuildFailure {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = inside(directory, file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
    }

    private static Path inside(Path directory, String name) throws BuildFailure {
        Path path = directory.resolve(name).normalize();
        if (!path.startsWith(directory)) {
            throw new BuildFailure("'%s' leads out of the package.".formatted(name));
        }
        return path;
    }

    private static List<Path> sources(Part part, Path directory) throws BuildFailure {
        var found = new LinkedHashSet<Path>();
        for (String pattern : part.sources()) {
            int before = found.size();
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            for (String name : part.files().keySet()) {
                if (name.equals(pattern) || matcher.matches(Path.of(name))) {
                    found.add(inside(directory, name));
                }
            }
            if (found.size() == before) {
                throw new BuildFailure(
                        "Compilation failed: foreign part '%s' has no C source '%s'."
                                .formatted(part.name(), pattern));
            }
        }
        if (found.isEmpty()) {
            throw new BuildFailure(
                    "Compilation failed: foreign part '%s' names no C sources."
                            .formatted(part.name()));
        }
        return List.copyOf(found);
    }

    /// Depends on all that the library depends on, but for the host's own headers and libraries.
    static String key(Part part) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            add(digest, part.name());
            add(digest, part.version());
            add(digest, CCompiler.target());
            add(digest, part.sources().toString());
            add(digest, part.headers().toString());
            add(digest, part.systemLibraries().toString());
            part.files()
                    .forEach(
                            (name, bytes) -> {
                                add(digest, name);
                                add(digest, Integer.toString(bytes.length));
                                digest.update(bytes);
                            });
            return HexFormat.of().formatHex(digest.digest(), 0, KEY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void add(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
