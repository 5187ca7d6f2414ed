package coex.runtime.csource;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The C sources of one foreign part of a package, and what a compiler is to be told of them. All
/// that can be checked without a compiler is checked when this is made.
public final class CSources {

    private static final int KEY_BYTES = 16;

    private final String name;
    private final String version;
    private final SortedMap<String, byte[]> files;
    private final List<String> units;
    private final List<String> includes;
    private final List<String> systemHeaders;
    private final List<String> systemLibraries;

    /// What a manifest says of a part.
    ///
    /// @param name of the package and the part
    /// @param sources files or patterns under `ffi/src`
    /// @param headers include directories under `ffi/src`
    public record Described(
            String name,
            String version,
            List<String> sources,
            List<String> headers,
            List<String> systemHeaders,
            List<String> systemLibraries) {}

    /// @param files what the package has under `ffi/src`, by name
    public CSources(Described described, Map<String, byte[]> files) throws BuildFailure {
        this.name = described.name();
        this.version = described.version();
        this.files = usable(files);
        this.units = unitsOf(described.sources());
        this.includes = described.headers();
        this.systemHeaders = described.systemHeaders();
        this.systemLibraries = described.systemLibraries();
        for (String include : includes) {
            if (!include.equals(".") && !SourceName.fits(include)) {
                throw refused(
                        "the include directory '%s' leads out of it, or has a name that is not allowed"
                                .formatted(include));
            }
        }
        for (String header : systemHeaders) {
            if (!SourceName.fits(header)) {
                throw refused("'%s' is no name of a header".formatted(header));
            }
        }
        LinkerFlags.check(name, systemLibraries, CCompiler.isOnMac());
    }

    /// The files that compilers may see. Names that differ only in case are one file on some disks,
    /// and which of the two contents it has would be anybody's guess.
    private SortedMap<String, byte[]> usable(Map<String, byte[]> all) throws BuildFailure {
        var usable = new TreeMap<String, byte[]>();
        var seen = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        for (Map.Entry<String, byte[]> file : all.entrySet()) {
            if (!SourceName.isC(file.getKey())) {
                continue;
            }
            if (!SourceName.fits(file.getKey())) {
                throw refused(
                        "the name of its C source '%s' is not allowed: %s"
                                .formatted(file.getKey(), SourceName.ALLOWED));
            }
            usable.put(file.getKey(), file.getValue());
            for (String path : withFolders(file.getKey())) {
                String exact = path.equals(file.getKey()) ? path : path + "/";
                String other = seen.putIfAbsent(path, exact);
                if (other != null && !other.equals(exact)) {
                    throw refused(
                            "'%s' and '%s' are one file where case does not matter"
                                    .formatted(other, exact));
                }
            }
        }
        return usable;
    }

    /// A name and those of the folders it is in.
    private static List<String> withFolders(String name) {
        var paths = new ArrayList<>(List.of(name));
        for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
            paths.add(name.substring(0, slash));
        }
        return paths;
    }

    private List<String> unitsOf(List<String> patterns) throws BuildFailure {
        var found = new LinkedHashSet<String>();
        for (String text : patterns) {
            SourcePattern pattern = SourcePattern.of(text);
            List<String> matching =
                    files.keySet().stream()
                            .filter(file -> file.equals(text) || pattern.matches(file))
                            .toList();
            if (matching.isEmpty()) {
                throw new BuildFailure(
                        "Compilation failed: foreign part '%s' has no C source '%s'."
                                .formatted(name, text));
            }
            matching.stream().filter(SourceName::isUnit).forEach(found::add);
        }
        if (found.isEmpty()) {
            throw new BuildFailure(
                    "Compilation failed: foreign part '%s' names no C sources.".formatted(name));
        }
        return List.copyOf(found);
    }

    private BuildFailure refused(String why) {
        return new BuildFailure("Foreign part '%s' is refused: %s.".formatted(name, why));
    }

    String name() {
        return name;
    }

    /// All files that may be written to disk, by their names under `ffi/src`.
    SortedMap<String, byte[]> files() {
        return files;
    }

    /// Those of them that are compiled.
    List<String> units() {
        return units;
    }

    List<String> includes() {
        return includes;
    }

    List<String> systemHeaders() {
        return systemHeaders;
    }

    public List<String> systemLibraries() {
        return systemLibraries;
    }

    /// Depends on all that the library depends on, but for the host's own headers and libraries.
    /// Every part is written with its length, so that no two ways to say different things give the
    /// same bytes.
    String key() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            add(out, List.of(name, version, CCompiler.target()));
            add(out, units);
            add(out, includes);
            add(out, systemHeaders);
            add(out, systemLibraries);
            add(out, files.keySet());
            for (byte[] content : files.values()) {
                add(out, content);
            }
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
            return HexFormat.of().formatHex(digest, 0, KEY_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void add(DataOutputStream out, Collection<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            add(out, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void add(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
